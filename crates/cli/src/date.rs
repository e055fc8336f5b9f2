//! The calendar.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

const SECONDS_A_DAY: u64 = 24 * 60 * 60;
/// Days from 1 March of the year 0 to the epoch.
const TO_EPOCH: u64 = 719_468;
/// Days of 400 years, after which the calendar repeats.
const ERA: u64 = 146_097;

/// The day of a moment, in milliseconds since 1970.
pub(crate) fn of_millis(millis: u64) -> String {
    date(UNIX_EPOCH + Duration::from_millis(millis))
}

/// A moment in milliseconds since 1970.
pub(crate) fn millis(at: SystemTime) -> u64 {
    at.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis() as u64
}

/// A moment in UTC, such as `2026-11-15T12:00:00.123Z`.
pub(crate) fn moment(since: Duration) -> String {
    let seconds = since.as_secs();
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    let (seconds, millis) = (seconds % 60, since.subsec_millis());
    let day = date(UNIX_EPOCH + since);
    format!("{day}T{hours:02}:{minutes:02}:{seconds:02}.{millis:03}Z")
}

/// The day in UTC, such as `2026-11-15`.
pub(crate) fn date(now: SystemTime) -> String {
    let seconds = now.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_secs();
    let days = seconds / SECONDS_A_DAY + TO_EPOCH;
    // With years that begin in March, leap days come last and months follow a line.
    let day_of_era = days % ERA;
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let (month, next_year) =
        if from_march < 10 { (from_march + 3, 0) } else { (from_march - 9, 1) };
    let year = days / ERA * 400 + year_of_era + next_year;
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (days, text) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
            (47_540, "2100-02-28"),
            (47_541, "2100-03-01"),
        ] {
            let now = UNIX_EPOCH + Duration::from_secs(days * SECONDS_A_DAY + 1);
            assert_eq!(date(now), text);
        }
    }
}
