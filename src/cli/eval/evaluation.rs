//! What `eval` has computed: the scenario, the branch and the edits, and all that follows from them.

use crate::engine::{Givens, Gradients, NoGradients, NoLoss, Parameter, Tensor, Trace};
use crate::scenario::{Label, Names, Scenario, Scope, set_by_hand, tensor_name};
use crate::words::{Text, cli, cli_eval as words, undefined};

/// One evaluation, complete before any of it is written.
pub(super) struct Evaluation {
    scenario: Scenario,
    branch: String,
    edits: Vec<String>,
    givens: Givens,
    trace: Trace,
    /// `None` when they were not asked for.
    gradients: Option<Result<Gradients, NoGradients>>,
}

impl Evaluation {
    /// Computes everything from the givens of a branch after the edits.
    pub fn of(scenario: Scenario, branch: String, edits: Vec<String>, givens: Givens, with_gradients: bool) -> Self {
        let trace = Trace::new(&givens);
        let gradients = with_gradients.then(|| Gradients::of(&givens, &trace));
        Self { scenario, branch, edits, givens, trace, gradients }
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

    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The target word of a row.
    pub fn target(&self, row: usize) -> Option<&str> {
        let target = self.givens.targets.get(row).copied()??;
        self.names().words.get(target).map(String::as_str)
    }

    pub fn gradients_wanted(&self) -> bool {
        self.gradients.is_some()
    }

    /// The gradients, when they were asked for and there are any.
    pub fn gradients(&self) -> Option<&Gradients> {
        self.gradients.as_ref()?.as_ref().ok()
    }

    /// Why there are none although they were asked for.
    pub fn no_gradients(&self) -> Option<Text> {
        Some(match self.gradients.as_ref()?.as_ref().err()? {
            NoGradients::Overflow { .. } => words::GRADIENTS_OVERFLOW.clone(),
            NoGradients::NoTarget | NoGradients::Undefined => words::NO_GRADIENTS.clone(),
        })
    }

    /// What a reader of the numbers alone could miss: undefined rows, a sum or a gradient beyond f64.
    pub fn warnings(&self) -> Vec<Text> {
        let undefined = self.trace.rows().filter_map(|row| row.undefined());
        let mut warnings: Vec<Text> = undefined
            .map(|reason| {
                cli::row_undefined(
                    reason.row() + 1,
                    &undefined::reason(reason, &self.names().slots, &self.names().words),
                )
            })
            .collect();
        if self.trace.loss() == Err(NoLoss::Overflow) {
            warnings.push(words::TOTAL_OVERFLOWS.clone());
        }
        if let Some(Err(NoGradients::Overflow { .. })) = self.gradients {
            warnings.push(words::GRADIENTS_OVERFLOW.clone());
        }
        warnings
    }

    /// All gradients in the order they are written: Q, K, V, G, the bias where there is one, the scores, contexts and
    /// logits, the parameters of the scorer in use, the words and projections where the scenario is given by them.
    pub fn gradient_matrices(&self) -> Vec<GradientMatrix<'_>> {
        let Some(gradients) = self.gradients() else { return Vec::new() };
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
