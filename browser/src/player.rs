//! Plays at the board of a page with random moves, by what it shows to people.

use serde::Deserialize;

use crate::tab::Tab;

/// Input device of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputDevice {
    /// A mouse.
    Mouse,
    /// A touch screen.
    Touch,
    /// The keyboard alone.
    Keyboard,
}

/// State of the board, as the page shows it.
#[derive(Debug, Deserialize)]
pub struct BoardState {
    /// Whether the result is shown.
    pub over: bool,
    /// Number of moves in the list.
    pub moves: usize,
    /// Number of moves that are buttons.
    pub buttons: usize,
    /// Whether a cell is marked as the first of a move. The mark goes at once when the move is made; the
    /// names of the cells change when the server has agreed.
    pub begun: bool,
    /// Cells of the board.
    pub cells: Vec<Cell>,
}

/// A cell of the board.
#[derive(Clone, Debug, Deserialize)]
pub struct Cell {
    /// Index, as in its `data-cell`.
    pub cell: usize,
    /// Accessible name.
    pub label: String,
    /// Whether it has the focus.
    pub focused: bool,
    /// Distance of its centre from the left edge of the board, in pixels.
    pub x: f64,
    /// Distance of its centre from the upper edge of the board, in pixels.
    pub y: f64,
}

impl Cell {
    fn says(&self, words: &str) -> bool {
        self.label.split(", ").any(|part| part == words)
    }

    /// Whether a click completes a step of a move here.
    pub fn is_target(&self) -> bool {
        self.label.split(", ").any(|part| part == "possible move" || part.starts_with("lands on "))
    }

    /// CSS selector.
    pub fn selector(&self) -> String {
        format!("[data-cell='{}']", self.cell)
    }
}

const STATE: &str = "(() => {
    const board = document.querySelector('svg.board[role=grid]');
    const corner = board.getBoundingClientRect();
    return {
        over: !!document.querySelector('.result:not([hidden])'),
        moves: document.querySelectorAll('.moves button').length,
        buttons: document.querySelectorAll('.notes .buttons button').length,
        begun: !!board.querySelector('.selected'),
        cells: [...board.querySelectorAll('[role=gridcell]')].map((cell) => {
            const box = cell.querySelector('.hit').getBoundingClientRect();
            return {
                cell: Number(cell.dataset.cell),
                label: cell.getAttribute('aria-label'),
                focused: cell === document.activeElement,
                x: box.x + box.width / 2 - corner.x,
                y: box.y + box.height / 2 - corner.y,
            };
        }),
    };
})()";

/// Condition that the player is to move or the game is over.
const READY: &str = "document.querySelector('.result:not([hidden]), svg.board .cell.legal, .notes .buttons button')";

/// Player of random moves.
pub struct BoardPlayer<'a> {
    tab: &'a Tab,
    device: InputDevice,
    random_state: u64,
}

impl<'a> BoardPlayer<'a> {
    /// A player at the board that a tab shows.
    pub fn new(tab: &'a Tab, device: InputDevice) -> Self {
        Self { tab, device, random_state: 0x9e37_79b9_7f4a_7c15 }
    }

    /// The board now.
    pub async fn state(&self) -> BoardState {
        self.tab.js(STATE).await
    }

    /// Waits until the player is to move or the game is over.
    pub async fn ready(&self) -> BoardState {
        self.tab.wait(READY).await;
        self.state().await
    }

    /// Plays to the end, at most `limit` moves of its own. The number of moves of both players.
    pub async fn play_out(&mut self, limit: usize) -> usize {
        let mut played = 0;
        while !self.ready().await.over {
            assert!(played < limit, "no end after {limit} moves");
            self.play().await;
            played += 1;
        }
        self.state().await.moves
    }

    /// Plays so many moves, or to the end.
    pub async fn play_at_most(&mut self, moves: usize) {
        for _ in 0..moves {
            if self.ready().await.over {
                return;
            }
            self.play().await;
        }
    }

    /// Makes one move and waits until it is in the list.
    pub async fn play(&mut self) {
        let before = self.ready().await;
        assert!(!before.over, "the game is over");
        let mut board = before;
        let known = board.moves;
        for step in 0..4 {
            let open: Vec<Cell> = board
                .cells
                .iter()
                .filter(|cell| cell.is_target() || (!board.begun && cell.says("playable")))
                .cloned()
                .collect();
            if open.is_empty() {
                assert!(board.buttons > 0 && step == 0, "nothing to do: {board:#?}");
                self.press_button().await;
                break;
            }
            let cell = self.pick(&open).clone();
            self.point(&cell).await;
            board = self.state().await;
            if board.moves > known || !board.begun {
                break;
            }
        }
        let grown = format!(
            "document.querySelectorAll('.moves button').length > {known} || document.querySelector('.result:not([hidden])')"
        );
        self.tab.wait(&grown).await;
    }

    fn pick<'b>(&mut self, cells: &'b [Cell]) -> &'b Cell {
        self.random_state ^= self.random_state << 13;
        self.random_state ^= self.random_state >> 7;
        self.random_state ^= self.random_state << 17;
        &cells[self.random_state as usize % cells.len()]
    }

    async fn press_button(&self) {
        const BUTTON: &str = ".notes .buttons button";
        match self.device {
            InputDevice::Mouse => self.tab.click(BUTTON).await,
            InputDevice::Touch => self.tab.tap(BUTTON).await,
            InputDevice::Keyboard => {
                let reached = format!("document.activeElement.matches({BUTTON:?})");
                self.tab.tab_to(&reached).await;
                self.tab.press("Enter").await;
            }
        }
    }

    /// Clicks or touches a cell, or presses Enter on it.
    pub async fn point(&self, cell: &Cell) {
        let element = format!("document.querySelector(\"svg.board {} .hit\")", cell.selector());
        match self.device {
            InputDevice::Mouse => self.tab.click_at(self.tab.centre(&element).await).await,
            InputDevice::Touch => self.tab.tap_at(self.tab.centre(&element).await).await,
            InputDevice::Keyboard => {
                self.go_to(cell).await;
                self.tab.press("Enter").await;
            }
        }
    }

    /// Moves the focus to a cell, first with Tab onto the board, then with the arrows.
    pub async fn go_to(&self, goal: &Cell) {
        self.tab.tab_to("document.activeElement.matches('svg.board [role=gridcell]')").await;
        for _ in 0..60 {
            let here = self.focused().await;
            if here.cell == goal.cell {
                return;
            }
            let (across, down) = (goal.x - here.x, goal.y - here.y);
            let horizontal = if across > 0.0 { "ArrowRight" } else { "ArrowLeft" };
            let vertical = if down > 0.0 { "ArrowDown" } else { "ArrowUp" };
            let mut ways = [(across.abs(), horizontal), (down.abs(), vertical)];
            ways.sort_by(|one, other| other.0.total_cmp(&one.0));
            let mut moved = false;
            for (distance, key) in ways {
                if distance < 1.0 || moved {
                    continue;
                }
                self.tab.press(key).await;
                moved = self.focused().await.cell != here.cell;
            }
            assert!(moved, "no arrow leads from {} to {}", here.label, goal.label);
        }
        panic!("the arrows do not lead to {}", goal.label);
    }

    async fn focused(&self) -> Cell {
        let mut cells = self.state().await.cells;
        let at = cells.iter().position(|cell| cell.focused).expect("a cell with the focus");
        cells.swap_remove(at)
    }
}
