//! What `eval` has computed: the scenario, the branch and the edits, and all that follows from them.

use super::learning::Learnt;
use super::mistaken::{laws_broken, undefined as undefined_by_mistake};
use crate::engine::laws::Law;
use crate::engine::mistakes::{Difference, Mistake, Mistaken};
use crate::engine::{Contributions, Givens, Gradients, NoGradients, NoLoss, Parameter, Tensor, Trace};
use crate::scenario::{Label, Names, Scenario, Scope, set_by_hand, tensor_name};
use crate::words::{Text, cli, cli_eval as words, mistakes, undefined};

/// What else is to be computed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Asked {
    pub gradients: bool,
    pub contributions: bool,
    pub mistake: Option<Mistake>,
}

/// One evaluation, complete before any of it is written.
pub(super) struct Evaluation {
    scenario: Scenario,
    branch: String,
    edits: Vec<String>,
    givens: Givens,
    trace: Trace,
    /// What was learnt before, where something was: the givens are those after it.
    learnt: Option<Learnt>,
    /// What is made of it instead, where a mistake was asked for.
    made: Option<Made>,
    with_gradients: bool,
    with_contributions: bool,
    /// Of the right computation; `None` when they were not asked for, or there are none under the mistake.
    gradients: Option<Result<Gradients, NoGradients>>,
}

/// A mistake, and what is known of it as a whole.
pub(super) struct Made {
    pub mistaken: Mistaken,
    pub difference: Difference,
    /// In any of the rows.
    pub laws_broken: Vec<Law>,
}

impl Made {
    fn new(mistake: Mistake, givens: &Givens, trace: &Trace) -> Self {
        let mistaken = Mistaken::new(mistake, givens, trace);
        Self { difference: mistaken.difference(), laws_broken: laws_broken(&mistaken), mistaken }
    }

    pub fn mistake(&self) -> Mistake {
        self.mistaken.mistake()
    }
}

impl Evaluation {
    /// Computes everything from the givens of a branch after the edits.
    pub fn of(scenario: Scenario, branch: String, edits: Vec<String>, givens: Givens, asked: Asked) -> Self {
        let Asked { gradients: with_gradients, contributions: with_contributions, mistake } = asked;
        let trace = Trace::new(&givens);
        let made = mistake.map(|mistake| Made::new(mistake, &givens, &trace));
        let sensible = mistake.is_none_or(|mistake| mistake == Mistake::GradientWithoutCoupling);
        let gradients = (with_gradients && sensible).then(|| Gradients::of(&givens, &trace));
        Self {
            scenario,
            branch,
            edits,
            givens,
            trace,
            learnt: None,
            made,
            with_gradients,
            with_contributions,
            gradients,
        }
    }

    /// The same after learning.
    #[must_use]
    pub fn after(self, learnt: Option<Learnt>) -> Self {
        let Some(learnt) = learnt else { return self };
        let learner = learnt.run.newest();
        let (givens, trace) = (learner.givens().clone(), learner.trace().clone());
        let gradients = self.with_gradients.then(|| Gradients::of(&givens, &trace));
        Self { givens, trace, gradients, learnt: Some(learnt), ..self }
    }

    /// What was learnt before these numbers.
    pub fn learnt(&self) -> Option<&Learnt> {
        self.learnt.as_ref()
    }

    pub fn id(&self) -> &str {
        &self.scenario.id
    }

    pub fn title(&self) -> Option<&Text> {
        self.scenario.title.as_ref()
    }

    /// What the reading is called, where the file holds several.
    pub fn reading(&self) -> Option<&Label> {
        self.scenario.label()
    }

    /// The id of the branch.
    pub fn branch(&self) -> &str {
        &self.branch
    }

    pub fn branch_title(&self) -> Option<&Text> {
        self.scenario.interventions.iter().find(|known| known.id == self.branch)?.title.as_ref()
    }

    /// The `--set` of this call, as they were written.
    pub fn edits(&self) -> &[String] {
        &self.edits
    }

    pub fn names(&self) -> &Names {
        &self.scenario.names
    }

    pub fn givens(&self) -> &Givens {
        &self.givens
    }

    /// The addresses of what is set by hand of q, k and v, whatever the words give.
    pub fn set_by_hand(&self) -> Vec<String> {
        let scope = Scope { givens: &self.givens, names: self.names(), focused_row: None };
        set_by_hand(&self.givens).iter().map(|setting| setting.address.write(&scope)).collect()
    }

    /// The right computation.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The mistake that is made instead.
    pub fn made(&self) -> Option<&Made> {
        self.made.as_ref()
    }

    /// The target word of a row.
    pub fn target(&self, row: usize) -> Option<&str> {
        let target = self.givens.targets.get(row).copied()??;
        self.names().words.get(target).map(String::as_str)
    }

    pub fn contributions_wanted(&self) -> bool {
        self.with_contributions
    }

    /// What the slots of a row add to its logits, when that was asked for and the row is defined.
    pub fn contributions(&self, row: usize) -> Option<Contributions> {
        let defined = self.with_contributions && self.trace.outlook(row).words.is_ok();
        defined.then(|| Contributions::of(&self.trace, row).ok()).flatten()
    }

    pub fn gradients_wanted(&self) -> bool {
        self.with_gradients
    }

    /// The gradients, when they were asked for and there are any: those of the mistake, where one is made.
    pub fn gradients(&self) -> Option<&Gradients> {
        self.found_gradients()?.ok()
    }

    /// Those of the right computation beside a mistake.
    pub fn right_gradients(&self) -> Option<&Gradients> {
        self.gradients.as_ref().filter(|_| self.made.is_some())?.as_ref().ok()
    }

