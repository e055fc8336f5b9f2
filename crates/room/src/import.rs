//! Games of record files as matches.

use play::{Claim, Event, Kind, Player, PlayerName, Start, Time, TimeControl, Who};
use rules::{AnyGame, BySeat, ExtraField, Live, SavedGame, Score, Seat, Text};
use sha2::{Digest, Sha256};

use crate::saved::{
    ABSENT_FIELD, CLOCKS_FIELD, Detail, ENDED_FIELD, ID_FIELD, SEED_FIELDS, export, seat_word,
};
use crate::time_text;

/// Alphabet of match ids (Crockford base 32): no letter is mistaken for another.
pub const MATCH_ID_ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// Characters of a match id, which has 60 bits.
pub const MATCH_ID_LENGTH: usize = 12;
/// The shortest and the longest time on a clock: a second and a day.
const CLOCK_MIN_MS: u64 = 1000;
const CLOCK_MAX_MS: u64 = 24 * 60 * 60 * 1000;

/// A game of a record file as a match between people at one screen.
#[derive(Clone, Debug)]
pub struct ImportedMatch {
    /// The id of the match that was written into the file, if it was.
    pub id: Option<String>,
    /// Id that depends on the content alone: the same game has the same one.
    pub content_id: String,
    /// The events.
    pub events: Vec<Event>,
}

/// Turns a game of a record file into a match. [`export`](crate::export) writes the same game again. `is_opponent`
/// knows the computers that the game has.
pub fn import(
    game: &'static dyn AnyGame,
    mut saved: SavedGame,
    now: Time,
    is_opponent: impl Fn(&str) -> bool,
) -> Result<ImportedMatch, Text> {
    let live = game.open(&saved.record).map_err(|error| error.text())?;
    saved.record = live.record().clone();
    let id = saved.extra(ID_FIELD).filter(|id| is_match_id(id)).map(str::to_owned);
    if id.is_some() {
        remove(&mut saved, ID_FIELD);
    }
    let text = saved.to_string();
    let content_id = content_id(&text);
    let mut events = played(&saved, live.as_ref(), now, is_opponent);
    let time = match &events[0] {
        Event::Started { start, .. } => start.time,
        _ => TimeControl::None,
    };
    let clocks = saved.extra(CLOCKS_FIELD).and_then(time_text::parse_clocks);
    let clocks = clocks.filter(|_| time != TimeControl::None);
    events.push(Event::Imported { record: None, clocks, at: now });
    // The file is kept only where the events do not say the same.
    let again = export(|_| Some(game), &events, Detail::Backup(&content_id));
    let mut again = again.map_err(|error| error.text)?.unwrap_or_else(|| saved.clone());
    remove(&mut again, ID_FIELD);
    if again.to_string() != text
        && let Some(Event::Imported { record, .. }) = events.last_mut()
    {
        *record = Some(text);
    }
    Ok(ImportedMatch { id, content_id, events })
}

/// Start, moves and end of a game.
fn played(
    saved: &SavedGame,
    live: &dyn Live,
    now: Time,
    is_opponent: impl Fn(&str) -> bool,
) -> Vec<Event> {
    let began = saved.date.as_deref().and_then(time_text::parse_date).unwrap_or(now).min(now);
    let ended = saved.extra(ENDED_FIELD).and_then(time_text::parse_date);
    let ended = ended.unwrap_or(began).clamp(began, now);
    let time = saved.time.as_deref().and_then(time_text::parse_control);
    let start = Start {
        game: saved.game.clone(),
        position: saved.record.start.clone(),
        swap: saved.record.swap,
        players: BySeat::from_fn(|seat| player(saved, seat, &is_opponent)),
        kind: Kind::Local,
        time: time.filter(|time| is_playable(*time)).unwrap_or_default(),
    };
    let mut events = vec![Event::Started { start, at: began }];
    let moves = saved.record.moves.iter();
    events.extend(moves.map(|notation| Event::Moved {
        notation: notation.clone(),
        at: began,
        lag: 0,
    }));
    if live.outcome().is_none() {
        events.extend(end(saved, live, ended));
    } else if let Some(Event::Moved { at, .. }) = events.last_mut() {
        *at = ended;
    }
    events
}

fn player(saved: &SavedGame, seat: Seat, is_opponent: &impl Fn(&str) -> bool) -> Who {
    let name = saved.players[seat].clone().unwrap_or_default();
    let seed = saved.extra(SEED_FIELDS[seat]).and_then(|seed| seed.parse().ok());
    match seed {
        Some(seed) if is_opponent(&name) => Who::Computer { opponent: name, seed },
        _ => Who::Human { name: PlayerName::lossy(&name).into() },
    }
}

/// The event that ended a game which is not over by its rules.
fn end(saved: &SavedGame, live: &dyn Live, at: Time) -> Option<Event> {
    let loser = |winner: Seat| {
        let began = if live.swapped() { winner } else { !winner };
        if began == Seat::First { Player::One } else { Player::Two }
    };
    let reason = saved.reason.as_deref().unwrap_or_default();
    match (saved.score, reason) {
        (Score::Open, "aborted") => Some(Event::Aborted { at }),
        (Score::Open, _) => None,
        (Score::Draw, "abandoned") => {
            let is_second = saved.extra(ABSENT_FIELD) == Some(seat_word(Seat::Second));
            let by = if is_second { Player::Two } else { Player::One };
            Some(Event::Abandoned { by, claim: Claim::Draw, at })
        }
        (Score::Draw, _) => Some(Event::DrawAgreed { at }),
        (Score::Win(winner), "flagged" | "time") => {
            Some(Event::Flagged { player: loser(winner), at })
        }
        (Score::Win(winner), "abandoned") => {
            Some(Event::Abandoned { by: loser(winner), claim: Claim::Win, at })
        }
        (Score::Win(winner), _) => Some(Event::Resigned { by: loser(winner), at }),
    }
}

/// Whether a match can be played with these clocks.
pub const fn is_playable(time: TimeControl) -> bool {
    match time {
        TimeControl::None => true,
        TimeControl::Game { total, increment } => {
            total >= CLOCK_MIN_MS && total <= CLOCK_MAX_MS && increment <= CLOCK_MAX_MS
        }
        TimeControl::Move { limit } => limit >= CLOCK_MIN_MS && limit <= CLOCK_MAX_MS,
    }
}

fn remove(saved: &mut SavedGame, name: &str) {
    if let Some(field) = ExtraField::new(name, "") {
        saved.set_extra(field);
    }
}

/// Match id made of the SHA-256 of a text.
fn content_id(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits = digest.iter().take(MATCH_ID_LENGTH);
    digits.map(|byte| char::from(MATCH_ID_ALPHABET[usize::from(byte % 32)])).collect()
}

/// Match id made of 60 random bits.
pub fn match_id(bits: u64) -> String {
    let digits = (0..MATCH_ID_LENGTH).map(|digit| bits >> (5 * digit) & 31);
    digits.map(|digit| char::from(MATCH_ID_ALPHABET[digit as usize])).collect()
}

fn is_match_id(text: &str) -> bool {
    text.len() == MATCH_ID_LENGTH && text.bytes().all(|digit| MATCH_ID_ALPHABET.contains(&digit))
}
