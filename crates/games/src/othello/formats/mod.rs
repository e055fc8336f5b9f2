//! The files in which other programs keep games and positions of Othello.

mod ggf;
mod names;
mod obf;
mod replay;
mod wthor;

use rules::Format;

/// The formats, in the order in which a file is tried.
pub(super) const FORMATS: &[Format] = &[ggf::FORMAT, wthor::FORMAT, obf::FORMAT];
