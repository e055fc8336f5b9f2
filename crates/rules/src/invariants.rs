//! Invariants of every game, checked on random games.

use std::collections::HashMap;
use std::error::Error;
use std::fmt;

use crate::{
    AnyGame, CellIndex, Diagram, Game, Info, Line, Live, Record, SWAP, Setup, SplitMix64, View,
    erase, introduction,
};

/// Invariant that does not hold, with the record that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InvariantViolation {
    /// The invariant, and what was found instead.
    pub invariant: String,
    /// The game played so far.
    pub record: Record,
}

impl fmt::Display for InvariantViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { start, moves, .. } = &self.record;
        write!(f, "{}: after '{}' from '{start}'", self.invariant, moves.join(" "))
    }
}

impl Error for InvariantViolation {}

/// More plies than any game of the catalogue can last, because of its draws by history.
const GAME_MAX_PLIES: usize = 5_000;

/// Plays `games` random games of `G`, every rule set and board in turn, and checks all invariants at
/// every ply.
pub(crate) fn check<G: Game>(seed: u64, games: u32) -> Result<(), InvariantViolation> {
    let mut random = SplitMix64::new(seed);
    let mut keys = HashMap::new();
    check_info(G::INFO)
        .and_then(|()| check_diagrams(erase::<G>()))
        .and_then(|()| introduction::check(erase::<G>()))
        .map_err(|invariant| InvariantViolation { invariant, record: Record::default() })?;
    for game in 0..games as usize {
        let rules = G::INFO.rule_sets[game % G::INFO.rule_sets.len()].id.to_owned();
        let setup = Setup { rules: Some(rules), board: None, seed: random.draw() };
        check_game::<G>(&setup, &mut random, &mut keys)?;
    }
    Ok(())
}

fn check_info(info: &Info) -> Result<(), String> {
    ensure(!info.rule_sets.is_empty(), || "a game has a rule set".into())?;
    ensure(info.pieces.len() >= 2, || "each seat has a piece".into())?;
    let id = info.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    ensure(id, || format!("an id is lower case with hyphens, not '{}'", info.id))
}

/// Checks that the rules have the same diagrams in every language, and that all can be drawn.
fn check_diagrams(game: &dyn AnyGame) -> Result<(), String> {
    let rules = &game.info().rules;
    let drawn = |page: &str| {
        let drawn = Diagram::all(game, page).map_err(|error| format!("rules, {error}"))?;
        Ok::<_, String>(drawn.into_iter().map(|one| (one.view, one.picked)).collect::<Vec<_>>())
    };
    ensure(drawn(&rules.en)? == drawn(&rules.fr)?, || "diagrams are the same everywhere".into())
}

fn check_game<G: Game>(
    setup: &Setup,
    random: &mut SplitMix64,
    keys: &mut HashMap<u64, G>,
) -> Result<(), InvariantViolation> {
    let game = erase::<G>();
    let start = G::start(setup).map_err(|error| InvariantViolation {
        invariant: format!("{setup:?}: {error}"),
        record: Record::default(),
    })?;
    let record = Record { start: start.to_string(), swap: G::INFO.swap, moves: Vec::new() };
    let mut line = Line::new(start);
    let mut live = game.open(&record).map_err(|error| InvariantViolation {
        invariant: format!("a start can be read: {error}"),
        record,
    })?;
    let mut seen: Vec<G::Move> = Vec::new();
    loop {
        let violation = |invariant| InvariantViolation { invariant, record: live.record().clone() };
        check_position(line.position(), &seen, keys).map_err(violation)?;
        // Views cost much more than positions: one in eight is checked, and those at both ends.
        if line.plies() < 2 || line.outcome().is_some() || random.below(8) == 0 {
            let view = live.view();
            check_view(G::INFO, &view).map_err(violation)?;
            check_moves_on_screen(&line, &view).map_err(violation)?;
        }
        if line.outcome().is_some() {
            break;
        }
        ensure(line.plies() < GAME_MAX_PLIES, || "a game ends".into()).map_err(violation)?;
        let moves = line.position().legal_moves();
        let m = moves[random.below(moves.len() as u64) as usize];
        if !seen.contains(&m) {
            seen.push(m);
        }
        line.play(m);
        play(live.as_mut(), &m.to_string())?;
        if live.record().moves.len() == 1 && G::INFO.swap && random.below(2) == 0 {
            play(live.as_mut(), SWAP)?;
        }
    }
    check_replay(game, live.as_mut())
}

fn play(live: &mut dyn Live, notation: &str) -> Result<(), InvariantViolation> {
    live.play(notation).map_err(|refusal| InvariantViolation {
        invariant: format!("a legal move is not refused: {notation}: {refusal}"),
        record: live.record().clone(),
    })
}

