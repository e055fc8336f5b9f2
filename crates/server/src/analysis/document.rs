//! Analyses as they are kept: files of one game with its variations, comments and signs.

use engine::Entry;
use play::Version;
use rules::{Extra, Note, RecordFile, SavedGame, TreeMove, play_tree};
use wire::http::{AnalysedMove, Analysis};

use crate::http::Error;
use crate::hub::Service;

/// The most moves of an analysis, variations and all.
const MOST_MOVES: usize = 2000;
/// The longest comment, in bytes.
const LONGEST_COMMENT: usize = 4000;
/// The signs that a move can have.
const MARKS: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

const COMMENT: &str = "Comment";
const MARK: &str = "mark";
/// The field that names the match of an analysis.
const MATCH: &str = "Match";

/// Reads an analysis that was kept.
pub(crate) fn read_document(service: &Service, text: &str) -> Result<(Entry, SavedGame), Error> {
    let file: RecordFile = text.parse().map_err(Error::failed)?;
    let saved = file.games.into_iter().next();
    let saved = saved.ok_or_else(|| Error::failed("an analysis without a game"))?;
    let entry = service.entry(&saved.game);
    Ok((entry.ok_or_else(|| Error::failed("an analysis of an unknown game"))?, saved))
}

/// Whether an analysis is that of a match.
pub(crate) fn is_of_match(saved: &SavedGame) -> bool {
    saved.extra(MATCH).is_some()
}

/// Says that an analysis is that of a match.
pub(crate) fn set_match(saved: &mut SavedGame, id: &str) {
    set(saved, MATCH, id);
}

/// An analysis as screens see it.
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
                Note::Other(extra) if extra.name() == MARK && MARKS.contains(&extra.value()) => {
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
        comment: saved.extra(COMMENT).unwrap_or_default().to_owned(),
        moves: moves.collect(),
    }
}

/// Replaces the moves of an analysis and what is said of them. Moves must be legal.
pub(crate) fn set_moves(
    entry: Entry,
    saved: &mut SavedGame,
    comment: &str,
    moves: Vec<AnalysedMove>,
) -> Result<(), Error> {
    const FIELD: &str = "moves";
    if moves.len() > MOST_MOVES {
        let text = texts::text("problem-long-analysis", &[("moves", (MOST_MOVES as u64).into())]);
        return Err(Error::bad(FIELD, text));
    }
    let is_long = |comment: &str| comment.len() > LONGEST_COMMENT;
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
    set(saved, COMMENT, comment);
    Ok(())
}

fn tree_move((index, found): (usize, AnalysedMove)) -> Result<TreeMove, Error> {
    let AnalysedMove { parent, notation, comment, mark, notes } = found;
    if parent.is_some_and(|parent| parent >= index) {
        let args = [("error", format!("move {index}: parent").into())];
        return Err(Error::bad("moves", texts::text("problem-unreadable", &args)));
    }
    let mut kept = Vec::new();
    for note in notes {
        kept.push(note.parse::<Note>().map_err(|error| Error::bad("moves", error.text))?);
    }
    if !mark.is_empty() {
        let extra = Extra::new(MARK, &mark).filter(|_| MARKS.contains(&mark.as_str()));
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

/// Adds the moves that were played since the analysis was kept.
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
    // No deeper than it was: what is played goes on, or is one more variation.
    let _ = saved.set_tree(&tree);
}

fn set(saved: &mut SavedGame, name: &str, value: &str) {
    if let Some(extra) = Extra::new(name, value) {
        saved.set_extra(extra);
    }
}
