//! Parser of pasted texts: moves, positions and files, of a game that need not be named.

use std::ops::Range;

use crate::format::read_formatted;
use crate::{
    AnyGame, ParseError, Places, Record, RecordFile, ReplayError, SavedGame, Setup, Text, play_tree,
};

/// Game that was parsed from a text: one of its interpretations.
#[derive(Clone)]
pub struct ParsedGame {
    /// The game that it is of.
    pub game: &'static dyn AnyGame,
    /// The kind of text.
    pub kind: ParsedKind,
    /// The parsed game; all its moves are legal, and in exact notation.
    pub saved: SavedGame,
}

/// Kind of a parsed text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ParsedKind {
    /// Moves from the usual start.
    Moves,
    /// A board, without the moves that led to it.
    Position,
    /// A game of a file, or of a text with one in every line.
    File,
}

/// Limits of parsing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadLimits {
    /// The most games in a text, which are all held in memory; a text with more is refused.
    pub games: usize,
}

impl ReadLimits {
    /// No limits: for the user's own files.
    pub const NONE: Self = Self { games: usize::MAX };

    /// The games of a text, unless they are too many or one of them cannot be read.
    pub(crate) fn collect<T>(
        self,
        text: &str,
        games: impl Iterator<Item = Result<T, ParseError>>,
    ) -> Result<Vec<T>, ParseError> {
        let mut found = Vec::new();
        for game in games {
            self.check(found.len(), 0..text.len())?;
            found.push(game?);
        }
        Ok(found)
    }

    /// Whether one more game may follow so many.
    fn check(self, found: usize, at: Range<usize>) -> Result<(), ParseError> {
        if found < self.games {
            return Ok(());
        }
        let most = self.games;
        let text = Text::composed(
            format!("there are more than {most} games in this text: it must be divided"),
            format!("il y a plus de {most} parties dans ce texte : il faut le diviser"),
        );
        Err(ParseError { at, text })
    }
}

/// Interpretation of a text or of a part of it, or why it has none.
pub(crate) type Reading = Result<ParsedGame, ParseError>;

