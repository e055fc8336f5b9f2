//! Figures of a player: results, accuracy, favourites, time played and rating, from the summaries of finished matches.

use std::collections::BTreeMap;

use engine::{Entry, Level, LevelRatings, PlayerRating, RatedGame};
use play::{Kind, Player, Time, Who};
use rules::Seat;
use store::{Conduct, ListedMatch, MatchSummary};
use wire::http::{AccuracyPoint, Favourite, GameFigures, LevelRatingInfo, RatingInfo, ResultCount};

/// Accuracies that are shown.
const ACCURACIES_MAX: usize = 100;
/// Favourites that are shown.
const FAVOURITES_MAX: usize = 3;
/// Time without a rated match that counts as an idle rating period, in milliseconds: a week.
const IDLE_PERIOD_MS: u64 = 7 * 24 * 60 * 60 * 1000;
/// Idle periods that are counted at once: the deviation has long reached its maximum.
const IDLE_PERIODS_MAX: u64 = 10_000;
/// Rating deviation up to which an even level is proposed.
const EVEN_LEVEL_MAX_DEVIATION: f64 = 160.0;

/// A finished match in which the visitor was one of the players.
struct PlayedMatch<'a> {
    listed: &'a ListedMatch,
    summary: &'a MatchSummary,
    conduct: &'a Conduct,
    you: Player,
}

impl<'a> PlayedMatch<'a> {
    /// `None` for matches that do not count: those that were called off, and those that did not begin at the start.
    fn new(listed: &'a ListedMatch) -> Option<Self> {
        let summary = listed.summary.as_ref().filter(|summary| is_played(summary))?;
        let conduct = summary.conduct.as_ref().filter(|conduct| conduct.from_start)?;
        Some(Self { listed, summary, conduct, you: listed.you? })
    }

    fn ended(&self) -> Time {
        self.summary.ended.unwrap_or(self.listed.changed)
    }

    /// 1 for a win, 0.5 for a draw, 0 for a loss.
    fn score(&self) -> f64 {
        match self.summary.winner {
            Some(winner) if winner == self.you => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        }
    }

    /// The id of the computer player; `None` for a person.
    fn opponent(&self) -> Option<&'a str> {
        match self.summary.players[self.you.other().first_seat()].as_ref()? {
            Who::Computer { opponent, .. } => Some(opponent),
            Who::Human { .. } => None,
        }
    }

    /// Where the visitor sat in the end.
    fn seat(&self) -> Seat {
        let began = self.you.first_seat();
        if self.conduct.swapped { !began } else { began }
    }

    /// The match as the rating counts it; `None` if it does not.
    fn rated(&self, ratings: &LevelRatings) -> Option<RatedGame> {
        let helped = self.listed.is_helped || self.conduct.taken_back;
        if helped || !self.conduct.usual_rules || self.summary.kind != Kind::Local {
            return None;
        }
        let opponent = ratings.find(self.opponent()?)?;
        Some(RatedGame { opponent, score: self.score() })
    }
}

/// Whether a match was played to an end.
pub(crate) fn is_played(summary: &MatchSummary) -> bool {
    summary.finished && summary.reason.as_deref() != Some("aborted")
}

/// Figures of a game from its matches, in any order; `None` without a match that counts. `now` is when they are asked
/// for: a rating gets less sure with time.
pub(crate) fn figures(entry: &Entry, matches: &[ListedMatch], now: Time) -> Option<GameFigures> {
    let mut played: Vec<_> = matches.iter().filter_map(PlayedMatch::new).collect();
    played.sort_by(|one, other| {
        (one.ended(), &one.listed.id).cmp(&(other.ended(), &other.listed.id))
    });
    if played.is_empty() {
        return None;
    }
    let ratings = entry.level_ratings();
    Some(GameFigures {
        game: entry.game.info().id.to_owned(),
        results: results(&played),
        accuracies: accuracies(&played),
        favourites: favourites(&played),
        played_ms: played.iter().map(|one| one.conduct.played_ms).sum(),
        rating: ratings.as_ref().and_then(|ratings| rating(ratings, &played, now)),
        levels: ratings.as_ref().map_or_else(Vec::new, level_ratings),
    })
}

