//! Links to the screens of the page: writes and parses them. Percent-encoding is our own because
//! parsing has to refuse malformed escapes.

use std::fmt::Write;
use std::ops::Range;

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

/// Percent-encodes a text.
fn percent_encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' | b',' => {
                out.push(char::from(byte));
            }
            byte => {
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Decodes a percent-encoded text; `None` if an escape is malformed.
fn percent_decode(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, rest) {
            (b'%', [high, low, after @ ..]) => {
                let digits = [*high, *low];
                let digits = std::str::from_utf8(&digits).ok()?;
                out.push(u8::from_str_radix(digits, 16).ok()?);
                rest = after;
            }
            (b'%', _) => return None,
            (b'+', _) => out.push(b' '),
            (byte, _) => out.push(*byte),
        }
    }
    String::from_utf8(out).ok()
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
        for text in ["%", "%4", "%zz", "%ff"] {
            assert_eq!(percent_decode(text), None, "{text}");
        }
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
            ("/analyse/g/%", "/analyse/g/%"),
        ] {
            assert_eq!(super::parse_link(link).map_err(|at| &link[at]), Err(unknown), "{link}");
        }
        assert!(!is_link("4453") && !is_link("8/8 x"));
    }
}
