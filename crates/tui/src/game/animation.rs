//! Motion of pieces after a move.

use std::time::Duration;

use rules::{Board, CellIndex, Change};

use crate::look::Motion;
use crate::message::Now;
use crate::snapshot::MatchSnapshot;

/// Time that a move takes to be seen.
const ANIMATION_DURATION: Duration = Duration::from_millis(240);

/// A move that is being shown.
pub(super) struct Animation {
    before: Board,
    changes: Vec<Change>,
    falling: bool,
    began: Now,
}

impl Animation {
    /// Time between two frames.
    pub(super) const FRAME: Duration = Duration::from_millis(40);

    /// The motion of the one move that leads from one state to the next.
    pub(super) fn between(
        before: &MatchSnapshot,
        after: &MatchSnapshot,
        motion: Motion,
        began: Now,
    ) -> Option<Self> {
        let (old, new) = (&before.record.moves, &after.record.moves);
        let is_next = new.len() == old.len() + 1 && new.starts_with(old);
        if motion == Motion::Off || !is_next {
            return None;
        }
        let changes = after.view.last.as_ref()?.changes.clone();
        let falling = after.game.info().look.falling;
        Some(Self { before: before.view.board.clone(), changes, falling, began })
    }

    pub(super) fn is_running(&self, now: Now) -> bool {
        now < self.began + ANIMATION_DURATION
    }

    /// The cells at one moment; `None` when the motion is over.
    pub(super) fn board(&self, now: Now) -> Option<Board> {
        if !self.is_running(now) {
            return None;
        }
        let done = now.saturating_sub(self.began).as_secs_f32() / ANIMATION_DURATION.as_secs_f32();
        let mut board = self.before.clone();
        for change in &self.changes {
            self.show(change, done, &mut board);
        }
        Some(board)
    }

    fn show(&self, change: &Change, done: f32, board: &mut Board) {
        let columns = usize::from(board.columns);
        let target = usize::from(change.cell.0);
        let source = match change.from {
            Some(CellIndex(from)) => usize::from(from),
            None if self.falling => target % columns,
            None => {
                if done >= 0.5
                    && let Some(cell) = board.cells.get_mut(target)
                {
                    cell.piece = change.piece;
                }
                return;
            }
        };
        let between = |from: usize, to: usize| {
            (from as f32 + (to as f32 - from as f32) * done).round() as usize
        };
        let row = between(source / columns, target / columns);
        let column = between(source % columns, target % columns);
        if change.from.is_some()
            && let Some(cell) = board.cells.get_mut(source)
        {
            cell.piece = None;
        }
        if let Some(cell) = board.cells.get_mut(row * columns + column) {
            cell.piece = change.piece;
        }
    }
}
