//! Proof of puzzles: that a move is the only right one, and which replies resist best.

use std::cmp::Reverse;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rules::{Line, Position, Text};

use super::forced_win::ForcedWinSearch;
use super::{Puzzle, PuzzleError, PuzzleGoal, PuzzleProof, Puzzling};
use crate::{Limits, Resources, Searcher, Value};

/// Most moves that the solver of a puzzle has to find.
const SOLUTION_MAX_MOVES: usize = 6;
/// Replies that resist equally well and are tried for one that leaves a single right move.
const TIED_REPLIES_MAX: usize = 6;
/// Nodes of a search that decides whether a proof is worth trying.
const GUESS_NODES: u64 = 3_000;
/// Nodes of a search that may prove that a wrong move loses.
const REFUTATION_NODES: u64 = 4_000;
/// Difference of the margin to the second best move.
const MIN_MARGIN_LEAD: i32 = 2;
/// Size of the transposition table, in MiB.
const TABLE_MIB: usize = 16;

/// Why a position is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PuzzleRefusal {
    /// Several moves are right.
    SeveralMoves,
    /// Nothing is to be won or held.
    Lost,
    /// A short search does not expect a single right move, or sees no forced win where one is needed.
    Unpromising,
    /// No win can be forced within the horizon of the search.
    NoForcedWin,
    /// There is only one legal move.
    OnlyLegalMove,
    /// The right move wins at once.
    WinInOne,
    /// It is known already, perhaps mirrored or as a part of another puzzle.
    Duplicate,
    /// The proof takes too many nodes.
    Unsolved,
    /// There are enough of that grade.
    GradeFull,
}

impl PuzzleRefusal {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::SeveralMoves,
        Self::Lost,
        Self::Unpromising,
        Self::NoForcedWin,
        Self::OnlyLegalMove,
        Self::WinInOne,
        Self::Duplicate,
        Self::Unsolved,
        Self::GradeFull,
    ];

    /// The name for programs.
    pub const fn id(self) -> &'static str {
        match self {
            Self::SeveralMoves => "several-moves",
            Self::Lost => "lost",
            Self::Unpromising => "unpromising",
            Self::NoForcedWin => "no-forced-win",
            Self::OnlyLegalMove => "only-legal-move",
            Self::WinInOne => "win-in-one",
            Self::Duplicate => "duplicate",
            Self::Unsolved => "unsolved",
            Self::GradeFull => "grade-full",
        }
    }

    /// The reason for people.
    pub const fn title(self) -> Text {
        match self {
            Self::SeveralMoves => Text::new("several moves are right", "plusieurs coups sont bons"),
            Self::Lost => Text::new("nothing is to be won or held", "rien à gagner ni à tenir"),
            Self::Unpromising => Text::new("not promising", "peu prometteur"),
            Self::NoForcedWin => Text::new("no forced win is near", "pas de gain forcé proche"),
            Self::OnlyLegalMove => Text::new("only one legal move", "un seul coup légal"),
            Self::WinInOne => Text::new("won in one move", "gagné en un coup"),
            Self::Duplicate => Text::new("known already", "déjà connu"),
            Self::Unsolved => Text::new("too many nodes to prove", "trop de nœuds à prouver"),
            Self::GradeFull => Text::new("enough of that grade", "assez de ce degré"),
        }
    }
}

type MoveOf<E> = <<E as crate::GameEngine>::Game as Position>::Move;

/// Moves of a position with their values.
type MoveValues<E> = Vec<(MoveOf<E>, Value)>;

/// The only right move of a position, which is proved.
struct OnlyMove<M> {
    m: M,
    /// The value of the position.
    value: Value,
    /// The other moves, the most tempting first.
    others: Vec<M>,
}

/// A solution with what is proved of it.
pub(super) struct Solution<P: Position> {
    pub(super) start: P,
    pub(super) goal: PuzzleGoal,
    pub(super) moves: Vec<P::Move>,
    /// The positions in which the solver moves, with the right moves.
    pub(super) choices: Vec<(P, P::Move)>,
    /// The wrong moves in the first position, the most tempting first.
    pub(super) others: Vec<P::Move>,
}

/// Proves puzzles of an engine's game.
pub(super) struct PuzzleProver<'a, E: Puzzling> {
    pub(super) searcher: E::Searcher,
    pub(super) stop: &'a AtomicBool,
}

impl<'a, E: Puzzling> PuzzleProver<'a, E> {
    pub(super) fn new(stop: &'a AtomicBool) -> Self {
        let searcher = E::searcher(Resources { threads: 1, table: TABLE_MIB });
        Self { searcher, stop }
    }

