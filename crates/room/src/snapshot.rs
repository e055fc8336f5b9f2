//! A match as messages show it, to each what is theirs to see.

use play::{Claim, Command, End, Event, Gathering, Match, Offer, Player, Table, Time};
use rules::{Board, BySeat, Marks, Record, Seat, View};
use wire::{
    ClockState, EndState, GatheringState, HalfState, MatchState, OfferState, OnlineState,
    PlayerState,
};

use crate::key::code;
use crate::presence::Presence;

/// For whom a picture is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Viewer {
    /// Everybody at the one screen.
    Screen,
    /// Whoever has the seat of a player.
    Player(Player),
    /// Those who watch.
    Watcher,
}

/// What there is to know about a room beside its table.
pub(crate) struct Around<'a> {
    pub(crate) id: &'a str,
    pub(crate) presence: &'a Presence,
    pub(crate) watchers: usize,
    pub(crate) thinking: bool,
    pub(crate) unstored: bool,
    pub(crate) now: Time,
}

/// What of a match a viewer may see: moves are offered to whoever is to make them.
pub(crate) fn as_seen_by(viewer: Viewer, mut state: MatchState) -> MatchState {
    let you = match viewer {
        Viewer::Screen => return state,
        Viewer::Player(player) => Some(player),
        Viewer::Watcher => None,
    };
    if you.is_none() || you != state.to_move {
        state.view.choices.clear();
    }
    MatchState { you, ..state }
}

/// The match as it stands, with all that there is to see.
pub(crate) fn snapshot(table: &Table, around: &Around<'_>) -> MatchState {
    let Around { id, presence, watchers, thinking, unstored, now } = *around;
    let online = table.opening().map(|opening| OnlineState {
        code: code(id).to_owned(),
        listing: opening.listing,
        host: opening.host,
        watchers,
        gathering: table.gathering().map(gathering_state),
        rematch: table.matching().and_then(Match::rematch).map(ToOwned::to_owned),
        now: now.0,
    });
    let players = Player::ALL.map(|player| PlayerState {
        player,
        who: table.who(player).cloned(),
        seat: table.matching().map_or(player.first_seat(), |playing| playing.seat(player)),
        gone: presence.state(player),
    });
    let Some(matching) = table.matching() else {
        return MatchState {
            id: id.to_owned(),
            version: table.version(),
            game: table.game().info().id.to_owned(),
            kind: table.kind(),
            rules: table.opening().and_then(|opening| opening.rules.clone()),
            record: Record::new(String::new()),
            position: String::new(),
            view: still(table.gathering().and_then(|gathering| gathering.board(table.game()))),
            players,
            to_move: None,
            end: table.is_over().then(aborted),
            offers: Vec::new(),
            undoable: 0,
            redoable: 0,
            may_abort: !table.is_over(),
            clock: None,
            thinking,
            unstored,
            you: None,
            online,
        };
    };
    let live = matching.live();
    let start = matching.start();
    let rule_set = table.game().info().rule_set_of(&live.record().start);
    MatchState {
        id: id.to_owned(),
        version: table.version(),
        game: start.game.clone(),
        kind: start.kind,
        rules: rule_set.map(|rules| rules.id.to_owned()),
        record: live.record().clone(),
        position: live.position(),
        view: live.view(),
        players,
        to_move: matching.to_move(),
        end: matching.end().map(|end| end_state(matching, end)),
        offers: Offer::ALL
            .into_iter()
            .filter_map(|offer| matching.offered(offer).map(|by| OfferState { offer, by }))
            .collect(),
        undoable: undoable(matching, now),
        redoable: matching.redoable(),
        may_abort: matching.may_abort(),
        clock: matching.clock().map(|clock| ClockState {
            control: start.time,
            left: BySeat::from_fn(|seat| clock.left(seat, now)),
            running: clock.running(),
            now: now.0,
        }),
        thinking,
        unstored,
        you: None,
        online,
    }
}

/// A board on which nothing happens yet.
fn still(board: Option<Board>) -> View {
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

fn gathering_state(gathering: &Gathering) -> GatheringState {
    let opening = gathering.opening();
    let half = |player| HalfState {
        tiles: gathering.half(player).to_owned(),
        confirmed: gathering.has_confirmed(player),
    };
    GatheringState {
        rules: opening.rules.clone(),
        time: opening.time,
        swap: opening.swap,
        halves: gathering.lays_board().then(|| Player::ALL.map(half)),
    }
}

/// How many entries the person who plays would take back.
fn undoable(matching: &Match, now: Time) -> usize {
    let is_human = |player: &Player| matching.who(*player).is_human();
    let Some(player) = Player::ALL.into_iter().find(is_human) else { return 0 };
    match matching.decide(player, &Command::Undo, now, 0).as_deref() {
        Ok([Event::Undone { to, .. }]) => matching.live().record().moves.len() - to,
        _ => 0,
    }
}

/// Why a match is over, for programs.
pub(crate) fn end_reason(end: &End) -> String {
    match end {
        End::Rules(ending) => ending.reason.clone().into_owned(),
        End::Agreed => "agreed".to_owned(),
        End::Resigned(_) => "resigned".to_owned(),
        End::Flagged(_) => "flagged".to_owned(),
        End::Abandoned(..) => "abandoned".to_owned(),
        End::Aborted => "aborted".to_owned(),
    }
}

fn end_state(matching: &Match, end: &End) -> EndState {
    let (winner, reason) = (matching.winner(), end_reason(end));
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
    EndState { winner: None, reason: "aborted".to_owned(), text, margin: None }
}

/// The seat of the winner at the end; `None` if nobody has won.
pub(crate) fn winning_seat(matching: &Match) -> Option<Seat> {
    matching.winner().map(|player| matching.seat(player))
}
