//! The way of one word's error, as sizes: from its loss to the context, to weights and values, to query and state.

use super::corpus::PAD;
use super::design::Timing;
use super::kernels::add_transposed_product;
use super::parameters::{Parameters, Tensor};
use super::passage::Passage;
use super::way_back::{Losses, WayBack};

/// How long each gradient of one step's loss is (Euclidean length), along its way.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// |∂L/∂z_t|, of the word scores.
    pub logits: f64,
    /// |∂L/∂c_t| in all, and the two ways it comes by: the output head, and the cell that takes c_t in (`None` where it
    /// takes in another step's).
    pub context: f64,
    /// By the head.
    pub context_by_head: f64,
    /// By the cell.
    pub context_by_cell: Option<f64>,
    /// What reading feels; `None` where nothing reads.
    pub reading: Option<RouteOfReading>,
    /// |∂L/∂h_t|, of the state that predicts.
    pub state: f64,
    /// |∂L/∂h_{t−1}|, of the state before the step (h_0 for the first).
    pub state_before: f64,
}

/// The part of the way that leads through reading.
#[derive(Clone, Debug, PartialEq)]
pub struct RouteOfReading {
    /// |∂L/∂α_t|.
    pub weights: f64,
    /// |∂L/∂e_t|.
    pub scores: f64,
    /// |∂L/∂q_t|.
    pub query: f64,
    /// |W_qᵀ ∂L/∂q_t|: what of it reaches the state that asked.
    pub state_by_query: f64,
    /// By source place: α_tj |∂L/∂c_t|, what z_j feels as a value of this step; 0 for PAD.
    pub values: Vec<f64>,
    /// By source place: |∂L/∂e_tj| |q_t| / √d, what z_j feels as a key of this step.
    pub keys: Vec<f64>,
}

impl Route {
    /// The way of the loss of step t, with `targets` as the right words.
    pub fn of(parameters: &Parameters, passage: &Passage, targets: &[usize], t: usize) -> Self {
        let mut back = WayBack::default();
        let mut gradient = Parameters::zero(parameters.shapes().clone());
        back.follow(parameters, passage, targets, Losses::Only(t), &mut gradient);
        let shapes = parameters.shapes();
        let by_head = back.context_by_head(t);
        let by_cell: Vec<f64> = back.context(t).iter().zip(by_head).map(|(all, head)| all - head).collect();
        let reads_first = shapes.design.timing() != Some(Timing::UpdateThenRead);
        let before = t.checked_sub(1).map_or(back.first_state(), |before| back.h(before));
        Self {
            logits: length(back.logits(t)),
            context: length(back.context(t)),
            context_by_head: length(by_head),
            context_by_cell: reads_first.then(|| length(&by_cell)),
            reading: RouteOfReading::of(parameters, passage, &back, t),
            state: length(back.h(t)),
            state_before: length(before),
        }
    }
}

impl RouteOfReading {
    fn of(parameters: &Parameters, passage: &Passage, back: &WayBack, t: usize) -> Option<Self> {
        let (of_query, weights) = (back.query(t)?, passage.attention(t)?);
        let (of_scores, query) = (back.scores(t)?, passage.query(t)?);
        let mut of_state = vec![0.0; of_query.len()];
        add_transposed_product(&mut of_state, parameters.get(Tensor::Query), of_query);
        #[expect(clippy::cast_precision_loss, reason = "a width far below 2^53")]
        let root = (query.len() as f64).sqrt();
        let (of_context, asked) = (length(back.context(t)), length(query));
        let masked = |place: usize| passage.source()[place] == PAD;
        Some(Self {
            weights: length(back.attention(t)?),
            scores: length(of_scores),
            query: length(of_query),
            state_by_query: length(&of_state),
            values: weights.iter().map(|weight| weight * of_context).collect(),
            keys: of_scores
                .iter()
                .enumerate()
                .map(|(place, of_score)| if masked(place) { 0.0 } else { of_score.abs() * asked / root })
                .collect(),
        })
    }
}

/// The Euclidean length, by the largest component first, so that a square does not leave f64 where the length does not.
fn length(vector: &[f64]) -> f64 {
    let largest = vector.iter().fold(0.0_f64, |largest, number| largest.max(number.abs()));
    if largest == 0.0 {
        return 0.0;
    }
    largest * vector.iter().map(|number| (number / largest) * (number / largest)).sum::<f64>().sqrt()
}
