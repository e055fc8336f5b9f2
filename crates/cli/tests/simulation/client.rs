//! Clients as they should be: they keep what has no answer, and send it again.

use std::collections::BTreeMap;

use play::{Claim, Command, Offer, Player, RefusalCode, Version};
use room::SubscriberId;
use rules::SplitMix64;
use wire::{
    CommandId, Greeting, MatchState, PREVIOUS_PROTOCOL, PROTOCOL, SeatSecret, ToClient, ToServer,
};

/// What a client is after.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Has opened the table.
    Host,
    /// Wants to sit down.
    Guest,
    /// Only looks.
    Watcher,
    /// Has no seat and gives commands all the same.
    Stranger,
}

/// An answer that a client has got.
pub(crate) struct Applied {
    pub(crate) id: String,
    pub(crate) command: CommandId,
    pub(crate) version: Version,
}

/// A command that was refused because it came too late.
pub(crate) struct TooLate {
    pub(crate) id: String,
    pub(crate) command: Command,
    /// The version for which it was meant.
    pub(crate) meant_for: Version,
    /// The version of the match when the refusal was heard.
    pub(crate) heard_at: Version,
}

/// Somebody at a screen.
pub(crate) struct Client {
    pub(crate) role: Role,
    pub(crate) secret: SeatSecret,
    /// The match that it follows.
    pub(crate) id: String,
    pub(crate) subscriber: Option<SubscriberId>,
    /// What it has seen last, and when.
    pub(crate) state: Option<MatchState>,
    state_at: u64,
    /// What it has sent and has no answer to.
    pub(crate) pending: Option<ToServer>,
    /// Everything that was acknowledged.
    pub(crate) applied: Vec<Applied>,
    /// What was refused for good, of what was meant for one version only.
    pub(crate) refused: Vec<(String, CommandId)>,
    pub(crate) too_late: Vec<TooLate>,
    /// What it ever sent, by name.
    pub(crate) sent: BTreeMap<CommandId, (String, ToServer)>,
    /// Every state that it was shown.
    pub(crate) shown: Vec<MatchState>,
    refusals_as_stranger: usize,
    number: u32,
    pub(crate) wrong: Option<String>,
}

impl Client {
    pub(crate) fn new(role: Role, secret: u128, id: &str) -> Self {
        Self {
            role,
            secret: SeatSecret::new(secret),
            id: id.to_owned(),
            subscriber: None,
            state: None,
            state_at: 0,
            pending: None,
            applied: Vec::new(),
            refused: Vec::new(),
            too_late: Vec::new(),
            sent: BTreeMap::new(),
            shown: Vec::new(),
            refusals_as_stranger: 0,
            number: 0,
            wrong: None,
        }
    }

    pub(crate) fn refused_as_stranger(&self) -> usize {
        self.refusals_as_stranger
    }

    /// Whether it has ever said that it leaves the match.
    pub(crate) fn has_left(&self, id: &str) -> bool {
        self.sent.values().any(|(sent_to, message)| {
            sent_to == id && matches!(message, ToServer::Command { command: Command::Leave, .. })
        })
    }

    pub(crate) fn hello(&self) -> ToServer {
        let since = self.state.as_ref().map_or(Version(0), |state| state.version);
        let seat = (self.role != Role::Watcher).then(|| self.secret.clone());
        // While a site is updated, some pages are of the version before.
        let protocol = if self.role == Role::Guest { PREVIOUS_PROTOCOL } else { PROTOCOL };
        ToServer::Hello { protocol, since, seat }
    }

    /// Hears something, while the store has that version of the match.
    pub(crate) fn hear(&mut self, message: ToClient, stored: Version, now: u64) {
        match message {
            ToClient::State(state) => {
                if state.id != self.id {
                    return;
                }
                self.shown.push((*state).clone());
                // What is late is old.
                if self.state.as_ref().is_none_or(|known| known.version <= state.version) {
                    (self.state, self.state_at) = (Some(*state), now);
                }
            }
            ToClient::Applied { id, version } => self.hear_applied(&id, version),
            ToClient::Refused { id: Some(id), code, .. } => self.hear_refused(&id, code, stored),
            _ => {}
        }
    }

