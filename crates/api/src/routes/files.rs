//! Uploaded files: the list of their games, and an analysis of one of them.

use std::ops::ControlFlow;

use bytes::Bytes;
use rules::{AnyGame, FileError, GameFile, ParsedGame, ReadLimits, Text, open_file};
use wire::http::{FilesRequest, Recognised};

use super::{analyses, look};
use crate::context::{Context, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;
use crate::unreadable::{because, json_problem};

/// Body of an upload: a file with a hundred thousand games.
const UPLOAD_MAX_BYTES: usize = 8 << 20;
/// File of no known format, which is parsed as a whole.
const TEXT_FILE_MAX_BYTES: usize = 1 << 20;
/// Files of an upload.
const UPLOAD_MAX_FILES: usize = 64;
/// Games of a list.
const LIST_MAX_GAMES: usize = 20_000;
/// Games that are parsed between two checks of the deadline.
const GAMES_PER_CHECK: usize = 64;
/// Unreadable games that are reported one by one.
const PROBLEMS_MAX: usize = 20;
/// The field that errors in a file are about.
const FIELD: &str = "files";

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::post("/api/files", list).with_body(UPLOAD_MAX_BYTES),
        Route::post("/api/files/{index}", open).with_body(UPLOAD_MAX_BYTES),
    ]
}

async fn list<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    context.check_effort()?;
    let body = request.body;
    let length = body.len();
    let list = move |games: &Games, budget: &dyn WorkBudget| {
        Ok(Response::json(&Upload::read(&body)?.list(&games.all(), budget)?))
    };
    context.run_blocking(length, list).await
}

async fn open<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let index = request.param(0).parse().map_err(|_| Error::NotFound)?;
    context.check_effort()?;
    let body = request.body;
    let length = body.len();
    let read = move |games: &Games, budget: &dyn WorkBudget| {
        let reading = Upload::read(&body)?.game(index, &games.all(), budget)?;
        analyses::checked(games, reading)
    };
    let saved = context.run_blocking(length, read).await?;
    analyses::store_new(&context, saved).await
}

/// Files of an upload.
struct Upload {
    request: FilesRequest,
    /// The concatenated contents.
    bytes: Bytes,
}

impl Upload {
    /// Parses a body: a line of JSON, then the contents of the files.
    fn read(body: &Bytes) -> Result<Self, Error> {
        let end = body.iter().position(|byte| *byte == b'\n').unwrap_or(body.len());
        let request: FilesRequest = serde_json::from_slice(&body[..end])
            .map_err(|error| wrong(json_problem(&body[..end], &error)))?;
        if request.files.len() > UPLOAD_MAX_FILES {
            let args = [("most", UPLOAD_MAX_FILES.into())];
            return Err(Error::bad(FIELD, texts::text("problem-many-files", &args)));
        }
        let bytes = body.slice(body.len().min(end + 1)..);
        let lengths =
            request.files.iter().try_fold(0_usize, |sum, one| sum.checked_add(one.length));
        if lengths != Some(bytes.len()) {
            return Err(wrong(texts::text("problem-file-lengths", &[])));
        }
        Ok(Self { request, bytes })
    }

    fn files(&self) -> Vec<GameFile<'_>> {
        let mut rest = &*self.bytes;
        let files = self.request.files.iter().map(|one| {
            let (bytes, behind) = rest.split_at(one.length);
            rest = behind;
            GameFile { name: &one.name, bytes }
        });
        files.collect()
    }

    /// Calls `visit` with each game of all files, numbered from 0.
    fn for_each_game(
        &self,
        games: &[&'static dyn AnyGame],
        budget: &dyn WorkBudget,
        mut visit: impl FnMut(usize, Result<ParsedGame, &dyn Fn() -> Text>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (beside, files): (Vec<_>, Vec<_>) =
            self.files().into_iter().partition(|file| file.is_beside(games));
        let said = |name: &str, error: FileError| match files.len() {
            1 => error.text(),
            _ => texts::text("about", &[("name", name.into()), ("text", error.text().into())]),
        };
        let mut number = 0;
        for file in &files {
            if file.bytes.len() > TEXT_FILE_MAX_BYTES && file.format(games).is_none() {
                return Err(Error::TooLarge);
            }
            budget.check()?;
            let limits = ReadLimits { games: LIST_MAX_GAMES };
            let open = open_file(*file, &beside, games, limits);
            let open = open.map_err(|error| Error::bad(FIELD, said(file.name, error)))?;
            for (index, game) in open.games.enumerate() {
                if number % GAMES_PER_CHECK == 0 {
                    budget.check()?;
                }
                let seen = match game {
                    Ok(reading) => visit(number, Ok(reading)),
                    Err(error) => {
                        let error = || open.places.error_of(index, error.clone());
                        visit(number, Err(&|| said(file.name, error())))
                    }
                };
                if seen.is_break() {
                    return Ok(());
                }
                number += 1;
            }
        }
        Ok(())
    }

    fn list(
        &self,
        games: &[&'static dyn AnyGame],
        budget: &dyn WorkBudget,
    ) -> Result<Recognised, Error> {
        let (mut found, mut left_out) = (Vec::new(), 0);
        let (mut refused, mut problems, mut failed) = (0, Vec::new(), Ok(()));
        self.for_each_game(games, budget, |index, game| {
            match game {
                Ok(reading) if found.len() < LIST_MAX_GAMES => {
                    failed = look::add(&mut found, index, reading);
                    if failed.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                Ok(_) => left_out += 1,
                Err(text) => {
                    refused += 1;
                    if problems.len() < PROBLEMS_MAX {
                        problems.push(text());
                    }
                }
            }
            ControlFlow::Continue(())
        })?;
        failed?;
        if found.is_empty() {
            let none = || texts::text("problem-no-record", &[]);
            return Err(Error::bad(FIELD, problems.into_iter().next().unwrap_or_else(none)));
        }
        Ok(Recognised { found, left_out, refused, problems })
    }

    fn game(
        &self,
        index: usize,
        games: &[&'static dyn AnyGame],
        budget: &dyn WorkBudget,
    ) -> Result<ParsedGame, Error> {
        let mut wanted = None;
        self.for_each_game(games, budget, |number, game| {
            if number < index {
                return ControlFlow::Continue(());
            }
            wanted = Some(game.map_err(|text| text()));
            ControlFlow::Break(())
        })?;
        let none = || Error::bad(FIELD, texts::text("problem-no-record", &[]));
        wanted.ok_or_else(none)?.map_err(|text| Error::bad(FIELD, text))
    }
}

fn wrong(why: Text) -> Error {
    Error::bad(FIELD, because(why))
}
