//! What is wrong with a request that cannot be read, in words of the program. The parsers say it in English, for
//! programmers.

use std::fmt::Write;

use rules::Text;
use serde_json::error::Category;
use texts::text;
use wire::SeatSecret;

use crate::error::Error;

/// The error for a request that cannot be read.
pub fn unreadable(why: Text) -> Error {
    Error::Bad { text: because(why), field: None, at: None }
}

/// The error for bytes that are no text.
pub fn no_utf8() -> Error {
    unreadable(text("problem-no-utf8", &[]))
}

/// The error for a body that is not the JSON that was expected.
pub(crate) fn bad_json(body: &[u8], error: &serde_json::Error) -> Error {
    unreadable(json_problem(body, error))
}

/// The error for a query with another problem than its syntax, at that path of its parameters.
pub(crate) fn bad_query(path: &str, message: &str) -> Error {
    unreadable(at(path.trim_matches('.'), problem(message)))
}

/// The text that something cannot be read for that reason.
pub(crate) fn because(why: Text) -> Text {
    text("problem-unreadable", &[("error", why.into())])
}

/// What is wrong in a text that is not the JSON that was expected.
pub(crate) fn json_problem(json: &[u8], error: &serde_json::Error) -> Text {
    match error.classify() {
        Category::Syntax | Category::Io => {
            let place = [("line", error.line().into()), ("column", error.column().into())];
            text("problem-no-json", &place)
        }
        Category::Eof => text("problem-json-ends", &[]),
        Category::Data => {
            let message = error.to_string();
            // Only the message of an error that stands somewhere ends with its place.
            let place = format!(" at line {} column {}", error.line(), error.column());
            let message = message.strip_suffix(&place).unwrap_or(&message);
            at(&path(json, error.line(), error.column()), problem(message))
        }
    }
}

/// A problem with the path of what has it.
fn at(path: &str, problem: Text) -> Text {
    if path.is_empty() {
        return problem;
    }
    text("about", &[("name", path.into()), ("text", problem.into())])
}

/// The problem in a message as [`serde::de::Error`] words it.
fn problem(message: &str) -> Text {
    let field = |start: &str| message.strip_prefix(start)?.rsplit_once('`').map(|(name, _)| name);
    let named = |id, name: &str| text(id, &[("name", name.into())]);
    if let Some(name) = field("missing field `") {
        return named("problem-field-missing", name);
    }
    if let Some(name) = field("duplicate field `") {
        return named("problem-field-twice", name);
    }
    if let Some(name) = message.strip_prefix("unknown field `") {
        return named("problem-field-unknown", expected(name, "`, ").0);
    }
    if let Some(rest) = message.strip_prefix("unknown variant `") {
        let (value, allowed) = expected(rest, "`, ");
        let allowed: Vec<_> = allowed.split('`').skip(1).step_by(2).collect();
        let args = [("value", value.into()), ("allowed", allowed.join(", ").into())];
        return text("problem-picture-option", &args);
    }
    if message.starts_with("invalid length") {
        return text("problem-length", &[]);
    }
    let (_, what) = expected(message, ", ");
    match kind(what).filter(|_| message.starts_with("invalid ")) {
        Some(kind) => text("problem-kind", &[("kind", kind.into())]),
        None => text(custom(message), &[]),
    }
}

/// What was found and what was expected. The latter comes last and is the program's own, whatever was found.
fn expected<'a>(message: &'a str, separator: &str) -> (&'a str, &'a str) {
    let found = message.rfind(&format!("{separator}expected "));
    let found = found.or_else(|| message.rfind(&format!("{separator}there are no ")));
    found.map_or((message, ""), |end| (&message[..end], &message[end + separator.len()..]))
}

/// The kind of value that was expected, by what parsers of values call it.
fn kind(expected: &str) -> Option<Text> {
    let name = expected.strip_prefix("expected ")?;
    let whole = |least: i64, most: u64| {
        let args = [("least", least.to_string().into()), ("most", most.to_string().into())];
        text("kind-whole", &args)
    };
    let first = name.trim_start_matches("a ").split(' ').next().unwrap_or_default();
    Some(match first {
        "u8" => whole(0, u8::MAX.into()),
        "u16" => whole(0, u16::MAX.into()),
        "u32" => whole(0, u32::MAX.into()),
        "u64" | "usize" => whole(0, u64::MAX),
        "i32" => whole(i32::MIN.into(), i32::MAX as u64),
        "f32" | "f64" => text("kind-number", &[]),
        "boolean" => text("kind-boolean", &[]),
        "string" | "borrowed" => text("kind-text", &[]),
        "sequence" | "tuple" | "an" => text("kind-list", &[]),
        "struct" | "map" | "internally" => text("kind-object", &[]),
        _ => return None,
    })
}

