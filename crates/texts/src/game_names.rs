//! Games by the names that people type.

use rules::{Info, Text};

use crate::text;

/// The place of a game among `games`, by its id or its title in any language, ignoring hyphens and case. The error names
/// the game that was perhaps meant.
pub fn find_game(name: &str, games: &[&Info]) -> Result<usize, Text> {
    let wanted = normalized(name);
    let mut nearest: Option<(usize, &str)> = None;
    for (index, info) in games.iter().enumerate() {
        for known in [info.id, &*info.title.en, &*info.title.fr] {
            let distance = strsim::levenshtein(&wanted, &normalized(known));
            if distance == 0 {
                return Ok(index);
            }
            let close = distance * 2 < known.chars().count();
            if close && nearest.is_none_or(|(least, _)| distance < least) {
                nearest = Some((distance, info.id));
            }
        }
    }
    let known: Vec<_> = games.iter().map(|info| info.id).collect();
    let known = known.join(", ");
    let (name, known) = (("name", name.into()), ("known", (&*known).into()));
    Err(match nearest {
        None => text("unknown-game", &[name, known]),
        Some((_, near)) => text("unknown-game-near", &[name, ("near", near.into()), known]),
    })
}

/// Letters and digits of a name in lower case: the form in which names are compared.
pub fn normalized(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
