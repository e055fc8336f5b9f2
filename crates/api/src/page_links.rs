//! Links to the screens of the page: writes and parses them.

use std::ops::Range;

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};
use rules::{AnyGame, Record, SWAP, Setup};

/// The path of the screen that analyses `record`.
pub(crate) fn analysis_path(game: &dyn AnyGame, record: &Record) -> String {
    let info = game.info();
    let runs_together = |entry: &String| entry != SWAP && entry.chars().count() == info.move_width;
    let between = if record.moves.iter().all(runs_together) { "" } else { "," };
    let mut path = format!("/analyse/{}", info.id);
    if !record.moves.is_empty() {
        path += "/";
        path += &percent_encode(&record.moves.join(between));
    }
    let usual = info.tiles.is_empty()
        && game.start(&Setup::default()).is_ok_and(|start| start == record.start);
    let mut query = Vec::new();
    if !usual {
        query.push(format!("start={}", percent_encode(&record.start)));
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

/// Target of a link.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum LinkTarget {
    /// A match.
    Match(String),
    /// A stored analysis, or the board of a game.
    Named(String),
    /// Moves of a game, or a position.
    Game { game: String, moves: String, start: Option<String>, swap: bool },
}

/// Whether a text is a link at all.
pub(crate) fn is_link(text: &str) -> bool {
    let text = text.trim();
    let after = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    after.is_some() || text.starts_with('/')
}

/// Parses a link to a screen of the page, on any host. The error is the range of bytes that is not
/// understood.
pub(crate) fn parse_link(text: &str) -> Result<LinkTarget, Range<usize>> {
    let begin = text.len() - text.trim_start().len();
    let whole = text.trim();
    let path = match whole.split_once("://") {
        Some((_, rest)) => rest.find('/').map_or("", |at| &rest[at..]),
        None => whole,
    };
    let start_of_path = begin + whole.len() - path.len();
    let unknown = start_of_path..begin + whole.len();
    let path = path.split('#').next().unwrap_or_default();
    let (path, query) = path.split_once('?').unwrap_or((path, ""));
    let mut parts = path.trim_start_matches('/').splitn(3, '/');
    let part = |part: Option<&str>| part.filter(|part| !part.is_empty()).and_then(percent_decode);
    match (parts.next(), part(parts.next()), parts.next()) {
        (Some("m"), Some(id), None | Some("" | "analyse")) => Ok(LinkTarget::Match(id)),
        (Some("analyse"), Some(name), rest) => {
            let moves = percent_decode(rest.unwrap_or_default()).ok_or(unknown)?;
            let field = |name: &str| {
                let mut fields = query.split('&').filter_map(|field| field.split_once('='));
                fields
                    .find(|(other, _)| *other == name)
                    .and_then(|(_, value)| percent_decode(value))
            };
            let (start, swap) = (field("start"), field("swap").is_some_and(|swap| swap == "yes"));
            if moves.is_empty() && start.is_none() {
                return Ok(LinkTarget::Named(name));
            }
            Ok(LinkTarget::Game { game: name, moves, start, swap })
        }
        _ => Err(unknown),
    }
}

/// Bytes that are percent-encoded in a path or a query value.
const ESCAPED_BYTES: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/').remove(b',');

/// Percent-encodes a path or a query value.
fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, ESCAPED_BYTES).to_string()
}

/// Decodes a path or a query value; `None` if that is not UTF-8. As in browsers, `%` without two digits
/// stands for itself.
fn percent_decode(text: &str) -> Option<String> {
    let text = text.replace('+', " ");
    Some(percent_decode_str(&text).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_written_and_read_back() {
        for text in ["", "4453", "b8>lb2b5", "8/8 x YB/GR --/-- classic", "é %+&?#"] {
            assert_eq!(percent_decode(&percent_encode(text)).as_deref(), Some(text));
            assert!(!percent_encode(text).contains(['?', '#', '&', ' ', '+']));
        }
        for text in ["%", "%4", "%zz"] {
            assert_eq!(percent_decode(text).as_deref(), Some(text));
        }
        assert_eq!(percent_decode("%ff"), None);
    }

    #[test]
    fn links_are_parsed() {
        let game = |moves: &str, start: Option<&str>, swap| LinkTarget::Game {
            game: "g".to_owned(),
            moves: moves.to_owned(),
            start: start.map(ToOwned::to_owned),
            swap,
        };
        for (link, target) in [
            ("http://localhost:4747/m/abc", LinkTarget::Match("abc".to_owned())),
            (" https://a.test/m/abc/analyse#x ", LinkTarget::Match("abc".to_owned())),
            ("/m/abc/", LinkTarget::Match("abc".to_owned())),
            ("/analyse/abc", LinkTarget::Named("abc".to_owned())),
            ("/analyse/g/4453", game("4453", None, false)),
            ("/analyse/g/8/8%20x", game("8/8 x", None, false)),
            ("/analyse/g/d8d5,swap?start=8/8+x&swap=yes", game("d8d5,swap", Some("8/8 x"), true)),
            ("/analyse/g?start=s", game("", Some("s"), false)),
        ] {
            assert!(is_link(link));
            assert_eq!(super::parse_link(link), Ok(target), "{link}");
        }
        for (link, unknown) in [
            ("http://a.test", ""),
            ("/", "/"),
            (" /rules/x ", "/rules/x"),
            ("http://a/m/", "/m/"),
            ("/analyse/g/%ff", "/analyse/g/%ff"),
        ] {
            assert_eq!(super::parse_link(link).map_err(|at| &link[at]), Err(unknown), "{link}");
        }
        assert!(!is_link("4453") && !is_link("8/8 x"));
    }
}
