//! Engines for browsers: the core that `cargo xtask web` makes, sent to pages that analyse by themselves.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::{fmt, fs, io};

use axum::http::{HeaderMap, HeaderValue};
use axum::response::Response;
use wire::http::AnalysisPlace;

use crate::assets::{CachePolicy, Precompressed};

/// The list of the core's files. It alone keeps its name when the core changes.
const MANIFEST: &str = "manifest.json";

/// Files of the core, with the place where the server wants analysis.
#[derive(Clone)]
pub struct BrowserEngines {
    files: Arc<HashMap<String, Precompressed>>,
    place: AnalysisPlace,
}

impl BrowserEngines {
    /// Reads the folder that `cargo xtask web` made; `place` is where positions and games are analysed.
    ///
    /// # Errors
    ///
    /// If it has no core.
    pub fn read(folder: &Path, place: AnalysisPlace) -> io::Result<Self> {
        let core = folder.join("core");
        fs::metadata(core.join(MANIFEST))?;
        let mut files = HashMap::new();
        for entry in fs::read_dir(&core)? {
            let entry = entry?;
            if !entry.file_type()?.is_file() {
                continue;
            }
            let name = entry.file_name().to_string_lossy().into_owned();
            let content_type = content_type(&name);
            files.insert(name, Precompressed::new(content_type, fs::read(entry.path())?));
        }
        Ok(Self { files: Arc::new(files), place })
    }

    /// Where positions and games are analysed.
    pub(crate) const fn place(&self) -> AnalysisPlace {
        self.place
    }

    /// The response to a request for a file; `None` if there is no such file.
    pub(crate) fn file(&self, name: &str, headers: &HeaderMap) -> Option<Response> {
        let is_manifest = name == MANIFEST;
        let policy = if is_manifest { CachePolicy::Revalidate } else { CachePolicy::Immutable };
        Some(self.files.get(name)?.respond(headers, policy))
    }
}

impl fmt::Debug for BrowserEngines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BrowserEngines").field("place", &self.place).finish_non_exhaustive()
    }
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("wasm") => "application/wasm",
        Some("json") => "application/json",
        Some("js") => "text/javascript; charset=utf-8",
        _ => "application/octet-stream",
    })
}
