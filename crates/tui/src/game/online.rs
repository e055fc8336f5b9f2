//! A match with somebody at another screen: offers, claims, greetings, presence.

use play::{Claim, Command, Offer};
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::text::{Line, Span};
use rules::{Lang, Seat, Text};
use wire::Greeting;

use super::draw::Brush;
use super::{GameScreen, Question};
use crate::message::{Effect, Now};
use crate::snapshot::{ConnectionState, SeatKind, TableSnapshot};

/// Time between two changes of a countdown.
const COUNTDOWN_STEP: Now = Now::from_secs(1);

/// The words of a greeting.
pub fn greeting_text(greeting: Greeting) -> Text {
    let id = match greeting {
        Greeting::Hello => "online-greet-hello",
        Greeting::GoodLuck => "online-greet-good-luck",
        Greeting::WellPlayed => "online-greet-well-played",
        Greeting::Thanks => "online-greet-thanks",
        Greeting::OneMoment => "online-greet-one-moment",
        Greeting::Oops => "online-greet-oops",
        Greeting::Bye => "online-greet-bye",
    };
    texts::text(id, &[])
}

impl GameScreen {
    fn table(&self) -> Option<&TableSnapshot> {
        self.snapshot.table()
    }

    /// Whether the user has a seat in a match that is being played at a table.
    fn plays_at_table(&self) -> bool {
        self.table().is_some_and(|table| table.you.is_some())
            && self.snapshot.view.outcome.is_none()
    }

    /// Asks about an offer of the other player, once.
    pub(super) fn ask_about_offer(&mut self) {
        let offer = self.open_offer();
        if offer.map(|(offer, _)| offer) == self.asked {
            return;
        }
        if self.asked.take().is_some() {
            // The question that is shown is about an offer that is gone.
            self.question = None;
        }
        let Some((offer, by)) = offer else { return };
        let id = match offer {
            Offer::Draw => "tui-draw-offered",
            Offer::Takeback => "tui-takeback-offered",
            Offer::Rematch => "tui-rematch-offered",
        };
        let text = texts::text(id, &[("number", by.number().into())]);
        let (yes, no) = (Command::Accept { offer }, Some(Command::Decline { offer }));
        let no = no.filter(|_| offer != Offer::Rematch);
        self.question = Some(Question { text, yes, no, leaves: false });
        self.asked = Some(offer);
    }

    /// An offer that a person at this terminal can answer.
    fn open_offer(&self) -> Option<(Offer, Seat)> {
        let is_over = self.snapshot.view.outcome.is_some();
        let is_ours = |by: Seat| self.snapshot.seats[!by].kind == SeatKind::Here;
        let draw = self.snapshot.draw_offer.map(|by| (Offer::Draw, by));
        let offers = self.table().map_or(&[][..], |table| &table.offers);
        let mut offers = draw.into_iter().chain(offers.iter().copied());
        offers.find(|(offer, by)| is_ours(*by) && (*offer == Offer::Rematch) == is_over)
    }