/// What types of the program, and parsers of numbers in a query, refuse in words of their own.
fn custom(message: &str) -> &'static str {
    match message {
        SeatSecret::REFUSAL => "problem-seat-secret",
        "provided string was not `true` or `false`" => "problem-no-boolean",
        "invalid digit found in string" | "cannot parse integer from empty string" => {
            "problem-no-number"
        }
        "number too large to fit in target type" => "problem-large-number",
        _ => "problem-value",
    }
}

/// The path of what ends at that line and column of a JSON text, both counted in bytes: `players.first`, `moves[2]`.
fn path(json: &[u8], line: usize, column: usize) -> String {
    let lines = json.split_inclusive(|byte| *byte == b'\n');
    let before: usize = lines.take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let read = &json[..json.len().min(before + column)];
    let mut open: Vec<Step> = Vec::new();
    let mut index = 0;
    while let Some(byte) = read.get(index) {
        index += 1;
        match (byte, open.last_mut()) {
            (b'{', _) => open.push(Step::Key(None)),
            (b'[', _) => open.push(Step::Index(0)),
            (b'}' | b']', _) => drop(open.pop()),
            (b',', Some(Step::Key(key))) => *key = None,
            (b',', Some(Step::Index(number))) => *number += 1,
            (b'"', last) => {
                let start = index;
                while read.get(index).is_some_and(|byte| *byte != b'"') {
                    index += if read[index] == b'\\' { 2 } else { 1 };
                }
                let name = &read[start..index.min(read.len())];
                index += 1;
                if let Some(Step::Key(key @ None)) = last {
                    *key = Some(String::from_utf8_lossy(name).into_owned());
                }
            }
            _ => {}
        }
    }
    let mut path = String::new();
    for step in &open {
        let _ = match step {
            Step::Key(Some(key)) if path.is_empty() => write!(path, "{key}"),
            Step::Key(Some(key)) => write!(path, ".{key}"),
            Step::Index(number) => write!(path, "[{number}]"),
            Step::Key(None) => Ok(()),
        };
    }
    path
}

/// Element of a path.
enum Step {
    /// A field of an object, once its name has been read.
    Key(Option<String>),
    /// An element of a list.
    Index(usize),
}

#[cfg(test)]
mod tests {
    use rules::Lang;
    use serde::de::DeserializeOwned;
    use wire::http::{
        FairnessRequest, IntroductionAttempt, LobbySocketQuery, NewAnalysis, NewMatch,
        NextPuzzleQuery, SaveAnalysis,
    };

    use super::*;
    use crate::request::{read_json, read_query};

    fn refused<T>(read: Result<T, Error>) -> Text {
        match read {
            Err(Error::Bad { text, .. }) => text,
            Err(error) => panic!("{error:?}"),
            Ok(_) => panic!("read"),
        }
    }

    fn json<T: DeserializeOwned>(body: &str) -> Text {
        refused(read_json::<T>(body.as_bytes()))
    }

    fn query<T: DeserializeOwned>(query: &str) -> Text {
        refused(read_query::<T>(query))
    }