/// All interpretations of `text` as moves, a position or a file of one of these games, at least one. If
/// there is none, the error is that of the game which the text resembles most; in a file, that of the first game which
/// cannot be read.
pub fn read_pasted(
    text: &str,
    games: &[&'static dyn AnyGame],
    limits: ReadLimits,
) -> Result<Vec<ParsedGame>, ParseError> {
    read_each(text, games, limits)?.into_iter().collect()
}

/// The same, where a game of a file that cannot be read spoils no other, unless none can be read.
pub(crate) fn read_each(
    text: &str,
    games: &[&'static dyn AnyGame],
    limits: ReadLimits,
) -> Result<Vec<Reading>, ParseError> {
    if text.trim().is_empty() {
        let nothing = Text::new("there is nothing to read", "il n'y a rien à lire");
        return Err(ParseError::whole(text, nothing));
    }
    if is_file(text) {
        return read_file(text, games, limits);
    }
    if let Some(readings) = read_formatted(text, games, limits) {
        return readings.map(|readings| readings.into_iter().map(Ok).collect());
    }
    let is_position = is_position(text);
    let (mut found, mut failed, mut without_board) = (Vec::new(), Vec::new(), Vec::new());
    for &game in games {
        match game.open(&Record::new(text.to_owned())) {
            Ok(live) => found.push(reading(game, ParsedKind::Position, live.record().clone())),
            Err(ReplayError::Start(error)) if is_position => {
                failed.push(FailedParse { likeness: likeness(game, text), game, error });
            }
            Err(_) => {}
        }
        if is_position {
            continue;
        }
        let Some(start) = usual_start(game) else {
            if are_moves(game, text) {
                without_board.push(game);
            }
            continue;
        };
        match read_moves(game, Record::new(start), text) {
            Ok(record) => found.push(reading(game, ParsedKind::Moves, record)),
            Err(error) => {
                let likeness = 2 * error.at.start + usize::from(look_like_moves(game, text));
                failed.push(FailedParse { likeness, game, error });
            }
        }
    }
    if found.is_empty() && !is_position {
        let mut best: Option<GameLines> = None;
        for FailedParse { game, error, .. } in &failed {
            let lines = read_lines(*game, text, error, limits)?;
            let known = best.as_ref().map_or(0, |best| best.readable);
            best = lines.filter(|lines| lines.readable > known).or(best);
        }
        if let Some(GameLines { games, .. }) = best {
            return Ok(games);
        }
    }
    if found.is_empty() {
        return Err(nearest(text, failed, &without_board));
    }
    Ok(found.into_iter().map(Ok).collect())
}

/// Text of which every line is a game of its own.
struct GameLines {
    games: Vec<Reading>,
    /// Number of games that can be read.
    readable: usize,
}

/// Reads every line as a game. `None` if the text is rather one game that goes over several lines: then most lines
/// are no game, and it can be read beyond the first line, up to `error`.
fn read_lines(
    game: &'static dyn AnyGame,
    text: &str,
    error: &ParseError,
    limits: ReadLimits,
) -> Result<Option<GameLines>, ParseError> {
    let Some(start) = usual_start(game) else { return Ok(None) };
    let (mut games, mut readable, mut second_line) = (Vec::new(), 0, text.len());
    let mut offset = 0;
    for line in text.split_inclusive('\n') {
        let begin = offset;
        offset += line.len();
        if line.trim().is_empty() {
            continue;
        }
        limits.check(games.len(), 0..text.len())?;
        if games.len() == 1 {
            second_line = begin + (line.len() - line.trim_start().len());
        }
        let read = read_moves(game, Record::new(start.clone()), line);
        readable += usize::from(read.is_ok());
        games.push(match read {
            Ok(record) => Ok(reading(game, ParsedKind::File, record)),
            Err(error) => Err(named(error.shifted(begin), game)),
        });
    }
    let is_one_game = readable * 2 <= games.len() && error.at.start > second_line;
    Ok((readable > 0 && !is_one_game).then_some(GameLines { games, readable }))
}

/// Failed attempt to parse a text as that of a game, with their resemblance.
struct FailedParse {
    likeness: usize,
    game: &'static dyn AnyGame,
    error: ParseError,
}

/// The error of the game that a text resembles most.
fn nearest(
    text: &str,
    mut failed: Vec<FailedParse>,
    without_board: &[&'static dyn AnyGame],
) -> ParseError {
    let alone = failed.len() == 1 && without_board.is_empty();
    let most = failed.iter().map(|failed| failed.likeness).max().unwrap_or(0);
    if most <= 1 && !without_board.is_empty() {
        return no_board(text, without_board);
    }
    if most == 0 && !alone {
        return nothing_known(text);
    }
    failed.retain(|failed| failed.likeness == most);
    let several = failed.len() > 1 && failed.iter().all(|other| other.error == failed[0].error);
    match failed.into_iter().next() {
        Some(FailedParse { error, .. }) if several => error,
        Some(FailedParse { error, game, .. }) => named(error, game),
        None => nothing_known(text),
    }
}

/// Reads moves that follow a record, apart or run together; their numbers, as in `1. f5 d6`, are
/// skipped. The answer is in exact notation.
pub fn read_moves(game: &dyn AnyGame, before: Record, text: &str) -> Result<Record, ParseError> {
    let words = split_moves(text, game);
    let begin = before.moves.len();
    let mut record = before;
    record.moves.extend(words.iter().map(|(_, word)| (*word).to_owned()));
    match game.open(&record) {
        Ok(live) => Ok(live.record().clone()),
        Err(error) => {
            let at = match &error {
                ReplayError::Entry { index, .. } if *index >= begin => {
                    words[*index - begin].0.clone()
                }
                _ => 0..text.len(),
            };
            Err(ParseError { at, text: error.text() })
        }
    }
}

/// The moves in a text and their places: words with blanks or commas between, which may be several
/// moves run together. Letters alone are always one move: they spell `swap`, or a pass. Numbers with a
/// dot are none.
pub fn split_moves<'a>(text: &'a str, game: &dyn AnyGame) -> Vec<(Range<usize>, &'a str)> {
    let is_blank = |c: char| c == ',' || c.is_whitespace();
    let mut moves = Vec::new();
    let mut end = 0;
    for word in text.split_inclusive(is_blank) {
        let bare = word.trim_end_matches(is_blank);
        let behind_digits = bare.trim_start_matches(|c: char| c.is_ascii_digit());
        let entries = match behind_digits.strip_prefix('.') {
            Some(rest) => rest.trim_start_matches('.'),
            None => bare,
        };
        let start = end + bare.len() - entries.len();
        let one = entries.chars().all(char::is_alphabetic) || game.read_move(entries).is_ok();
        let width = if one { entries.len().max(1) } else { game.info().move_width };
        let parts = chunks(entries, width).into_iter();
        moves.extend(parts.map(|part| (start + part.start..start + part.end, &entries[part])));
        end += word.len();
    }
    moves
}

/// The moves of [`split_moves`] by themselves.
pub fn moves_in(text: &str, game: &dyn AnyGame) -> Vec<String> {
    split_moves(text, game).into_iter().map(|(_, entry)| entry.to_owned()).collect()
}

/// The parts of a word that have so many characters; the last may have fewer.
fn chunks(word: &str, width: usize) -> Vec<Range<usize>> {
    let mut ends: Vec<_> = word.char_indices().step_by(width).map(|(at, _)| at).collect();
    ends.push(word.len());
    ends.windows(2).map(|pair| pair[0]..pair[1]).collect()
}

fn reading(game: &'static dyn AnyGame, kind: ParsedKind, record: Record) -> ParsedGame {
    ParsedGame { game, kind, saved: SavedGame::new(game.info().id, record) }
}

/// The start of a game that always starts the same.
fn usual_start(game: &dyn AnyGame) -> Option<String> {
    if !game.info().tiles.is_empty() {
        return None;
    }
    game.start(&Setup::default()).ok()
}

/// Whether every word could be a move of the game.
fn are_moves(game: &dyn AnyGame, text: &str) -> bool {
    let words = split_moves(text, game);
    !words.is_empty() && words.iter().all(|(_, word)| game.read_move(word).is_ok())
}

/// Whether a text begins as files do.
fn is_file(text: &str) -> bool {
    let first = text.trim_start_matches('\u{feff}').trim_start();
    first.split_once(':').is_some_and(|(name, _)| {
        !name.is_empty() && name.chars().all(|c| c.is_ascii_alphabetic() || c == '-')
    })
}

/// Whether the moves in a text are made of letters and digits as those of the game are.
fn look_like_moves(game: &dyn AnyGame, text: &str) -> bool {
    let kind = |c: char| match c {
        '0'..='9' => '0',
        c if c.is_alphabetic() => 'a',
        c => c,
    };
    let shape = |text: &str| text.chars().map(kind).collect::<String>();
    let start = usual_start(game).and_then(|start| game.open(&Record::new(start)).ok());
    let known = start.and_then(|live| live.view().choices.into_iter().next());
    let words = split_moves(text, game);
    known.is_some_and(|choice| {
        let own = shape(&choice.notation);
        !words.is_empty() && words.iter().all(|(_, word)| shape(word) == own)
    })
}

/// Whether a text looks like the picture of a board.
fn is_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let squares = first.chars().filter(|c| "xXoO*.-_".contains(*c)).count();
    first.contains('/') || first.len() > 20 && squares * 10 > first.chars().count() * 9
}

/// Resemblance of a text to the positions of a game, by rows, fields and cells.
fn likeness(game: &dyn AnyGame, text: &str) -> usize {
    let rows = |text: &str| text.split_whitespace().next().unwrap_or_default().to_owned();
    let cells = |rows: &str| -> u32 {
        rows.chars().filter(|c| *c != '/').map(|c| c.to_digit(10).unwrap_or(1)).sum()
    };
    let Ok(start) = game.start(&Setup::default()) else { return 1 };
    let (own, other) = (rows(&start), rows(text));
    let same_rows = own.matches('/').count() == other.matches('/').count();
    let same_fields = start.split_whitespace().count() == text.split_whitespace().count();
    let missing = cells(&own).abs_diff(cells(&other)).min(50) as usize;
    2 + 200 * usize::from(same_rows) + 100 * usize::from(same_fields) + 50 - missing
}

/// The games of a record file. If none can be read, the error is that of the first.
fn read_file(
    text: &str,
    games: &[&'static dyn AnyGame],
    limits: ReadLimits,
) -> Result<Vec<Reading>, ParseError> {
    let mut found = Vec::new();
    for read in RecordFile::read_each(text) {
        let at = read.as_ref().map_or_else(|error| &error.at, |(_, places)| &places.game);
        limits.check(found.len(), at.clone())?;
        found.push(read.and_then(|(mut saved, places)| {
            let known = games.iter().find(|game| game.info().id == saved.game);
            let game = *known.ok_or_else(|| unknown_game(&saved.game, places.game.clone()))?;
            check(text, game, &mut saved, &places)?;
            Ok(ParsedGame { game, kind: ParsedKind::File, saved })
        }));
    }
    if found.iter().any(Result::is_ok) {
        return Ok(found);
    }
    Err(found.into_iter().find_map(Result::err).unwrap_or_else(|| nothing_known(text)))
}

/// Plays all moves of a saved game, and writes them in exact notation.
fn check(
    text: &str,
    game: &dyn AnyGame,
    saved: &mut SavedGame,
    Places { start, moves, .. }: &Places,
) -> Result<(), ParseError> {
    let tree = saved.tree();
    saved.record.moves.clear();
    let mut live = game.open(&saved.record).map_err(|error| match error {
        // Where the field goes over several lines, its own place in the file is not known.
        ReplayError::Start(error) if text.get(start.clone()) == Some(&saved.record.start) => {
            error.shifted(start.start)
        }
        error => ParseError { at: start.clone(), text: error.text() },
    })?;
    saved.record = live.record().clone();
    let tree = play_tree(live.as_mut(), tree).map_err(|(index, refusal)| {
        let at = moves.get(index).cloned().unwrap_or_default();
        let (entry, why) = (text.get(at.clone()).unwrap_or_default(), refusal.text);
        let text =
            Text::composed(format!("'{entry}': {}", why.en), format!("« {entry} » : {}", why.fr));
        ParseError { at, text }
    })?;
    // No deeper than it was read.
    let _ = saved.set_tree(&tree);
    Ok(())
}

fn unknown_game(name: &str, at: Range<usize>) -> ParseError {
    let text = Text::composed(
        format!("there is no game '{name}' here"),
        format!("il n'y a pas de jeu « {name} » ici"),
    );
    ParseError { at, text }
}

/// The error with the name of the game in front.
fn named(ParseError { at, text }: ParseError, game: &dyn AnyGame) -> ParseError {
    let title = &game.info().title;
    let text =
        Text::composed(format!("{}: {}", title.en, text.en), format!("{} : {}", title.fr, text.fr));
    ParseError { at, text }
}

fn no_board(text: &str, games: &[&'static dyn AnyGame]) -> ParseError {
    let titles = |pick: fn(&Text) -> &str| {
        let titles: Vec<_> = games.iter().map(|game| pick(&game.info().title)).collect();
        titles.join(", ")
    };
    let (en, fr) = (titles(|title| &title.en), titles(|title| &title.fr));
    ParseError::whole(
        text,
        Text::composed(
            format!("moves alone do not tell the board ({en}): paste a position or a record"),
            format!(
                "les coups seuls ne disent pas le plateau ({fr}) : il faut une position ou une partie enregistrée"
            ),
        ),
    )
}

fn nothing_known(text: &str) -> ParseError {
    ParseError::whole(
        text,
        Text::new(
            "this is neither moves, nor a position, nor a record of a game known here",
            "ce ne sont ni des coups, ni une position, ni une partie d'un jeu connu ici",
        ),
    )
}
