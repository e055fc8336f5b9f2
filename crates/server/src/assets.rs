//! The files of the page. Debug builds read them from the disk: edit and reload.

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

/// What the page's own file says where it means the folder of the others.
const PLACEHOLDER: &str = "{{assets}}";
/// What it says where the files of its first screen are named.
const FIRST: &str = "{{first}}";
const HTML: &str = "text/html; charset=utf-8";
/// What works for the page when the server is not there.
const WORKER: &str = "sw.js";

/// Below this, packing makes an answer larger or hardly smaller.
const WORTH_PACKING: usize = 512;

/// All files of the page, ready to be sent.
struct Assets {
    /// Stands for the content of all of them.
    hash: String,
    files: HashMap<String, Arc<Packed>>,
    /// The page by its first screen; that of no name fits all.
    pages: HashMap<String, Packed>,
}

/// Something that is sent as it is or packed.
pub(crate) struct Packed {
    mime: &'static str,
    plain: Bytes,
    gzip: Option<Bytes>,
}

/// How long a browser may keep an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Keep {
    /// For ever: its address changes when it does.
    Always,
    /// Only after asking again.
    Ask,
}

static ASSETS: LazyLock<Arc<Assets>> = LazyLock::new(|| Arc::new(Assets::read()));

/// Packs the files in the background, so that the first who asks need not wait.
pub(crate) fn prepare() {
    if !cfg!(debug_assertions) {
        thread::spawn(|| LazyLock::force(&ASSETS));
    }
}

fn assets() -> Arc<Assets> {
    if cfg!(debug_assertions) { as_on_disk() } else { Arc::clone(&ASSETS) }
}

/// The files as they are on the disk now: read again when one of them has changed.
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

/// The page. It names the files of the screen that it will show first, so that a browser asks for them
/// at once.
pub(crate) fn page(screen: &str, headers: &HeaderMap) -> Response {
    let assets = assets();
    let page = assets.pages.get(screen).or_else(|| assets.pages.get(""));
    answer(page, headers)
}

/// The page's service worker, which must come from the folder that it works for.
pub(crate) fn worker(headers: &HeaderMap) -> Response {
    answer(assets().files.get(WORKER).map(AsRef::as_ref), headers)
}

fn answer(file: Option<&Packed>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => file.respond(headers, Keep::Ask),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the page, asked for below `/a/HASH/`.
pub(crate) fn file(hash: &str, path: &str, headers: &HeaderMap) -> Option<Response> {
    let assets = assets();
    let file = assets.files.get(path).filter(|_| path != WORKER)?;
    // A page from before an update still finds its files, but must not keep them as what they were.
    let keep = if hash == assets.hash { Keep::Always } else { Keep::Ask };
    Some(file.respond(headers, keep))
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
                Some("css" | "js") => fill_in(&without_remarks(&text(&data)), &hash).into_bytes(),
                _ => data.into_owned(),
            };
            let packed = Packed::new(mime(&name).unwrap_or_default(), data);
            files.insert(name, Arc::new(packed));
        }
        let screens = files.keys().filter_map(|name| screen(name)).chain([""]);
        let pages = screens.map(|screen| {
            let page = page.replace(FIRST, &first_files(&files, &hash, screen));
            (screen.to_owned(), Packed::new(HTML, page.into_bytes()))
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
fn first_files(files: &HashMap<String, Arc<Packed>>, hash: &str, screen: &str) -> String {
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
fn modules(files: &HashMap<String, Arc<Packed>>, entries: [String; 2]) -> Vec<String> {
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
    page.replace(PLACEHOLDER, &format!("/a/{hash}"))
}

/// A script or a style without the comments that begin a line; lines keep their numbers. They are a
/// quarter of what is sent, and nobody reads them there.
fn without_remarks(source: &str) -> String {
    let mut short = String::with_capacity(source.len());
    let mut in_remark = false;
    for line in source.lines() {
        let mut rest = line;
        while in_remark || rest.trim_start().starts_with("/*") {
            let end = rest.split_once("*/");
            in_remark = end.is_none();
            rest = end.map_or("", |(_, behind)| behind);
            if in_remark {
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

/// Content type of a file of the page; `None` for files that are not served, such as tests. Not from
/// `mime_guess`, because this table is also the list of what is served.
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

impl Packed {
    /// `plain`, of that type.
    pub(crate) fn new(mime: &'static str, plain: Vec<u8>) -> Self {
        let gzip = gzip(&plain, Compression::best()).map(Bytes::from);
        Self { mime, plain: plain.into(), gzip }
    }

    /// What is sent to those who can unpack nothing.
    pub(crate) fn plain(&self) -> &[u8] {
        &self.plain
    }

    /// The answer, packed if whoever asks can unpack it.
    pub(crate) fn respond(&self, asked: &HeaderMap, keep: Keep) -> Response {
        let gzip = self.gzip.clone().filter(|_| accepts_gzip(asked));
        let is_packed = gzip.is_some();
        let mut response = gzip.unwrap_or_else(|| self.plain.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(self.mime));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(keep.header()));
        if is_packed {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        }
        response
    }
}

impl Keep {
    const fn header(self) -> &'static str {
        match self {
            Self::Always => "public, max-age=31536000, immutable",
            Self::Ask => "no-cache",
        }
    }
}

/// Whether whoever asks can unpack gzip.
pub(crate) fn accepts_gzip(asked: &HeaderMap) -> bool {
    let encodings = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encodings.unwrap_or_default().split(',').any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
        name.trim() == "gzip" && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Packed, if that makes it smaller.
pub(crate) fn gzip(plain: &[u8], how: Compression) -> Option<Vec<u8>> {
    if plain.len() < WORTH_PACKING {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), how);
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().filter(|packed| packed.len() < plain.len())
}

/// A hash to tell builds apart; nobody gains anything by forging it.
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
    fn gzip_is_sent_to_those_who_can_unpack_it() {
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
    fn remarks_are_not_sent() {
        for (source, sent) in [
            ("// one\nlet a = 1; // two\n", "\nlet a = 1; // two\n"),
            ("  /** one */\n  f(a);", "\n  f(a);\n"),
            ("/**\n * one\n */\nf();", "\n\n\nf();\n"),
            ("/** one */ /* two */ (f)();", " (f)();\n"),
            ("/* one\ntwo */ f(\"/*\");\ng();", "\n f(\"/*\");\ng();\n"),
            ("a /* one\n  two */;", "a /* one\n  two */;\n"),
        ] {
            assert_eq!(without_remarks(source), sent, "{source}");
        }
    }

    #[test]
    fn the_page_names_the_folder_of_its_files() {
        let assets = Assets::read();
        for (name, file) in &assets.files {
            assert!(!String::from_utf8_lossy(&file.plain).contains(PLACEHOLDER), "{name}");
            assert!(!name.starts_with("test/"), "{name}");
        }
        assert!(text(&assets.files[WORKER].plain).contains(&format!("/a/{}", assets.hash)));
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
