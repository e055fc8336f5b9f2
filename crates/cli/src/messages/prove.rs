//! Messages of `damier prove`.

use engine::{Goal, ProvedClaim, ResultClaim};
use rules::Text;
use texts::{args, text};

/// What is proved.
pub(crate) fn claim(proved: &ProvedClaim) -> Text {
    let &ProvedClaim { claim: ResultClaim { seat, goal }, plies, moves } = proved;
    let (id, margin) = match goal {
        Goal::Win => ("prove-win", 0),
        Goal::Draw => ("prove-draw", 0),
        Goal::Margin(margin) => ("prove-margin", margin),
    };
    text(id, args!(number = seat, margin = format!("{margin:+}"), plies, moves))
}
