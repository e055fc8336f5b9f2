//! A game between two players, without its screen: who sits where, and what they may do.

use std::borrow::Cow;

use engine::{Entry, Opponent};
use rules::{
    BySeat, Ending, Info, Live, MoveErrorCode, Record, ReplayError, SWAP, Seat, Text, View,
};

use super::players::Player;
use crate::words;

/// A game between two players.
pub(super) struct Table {
    entry: Entry,
    live: Box<dyn Live>,
    /// The two by the seats in which they began.
    players: BySeat<Player>,
    /// Who has given up.
    resigned: Option<Seat>,
}

/// What the player to move may do beside the usual.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Special {
    /// Passing, and nothing else.
    OnlyPass,
    /// Exchanging seats.
    Swap,
}

impl Table {
    pub(super) const fn new(entry: Entry, live: Box<dyn Live>, players: BySeat<Player>) -> Self {
        Self { entry, live, players, resigned: None }
    }

    pub(super) const fn entry(&self) -> &Entry {
        &self.entry
    }

    pub(super) fn info(&self) -> &'static Info {
        self.entry.game.info()
    }

    /// What an opponent is called in this game.
    pub(super) fn title(&self, opponent: &Opponent) -> Text {
        let rules = self.info().rule_set_of(&self.record().start).map_or("", |rules| rules.id);
        opponent.title_by(rules)
    }

    pub(super) fn record(&self) -> &Record {
        self.live.record()
    }

    pub(super) fn position(&self) -> String {
        self.live.position()
    }

    pub(super) fn swapped(&self) -> bool {
        self.live.swapped()
    }

    /// Who is to move.
    pub(super) fn turn(&self) -> Seat {
        self.live.turn()
    }

    /// How the game has ended: by giving up or otherwise.
    pub(super) fn outcome(&self) -> Option<Ending> {
        let resigned = self.resigned.map(|seat| Ending {
            winner: Some(!seat),
            reason: Cow::Borrowed("resigned"),
            text: words::play::resigned(seat),
            margin: None,
        });
        resigned.or_else(|| self.live.outcome())
    }

    /// The picture.
    pub(super) fn view(&self) -> View {
        let mut view = self.live.view();
        view.outcome = self.outcome();
        if view.outcome.is_some() {
            view.choices.clear();
        }
        view
    }

    /// In which seat the player to move began.
    pub(super) fn mover(&self) -> Seat {
        began(self.live.turn(), self.live.swapped())
    }

    /// The player who sits in a seat now.
    pub(super) fn player(&self, seat: Seat) -> Player {
        self.players[began(seat, self.live.swapped())]
    }

    /// The two by the seats in which they began.
    pub(super) const fn players(&self) -> &BySeat<Player> {
        &self.players
    }

    /// The seat of the only human; `None` if there are two, or none.
    pub(super) fn lone_human(&self) -> Option<Seat> {
        let mut seats = Seat::ALL.into_iter().filter(|&seat| self.player(seat).is_human());
        let first = seats.next();
        first.filter(|_| seats.next().is_none())
    }

    pub(super) fn humans(&self) -> usize {
        Seat::ALL.into_iter().filter(|&seat| self.players[seat].is_human()).count()
    }

    /// The move by which the player to move does not move, if that is what `notation` is.
    pub(super) fn is_pass(&self, notation: &str) -> bool {
        let choices = self.live.view().choices;
        let choice = choices.into_iter().find(|choice| choice.notation == notation);
        notation != SWAP && choice.is_some_and(|choice| choice.steps.is_empty())
    }

    pub(super) fn special(&self) -> Option<Special> {
        let choices = self.view().choices;
        match &*choices {
            [only] if only.steps.is_empty() => Some(Special::OnlyPass),
            choices if choices.iter().any(|choice| choice.notation == SWAP) => Some(Special::Swap),
            _ => None,
        }
    }

    /// Plays what was typed: a move, also with blanks inside it, or several with blanks or commas
    /// between, of which those before a refused one stay played.
    pub(super) fn play(&mut self, typed: &str) -> Result<(), Text> {
        if self.resigned.is_some() {
            return Err(words::play::already_over());
        }
        let words: Vec<_> = typed
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|word| !word.is_empty())
            .collect();
        let refusal = match self.live.play(&words.concat()) {
            Ok(()) => return Ok(()),
            Err(refusal) => refusal,
        };
        if words.len() < 2 || refusal.code != MoveErrorCode::Unreadable {
            return Err(refusal.text);
        }
        if self.humans() < 2 {
            return Err(words::play::one_at_a_time());
        }
        for word in words {
            self.live.play(word).map_err(|refusal| words::about(word, &refusal.text))?;
        }
        Ok(())
    }

    /// Plays the entry that a computer has chosen.
    pub(super) fn play_choice(&mut self, entry: &str) -> Result<(), ReplayError> {
        self.live.play(entry).map_err(|error| ReplayError::Entry {
            index: self.live.record().moves.len(),
            entry: entry.to_owned(),
            error,
        })
    }

    /// The player to move gives up, if there is something to give up.
    pub(super) fn resign(&mut self) -> Result<(), Text> {
        if self.outcome().is_some() {
            return Err(words::play::already_over());
        }
        self.resigned = Some(self.turn());
        Ok(())
    }

    /// Takes back all since a human was last to move, or the giving up.
    pub(super) fn undo(&mut self) -> Result<(), Text> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let played = self.record().moves.len();
        let human = (0..played).rev().find(|&entries| self.was_human_to_move(entries));
        self.live.truncate(human.ok_or_else(words::play::nothing_to_undo)?);
        Ok(())
    }

    /// Whether a human was to move after so many entries.
    fn was_human_to_move(&self, entries: usize) -> bool {
        let mut record = self.record().clone();
        record.moves.truncate(entries);
        let then = self.entry.game.open(&record);
        then.is_ok_and(|then| self.players[began(then.turn(), then.swapped())].is_human())
    }
}

/// In which seat the player began who now sits in `seat`.
fn began(seat: Seat, swapped: bool) -> Seat {
    if swapped { !seat } else { seat }
}
