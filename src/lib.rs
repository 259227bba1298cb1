//! twoaxes: an explorer of the two softmaxes between a query and a predicted word.
//!
//! The map of the house. Each room uses only rooms above it in this list; ARCHITECTURE.md says more, and a test holds it.
//!
//! | room | what it is |
//! |---|---|
//! | [`engine`] | the mathematics, on nalgebra in f64: axes in the types, five scorers, masks, trace, gradients, rounding |
//! | [`translator`] | a small decoder that learns to read: its corpus, forward and backward pass, training |
//! | [`words`] | every text shown to people, in English and Chinese |
//! | [`scenario`] | the file format, addresses, validation, the built-in scenarios, saving |
//! | [`explain`] | from any number to how it came about: formulas, the numbers put in, what stands behind what |
//! | [`explorer`] | the state machine: model, actions, update, history, the table of actions, where each cell lies |
//! | [`view`] | from the model to a frame |
//! | [`terminal`] | the real terminal: enter, restore, signals, reading keys, colour depth |
//! | [`cli`] | the command line, a file a subcommand |
//!
//! The screen, with the module behind each region:
//!
//! ```text
//!  r72 three slots → him                 baseline  only q  only v2   · dot            view::top
//!  q* K= V= G= → e* → α* → c* → z* → p* → L*                BOS I gave ▸ ?            view::top
//!  only q changed; that reaches every stage, from e to L                              view::top
//!  SOURCE AXIS  j = 1..3  slots           VOCAB AXIS  w = 1..3  words                 view::top
//!  q       0.00 *  1.00 *                 G         ▸him       book  yesterday        view::given
//!  j slot        k_j             v_j      d=1     2.00       0.00       0.00          view::given
//!  1 他     1.00    0.00    2.00    0.00  d=2     0.00       1.00       0.00          view::given
//!  …
//!   α_j v_j = (0.310725 0.000000) + (0.000000 1.689275) + (0.422319 0.844638)          view::bridge
//! ────────────── c = Σ_j α_j v_j = (  0.733044*  2.533913* ) → z = c G ───────────    view::bridge
//!  j slot       e_j       α_j  0    1     w word            z_w       p_w  0    1     view::derived
//!  1 他    0.000000* 0.155362* ▉  │       1▸him        1.466087* 0.241553* █▌  │      view::{derived, bar}
//!  …
//!  softmax over j     Σ_j α_j = 1.000000  softmax over w      Σ_w p_w = 1.000000      view::derived
//!                                         L = −ln p(him) = 1.420665* +1.067826        view::loss
//! ────────────────────────────────────────────────────────────────────────────────    view::dock
//!  step 2/9  Only q changed …    the tour, a prediction, laws, an explanation:         view::dock, explorer::docked
//!  q[1]  query, component 1 of 2                                                      explorer::explaining, explain
//!  e_1 = q·k_1 = 0×1 + 1×0 = 0.000000
//!  ? help  0-9 edit  Tab branch  : command  L 中文     u undo  q leave  [ ] nudge     view::dock, explorer::table
//! ```

#![warn(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout, clippy::print_stderr)]
#![warn(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_possible_wrap)]

pub mod cli;
pub mod engine;
pub mod explain;
pub mod explorer;
pub mod scenario;
pub mod terminal;
pub mod translator;
pub mod view;
pub mod words;
