//! Playing at the board, with nothing but what it shows.

use serde::Deserialize;

use crate::tab::Tab;

/// What a player plays with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Hand {
    Mouse,
    Finger,
    Keyboard,
}

/// The board as it is seen and heard.
#[derive(Debug, Deserialize)]
pub(crate) struct Sight {
    /// The result is shown.
    pub(crate) over: bool,
    /// How many moves the list has.
    pub(crate) moves: usize,
    /// How many moves are buttons.
    pub(crate) buttons: usize,
    /// A cell is marked as the beginning of a move. The mark goes at once when the move is made; what
    /// is said of the cells follows when the server has agreed.
    pub(crate) begun: bool,
    pub(crate) cells: Vec<Cell>,
}

#[derive(Clone, Debug, Deserialize)]
#[expect(clippy::struct_field_names, reason = "as the page says it")]
pub(crate) struct Cell {
    /// Its name, by which it is found.
    pub(crate) cell: usize,
    /// What is said of it.
    pub(crate) label: String,
    /// Whether it has the focus.
    pub(crate) focused: bool,
    /// Where it is on the board, from its left upper corner.
    pub(crate) x: f64,
    pub(crate) y: f64,
}

impl Cell {
    fn says(&self, words: &str) -> bool {
        self.label.split(", ").any(|part| part == words)
    }

    pub(crate) fn selector(&self) -> String {
        format!("[data-cell='{}']", self.cell)
    }
}

const SEE: &str = "(() => {
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

/// Whether a player can do something, or there is nothing left to do.
const READY: &str = "document.querySelector('.result:not([hidden]), svg.board .cell.legal, .notes .buttons button')";

/// A player at a board whose moves are drawn by lot.
pub(crate) struct Table<'a> {
    tab: &'a Tab,
    hand: Hand,
    lot: u64,
}

impl<'a> Table<'a> {
    pub(crate) fn new(tab: &'a Tab, hand: Hand) -> Self {
        Self { tab, hand, lot: 0x9e37_79b9_7f4a_7c15 }
    }

    pub(crate) async fn see(&self) -> Sight {
        self.tab.js(SEE).await
    }

    /// Waits until it is the player's turn or the end, and says what is seen then.
    pub(crate) async fn ready(&self) -> Sight {
        self.tab.wait(READY).await;
        self.see().await
    }

    /// Plays to the end, at most so many moves of its own; says how many there were in all.
    pub(crate) async fn play_out(&mut self, limit: usize) -> usize {
        for _ in 0..limit {
            if self.ready().await.over {
                return self.see().await.moves;
            }
            self.play().await;
        }
        panic!("no end after {limit} moves");
    }

    /// Makes one move, and waits until the list has it.
    pub(crate) async fn play(&mut self) {
        let before = self.ready().await;
        assert!(!before.over, "the game is over");
        let mut sight = before;
        let known = sight.moves;
        for step in 0..4 {
            let words =
                if sight.begun { &["possible move"][..] } else { &["possible move", "playable"] };
            let open: Vec<Cell> = sight
                .cells
                .iter()
                .filter(|cell| words.iter().any(|words| cell.says(words)))
                .cloned()
                .collect();
            if open.is_empty() {
                assert!(sight.buttons > 0 && step == 0, "nothing to do: {sight:#?}");
                self.press_button().await;
                break;
            }
            let cell = self.pick(&open).clone();
            self.point(&cell).await;
            sight = self.see().await;
            if sight.moves > known || !sight.begun {
                break;
            }
        }
        let grown = format!(
            "document.querySelectorAll('.moves button').length > {known} || document.querySelector('.result:not([hidden])')"
        );
        self.tab.wait(&grown).await;
    }

    fn pick<'b>(&mut self, cells: &'b [Cell]) -> &'b Cell {
        self.lot ^= self.lot << 13;
        self.lot ^= self.lot >> 7;
        self.lot ^= self.lot << 17;
        &cells[self.lot as usize % cells.len()]
    }

    async fn press_button(&self) {
        const BUTTON: &str = ".notes .buttons button";
        match self.hand {
            Hand::Mouse => self.tab.click(BUTTON).await,
            Hand::Finger => self.tab.tap(BUTTON).await,
            Hand::Keyboard => {
                let reached = format!("document.activeElement.matches({BUTTON:?})");
                self.tab.tab_to(&reached).await;
                self.tab.press("Enter").await;
            }
        }
    }

    /// Points at a cell.
    pub(crate) async fn point(&self, cell: &Cell) {
        let element = format!("document.querySelector(\"svg.board {} .hit\")", cell.selector());
        match self.hand {
            Hand::Mouse => self.tab.click_at(self.tab.middle(&element).await).await,
            Hand::Finger => self.tab.tap_at(self.tab.middle(&element).await).await,
            Hand::Keyboard => {
                self.go_to(cell).await;
                self.tab.press("Enter").await;
            }
        }
    }

    /// Moves the focus to a cell, first with Tab onto the board, then with the arrows.
    pub(crate) async fn go_to(&self, goal: &Cell) {
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
        let mut cells = self.see().await.cells;
        let at = cells.iter().position(|cell| cell.focused).expect("a cell with the focus");
        cells.swap_remove(at)
    }
}
