//! What the screens read and store beside matches: games to analyse, own tiles, settings.

use std::io::ErrorKind;
use std::path::Path;

use rules::{
    ParsedGame, ParsedKind, ReadLimits, Text, Tile, TileFile, TileForm, read_pasted, write_tiles,
};
use store::Added;
use texts::text;
use tui::{GameReading, Message, Preferences, SetupChoices};

use super::profile::Profile;
use crate::blocking_store::BlockingStore;
use crate::context::Context;
use crate::failure::Failure;
use crate::files::{GameFiles, STDIN_NAME};
use crate::output_file::{self, Overwrite};
use crate::tiles::tiled_game;
use crate::{data, messages};

/// Games of a text or file that are offered.
const READINGS_MAX: usize = 1000;
/// Longest text that may be the name of a file, in bytes.
const FILE_NAME_MAX_BYTES: usize = 4096;

/// The data folder, whose store is opened for each request: a server may have it open too.
pub(super) struct Library {
    pub(super) folder: Option<std::path::PathBuf>,
}

impl Library {
    /// The store, if there is one.
    fn existing_store(&self, context: &Context<'_>) -> Result<Option<BlockingStore>, Failure> {
        let folder = data::find(self.folder.as_deref(), context);
        match folder.map(|folder| folder.join(data::DATABASE_FILE)) {
            Some(file) if file.exists() => BlockingStore::open(&file).map(Some),
            _ => Ok(None),
        }
    }

    /// The store, which is created if there is none.
    fn store(&self, context: &Context<'_>) -> Result<BlockingStore, Failure> {
        BlockingStore::open(&data::database(self.folder.as_deref(), context)?)
    }

    /// The profile; an empty one if there is none, or if it cannot be read.
    pub(super) fn profile(&self, context: &Context<'_>) -> Profile {
        let store = self.existing_store(context).ok().flatten();
        let document = store.and_then(|store| store.profile().ok().flatten());
        document.map_or_else(Profile::default, |document| Profile::read(&document))
    }

    fn change_profile(
        &self,
        context: &Context<'_>,
        change: impl FnOnce(&mut Profile),
    ) -> Result<(), Failure> {
        let store = self.store(context)?;
        let mut profile = Profile::read(&store.profile()?.unwrap_or_default());
        change(&mut profile);
        store.put_profile(profile.to_text())
    }

    pub(super) fn save_preferences(
        &self,
        preferences: Preferences,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        let terminal = terminal_name(context);
        self.change_profile(context, |profile| profile.set_preferences(&terminal, preferences))
    }

    pub(super) fn save_setup(
        &self,
        setup: &SetupChoices,
        context: &Context<'_>,
    ) -> Result<(), Failure> {
        self.change_profile(context, |profile| profile.set_setup(setup))
    }

    /// The player's own tiles.
    pub(super) fn tiles(&self, context: &Context<'_>) -> Result<Vec<Tile>, Failure> {
        match self.existing_store(context)? {
            Some(store) => store.tiles(),
            None => Ok(Vec::new()),
        }
    }

    /// Adds, changes, renames or removes a tile, and returns all.
    pub(super) fn change_tile(
        &self,
        before: Option<Tile>,
        after: Option<Tile>,
        context: &Context<'_>,
    ) -> Result<Vec<Tile>, Failure> {
        let store = self.store(context)?;
        if let (None, Some(tile)) = (&before, &after)
            && store.find_tile(&tile.name)?.is_some()
        {
            return Err(Failure::failed(text!("quadrants-taken", name = &tile.name)));
        }
        store.change_tile(before, after)?;
        store.tiles()
    }

