//! Static files of the page, embedded in the binary. Debug builds read them from the disk: edit and reload.

use std::collections::HashMap;
use std::fmt::Write;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::UNIX_EPOCH;

use axum::body::Bytes;
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, VARY,
};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// Placeholder in the page for the folder of its files.
const ASSETS_PLACEHOLDER: &str = "{{assets}}";
/// Placeholder in the page for the links to the files of its first screen.
const PRELOAD_PLACEHOLDER: &str = "{{first}}";
const HTML: &str = "text/html; charset=utf-8";
/// The service worker.
const SERVICE_WORKER: &str = "sw.js";

/// Size from which on compression is worth while.
const GZIP_MIN_BYTES: usize = 512;

/// All files of the page, compressed.
struct Assets {
    /// Hash of all contents.
    hash: String,
    files: HashMap<String, Arc<Precompressed>>,
    /// The page by its first screen; the one with an empty name serves all others.
    pages: HashMap<String, Precompressed>,
}

/// Response body, plain and compressed.
pub(crate) struct Precompressed {
    mime: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
}

/// Caching of a response by browsers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CachePolicy {
    /// For ever: the URL changes with the content.
    Immutable,
    /// Only after revalidation.
    Revalidate,
}

static ASSETS: LazyLock<Arc<Assets>> = LazyLock::new(|| Arc::new(Assets::read()));

/// Compresses the files in the background, so that the first request need not wait.
pub(crate) fn prepare() {
    if !cfg!(debug_assertions) {
        thread::spawn(|| LazyLock::force(&ASSETS));
    }
}

fn assets() -> Arc<Assets> {
    if cfg!(debug_assertions) { as_on_disk() } else { Arc::clone(&ASSETS) }
}

/// The files on the disk, which are read again when one of them has changed.
fn as_on_disk() -> Arc<Assets> {
    static READ: Mutex<Option<(Fnv, Arc<Assets>)>> = Mutex::new(None);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
    let mut stamp = Fnv::default();
    for name in Web::iter() {
        stamp.add(name.as_bytes());
        let changed = folder.join(&*name).metadata().and_then(|about| about.modified()).ok();
        let changed = changed.and_then(|at| at.duration_since(UNIX_EPOCH).ok()).unwrap_or_default();
        stamp.add(&changed.as_nanos().to_le_bytes());
    }
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    match &*read {
        Some((known, assets)) if *known == stamp => Arc::clone(assets),
        _ => {
            let assets = Arc::new(Assets::read());
            *read = Some((stamp, Arc::clone(&assets)));
            assets
        }
    }
}

/// The page, with preload links to the files of its first screen.
pub(crate) fn page(screen: &str, headers: &HeaderMap) -> Response {
    let assets = assets();
    let page = assets.pages.get(screen).or_else(|| assets.pages.get(""));
    answer(page, headers)
}

/// The service worker, whose path determines its scope.
pub(crate) fn worker(headers: &HeaderMap) -> Response {
    answer(assets().files.get(SERVICE_WORKER).map(AsRef::as_ref), headers)
}

