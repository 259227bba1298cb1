//! Writing a scenario: as a new file, into a file written by hand, and safely onto the disk.

mod align;
mod arrays;
mod edit;
mod patch;
mod replace;
mod sections;
mod settings;
mod write;

pub use patch::{Patched, patch, patch_or_rewrite};
pub use replace::{CannotReplace, replace_file};
pub use write::to_toml;
