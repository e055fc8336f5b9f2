//! Document of a stored analysis: a record file of one game with variations, comments and marks.

use engine::Entry;
use play::{PlayerName, Version};
use rules::{ExtraField, Note, RecordFile, SavedGame, TreeMove, play_tree};
use wire::http::{AnalysedMove, Analysis};

use crate::error::Error;
use crate::games::Games;

/// Moves of an analysis, variations included.
const ANALYSIS_MAX_MOVES: usize = 2000;
/// Length of a comment.
const COMMENT_MAX_BYTES: usize = 4000;
/// The annotation marks that a move can have.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

/// The header field with the comment on the whole game.
const COMMENT_FIELD: &str = "Comment";
/// The note that holds the mark of a move.
const MARK_NOTE: &str = "mark";
/// The header field with the match of an analysis.
const MATCH_FIELD: &str = "Match";

/// Length of a field of the header.
const HEADER_FIELD_MAX_BYTES: usize = 1000;
/// Fields of a header beside those that the program knows.
const HEADER_MAX_FIELDS: usize = 64;

/// Cleans the header of a game from a file: names as those of players, everything else as far as it can be shown.
pub(crate) fn clean_header(saved: &mut SavedGame) {
    let name = |name: Option<String>| Some(PlayerName::lossy(&name?).into());
    saved.players = std::mem::take(&mut saved.players)
        .map(|one| name(one).filter(|name: &String| !name.is_empty()));
    saved.clean_header(HEADER_FIELD_MAX_BYTES, HEADER_MAX_FIELDS);
}

/// Parses a stored analysis.
pub(crate) fn read_document(games: &Games, text: &str) -> Result<(Entry, SavedGame), Error> {
    let file: RecordFile = text.parse().map_err(Error::failed)?;
    let saved = file.games.into_iter().next();
    let saved = saved.ok_or_else(|| Error::failed("an analysis without a game"))?;
    let entry = games.entry(&saved.game);
    Ok((entry.ok_or_else(|| Error::failed("an analysis of an unknown game"))?, saved))
}

/// Whether an analysis belongs to a match.
pub(crate) fn is_of_match(saved: &SavedGame) -> bool {
    saved.extra(MATCH_FIELD).is_some()
}

/// Sets the match that an analysis belongs to; none for an empty name.
pub(crate) fn set_match(saved: &mut SavedGame, id: &str) {
    set(saved, MATCH_FIELD, id);
}

/// An analysis as it is sent to the page.
pub(crate) fn shown(id: String, version: Version, saved: &SavedGame) -> Analysis {
    let moves = saved.tree().into_iter().map(|TreeMove { parent, entry, notes }| {
        let mut found = AnalysedMove {
            parent,
            notation: entry,
            comment: String::new(),
            mark: String::new(),
            notes: Vec::new(),
        };
        for note in notes {
            match note {
                Note::Comment(words) if found.comment.is_empty() => found.comment = words,
                Note::Comment(words) => found.comment.extend(["\n", &words]),
                Note::Other(extra)
                    if extra.name() == MARK_NOTE && MARKS.contains(&extra.value()) =>
                {
                    found.mark.push_str(extra.value());
                }
                other => found.notes.push(other.to_string()),
            }
        }
        found
    });
    Analysis {
        id,
        version,
        of_match: is_of_match(saved),
        game: saved.game.clone(),
        start: saved.record.start.clone(),
        swap: saved.record.swap,
        players: saved.players.clone(),
        result: saved.score.text().to_owned(),
        comment: saved.extra(COMMENT_FIELD).unwrap_or_default().to_owned(),
        moves: moves.collect(),
    }
}

/// Replaces the moves of an analysis with their annotations. Moves must be legal.
pub(crate) fn set_moves(
    entry: Entry,
    saved: &mut SavedGame,
    comment: &str,
    moves: Vec<AnalysedMove>,
) -> Result<(), Error> {
    const FIELD: &str = "moves";
    if moves.len() > ANALYSIS_MAX_MOVES {
        let text =
            texts::text("problem-long-analysis", &[("moves", (ANALYSIS_MAX_MOVES as u64).into())]);
        return Err(Error::bad(FIELD, text));
    }
    let is_long = |comment: &str| comment.len() > COMMENT_MAX_BYTES;
    if is_long(comment) || moves.iter().any(|found| is_long(&found.comment)) {
        return Err(Error::bad(FIELD, texts::text("problem-long-comment", &[])));
    }
    let tree = moves.into_iter().enumerate().map(tree_move).collect::<Result<Vec<_>, _>>()?;
    saved.record.moves.clear();
    let mut live = entry.game.open(&saved.record).map_err(|error| Error::replay("start", error))?;
    saved.record = live.record().clone();
    let played =
        play_tree(live.as_mut(), tree).map_err(|(_, refusal)| Error::bad(FIELD, refusal.text))?;
    saved.set_tree(&played).map_err(|_| Error::bad(FIELD, texts::text("problem-too-deep", &[])))?;
    set(saved, COMMENT_FIELD, comment);
    Ok(())
}

fn tree_move((index, found): (usize, AnalysedMove)) -> Result<TreeMove, Error> {
    let AnalysedMove { parent, notation, comment, mark, notes } = found;
    if parent.is_some_and(|parent| parent >= index) {
        let args = [("index", index.to_string().into())];
        return Err(Error::bad("moves", texts::text("problem-no-parent", &args)));
    }
    let mut kept = Vec::new();
    for note in notes {
        kept.push(note.parse::<Note>().map_err(|error| Error::bad("moves", error.text))?);
    }
    if !mark.is_empty() {
        let extra = ExtraField::new(MARK_NOTE, &mark).filter(|_| MARKS.contains(&mark.as_str()));
        let extra = extra.ok_or_else(|| {
            Error::bad("moves", texts::text("problem-no-mark", &[("mark", mark.into())]))
        })?;
        kept.push(Note::Other(extra));
    }
    if !comment.is_empty() {
        kept.push(Note::Comment(comment));
    }
    Ok(TreeMove { parent, entry: notation, notes: kept })
}

/// Adds the moves that were played since the analysis was stored.
pub(crate) fn add_played(saved: &mut SavedGame, played: &[String]) {
    let mut tree = saved.tree();
    let mut parent = None;
    for entry in played {
        let known = tree.iter().position(|found| found.parent == parent && found.entry == *entry);
        let place = known.unwrap_or(tree.len());
        if known.is_none() {
            tree.push(TreeMove { parent, entry: entry.clone(), notes: Vec::new() });
        }
        parent = Some(place);
    }
    // It nests no deeper than before: the moves extend the main line, or are one more variation.
    let _ = saved.set_tree(&tree);
}

fn set(saved: &mut SavedGame, name: &str, value: &str) {
    if let Some(extra) = ExtraField::new(name, value) {
        saved.set_extra(extra);
    }
}
