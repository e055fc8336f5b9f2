//! Menus that ask for the game and its participants when the arguments do not name them.

use engine::{Entry, Opponent};
use rules::{BySeat, Info, Seat, Text};
use texts::text;

use super::console::Console;
use super::participant::{Participant, StartingPlayer};
use super::repl_command::{ReplCommand, normalize};
use crate::failure::Failure;
use crate::messages;

/// Entry of a menu.
struct MenuItem<T> {
    label: Text,
    /// Name beside the label by which it can be chosen.
    id: &'static str,
    value: T,
}

/// The game to play; `None` at the end of the input.
pub(super) fn game(console: &mut Console<'_, '_>) -> Result<Option<Entry>, Failure> {
    let item = |&entry: &Entry| {
        let info = entry.game.info();
        MenuItem { label: info.title.clone(), id: info.id, value: entry }
    };
    let items = console.context.catalogue.iter().map(item).collect();
    choose(console, &text!("ask-game"), items)
}

/// The participants, and which of them begins; `None` at the end of the input.
pub(super) fn participants(
    console: &mut Console<'_, '_>,
    entry: &Entry,
) -> Result<Option<(BySeat<Participant>, StartingPlayer)>, Failure> {
    let modes = vec![
        MenuItem { label: text!("mode-two-people"), id: "human", value: false },
        MenuItem { label: text!("mode-computer"), id: "computer", value: true },
    ];
    let Some(alone) = choose(console, &text!("ask-mode"), modes)? else { return Ok(None) };
    if !alone {
        let participants = BySeat { first: Participant::Human, second: Participant::Human };
        return Ok(Some((participants, StartingPlayer::First)));
    }
    let Some(opponent) = opponent(console, entry)? else { return Ok(None) };
    let Some(starts) = side(console, entry.game.info())? else { return Ok(None) };
    let participants =
        BySeat { first: Participant::Human, second: Participant::Computer(opponent) };
    Ok(Some((participants, starts)))
}

/// The computer that plays against a human.
fn opponent(
    console: &mut Console<'_, '_>,
    entry: &Entry,
) -> Result<Option<&'static Opponent>, Failure> {
    let level = |level: &'static Opponent| MenuItem {
        label: level.title.clone(),
        id: level.id,
        value: Some(level),
    };
    let mut levels: Vec<_> = entry.levels.iter().map(level).collect();
    if !entry.classics.is_empty() {
        levels.push(MenuItem { label: text!("level-classic"), id: "classic", value: None });
    }
    levels.extend(entry.bots.iter().map(level));
    match choose(console, &text!("ask-level"), levels)? {
        Some(None) => classic(console, entry.classics),
        level => Ok(level.flatten()),
    }
}

/// One of the classic algorithms. Those that differ in their depth alone, as `minimax:1` and
/// `minimax:2` do, are one answer, and the depth another question.
fn classic(
    console: &mut Console<'_, '_>,
    classics: &'static [Opponent],
) -> Result<Option<&'static Opponent>, Failure> {
    let groups = classics.chunk_by(|a, b| family(a) == family(b));
    let item = |group: &'static [Opponent]| MenuItem {
        label: family_title(&group[0]),
        id: family(&group[0]),
        value: group,
    };
    let items = groups.map(item).collect();
    let Some(group) = choose(console, &text!("ask-classic"), items)? else {
        return Ok(None);
    };
    let [least, .., most] = group else { return Ok(group.first()) };
    console.say(&text!("ask-depth", least = depth(least), most = depth(most)))?;
    answer(console, |line| {
        group
            .iter()
            .find(|one| [depth(one), one.id].contains(&line))
            .ok_or_else(|| text!("number-from-to", least = depth(least), most = depth(most)))
    })
}

/// The seat of the human against the computer.
fn side(console: &mut Console<'_, '_>, info: &Info) -> Result<Option<StartingPlayer>, Failure> {
    let seat =
        |seat: Seat, id, value| MenuItem { label: messages::play::side(seat, info), id, value };
    let items = vec![
        seat(Seat::First, "first", StartingPlayer::First),
        seat(Seat::Second, "second", StartingPlayer::Second),
        MenuItem { label: text!("side-random"), id: "random", value: StartingPlayer::Random },
    ];
    choose(console, &text!("ask-side"), items)
}

/// Shows a menu and reads lines until one names an entry of it, by its number or a name; `None` at the
/// end of the input.
fn choose<T>(
    console: &mut Console<'_, '_>,
    question: &Text,
    items: Vec<MenuItem<T>>,
) -> Result<Option<T>, Failure> {
    console.say(question)?;
    for (number, item) in (1..).zip(&items) {
        let line = format!("  {number}. {}", item.label.get(console.lang()));
        console.print_line(&line)?;
    }
    let chosen = answer(console, |line| {
        let number = (1..=items.len()).find(|number| number.to_string() == line);
        let named = |item: &MenuItem<T>| {
            let names = [&*item.label.en, &*item.label.fr, item.id];
            names.iter().any(|name| normalize(name) == normalize(line))
        };
        let index = number.map(|number| number - 1).or_else(|| items.iter().position(named));
        index.ok_or_else(|| text!("choose-from-list"))
    })?;
    Ok(chosen.and_then(|index| items.into_iter().nth(index)).map(|item| item.value))
}

/// Reads lines until one can be parsed; `None` at the end of the input.
fn answer<T>(
    console: &mut Console<'_, '_>,
    parse: impl Fn(&str) -> Result<T, Text>,
) -> Result<Option<T>, Failure> {
    loop {
        let Some(line) = console.ask()? else { return Ok(None) };
        match parse(&line) {
            Ok(answer) => return Ok(Some(answer)),
            Err(_) if ReplCommand::parse(&line) == ReplCommand::Quit => return Ok(None),
            Err(_) if ReplCommand::parse(&line) == ReplCommand::Empty => {}
            Err(complaint) => console.say(&complaint)?,
        }
    }
}

/// Common name of algorithms that differ in their depth alone.
fn family(classic: &Opponent) -> &'static str {
    classic.id.split(':').next().unwrap_or(classic.id)
}

/// The depth in the name of an algorithm.
fn depth(classic: &Opponent) -> &'static str {
    classic.id.split(':').nth(1).unwrap_or_default()
}

/// The title of an algorithm without its depth.
fn family_title(classic: &Opponent) -> Text {
    let depth = |c: char| c.is_ascii_digit() || c.is_whitespace();
    let Text { en, fr } = &classic.title;
    Text::composed(en.trim_end_matches(depth).to_owned(), fr.trim_end_matches(depth).to_owned())
}
