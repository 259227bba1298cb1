//! The picture of the model: vectors as points of a plane.
//!
//! A picture has two dimensions, a model may have more. A [`Plane`] is two directions, along components or along the
//! [`Principal`] ones; a point is shown at its products with them. What is drawn of a space of more dimensions is either a
//! projection (points, their hull) or a slice (where each word wins, where a score is the same), and each says which.
//!
//! | to find | look at |
//! |---|---|
//! | the directions, and where a vector lies along them | [`Plane`], [`Direction`] |
//! | the two along which points differ most | [`Principal`] |
//! | the hull of points of a plane | [`outline()`] |
//! | which word's logit is largest, and where | [`Slopes`], [`Slice`] |
//! | the score as a function of where the key lies | [`ScoreField`] |
//! | where the context goes as the query turns once around | [`Turn`] |
//! | the cells a picture is made of, and round numbers | [`Raster`], [`Extent`], [`round_step`] |

mod field;
mod outline;
mod plane;
mod principal;
mod raster;
mod regions;
mod turn;

pub use field::ScoreField;
pub use outline::outline;
pub use plane::{Direction, Place, Plane};
pub use principal::{NoPrincipal, Principal};
pub use raster::{Extent, Raster, round_step};
pub use regions::{Slice, Slopes, logits_at};
pub use turn::Turn;
