//! Root analysis: the winner and the length of the game after each move.

use rules::Square;

use super::budget::SearchBudget;
use super::conflict_graph::{ConflictGraph, indices};
use super::game_length::{LengthBounds, LengthSearch, LengthTable};
use super::nimber_search::NimberSearch;
use super::nimber_table::NimberTable;
use super::parallel;

/// Root move and its results so far.
#[derive(Clone, Debug)]
pub(crate) struct SolvedMove {
    /// Principal variation, which starts with the move.
    pub(crate) line: Vec<Square>,
    /// Number of free squares that remain after it.
    pub(crate) remaining: u32,
    /// Whether it wins, if that is solved.
    pub(crate) wins: Option<bool>,
    /// Bounds of the game's length after it, once it is solved who wins.
    pub(crate) length: LengthBounds,
    /// Number of winning replies, if counted: where all moves lose, the fewer the better.
    pub(crate) winning_replies: Option<usize>,
}

impl SolvedMove {
    /// Index of the move's square.
    pub(super) fn square(&self) -> usize {
        self.line[0].index().into()
    }
}

/// Analysis of a root position.
pub(crate) struct RootAnalysis<'a, 'b> {
    lengths: LengthSearch<'a, 'b>,
    free: u64,
    /// The moves in fastest-first order.
    moves: Vec<SolvedMove>,
}

impl<'a, 'b> RootAnalysis<'a, 'b> {
    pub(super) fn new(
        (graph, free): (ConflictGraph, u64),
        table: &'a NimberTable,
        length_table: &'a mut LengthTable,
        budget: SearchBudget<'b>,
    ) -> Self {
        let search = NimberSearch { graph, table, budget, ordering_seed: 0 };
        let solved = |square: usize| {
            let remaining = search.graph.remaining(free, square);
            SolvedMove {
                line: vec![Square::from_index(square as u8)],
                remaining: remaining.count_ones(),
                wins: None,
                length: LengthBounds::of(remaining, true),
                winning_replies: None,
            }
        };
        let moves = search.moves(free).into_iter().map(solved).collect();
        Self { lengths: LengthSearch { search, length_table }, free, moves }
    }

    /// Takes over moves that are known to win or to lose.
    pub(super) fn assume(&mut self, known: &[(Square, bool)]) {
        for index in 0..self.moves.len() {
            let square = self.moves[index].line[0];
            if let Some(&(_, wins)) = known.iter().find(|(known, _)| *known == square) {
                self.set_winner(index, wins);
            }
        }
    }

    /// Keeps some of the moves only: the others have the same values.
    pub(crate) fn retain(&mut self, keeps: impl Fn(Square) -> bool) {
        self.moves.retain(|solved| keeps(solved.line[0]));
    }

    /// The moves with their results so far.
    pub(crate) fn moves(&self) -> &[SolvedMove] {
        &self.moves
    }

    /// Number of free squares: the plies that a game can still have.
    pub(crate) const fn free_squares(&self) -> u16 {
        self.free.count_ones() as u16
    }

    pub(crate) const fn nodes(&self) -> u64 {
        self.lengths.search.budget.nodes()
    }

    /// Goes on to another limit on nodes.
    pub(crate) const fn set_node_limit(&mut self, node_limit: u64) {
        self.lengths.search.budget.set_node_limit(node_limit);
    }

    /// Index of a winning move, if one is found.
    fn winning_move(&self) -> Option<usize> {
        self.moves.iter().position(|solved| solved.wins == Some(true))
    }

    /// Solves who wins and how soon: for the best move, or for `all` moves. Progress is reported to `watch`. `None`
    /// if the budget is used up before.
    pub(crate) fn run(
        &mut self,
        all: bool,
        threads: usize,
        watch: &mut dyn FnMut(&Self),
    ) -> Option<()> {
        watch(self);
        if threads > 1 {
            self.solve_winners_in_parallel(all, threads);
            watch(self);
        }
        for index in 0..self.moves.len() {
            if self.moves[index].wins.is_none() && (all || self.winning_move().is_none()) {
                self.solve_winner(index)?;
                watch(self);
            }
        }
        match self.winning_move() {
            _ if all => self.solve_all_lengths(watch),
            Some(index) => self.find_quickest_win(index, watch),
            None => self.find_longest_defence(watch),
        }
    }

    /// Whether the side to move wins; `None` if the budget is used up before that is known.
    pub(super) fn wins(&mut self, threads: usize) -> Option<bool> {
        if self.winning_move().is_some() {
            return Some(true);
        }
        if threads <= 1 && self.moves.iter().all(|solved| solved.wins.is_none()) {
            return self.lengths.search.is_p_position(self.free).map(|loses| !loses);
        }
        self.solve_winners_in_parallel(false, threads.max(1));
        let wins = self.winning_move().is_some();
        (wins || self.moves.iter().all(|solved| solved.wins.is_some())).then_some(wins)
    }

