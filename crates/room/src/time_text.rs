//! Times in record files: dates, time controls and clocks.

use std::time::Duration;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use play::{Time, TimeControl};
use rules::{BySeat, Note};

/// What stands behind the time for a move.
const A_MOVE: &str = " a move";
const DAY_MS: u64 = 24 * 60 * 60 * 1000;

/// Date as it is written: RFC 3339 in UTC, and only the day at midnight. `None` after the year 9999.
pub(crate) fn date(Time(at): Time) -> Option<String> {
    let moment = Timestamp::from_millisecond(i64::try_from(at).ok()?).ok()?;
    Some(match at % DAY_MS {
        0 => moment.strftime("%Y-%m-%d").to_string(),
        _ => format!("{moment:.3}"),
    })
}

/// The day of a moment. `None` after the year 9999.
pub(crate) fn day(Time(at): Time) -> Option<String> {
    date(Time(at - at % DAY_MS))
}

/// Parses a date: a day, which begins in UTC, or RFC 3339. `None` also before 1970.
pub(crate) fn parse_date(text: &str) -> Option<Time> {
    let moment = text.parse::<Timestamp>().ok().or_else(|| {
        let day: Date = text.parse().ok()?;
        Some(day.to_zoned(TimeZone::UTC).ok()?.timestamp())
    })?;
    u64::try_from(moment.as_millisecond()).ok().map(Time)
}

/// Time control as it is written: `5:00+3` or `1:00 a move`.
pub(crate) fn control(control: TimeControl) -> Option<String> {
    match control {
        TimeControl::None => None,
        TimeControl::Game { total, increment: 0 } => Some(clock(total)),
        TimeControl::Game { total, increment } => {
            Some(format!("{}+{}", clock(total), decimal(increment)))
        }
        TimeControl::Move { limit } => Some(clock(limit) + A_MOVE),
    }
}

/// Parses a time control.
pub(crate) fn parse_control(text: &str) -> Option<TimeControl> {
    if let Some(limit) = text.strip_suffix(A_MOVE) {
        return Some(TimeControl::Move { limit: parse_clock(limit)? });
    }
    let (total, increment) = text.split_once('+').unwrap_or((text, "0"));
    // Without a colon it is something else, such as a number of nodes.
    let total = total.contains(':').then(|| parse_clock(total))??;
    Some(TimeControl::Game { total, increment: parse_clock(increment)? })
}

/// Both clocks as they are written.
pub(crate) fn clocks(left: BySeat<u64>) -> String {
    format!("{} {}", clock(left.first), clock(left.second))
}

/// Parses both clocks.
pub(crate) fn parse_clocks(text: &str) -> Option<BySeat<u64>> {
    let (first, second) = text.split_once(' ')?;
    Some(BySeat { first: parse_clock(first)?, second: parse_clock(second)? })
}

/// Milliseconds as `5:00` or `4:59.2`.
fn clock(millis: u64) -> String {
    let minutes = millis / 60_000;
    let rest = decimal(millis % 60_000);
    let gap = if millis % 60_000 < 10_000 { "0" } else { "" };
    format!("{minutes}:{gap}{rest}")
}

/// Milliseconds as seconds with as many decimal places as they need.
fn decimal(millis: u64) -> String {
    match millis % 1000 {
        0 => format!("{}", millis / 1000),
        rest => format!("{}.{}", millis / 1000, format!("{rest:03}").trim_end_matches('0')),
    }
}

fn parse_clock(text: &str) -> Option<u64> {
    // The parser of notes knows clocks.
    let note: Note = format!("clock {text}").parse().ok()?;
    let Note::Clock(time) = note else { return None };
    u64::try_from(time.as_millis()).ok()
}

/// Clock of a note.
pub(crate) const fn note(millis: u64) -> Note {
    Note::Clock(Duration::from_millis(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_back() {
        for at in [0, 1, DAY_MS, 1_700_000_000_123, 1_700_000_000_000] {
            let text = date(Time(at)).expect("a date");
            assert_eq!(parse_date(&text), Some(Time(at)), "{text}");
        }
        assert_eq!(parse_date("2026-11-15T20:15:00+01:00"), parse_date("2026-11-15T19:15:00Z"));
        assert_eq!(day(Time(1_700_000_000_123)).as_deref(), Some("2023-11-14"));
        for text in ["", "2001", "yesterday", "1969-12-31", "2026-13-01"] {
            assert_eq!(parse_date(text), None, "{text}");
        }
        assert_eq!(date(Time(u64::MAX)), None);
    }

    #[test]
    fn time_controls_are_read_back() {
        for (control_, text) in [
            (TimeControl::Game { total: 300_000, increment: 3000 }, "5:00+3"),
            (TimeControl::Game { total: 90_500, increment: 0 }, "1:30.5"),
            (TimeControl::Game { total: 5_250, increment: 250 }, "0:05.25+0.25"),
            (TimeControl::Game { total: 7_200_000, increment: 0 }, "120:00"),
            (TimeControl::Move { limit: 60_000 }, "1:00 a move"),
        ] {
            assert_eq!(control(control_).as_deref(), Some(text));
            assert_eq!(parse_control(text), Some(control_), "{text}");
        }
        for text in ["", "1000 nodes a move", "0.5 s a move", "blitz", "5", "5:00+x"] {
            assert_eq!(parse_control(text), None, "{text}");
        }
        let left = BySeat { first: 1, second: 3_600_000 };
        assert_eq!(parse_clocks(&clocks(left)), Some(left));
    }
}
