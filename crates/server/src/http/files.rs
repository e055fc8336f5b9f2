//! Files that people bring: which games are in them, and one of these as an analysis.

use std::ops::ControlFlow;

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::response::{IntoResponse, Response};
use axum::routing::post;
use axum::{Json, Router};
use rules::{AnyGame, FileError, GameFile, ReadLimits, Reading, Text, open_file};
use wire::http::{FilesRequest, Recognised};

use super::body::Raw;
use super::{Error, analyses, look};
use crate::Shared;
use crate::blocking::WorkBudget;
use crate::hub::Service;
use crate::visitor::Visitor;

/// The longest body, which is a file with a hundred thousand games.
const LONGEST: usize = 8 << 20;
/// The longest file of no known format, which is read as a whole.
const LONGEST_TEXT: usize = 1 << 20;
/// The most files at once.
const MOST_FILES: usize = 64;
/// How many games a list has.
const LISTED: usize = 20_000;
/// How many games are read between two looks at the time.
const GAMES_PER_CHECK: usize = 64;
/// How many games that cannot be read are told one by one.
const PROBLEMS: usize = 20;
/// What is wrong with a file is said of this field.
const FIELD: &str = "files";

pub(super) fn router() -> Router<Shared> {
    Router::new()
        .route("/api/files", post(list))
        .route("/api/files/{index}", post(open))
        .layer(DefaultBodyLimit::max(LONGEST))
}

async fn list(
    State(shared): State<Shared>,
    visitor: Visitor,
    Raw(body): Raw,
) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let length = body.len();
    let list = move |service: &Service, budget: &WorkBudget| {
        Ok(Json(Brought::read(&body)?.list(&games(service), budget)?).into_response())
    };
    shared.run_blocking(visitor.tenant(), length, list).await
}

async fn open(
    State(shared): State<Shared>,
    visitor: Visitor,
    Path(index): Path<usize>,
    Raw(body): Raw,
) -> Result<Response, Error> {
    shared.check_effort(&visitor)?;
    let length = body.len();
    let read = move |service: &Service, budget: &WorkBudget| {
        let reading = Brought::read(&body)?.game(index, &games(service), budget)?;
        analyses::checked(service, reading)
    };
    let saved = shared.run_blocking(visitor.tenant(), length, read).await?;
    analyses::keep_new(&shared, visitor, saved).await
}

/// The games of the catalogue.
fn games(service: &Service) -> Vec<&'static dyn AnyGame> {
    service.catalogue.iter().map(|entry| entry.game).collect()
}

/// Files as a request brings them.
struct Brought {
    request: FilesRequest,
    /// Their bytes, one after the other.
    bytes: Bytes,
}

impl Brought {
    /// Reads a body: a line of JSON, and the files.
    fn read(body: &Bytes) -> Result<Self, Error> {
        let end = body.iter().position(|byte| *byte == b'\n').unwrap_or(body.len());
        let request: FilesRequest =
            serde_json::from_slice(&body[..end]).map_err(|error| wrong(&error.to_string()))?;
        if request.files.len() > MOST_FILES {
            let args = [("most", MOST_FILES.into())];
            return Err(Error::bad(FIELD, texts::text("problem-many-files", &args)));
        }
        let bytes = body.slice(body.len().min(end + 1)..);
        let lengths =
            request.files.iter().try_fold(0_usize, |sum, one| sum.checked_add(one.length));
        if lengths != Some(bytes.len()) {
            return Err(wrong("the lengths are not those of the files"));
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

    /// Shows the games of all files one by one, with their numbers from 0.
    fn each(
        &self,
        games: &[&'static dyn AnyGame],
        budget: &WorkBudget,
        mut see: impl FnMut(usize, Result<Reading, &dyn Fn() -> Text>) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let (beside, files): (Vec<_>, Vec<_>) =
            self.files().into_iter().partition(|file| file.is_beside(games));
        let said = |name: &str, error: FileError| match files.len() {
            1 => error.text(),
            _ => texts::text("about", &[("name", name.into()), ("text", error.text().into())]),
        };
        let mut number = 0;
        for file in &files {
            if file.bytes.len() > LONGEST_TEXT && file.format(games).is_none() {
                return Err(Error::TooLarge);
            }
            budget.check()?;
            let limits = ReadLimits { games: LISTED };
            let open = open_file(*file, &beside, games, limits);
            let open = open.map_err(|error| Error::bad(FIELD, said(file.name, error)))?;
            for (index, game) in open.games.enumerate() {
                if number % GAMES_PER_CHECK == 0 {
                    budget.check()?;
                }
                let seen = match game {
                    Ok(reading) => see(number, Ok(reading)),
                    Err(error) => {
                        let error = || open.places.error_of(index, error.clone());
                        see(number, Err(&|| said(file.name, error())))
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
        budget: &WorkBudget,
    ) -> Result<Recognised, Error> {
        let (mut found, mut left_out) = (Vec::new(), 0);
        let (mut refused, mut problems, mut failed) = (0, Vec::new(), Ok(()));
        self.each(games, budget, |index, game| {
            match game {
                Ok(reading) if found.len() < LISTED => {
                    failed = look::add(&mut found, index, reading);
                    if failed.is_err() {
                        return ControlFlow::Break(());
                    }
                }
                Ok(_) => left_out += 1,
                Err(text) => {
                    refused += 1;
                    if problems.len() < PROBLEMS {
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
        budget: &WorkBudget,
    ) -> Result<Reading, Error> {
        let mut wanted = None;
        self.each(games, budget, |number, game| {
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

fn wrong(error: &str) -> Error {
    Error::bad(FIELD, texts::text("problem-unreadable", &[("error", error.into())]))
}
