//! Where the parts of the screen of a match are.

use ratatui::layout::{Rect, Size};

use super::GameScreen;
use crate::board::BoardGeometry;
use crate::look::Look;

/// Lines above and below the board: the title, the status, the keys.
const CHROME_LINES: u16 = 3;
/// Width of the panel beside the board.
const PANEL_WIDTH_MIN: u16 = 28;
const PANEL_WIDTH_MAX: u16 = 44;

/// Parts of the screen of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameLayout {
    pub(crate) title: Rect,
    pub(crate) board: BoardGeometry,
    /// Players, moves and notices; `None` in a narrow window.
    pub(crate) panel: Option<Rect>,
    pub(crate) status: Rect,
    pub(crate) keys: Rect,
}

impl GameLayout {
    /// The layout of a window; `None` if the board does not fit.
    pub(crate) fn new(screen: &GameScreen, size: Size, look: Look) -> Option<Self> {
        let height = size.height.checked_sub(CHROME_LINES)?;
        let fit = |width: u16| {
            let area = Rect::new(0, 1, width, height);
            BoardGeometry::fit(screen.info(), &screen.view().board, look, screen.side, area)
        };
        let alone = fit(size.width)?;
        let beside = size.width.checked_sub(PANEL_WIDTH_MIN).and_then(fit);
        let line = |y| Rect::new(0, y, size.width, 1);
        let (board, panel) = match beside {
            // A board half as large is worse than one without its moves.
            Some(board) if 2 * board.cell_height > alone.cell_height => {
                let used = board.cells().width + 4;
                let width = size.width.saturating_sub(used).clamp(PANEL_WIDTH_MIN, PANEL_WIDTH_MAX);
                let left = size.width - width;
                let board = fit(left)?;
                (board, Some(Rect::new(left, 1, width, height)))
            }
            _ => (alone, None),
        };
        Some(Self {
            title: line(0),
            board,
            panel,
            status: line(size.height - 2),
            keys: line(size.height - 1),
        })
    }

    /// Smallest window that shows the match.
    pub(crate) fn smallest(screen: &GameScreen, look: Look) -> Size {
        let Size { width, height } =
            BoardGeometry::smallest(screen.info(), &screen.view().board, look);
        Size { width, height: height + CHROME_LINES }
    }
}