    /// Each kind of problem, with its place, in both languages.
    #[test]
    fn what_cannot_be_read_is_explained_in_both_languages() {
        let human = r#"{"type": "human"}"#;
        let players = format!(r#""players": {{"first": {human}, "second": {human}}}"#);
        let a_match = |more: &str| format!(r#"{{"game": "othello", {players}, {more}}}"#);
        for (found, en, fr) in [
            (json::<NewMatch>("{}"), "the field 'game' is missing", "le champ « game » manque"),
            (
                json::<NewMatch>(&a_match(r#""setup": {"size": 3}"#)),
                "setup.size: there is no field 'size' here",
                "setup.size : il n'y a pas de champ « size » ici",
            ),
            (
                json::<NewMatch>(&a_match(r#""game": "othello""#)),
                "game: the field 'game' stands here twice",
                "game : le champ « game » est donné deux fois",
            ),
            (
                json::<NewMatch>(&a_match(r#""setup": {"seed": -1}"#)),
                "setup.seed: a whole number from 0 to 18446744073709551615 belongs here",
                "setup.seed : il faut ici un nombre entier de 0 à 18446744073709551615",
            ),
            (
                json::<NewMatch>(&a_match(r#""swap": "x, expected a string""#)),
                "swap: true or false belongs here",
                "swap : il faut ici true ou false",
            ),
            (
                json::<NewMatch>(r#"{"game": 7}"#),
                "game: a text belongs here",
                "game : il faut ici un texte",
            ),
            (
                json::<NewMatch>(r#"{"game": "othello", "players": 3}"#),
                "players: an object belongs here",
                "players : il faut ici un objet",
            ),
            (
                json::<SaveAnalysis>(
                    r#"{"version": 1, "moves": [{"parent": null, "notation": "4"}, {"parent": null}]}"#,
                ),
                "moves[1]: the field 'notation' is missing",
                "moves[1] : le champ « notation » manque",
            ),
            (
                json::<SaveAnalysis>(r#"{"version": 1, "moves": 4}"#),
                "moves: a list belongs here",
                "moves : il faut ici une liste",
            ),
            (
                json::<NewAnalysis>(r#"{"from": "there`, expected `here`"}"#),
                "from: 'there`, expected `here`' is not possible here: file, tree",
                "from : « there`, expected `here` » n’est pas possible ici : file, tree",
            ),
            (
                json::<IntroductionAttempt>(r#"{"step": 0, "spots": [256]}"#),
                "spots[0]: a whole number from 0 to 255 belongs here",
                "spots[0] : il faut ici un nombre entier de 0 à 255",
            ),
            (
                json::<FairnessRequest>(
                    r#"{"game": "katarenga", "games": [{"turned": true, "score": "1"}]}"#,
                ),
                "games[0].score: a number belongs here",
                "games[0].score : il faut ici un nombre",
            ),
            (
                because(at("seat", problem(SeatSecret::REFUSAL))),
                "seat: a seat's secret is 32 hexadecimal digits in lower case",
                "seat : le secret d'une place a 32 chiffres hexadécimaux en minuscules",
            ),
            (
                json::<NewMatch>("{\n \"game\": ]"),
                "line 2, column 10: this is no JSON",
                "ligne 2, colonne 10 : ce n'est pas du JSON",
            ),
            (json::<NewMatch>("{\"game\""), "the JSON ends too early", "le JSON finit trop tôt"),
        ] {
            assert_said(&found, en, fr);
        }
    }

    #[test]
    fn queries_that_cannot_be_read_are_explained_in_both_languages() {
        for (found, en, fr) in [
            (
                query::<NextPuzzleQuery>("grade=256"),
                "grade: this number is too large",
                "grade : ce nombre est trop grand",
            ),
            (
                query::<NextPuzzleQuery>("grade=x"),
                "grade: a number belongs here",
                "grade : il faut ici un nombre",
            ),
            (
                because(at(
                    "colour",
                    problem("unknown field `colour`, expected `game` or `theme`"),
                )),
                "colour: there is no field 'colour' here",
                "colour : il n'y a pas de champ « colour » ici",
            ),
            (
                because(at(
                    "stage",
                    problem("unknown variant `over`, expected one of `open`, `laying`, `playing`"),
                )),
                "stage: 'over' is not possible here: open, laying, playing",
                "stage : « over » n’est pas possible ici : open, laying, playing",
            ),
            (
                query::<LobbySocketQuery>("timed=1"),
                "timed: true or false belongs here",
                "timed : il faut ici true ou false",
            ),
        ] {
            assert_said(&found, en, fr);
        }
    }

    fn assert_said(found: &Text, en: &str, fr: &str) {
        let whole = because(Text::composed(en.to_owned(), fr.to_owned()));
        assert_eq!(found.get(Lang::En), whole.get(Lang::En));
        assert_eq!(found.get(Lang::Fr), whole.get(Lang::Fr));
    }

    #[test]
    fn a_path_is_found_between_brackets_in_texts() {
        let json = br#"{"a\"{": {"b]": [1, "x,[", {"c": 2"#;
        assert_eq!(path(json, 1, json.len()), r#"a\"{.b][2].c"#);
        assert_eq!(path(json, 1, 2), "");
        assert_eq!(path(b"[[1],\n[2", 2, 2), "[1][0]");
        assert_eq!(path(b"\"", 9, 9), "");
    }
}