    /// `None` where they were not asked for, or a mistake is made that leaves none.
    fn found_gradients(&self) -> Option<Result<&Gradients, NoGradients>> {
        match &self.made {
            Some(made) => made.mistaken.gradients().filter(|_| self.with_gradients),
            None => self.gradients.as_ref().map(|found| found.as_ref().map_err(|reason| *reason)),
        }
    }

    /// Why there are none although they were asked for.
    pub fn no_gradients(&self) -> Option<Text> {
        let Some(found) = self.found_gradients() else { return self.with_gradients.then(mistakes::no_gradients) };
        Some(match found.err()? {
            NoGradients::Overflow { .. } => words::GRADIENTS_OVERFLOW.clone(),
            NoGradients::NoTarget | NoGradients::Undefined => words::NO_GRADIENTS.clone(),
        })
    }

    /// What a reader of the numbers alone could miss: undefined rows, a sum or a gradient beyond f64.
    pub fn warnings(&self) -> Vec<Text> {
        if let Some(made) = &self.made {
            return self.warnings_under(made);
        }
        let undefined = self.trace.rows().filter_map(|row| row.undefined());
        let mut warnings: Vec<Text> = undefined
            .map(|reason| {
                cli::row_undefined(
                    reason.row() + 1,
                    &undefined::reason(reason, &self.names().slots, &self.names().words),
                )
            })
            .collect();
        warnings.extend(self.learnt.as_ref().and_then(Learnt::warning));
        if self.trace.loss() == Err(NoLoss::Overflow) {
            warnings.push(words::TOTAL_OVERFLOWS.clone());
        }
        if let Some(Err(NoGradients::Overflow { .. })) = self.gradients {
            warnings.push(words::GRADIENTS_OVERFLOW.clone());
        }
        warnings
    }

    /// The same of the numbers of a mistake.
    fn warnings_under(&self, made: &Made) -> Vec<Text> {
        let rows = (0..self.givens.rows()).filter_map(|t| {
            let row = made.mistaken.row(t);
            let reason = undefined_by_mistake(self, &row)?;
            let by_itself = row.undefined().is_some();
            Some(if by_itself { cli::row_undefined(t + 1, &reason) } else { cli::about_row(t + 1, &reason) })
        });
        let mut warnings: Vec<Text> = rows.collect();
        if made.mistaken.loss() == Err(NoLoss::Overflow) {
            warnings.push(words::TOTAL_OVERFLOWS.clone());
        }
        let without = self.no_gradients().filter(|without| *without != words::NO_GRADIENTS);
        warnings.extend(without);
        warnings
    }
}

/// All gradients in the order they are written: Q, K, V, G, the bias where there is one, the scores, contexts and logits,
/// the parameters of the scorer in use, the words and projections where the scenario is given by them.
pub(super) fn gradient_matrices(gradients: &Gradients) -> Vec<GradientMatrix<'_>> {
    let parameters = Parameter::ALL.map(|parameter| By::Given(Tensor::Parameter(parameter)));
    let tensors = [Tensor::Queries, Tensor::Keys, Tensor::Values, Tensor::Head, Tensor::Bias].map(By::Given);
    tensors
        .into_iter()
        .chain([By::Scores, By::Contexts, By::Logits])
        .chain(parameters)
        .chain(Tensor::OF_WORDS.map(By::Given))
        .filter_map(|by| GradientMatrix::new(gradients, by))
        .collect()
}

/// What the columns of a quantity are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Columns {
    /// Components of a vector.
    Components,
    /// The source axis.
    Slots,
    /// The vocab axis.
    Words,
}

/// What a gradient is taken by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum By {
    Given(Tensor),
    Scores,
    Contexts,
    Logits,
}

/// One gradient as written on paper, its rows worked out when they are asked for: ∂L/∂G is as large as G.
pub(super) struct GradientMatrix<'a> {
    gradients: &'a Gradients,
    by: By,
    /// The name of what it is taken by: that of the address, or of the field in the output.
    pub name: &'static str,
    pub rows: usize,
    /// A vector rather than a matrix: it has one row.
    pub is_vector: bool,
    pub columns: Columns,
}

impl<'a> GradientMatrix<'a> {
    fn new(gradients: &'a Gradients, by: By) -> Option<Self> {
        let name = match by {
            By::Given(tensor) => tensor_name(tensor),
            By::Scores => "scores",
            By::Contexts => "context",
            By::Logits => "logits",
        };
        let rows = match by {
            By::Given(tensor) => gradients.shape(tensor)?.0,
            By::Scores => gradients.scores().count(),
            By::Contexts => gradients.contexts().count(),
            By::Logits => gradients.logits().rows(),
        };
        let columns = match by {
            By::Scores => Columns::Slots,
            By::Logits | By::Given(Tensor::Head | Tensor::Bias) => Columns::Words,
            _ => Columns::Components,
        };
        let is_vector = matches!(by, By::Given(Tensor::Parameter(parameter)) if !parameter.is_matrix());
        Some(Self { gradients, by, name, rows, is_vector, columns })
    }

    /// One row, below `rows`.
    pub fn row(&self, row: usize) -> Vec<f64> {
        match self.by {
            By::Given(tensor) => self.gradients.row(tensor, row).unwrap_or_default(),
            By::Scores => self.gradients.scores().line(row).to_vec(),
            By::Contexts => self.gradients.contexts().line(row).to_vec(),
            By::Logits => self.gradients.logits().row(row),
        }
    }
}
