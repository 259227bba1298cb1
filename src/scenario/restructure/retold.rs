//! A tour after a change of shape: its actions name places of the model, and some mean the row that is shown.

use super::Restructuring;
use super::readdress;
use crate::engine::Part;
use crate::scenario::{Scenario, Scope, Step, StepAction};
use crate::words::Text;
use crate::words::scenario_restructure as say;
use std::sync::Arc;

/// The steps of the file with what they do in the reading shown following a change of its shape; also tells which actions
/// are gone.
pub(super) fn steps(
    scenario: &Scenario,
    change: &Restructuring,
    (was, now): (&Scope, &Scope),
    lost: &mut Vec<Text>,
) -> Arc<[Step]> {
    // The row that actions without a row of their own mean: at first the first one, which may have moved or gone.
    let moves_rows = |part: Part| scenario.givens.moves(part, Part::Row);
    let mut row_gone = matches!(change, Restructuring::Remove { part, at: 0 } if moves_rows(*part));
    let mut first_moved = matches!(change, Restructuring::Insert { part, at: 0, .. } if moves_rows(*part));
    // A tour begins with the first reading; what it does in others is about other slots, words and rows.
    let mut reading = 0;
    let steps = scenario.steps.iter().map(|step| {
        // An action on what is gone would act on whatever has its number now.
        let mut actions: Vec<StepAction> = Vec::new();
        if reading == scenario.shown() && std::mem::take(&mut first_moved) {
            actions.push(StepAction::new("row 2"));
        }
        for action in step.actions.iter() {
            if let Some(chosen) = readdress::chosen_reading(&action.text, scenario, reading) {
                reading = chosen;
                actions.push(action.clone());
                if reading == scenario.shown() && std::mem::take(&mut first_moved) {
                    actions.push(StepAction::new("row 2"));
                }
                continue;
            }
            if reading != scenario.shown() {
                actions.push(action.clone());
                continue;
            }
            let (text, mut gone) = readdress::action(&action.text, change, was, now);
            if readdress::shows_a_row(&action.text, was) {
                row_gone = !gone.is_empty();
            } else if row_gone && readdress::means_the_row_shown(&action.text, was) {
                gone = vec![action.text.split_whitespace().nth(1).unwrap_or(&action.text).to_owned()];
            }
            let stays = gone.is_empty();
            lost.extend(gone.into_iter().map(|address| say::step_action_dropped(&step.id, &action.text, &address)));
            actions.extend(stays.then_some(StepAction { text, ..*action }));
        }
        Step { actions, ..step.clone() }
    });
    steps.collect()
}
