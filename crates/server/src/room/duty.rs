//! What the computer in its seat has to do, and what it thinks with.

use std::time::Duration;

use engine::{Clock, Entry, Limits, Resources, Thought};
use play::{Command, Match, Offer, Player, Time, TimeControl, Who};

use crate::thinking::{Busy, Pool, Question, Task};

/// The longest that the computer thinks about a move where no clock says anything.
const PATIENCE: Duration = Duration::from_secs(30);
/// Kept back of the time for a move, for the way.
const RESERVE: Duration = Duration::from_millis(100);
/// How many positions it looks at to judge an offer.
const JUDGEMENT: u64 = 50_000;

/// What the computer has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Duty {
    /// It is its turn.
    Move(Player),
    /// It is asked for a draw.
    Answer(Player),
}

impl Duty {
    /// What the computer has to do in the match now.
    pub(super) fn of(matching: &Match) -> Option<Self> {
        matching.end().is_none().then_some(())?;
        let is_computer = |player: &Player| !matching.who(*player).is_human();
        if let Some(asked) = matching.offered(Offer::Draw).map(Player::other)
            && is_computer(&asked)
        {
            return Some(Self::Answer(asked));
        }
        matching.to_move().filter(is_computer).map(Self::Move)
    }

    /// Has it thought about.
    pub(super) fn begin(
        self,
        id: &str,
        entry: Entry,
        matching: &Match,
        pool: &Pool,
        now: Time,
    ) -> Result<Task, Busy> {
        let (thinker, limits): (Box<dyn FnOnce() -> _ + Send>, _) = match self {
            Self::Move(player) => {
                let (opponent, seed) = match matching.who(player) {
                    Who::Computer { opponent, seed } => (entry.opponent(opponent), *seed),
                    Who::Human { .. } => (None, 0),
                };
                let limits = limits(matching, player, now);
                match opponent.or(entry.levels.last()) {
                    Some(opponent) => (Box::new(move || opponent.make(seed)), limits),
                    None => (Box::new(move || entry.analyst(Resources::default())), limits),
                }
            }
            Self::Answer(_) => {
                (Box::new(move || entry.analyst(Resources::default())), Limits::nodes(JUDGEMENT))
            }
        };
        let record = matching.live().record().clone();
        pool.ask(Question { asker: id.to_owned(), thinker, record, limits })
    }

    /// The command that follows from a thought; without one the match goes on all the same.
    pub(super) fn command(self, matching: &Match, thought: Option<&Thought>) -> Option<Command> {
        match self {
            Self::Move(_) => {
                let thought = thought.and_then(|thought| thought.choice.clone());
                let any = || matching.live().view().choices.into_iter().next();
                let notation = thought.or_else(|| any().map(|choice| choice.notation))?;
                Some(Command::Move { notation })
            }
            Self::Answer(player) => {
                let best = thought.and_then(|thought| thought.moves.first());
                let accepts = best.is_some_and(|best| {
                    let own_turn = matching.to_move() == Some(player);
                    let chance = if own_turn { best.chance } else { 1.0 - best.chance };
                    chance <= 0.5
                });
                let offer = Offer::Draw;
                Some(if accepts { Command::Accept { offer } } else { Command::Decline { offer } })
            }
        }
    }

    /// Who does it.
    pub(super) const fn player(self) -> Player {
        match self {
            Self::Move(player) | Self::Answer(player) => player,
        }
    }
}

/// How long `player` may think about a move.
fn limits(matching: &Match, player: Player, now: Time) -> Limits {
    let left = matching.clock().map(|clock| clock.left(matching.seat(player), now));
    let left = left.map(Duration::from_millis);
    match (matching.start().time, left) {
        (TimeControl::Game { increment, .. }, Some(left)) => {
            let increment = Duration::from_millis(increment);
            Limits {
                time: Some(PATIENCE),
                clock: Some(Clock { left, increment }),
                ..Limits::default()
            }
        }
        (TimeControl::Move { .. }, Some(left)) => {
            let time = left.saturating_sub(RESERVE).max(left / 2);
            Limits::time(time.min(PATIENCE))
        }
        _ => Limits::time(PATIENCE),
    }
}
