//! Timestamps and dates, in UTC.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

/// Milliseconds since 1970; 0 before.
pub(crate) fn unix_millis(at: SystemTime) -> u64 {
    at.duration_since(UNIX_EPOCH).unwrap_or(Duration::ZERO).as_millis() as u64
}

/// Date of a timestamp in milliseconds since 1970; `None` after the year 9999.
pub(crate) fn date_of_millis(millis: u64) -> Option<String> {
    let at = Timestamp::from_millisecond(i64::try_from(millis).ok()?).ok()?;
    Some(at.strftime("%Y-%m-%d").to_string())
}

/// RFC 3339 timestamp with milliseconds, such as `2026-11-15T12:00:00.123Z`.
pub(crate) fn rfc3339(at: SystemTime) -> String {
    format!("{:.3}", Timestamp::try_from(at).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamps_are_utc_with_milliseconds() {
        let at = UNIX_EPOCH + Duration::from_millis(951_782_400_007);
        assert_eq!(rfc3339(at), "2000-02-29T00:00:00.007Z");
        assert_eq!(date_of_millis(unix_millis(at)).as_deref(), Some("2000-02-29"));
        assert_eq!(rfc3339(UNIX_EPOCH), "1970-01-01T00:00:00.000Z");
        assert_eq!(date_of_millis(u64::MAX), None);
    }
}
