//! Results of a ladder so far.

use engine::{PairScore, RatingTable};
use rules::Seat;
use serde::Serialize;

use super::journal::JournalGame;
use crate::duel::{FaultCounts, GameResult, WinDrawLoss, rounded};

/// Results of all pairs of players.
pub(super) struct LadderResult {
    /// Results of each player against each other.
    pairs: Vec<Vec<WinDrawLoss>>,
    faults: Vec<FaultCounts>,
}

impl LadderResult {
    pub(super) fn new(players: usize) -> Self {
        let pairs = vec![vec![WinDrawLoss::default(); players]; players];
        Self { pairs, faults: vec![FaultCounts::default(); players] }
    }

    pub(super) fn add(&mut self, game: &JournalGame) {
        let [first, second] = game.players;
        let (one, other) = match game.winner {
            None => (GameResult::Draw, GameResult::Draw),
            Some(Seat::First) => (GameResult::Win, GameResult::Loss),
            Some(Seat::Second) => (GameResult::Loss, GameResult::Win),
        };
        self.pairs[first][second].count(one);
        self.pairs[second][first].count(other);
        if let Some((loser, kind)) = game.fault() {
            self.faults[loser].count(kind);
        }
    }

    pub(super) fn players(&self) -> usize {
        self.pairs.len()
    }

    /// Number of games.
    pub(super) fn games(&self) -> u32 {
        let counts = self.pairs.iter().flatten().map(|counts| counts.games());
        counts.sum::<u32>() / 2
    }

    /// Results of one player against another.
    pub(super) fn pair(&self, one: usize, other: usize) -> WinDrawLoss {
        self.pairs[one][other]
    }

    /// Results of a player against all others.
    pub(super) fn total(&self, player: usize) -> WinDrawLoss {
        self.pairs[player].iter().copied().fold(WinDrawLoss::default(), std::ops::Add::add)
    }

    pub(super) fn faults(&self, player: usize) -> FaultCounts {
        self.faults[player]
    }

    pub(super) fn ratings(&self) -> RatingTable {
        let mut scores = Vec::new();
        for one in 0..self.players() {
            for other in one + 1..self.players() {
                let WinDrawLoss { wins, draws, losses } = self.pair(one, other);
                if wins + draws + losses > 0 {
                    scores.push(PairScore { one, other, wins, draws, losses });
                }
            }
        }
        RatingTable::new(self.players(), &scores)
    }

    /// The players, the strongest first; those without a rating last.
    pub(super) fn ranking(&self, ratings: &RatingTable) -> Vec<usize> {
        let mut ranking: Vec<_> = (0..self.players()).collect();
        let key = |player: usize| {
            let rating = ratings.rating(player).map_or(f64::NEG_INFINITY, |it| it.rating);
            // Equal ratings differ by rounding errors.
            (rounded(rating), self.total(player).score())
        };
        ranking.sort_by(|&one, &other| {
            let (one, other) = (key(one), key(other));
            other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
        });
        ranking
    }

    /// The results as JSON, the strongest player first.
    pub(super) fn json<'a>(
        &self,
        game: &'static str,
        names: &[&'a str],
        seed: u64,
        total: u32,
    ) -> LadderJson<'a> {
        let ratings = self.ratings();
        let ranking = self.ranking(&ratings);
        let player = |&player: &usize| {
            let counts = self.total(player);
            let rating = ratings.rating(player);
            PlayerJson {
                name: names[player],
                rating: rating.map(|it| rounded(it.rating)),
                error: rating.map(|it| rounded(it.error)),
                games: counts.games(),
                tally: counts,
                score: rounded(counts.score()),
                faults: self.faults(player),
            }
        };
        let opponents = |one: usize| ranking.iter().map(move |&other| (one, other));
        let pairs = ranking.iter().flat_map(|&one| opponents(one));
        let pairs = pairs.filter(|&(one, other)| one != other && self.pair(one, other).games() > 0);
        LadderJson {
            game,
            seed,
            games: self.games(),
            complete: self.games() >= total,
            prior: ratings.has_prior(),
            players: ranking.iter().map(player).collect(),
            pairs: pairs
                .map(|(one, other)| PairJson {
                    one: names[one],
                    other: names[other],
                    tally: self.pair(one, other),
                    superiority: ratings.superiority(one, other).map(rounded),
                })
                .collect(),
        }
    }
}

/// JSON of a ladder.
#[derive(Serialize)]
pub(super) struct LadderJson<'a> {
    game: &'static str,
    seed: u64,
    games: u32,
    /// Whether all games have been played.
    complete: bool,
    /// Whether every pair was given a drawn game, because somebody won or lost all.
    prior: bool,
    players: Vec<PlayerJson<'a>>,
    pairs: Vec<PairJson<'a>>,
}

#[derive(Serialize)]
struct PlayerJson<'a> {
    name: &'a str,
    rating: Option<f64>,
    /// Standard error of the rating.
    error: Option<f64>,
    games: u32,
    #[serde(flatten)]
    tally: WinDrawLoss,
    score: f64,
    faults: FaultCounts,
}

#[derive(Serialize)]
struct PairJson<'a> {
    one: &'a str,
    other: &'a str,
    #[serde(flatten)]
    tally: WinDrawLoss,
    /// Probability that the one is stronger.
    superiority: Option<f64>,
}
