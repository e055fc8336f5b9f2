//! Arguments of games between computers: how they begin, and what limits them.

use std::time::Duration;

use engine::{Entry, Limits, MonotonicClock, PlayerClock};
use rules::Setup;
use texts::text;

use super::contestant::Contestant;
use super::openings::Openings;
use super::referee::{Referee, TimeControl};
use crate::args;
use crate::context::Context;
use crate::failure::Failure;
use crate::platform;
use crate::tiles::DataArgs;

/// How the games begin, and how many are played at a time.
#[derive(clap::Args, Debug)]
pub(crate) struct OpeningArgs {
    /// How many random moves games begin with, or a file with the moves of an opening on each line;
    /// otherwise as many as give a thousand different openings
    #[arg(long, value_name = "N|FILE")]
    pub(crate) openings: Option<String>,
    /// The number that openings, boards and players draw from
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// How many games to play at a time; one for each processor otherwise
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The board of all games, as for other commands; one for each pair otherwise
    #[arg(long, value_name = "B")]
    pub(crate) board: Option<String>,
    #[command(flatten)]
    data: DataArgs,
    /// The rule set; the usual one otherwise
    #[arg(long, value_name = "R")]
    pub(crate) rules: Option<String>,
}

/// What limits the moves.
#[derive(clap::Args, Debug)]
pub(crate) struct LimitArgs {
    /// Let nobody look at more positions than this for a move
    #[arg(long, value_name = "N", conflicts_with = "time")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Let nobody think longer than this for a move
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds)]
    time: Option<Duration>,
    /// Let nobody look deeper than this for a move
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u16).range(1..=128))]
    depth: Option<u16>,
    /// Play with clocks: seconds for the game, and for each move
    #[arg(long, value_name = "SECONDS+SECONDS", value_parser = clock, conflicts_with = "time")]
    clock: Option<PlayerClock>,
    /// Measure time by the processor's, so that other work of the machine does not count: among the players of this
    /// program alone
    #[arg(long)]
    cpu_time: bool,
    /// How much longer an engine may take for a move before it loses
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, default_value = "1")]
    grace: Duration,
}

/// Other time of player B.
#[derive(clap::Args, Debug)]
pub(crate) struct OtherTimeArgs {
    /// Let B think this long for a move, and A as --time or --clock say
    #[arg(long, value_name = "SECONDS", value_parser = args::seconds, conflicts_with = "clock_b")]
    time_b: Option<Duration>,
    /// Give B this clock, and A the time that --time or --clock say
    #[arg(long, value_name = "SECONDS+SECONDS", value_parser = clock)]
    clock_b: Option<PlayerClock>,
}

impl OpeningArgs {
    /// The openings of a game.
    pub(crate) fn resolve(&self, entry: Entry, context: &Context<'_>) -> Result<Openings, Failure> {
        let board = self.board.as_deref();
        let board =
            board.map(|text| self.data.expand_tiles(text, entry.game, context)).transpose()?;
        let setup = Setup { rules: self.rules.clone(), board, seed: 0 };
        Openings::new(entry, setup, self.openings.as_deref(), self.seed)
    }

    /// How many games to play at a time.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(args::processors, usize::from)
    }
}

impl LimitArgs {
    /// The referee of games within these limits.
    pub(crate) fn referee(&self, entry: Entry) -> Referee {
        let control = self.time_control();
        Referee { entry, controls: [control.clone(), control], grace: self.grace }
    }

    /// The referee of games in which B may have another time.
    pub(crate) fn referee_with(&self, other: &OtherTimeArgs, entry: Entry) -> Referee {
        let mut referee = self.referee(entry);
        if other.time_b.is_some() || other.clock_b.is_some() {
            let control = &mut referee.controls[1];
            (control.limits.time, control.clock) = (other.time_b, other.clock_b);
        }
        referee
    }

