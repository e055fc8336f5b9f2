//! Notes to a move: the clock, an evaluation, a comment.

use std::fmt;
use std::time::Duration;

use super::ExtraField;
use crate::Text;

/// Note to a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// Remaining time of the player who moved.
    Clock(Duration),
    /// Evaluation of the move by an engine.
    Evaluation(Evaluation),
    /// Comment of a person.
    Comment(String),
    /// Note that this program does not know.
    Other(ExtraField),
}

/// Evaluation of a move by an engine, from the view of the player who made it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Evaluation {
    /// For the player who made the move.
    pub worth: Worth,
    /// Whether the value is proved.
    pub exact: bool,
}

/// Value of a move for the player who makes it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Worth {
    /// Points in the game's own unit; more is better.
    Points(i32),
    /// It wins in so many plies.
    Win(u16),
    /// It loses in so many plies.
    Loss(u16),
}

const CLOCK: &str = "clock";
const EVALUATION: &str = "eval";

/// Whether notes of that name are known.
pub(super) fn is_known(name: &str) -> bool {
    [CLOCK, EVALUATION].iter().any(|known| known.eq_ignore_ascii_case(name))
}

impl Note {
    /// A note that has a name, and a value that may be empty.
    pub(super) fn read(name: &str, value: &str) -> Result<Self, Text> {
        if name.eq_ignore_ascii_case(CLOCK) {
            return read_clock(value).map(Self::Clock).ok_or_else(|| wrong_clock(value));
        }
        if name.eq_ignore_ascii_case(EVALUATION) {
            let evaluation = Evaluation::read(value).ok_or_else(|| wrong_evaluation(value));
            return evaluation.map(Self::Evaluation);
        }
        Ok(Self::Other(ExtraField { name: name.to_owned(), value: value.to_owned() }))
    }
}

fn wrong_clock(value: &str) -> Text {
    Text::composed(
        format!("a clock shows 1:02:03, 4:59 or 4:59.2, not '{value}'"),
        format!("une pendule indique 1:02:03, 4:59 ou 4:59.2, pas « {value} »"),
    )
}

fn wrong_evaluation(value: &str) -> Text {
    Text::composed(
        format!("an evaluation is +35, win 7 or loss 12, exact or not, but not '{value}'"),
        format!("une évaluation est +35, win 7 ou loss 12, exact ou non, mais pas « {value} »"),
    )
}

/// Reads hours, minutes and seconds with `:` between; only the first may be 60 or more.
fn read_clock(text: &str) -> Option<Duration> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
    if whole.split(':').count() > 3 {
        return None;
    }
    let mut seconds: u64 = 0;
    for (place, part) in whole.split(':').enumerate() {
        let part: u64 = digits(part)?.parse().ok()?;
        if place > 0 && part >= 60 {
            return None;
        }
        seconds = seconds.checked_mul(60)?.checked_add(part)?;
    }
    let nanoseconds = format!("{:0<9}", digits(fraction)?);
    (nanoseconds.len() == 9).then_some(())?;
    Some(Duration::new(seconds, nanoseconds.parse().ok()?))
}

/// The text, if it is digits and nothing else.
fn digits(text: &str) -> Option<&str> {
    (!text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

impl Evaluation {
    fn read(text: &str) -> Option<Self> {
        let mut words: Vec<_> = text.split(' ').collect();
        let exact = words.pop_if(|last| *last == "exact").is_some();
        let worth = match words[..] {
            ["win", plies] => Worth::Win(digits(plies)?.parse().ok()?),
            ["loss", plies] => Worth::Loss(digits(plies)?.parse().ok()?),
            [points] => Worth::Points(points.parse().ok()?),
            _ => return None,
        };
        Some(Self { worth, exact })
    }
}

/// A clock as [`read_clock`] reads it.
pub(super) struct ClockNote(pub(super) Duration);

impl fmt::Display for ClockNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = self.0.as_secs();
        let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
        f.write_str(CLOCK)?;
        match hours {
            0 => write!(f, " {minutes}:{seconds:02}")?,
            _ => write!(f, " {hours}:{minutes:02}:{seconds:02}")?,
        }
        match self.0.subsec_nanos() {
            0 => Ok(()),
            nanoseconds => write!(f, ".{}", format!("{nanoseconds:09}").trim_end_matches('0')),
        }
    }
}

impl fmt::Display for Evaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(EVALUATION)?;
        match self.worth {
            Worth::Points(points) => write!(f, " {points:+}")?,
            Worth::Win(plies) => write!(f, " win {plies}")?,
            Worth::Loss(plies) => write!(f, " loss {plies}")?,
        }
        f.write_str(if self.exact { " exact" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        for (text, seconds, written) in [
            ("0", 0.0, "0:00"),
            ("59.2", 59.2, "0:59.2"),
            ("90", 90.0, "1:30"),
            ("4:59.250", 299.25, "4:59.25"),
            ("75:00", 4500.0, "1:15:00"),
            ("1:02:03.5", 3723.5, "1:02:03.5"),
        ] {
            let clock = read_clock(text).expect(text);
            assert!((clock.as_secs_f64() - seconds).abs() < 1e-9, "{text}");
            assert_eq!(ClockNote(clock).to_string(), format!("clock {written}"));
        }
    }

    #[test]
    fn what_no_clock_shows_is_refused() {
        for text in ["", ":", "5:", "4:60", "1:2:3:4", "-1", "1.", ".5", "1.0123456789", "٣"] {
            assert_eq!(read_clock(text), None, "{text}");
        }
        assert_eq!(read_clock(&u64::MAX.to_string()).map(|clock| clock.as_secs()), Some(u64::MAX));
        assert_eq!(read_clock(&format!("{}0", u64::MAX)), None);
    }

    #[test]
    fn evaluations_are_points_or_ends() {
        for (text, written) in [
            ("+35", "eval +35"),
            ("-7 exact", "eval -7 exact"),
            ("0", "eval +0"),
            ("win 7", "eval win 7"),
            ("loss 12 exact", "eval loss 12 exact"),
        ] {
            assert_eq!(Evaluation::read(text).expect(text).to_string(), written);
        }
        for text in ["", "exact", "win", "win -1", "win 7 8", "0.35", "99999999999"] {
            assert_eq!(Evaluation::read(text), None, "{text}");
        }
    }
}
