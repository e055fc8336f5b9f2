//! A game of another program as it is played again.

use rules::{
    ExtraField, Game, MoveError, MoveErrorCode, Note, Position, Record, ReplayError, SavedGame,
    Score, Seat, Text,
};

use crate::othello::{Move, Othello};

/// A game as far as it has been read, and where it stands.
pub(super) struct Replay {
    saved: SavedGame,
    position: Othello,
    /// What is said of the start.
    comments: Vec<String>,
}

/// The result as a file tells it: of use if the moves do not go to the end.
#[derive(Clone, Copy, Default)]
pub(super) struct Claim {
    /// Black's lead in discs, if it is told.
    pub(super) lead: Option<f64>,
    /// Why the game ended early.
    pub(super) reason: Option<&'static str>,
}

impl Replay {
    pub(super) fn new(start: Othello) -> Self {
        let record = Record::new(start.to_string());
        let saved = SavedGame::new(Othello::INFO.id, record);
        Self { saved, position: start, comments: Vec::new() }
    }

    /// What is known of the game beside its moves.
    pub(super) fn about(&mut self) -> &mut SavedGame {
        &mut self.saved
    }

    /// Whose turn it is.
    pub(super) fn turn(&self) -> Seat {
        self.position.turn()
    }

    pub(super) fn is_over(&self) -> bool {
        self.position.outcome().is_some()
    }

    /// Makes the pass that the rules ask for before the next disc, if there is one.
    pub(super) fn pass_if_due(&mut self) {
        if self.position.is_legal(Move::Pass) {
            self.push(Move::Pass);
        }
    }

    /// Plays a move, or says why it cannot be played.
    pub(super) fn play(&mut self, m: Move) -> Result<(), Text> {
        let (code, text) = if self.is_over() {
            (MoveErrorCode::Over, Text::new("the game is over", "la partie est finie"))
        } else if self.position.is_legal(m) {
            self.push(m);
            return Ok(());
        } else {
            (MoveErrorCode::Illegal, self.position.why_illegal(m))
        };
        let (index, entry) = (self.saved.record.moves.len(), m.to_string());
        Err(ReplayError::Entry { index, entry, error: MoveError { code, text } }.text())
    }

    fn push(&mut self, m: Move) {
        self.position = self.position.play(m);
        self.saved.record.moves.push(m.to_string());
    }

    /// Adds a comment, to the last move if there is one.
    pub(super) fn comment(&mut self, words: String) {
        match self.saved.record.moves.len().checked_sub(1) {
            Some(last) => self.saved.annotate(last, Note::Comment(words)),
            None => self.comments.push(words),
        }
    }

    /// Notes something at the last move.
    pub(super) fn note(&mut self, name: &str, value: &str) {
        let last = self.saved.record.moves.len().checked_sub(1);
        if let (Some(last), Some(extra)) = (last, ExtraField::new(name, value)) {
            self.saved.annotate(last, Note::Other(extra));
        }
    }

    /// Adds a field, unless it says nothing.
    pub(super) fn tell(&mut self, name: &str, value: impl Into<String>) {
        if let Some(extra) = ExtraField::new(name, value) {
            self.saved.set_extra(extra);
        }
    }

    /// The game with its result: by the board if the moves go to the end, else as it is claimed.
    pub(super) fn finish(mut self, claim: Claim) -> SavedGame {
        self.tell("Comment", self.comments.join("\n"));
        if let Some(outcome) = self.position.outcome() {
            self.saved.finish(&outcome.into());
            return self.saved;
        }
        let Some(lead) = claim.lead else { return self.saved };
        self.saved.score = match lead {
            lead if lead > 0.0 => Score::Win(Seat::First),
            lead if lead < 0.0 => Score::Win(Seat::Second),
            _ => Score::Draw,
        };
        self.saved.reason = claim.reason.map(ToOwned::to_owned);
        if let Some(discs) = discs(lead) {
            self.tell("Discs", discs);
        }
        self.saved
    }
}

/// A lead as discs of Black and White, `40-24`, if there can be such a result.
pub(super) fn discs(lead: f64) -> Option<String> {
    let black = f64::midpoint(64.0, lead);
    let is_whole = (0.0..=64.0).contains(&black) && black.fract() == 0.0;
    is_whole.then(|| format!("{black}-{}", 64.0 - black))
}
