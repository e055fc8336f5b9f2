//! Diagrams in the rules of a game.
//!
//! They are blocks of Markdown fenced with ` ```board `, a line for each part, all but one of them
//! optional:
//!
//! ```text
//! position: 8/8/8/3ox3/3xo3/8/8/8 x     where it begins; the start of the game otherwise
//! moves: d3 c5                          what has been played from there
//! show: moves                           lights up what can be played
//! pick: d8                              the cells pointed at so far: lights up what can follow
//! caption: The disc on d4 has turned.   what is to be seen
//! ```

use std::error::Error;
use std::fmt;

use crate::{AnyGame, Record, Setup, Spot, View};

/// The first line of a diagram.
const FENCE: &str = "```board";

/// Diagram of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    /// What is drawn; its choices are those to light up.
    pub view: View,
    /// What has been pointed at.
    pub picked: Vec<Spot>,
    /// What is to be seen.
    pub caption: String,
}

/// Error in a diagram, for the authors of the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramError {
    /// The line of the page that is wrong, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub why: String,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.why)
    }
}

impl Error for DiagramError {}

impl Diagram {
    /// The diagrams of a page about `game`, in their order.
    pub fn all(game: &dyn AnyGame, page: &str) -> Result<Vec<Self>, DiagramError> {
        let mut lines = (1..).zip(page.lines());
        let mut found = Vec::new();
        while let Some((line, text)) = lines.next() {
            if text.trim_end() == FENCE {
                let block = lines.by_ref().take_while(|(_, text)| text.trim_end() != "```");
                found.push(Self::read(game, line, block)?);
            }
        }
        Ok(found)
    }

    fn read<'a>(
        game: &dyn AnyGame,
        first: usize,
        block: impl Iterator<Item = (usize, &'a str)>,
    ) -> Result<Self, DiagramError> {
        let (mut position, mut moves, mut caption) = (None, Vec::new(), "");
        let (mut picked, mut shows) = (Vec::new(), false);
        let words = |text: &'a str| text.split_whitespace();
        for (line, text) in block {
            let wrong = |why: String| DiagramError { line, why };
            let (key, value) =
                text.split_once(':').ok_or_else(|| wrong("'key: value' is missing".into()))?;
            let value = value.trim();
            match key.trim() {
                "position" => position = Some(value),
                "moves" => moves = words(value).map(str::to_owned).collect(),
                "show" if value == "moves" => shows = true,
                "pick" => picked = words(value).map(|label| (line, label)).collect(),
                "caption" => caption = value,
                _ => return Err(wrong(format!("'{text}' means nothing here"))),
            }
        }
        let wrong = |why: String| DiagramError { line: first, why };
        if caption.is_empty() {
            return Err(wrong("a diagram has a caption".into()));
        }
        let start = match position {
            Some(position) => position.to_owned(),
            None => game.start(&Setup::default()).map_err(|error| wrong(error.to_string()))?,
        };
        let record = Record { start, swap: false, moves };
        let mut view = game.open(&record).map_err(|error| wrong(error.to_string()))?.view();
        let picked = spots(&view, &picked)?;
        if !shows && picked.is_empty() {
            view.choices.clear();
        } else if !view.choices.iter().any(|choice| choice.steps.starts_with(&picked)) {
            return Err(wrong("nothing can be played there".into()));
        }
        Ok(Self { view, picked, caption: caption.to_owned() })
    }
}

/// The spots of the cells of these names.
fn spots(view: &View, labels: &[(usize, &str)]) -> Result<Vec<Spot>, DiagramError> {
    let cells = &view.board.cells;
    let find = |&(line, label): &(usize, &str)| {
        let cell = cells.iter().find(|cell| cell.label == label);
        cell.and_then(|cell| cell.spot)
            .ok_or_else(|| DiagramError { line, why: format!("there is no cell '{label}'") })
    };
    labels.iter().map(find).collect()
}
