//! What must be true after every run.

use std::collections::BTreeMap;

use play::{Command, Event, MatchSession, Player, SeatKey};
use room::Catalogue;
use wire::{CommandId, ToServer};

use crate::client::{Client, Role, TooLate};
use crate::referee::check_flags;
use crate::server::{Games, Performed, Server};

pub(crate) fn find(game: &str) -> Option<&'static dyn rules::AnyGame> {
    Games.game(game)
}

/// Whether the match that the events tell of is over.
pub(crate) fn is_over(events: &[Event]) -> bool {
    MatchSession::replay(find, events).is_ok_and(|table| table.is_over())
}

/// What a run has led to.
pub(crate) struct Outcome<'a> {
    pub(crate) server: &'a Server,
    pub(crate) clients: &'a [Client],
    /// By how much the nodes may be wrong about the time, in milliseconds.
    pub(crate) time_error_ms: u64,
}

/// What is wrong with a run, if anything is.
pub(crate) fn check(world: &Outcome<'_>) -> Result<(), String> {
    for client in world.clients {
        client.wrong.clone().map_or(Ok(()), Err)?;
        if let Some(pending) = &client.pending {
            return Err(format!("the {:?} got no answer to {pending:?}", client.role));
        }
    }
    let mut histories = BTreeMap::new();
    for id in &world.server.matches {
        histories.insert(id.as_str(), History::new(id, &world.server.events(id))?);
    }
    check_performed(world, &histories)?;
    for id in &world.server.matches {
        check_summary(id, world.server)?;
        check_flags(id, world.server, world.time_error_ms)?;
    }
    for client in world.clients {
        check_answers(world, client)?;
        check_shown(client, &histories)?;
    }
    Ok(())
}

/// A match after each of its events.
struct History {
    /// Record, position and how it ended, by version.
    pictures: Vec<String>,
    /// Who holds which seat before each event.
    holders: Vec<[Option<SeatKey>; 2]>,
    table: MatchSession,
}

impl History {
    /// No illegal position: every event can be replayed, and the record gives the same game by itself.
    fn new(id: &str, events: &[Event]) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("{id} cannot be replayed: {error}");
        let mut table = MatchSession::replay(find, &events[..1]).map_err(|error| wrong(&error))?;
        if !events.iter().filter_map(Event::at).is_sorted() {
            return Err(format!("{id}: stored times go back"));
        }
        let mut keys = [None; 2];
        let mut pictures = vec![String::new(), picture(&table)];
        let mut holders = vec![keys];
        if let Event::Opened { opening, .. } = &events[0] {
            for player in Player::ALL {
                let seated = &opening.players[player.first_seat()];
                keys[player as usize] = seated.as_ref().and_then(|seated| seated.key);
            }
        }
        for event in &events[1..] {
            holders.push(keys);
            table.apply(event).map_err(|error| wrong(&error))?;
            pictures.push(picture(&table));
            match event {
                Event::Joined { player, seated, .. } => keys[*player as usize] = seated.key,
                Event::Left { player, .. } => keys[*player as usize] = None,
                _ => {}
            }
        }
        if let Some(playing) = table.current_match() {
            let live = table.game().open(playing.live().record()).map_err(|error| wrong(&error))?;
            if live.position() != playing.live().position() {
                return Err(format!("{id}: the record leads somewhere else"));
            }
        }
        let again = MatchSession::replay(find, events).map_err(|error| wrong(&error))?;
        if picture(&again) != picture(&table) {
            return Err(format!("{id}: replayed at once it is something else"));
        }
        Ok(Self { pictures, holders, table })
    }
}

fn picture(table: &MatchSession) -> String {
    match table.current_match() {
        None => format!("{:?}", table.is_over()),
        Some(playing) => {
            let live = playing.live();
            format!(
                "{:?} {} {:?} {:?}",
                live.record(),
                live.position(),
                playing.to_move(),
                playing.winner()
            )
        }
    }
}

fn shown(state: &wire::MatchState) -> String {
    if state.online.as_ref().is_some_and(|online| online.gathering.is_some()) {
        return format!("{:?}", state.end.is_some());
    }
    let winner = state.end.as_ref().and_then(|end| end.winner);
    format!("{:?} {} {:?} {:?}", state.record, state.position, state.to_move, winner)
}

/// The newest summary is that of all events.
fn check_summary(id: &str, server: &Server) -> Result<(), String> {
    let newest = server.performed.iter().rev().find(|performed| performed.id == id);
    let Some(newest) = newest else { return Ok(()) };
    let summary = room::summarise(find, &server.events(id)).ok();
    if newest.summary != summary {
        return Err(format!("{id}: the summary {:?} should be {summary:?}", newest.summary));
    }
    Ok(())
}

