//! Files of games in any known format, as arguments of a command.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use rules::{AnyGame, FilePlaces, GameFile, ParseError, ParsedGame, ReadLimits, Text, open_file};
use texts::text;

use crate::context::Context;
use crate::failure::Failure;
use crate::messages;

/// File name that stands for standard input.
pub const STDIN_NAME: &str = "-";
/// Unreadable games that are reported one by one.
const REPORTED_GAMES_MAX: usize = 20;

/// Files of games, with companion files such as WTHOR's names of players.
pub struct GameFiles {
    paths: Vec<PathBuf>,
    companions: Vec<LoadedFile>,
    games: Vec<&'static dyn AnyGame>,
}

/// Location of a game in a file.
#[derive(Clone, Copy)]
pub struct GameLocation<'a, 'f> {
    /// The file's name.
    pub file: &'a str,
    /// Index of the game in the file, from 0.
    pub index: usize,
    places: &'a FilePlaces<'f>,
}

impl GameLocation<'_, '_> {
    /// Describes an error in the game, with its place.
    pub fn describe(&self, error: ParseError) -> Text {
        messages::about(self.file, &self.places.error_of(self.index, error).text())
    }
}

/// A file in memory.
struct LoadedFile {
    name: String,
    bytes: Vec<u8>,
}

impl LoadedFile {
    fn file(&self) -> GameFile<'_> {
        GameFile { name: &self.name, bytes: &self.bytes }
    }
}

impl GameFiles {
    /// Separates files of games from companion files, which are read at once.
    pub fn new(paths: &[PathBuf], context: &mut Context<'_>) -> Result<Self, Failure> {
        let games: Vec<_> = context.catalogue.iter().map(|entry| entry.game).collect();
        let (companions, paths): (Vec<_>, Vec<_>) =
            paths.iter().cloned().partition(|path| is_companion(path, &games));
        if paths.is_empty() {
            return Err(Failure::failed(messages::no_game()));
        }
        let companions =
            companions.iter().map(|path| load(path, context)).collect::<Result<_, _>>()?;
        Ok(Self { paths, companions, games })
    }

    /// Calls `visit` with every game, until the user interrupts.
    pub fn for_each(
        &self,
        context: &mut Context<'_>,
        mut visit: impl FnMut(
            GameLocation<'_, '_>,
            Result<ParsedGame, ParseError>,
            &mut Context<'_>,
        ) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for path in &self.paths {
            let loaded = load(path, context)?;
            let found = self.find_companions(path, context)?;
            let companions: Vec<_> =
                self.companions.iter().chain(&found).map(LoadedFile::file).collect();
            let open = open_file(loaded.file(), &companions, &self.games, ReadLimits::NONE);
            let open = open
                .map_err(|error| Failure::failed(messages::about(&loaded.name, &error.text())))?;
            for (index, reading) in open.games.enumerate() {
                if context.stop.load(Relaxed) {
                    return Err(Failure::interrupted());
                }
                let at = GameLocation { file: &loaded.name, index, places: &open.places };
                visit(at, reading, context)?;
            }
        }
        Ok(())
    }

    /// The companion files of a file in its own folder; those named as arguments take precedence.
    fn find_companions(
        &self,
        path: &Path,
        context: &mut Context<'_>,
    ) -> Result<Vec<LoadedFile>, Failure> {
        let name = path.to_string_lossy();
        let file = GameFile { name: &name, bytes: &[] };
        let formats = self.games.iter().flat_map(|game| game.formats());
        let endings: Vec<_> = formats
            .filter(|format| file.ends_with(format.endings))
            .flat_map(|format| format.beside.iter().copied())
            .collect();
        if endings.is_empty() {
            return Ok(Vec::new());
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let Ok(entries) = fs::read_dir(folder.unwrap_or(Path::new("."))) else {
            return Ok(Vec::new());
        };
        let mut paths: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
        paths.retain(|path| {
            GameFile { name: &path.to_string_lossy(), bytes: &[] }.ends_with(&endings)
        });
        paths.sort();
        paths.iter().map(|path| load(path, context)).collect()
    }
}

/// Report of games that cannot be read: the first ones one by one, then their number.
#[derive(Default)]
pub struct UnreadableGames {
    count: usize,
}

impl UnreadableGames {
    /// Reports a game.
    pub fn report(
        &mut self,
        at: GameLocation<'_, '_>,
        error: ParseError,
        context: &mut Context<'_>,
    ) {
        self.count += 1;
        if self.count <= REPORTED_GAMES_MAX {
            context.remark(&at.describe(error));
        }
    }

    /// Reports how many there were; the command has failed if there was any.
    pub fn finish(self, context: &mut Context<'_>) -> Result<(), Failure> {
        if self.count == 0 {
            return Ok(());
        }
        context.remark(&text!("refused-games", count = self.count));
        Err(Failure::reported())
    }
}

fn is_companion(path: &Path, games: &[&'static dyn AnyGame]) -> bool {
    GameFile { name: &path.to_string_lossy(), bytes: &[] }.is_beside(games)
}

fn load(path: &Path, context: &mut Context<'_>) -> Result<LoadedFile, Failure> {
    let name = path.display().to_string();
    let bytes = if path.as_os_str() == OsStr::new(STDIN_NAME) {
        let mut bytes = Vec::new();
        context.input.read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    match bytes {
        Ok(bytes) => Ok(LoadedFile { name, bytes }),
        Err(error) => Err(Failure::failed(messages::not_read(&name, &error))),
    }
}
