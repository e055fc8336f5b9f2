//! The command `go` of UGI: limits of a search.

use std::str::FromStr;
use std::time::Duration;

use engine::{Limits, PlayerClock};
use rules::{BySeat, Seat};

/// A search that was asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct GoCommand {
    pub(super) limits: Limits,
    /// Whether the answer waits for `stop`, even if the search ends before.
    pub(super) is_infinite: bool,
}

impl GoCommand {
    /// Reads the words behind `go`; `turn` is the seat to move, whose clock counts.
    pub(super) fn read(words: &[&str], turn: Seat) -> Result<Self, String> {
        let mut limits = Limits::default();
        let mut is_infinite = false;
        let mut clocks: BySeat<Option<Duration>> = BySeat::default();
        let mut increments = BySeat { first: Duration::ZERO, second: Duration::ZERO };
        let mut words = words.iter().copied();
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("a value should follow {word}"));
            match word {
                "infinite" => is_infinite = true,
                "depth" => limits.depth = Some(number(word, value()?)?),
                "nodes" => limits.nodes = Some(number(word, value()?)?),
                "movetime" => limits.time = Some(milliseconds(word, value()?)?),
                // In chess White moves first.
                "p1time" | "wtime" => clocks.first = Some(milliseconds(word, value()?)?),
                "p2time" | "btime" => clocks.second = Some(milliseconds(word, value()?)?),
                "p1inc" | "winc" => increments.first = milliseconds(word, value()?)?,
                "p2inc" | "binc" => increments.second = milliseconds(word, value()?)?,
                "movestogo" => drop(number::<u32>(word, value()?)?),
                "ponder" => return Err("this engine does not ponder".to_owned()),
                _ => return Err(format!("'{word}' is no limit of a search")),
            }
        }
        limits.clock =
            clocks[turn].map(|remaining| PlayerClock { remaining, increment: increments[turn] });
        if limits.clock.is_none() && clocks != BySeat::default() {
            return Err("the clock of the player to move is missing".to_owned());
        }
        Ok(Self { limits, is_infinite })
    }
}

fn number<N: FromStr>(name: &str, text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{name} is a whole number, not '{text}'"))
}

/// A time in milliseconds. A clock that has run out is written as a negative number by some programs.
fn milliseconds(name: &str, text: &str) -> Result<Duration, String> {
    let milliseconds: i64 = number(name, text)?;
    Ok(Duration::from_millis(milliseconds.max(0).unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<GoCommand, String> {
        GoCommand::read(&text.split_whitespace().collect::<Vec<_>>(), Seat::Second)
    }

    fn limits(text: &str) -> Limits {
        read(text).expect("limits").limits
    }

    #[test]
    fn limits_hold_together() {
        let all = limits("depth 3 nodes 4 movetime 5");
        assert_eq!((all.depth, all.nodes), (Some(3), Some(4)));
        assert_eq!(all.time, Some(Duration::from_millis(5)));
        assert_eq!(read(""), Ok(GoCommand { limits: Limits::default(), is_infinite: false }));
        assert!(read("infinite").expect("no limits").is_infinite);
    }

    #[test]
    fn the_clock_is_that_of_the_player_to_move() {
        let clock =
            PlayerClock { remaining: Duration::from_secs(2), increment: Duration::from_millis(30) };
        let asked = "p1time 1000 p2time 2000 p1inc 10 p2inc 30";
        assert_eq!(limits(asked).clock, Some(clock));
        let as_in_chess = "wtime 1000 btime 2000 winc 10 binc 30 movestogo 7";
        assert_eq!(limits(as_in_chess).clock, Some(clock));
        assert_eq!(limits("p2time -5").clock.map(|clock| clock.remaining), Some(Duration::ZERO));
    }

    #[test]
    fn what_cannot_be_searched_is_refused() {
        for wrong in [
            "depth",
            "depth x",
            "depth -1",
            "nodes 1.5",
            "fast",
            "ponder",
            "p1time 5",
            "depth 70000",
        ] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
