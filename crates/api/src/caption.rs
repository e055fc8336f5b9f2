//! Words that go with a picture: who plays, and how it stands or ended.

use engine::Entry;
use picture::{Palette, PictureOptions, emoji, piece_emoji};
use play::{Match, MatchSession, Player, PlayerName, Who};
use rules::{BySeat, Info, Lang, Live, Seat, Tally, Text, View};

/// Reason id of a cancelled match.
const ABORTED: &str = "aborted";

/// Words about a picture.
pub struct Caption {
    info: &'static Info,
    /// The game, and who plays it.
    heading: Text,
    /// The players in their seats; `None` for a position without a match.
    players: Option<BySeat<Text>>,
    /// How it stands or ended.
    status: Text,
}

impl Caption {
    /// The caption of a match after `entries` entries of its record, as `view` shows it.
    pub fn of_match(entry: Entry, session: &MatchSession, view: &View, entries: usize) -> Self {
        let info = entry.game.info();
        let Some(current_match) = session.current_match() else {
            let name = |player| player_name(entry, session.who(player), player.first_seat());
            let players = BySeat { first: name(Player::One), second: name(Player::Two) };
            let status = texts::text("share-waiting", &[]);
            return Self {
                info,
                heading: match_heading(info, &players),
                players: Some(players),
                status,
            };
        };
        let players = BySeat::from_fn(|seat| {
            player_name(entry, Some(current_match.who(current_match.player(seat))), seat)
        });
        let is_end = entries == current_match.live().record().moves.len();
        let end = if is_end { end_words(current_match, view, &players) } else { None };
        let status = end.unwrap_or_else(|| turn_words(&players[view.turn], entries));
        Self { info, heading: match_heading(info, &players), players: Some(players), status }
    }

    /// The caption of a position without a match.
    pub fn of_position(info: &'static Info, live: &dyn Live, view: &View) -> Self {
        let seats = BySeat { first: info.seats[0].clone(), second: info.seats[1].clone() };
        let status = match &view.outcome {
            Some(ending) => {
                let score = final_score(&view.board.tallies, ending.winner, ending.margin);
                result_words(ending.winner.map(|seat| &seats[seat]), score, &ending.text)
            }
            None => turn_words(&seats[view.turn], live.record().moves.len()),
        };
        let heading = texts::text("share-position", &[("game", (&info.title).into())]);
        Self { info, heading, players: None, status }
    }

    /// The caption of a puzzle, which does not tell its solution.
    pub fn of_puzzle(info: &'static Info, view: &View) -> Self {
        let seat = &info.seats[usize::from(view.turn.index())];
        let heading = texts::text("share-puzzle", &[("game", (&info.title).into())]);
        let status = texts::text("share-puzzle-task", &[("name", seat.into())]);
        Self { info, heading, players: None, status }
    }

    /// The game and who plays it.
    pub const fn heading(&self) -> &Text {
        &self.heading
    }

    /// How it stands or ended.
    pub const fn status(&self) -> &Text {
        &self.status
    }

    /// What the picture shows, in one line.
    pub fn title(&self, lang: Lang) -> String {
        format!("{}. {}", self.heading.get(lang), capitalised(self.status.get(lang)))
    }

    /// The text to paste: the players with their discs, how it stands or ended, and the board.
    pub fn text(&self, lang: Lang, view: &View, flipped: bool) -> String {
        let options = PictureOptions { flipped, ..PictureOptions::default() };
        let discs = piece_emoji(self.info, Palette::Usual);
        let disc = |seat: Seat| discs.get(usize::from(seat.index())).copied().unwrap_or(' ');
        let seats =
            BySeat { first: self.info.seats[0].clone(), second: self.info.seats[1].clone() };
        let BySeat { first, second } = self.players.as_ref().unwrap_or(&seats);
        format!(
            "{} · Damier\n{} {} – {} {}\n{}\n\n{}",
            self.info.title.get(lang),
            disc(Seat::First),
            first.get(lang),
            disc(Seat::Second),
            second.get(lang),
            capitalised(self.status.get(lang)),
            emoji(self.info, view, options),
        )
    }
}

/// The game and its players.
fn match_heading(info: &Info, BySeat { first, second }: &BySeat<Text>) -> Text {
    let game = (&info.title).into();
    texts::text(
        "share-heading",
        &[("game", game), ("first", first.into()), ("second", second.into())],
    )
}

/// The name of a player: their own, that of a level, or that of the seat.
fn player_name(entry: Entry, who: Option<&Who>, seat: Seat) -> Text {
    match who {
        Some(Who::Human { name }) if !name.is_empty() => {
            let name = String::from(PlayerName::lossy(name));
            Text::composed(name.clone(), name)
        }
        Some(Who::Human { .. }) => entry.game.info().seats[usize::from(seat.index())].clone(),
        Some(Who::Computer { opponent, .. }) => {
            let level = entry.opponent(opponent).map(|opponent| opponent.title.clone());
            let level = level.unwrap_or_else(|| Text::composed(opponent.clone(), opponent.clone()));
            texts::text("share-computer", &[("level", level.into())])
        }
        None => texts::text("share-nobody", &[]),
    }
}

/// How a match ended; `None` if it did not.
fn end_words(current_match: &Match, view: &View, players: &BySeat<Text>) -> Option<Text> {
    let end = room::match_end(current_match)?;
    if end.reason == ABORTED {
        return Some(end.text);
    }
    let winner = end.winner.map(|player| current_match.seat(player));
    let score = final_score(&view.board.tallies, winner, end.margin);
    Some(result_words(winner.map(|seat| &players[seat]), score, &end.text))
}

fn result_words(winner: Option<&Text>, score: Option<String>, reason: &Text) -> Text {
    let reason = reason.into();
    match (winner, score) {
        (None, _) => texts::text("share-draw", &[("reason", reason)]),
        (Some(winner), None) => {
            texts::text("share-wins", &[("winner", winner.into()), ("reason", reason)])
        }
        (Some(winner), Some(score)) => texts::text(
            "share-wins-score",
            &[("winner", winner.into()), ("score", score.into()), ("reason", reason)],
        ),
    }
}

fn turn_words(name: &Text, entries: usize) -> Text {
    texts::text("share-turn", &[("name", name.into()), ("moves", entries.into())])
}

/// What both have in the end, the winner first, in games that count one thing.
fn final_score(tallies: &[Tally], winner: Option<Seat>, margin: Option<u8>) -> Option<String> {
    let [Tally { count, .. }] = tallies else { return None };
    let winner = winner?;
    let (most, least) = (count[winner], count[!winner]);
    (most.checked_sub(least) == margin && margin.is_some()).then(|| format!("{most}–{least}"))
}

/// A text that begins with a capital letter.
fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}