    /// Takes tiles in from a file, and says what became of them.
    pub(super) fn import_tiles(
        &self,
        file: &str,
        context: &mut Context<'_>,
    ) -> Result<Vec<Message>, Failure> {
        let game = tiled_game(context.catalogue)?;
        // Standard input is the keyboard here.
        let path = if file == STDIN_NAME { Path::new("./-") } else { Path::new(file) };
        let text = crate::quadrants::read_tile_file(path, context)?;
        let TileFile { tiles, problems, more_problems } = TileFile::read(&text, game);
        let store = self.store(context)?;
        let added = if tiles.is_empty() { Vec::new() } else { store.add_tiles(tiles)? };
        let is_new = |added: &&Added| matches!(added, Added::New(_));
        let count = added.iter().filter(is_new).count();
        let mut notices = vec![text!("tui-tile-imported", count)];
        notices.extend(problems.into_iter().next().map(|problem| problem.text));
        if more_problems > 0 {
            notices.push(text!("quadrants-more-problems", count = more_problems));
        }
        Ok(vec![Message::Tiles(store.tiles()?), Message::Notice(notices)])
    }

    /// Writes the player's own tiles to a new file.
    pub(super) fn export_tiles(&self, file: &str, context: &Context<'_>) -> Result<Text, Failure> {
        let info = tiled_game(context.catalogue)?.info();
        let tiles = self.tiles(context)?;
        if tiles.is_empty() {
            return Err(Failure::failed(text!("quadrants-none")));
        }
        let is_json = Path::new(file).extension().is_some_and(|it| it.eq_ignore_ascii_case("json"));
        let form = if is_json { TileForm::Json } else { TileForm::Lines };
        let text = write_tiles(&tiles, form, info);
        output_file::write(Path::new(file), text.as_bytes(), Overwrite::Never).map_err(
            |error| {
                Failure::failed(match error.kind() {
                    ErrorKind::AlreadyExists => text!("play-file-exists", file),
                    _ => messages::not_saved(file, &error),
                })
            },
        )?;
        Ok(text!("quadrants-written", count = tiles.len(), file))
    }
}

/// The terminal whose look is remembered.
pub(super) fn terminal_name(context: &Context<'_>) -> String {
    (context.env)("TERM").unwrap_or_default()
}

/// The games of a text, or of the file that it names.
pub(super) fn read_games(
    text: &str,
    context: &mut Context<'_>,
) -> Result<Vec<GameReading>, Failure> {
    let path = Path::new(text);
    if !text.contains('\n') && text.len() <= FILE_NAME_MAX_BYTES && path.is_file() {
        return read_file(path, context);
    }
    let games: Vec<_> = context.catalogue.iter().map(|entry| entry.game).collect();
    let limits = ReadLimits { games: READINGS_MAX };
    let readings = read_pasted(text, &games, limits);
    let readings = readings.map_err(|error| Failure::failed(error.text))?;
    Ok(readings.into_iter().map(reading).collect())
}

fn read_file(path: &Path, context: &mut Context<'_>) -> Result<Vec<GameReading>, Failure> {
    let mut readings = Vec::new();
    let mut first_error = None;
    GameFiles::new(&[path.to_owned()], context)?.for_each(context, |at, parsed, _| {
        match parsed {
            Ok(parsed) if readings.len() < READINGS_MAX => readings.push(reading(parsed)),
            Ok(_) => {}
            Err(error) => {
                first_error.get_or_insert_with(|| Failure::failed(at.describe(error)));
            }
        }
        Ok(())
    })?;
    match (readings.is_empty(), first_error) {
        (true, Some(error)) => Err(error),
        (true, None) => Err(Failure::failed(messages::no_game())),
        _ => Ok(readings),
    }
}

fn reading(ParsedGame { game, kind, saved }: ParsedGame) -> GameReading {
    let names = (&saved.players.first, &saved.players.second);
    let title = match (kind, names) {
        (_, (Some(first), Some(second))) => {
            let [first, second] = [first, second].map(|name| messages::printable(name));
            text!("tui-analyse-players", first, second)
        }
        (ParsedKind::Position, _) => text!("tui-analyse-position"),
        _ => text!("tui-analyse-moves"),
    };
    GameReading { game, record: saved.record, title }
}
