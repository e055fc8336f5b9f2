//! What an event changes.

use rules::{SWAP, Seat, Text};

use super::{End, EventError, Match, Version};
use crate::{Event, Offer, Refusal, Time};

impl Match {
    /// Applies an event.
    pub fn apply(&mut self, event: &Event) -> Result<(), EventError> {
        let version = Version(self.version.0 + 1);
        let wrong = |text| Err(EventError { version, text });
        match event {
            Event::Started { .. }
            | Event::Opened { .. }
            | Event::Joined { .. }
            | Event::Left { .. }
            | Event::Laid { .. }
            | Event::Confirmed { .. } => {
                return wrong(Text::new(
                    "a match starts once",
                    "une partie ne commence qu'une fois",
                ));
            }
            Event::Moved { notation, at, lag } => {
                let mover = self.live.turn();
                if let Err(refusal) = self.live.play(notation) {
                    return wrong(refusal.text);
                }
                self.undone.clear();
                self.forget_offers_to(mover);
                self.end = self.end_by_rules();
                if let Some(clock) = &mut self.clock {
                    if notation == SWAP {
                        clock.exchange(*at);
                    } else {
                        clock.moved(mover, *at, *lag);
                    }
                }
                self.stop_clock_at_end(*at);
            }
            Event::Undone { to, at } => self.go_back(*to, *at, RedoStack::Extend),
            Event::TakenBack { to, at } => self.go_back(*to, *at, RedoStack::Clear),
            Event::Redone { to, at } => {
                let swapped = self.live.swapped();
                while self.entries() < *to {
                    let Some(entry) = self.undone.pop() else {
                        return wrong(Refusal::NOTHING_TO_REDO.text);
                    };
                    if let Err(refusal) = self.live.play(&entry) {
                        return wrong(refusal.text);
                    }
                }
                self.end = self.end_by_rules();
                self.hand_clock(*at, swapped);
            }
            Event::Offered { by, offer } => self.offers[*offer as usize] = Some(*by),
            Event::Declined { offer } => self.offers[*offer as usize] = None,
            Event::DrawAgreed { at } => self.finish(End::Agreed, *at),
            Event::Resigned { by, at } => self.finish(End::Resigned(*by), *at),
            Event::Flagged { player, at } => self.finish(End::Flagged(*player), *at),
            Event::Abandoned { by, claim, at } => self.finish(End::Abandoned(*by, *claim), *at),
            Event::Rematched { id, .. } => {
                self.rematch = Some(id.clone());
                self.offers = [None; Offer::ALL.len()];
            }
            Event::Aborted { at } => self.finish(End::Aborted, *at),
            Event::Imported { record, clocks, at } => {
                self.imported_record.clone_from(record);
                if let Some(clock) = &mut self.clock {
                    clock.import(*clocks, *at);
                }
            }
            Event::Resumed { from, at } => {
                if let Some(clock) = &mut self.clock {
                    clock.skip(*from, *at);
                }
            }
        }
        self.version = version;
        Ok(())
    }

    /// An offer lapses when its recipient moves instead of replying.
    fn forget_offers_to(&mut self, mover: Seat) {
        let mover = self.player(mover);
        for offer in &mut self.offers {
            offer.take_if(|by| *by != mover);
        }
    }

    fn go_back(&mut self, to: usize, at: Time, redo_stack: RedoStack) {
        let taken = self.live.record().moves.get(to..).unwrap_or_default().to_vec();
        let swapped = self.live.swapped();
        self.live.truncate(to);
        match redo_stack {
            RedoStack::Extend => self.undone.extend(taken.into_iter().rev()),
            RedoStack::Clear => self.undone.clear(),
        }
        self.offers = [None; Offer::ALL.len()];
        self.end = self.end_by_rules();
        self.hand_clock(at, swapped);
    }

    /// The record has become shorter or longer: `swapped` says who sat where before.
    fn hand_clock(&mut self, at: Time, swapped: bool) {
        let turn = self.live.turn();
        let runs = self.entries() > 0 && self.end.is_none();
        if let Some(clock) = &mut self.clock {
            if swapped != self.live.swapped() {
                clock.exchange(at);
            }
            if runs {
                clock.hand_to(turn, at);
            } else {
                clock.stop(at);
            }
        }
    }

    fn stop_clock_at_end(&mut self, at: Time) {
        if let (Some(clock), Some(_)) = (&mut self.clock, &self.end) {
            clock.stop(at);
        }
    }

    fn finish(&mut self, end: End, at: Time) {
        self.end = Some(end);
        self.offers = [None; Offer::ALL.len()];
        self.stop_clock_at_end(at);
    }
}

/// Effect of an undo on the redo stack.
#[derive(Clone, Copy)]
enum RedoStack {
    Extend,
    Clear,
}