    fn hear_applied(&mut self, command: &CommandId, version: Version) {
        if let Some(earlier) = self.applied.iter().find(|earlier| earlier.command == *command) {
            // Who leaves a match that has begun changes nothing, whenever that is.
            let leaves = |(_, sent): &(String, ToServer)| {
                matches!(sent, ToServer::Command { command: Command::Leave, .. })
            };
            if earlier.version != version && !self.sent.get(command).is_some_and(leaves) {
                self.wrong = Some(format!(
                    "{command:?} was applied at {version:?} and {:?}",
                    earlier.version
                ));
            }
        } else if let Some((id, _)) = self.sent.get(command) {
            self.applied.push(Applied { id: id.clone(), command: command.clone(), version });
        }
        self.pending.take_if(|pending| pending.command_id() == Some(command));
    }

    fn hear_refused(&mut self, command: &CommandId, code: RefusalCode, stored: Version) {
        let again = [RefusalCode::TryAgain, RefusalCode::SlowDown, RefusalCode::BadMessage];
        if again.contains(&code) {
            return; // it stays pending
        }
        if code == RefusalCode::NotYours && self.role == Role::Stranger {
            self.refusals_as_stranger += 1;
        }
        let Some((id, message)) = self.sent.get(command) else { return };
        if let ToServer::Command { version: Some(version), command, .. } = message
            && code == RefusalCode::Stale
        {
            let (id, command) = (id.clone(), command.clone());
            self.too_late.push(TooLate { id, command, meant_for: *version, heard_at: stored });
        }
        if let ToServer::Command { version: Some(_), command: what, .. } = message
            && !matches!(what, Command::Claim { .. })
        {
            self.refused.push((id.clone(), command.clone()));
        }
        self.pending.take_if(|pending| pending.command_id() == Some(command));
    }

    /// A player does something while there is no connection: it is sent later.
    pub(crate) fn act_alone(&mut self, random: &mut SplitMix64, now: u64) {
        if matches!(self.role, Role::Host | Role::Guest) && self.pending.is_none() {
            self.act(random, now);
        }
    }

    /// Whether a command waits while a clock runs.
    pub(crate) fn waits_with_clock(&self) -> bool {
        let clock = self.state.as_ref().and_then(|state| state.clock);
        self.pending.is_some() && clock.is_some_and(|clock| clock.running.is_some())
    }

    /// What to send next, if anything.
    pub(crate) fn act(&mut self, random: &mut SplitMix64, now: u64) -> Option<ToServer> {
        if let Some(pending) = &self.pending {
            return Some(pending.clone());
        }
        let state = self.state.clone()?;
        if let Some(next) = state.online.as_ref().and_then(|online| online.rematch.clone()) {
            if random.below(2) == 0 {
                self.follow(next);
            }
            return None;
        }
        let message = match self.role {
            Role::Watcher => {
                (random.below(4) == 0).then_some(ToServer::Greet { greeting: Greeting::Hello })
            }
            Role::Stranger => Some(self.trespass(&state, random)),
            Role::Host | Role::Guest => self.play(&state, random, now),
        }?;
        if message.command_id().is_some() {
            self.pending = Some(message.clone());
        }
        Some(message)
    }

    /// Goes over to another match.
    fn follow(&mut self, id: String) {
        self.id = id;
        self.state = None;
        self.subscriber = None;
    }

    /// How many commands counted though events had come after the version for which they were meant.
    pub(crate) fn outlived(&self) -> usize {
        let outlived = |applied: &&Applied| match self.sent.get(&applied.command) {
            Some((_, ToServer::Command { version: Some(version), .. })) => {
                applied.version.0 > version.0 + 1
            }
            _ => false,
        };
        self.applied.iter().filter(outlived).count()
    }

