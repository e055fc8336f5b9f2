//! Driver of a room: the room, the searches of its computer players, and when something is due. Whoever owns it passes on
//! what happens and carries out what follows; nothing here waits, sends or stores.

use std::time::Duration;

use engine::{AnyReport, Entry};
use play::{Match, Player, RefusalCode, Version};
use room::{EngineTask, Input, Monotonic, Now, Output, Room, StoreRequest, SubscriberId};
use rules::Text;
use wire::{Greeting, MatchState, ToClient};
use work::WorkRequest;

use crate::computer_player::{computer_command, engine_request, thinking};
use crate::context::OpenRoom;

/// How long a room stays open when nobody needs it, in milliseconds.
const ROOM_IDLE_TIMEOUT_MS: u64 = 30_000;
/// How often subscribers are sent the progress of a search, in milliseconds.
const PROGRESS_INTERVAL_MS: u64 = 100;

/// Something that happens to a room or to a search for it. A search is named by the version of the match that it is
/// about: what comes of another is ignored.
#[derive(Clone, Debug)]
pub enum DriverInput {
    /// Something happens to the room.
    Room(Input),
    /// A search has found something.
    SearchUpdated(Version, AnyReport),
    /// A search has ended; without a report its engine failed, and the room plays any move.
    SearchEnded(Version, Option<AnyReport>),
    /// A search cannot be done now, or its result cannot be used.
    SearchPostponed {
        /// Which.
        version: Version,
        /// Milliseconds until it is tried again.
        retry_ms: u64,
        /// What the subscribers are told.
        notice: Option<Text>,
    },
    /// The time that [`RoomDriver::wakes_at`] named has come.
    Wake,
}

/// Something that the owner of a room has to do.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Send a message to subscribers.
    Send {
        /// To whom.
        to: Vec<SubscriberId>,
        /// What.
        message: ToClient,
    },
    /// Ask the store. There is one request at a time: its answer is [`Input::Stored`].
    Store(StoreRequest),
    /// Have an engine do this work and no other.
    Search {
        /// The version of the match that it is about.
        version: Version,
        /// The work.
        request: WorkRequest,
    },
    /// Have the search end with what it has found so far.
    HurrySearch,
    /// Stop the search: nobody waits for it any more.
    StopSearch,
    /// Close the connection of a subscriber.
    Disconnect(SubscriberId),
    /// The match has changed in a way that lists of matches show.
    Changed,
    /// A player who was not here has come, or is still here though another node may think otherwise: the store is to
    /// know.
    Arrived(Player),
    /// A player has greeted: other nodes are to be told.
    Greeted {
        /// Who.
        player: Player,
        /// What.
        greeting: Greeting,
    },
}

/// A room with the searches of its computer players.
pub struct RoomDriver {
    room: Room,
    entry: Entry,
    /// The longest search for a move, whatever the clock allows.
    move_time_max: Option<Duration>,
    search: Option<Search>,
    /// A task whose search could not be done, and when it is tried again.
    retry: Option<(EngineTask, Version, Monotonic)>,
    /// When subscribers were last sent the progress of a search.
    told_at: Monotonic,
    /// When the room was last needed.
    used_at: Monotonic,
    /// When something last happened, or was looked at.
    now: Now,
    effects: Vec<Effect>,
}

/// A search that somebody does for the room.
struct Search {
    task: EngineTask,
    version: Version,
    /// Progress that subscribers have not been sent.
    untold: Option<AnyReport>,
}

impl RoomDriver {
    /// The driver of a room that has just been opened, and what follows from `outputs`, the first of the room. A search
    /// for a move takes `move_time_max` at most.
    pub fn new(
        room: Room,
        entry: Entry,
        move_time_max: Option<Duration>,
        outputs: Vec<Output>,
        now: Now,
    ) -> (Self, Vec<Effect>) {
        let (told_at, used_at) = (now.monotonic, now.monotonic);
        let (search, retry, effects) = (None, None, Vec::new());
        let mut driver =
            Self { room, entry, move_time_max, search, retry, told_at, used_at, now, effects };
        driver.follow(outputs);
        let effects = std::mem::take(&mut driver.effects);
        (driver, effects)
    }

    /// Handles an input at `now`; the effects are to be carried out in their order.
    pub fn handle(&mut self, input: DriverInput, now: Now) -> Vec<Effect> {
        self.now = now;
        if !matches!(input, DriverInput::Wake) {
            self.used_at = now.monotonic;
        }
        match input {
            DriverInput::Room(input) => self.room_input(input),
            DriverInput::SearchUpdated(version, report) => {
                if let Some(search) = self.search.as_mut().filter(|one| one.version == version) {
                    search.untold = Some(report);
                    self.tell_progress();
                }
            }
            DriverInput::SearchEnded(version, report) => self.end_search(version, report.as_ref()),
            DriverInput::SearchPostponed { version, retry_ms, notice } => {
                if let Some(search) = self.search.take_if(|search| search.version == version) {
                    let at = now.monotonic.after(retry_ms);
                    self.retry = Some((search.task, version, at));
                    self.notify(notice);
                }
            }
            DriverInput::Wake => self.wake(),
        }
        std::mem::take(&mut self.effects)
    }