    /// The proofs of a puzzle that begins in a position. The searches depend on it alone.
    fn begin(&mut self, start: &E::Game) -> PositionProofs<'_, E> {
        self.searcher.clear();
        let max_nodes = match E::PROOF {
            PuzzleProof::Solver { max_nodes } | PuzzleProof::ForcedWin { max_nodes, .. } => {
                max_nodes
            }
        };
        let forced = ForcedWinSearch::new(start.turn(), max_nodes, self.stop);
        PositionProofs { searcher: &mut self.searcher, forced, max_nodes, stop: self.stop }
    }

    /// The solution of a position, if it is a puzzle.
    pub(super) fn solve(&mut self, start: &E::Game) -> Result<Solution<E::Game>, PuzzleRefusal> {
        let stop = self.stop;
        let mut proofs = self.begin(start);
        if !proofs.is_promising(start) {
            return Err(PuzzleRefusal::Unpromising);
        }
        let OnlyMove { m, value, others } = proofs.only_move(start)?;
        if start.play(m).outcome().is_some() {
            return Err(PuzzleRefusal::WinInOne);
        }
        let (mut moves, mut choices) = (vec![m], vec![(*start, m)]);
        let mut after = start.play(m);
        while choices.len() < SOLUTION_MAX_MOVES && after.outcome().is_none() {
            let Ok(replies) = proofs.best_replies(&after) else { break };
            let next = replies.into_iter().take(TIED_REPLIES_MAX).find_map(|reply| {
                let next = after.play(reply);
                let only = next.outcome().is_none().then(|| proofs.only_move(&next))?;
                Some((reply, next, only.ok()?.m))
            });
            let Some((reply, next, m)) = next else { break };
            moves.extend([reply, m]);
            choices.push((next, m));
            after = next.play(m);
        }
        let goal = proofs.goal(value, &choices);
        if stop.load(Relaxed) {
            return Err(PuzzleRefusal::Unsolved);
        }
        Ok(Solution { start: *start, goal, moves, choices, others })
    }

    /// Proves a puzzle again.
    pub(super) fn verify(&mut self, puzzle: &Puzzle) -> Result<(), PuzzleError> {
        let stop = self.stop;
        let mut position: E::Game = puzzle.position.parse().map_err(PuzzleError::Position)?;
        let mut proofs = self.begin(&position);
        let (mut first, mut choices) = (None, Vec::new());
        for (index, text) in puzzle.solution.iter().enumerate() {
            let m = text.parse().ok().filter(|&m| position.is_legal(m));
            let m = m.ok_or_else(|| PuzzleError::IllegalMove(text.clone()))?;
            let refused = |refusal| {
                let index = index + 1;
                if stop.load(Relaxed) {
                    PuzzleError::Stopped
                } else {
                    PuzzleError::Refused { index, refusal }
                }
            };
            if index % 2 == 0 {
                let only = proofs.only_move(&position).map_err(refused)?;
                if only.m != m {
                    let (given, right) = (text.clone(), only.m.to_string());
                    return Err(PuzzleError::WrongMove { given, right });
                }
                first = first.or(Some(only.value));
                choices.push((position, m));
            } else if !proofs.best_replies(&position).map_err(refused)?.contains(&m) {
                return Err(PuzzleError::WeakReply(text.clone()));
            }
            position = position.play(m);
        }
        let value = first.filter(|_| puzzle.solution.len() % 2 == 1);
        let value = value.ok_or_else(|| PuzzleError::IllegalMove(puzzle.solution.join(" ")))?;
        let goal = proofs.goal(value, &choices);
        if goal == puzzle.goal { Ok(()) } else { Err(PuzzleError::WrongGoal(goal)) }
    }
}

/// Proofs about the positions of one puzzle.
struct PositionProofs<'a, E: Puzzling> {
    searcher: &'a mut E::Searcher,
    forced: ForcedWinSearch<'a, E>,
    max_nodes: u64,
    stop: &'a AtomicBool,
}

