//! How soon a game can be ended by its winner, and how long the loser can hold out.

use rules::Square;

use super::search::Search;

/// How many plies a game lasts when the winner hurries and the loser does not: at least and at most.
/// Both are odd if the side to move wins, and even if it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plies {
    /// At least so many.
    pub(crate) low: u8,
    /// At most so many.
    pub(crate) high: u8,
}

impl Plies {
    /// What the number of free squares says.
    pub(super) const fn of(free: u64, loses: bool) -> Self {
        let most = free.count_ones() as u8;
        let low = if loses { if free == 0 { 0 } else { 2 } } else { 1 };
        Self { low, high: most - (most & 1 ^ !loses as u8) }
    }

    /// Whether it is exactly known.
    pub(crate) const fn is_exact(self) -> bool {
        self.low >= self.high
    }

    /// The number to ask for next: nearer to the low end, where answers are quick.
    pub(super) const fn next(self) -> u8 {
        self.low + (self.high - self.low) / 8 * 2
    }
}

/// What is known of positions.
pub(super) struct Memory {
    slots: Vec<(u64, Plies)>,
}

impl Memory {
    const NOTHING: Plies = Plies { low: 0, high: u8::MAX };

    /// As many slots, a power of two, as there is room for in so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        let slots = (bytes / size_of::<(u64, Plies)>()).max(1);
        Self { slots: vec![(0, Self::NOTHING); 1 << slots.ilog2()] }
    }

    pub(super) fn clear(&mut self) {
        self.slots.fill((0, Self::NOTHING));
    }

    fn slot(&mut self, key: u64) -> &mut (u64, Plies) {
        let index = key as usize & (self.slots.len() - 1);
        &mut self.slots[index]
    }

    fn get(&mut self, key: u64) -> Plies {
        let (known, plies) = *self.slot(key);
        if known == key { plies } else { Self::NOTHING }
    }

    /// The game lasts `asked` plies at most, or more.
    fn put(&mut self, key: u64, asked: u8, within: bool) {
        let slot = self.slot(key);
        if slot.0 != key {
            *slot = (key, Self::NOTHING);
        }
        if within {
            slot.1.high = slot.1.high.min(asked);
        } else {
            slot.1.low = slot.1.low.max(asked + 2);
        }
    }
}

/// A search for how long games last.
pub(super) struct Finish<'a, 'b> {
    pub(super) search: Search<'a, 'b>,
    pub(super) memory: &'a mut Memory,
}

impl Finish<'_, '_> {
    /// Whether the game lasts so many plies at most; `loses` says who wins.
    pub(super) fn within(&mut self, free: u64, loses: bool, plies: u8) -> Option<bool> {
        if loses { self.loses_within(free, plies) } else { self.wins_within(free, plies) }
    }

    /// Whether the side to move, which wins, can do so within so many plies, an odd number.
    fn wins_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let known = match self.recall(free, plies) {
            Ok(answer) => return Some(answer),
            Err(key) => key?,
        };
        let moves = self.search.moves(free);
        let mut found = plies == 1 && self.search.net.left(free, moves[0]) == 0;
        for square in moves.into_iter().filter(|_| plies > 1) {
            let (left, mark) = self.search.net.play(free, square);
            let answer = self.ends_within(left, plies - 1);
            self.search.net.back(mark);
            found = answer?;
            if found {
                break;
            }
        }
        self.memory.put(known, plies, found);
        Some(found)
    }

    /// Whether the side to move loses, and does so within so many plies.
    fn ends_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let mut rest = free;
        for _ in 0..plies {
            rest &= !self.search.net.component(rest);
            if rest == 0 {
                break;
            }
        }
        // Every component is a move or more.
        Some(rest == 0 && self.search.loses(free)? && self.loses_within(free, plies)?)
    }

    /// Whether the side to move, which loses, cannot hold out longer than so many plies, an even
    /// number.
    fn loses_within(&mut self, free: u64, plies: u8) -> Option<bool> {
        let known = match self.recall(free, plies) {
            Ok(answer) => return Some(answer),
            Err(key) => key?,
        };
        let mut all = plies > 0;
        // What leaves most is the best defence.
        for square in self.search.moves(free).into_iter().rev().take_while(|_| plies > 0) {
            let (left, mark) = self.search.net.play(free, square);
            let answer = self.wins_within(left, plies - 1);
            self.search.net.back(mark);
            all = answer?;
            if !all {
                break;
            }
        }
        self.memory.put(known, plies, all);
        Some(all)
    }

    /// What happens in a game that lasts exactly so many plies; cut short if the budget is used up.
    pub(super) fn line(&mut self, free: u64, loses: bool, plies: u8) -> Vec<Square> {
        let mut moves = self.search.moves(free);
        if loses {
            moves.reverse();
        }
        for square in moves.into_iter().take_while(|_| plies > 0) {
            let (left, mark) = self.search.net.play(free, square);
            let fits = if loses {
                (plies < 3).then_some(true).or_else(|| Some(!self.wins_within(left, plies - 3)?))
            } else {
                self.ends_within(left, plies - 1)
            };
            let mut line = vec![Square::from_index(square as u8)];
            if fits == Some(true) {
                line.extend(self.line(left, !loses, plies - 1));
            }
            self.search.net.back(mark);
            match fits {
                Some(true) => return line,
                Some(false) => {}
                None => break,
            }
        }
        Vec::new()
    }

    /// The answer if it is known, else the key of the position; no key if the budget is used up.
    fn recall(&mut self, free: u64, plies: u8) -> Result<bool, Option<u64>> {
        if u32::from(plies) >= free.count_ones() {
            return Ok(true);
        }
        let key = self.search.net.key(free);
        let known = self.memory.get(key);
        if known.high <= plies {
            return Ok(true);
        }
        if known.low > plies {
            return Ok(false);
        }
        Err(self.search.budget.spend().then_some(key))
    }
}
