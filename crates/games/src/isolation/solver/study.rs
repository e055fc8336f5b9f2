//! A position under study: who wins after each of its moves, and how soon.

use rules::Square;

use super::budget::Budget;
use super::finish::{Finish, Memory, Plies};
use super::net::{Net, each};
use super::search::Search;
use super::table::Table;
use super::team;

/// A move and what is known of it.
#[derive(Clone, Debug)]
pub(crate) struct Judged {
    /// The move, and what is expected to follow it.
    pub(crate) line: Vec<Square>,
    /// How many squares it leaves.
    pub(crate) left: u32,
    /// Whether it wins.
    pub(crate) wins: Option<bool>,
    /// How long the game lasts after it, if it is known who wins.
    pub(crate) plies: Plies,
    /// How many answers win, if that was asked for: where all moves lose, the fewer the better.
    pub(crate) answers: Option<usize>,
}

impl Judged {
    /// The move's number.
    pub(super) fn square(&self) -> usize {
        self.line[0].index().into()
    }
}

/// A position under study.
pub(crate) struct Study<'a, 'b> {
    finish: Finish<'a, 'b>,
    free: u64,
    /// The moves, those that leave least first.
    moves: Vec<Judged>,
}

impl<'a, 'b> Study<'a, 'b> {
    pub(super) fn new(
        (net, free): (Net, u64),
        table: &'a Table,
        memory: &'a mut Memory,
        budget: Budget<'b>,
    ) -> Self {
        let search = Search { net, table, budget, salt: 0 };
        let judged = |square: usize| {
            let left = search.net.left(free, square);
            Judged {
                line: vec![Square::from_index(square as u8)],
                left: left.count_ones(),
                wins: None,
                plies: Plies::of(left, true),
                answers: None,
            }
        };
        let moves = search.moves(free).into_iter().map(judged).collect();
        Self { finish: Finish { search, memory }, free, moves }
    }

    /// The moves with what is known of them.
    pub(crate) fn moves(&self) -> &[Judged] {
        &self.moves
    }

    /// Components looked at.
    pub(crate) const fn nodes(&self) -> u64 {
        self.finish.search.budget.nodes()
    }

    /// A move that is known to win.
    fn winner(&self) -> Option<usize> {
        self.moves.iter().position(|judged| judged.wins == Some(true))
    }

    /// Finds out who wins, and how soon; after every move, if `all` are asked for. `watch` hears of
    /// news. The study ends when all is known, or with `None` when the budget is used up.
    pub(crate) fn carry_out(
        &mut self,
        all: bool,
        threads: usize,
        watch: &mut dyn FnMut(&Self),
    ) -> Option<()> {
        watch(self);
        if threads > 1 {
            self.share_out(all, threads);
            watch(self);
        }
        for index in 0..self.moves.len() {
            if self.moves[index].wins.is_none() && (all || self.winner().is_none()) {
                self.decide(index)?;
                watch(self);
            }
        }
        match self.winner() {
            _ if all => self.measure_all(watch),
            Some(index) => self.hurry(index, watch),
            None => self.hold_out(watch),
        }
    }

    /// Whether the side to move wins, as far as the budget goes.
    pub(super) fn wins(&mut self, threads: usize) -> bool {
        if threads > 1 {
            self.share_out(false, threads);
            return self.winner().is_some();
        }
        self.finish.search.loses(self.free) == Some(false)
    }

    /// Several threads find out who wins.
    fn share_out(&mut self, all: bool, threads: usize) {
        let (found, nodes) =
            team::decide(&self.finish.search, self.free, &self.moves, all, threads);
        self.finish.search.budget.charge(nodes);
        for (index, wins) in found.into_iter().enumerate() {
            if let Some(wins) = wins {
                self.settle(index, wins);
            }
        }
    }

    /// Finds out who wins after a move.
    fn decide(&mut self, index: usize) -> Option<bool> {
        let wins = self.after(index, |finish, left| finish.search.loses(left))?;
        self.settle(index, wins);
        Some(wins)
    }

    fn settle(&mut self, index: usize, wins: bool) {
        let judged = &mut self.moves[index];
        let left = self.finish.search.net.left(self.free, judged.square());
        (judged.wins, judged.plies) = (Some(wins), Plies::of(left, wins));
    }

    /// Asks something of the position after a move.
    fn after<T>(&mut self, index: usize, ask: impl FnOnce(&mut Finish<'a, 'b>, u64) -> T) -> T {
        let (left, mark) = self.finish.search.net.play(self.free, self.moves[index].square());
        let answer = ask(&mut self.finish, left);
        self.finish.search.net.back(mark);
        answer
    }

    /// How soon each move ends the game, those that win first.
    fn measure_all(&mut self, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        for wins in [true, false] {
            for index in 0..self.moves.len() {
                if self.moves[index].wins == Some(wins) {
                    self.measure(index)?;
                    watch(self);
                }
            }
        }
        Some(())
    }

    /// The quickest win, one being known.
    fn hurry(&mut self, known: usize, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        self.measure(known)?;
        watch(self);
        let mut best = self.moves[known].plies.high;
        for index in (0..self.moves.len()).filter(|&index| index != known) {
            if self.moves[index].wins.is_none() {
                self.decide(index)?;
            }
            if self.moves[index].wins == Some(true) && best > 0 && self.within(index, best - 2)? {
                self.measure(index)?;
                best = self.moves[index].plies.high;
                watch(self);
            }
        }
        Some(())
    }

    /// The longest defence; of equal ones that with the fewest answers that win.
    fn hold_out(&mut self, watch: &mut dyn FnMut(&Self)) -> Option<()> {
        let mut best = 0;
        for index in (0..self.moves.len()).rev() {
            if best == 0 || !self.within(index, best)? {
                self.measure(index)?;
                best = self.moves[index].plies.high;
                watch(self);
            }
        }
        for index in 0..self.moves.len() {
            if self.moves[index].plies.high == best
                && (best < 2 || !self.within(index, best - 2)?)
            {
                let answers = self.after(index, |finish, left| {
                    let mut count = 0;
                    for square in each(left) {
                        let (free, mark) = finish.search.net.play(left, square);
                        let loses = finish.search.loses(free);
                        finish.search.net.back(mark);
                        count += usize::from(loses?);
                    }
                    Some(count)
                })?;
                self.moves[index].answers = Some(answers);
            }
        }
        Some(())
    }

    /// Whether the game lasts so many plies at most after a move that is decided.
    fn within(&mut self, index: usize, plies: u8) -> Option<bool> {
        let loses = self.moves[index].wins?;
        let within = self.after(index, |finish, left| finish.within(left, loses, plies))?;
        let known = &mut self.moves[index].plies;
        if within {
            known.high = known.high.min(plies);
        } else {
            known.low = known.low.max(plies + 2);
        }
        Some(within)
    }

    /// How long the game lasts after a move that is decided, and what happens in it.
    fn measure(&mut self, index: usize) -> Option<()> {
        while !self.moves[index].plies.is_exact() {
            let asked = self.moves[index].plies.next();
            self.within(index, asked)?;
        }
        let (loses, plies) = (self.moves[index].wins?, self.moves[index].plies.high);
        let line = self.after(index, |finish, left| finish.line(left, loses, plies));
        self.moves[index].line.truncate(1);
        self.moves[index].line.extend(line);
        Some(())
    }
}