    /// The room.
    pub const fn room(&self) -> &Room {
        &self.room
    }

    /// Notes that somebody needs the room, without changing it.
    pub fn touch(&mut self, now: Now) {
        (self.now, self.used_at) = (now, now.monotonic);
    }

    /// When the driver wants a [`DriverInput::Wake`].
    pub fn wakes_at(&self) -> Option<Monotonic> {
        let untold = self.search.as_ref().and_then(|search| search.untold.as_ref());
        let progress = untold.map(|_| self.told_at.after(PROGRESS_INTERVAL_MS));
        let retry = self.retry.map(|(_, _, at)| at);
        [self.room.wakes_at(), progress, retry].into_iter().flatten().min()
    }

    /// When the room can be closed, if nobody needs it before; nothing is lost by that.
    pub fn closes_at(&self) -> Option<Monotonic> {
        let is_idle = self.room.is_idle() && self.search.is_none() && self.retry.is_none();
        is_idle.then(|| self.used_at.after(ROOM_IDLE_TIMEOUT_MS))
    }

    fn wake(&mut self) {
        let now = self.now.monotonic;
        if self.room.wakes_at().is_some_and(|at| at <= now) {
            self.room_input(Input::Wake);
        }
        if let Some((task, version, _)) = self.retry.take_if(|(_, _, at)| *at <= now) {
            self.start_search(task, version);
        }
        self.tell_progress();
    }

    fn room_input(&mut self, input: Input) {
        let outputs = self.room.handle(input, self.now);
        self.follow(outputs);
    }

    fn follow(&mut self, outputs: Vec<Output>) {
        for output in outputs {
            let effect = match output {
                Output::StartEngine { task, version } => {
                    self.start_search(task, version);
                    continue;
                }
                Output::StopEngine => {
                    (self.search, self.retry) = (None, None);
                    Effect::StopSearch
                }
                Output::Send { to, message } => Effect::Send { to, message },
                Output::Store(request) => Effect::Store(request),
                Output::HurryEngine => Effect::HurrySearch,
                Output::Disconnect(subscriber) => Effect::Disconnect(subscriber),
                Output::Changed => Effect::Changed,
                Output::Arrived(player) => Effect::Arrived(player),
                Output::Greeted { player, greeting } => Effect::Greeted { player, greeting },
                Output::Appended(_) => continue,
            };
            self.effects.push(effect);
        }
    }

    fn start_search(&mut self, task: EngineTask, version: Version) {
        (self.search, self.retry) = (None, None);
        let Some(current_match) = self.room.session().current_match() else { return };
        let request = engine_request(
            task,
            &self.entry,
            current_match,
            self.room.time(self.now),
            self.move_time_max,
        );
        self.search = Some(Search { task, version, untold: None });
        self.effects.push(Effect::Search { version, request });
    }

    fn end_search(&mut self, version: Version, report: Option<&AnyReport>) {
        let Some(search) = self.search.take_if(|search| search.version == version) else { return };
        self.notify(report.and_then(|report| report.notice.clone()));
        let current_match = self.room.session().current_match();
        let command = current_match.zip(report).and_then(|(current_match, report)| {
            computer_command(search.task, current_match, report)
        });
        self.room_input(Input::EngineReply { version, command });
    }

    /// Tells all subscribers what became of a search: a refusal of nothing that they have asked for.
    fn notify(&mut self, notice: Option<Text>) {
        if let Some(text) = notice {
            self.send_all(ToClient::Refused { id: None, code: RefusalCode::TryAgain, text });
        }
    }

    /// Sends all subscribers the progress of the search, if it is time.
    fn tell_progress(&mut self) {
        let now = self.now.monotonic;
        if now.since(self.told_at) < PROGRESS_INTERVAL_MS {
            return;
        }
        let Some(search) = &mut self.search else { return };
        let Some(report) = search.untold.take() else { return };
        let progress = thinking(search.task, search.version, &report);
        self.told_at = now;
        if let Some(progress) = progress {
            self.send_all(ToClient::Thinking(progress));
        }
    }

    fn send_all(&mut self, message: ToClient) {
        self.effects.push(Effect::Send { to: self.room.subscribers(), message });
    }
}

impl OpenRoom for RoomDriver {
    fn room(&self) -> &Room {
        &self.room
    }

    fn entry(&self) -> Entry {
        self.entry
    }

    fn state(&self) -> MatchState {
        self.room.state(self.now)
    }

    fn analysable(&self) -> Option<&Match> {
        self.current_match()
    }
}
