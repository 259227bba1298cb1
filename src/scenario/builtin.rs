//! The scenarios that are part of the program.

use super::{Scenario, read};

/// A scenario embedded in the program: its id, and the text of its file, comments and all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Builtin {
    /// The id, also the name by which it is opened.
    pub id: &'static str,
    /// The file.
    pub text: &'static str,
}

/// All of them, in the order they are listed; the first is opened when none is named.
pub const ALL: [Builtin; 21] = [
    Builtin { id: "r72", text: include_str!("../../assets/scenarios/r72.toml") },
    Builtin { id: "two-causes", text: include_str!("../../assets/scenarios/two-causes.toml") },
    Builtin {
        id: "same-place-other-content",
        text: include_str!("../../assets/scenarios/same-place-other-content.toml"),
    },
    Builtin { id: "rounding-waits", text: include_str!("../../assets/scenarios/rounding-waits.toml") },
    Builtin { id: "sentence", text: include_str!("../../assets/scenarios/sentence.toml") },
    Builtin { id: "q-cancels", text: include_str!("../../assets/scenarios/q-cancels.toml") },
    Builtin { id: "wrong-axis", text: include_str!("../../assets/scenarios/wrong-axis.toml") },
    Builtin { id: "masks", text: include_str!("../../assets/scenarios/masks.toml") },
    Builtin { id: "three-readings", text: include_str!("../../assets/scenarios/three-readings.toml") },
    Builtin {
        id: "weight-is-not-importance",
        text: include_str!("../../assets/scenarios/weight-is-not-importance.toml"),
    },
    Builtin { id: "read", text: include_str!("../../assets/scenarios/read.toml") },
    Builtin { id: "reading-can-be-taught", text: include_str!("../../assets/scenarios/reading-can-be-taught.toml") },
    Builtin { id: "decoder-step", text: include_str!("../../assets/scenarios/decoder-step.toml") },
    Builtin { id: "reading-emerges", text: include_str!("../../assets/scenarios/reading-emerges.toml") },
    Builtin { id: "right-words-wrong-map", text: include_str!("../../assets/scenarios/right-words-wrong-map.toml") },
    Builtin { id: "first-read-uniform", text: include_str!("../../assets/scenarios/first-read-uniform.toml") },
    Builtin { id: "equal-values", text: include_str!("../../assets/scenarios/equal-values.toml") },
    Builtin {
        id: "most-read-is-not-predicted",
        text: include_str!("../../assets/scenarios/most-read-is-not-predicted.toml"),
    },
    Builtin { id: "padding", text: include_str!("../../assets/scenarios/padding.toml") },
    Builtin { id: "scale-64", text: include_str!("../../assets/scenarios/scale-64.toml") },
    Builtin { id: "word-moves-all", text: include_str!("../../assets/scenarios/word-moves-all.toml") },
];

/// The one with this id.
pub fn find(id: &str) -> Option<&'static Builtin> {
    ALL.iter().find(|builtin| builtin.id == id)
}

impl Builtin {
    /// The scenario.
    pub fn scenario(&self) -> Scenario {
        #[expect(clippy::expect_used, reason = "a test reads every built-in file")]
        read(self.text, self.id).expect("a built-in scenario is valid")
    }
}
