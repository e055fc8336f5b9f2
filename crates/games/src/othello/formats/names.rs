//! The files beside those of WTHOR: the names of players (`.jou`) and of tournaments (`.trn`), all of the
//! same length, by their numbers.

use rules::{GameFile, ParseError, Text};

use super::wthor::HEADER;

/// How the name of a file of players' names ends.
pub(super) const PLAYERS: &str = "jou";
/// How that of a file of tournaments' names does.
pub(super) const TOURNAMENTS: &str = "trn";

/// The names of one kind.
#[derive(Clone, Copy, Default)]
pub(super) struct Names<'a> {
    names: &'a [u8],
    length: usize,
}

impl<'a> Names<'a> {
    /// Reads the names in the file that ends so, if it is there.
    pub(super) fn find(
        ending: &str,
        length: usize,
        files: &[GameFile<'a>],
    ) -> Result<Self, ParseError> {
        let Some(file) = files.iter().find(|file| file.ends_with(&[ending])) else {
            return Ok(Self { length, ..Self::default() });
        };
        match file.bytes.split_at_checked(HEADER) {
            Some((_, names)) if names.len().is_multiple_of(length) => Ok(Self { names, length }),
            _ => Err(ParseError { at: 0..0, text: no_names(file.name, length) }),
        }
    }

    /// The name with that number, or the number itself. Whom nobody knows is called `???`, and has number 0.
    pub(super) fn get(&self, number: u16) -> Option<String> {
        let name = self.names.chunks_exact(self.length).nth(number.into());
        let unnamed = || (number > 0).then(|| format!("#{number}"));
        name.map_or_else(unnamed, |name| {
            let letters = name.iter().take_while(|byte| **byte != 0);
            let name: String = letters.map(|byte| char::from(*byte)).collect();
            let is_known = name.trim().chars().any(|letter| letter != '?');
            is_known.then(|| name.trim().to_owned())
        })
    }
}

fn no_names(file: &str, length: usize) -> Text {
    Text::composed(
        format!(
            "{file}, which should have the names, is not {HEADER} bytes and {length} for each name"
        ),
        format!("{file}, qui devrait avoir les noms, n'a pas {HEADER} octets et {length} par nom"),
    )
}
