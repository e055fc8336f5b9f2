//! Who plays whom, and how the games begin.

use rules::{Record, Seat};

use crate::duel::Openings;
use crate::failure::Failure;

/// Game that is to be played.
pub(super) struct Fixture {
    /// Number among all games, from 0.
    pub(super) number: u32,
    /// The two players, by their numbers.
    pub(super) players: [usize; 2],
    pub(super) seat_of_first: Seat,
    pub(super) opening: Record,
}

/// Games in the order of their numbers: in each round, all pairs of players play two games from the same opening.
pub(super) struct LadderSchedule {
    openings: Openings,
    pairings: Vec<[usize; 2]>,
    rounds: u32,
    next: u32,
    /// Opening of the round of the next game.
    opening: Option<Record>,
}

/// All pairs of players, or those of the first player alone.
pub(super) fn pairings(players: usize, gauntlet: bool) -> Vec<[usize; 2]> {
    let firsts = if gauntlet { 0..1 } else { 0..players };
    firsts.flat_map(|one| (one + 1..players).map(move |other| [one, other])).collect()
}

impl LadderSchedule {
    /// `games` is the even number of games of each pair.
    pub(super) const fn new(openings: Openings, pairings: Vec<[usize; 2]>, games: u32) -> Self {
        Self { openings, pairings, rounds: games / 2, next: 0, opening: None }
    }

    /// How many games there are in all.
    pub(super) fn games(&self) -> u32 {
        self.games_of_round().saturating_mul(self.rounds)
    }

    fn games_of_round(&self) -> u32 {
        u32::try_from(self.pairings.len()).unwrap_or(u32::MAX).saturating_mul(2)
    }

    /// The number of the next game.
    pub(super) const fn next_number(&self) -> u32 {
        self.next
    }

    /// The next game; `None` when all have begun.
    pub(super) fn next(&mut self) -> Result<Option<Fixture>, Failure> {
        if self.next >= self.games() {
            return Ok(None);
        }
        let number = self.next;
        let place = number % self.games_of_round();
        if place == 0 {
            self.opening = None;
        }
        let opening = match &self.opening {
            Some(opening) => opening.clone(),
            None => self.opening.insert(self.openings.next()?).clone(),
        };
        self.next += 1;
        let players = self.pairings[place as usize / 2];
        let seat_of_first = if place.is_multiple_of(2) { Seat::First } else { Seat::Second };
        Ok(Some(Fixture { number, players, seat_of_first, opening }))
    }
}

#[cfg(test)]
mod tests {
    use rules::Setup;

    use super::*;

    #[test]
    fn everybody_plays_everybody_from_the_same_openings_in_both_seats() {
        let openings = Openings::new(games::CATALOGUE[0], Setup::default(), None, 1);
        let openings = openings.ok().expect("openings");
        let mut schedule = LadderSchedule::new(openings, pairings(4, false), 6);
        assert_eq!(schedule.games(), 36);
        let mut fixtures = Vec::new();
        while let Some(fixture) = schedule.next().ok().expect("a game") {
            fixtures.push(fixture);
        }
        assert_eq!(fixtures.len(), 36);
        for (number, fixture) in (0..).zip(&fixtures) {
            assert_eq!(fixture.number, number);
        }
        for round in fixtures.chunks(12) {
            assert!(round.iter().all(|fixture| fixture.opening == round[0].opening));
            for pair in round.chunks(2) {
                assert_eq!(pair[0].players, pair[1].players);
                assert_ne!(pair[0].seat_of_first, pair[1].seat_of_first);
            }
        }
        assert_ne!(fixtures[0].opening, fixtures[12].opening);
    }

    #[test]
    fn in_a_gauntlet_only_the_first_plays_all() {
        assert_eq!(pairings(4, true), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(pairings(3, false), [[0, 1], [0, 2], [1, 2]]);
    }
}
