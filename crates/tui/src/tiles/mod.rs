//! Quadrants: the gallery of built-in and own tiles, and the editor in which a tile is drawn.

mod draw;
mod drawing;
mod editor;

use engine::Entry;
use ratatui::Frame;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use rules::{AnyGame, Text, Tile};

use crate::line_input::{LineInput, LineStep};
use crate::message::{Effect, Message};
use crate::screen::{ClickList, Screen, ScreenStep, Shared};
use crate::screens::{ListKey, cycle, is_yes, list_key};

use draw::FOOT_LINES;
pub(crate) use editor::EditorScreen;

/// The first game that is played with tiles.
pub(crate) fn tiled_game(catalogue: &[Entry]) -> Option<&'static dyn AnyGame> {
    catalogue.iter().map(|entry| entry.game).find(|game| !game.info().tiles.is_empty())
}

/// What the gallery asks its user.
enum GalleryPrompt {
    /// Whether the chosen tile is to be removed.
    Remove(Tile),
    /// The file to take tiles from.
    Import(LineInput),
    /// The file to write tiles to.
    Export(LineInput),
}

/// The gallery of tiles.
pub(crate) struct GalleryScreen {
    game: &'static dyn AnyGame,
    chosen: usize,
    prompt: Option<GalleryPrompt>,
    notices: Vec<Text>,
}

/// A tile of the gallery.
struct GalleryTile {
    tile: Tile,
    /// Title of its set; `None` for a tile of the player's own.
    set: Option<&'static Text>,
}

impl GalleryScreen {
    pub(crate) const fn new(game: &'static dyn AnyGame) -> Self {
        Self { game, chosen: 0, prompt: None, notices: Vec::new() }
    }

    /// The own tiles, then those of the game's sets.
    fn tiles(&self, own: &[Tile]) -> Vec<GalleryTile> {
        let own = own.iter().map(|tile| GalleryTile { tile: tile.clone(), set: None });
        let sets = self.game.info().tiles.iter();
        let built_in = sets.flat_map(|set| {
            let tiles = set.tiles.iter();
            tiles.map(|tile| GalleryTile { tile: tile.clone(), set: Some(&set.title) })
        });
        own.chain(built_in).collect()
    }

    fn ask_removal(&mut self, tiles: &[GalleryTile]) {
        match tiles.get(self.chosen) {
            Some(GalleryTile { tile, set: None }) => {
                self.prompt = Some(GalleryPrompt::Remove(tile.clone()));
            }
            _ => self.notices = vec![texts::text("tui-tile-built-in", &[])],
        }
    }

    fn answer(&mut self, prompt: GalleryPrompt, key: KeyEvent) -> ScreenStep {
        match prompt {
            GalleryPrompt::Remove(tile) => match is_yes(key) {
                Some(true) => {
                    let change = Effect::ChangeTile { before: Some(tile), after: None };
                    return ScreenStep::Effects(vec![change]);
                }
                Some(false) => {}
                None => self.prompt = Some(GalleryPrompt::Remove(tile)),
            },
            GalleryPrompt::Import(mut line) => match line.key(key) {
                LineStep::Open => self.prompt = Some(GalleryPrompt::Import(line)),
                LineStep::Entered(file) if !file.is_empty() => {
                    return ScreenStep::Effects(vec![Effect::ImportTiles(file)]);
                }
                LineStep::Entered(_) | LineStep::Cancelled => {}
            },
            GalleryPrompt::Export(mut line) => match line.key(key) {
                LineStep::Open => self.prompt = Some(GalleryPrompt::Export(line)),
                LineStep::Entered(file) if !file.is_empty() => {
                    return ScreenStep::Effects(vec![Effect::ExportTiles(file)]);
                }
                LineStep::Entered(_) | LineStep::Cancelled => {}
            },
        }
        ScreenStep::Stay
    }
}

impl Screen for GalleryScreen {
    fn key(&mut self, key: KeyEvent, shared: &mut Shared) -> ScreenStep {
        self.notices.clear();
        if let Some(prompt) = self.prompt.take() {
            return self.answer(prompt, key);
        }
        let tiles = self.tiles(&shared.own_tiles);
        self.chosen = self.chosen.min(tiles.len().saturating_sub(1));
        match (list_key(key), key.code) {
            (_, KeyCode::Char('n')) => return ScreenStep::Edit(None),
            (_, KeyCode::Char('d') | KeyCode::Delete) => self.ask_removal(&tiles),
            (_, KeyCode::Char('i')) => {
                self.prompt = Some(GalleryPrompt::Import(LineInput::default()));
            }
            (_, KeyCode::Char('x')) => {
                self.prompt = Some(GalleryPrompt::Export(LineInput::default()));
            }
            (Some(ListKey::Up | ListKey::Less), _) => {
                self.chosen = cycle(self.chosen, tiles.len(), false);
            }
            (Some(ListKey::Down | ListKey::More), _) => {
                self.chosen = cycle(self.chosen, tiles.len(), true);
            }
            (Some(ListKey::Enter), _) => {
                let chosen = tiles.into_iter().nth(self.chosen);
                return ScreenStep::Edit(chosen.map(|one| (one.tile, one.set.is_none())));
            }
            (Some(ListKey::Back), _) => return ScreenStep::Back,
            (None, _) => {}
        }
        ScreenStep::Stay
    }

    fn receive(&mut self, message: Message, _: &Shared) -> ScreenStep {
        if let Message::Notice(notices) = message {
            self.notices = notices;
        }
        ScreenStep::Stay
    }

    fn list(&mut self, shared: &Shared) -> Option<ClickList<'_>> {
        if self.prompt.is_some() {
            return None;
        }
        let count = self.tiles(&shared.own_tiles).len();
        let (chosen, key) = (&mut self.chosen, KeyCode::Enter);
        Some(ClickList { chosen, count, foot: FOOT_LINES, key, at_once: false })
    }

    /// A pasted text is part of the line that is asked for.
    fn paste(&mut self, text: &str) -> Vec<Effect> {
        if let Some(GalleryPrompt::Import(line) | GalleryPrompt::Export(line)) = &mut self.prompt {
            line.paste(text.trim());
        }
        Vec::new()
    }

    /// Whether keys are characters of a line.
    fn is_typing(&self) -> bool {
        self.prompt.is_some()
    }

    fn help_id(&self) -> &'static str {
        "tui-tiles-help"
    }

    fn draw(&self, shared: &Shared, frame: &mut Frame<'_>) {
        draw::draw_gallery(self, &shared.own_tiles, shared.look, shared.lang, frame);
    }
}