    /// Solves who wins on several threads.
    fn solve_winners_in_parallel(&mut self, all: bool, threads: usize) {
        let (found, nodes) =
            parallel::solve_winners(&self.lengths.search, self.free, &self.moves, all, threads);
        self.lengths.search.budget.add_nodes(nodes);
        for (index, wins) in found.into_iter().enumerate() {
            if let Some(wins) = wins {
                self.set_winner(index, wins);
            }
        }
    }

    /// Solves who wins after a move.
    fn solve_winner(&mut self, index: usize) -> Option<bool> {
        let wins =
            self.after_move(index, |lengths, remaining| lengths.search.is_p_position(remaining))?;
        self.set_winner(index, wins);
        Some(wins)
    }

    fn set_winner(&mut self, index: usize, wins: bool) {
        let solved = &mut self.moves[index];
        let remaining = self.lengths.search.graph.remaining(self.free, solved.square());
        (solved.wins, solved.length) = (Some(wins), LengthBounds::of(remaining, wins));
    }

    /// Calls a function for the position after a move.
    fn after_move<T>(
        &mut self,
        index: usize,
        search: impl FnOnce(&mut LengthSearch<'a, 'b>, u64) -> T,
    ) -> T {
        let (remaining, undo_mark) =
            self.lengths.search.graph.place(self.free, self.moves[index].square());
        let result = search(&mut self.lengths, remaining);
        self.lengths.search.graph.undo(undo_mark);
        result
    }

    /// Solves the length of the game after each move, winning moves first.
    fn solve_all_lengths(&mut self, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        for wins in [true, false] {
            for index in 0..self.moves.len() {
                if self.moves[index].wins == Some(wins) {
                    self.solve_length(index)?;
                    watch(self);
                }
            }
        }
        Some(())
    }

    /// Finds the quickest win, given a winning move.
    fn find_quickest_win(&mut self, known: usize, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        self.solve_length(known)?;
        watch(self);
        let mut best = self.moves[known].length.high;
        for index in (0..self.moves.len()).filter(|&index| index != known) {
            if self.moves[index].wins.is_none() {
                self.solve_winner(index)?;
            }
            if self.moves[index].wins == Some(true)
                && best > 0
                && self.ends_within(index, best - 2)?
            {
                self.solve_length(index)?;
                best = self.moves[index].length.high;
                watch(self);
            }
        }
        Some(())
    }

    /// Finds the longest defence, and counts the winning replies of equally long ones.
    fn find_longest_defence(&mut self, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        let mut best = 0;
        for index in (0..self.moves.len()).rev() {
            if best == 0 || !self.ends_within(index, best)? {
                self.solve_length(index)?;
                best = self.moves[index].length.high;
                watch(self);
            }
        }
        for index in 0..self.moves.len() {
            if self.moves[index].length.high == best
                && (best < 2 || !self.ends_within(index, best - 2)?)
            {
                let replies = self.after_move(index, |lengths, remaining| {
                    let mut count = 0;
                    for square in indices(remaining) {
                        let (free, undo_mark) = lengths.search.graph.place(remaining, square);
                        let loses = lengths.search.is_p_position(free);
                        lengths.search.graph.undo(undo_mark);
                        count += usize::from(loses?);
                    }
                    Some(count)
                })?;
                self.moves[index].winning_replies = Some(replies);
            }
        }
        Some(())
    }

    /// Whether the game ends within so many plies after a move whose winner is solved.
    fn ends_within(&mut self, index: usize, plies: u8) -> Option<bool> {
        let loses = self.moves[index].wins?;
        let within = self
            .after_move(index, |lengths, remaining| lengths.ends_within(remaining, loses, plies))?;
        let known = &mut self.moves[index].length;
        if within {
            known.high = known.high.min(plies);
        } else {
            known.low = known.low.max(plies + 2);
        }
        Some(within)
    }

    /// Solves the length and the principal variation after a move whose winner is solved.
    fn solve_length(&mut self, index: usize) -> Option<()> {
        while !self.moves[index].length.is_exact() {
            let asked = self.moves[index].length.next_test();
            self.ends_within(index, asked)?;
        }
        let (loses, plies) = (self.moves[index].wins?, self.moves[index].length.high);
        let line = self.after_move(index, |lengths, remaining| {
            lengths.principal_variation(remaining, loses, plies)
        });
        self.moves[index].line.truncate(1);
        self.moves[index].line.extend(line);
        Some(())
    }
}