fn results(played: &[PlayedMatch<'_>]) -> Vec<ResultCount> {
    let mut counts = BTreeMap::new();
    for one in played {
        let (opponent, seat) = (one.opponent(), one.seat());
        let new = || {
            let opponent = opponent.map(ToOwned::to_owned);
            ResultCount { opponent, seat, wins: 0, draws: 0, losses: 0 }
        };
        let count = counts.entry((opponent, seat == Seat::Second)).or_insert_with(new);
        *result(one, [&mut count.wins, &mut count.draws, &mut count.losses]) += 1;
    }
    counts.into_values().collect()
}

/// The counter of wins, draws or losses that the match adds to.
fn result<'c>(one: &PlayedMatch<'_>, [wins, draws, losses]: [&'c mut u32; 3]) -> &'c mut u32 {
    match one.summary.winner {
        Some(winner) if winner == one.you => wins,
        Some(_) => losses,
        None => draws,
    }
}

fn accuracies(played: &[PlayedMatch<'_>]) -> Vec<AccuracyPoint> {
    let point = |one: &PlayedMatch<'_>| {
        let thousandths = one.listed.accuracy?[one.you.first_seat()]?;
        let accuracy = f32::from(thousandths) / 1000.0;
        Some(AccuracyPoint { id: one.listed.id.clone(), at: one.ended().0, accuracy })
    };
    let mut points: Vec<_> = played.iter().rev().filter_map(point).take(ACCURACIES_MAX).collect();
    points.reverse();
    points
}

fn favourites(played: &[PlayedMatch<'_>]) -> Vec<Favourite> {
    let mut found = BTreeMap::new();
    for one in played {
        let (start, opening) = (&one.conduct.start, &one.conduct.opening);
        if start.is_none() && opening.is_none() {
            continue;
        }
        let new = || Favourite {
            start: start.clone(),
            opening: opening.clone(),
            id: String::new(),
            wins: 0,
            draws: 0,
            losses: 0,
        };
        let favourite = found.entry((start, opening)).or_insert_with(new);
        favourite.id.clone_from(&one.listed.id);
        *result(one, [&mut favourite.wins, &mut favourite.draws, &mut favourite.losses]) += 1;
    }
    let mut favourites: Vec<_> = found.into_values().collect();
    let count = |one: &Favourite| one.wins + one.draws + one.losses;
    favourites.sort_by_key(|one| std::cmp::Reverse(count(one)));
    favourites.truncate(FAVOURITES_MAX);
    favourites
}

/// The rating after all matches, each of which is a rating period of its own, as is each week between them.
fn rating(ratings: &LevelRatings, played: &[PlayedMatch<'_>], now: Time) -> Option<RatingInfo> {
    let mut rating = PlayerRating::default();
    let mut matches = 0;
    let mut last: Option<Time> = None;
    for one in played {
        let Some(game) = one.rated(ratings) else { continue };
        rating = after_break(rating, last, one.ended()).after(&[game]);
        last = Some(one.ended());
        matches += 1;
    }
    let rating = after_break(rating, Some(last?), now);
    let distance = |level: Level| Some((ratings.of(level)?.rating - rating.rating).abs());
    let distances = Level::ALL.into_iter().filter_map(|level| Some((level, distance(level)?)));
    let even = distances.min_by(|(_, one), (_, other)| one.total_cmp(other));
    let is_sure = rating.deviation <= EVEN_LEVEL_MAX_DEVIATION;
    Some(RatingInfo {
        rating: points(rating.rating),
        error: points(2.0 * rating.deviation),
        matches,
        even_level: even.filter(|_| is_sure).map(|(level, _)| level.id().to_owned()),
    })
}

pub(crate) fn after_break(mut rating: PlayerRating, last: Option<Time>, now: Time) -> PlayerRating {
    let idle = last.map_or(0, |last| now.0.saturating_sub(last.0) / IDLE_PERIOD_MS);
    for _ in 0..idle.min(IDLE_PERIODS_MAX) {
        rating = rating.after_idle_period();
    }
    rating
}

fn level_ratings(ratings: &LevelRatings) -> Vec<LevelRatingInfo> {
    let info = |level: Level| {
        let (rating, error) = ratings.of(level)?.points();
        Some(LevelRatingInfo { level: level.id().to_owned(), rating, error })
    };
    Level::ALL.into_iter().filter_map(info).collect()
}

/// Whole points of a rating.
pub(crate) fn points(rating: f64) -> i32 {
    rating.round() as i32
}
