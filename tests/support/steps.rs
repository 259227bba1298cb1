//! Steps of a tour: what they say, and what is on the screen.

use super::Screen;
use twoaxes::explorer::Focus;
use twoaxes::scenario::Scenario;
use twoaxes::words::Lang;

pub const LANGS: [Lang; 2] = [Lang::En, Lang::Zh];

/// Goes to a step.
pub fn at(screen: &mut Screen, step: &str) {
    screen.run(&format!("step {step}"));
    let (_, shown) = screen.model.tour_step().expect("a step is shown");
    assert_eq!(shown.id, step);
}

/// What a step says, in both languages.
pub fn say(scenario: &Scenario, step: &str) -> [String; 2] {
    let step = scenario.steps.iter().find(|known| known.id == step).expect("a step");
    LANGS.map(|lang| step.say.get(lang).to_owned())
}

/// Each figure stands in the step's text, in both languages.
#[track_caller]
pub fn says(scenario: &Scenario, step: &str, figures: &[String]) {
    for text in say(scenario, step) {
        for figure in figures {
            assert!(text.contains(figure.as_str()), "{step}: {figure} is not in {text}");
        }
    }
}

/// Each figure stands on the screen.
#[track_caller]
pub fn shows(screen: &Screen, figures: &[&str]) {
    for figure in figures {
        assert!(screen.text().contains(figure), "{figure}:\n{}", screen.text());
    }
}

/// A number of the first row, on the numbers of the screen.
pub fn number(screen: &Screen, focus: Focus) -> f64 {
    screen.model.number(0, focus).expect("a number")
}

pub fn numbers(screen: &Screen, count: usize, focus: fn(usize) -> Focus) -> Vec<f64> {
    (0..count).map(|at| number(screen, focus(at))).collect()
}

/// The weights of three slots.
pub fn attention(screen: &Screen) -> Vec<f64> {
    numbers(screen, 3, Focus::Attention)
}

/// The probabilities of three words.
pub fn probabilities(screen: &Screen) -> Vec<f64> {
    numbers(screen, 3, Focus::Probability)
}
