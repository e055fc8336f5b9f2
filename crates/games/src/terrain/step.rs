//! A pawn's move from one square to another.

use std::fmt;
use std::str::FromStr;

use rules::{ParseError, Square, Symmetry, Text};

/// A pawn's move from one square to another, written `b2b5`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where the pawn stands.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

impl Step {
    /// Numbers of moves are less than this.
    pub(crate) const ACTIONS: u16 = 64 * 64;

    /// The move with that number.
    pub(crate) fn from_action(action: u16) -> Option<Self> {
        let square = |index: u16| Square::from_index((index % 64) as u8);
        (action < Self::ACTIONS).then(|| Self { from: square(action / 64), to: square(action) })
    }

    /// The image under a symmetry of the board.
    pub(crate) const fn image(self, symmetry: Symmetry) -> Self {
        Self { from: symmetry.square(self.from), to: symmetry.square(self.to) }
    }
}

impl From<Step> for u16 {
    fn from(step: Step) -> Self {
        Self::from(step.from.index()) << 6 | Self::from(step.to.index())
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)
    }
}

/// Reads `b2b5`, and also `b2-b5` and `b2xb5`.
impl FromStr for Step {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let split = match text.as_bytes() {
            [_, _, _, _] => Some(2),
            [_, _, b'-' | b'x' | b'X', _, _] => Some(3),
            _ => None,
        };
        let parts = split.and_then(|to| Some((text.get(..2)?, text.get(to..)?)));
        let Some((from, to)) = parts else {
            return Err(ParseError::whole(
                text,
                Text::composed(
                    format!("'{text}' is no move: write where a pawn goes from and to, as b2b5"),
                    format!(
                        "« {text} » n'est pas un coup : écrivez le départ et l'arrivée, comme b2b5"
                    ),
                ),
            ));
        };
        let to_at = text.len() - to.len();
        Ok(Self { from: from.parse()?, to: to.parse().map_err(|e: ParseError| e.shifted(to_at))? })
    }
}
