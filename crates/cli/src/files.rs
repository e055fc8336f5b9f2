//! Files with games in them, of whatever kind, as they are named to a command.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use rules::{AnyGame, FilePlaces, GameFile, ParseError, ParsedGame, ReadLimits, Text, open_file};

use crate::context::Context;
use crate::failure::Failure;
use crate::words;

/// The name of the input as a file.
const INPUT: &str = "-";
/// How many games that cannot be read are told one by one.
const MOST_TOLD: usize = 20;

/// Files with games in them, and those that tell more of the games.
pub(crate) struct Files {
    paths: Vec<PathBuf>,
    beside: Vec<Loaded>,
    games: Vec<&'static dyn AnyGame>,
}

/// Where a game stands.
#[derive(Clone, Copy)]
pub(crate) struct GameAt<'a, 'f> {
    /// The file's name.
    pub(crate) file: &'a str,
    /// The place of the game in the file, from 0.
    pub(crate) index: usize,
    places: &'a FilePlaces<'f>,
}

impl GameAt<'_, '_> {
    /// What is wrong with the game, and where.
    pub(crate) fn said(&self, error: ParseError) -> Text {
        words::about(self.file, &self.places.error_of(self.index, error).text())
    }
}

/// A file in memory.
struct Loaded {
    name: String,
    bytes: Vec<u8>,
}

impl Loaded {
    fn file(&self) -> GameFile<'_> {
        GameFile { name: &self.name, bytes: &self.bytes }
    }
}

impl Files {
    /// Tells the files with games from those that stand beside one, which are read at once.
    pub(crate) fn new(paths: &[PathBuf], context: &mut Context<'_>) -> Result<Self, Failure> {
        let games: Vec<_> = context.catalogue.iter().map(|entry| entry.game).collect();
        let (beside, paths): (Vec<_>, Vec<_>) =
            paths.iter().cloned().partition(|path| is_beside(path, &games));
        if paths.is_empty() {
            return Err(Failure::failed(words::no_game()));
        }
        let beside = beside.iter().map(|path| load(path, context)).collect::<Result<_, _>>()?;
        Ok(Self { paths, beside, games })
    }

    /// Shows the games one by one, until the user has had enough.
    pub(crate) fn each(
        &self,
        context: &mut Context<'_>,
        mut see: impl FnMut(
            GameAt<'_, '_>,
            Result<ParsedGame, ParseError>,
            &mut Context<'_>,
        ) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        for path in &self.paths {
            let loaded = load(path, context)?;
            let near = self.near(path, context)?;
            let beside: Vec<_> = self.beside.iter().chain(&near).map(Loaded::file).collect();
            let open = open_file(loaded.file(), &beside, &self.games, ReadLimits::NONE);
            let open =
                open.map_err(|error| Failure::failed(words::about(&loaded.name, &error.text())))?;
            for (index, reading) in open.games.enumerate() {
                if context.stop.load(Relaxed) {
                    return Err(Failure::interrupted());
                }
                let at = GameAt { file: &loaded.name, index, places: &open.places };
                see(at, reading, context)?;
            }
        }
        Ok(())
    }

    /// The files in the same folder that tell more of the games in one; those that were named go before.
    fn near(&self, path: &Path, context: &mut Context<'_>) -> Result<Vec<Loaded>, Failure> {
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

/// Tells of games that cannot be read, the first ones one by one.
#[derive(Default)]
pub(crate) struct Refused {
    count: usize,
}

impl Refused {
    /// Tells of one.
    pub(crate) fn tell(
        &mut self,
        at: GameAt<'_, '_>,
        error: ParseError,
        context: &mut Context<'_>,
    ) {
        self.count += 1;
        if self.count <= MOST_TOLD {
            context.remark(&at.said(error));
        }
    }

    /// Says how many there were; the command has failed if there was one.
    pub(crate) fn end(self, context: &mut Context<'_>) -> Result<(), Failure> {
        if self.count == 0 {
            return Ok(());
        }
        context.remark(&words::refused_games(self.count));
        Err(Failure::no())
    }
}

fn is_beside(path: &Path, games: &[&'static dyn AnyGame]) -> bool {
    GameFile { name: &path.to_string_lossy(), bytes: &[] }.is_beside(games)
}

fn load(path: &Path, context: &mut Context<'_>) -> Result<Loaded, Failure> {
    let name = path.display().to_string();
    let bytes = if path.as_os_str() == OsStr::new(INPUT) {
        let mut bytes = Vec::new();
        context.input.read_to_end(&mut bytes).map(|_| bytes)
    } else {
        fs::read(path)
    };
    match bytes {
        Ok(bytes) => Ok(Loaded { name, bytes }),
        Err(error) => Err(Failure::failed(words::not_read(&name, &error))),
    }
}
