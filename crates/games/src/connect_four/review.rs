//! Why a move of Connect Four is a mistake: threats, as the two lines show them.

use engine::{EvaluatedLine, MistakeContext, ReviewReason, Theme};
use rules::{Position, Seat, Text};

use super::position::{BOARD, COLUMNS, Column, ConnectFour, HEIGHT, ODD_ROWS, ROWS};
use super::solver::threats as completions;

/// Plies of a line within which a double threat is a reason.
const REASON_MAX_PLIES: usize = 8;

/// What the lines show, the most important first.
pub(super) fn explain(mistake: &MistakeContext<ConnectFour>) -> Vec<ReviewReason> {
    let opponent = !mistake.seat();
    let at_once = wins(mistake.played.first(), opponent) != 0;
    if at_once {
        return vec![if wins(&mistake.before, opponent) != 0 {
            ReviewReason::unanswered_threat()
        } else {
            on_top(mistake.played.moves[0])
        }];
    }
    let reason = fork_allowed(mistake)
        .or_else(|| fork_missed(mistake))
        .or_else(|| zugzwang(mistake))
        .or_else(|| threat_allowed(mistake))
        .or_else(|| threat_missed(mistake));
    reason.into_iter().collect()
}

/// What a puzzle's solution, the better line, turns on.
pub(super) fn themes(solution: &MistakeContext<ConnectFour>) -> Vec<Theme> {
    let (seat, line) = (solution.seat(), &solution.better);
    let squeezed = |position: &ConnectFour| {
        let gives = |column: Column| wins(&position.play(column), seat) != 0;
        position.turn() != seat
            && position.outcome().is_none()
            && wins(position, seat) == 0
            && position.legal_moves().into_iter().all(gives)
    };
    let found = [
        fork(line, seat).map(|_| Theme::DoubleThreat),
        line.positions.iter().any(squeezed).then_some(Theme::Zugzwang),
        (wins(&solution.before, !seat) != 0).then_some(Theme::Defence),
    ];
    found.into_iter().flatten().collect()
}

/// The cells where a disc of `seat` would complete a line at once.
fn wins(position: &ConnectFour, seat: Seat) -> u64 {
    completions(position.discs(seat), position.landings())
}

/// Nothing was threatened before, so the winning cell is the one above the new disc.
fn on_top(column: Column) -> ReviewReason {
    ReviewReason::new(
        "cell-above",
        format!("The disc in column {column} gives the opponent the cell above it."),
        format!("Le jeton en colonne {column} donne à l'adversaire la case du dessus."),
    )
}

/// Two threats at once, and the move of the line that makes them.
struct Fork {
    at: usize,
    columns: String,
    columns_fr: String,
}

/// Where `seat` first has two cells to complete a line at once, and the other side none. The other
/// side can fill but one of them.
fn fork(branch: &EvaluatedLine<ConnectFour>, seat: Seat) -> Option<Fork> {
    branch.positions.iter().take(REASON_MAX_PLIES).enumerate().find_map(|(at, position)| {
        if position.turn() == seat || position.outcome().is_some() {
            return None;
        }
        let own = wins(position, seat);
        if wins(position, !seat) != 0 || own.count_ones() < 2 {
            return None;
        }
        Some(Fork { at, columns: listed(own, "and"), columns_fr: listed(own, "et") })
    })
}

fn fork_allowed(mistake: &MistakeContext<ConnectFour>) -> Option<ReviewReason> {
    let opponent = !mistake.seat();
    let Fork { at, columns, columns_fr } = fork(&mistake.played, opponent)?;
    if fork(&mistake.better, opponent).is_some() {
        return None;
    }
    let (en, fr) = if at == 1 {
        let answer = mistake.played.moves[1];
        (
            format!("With {answer} the opponent has two threats at once, in columns {columns}."),
            format!(
                "Par {answer}, l'adversaire a deux menaces à la fois, en colonnes {columns_fr}."
            ),
        )
    } else {
        let moves = mistake.played.notation(at);
        (
            format!("After {moves} the opponent has two threats at once, in columns {columns}."),
            format!(
                "Après {moves}, l'adversaire a deux menaces à la fois, en colonnes {columns_fr}."
            ),
        )
    };
    Some(ReviewReason::new("allowed-double-threat", en, fr))
}

fn fork_missed(mistake: &MistakeContext<ConnectFour>) -> Option<ReviewReason> {
    let Fork { at, columns, columns_fr } = fork(&mistake.better, mistake.seat())?;
    if fork(&mistake.played, mistake.seat()).is_some() {
        return None;
    }
    let moves = mistake.better.notation(at);
    let (en, fr) = if at == 0 {
        (
            format!("{moves} makes two threats at once, in columns {columns}."),
            format!("{moves} crée deux menaces à la fois, en colonnes {columns_fr}."),
        )
    } else {
        (
            format!("After {moves} there are two threats at once, in columns {columns}."),
            format!("Après {moves}, il y a deux menaces à la fois, en colonnes {columns_fr}."),
        )
    };
    Some(ReviewReason::new("missed-double-threat", en, fr))
}