    /// A key that means something else at a table than in a match at this terminal.
    pub(super) fn table_key(&mut self, code: KeyCode) -> Option<Vec<Effect>> {
        let table = self.table()?;
        let (may_abort, is_player) = (table.may_abort, table.you.is_some());
        let offer = |offer| Some(vec![Effect::Command(Command::Offer { offer })]);
        match code {
            KeyCode::Char('u' | 'R' | 'D' | 'C' | 'G' | 'N') if !is_player => {
                self.notices = vec![texts::text("tui-you-watch", &[])];
                Some(Vec::new())
            }
            KeyCode::Char('u') if self.plays_at_table() => {
                self.notices = vec![texts::text("tui-takeback-asked", &[])];
                offer(Offer::Takeback)
            }
            KeyCode::Char('r' | 'i') if self.snapshot.view.outcome.is_none() => {
                self.notices = vec![texts::text("tui-not-at-table", &[])];
                Some(Vec::new())
            }
            KeyCode::Char('R') if may_abort => {
                self.ask("tui-ask-abort", Command::Abort);
                Some(Vec::new())
            }
            KeyCode::Char('C') => {
                self.ask_claim();
                Some(Vec::new())
            }
            KeyCode::Char('G') => {
                self.greets = true;
                Some(Vec::new())
            }
            KeyCode::Char('N') if self.snapshot.view.outcome.is_some() => {
                self.notices = vec![texts::text("tui-rematch-asked", &[])];
                offer(Offer::Rematch)
            }
            KeyCode::Esc | KeyCode::Char('q')
                if self.plays_at_table() && self.picked.is_empty() && self.past.is_none() =>
            {
                let text = texts::text("tui-ask-leave", &[]);
                self.question =
                    Some(Question { text, yes: Command::Leave, no: None, leaves: true });
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// Asks whether to claim the win, if the other player is missed.
    pub(crate) fn ask_claim(&mut self) {
        let Some(table) = self.table() else { return };
        let is_absent = table.opponent().is_some_and(|seat| table.absent[seat].is_some());
        let id = if table.may_abort { "tui-ask-claim-end" } else { "tui-ask-claim" };
        if is_absent {
            let no = (!table.may_abort).then_some(Command::Claim { claim: Claim::Draw });
            let yes = Command::Claim { claim: Claim::Win };
            self.question = Some(Question { text: texts::text(id, &[]), yes, no, leaves: false });
        } else {
            self.notices = vec![texts::text("tui-nobody-absent", &[])];
        }
    }

    /// A key while greetings are offered: a digit says one.
    pub(super) fn greeting_key(&mut self, key: KeyEvent) -> Vec<Effect> {
        self.greets = false;
        let KeyCode::Char(digit) = key.code else { return Vec::new() };
        let index = digit.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let greeting = index.and_then(|index| Greeting::ALL.get(index as usize));
        greeting.map(|greeting| Effect::Greet(*greeting)).into_iter().collect()
    }

    /// Time until something about the players changes by itself: a countdown, the end of a greeting.
    pub(super) fn company_changes_in(&self, now: Now) -> Option<Now> {
        let table = self.table()?;
        let ends =
            Seat::ALL.into_iter().filter_map(|seat| table.said[seat].map(|(_, until)| until));
        let said = ends.filter(|until| *until > now).map(|until| until.saturating_sub(now)).min();
        let is_counting =
            Seat::ALL.iter().any(|seat| table.absent[*seat].is_some_and(|until| until > now));
        said.into_iter().chain(is_counting.then_some(COUNTDOWN_STEP)).min()
    }
}

impl Brush<'_> {
    /// Problem of the connection, if there is one.
    pub(super) fn connection_problem(&self) -> Option<String> {
        connection_problem(self.screen.snapshot.server.as_ref()?).map(|text| self.words(&text))
    }

    /// What a player has said, and whether the player is missed.
    pub(super) fn company(&self, seat: Seat) -> Option<Line<'static>> {
        let table = self.screen.table()?;
        let said = table.said[seat].filter(|(_, until)| *until > self.now);
        let mut spans = Vec::new();
        if let Some(until) =
            table.absent[seat].filter(|_| self.screen.snapshot.view.outcome.is_none())
        {
            spans.push(Span::styled(
                format!("   {}", absence_text(until, self.now).get(self.lang)),
                self.look.accent(),
            ));
        }
        if let Some((greeting, _)) = said {
            spans.push(Span::raw(format!("   {}", self.words(&greeting_text(greeting)))));
        }
        (!spans.is_empty()).then(|| Line::from(spans))
    }

    /// Watchers and the delay of the connection.
    pub(super) fn server_line(&self) -> Option<Line<'static>> {
        let server = self.screen.snapshot.server.as_ref()?;
        let mut parts = Vec::new();
        if let Some(table) = &server.table {
            if table.you.is_none() {
                parts.push(self.say("tui-you-watch"));
            }
            if table.watchers > 0 {
                let args = [("count", table.watchers.into())];
                parts.push(self.words(&texts::text("tui-watchers", &args)));
            }
        }
        if let Some(lag) = server.lag.filter(|_| server.connection == ConnectionState::Open) {
            parts.push(format!("{} ms", lag.as_millis()));
        }
        let separator = if self.look.is_ascii() { " - " } else { " · " };
        (!parts.is_empty()).then(|| Line::styled(parts.join(separator), self.look.dim()))
    }

    /// The greetings to choose from.
    pub(super) fn greetings(&self) -> Option<String> {
        self.screen.greets.then(|| {
            let one = |(greeting, number): (&Greeting, usize)| {
                format!("{number} {}", self.words(&greeting_text(*greeting)))
            };
            Greeting::ALL.iter().zip(1..).map(one).collect::<Vec<_>>().join("  ")
        })
    }
}

/// What is wrong with the connection to a server, and before that what waits because of it.
pub(crate) fn connection_problem(server: &crate::snapshot::ServerSnapshot) -> Option<Text> {
    let problem = match &server.connection {
        ConnectionState::Open if server.is_unstored => texts::text("tui-not-stored", &[]),
        ConnectionState::Open if server.kept.is_empty() => return None,
        ConnectionState::Open => texts::text("tui-no-answer", &[]),
        ConnectionState::Connecting => texts::text("tui-connecting", &[]),
        ConnectionState::Lost(None) => texts::text("tui-connection-lost", &[]),
        ConnectionState::Lost(Some(reason)) => {
            texts::text("tui-connection-lost-because", &[("reason", reason.into())])
        }
        ConnectionState::Closed(reason) => return Some(reason.clone()),
    };
    let said = server.kept.iter().chain([&problem]);
    let join = |lang| said.clone().map(|text| text.get(lang)).collect::<Vec<_>>().join(" ");
    Some(Text::composed(join(Lang::En), join(Lang::Fr)))
}

/// How long somebody is still waited for.
pub(crate) fn absence_text(until: Now, now: Now) -> Text {
    let left = until.saturating_sub(now).as_millis().div_ceil(1000) as u64;
    if left == 0 {
        return texts::text("tui-absent-too-long", &[]);
    }
    let time = format!("{}:{:02}", left / 60, left % 60);
    texts::text("tui-absent", &[("time", time.into())])
}