    /// Returns an error if a contestant thinks in another process, whose processor time would not be measured.
    pub(crate) fn check<'a>(
        &self,
        mut players: impl Iterator<Item = &'a Contestant>,
    ) -> Result<(), Failure> {
        match players.find(|player| !player.is_in_process()) {
            Some(player) if self.cpu_time => {
                Err(Failure::wrong(text!("duel-no-cpu-time", player = player.id())))
            }
            _ => Ok(()),
        }
    }

    fn time_control(&self) -> TimeControl {
        let Self { nodes, time, depth, clock, .. } = *self;
        let measured_by = if self.cpu_time {
            MonotonicClock::new(platform::cpu_time)
        } else {
            MonotonicClock::default()
        };
        let limits = Limits { nodes, time, depth, measured_by, ..Limits::default() };
        TimeControl { limits, clock }
    }
}

/// Value parser of clocks, for clap: `60+0.5`, or `60` alone.
fn clock(text: &str) -> Result<PlayerClock, String> {
    let (remaining, increment) = text.split_once('+').unwrap_or((text, "0"));
    let increment = increment.trim().parse().ok();
    let increment = increment.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    let remaining = args::seconds(remaining.trim()).ok();
    let expected =
        || "seconds for the game and for each move were expected, as in 60+0.5".to_owned();
    remaining
        .zip(increment)
        .map(|(remaining, increment)| PlayerClock { remaining, increment })
        .ok_or_else(expected)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn b_has_the_same_time_or_its_own() {
        let clock = clock("60+0.5").ok();
        let grace = Duration::from_secs(1);
        let limits =
            LimitArgs { nodes: Some(5), time: None, depth: None, clock, cpu_time: false, grace };
        let notation = |time_b, clock_b| {
            let other = OtherTimeArgs { time_b, clock_b };
            limits.referee_with(&other, games::CATALOGUE[0]).time_control().expect("limits")
        };
        let own = "60+0.5, 5 nodes a move";
        assert_eq!(notation(None, None), own);
        let time_b = Some(Duration::from_millis(1500));
        assert_eq!(notation(time_b, None), format!("{own} | 5 nodes a move, 1.5 s a move"));
        let clock_b = super::clock("8").ok();
        assert_eq!(notation(None, clock_b), format!("{own} | 8+0, 5 nodes a move"));
    }

    #[test]
    fn processor_time_is_for_players_of_this_program() {
        let entry = games::CATALOGUE[0];
        let find = |name| Contestant::find(name, &entry).ok().expect("a contestant");
        let (own, other) = (find("easy"), find("program:./damier-old"));
        let grace = Duration::from_secs(1);
        let limits = |cpu_time| {
            let time = Some(Duration::from_millis(20));
            LimitArgs { nodes: None, time, depth: None, clock: None, cpu_time, grace }
        };
        assert!(limits(true).check([&own, &own].into_iter()).is_ok());
        assert!(limits(true).check([&own, &other].into_iter()).is_err());
        assert!(limits(false).check([&own, &other].into_iter()).is_ok());
        let notation = limits(true).referee(entry).time_control();
        assert_eq!(notation.as_deref(), Some("0.02 s a move, processor time"));
        let control = limits(true).time_control();
        assert_eq!(control.limits.measured_by, MonotonicClock::new(platform::cpu_time));
    }

    #[test]
    fn clocks_are_read_in_seconds() {
        let clock_of = |remaining, increment| PlayerClock {
            remaining: Duration::from_secs_f64(remaining),
            increment: Duration::from_secs_f64(increment),
        };
        assert_eq!(clock("60+0.5"), Ok(clock_of(60.0, 0.5)));
        assert_eq!(clock("1.5"), Ok(clock_of(1.5, 0.0)));
        for wrong in ["", "+1", "0+1", "x", "1+x", "1+-1", "1+1+1", "inf"] {
            assert!(clock(wrong).is_err(), "{wrong}");
        }
    }
}