/// The line that was played ends with the player having to fill the cell below one where the
/// opponent wins, in every column that is left.
fn zugzwang(mistake: &MistakeContext<ConnectFour>) -> Option<ReviewReason> {
    let (seat, branch) = (mistake.seat(), &mistake.played);
    if branch.outcome?.winner != Some(!seat) {
        return None;
    }
    let at = branch.positions.len().checked_sub(3)?;
    let position = &branch.positions[at];
    let loses = |column: Column| wins(&position.play(column), !seat) != 0;
    let squeezed = wins(position, !seat) == 0 && position.legal_moves().into_iter().all(loses);
    squeezed.then(|| {
        ReviewReason::new(
            "zugzwang",
            "In the end every column that is left gives the opponent the cell above: zugzwang."
                .to_owned(),
            "À la fin, chaque colonne qui reste donne à l'adversaire la case du dessus : zugzwang."
                .to_owned(),
        )
    })
}

/// A threat the opponent gains in the line played but not in the better line.
fn threat_allowed(mistake: &MistakeContext<ConnectFour>) -> Option<ReviewReason> {
    let threat = Threat::new(mistake, &mistake.played, &mistake.better, !mistake.seat())?;
    let Threat { moves, place, wins } = threat;
    let (en, fr) =
        if wins { (", and wins there in the end", ", et y gagne à la fin") } else { ("", "") };
    Some(ReviewReason::new(
        "allowed-threat",
        format!("After {moves} the opponent has a lasting threat {}{en}.", place.en),
        format!("Après {moves}, l'adversaire a une menace durable {}{fr}.", place.fr),
    ))
}

/// A threat that the better line has to offer, and the one that was played has not.
fn threat_missed(mistake: &MistakeContext<ConnectFour>) -> Option<ReviewReason> {
    let threat = Threat::new(mistake, &mistake.better, &mistake.played, mistake.seat())?;
    let Threat { moves, place, wins } = threat;
    let (en, fr) = if wins { (" that wins in the end", " qui gagne à la fin") } else { ("", "") };
    Some(ReviewReason::new(
        "missed-threat",
        format!("After {moves} there is a lasting threat {}{en}.", place.en),
        format!("Après {moves}, il y a une menace durable {}{fr}.", place.fr),
    ))
}

/// A threat that stands from some move of a line on, but neither before it nor at the end of the
/// other line.
struct Threat {
    /// The moves that make it.
    moves: String,
    /// Where it is.
    place: Text,
    /// Whether the line ends with a disc in it.
    wins: bool,
}

impl Threat {
    fn new(
        mistake: &MistakeContext<ConnectFour>,
        branch: &EvaluatedLine<ConnectFour>,
        other: &EvaluatedLine<ConnectFour>,
        seat: Seat,
    ) -> Option<Self> {
        let positions = &branch.positions;
        let wins = branch.outcome.is_some_and(|outcome| outcome.winner == Some(seat));
        let old = threats(&mistake.before, seat) | threats(other.last(), seat);
        let (cells, end) = if wins {
            // The last disc completes a line; what matters is since when it could.
            let end = positions.len().checked_sub(2)?;
            (branch.last().discs(seat) & !positions[end].discs(seat), end)
        } else {
            (threats(branch.last(), seat), positions.len())
        };
        let cells = cells & !old;
        let at = positions[..end]
            .iter()
            .take(REASON_MAX_PLIES)
            .position(|it| threats(it, seat) & cells != 0)?;
        let cells = threats(&positions[at], seat) & cells;
        let lasts = |it: &ConnectFour| completions(it.discs(seat), cells) == cells;
        positions[at..end].iter().all(lasts).then(|| Self {
            moves: branch.notation(at),
            place: places(cells),
            wins,
        })
    }
}

/// Cells in words.
fn places(cells: u64) -> Text {
    let places = (0..u64::BITS as usize).filter(|cell| cells >> cell & 1 != 0);
    let (en, fr): (Vec<_>, Vec<_>) = places
        .map(|cell| (cell / HEIGHT + 1, cell % HEIGHT + 1))
        .map(|(column, row)| {
            (format!("in column {column}, row {row}"), format!("en colonne {column}, rangée {row}"))
        })
        .unzip();
    Text::composed(en.join(" and "), fr.join(" et "))
}

/// The cells that complete a line of `seat`, cannot be filled yet, lie on the rows that fall to
/// that seat when the board fills up, and have no threat of the other side below them.
fn threats(position: &ConnectFour, seat: Seat) -> u64 {
    let free = BOARD & !(position.discs(Seat::First) | position.discs(Seat::Second));
    let rows = match seat {
        Seat::First => ODD_ROWS,
        Seat::Second => !ODD_ROWS,
    };
    let enemy = completions(position.discs(!seat), free);
    let above = (1..ROWS).fold(enemy, |cells, _| (cells | cells << 1) & BOARD);
    completions(position.discs(seat), free) & rows & !position.landings() & !above
}

/// The numbers of the columns that the cells are in.
fn listed(cells: u64, and: &str) -> String {
    let columns = (0..COLUMNS as u8).map(Column::new).filter(|column| cells & column.cells() != 0);
    let mut columns: Vec<_> = columns.map(|column| column.to_string()).collect();
    let last = columns.pop().unwrap_or_default();
    if columns.is_empty() { last } else { format!("{} {and} {last}", columns.join(", ")) }
}