/// Checks a position by itself. `seen` are moves of the same game, legal here or not, each once.
fn check_position<G: Game>(
    position: &G,
    seen: &[G::Move],
    keys: &mut HashMap<u64, G>,
) -> Result<(), String> {
    let moves = position.legal_moves();
    let over = position.outcome().is_some();
    ensure(moves.is_empty() == over, || "a game has moves until it is over".into())?;
    ensure(position.count_moves() == moves.len(), || "moves are counted as listed".into())?;
    for (i, &m) in moves.iter().enumerate() {
        let number: u16 = m.into();
        let twin = moves[..i].iter().any(|&n| n == m || Into::<u16>::into(n) == number);
        ensure(!twin, || format!("a move is listed once and has its own number: {m}"))?;
        ensure(position.is_legal(m), || format!("a listed move is legal: {m}"))?;
        let text = m.to_string();
        ensure(text.parse() == Ok(m), || format!("a move is read as it is written: {m}"))?;
        let width = text.len();
        ensure(width == G::INFO.move_width, || format!("moves have one width, not {width}: {m}"))?;
        let after = position.play(m);
        ensure(after.turn() == !position.turn(), || format!("the turn changes after {m}"))?;
        ensure(after != *position, || format!("a move changes the position: {m}"))?;
    }
    for &m in seen {
        ensure(position.is_legal(m) == moves.contains(&m), || format!("legal means listed: {m}"))?;
    }
    if let Some(null) = position.null() {
        ensure(null.turn() == !position.turn(), || "a null move changes the turn".into())?;
    }
    let text = position.to_string();
    let read: G = text.parse().map_err(|error| format!("a position can be read: {error}"))?;
    ensure(read == *position, || format!("a position is read as it is written: {text}"))?;
    ensure(read.key() == position.key(), || "equal positions have equal keys".into())?;
    ensure(read.outcome() == position.outcome(), || "a position keeps its outcome".into())?;
    let other = *keys.entry(position.key()).or_insert(*position);
    ensure(other == *position, || format!("different positions have different keys: {other}"))
}

/// Checks a view by itself.
fn check_view(info: &Info, view: &View) -> Result<(), String> {
    let board = &view.board;
    let columns = usize::from(board.columns);
    ensure(board.cells.len() == board.rows() * columns, || "rows are full".into())?;
    ensure(info.files.len() == columns, || "every column has a label or none".into())?;
    ensure(info.ranks.len() == board.rows(), || "every row has a label or none".into())?;
    let on_board = |cell: &CellIndex| usize::from(cell.0) < board.cells.len();
    for cell in &board.cells {
        let ground = cell.ground.is_none_or(|ground| usize::from(ground) < info.grounds.len());
        let piece = cell.piece.is_none_or(|piece| usize::from(piece) < info.pieces.len());
        ensure(ground && piece, || format!("every look has a style: {}", cell.label))?;
        ensure(cell.spot.is_none() || !cell.label.is_empty(), || "spots have names".into())?;
    }
    let marks = view.marks.winning.iter().chain(&view.marks.forbidden);
    ensure(marks.clone().all(on_board), || "marks are on the board".into())?;
    let mut texts = vec![&info.title, &info.seats[0], &info.seats[1], &info.rules];
    texts.extend([&info.goal, &info.first_turn]);
    texts.extend(board.tallies.iter().map(|tally| &tally.label));
    texts.extend(view.outcome.iter().map(|ending| &ending.text));
    ensure(texts.iter().all(|text| !text.en.is_empty() && !text.fr.is_empty()), || {
        "everything is said in both languages".into()
    })
}

/// Checks what a screen relies on to let a player move.
fn check_moves_on_screen<G: Game>(line: &Line<G>, view: &View) -> Result<(), String> {
    let board = &view.board;
    ensure(view.outcome.is_none() || view.choices.is_empty(), || {
        "after the end no choices".into()
    })?;
    for (i, choice) in view.choices.iter().enumerate() {
        let notation = &choice.notation;
        for spot in &choice.steps {
            let there = board.cells.iter().any(|cell| cell.spot == Some(*spot));
            ensure(there, || format!("every step of {notation} is on the board"))?;
        }
        for other in view.choices.iter().skip(i + 1) {
            let (a, b) = (&choice.steps, &other.steps);
            let clear = a.is_empty() || b.is_empty() || !a.starts_with(b) && !b.starts_with(a);
            ensure(clear, || format!("{notation} and {} differ in steps", other.notation))?;
        }
        let Ok(m) = notation.parse::<G::Move>() else {
            ensure(notation == SWAP, || format!("a choice is a move: {notation}"))?;
            continue;
        };
        let understood =
            choice.steps.is_empty() || line.position().move_of(&choice.steps) == Some(m);
        ensure(understood, || format!("{notation} is understood from its steps"))?;
        let mut changed = board.clone();
        changed.apply(&choice.changes);
        let after = line.position().play(m).board();
        ensure(changed.cells == after.cells, || format!("changes say what {notation} does"))?;
    }
    Ok(())
}

/// Checks that the record of a finished game replays to the same game, and that moves can be taken back.
fn check_replay(game: &dyn AnyGame, live: &mut dyn Live) -> Result<(), InvariantViolation> {
    let record = live.record().clone();
    let ensure = |holds, invariant: &str| {
        ensure(holds, || invariant.to_owned())
            .map_err(|invariant| InvariantViolation { invariant, record: record.clone() })
    };
    let again = game.open(&record);
    let same = again.is_ok_and(|again| again.view() == live.view() && again.record() == &record);
    ensure(same, "a record replays to the same game")?;
    let half = record.moves.len() / 2;
    for entries in [half, 0] {
        live.truncate(entries);
        let moves = record.moves[..entries].to_vec();
        let shorter = Record { moves, ..record.clone() };
        let same = game.open(&shorter).is_ok_and(|again| again.view() == live.view());
        ensure(same, "taking back is playing less")?;
    }
    Ok(())
}

fn ensure(holds: bool, invariant: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(invariant()) }
}
