//! Snapshot of a match: the state that each subscriber is sent.

use play::{Claim, Command, End, Event, Match, MatchSession, Offer, Player, Pregame, Time};
use rules::{Board, BySeat, Marks, Record, Seat, View};
use wire::{
    ClockState, EndState, GatheringState, HalfState, MatchState, OfferState, OnlineState,
    PlayerState,
};

use crate::Monotonic;
use crate::key::code;
use crate::presence::Presence;
use crate::time::TimeLine;

/// Why a match ended that was called off.
pub(crate) const ABORTED: &str = "aborted";

/// Viewer of a snapshot.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Viewer {
    /// Whoever plays at the one screen.
    Screen,
    /// The holder of a player's seat.
    Player(Player),
    /// Somebody without a seat.
    Watcher,
}

/// What a snapshot shows beside the match session.
pub(crate) struct SnapshotContext<'a> {
    pub(crate) id: &'a str,
    pub(crate) presence: &'a Presence,
    pub(crate) watchers: usize,
    pub(crate) thinking: bool,
    pub(crate) unstored: bool,
    pub(crate) time_line: &'a TimeLine,
    pub(crate) now: Monotonic,
}

/// Snapshot for one viewer: only the player to move is sent the legal moves.
pub(crate) fn as_seen_by(viewer: Viewer, mut state: MatchState) -> MatchState {
    let you = match viewer {
        Viewer::Screen => return state,
        Viewer::Player(player) => Some(player),
        Viewer::Watcher => None,
    };
    if you.is_none() || you != state.to_move {
        state.view.choices.clear();
    }
    if you.is_none() {
        (state.undoable, state.redoable) = (0, 0);
    }
    MatchState { you, watching: you.is_none(), ..state }
}

/// Snapshot of the whole match.
pub(crate) fn snapshot(session: &MatchSession, context: &SnapshotContext<'_>) -> MatchState {
    let SnapshotContext { id, presence, watchers, thinking, unstored, time_line, now } = *context;
    let now = time_line.at(now);
    let online = session.opening().map(|opening| OnlineState {
        code: code(id).to_owned(),
        listing: opening.listing,
        host: opening.host,
        watchers,
        gathering: session.pregame().map(gathering_state),
        rematch: session.current_match().and_then(Match::rematch).map(ToOwned::to_owned),
        now: now.0,
    });
    let players = Player::ALL.map(|player| PlayerState {
        player,
        who: session.who(player).cloned(),
        seat: session.current_match().map_or(player.first_seat(), |playing| playing.seat(player)),
        gone: presence.state(player, time_line),
    });
    let Some(current_match) = session.current_match() else {
        return MatchState {
            id: id.to_owned(),
            version: session.version(),
            game: session.game().info().id.to_owned(),
            kind: session.kind(),
            rules: session.opening().and_then(|opening| opening.rules.clone()),
            record: Record::new(String::new()),
            position: String::new(),
            view: inert_view(session.pregame().and_then(|pregame| pregame.board(session.game()))),
            players,
            to_move: None,
            end: session.is_over().then(aborted),
            offers: Vec::new(),
            undoable: 0,
            redoable: 0,
            may_abort: !session.is_over(),
            clock: None,
            thinking,
            unstored,
            you: None,
            watching: false,
            online,
        };
    };
    let live = current_match.live();
    let start = current_match.start();
    let rule_set = session.game().info().rule_set_of(&live.record().start);
    MatchState {
        id: id.to_owned(),
        version: session.version(),
        game: start.game.clone(),
        kind: start.kind,
        rules: rule_set.map(|rules| rules.id.to_owned()),
        record: live.record().clone(),
        position: live.position(),
        view: live.view(),
        players,
        to_move: current_match.to_move(),
        end: match_end(current_match),
        offers: Offer::ALL
            .into_iter()
            .filter_map(|offer| current_match.offered(offer).map(|by| OfferState { offer, by }))
            .collect(),
        undoable: undoable(current_match, now),
        redoable: current_match.redoable(),
        may_abort: current_match.may_abort(),
        clock: current_match.clock().map(|clock| ClockState {
            control: start.time,
            left: BySeat::from_fn(|seat| clock.left(seat, now)),
            running: clock.running(),
            now: now.0,
        }),
        thinking,
        unstored,
        you: None,
        watching: false,
        online,
    }
}

/// View of a board on which nothing can be done.
fn inert_view(board: Option<Board>) -> View {
    let nothing = || Board { columns: 1, cells: Vec::new(), tallies: Vec::new() };
    View {
        board: board.unwrap_or_else(nothing),
        turn: Seat::First,
        outcome: None,
        last: None,
        marks: Marks::default(),
        choices: Vec::new(),
    }
}

fn gathering_state(pregame: &Pregame) -> GatheringState {
    let opening = pregame.opening();
    let half = |player| HalfState {
        tiles: pregame.half(player).to_owned(),
        confirmed: pregame.has_confirmed(player),
    };
    GatheringState {
        rules: opening.rules.clone(),
        time: opening.time,
        swap: opening.swap,
        seek: opening.seek,
        halves: pregame.lays_board().then(|| Player::ALL.map(half)),
    }
}

/// Steps that an undo of the person who plays would take back: entries, or a resignation.
fn undoable(current_match: &Match, now: Time) -> usize {
    let is_human = |player: &Player| current_match.who(*player).is_human();
    let Some(player) = Player::ALL.into_iter().find(is_human) else { return 0 };
    match current_match.decide(player, &Command::Undo, now, 0).as_deref() {
        Ok([Event::Undone { to, .. }]) => (current_match.live().record().moves.len() - to).max(1),
        _ => 0,
    }
}

/// Code of the reason why a match is over.
pub(crate) fn end_reason(end: &End) -> String {
    match end {
        End::Rules(ending) => ending.reason.clone().into_owned(),
        End::Agreed => "agreed".to_owned(),
        End::Resigned(_) => "resigned".to_owned(),
        End::Flagged(_) => "flagged".to_owned(),
        End::Abandoned(..) => "abandoned".to_owned(),
        End::Aborted => ABORTED.to_owned(),
    }
}

/// How a match ended, as clients see it; `None` while it is played.
pub fn match_end(current_match: &Match) -> Option<EndState> {
    current_match.end().map(|end| end_state(current_match, end))
}

/// Why a match is over, for people.
pub fn end_state(current_match: &Match, end: &End) -> EndState {
    let (winner, reason) = (current_match.winner(), end_reason(end));
    let id = match end {
        End::Rules(ending) => {
            let (text, margin) = (ending.text.clone(), ending.margin);
            return EndState { winner, reason, text, margin };
        }
        End::Agreed => "end-agreed",
        End::Resigned(_) => "end-resigned",
        End::Flagged(_) => "end-flagged",
        End::Abandoned(_, Claim::Win) => "end-abandoned",
        End::Abandoned(_, Claim::Draw) => "end-abandoned-draw",
        End::Aborted => return aborted(),
    };
    EndState { winner, reason, text: texts::text(id, &[]), margin: None }
}

fn aborted() -> EndState {
    let text = texts::text("end-aborted", &[]);
    EndState { winner: None, reason: ABORTED.to_owned(), text, margin: None }
}

/// The seat of the winner at the end; `None` if nobody has won.
pub(crate) fn winning_seat(current_match: &Match) -> Option<Seat> {
    current_match.winner().map(|player| current_match.seat(player))
}