fn answer(file: Option<&Precompressed>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => file.respond(headers, CachePolicy::Revalidate),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the page, with the path `/a/HASH/…`.
pub(crate) fn file(hash: &str, path: &str, headers: &HeaderMap) -> Option<Response> {
    let assets = assets();
    let file = assets.files.get(path).filter(|_| path != SERVICE_WORKER)?;
    // A page of an earlier build still finds its files, but must not cache them under the old hash.
    let cache = if hash == assets.hash { CachePolicy::Immutable } else { CachePolicy::Revalidate };
    Some(file.respond(headers, cache))
}

impl Assets {
    fn read() -> Self {
        let names: Vec<_> = Web::iter().filter(|name| mime(name).is_some()).collect();
        let mut hash = Fnv::default();
        let mut contents = Vec::new();
        for name in names {
            let Some(file) = Web::get(&name) else { continue };
            hash.add(name.as_bytes());
            hash.add(&file.metadata.sha256_hash());
            contents.push((name.into_owned(), file.data));
        }
        let hash = hash.text();
        let mut page = String::new();
        let mut files = HashMap::new();
        for (name, data) in contents {
            let data = match name.rsplit('.').next() {
                Some("html") => {
                    page = fill_in(&text(&data), &hash);
                    continue;
                }
                Some("webmanifest") => fill_in(&text(&data), &hash).into_bytes(),
                Some("css" | "js") => fill_in(&strip_comments(&text(&data)), &hash).into_bytes(),
                _ => data.into_owned(),
            };
            let packed = Precompressed::new(mime(&name).unwrap_or_default(), data);
            files.insert(name, Arc::new(packed));
        }
        let screens = files.keys().filter_map(|name| screen(name)).chain([""]);
        let pages = screens.map(|screen| {
            let page = page.replace(PRELOAD_PLACEHOLDER, &first_files(&files, &hash, screen));
            (screen.to_owned(), Precompressed::new(HTML, page.into_bytes()))
        });
        Self { pages: pages.collect(), files, hash }
    }
}

/// The name of the screen that is in a file.
fn screen(file: &str) -> Option<&str> {
    file.strip_prefix("js/screens/")?.strip_suffix(".js")
}

/// Links to the style of a screen, if it has one of its own, and to all modules that the page and the
/// screen begin with.
fn first_files(files: &HashMap<String, Arc<Precompressed>>, hash: &str, screen: &str) -> String {
    let link = |rel: &str, name: &str| format!("<link rel=\"{rel}\" href=\"/a/{hash}/{name}\">\n");
    let style = Some(format!("css/{screen}.css")).filter(|style| files.contains_key(style));
    let entries = ["js/main.js".to_owned(), format!("js/screens/{screen}.js")];
    let modules = modules(files, entries);
    let styles = style.iter().map(|style| link("stylesheet", style));
    let links: Vec<_> =
        styles.chain(modules.iter().map(|module| link("modulepreload", module))).collect();
    links.concat()
}

/// These modules and all that they import as they begin, without those that come when needed.
fn modules(files: &HashMap<String, Arc<Precompressed>>, entries: [String; 2]) -> Vec<String> {
    let mut known: Vec<_> = entries.into_iter().filter(|name| files.contains_key(name)).collect();
    let mut next = 0;
    while let Some(module) = known.get(next) {
        let source = files.get(module).map(|file| text(&file.plain)).unwrap_or_default();
        let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        for line in source.lines() {
            let import = line.strip_prefix("import ").and_then(|line| line.split('"').nth(1));
            let path = import.map(|path| join(&folder, path));
            known.extend(path.filter(|path| !known.contains(path)));
        }
        next += 1;
    }
    known
}

/// The path that `path` means in `folder`.
fn join(folder: &str, path: &str) -> String {
    match (path.strip_prefix("./"), path.strip_prefix("../")) {
        (Some(path), _) => format!("{folder}/{path}"),
        (_, Some(path)) => {
            join(folder.rsplit_once('/').map_or("", |(above, _)| above), &format!("./{path}"))
        }
        _ => path.to_owned(),
    }
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

fn fill_in(page: &str, hash: &str) -> String {
    page.replace(ASSETS_PLACEHOLDER, &format!("/a/{hash}"))
}

/// Removes the comments that begin a line from a script or a style; lines keep their numbers. Comments
/// are a quarter of all bytes.
fn strip_comments(source: &str) -> String {
    let mut short = String::with_capacity(source.len());
    let mut in_comment = false;
    for line in source.lines() {
        let mut rest = line;
        while in_comment || rest.trim_start().starts_with("/*") {
            let end = rest.split_once("*/");
            in_comment = end.is_none();
            rest = end.map_or("", |(_, behind)| behind);
            if in_comment {
                break;
            }
        }
        if !rest.trim_start().starts_with("//") {
            short += rest;
        }
        short.push('\n');
    }
    short
}

/// The MIME type of a file of the page; `None` for files that are not served, such as tests.
fn mime(name: &str) -> Option<&'static str> {
    let beside = ["test/", "types/", "node_modules/"].iter().any(|folder| name.starts_with(folder));
    if beside {
        return None;
    }
    match name.rsplit_once('.')?.1 {
        "html" => Some(HTML),
        "css" => Some("text/css; charset=utf-8"),
        "js" => Some("text/javascript; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "ico" => Some("image/x-icon"),
        "woff2" => Some("font/woff2"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

impl Precompressed {
    /// `plain`, of that type.
    pub(crate) fn new(mime: &'static str, plain: Vec<u8>) -> Self {
        let gzip = gzip(&plain, Compression::best()).map(Bytes::from);
        Self { mime, plain: plain.into(), gzip }
    }

    /// The uncompressed body.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The response, compressed if the client accepts that.
    pub(crate) fn respond(&self, request: &HeaderMap, cache: CachePolicy) -> Response {
        let gzip = self.gzip.clone().filter(|_| accepts_gzip(request));
        let is_compressed = gzip.is_some();
        let mut response = gzip.unwrap_or_else(|| self.plain.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.mime));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(cache.header()));
        if is_compressed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl CachePolicy {
    const fn header(self) -> &'static str {
        match self {
            Self::Immutable => "public, max-age=31536000, immutable",
            Self::Revalidate => "no-cache",
        }
    }
}

/// Whether the client accepts gzip.
pub(crate) fn accepts_gzip(request: &HeaderMap) -> bool {
    let encodings = request.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encodings.unwrap_or_default().split(',').any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
        name.trim() == "gzip" && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Compresses a body, if that makes it smaller.
pub(crate) fn gzip(plain: &[u8], level: Compression) -> Option<Vec<u8>> {
    if plain.len() < GZIP_MIN_BYTES {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), level);
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().filter(|compressed| compressed.len() < plain.len())
}

/// FNV-1a hash, which tells builds apart. It need not resist forgery.
#[derive(PartialEq, Eq)]
struct Fnv(u64);

impl Default for Fnv {
    fn default() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }
}

impl Fnv {
    fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn text(&self) -> String {
        let mut text = String::with_capacity(16);
        let _ = write!(text, "{:016x}", self.0);
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_sent_to_clients_that_accept_it() {
        let accepts = |encodings: &'static str| {
            let value = HeaderValue::from_static(encodings);
            accepts_gzip(&[(ACCEPT_ENCODING, value)].into_iter().collect())
        };
        for encodings in ["gzip", "br, gzip;q=0.8", "deflate,gzip"] {
            assert!(accepts(encodings), "{encodings}");
        }
        for encodings in ["", "br", "gzip;q=0", "xgzip"] {
            assert!(!accepts(encodings), "{encodings}");
        }
        assert!(!accepts_gzip(&HeaderMap::new()));
    }

    #[test]
    fn comments_are_not_sent() {
        for (source, sent) in [
            ("// one\nlet a = 1; // two\n", "\nlet a = 1; // two\n"),
            ("  /** one */\n  f(a);", "\n  f(a);\n"),
            ("/**\n * one\n */\nf();", "\n\n\nf();\n"),
            ("/** one */ /* two */ (f)();", " (f)();\n"),
            ("/* one\ntwo */ f(\"/*\");\ng();", "\n f(\"/*\");\ng();\n"),
            ("a /* one\n  two */;", "a /* one\n  two */;\n"),
        ] {
            assert_eq!(strip_comments(source), sent, "{source}");
        }
    }

    #[test]
    fn the_page_names_the_folder_of_its_files() {
        let assets = Assets::read();
        for (name, file) in &assets.files {
            assert!(!String::from_utf8_lossy(&file.plain).contains(ASSETS_PLACEHOLDER), "{name}");
            assert!(!name.starts_with("test/"), "{name}");
        }
        assert!(text(&assets.files[SERVICE_WORKER].plain).contains(&format!("/a/{}", assets.hash)));
    }

    /// The service worker keeps what the page names; without all of it the page could not even say
    /// that the server is not there.
    #[test]
    fn the_page_names_all_that_it_begins_with() {
        let assets = Assets::read();
        for (screen, modules) in [
            ("", &["js/main.js", "js/api.js", "js/sound.js"][..]),
            ("home", &["js/main.js", "js/screens/home.js", "js/board/scene.js"]),
            ("match", &["js/screens/playerbar.js", "js/board/cursor.js", "css/match.css"]),
        ] {
            let page = text(&assets.pages[screen].plain);
            for module in modules {
                let named = format!("/a/{}/{module}\"", assets.hash);
                assert_eq!(
                    page.matches(&named).count(),
                    if *module == "js/main.js" { 2 } else { 1 },
                    "{module}"
                );
            }
            assert!(!page.contains("js/synth.js") && !page.contains("{{"), "{page}");
        }
        for module in
            modules(&assets.files, ["js/main.js".to_owned(), "js/screens/match.js".to_owned()])
        {
            assert!(assets.files.contains_key(&module), "{module}");
        }
    }
}