/// None is applied twice, and no seat is used by a stranger.
fn check_performed(world: &Outcome<'_>, histories: &BTreeMap<&str, History>) -> Result<(), String> {
    let mut seen = BTreeMap::new();
    for Performed { id, command, events, version, .. } in &world.server.performed {
        let Some(command) = command else { continue };
        if let Some(earlier) = seen.insert((id, command), version) {
            return Err(format!("{id}: {command} was applied at {earlier} and again at {version}"));
        }
        let (scope, _) = command.split_once(':').ok_or("a command without a seat")?;
        let sender = world
            .clients
            .iter()
            .find(|client| room::key(&client.secret).to_string().starts_with(scope));
        let sender = sender.ok_or_else(|| format!("{command} is nobody's"))?;
        if sender.role == Role::Stranger {
            return Err(format!("{id}: a stranger's {command} was applied"));
        }
        let first = *version as usize - events.len();
        let holders = histories[id.as_str()].holders.get(first).copied().unwrap_or_default();
        let sits = holders.contains(&Some(room::key(&sender.secret)));
        let joins = matches!(events.first(), Some(Event::Joined { .. }));
        if !sits && !joins {
            return Err(format!("{id}: {command} was given by somebody without a seat"));
        }
    }
    Ok(())
}

/// No acknowledged command is lost, and what was refused has not happened.
fn check_answers(world: &Outcome<'_>, client: &Client) -> Result<(), String> {
    let performed = |id: &str, command: &CommandId| {
        let scope = room::key(&client.secret).to_string();
        let name = format!("{}:{}", &scope[..16], command.0);
        let mut all = world.server.performed.iter();
        all.find(|performed| performed.id == id && performed.command.as_deref() == Some(&name))
    };
    for applied in &client.applied {
        let (id, command) = (&applied.id, &applied.command);
        let sent = client.sent.get(command).map(|(_, message)| message);
        if client.role == Role::Stranger {
            return Err(format!("{id}: a stranger was told that {command:?} was applied"));
        }
        // Who leaves a match that has begun changes nothing.
        let Some(found) = performed(id, command) else {
            if matches!(sent, Some(ToServer::Command { command: Command::Leave, .. })) {
                continue;
            }
            return Err(format!("{id}: {sent:?} was acknowledged and is lost"));
        };
        if found.version != applied.version.0 {
            return Err(format!(
                "{id}: {command:?} led to {}, not {}",
                found.version, applied.version.0
            ));
        }
        if let Some(ToServer::Command { command: Command::Move { notation }, .. }) = sent {
            let made = matches!(found.events.last(), Some(Event::Moved { notation: made, .. }) if made == notation);
            if !made {
                return Err(format!(
                    "{id}: {notation} was acknowledged, {:?} was stored",
                    found.events
                ));
            }
        }
        let stored = world.server.events(id);
        let first = (found.version as usize).checked_sub(found.events.len());
        let tail = first.and_then(|first| stored.get(first..found.version as usize));
        if tail != Some(&found.events[..]) {
            return Err(format!("{id}: {command:?} is not where it was said to be"));
        }
    }
    client.too_late.iter().try_for_each(|late| check_too_late(world, late))?;
    for (id, command) in &client.refused {
        if performed(id, command).is_some() {
            return Err(format!("{id}: {command:?} was refused and is stored"));
        }
    }
    Ok(())
}

/// What is refused as too late is about something that has changed: not about clocks alone, and a move not about what was
/// offered.
fn check_too_late(world: &Outcome<'_>, late: &TooLate) -> Result<(), String> {
    let TooLate { id, command, meant_for, heard_at } = late;
    let events = world.server.events(id);
    let since = events.get(meant_for.0 as usize..heard_at.0 as usize).unwrap_or_default();
    let outdates = |event: &Event| match event {
        Event::Resumed { .. } => false,
        Event::Offered { .. } | Event::Declined { .. } => !matches!(command, Command::Move { .. }),
        _ => true,
    };
    if since.iter().any(outdates) {
        return Ok(());
    }
    Err(format!("{id}: {command:?} for {meant_for:?} was refused as too late after {since:?}"))
}

/// Whatever anybody was shown is what was stored, and in the end everybody sees all of it.
fn check_shown(client: &Client, histories: &BTreeMap<&str, History>) -> Result<(), String> {
    for state in &client.shown {
        let history = &histories[state.id.as_str()];
        let stored = history.pictures.get(state.version.0 as usize);
        if stored != Some(&shown(state)) {
            return Err(format!(
                "{}: the {:?} was shown at version {} {}, stored is {stored:?}",
                state.id,
                client.role,
                state.version.0,
                shown(state)
            ));
        }
        let own_turn = state.you.is_some() && state.you == state.to_move;
        if !own_turn && !state.view.choices.is_empty() {
            return Err(format!("{}: the {:?} was offered moves", state.id, client.role));
        }
        if client.role == Role::Stranger && state.you.is_some() {
            return Err(format!("{}: a stranger has a seat", state.id));
        }
    }
    let last =
        client.state.as_ref().ok_or_else(|| format!("the {:?} sees nothing", client.role))?;
    let table = &histories[last.id.as_str()].table;
    if last.version != table.version() {
        return Err(format!(
            "the {:?} stays at {:?} of {:?}",
            client.role,
            last.version,
            table.version()
        ));
    }
    Ok(())
}
