//! What is asked of a player who has not said what to play.

use engine::{Entry, Opponent};
use rules::{BySeat, Info, Seat, Text};

use super::command::{Command, plain};
use super::console::Console;
use super::players::{Player, Starts};
use crate::failure::Failure;
use crate::words;

/// An answer that can be chosen.
struct Item<T> {
    label: Text,
    /// Another name of it.
    id: &'static str,
    means: T,
}

/// The game to play; `None` at the end of the input.
pub(super) fn game(console: &mut Console<'_, '_>) -> Result<Option<Entry>, Failure> {
    let item = |&entry: &Entry| {
        let info = entry.game.info();
        Item { label: info.title.clone(), id: info.id, means: entry }
    };
    let items = console.context.catalogue.iter().map(item).collect();
    choose(console, &words::play::ask_game(), items)
}

/// Who plays, and who of them begins; `None` at the end of the input.
pub(super) fn players(
    console: &mut Console<'_, '_>,
    entry: &Entry,
) -> Result<Option<(BySeat<Player>, Starts)>, Failure> {
    let modes = vec![
        Item { label: words::play::two_people(), id: "human", means: false },
        Item { label: words::play::against_computer(), id: "computer", means: true },
    ];
    let Some(alone) = choose(console, &words::play::ask_mode(), modes)? else { return Ok(None) };
    if !alone {
        let players = BySeat { first: Player::Human, second: Player::Human };
        return Ok(Some((players, Starts::First)));
    }
    let Some(opponent) = opponent(console, entry)? else { return Ok(None) };
    let Some(starts) = side(console, entry.game.info())? else { return Ok(None) };
    let players = BySeat { first: Player::Human, second: Player::Computer(opponent) };
    Ok(Some((players, starts)))
}

/// Who plays against a human.
fn opponent(
    console: &mut Console<'_, '_>,
    entry: &Entry,
) -> Result<Option<&'static Opponent>, Failure> {
    let level = |level: &'static Opponent| Item {
        label: level.title.clone(),
        id: level.id,
        means: Some(level),
    };
    let mut levels: Vec<_> = entry.levels.iter().map(level).collect();
    if !entry.classics.is_empty() {
        levels.push(Item { label: words::play::classic(), id: "classic", means: None });
    }
    match choose(console, &words::play::ask_level(), levels)? {
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
    let item = |group: &'static [Opponent]| Item {
        label: family_title(&group[0]),
        id: family(&group[0]),
        means: group,
    };
    let items = groups.map(item).collect();
    let Some(group) = choose(console, &words::play::ask_classic(), items)? else {
        return Ok(None);
    };
    let [least, .., most] = group else { return Ok(group.first()) };
    console.say(&words::play::ask_depth(depth(least), depth(most)))?;
    answer(console, |line| {
        group
            .iter()
            .find(|one| [depth(one), one.id].contains(&line))
            .ok_or_else(|| words::play::number_from_to(depth(least), depth(most)))
    })
}

/// Where the human sits against the computer.
fn side(console: &mut Console<'_, '_>, info: &Info) -> Result<Option<Starts>, Failure> {
    let seat = |seat: Seat, id, means| Item { label: words::play::side(seat, info), id, means };
    let items = vec![
        seat(Seat::First, "first", Starts::First),
        seat(Seat::Second, "second", Starts::Second),
        Item { label: words::play::either_side(), id: "random", means: Starts::Random },
    ];
    choose(console, &words::play::ask_side(), items)
}

/// Shows the answers that there are until one is chosen, by its number or a name; `None` at the end
/// of the input.
fn choose<T>(
    console: &mut Console<'_, '_>,
    question: &Text,
    items: Vec<Item<T>>,
) -> Result<Option<T>, Failure> {
    console.say(question)?;
    for (number, item) in (1..).zip(&items) {
        let line = format!("  {number}. {}", item.label.get(console.lang()));
        console.print_line(&line)?;
    }
    let chosen = answer(console, |line| {
        let number = (1..=items.len()).find(|number| number.to_string() == line);
        let named = |item: &Item<T>| {
            let names = [&*item.label.en, &*item.label.fr, item.id];
            names.iter().any(|name| plain(name) == plain(line))
        };
        let index = number.map(|number| number - 1).or_else(|| items.iter().position(named));
        index.ok_or_else(words::play::choose_from_list)
    })?;
    Ok(chosen.and_then(|index| items.into_iter().nth(index)).map(|item| item.means))
}

/// Reads lines until one can be used; `None` at the end of the input.
fn answer<T>(
    console: &mut Console<'_, '_>,
    read: impl Fn(&str) -> Result<T, Text>,
) -> Result<Option<T>, Failure> {
    loop {
        let Some(line) = console.ask()? else { return Ok(None) };
        match read(&line) {
            Ok(answer) => return Ok(Some(answer)),
            Err(_) if Command::read(&line) == Command::Quit => return Ok(None),
            Err(_) if Command::read(&line) == Command::Nothing => {}
            Err(complaint) => console.say(&complaint)?,
        }
    }
}

/// What algorithms that differ in their depth alone are called.
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