impl<E: Puzzling> PositionProofs<'_, E> {
    /// Whether a short search expects a proof to succeed where that is long: this is a guess that saves time.
    fn is_promising(&mut self, position: &E::Game) -> bool {
        let unit = E::Searcher::SCALE.margin_unit;
        let (depth, lines) = match E::PROOF {
            PuzzleProof::ForcedWin { max_plies, .. } => (Some(max_plies + 2), 1),
            PuzzleProof::Solver { .. } if unit.is_some() => (None, 2),
            PuzzleProof::Solver { .. } => return true,
        };
        let limits = Limits { depth, nodes: Some(GUESS_NODES), lines, ..Limits::default() };
        let report = self.searcher.search(&Line::new(*position), &limits, self.stop, &mut |_| ());
        let value = |at: usize| report.lines.get(at).map(|line| line.value);
        match (unit, value(0), value(1)) {
            (Some(unit), Some(best), Some(second)) => {
                best >= Value::ZERO && best.points() - second.points() >= MIN_MARGIN_LEAD * unit
            }
            (None, Some(best), _) => best.is_decided() && best > Value::ZERO,
            _ => false,
        }
    }

    /// The only right move of a position in which the game goes on.
    fn only_move(&mut self, position: &E::Game) -> Result<OnlyMove<MoveOf<E>>, PuzzleRefusal> {
        if position.count_moves() < 2 {
            return Err(PuzzleRefusal::OnlyLegalMove);
        }
        let values = match E::PROOF {
            PuzzleProof::Solver { .. } => self.solved_values(position),
            PuzzleProof::ForcedWin { max_plies, .. } => self.forced_wins(position, max_plies)?,
        };
        let mut values = values.ok_or(PuzzleRefusal::Unsolved)?;
        values.sort_by_key(|&(_, value)| Reverse(value));
        let ((m, value), (_, second)) = (values[0], values[1]);
        let is_only = match E::Searcher::SCALE.margin_unit {
            Some(unit) => value.points() - second.points() >= MIN_MARGIN_LEAD * unit,
            None => value.points().signum() > second.points().signum(),
        };
        if value < Value::ZERO {
            Err(PuzzleRefusal::Lost)
        } else if is_only {
            let others = values[1..].iter().map(|&(m, _)| m).collect();
            Ok(OnlyMove { m, value, others })
        } else {
            Err(PuzzleRefusal::SeveralMoves)
        }
    }

    /// The proved values of all moves; `None` if one is not proved.
    fn solved_values(&mut self, position: &E::Game) -> Option<MoveValues<E>> {
        let (nodes, lines) = (Some(self.max_nodes), usize::MAX);
        let limits = Limits { nodes, lines, ..Limits::default() };
        let report = self.searcher.search(&Line::new(*position), &limits, self.stop, &mut |_| ());
        let is_complete = report.lines.len() == position.count_moves();
        let is_proved = report.lines.iter().all(|line| line.proof.is_proved());
        let value = |line: &crate::PvLine<_>| Some((*line.moves.first()?, line.value));
        (is_complete && is_proved).then(|| report.lines.iter().map(value).collect())?
    }

    /// The moves that force a win as soon as possible; all others have the value of a draw. Nothing is in the list if
    /// that takes too many nodes.
    fn forced_wins(
        &mut self,
        position: &E::Game,
        max_plies: u16,
    ) -> Result<Option<MoveValues<E>>, PuzzleRefusal> {
        let Some(distance) = self.forced.distance(position, max_plies) else { return Ok(None) };
        let distance = distance.ok_or(PuzzleRefusal::NoForcedWin)?;
        let (mut values, mut winning) = (Vec::new(), 0);
        for m in position.legal_moves() {
            let wins = self.forced.loses_within(&position.play(m), distance - 1);
            let Some(wins) = wins else { return Ok(None) };
            winning += u32::from(wins);
            if winning > 1 {
                return Err(PuzzleRefusal::SeveralMoves);
            }
            values.push((m, if wins { Value::win_in(distance) } else { Value::ZERO }));
        }
        Ok(Some(values))
    }

    /// The replies that resist best, in the order of the legal moves: those with the best value for the side to move,
    /// so that a loss comes as late as possible.
    fn best_replies(&mut self, position: &E::Game) -> Result<Vec<MoveOf<E>>, PuzzleRefusal> {
        let values = match E::PROOF {
            PuzzleProof::Solver { .. } => self.solved_values(position),
            PuzzleProof::ForcedWin { max_plies, .. } => {
                let moves = position.legal_moves().into_iter();
                let value = |m| {
                    let distance = self.forced.distance(&position.play(m), max_plies)?;
                    Some((m, Value::loss_in(distance? + 1)))
                };
                moves.map(value).collect()
            }
        };
        let values = values.ok_or(PuzzleRefusal::Unsolved)?;
        let best = values.iter().map(|&(_, value)| value).max();
        let order = position.legal_moves();
        let is_best =
            |m: &MoveOf<E>| values.iter().any(|&(it, value)| it == *m && Some(value) == best);
        Ok(order.into_iter().filter(is_best).collect())
    }

    /// What is proved of a solution whose first position has that value.
    fn goal(&mut self, value: Value, choices: &[(E::Game, MoveOf<E>)]) -> PuzzleGoal {
        match (E::PROOF, E::Searcher::SCALE.margin_unit) {
            (_, Some(unit)) => PuzzleGoal::Margin(value.points() / unit),
            (PuzzleProof::Solver { .. }, None) if value == Value::ZERO => PuzzleGoal::Draw,
            (PuzzleProof::Solver { .. }, None) => PuzzleGoal::Win,
            (PuzzleProof::ForcedWin { .. }, None) => {
                let all_lose = choices.iter().all(|(position, m)| self.others_lose(position, *m));
                let plies = value.plies_to_end().unwrap_or_default();
                if all_lose { PuzzleGoal::Win } else { PuzzleGoal::WinWithin(plies) }
            }
        }
    }

    /// Whether a search proves that all moves but one lose.
    fn others_lose(&mut self, position: &E::Game, m: MoveOf<E>) -> bool {
        let limits = Limits::nodes(REFUTATION_NODES);
        position.legal_moves().into_iter().filter(|&other| other != m).all(|other| {
            let after = position.play(other);
            if let Some(outcome) = after.outcome() {
                return outcome.winner == Some(after.turn());
            }
            self.searcher.clear();
            let report = self.searcher.search(&Line::new(after), &limits, self.stop, &mut |_| ());
            let best = report.lines.first();
            best.is_some_and(|line| line.proof.is_proved() && line.value > Value::ZERO)
        })
    }
}
