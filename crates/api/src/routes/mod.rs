//! Handlers of requests. Each module has the routes of one subject.

mod analyses;
mod catalogue;
mod fairness;
mod files;
mod history;
mod introductions;
mod look;
mod matches;
mod pictures;
mod preview;
mod profile;
mod profile_file;
mod puzzles;
mod records;
mod start;
mod think;
mod tiles;
mod you;

use crate::context::Context;
use crate::route::Route;

pub(crate) use catalogue::game_info;
pub use matches::{check_time, drawn, find_entry, player_name};

/// The most bytes of a request on routes where nothing long is expected.
const SMALL_REQUEST_BYTES: usize = 64 << 10;

/// All routes.
pub fn routes<C: Context>() -> Vec<Route<C>> {
    [
        catalogue::routes(),
        matches::routes(),
        history::routes(),
        records::routes(),
        pictures::routes(),
        look::routes(),
        analyses::routes(),
        files::routes(),
        preview::routes(),
        fairness::routes(),
        profile::routes(),
        you::routes(),
        profile_file::routes(),
        tiles::routes(),
        start::routes(),
        think::routes(),
        introductions::routes(),
        puzzles::routes(),
    ]
    .into_iter()
    .flatten()
    .collect()
}
