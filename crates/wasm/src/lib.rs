//! The core of Damier for the browser: rules, engines and records as a WebAssembly module.
//!
//! The host, a Worker of the page or node, passes a [`CoreRequest`] as JSON to [`answer`] and gets a [`CoreReply`];
//! updates of running work come in between ([`Host::update`]). `web/js/net/local/core.js` of the page is the host's side. The same code runs
//! natively in the tests.

#[cfg(target_arch = "wasm32")]
mod abi;
mod host;
mod local;
mod message;
#[cfg(test)]
mod tests;

use std::time::Duration;

use engine::{DataFileError, Entry, Resources};
use games::CATALOGUE;
use rules::Record;
use work::{KeptSearchers, WorkRequest, WorkResult, WorkTask};

pub use host::Host;
pub use local::{CoreHost, CoreProcess, FromCore, StorageFailure, ToCore};
pub use message::{CoreError, CoreReply, CoreRequest, DataInfo, GameSummary, OpenedRecord};

/// Largest transposition table of analysis, in MiB: a page shares its memory with others.
const TABLE_MAX_MIB: usize = 64;
/// Time limit of a search without one.
const SEARCH_MAX_TIME: Duration = Duration::from_mins(5);

/// Answers a request, both as JSON. `data` is what [`CoreRequest::LoadData`] loads.
pub fn answer(request: &[u8], data: Vec<u8>, host: &dyn Host) -> Vec<u8> {
    let reply = match serde_json::from_slice(request) {
        Ok(request) => perform(request, data, host),
        Err(error) => Err(CoreError::BadRequest { why: error.to_string() }),
    };
    let reply = reply.unwrap_or_else(|error| CoreReply::Failed { error });
    serde_json::to_vec(&reply).unwrap_or_default()
}

fn perform(request: CoreRequest, data: Vec<u8>, host: &dyn Host) -> Result<CoreReply, CoreError> {
    match request {
        CoreRequest::Games => {
            Ok(CoreReply::Games { games: CATALOGUE.iter().map(summary).collect() })
        }
        CoreRequest::LoadData { name } => load(&name, data).map(|()| CoreReply::Loaded),
        CoreRequest::Open { game, record } => {
            open(entry(&game)?, &record).map(|opened| CoreReply::Opened(Box::new(opened)))
        }
        CoreRequest::Run { request } => {
            run(request, host).map(|result| CoreReply::Result { result })
        }
    }
}

fn summary(entry: &Entry) -> GameSummary {
    let info = entry.game.info();
    let data = entry
        .data
        .map(|file| DataInfo { name: file.name.to_owned(), is_loaded: file.bytes().is_some() });
    GameSummary {
        id: info.id.to_owned(),
        title: info.title.clone(),
        opponents: entry.opponents().map(|opponent| opponent.id.to_owned()).collect(),
        data,
    }
}

fn entry(id: &str) -> Result<Entry, CoreError> {
    let found = CATALOGUE.iter().find(|entry| entry.game.info().id == id).copied();
    found.ok_or_else(|| CoreError::UnknownGame { game: id.to_owned() })
}

/// Loads a data file; one that is there already stays.
fn load(name: &str, data: Vec<u8>) -> Result<(), CoreError> {
    let mut files = CATALOGUE.iter().flat_map(|entry| [entry.data, entry.puzzles]).flatten();
    let file = files.find(|file| file.name == name);
    match file.map(|file| file.load(data)) {
        Some(Ok(()) | Err(DataFileError::Present)) => Ok(()),
        Some(Err(DataFileError::Malformed)) | None => {
            Err(CoreError::BadData { name: name.to_owned() })
        }
    }
}

/// Replays a record.
fn open(entry: Entry, record: &Record) -> Result<OpenedRecord, CoreError> {
    let live = entry.game.open(record);
    let live = live.map_err(|error| CoreError::BadRecord { why: error.to_string() })?;
    Ok(OpenedRecord { record: live.record().clone(), position: live.position(), view: live.view() })
}

/// Does work of engines. Searches end soon after the host wants it, reviews and trials after the entry or game in
/// progress.
fn run(mut request: WorkRequest, host: &dyn Host) -> Result<WorkResult, CoreError> {
    request.check().map_err(|error| CoreError::BadRequest { why: error.to_string() })?;
    let entry = entry(&request.game)?;
    if let Some(file) = entry.missing_data().filter(|_| needs_data(&entry, &request.task)) {
        return Err(CoreError::MissingData { name: file.name.to_owned() });
    }
    let is_review = matches!(request.task, WorkTask::Review { .. });
    if let Some(limits) = request.limits_mut() {
        limits.measured_by = host.clock();
        // Without a time limit nothing reads the clock, and the host can stop a search only through
        // the clock.
        if !is_review {
            limits.time.get_or_insert(SEARCH_MAX_TIME);
        }
    }
    let stop = host.stop_flag();
    let mut on_update = |update| {
        if let Ok(json) = serde_json::to_vec(&update) {
            host.update(&json);
        }
    };
    let available = Resources { threads: host.threads(), table: TABLE_MAX_MIB };
    let kept = &mut KeptSearchers::default();
    work::run(kept, CATALOGUE, &request, available, stop, &mut on_update)
        .map_err(|error| CoreError::BadRequest { why: error.to_string() })
}

/// Whether the engine of the game does the work: classic algorithms need no data.
fn needs_data(entry: &Entry, task: &WorkTask) -> bool {
    match task {
        WorkTask::Move { opponent, .. } => {
            !entry.classics.iter().any(|classic| classic.id == opponent)
        }
        WorkTask::Tree { .. } => false,
        WorkTask::Search { .. } | WorkTask::Review { .. } | WorkTask::Trial(_) => true,
    }
}