    fn fresh(&mut self) -> CommandId {
        self.number += 1;
        // Clients that only count must not get into each other's way.
        CommandId(self.number.to_string())
    }

    fn command(
        &mut self,
        state: &MatchState,
        player: Player,
        command: Command,
        random: &mut SplitMix64,
    ) -> ToServer {
        let id = self.fresh();
        let version = (random.below(2) == 0).then_some(state.version);
        let message = ToServer::Command { id: id.clone(), player, command, version };
        self.sent.insert(id, (self.id.clone(), message.clone()));
        message
    }

    fn play(&mut self, state: &MatchState, random: &mut SplitMix64, now: u64) -> Option<ToServer> {
        let Some(you) = state.you else {
            let free = state.players.iter().any(|player| player.who.is_none());
            if self.role == Role::Guest && free && state.end.is_none() {
                let id = self.fresh();
                let message =
                    ToServer::Join { id: id.clone(), player: None, name: "Bo".to_owned() };
                self.sent.insert(id, (self.id.clone(), message.clone()));
                return Some(message);
            }
            return None;
        };
        let command = choose(state, you, random, now - self.state_at)?;
        Some(self.command(state, you, command, random))
    }

    fn trespass(&mut self, state: &MatchState, random: &mut SplitMix64) -> ToServer {
        let player = Player::ALL[random.below(2) as usize];
        let commands = [
            Command::Resign,
            Command::Abort,
            Command::Move { notation: "4".to_owned() },
            Command::Claim { claim: Claim::Win },
            Command::Confirm,
            Command::Leave,
            Command::Lay { half: "A B".to_owned() },
            Command::Accept { offer: Offer::Draw },
        ];
        let command = commands[random.below(commands.len() as u64) as usize].clone();
        self.command(state, player, command, random)
    }
}

/// What a player does who mostly plays.
fn choose(
    state: &MatchState,
    you: Player,
    random: &mut SplitMix64,
    elapsed: u64,
) -> Option<Command> {
    let roll = random.below(100);
    let offer = Offer::ALL[random.below(3) as usize];
    if state.end.is_some() {
        return (roll < 30).then_some(Command::Offer { offer: Offer::Rematch });
    }
    let Some(online) = &state.online else { return None };
    if let Some(gathering) = &online.gathering {
        return match (roll, &gathering.halves) {
            (0..2, _) => Some(Command::Leave),
            (2..4, _) if state.players.iter().any(|player| player.who.is_none()) => {
                Some(Command::Invite { opponent: "easy".to_owned(), seed: roll })
            }
            (4..6, _) => Some(Command::Move { notation: "4".to_owned() }),
            (6..50, Some(halves)) if halves[you as usize].tiles.contains('-') || roll < 10 => {
                let tiles = ["A B", "Af B+90", "C D", "- D", "D+270 Cf", "Z B", "A"];
                let half = tiles[random.below(tiles.len() as u64) as usize].to_owned();
                Some(Command::Lay { half })
            }
            (50.., Some(_)) => Some(Command::Confirm),
            _ => None,
        };
    }
    let gone = state.players[you.other() as usize].gone;
    let now = online.now + elapsed;
    if gone.is_some_and(|gone| gone.until <= now + 500) && roll < 30 {
        let claim = if roll.is_multiple_of(2) { Claim::Win } else { Claim::Draw };
        return Some(Command::Claim { claim });
    }
    match roll {
        0 => Some(Command::Resign),
        1 => Some(Command::Abort),
        2 => Some(Command::Leave),
        3..14 => Some(Command::Offer { offer }),
        14..20 => Some(Command::Accept { offer }),
        20..24 => Some(Command::Decline { offer }),
        24 => Some(Command::Move { notation: "nonsense".to_owned() }),
        _ => {
            let choices = &state.view.choices;
            let choice = choices.get(random.below(choices.len().max(1) as u64) as usize)?;
            Some(Command::Move { notation: choice.notation.clone() })
        }
    }
}
