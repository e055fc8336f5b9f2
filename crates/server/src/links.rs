//! The addresses of the page's own screens.

use std::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rules::{AnyGame, Record, SWAP, Setup};

/// Where the page analyses a game as far as a record goes.
pub(crate) fn analysis(game: &dyn AnyGame, record: &Record) -> String {
    let info = game.info();
    let runs_together = |entry: &String| entry != SWAP && entry.chars().count() == info.move_width;
    let between = if record.moves.iter().all(runs_together) { "" } else { "," };
    let mut path = format!("/analyse/{}", info.id);
    if !record.moves.is_empty() {
        path += "/";
        path += &escape(&record.moves.join(between));
    }
    let usual = info.tiles.is_empty()
        && game.start(&Setup::default()).is_ok_and(|start| start == record.start);
    let mut query = Vec::new();
    if !usual {
        query.push(format!("start={}", escape(&record.start)));
    }
    if record.swap {
        query.push("swap=yes".to_owned());
    }
    if !query.is_empty() {
        path += "?";
        path += &query.join("&");
    }
    path
}

/// What an address leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Target {
    /// A match.
    Match(String),
    /// An analysis that is kept, or a game's own board.
    Named(String),
    /// A game as far as these moves, or a position.
    Game { game: String, moves: String, start: Option<String>, swap: bool },
}

/// Whether a text is an address at all.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim();
    let after = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    after.is_some() || text.starts_with('/')
}

/// What an address of one of the page's screens leads to, on whatever machine; else the bytes of it
/// that lead nowhere.
pub(crate) fn target(text: &str) -> Result<Target, Range<usize>> {
    let begin = text.len() - text.trim_start().len();
    let whole = text.trim();
    let path = match whole.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => whole,
    };
    let start_of_path = begin + whole.len() - path.len();
    let nowhere = start_of_path..begin + whole.len();
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut parts = path.trim_start_matches('/').splitn(3, '/');
    let part = |part: Option<&str>| part.filter(|part| !part.is_empty()).and_then(unescape);
    match (parts.next(), part(parts.next()), parts.next()) {
        (Some("m"), Some(id), None | Some("" | "analyse")) => Ok(Target::Match(id)),
        (Some("analyse"), Some(name), rest) => {
            let moves = unescape(rest.unwrap_or_default()).ok_or(nowhere)?;
            let field = |name: &str| {
                let mut fields = query.split('&').filter_map(|field| field.split_once('='));
                fields.find(|(other, _)| *other == name).and_then(|(_, value)| unescape(value))
            };
            let (start, swap) = (field("start"), field("swap").is_some_and(|swap| swap == "yes"));
            if moves.is_empty() && start.is_none() {
                return Ok(Target::Named(name));
            }
            Ok(Target::Game { game: name, moves, start, swap })
        }
        _ => Err(nowhere),
    }
}

/// Bytes that are percent-encoded in a path or a query value.
const ESCAPED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b',');

fn escape(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED).to_string()
}

/// Decodes a path or a query value; `None` if that is not UTF-8. As in browsers, `%` without two digits
/// stands for itself.
fn unescape(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    Some(percent_decode_str(&text).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_and_read_back() {
        for text in ["", "4453", "b8>lb2b5", "8/8 x YB/GR --/-- classic", "é %+&?#"] {
            assert_eq!(unescape(&escape(text)).as_deref(), Some(text));
            assert!(!escape(text).contains(['?', '#', '&', ' ', '+']));
        }
        for text in ["%", "%4", "%zz"] {
            assert_eq!(unescape(text).as_deref(), Some(text));
        }
        assert_eq!(unescape("%ff"), None);
    }

    #[test]
    fn links_lead_to_screens() {
        let game = |moves: &str, start: Option<&str>, swap| Target::Game {
            game: "g".to_owned(),
            moves: moves.to_owned(),
            start: start.map(ToOwned::to_owned),
            swap,
        };
        for (link, target) in [
            ("http://localhost:4747/m/abc", Target::Match("abc".to_owned())),
            (" https://a.test/m/abc/analyse#x ", Target::Match("abc".to_owned())),
            ("/m/abc/", Target::Match("abc".to_owned())),
            ("/analyse/abc", Target::Named("abc".to_owned())),
            ("/analyse/g/4453", game("4453", None, false)),
            ("/analyse/g/8/8%20x", game("8/8 x", None, false)),
            ("/analyse/g/d8d5,swap?start=8/8+x&swap=yes", game("d8d5,swap", Some("8/8 x"), true)),
            ("/analyse/g?start=s", game("", Some("s"), false)),
        ] {
            assert!(is_link(link));
            assert_eq!(super::target(link), Ok(target), "{link}");
        }
        for (link, nowhere) in [
            ("http://a.test", ""),
            ("/", "/"),
            (" /rules/x ", "/rules/x"),
            ("http://a/m/", "/m/"),
            ("/analyse/g/%ff", "/analyse/g/%ff"),
        ] {
            assert_eq!(super::target(link).map_err(|at| &link[at]), Err(nowhere), "{link}");
        }
        assert!(!is_link("4453") && !is_link("8/8 x"));
    }
}
