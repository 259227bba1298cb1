//! What can be wrong with a file of a trained translator.

use crate::translator::{CannotBuild, Side};
use crate::words::{Text, translator_file as say};

/// Why a file is not read. Rows and columns count from 0.
#[derive(Clone, Debug, PartialEq)]
pub enum TranslatorFault {
    /// It ends before what it announces.
    Cut,
    /// Its header is said to be larger than any.
    HeaderTooLarge {
        /// Bytes it is said to have.
        claimed: u64,
        /// Bytes it may have.
        most: usize,
    },
    /// Its header is not read.
    Header {
        /// In the words of the reader.
        reason: String,
    },
    /// Its tensors do not lie as the format has it.
    Layout {
        /// In the words of the reader.
        reason: String,
    },
    /// Written by a later version.
    Newer {
        /// Its format.
        format: u64,
    },
    /// What the program has written about it is not as it writes it.
    Metadata {
        /// The field, or the words of the reader.
        what: String,
    },
    /// A type that is not read.
    Dtype {
        /// Of which tensor.
        tensor: String,
        /// The type.
        found: String,
    },
    /// A tensor no such translator has.
    Unknown {
        /// Its name.
        tensor: String,
        /// One that it may be meant to be.
        nearest: Option<String>,
    },
    /// A tensor that is not there.
    Missing {
        /// Its name.
        tensor: String,
    },
    /// A tensor whose sizes tell the others', and that is no matrix.
    NoMatrix {
        /// Its name.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
    },
    /// A tensor of another shape.
    Shape {
        /// Its name.
        tensor: String,
        /// Its shape.
        found: Vec<usize>,
        /// What fits the others.
        wanted: Vec<usize>,
    },
    /// There is no translator of these sizes.
    CannotBuild(CannotBuild),
    /// More numbers than are read.
    TooMany {
        /// How many.
        count: usize,
        /// How many there may be.
        most: usize,
    },
    /// A number that is none.
    NotFinite {
        /// In which tensor.
        tensor: String,
        /// In which row.
        row: usize,
        /// In which column; `None` in a vector.
        column: Option<usize>,
        /// NaN, or an infinity.
        number: f64,
    },
    /// Averages m and v that no training has.
    Averages {
        /// Of which tensor.
        tensor: String,
    },
    /// Parameters alone, of a vocabulary that is not the lesson's.
    Words {
        /// On which side.
        side: Side,
        /// How many words there are, marks included.
        found: usize,
        /// How many the lesson has.
        lesson: usize,
    },
}

impl TranslatorFault {
    /// The sentence, without the file's name.
    pub fn text(&self) -> Text {
        match self {
            Self::Cut => say::cut(),
            Self::HeaderTooLarge { claimed, most } => say::header_too_large(*claimed, *most),
            Self::Header { reason } => say::header(reason),
            Self::Layout { reason } => say::layout(reason),
            Self::Newer { format } => say::newer(*format),
            Self::Metadata { what } => say::metadata(what),
            Self::Dtype { tensor, found } => say::dtype(tensor, found),
            Self::Unknown { tensor, nearest } => say::unknown(tensor, nearest.as_deref()),
            Self::Missing { tensor } => say::missing(tensor),
            Self::NoMatrix { tensor, found } => say::no_matrix(tensor, found),
            Self::Shape { tensor, found, wanted } => say::shape(tensor, found, wanted),
            Self::CannotBuild(reason) => say::cannot_build(*reason),
            Self::TooMany { count, most } => say::too_many(*count, *most),
            Self::NotFinite { tensor, row, column, number } => say::not_finite(tensor, *row, *column, *number),
            Self::Averages { tensor } => say::averages(tensor),
            Self::Words { side, found, lesson } => say::words(*side, *found, *lesson),
        }
    }
}
