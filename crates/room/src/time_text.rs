//! Times in record files: dates, time controls and clocks.

use std::time::Duration;

use play::{Time, TimeControl};
use rules::{BySeat, Note};

/// What stands behind the time for a move.
const A_MOVE: &str = " a move";
const DAY_MS: u64 = 24 * 60 * 60 * 1000;
const MINUTE_MS: u64 = 60 * 1000;
/// Last day that is written: the end of the year 9999.
const LAST_DAY: u64 = 2_932_896;

// RFC 3339 is read and written here, because a crate for dates would be a sixteenth of the program in the browser.

/// Date as it is written: RFC 3339 in UTC, and only the day at midnight. `None` after the year 9999.
pub(crate) fn date(Time(at): Time) -> Option<String> {
    let (day, rest) = (day(Time(at))?, at % DAY_MS);
    let (hours, minutes) = (rest / (60 * MINUTE_MS), rest / MINUTE_MS % 60);
    let (seconds, millis) = (rest / 1000 % 60, rest % 1000);
    Some(match rest {
        0 => day,
        _ => format!("{day}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z"),
    })
}

/// The day of a moment. `None` after the year 9999.
pub fn day(Time(at): Time) -> Option<String> {
    let day = at / DAY_MS;
    if day > LAST_DAY {
        return None;
    }
    // Years begin in March here, so that a leap day is the last of its year. Day 0 is 0000-03-01.
    let day = day + 719_468;
    let (era, day_of_era) = (day / 146_097, day % 146_097);
    let leap_days = day_of_era / 1460 - day_of_era / 36_524 + day_of_era / 146_096;
    let year_of_era = (day_of_era - leap_days) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day_of_month = day_of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = match 400 * era + year_of_era {
        year if month < 10 => (year, month + 3),
        year => (year + 1, month - 9),
    };
    Some(format!("{year:04}-{month:02}-{day_of_month:02}"))
}

/// Parses a date: a day, which begins in UTC, or RFC 3339. `None` also before 1970.
pub(crate) fn parse_date(text: &str) -> Option<Time> {
    let (day, rest) = text.split_at_checked("0000-00-00".len())?;
    let midnight = parse_day(day)? * DAY_MS;
    let Some(rest) = rest.strip_prefix(['T', 't', ' ']) else {
        return rest.is_empty().then_some(Time(midnight));
    };
    let (time, rest) = rest.split_at_checked("00:00:00".len())?;
    let (minutes, seconds) = time.split_at_checked("00:00".len())?;
    // A leap second is the one before it.
    let seconds = parse_number(seconds.strip_prefix(':')?, 2, 60)?.min(59);
    let fraction = rest.strip_prefix('.').unwrap_or_default();
    let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
    let zone = match rest.strip_prefix('.') {
        Some(_) if digits == 0 => return None,
        Some(fraction) => &fraction[digits..],
        None => rest,
    };
    let millis = format!("{:0<3}", &fraction[..digits.min(3)]);
    let at = midnight + parse_minutes(minutes)? + seconds * 1000 + parse_number(&millis, 3, 999)?;
    let moment = match zone.split_at_checked(1)? {
        ("Z" | "z", "") => at,
        ("+", ahead) => at.checked_sub(parse_minutes(ahead)?)?,
        ("-", behind) => at + parse_minutes(behind)?,
        _ => return None,
    };
    Some(Time(moment))
}

/// Parses a day from 1970 on, as the number of days since then.
fn parse_day(text: &str) -> Option<u64> {
    let mut parts = text.splitn(3, '-');
    let year = parse_number(parts.next()?, 4, 9999)?;
    let month = parse_number(parts.next()?, 2, 12)?.checked_sub(1)?;
    let day = parse_number(parts.next()?, 2, 31)?;
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, 28 + u64::from(is_leap), 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    if year < 1970 || day == 0 || day > lengths[month as usize] {
        return None;
    }
    let before = year - 1;
    let leap_days = (before / 4 - before / 100 + before / 400) - 477;
    let days_of_months: u64 = lengths[..month as usize].iter().sum();
    Some((year - 1970) * 365 + leap_days + days_of_months + day - 1)
}

/// Parses hours and minutes, in milliseconds.
fn parse_minutes(text: &str) -> Option<u64> {
    let (hours, minutes) = text.split_once(':')?;
    Some((parse_number(hours, 2, 23)? * 60 + parse_number(minutes, 2, 59)?) * MINUTE_MS)
}

/// Parses a number of so many digits.
fn parse_number(text: &str, digits: usize, most: u64) -> Option<u64> {
    let is_number = text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| is_number && *number <= most)
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
    use jiff::Timestamp;

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
    fn every_day_and_the_forms_of_rfc_3339_are_those_of_another_implementation() {
        // All days of the 400 years after which the calendar repeats itself, and some of each year after them.
        let days = (0..146_097).chain((146_097..LAST_DAY - 1).step_by(97));
        for days in days {
            let at = days * DAY_MS + days % 86_400 * 1000 + days % 1000;
            let moment = Timestamp::from_millisecond(at as i64).expect("a moment");
            let text = date(Time(at)).expect("a date");
            let expected = if at.is_multiple_of(DAY_MS) {
                moment.strftime("%Y-%m-%d").to_string()
            } else {
                format!("{moment:.3}")
            };
            assert_eq!(text, expected);
            assert_eq!(parse_date(&text), Some(Time(at)));
        }
        assert_eq!(day(Time(LAST_DAY * DAY_MS)).as_deref(), Some("9999-12-31"));
        assert_eq!(date(Time((LAST_DAY + 1) * DAY_MS)), None);
        for text in [
            "2024-02-29T23:59:60Z",
            "2024-02-29t00:00:00.5z",
            "2024-02-29 00:00:00.123456789-11:30",
            "1970-01-01T01:00:00+01:00",
            "1970-01-01T00:59:59+01:00",
            "2023-02-29T00:00:00Z",
            "2024-02-30T00:00:00Z",
            "2024-00-10T00:00:00Z",
            "2024-10-00T00:00:00Z",
            "2024-10-10T24:00:00Z",
            "2024-10-10T23:60:00Z",
            "2024-10-10T23:00:61Z",
            "2024-10-10T23:00:00",
            "2024-10-10T23:00:00.Z",
            "2024-10-10T23:00:00+",
            "2024-10-10T23:00:00Z+",
            "2024-10-10T23:00:00é",
            "2024-10-1é",
            "+024-10-10T23:00:00Z",
        ] {
            let moment = text.parse::<Timestamp>().ok();
            let expected = moment.and_then(|moment| u64::try_from(moment.as_millisecond()).ok());
            assert_eq!(parse_date(text), expected.map(Time), "{text}");
        }
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
