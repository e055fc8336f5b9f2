//! The files of the page. Debug builds read them from the disk: edit and reload.
//!
//! They are sent as they are written, comments included: compressed, the home screen stays well below its
//! limit of 60 KB, and no file can be damaged on the way.

mod page_routes;
mod static_page;

use std::borrow::Cow;
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
use rust_embed::{EmbeddedFile, RustEmbed};

pub use static_page::{CoreFiles, static_page};

use page_routes::PageRoutes;

#[derive(RustEmbed)]
#[folder = "web/"]
struct Web;

/// Placeholder for the folder of the files, whose name changes with their content.
const ASSETS_PLACEHOLDER: &str = "{{assets}}";
/// Placeholder for links to the files of the first screen.
const PRELOADS_PLACEHOLDER: &str = "{{first}}";
/// The page itself.
const PAGE: &str = "index.html";
/// The module that the page begins with. It has the list of its routes.
const MAIN: &str = "js/app/main.js";
/// The end of the page's head.
const HEAD_END: &str = "</head>";
/// The service worker.
const WORKER: &str = "sw.js";
/// The service worker of the page on a static host.
const STATIC_WORKER: &str = "sw-static.js";
/// The folder of all files at a server, as the page names it.
const SERVER_FOLDER: &str = "/a";

/// Smaller bodies are hardly smaller when they are compressed.
const GZIP_MIN_BYTES: usize = 512;

/// All files of the page, ready to be sent.
struct Assets {
    /// Hash of all contents.
    hash: String,
    files: HashMap<String, Precompressed>,
    /// The page by its first screen; the one without a name fits all.
    pages: HashMap<String, Precompressed>,
    routes: PageRoutes,
}

/// Body of a response, as it is and compressed.
pub(crate) struct Precompressed {
    content_type: HeaderValue,
    plain: Bytes,
    gzip: Option<Bytes>,
}

/// How long a browser may keep a response.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CachePolicy {
    /// For ever: its address changes when it does.
    Immutable,
    /// Only after asking again.
    Revalidate,
}

static ASSETS: LazyLock<Arc<Assets>> = LazyLock::new(|| Arc::new(Assets::read(SERVER_FOLDER)));

/// Compresses the files in the background, so that the first request need not wait.
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
            let assets = Arc::new(Assets::read(SERVER_FOLDER));
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

/// Whether the page shows a screen at a path, and not that there is none.
pub(crate) fn is_route(path: &str) -> bool {
    assets().routes.have(path)
}

/// The page for a path at which it has nothing to show but that.
pub(crate) fn missing_page(headers: &HeaderMap) -> Response {
    let mut response = page("", headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
}

/// The page with more elements in its head, which must be well-formed.
pub(crate) fn page_with(screen: &str, elements: &str, headers: &HeaderMap) -> Response {
    let assets = assets();
    let page = assets.pages.get(screen).or_else(|| assets.pages.get(""));
    let Some(page) = page else { return StatusCode::NOT_FOUND.into_response() };
    let html = text(&page.plain).replacen(HEAD_END, &format!("{elements}{HEAD_END}"), 1);
    let page = Precompressed::new(page.content_type.clone(), html.into_bytes());
    page.respond(headers, CachePolicy::Revalidate)
}

/// The page's service worker, which must come from the folder that it works for.
pub(crate) fn worker(headers: &HeaderMap) -> Response {
    answer(assets().files.get(WORKER), headers)
}

fn answer(file: Option<&Precompressed>, headers: &HeaderMap) -> Response {
    match file {
        Some(file) => file.respond(headers, CachePolicy::Revalidate),
        None => StatusCode::NOT_FOUND.into_response(),
    }
}

/// A file of the page, asked for below `/a/HASH/`.
pub(crate) fn file(hash: &str, path: &str, headers: &HeaderMap) -> Option<Response> {
    let assets = assets();
    let file = assets.files.get(path).filter(|_| ![WORKER, STATIC_WORKER].contains(&path))?;
    // A page from before an update still finds its files, but must not keep them as what they were.
    let policy = if hash == assets.hash { CachePolicy::Immutable } else { CachePolicy::Revalidate };
    Some(file.respond(headers, policy))
}

impl Assets {
    /// Reads all files, which the page finds in a folder of `folder`.
    fn read(folder: &str) -> Self {
        let files: Vec<_> =
            names().filter_map(|name| Some((Web::get(&name)?, name.into_owned()))).collect();
        let mut hash = Fnv::default();
        for (file, name) in &files {
            hash.add(name.as_bytes());
            hash.add(&file.metadata.sha256_hash());
        }
        let hash = hash.text();
        let compress = |(file, name): &(EmbeddedFile, String)| {
            let data = match str::from_utf8(&file.data) {
                Ok(text) => {
                    text.replace(ASSETS_PLACEHOLDER, &format!("{folder}/{hash}")).into_bytes()
                }
                Err(_) => file.data.to_vec(),
            };
            (name.clone(), Precompressed::new(content_type(file), data))
        };
        let mut files: HashMap<_, _> = files.iter().map(compress).collect();
        let page = files.remove(PAGE).map(|page| text(&page.plain)).unwrap_or_default();
        let screens = files.keys().filter_map(|name| screen(name)).chain([""]);
        let pages = screens.map(|screen| {
            let page = page.replace(
                PRELOADS_PLACEHOLDER,
                &preloads(&files, &format!("{folder}/{hash}"), screen),
            );
            let html = HeaderValue::from_static("text/html; charset=utf-8");
            (screen.to_owned(), Precompressed::new(html, page.into_bytes()))
        });
        let main = files.get(MAIN).map(|main| text(&main.plain)).unwrap_or_default();
        Self { pages: pages.collect(), routes: PageRoutes::read(&main), files, hash }
    }
}

/// The names of the files that belong to the page, without tests, types and settings of tools, which stand beside
/// them.
fn names() -> impl Iterator<Item = Cow<'static, str>> {
    let beside = |name: &str| {
        ["test/", "node_modules/"].iter().any(|folder| name.starts_with(folder))
            || ["package.json", "tsconfig.json"].contains(&name)
            || name.ends_with(".d.ts")
    };
    Web::iter().filter(move |name| !beside(name))
}

/// The content type of a file. All texts of the page are UTF-8.
fn content_type(file: &EmbeddedFile) -> HeaderValue {
    let mime = file.metadata.mimetype();
    let charset = if mime.starts_with("text/") { "; charset=utf-8" } else { "" };
    HeaderValue::try_from(format!("{mime}{charset}"))
        .unwrap_or(HeaderValue::from_static("application/octet-stream"))
}

/// The name of the screen that is in a file.
fn screen(file: &str) -> Option<&str> {
    file.strip_prefix("js/screens/")?.strip_suffix(".js")
}

/// Links to the style of a screen, if it has one of its own, and to all modules that the page and the
/// screen begin with.
fn preloads(files: &HashMap<String, Precompressed>, folder: &str, screen: &str) -> String {
    let link = |rel: &str, name: &str| format!("<link rel=\"{rel}\" href=\"{folder}/{name}\">\n");
    let style = Some(format!("css/{screen}.css")).filter(|style| files.contains_key(style));
    let modules = modules(files, [MAIN.to_owned(), format!("js/screens/{screen}.js")]);
    let styles = style.iter().map(|style| link("stylesheet", style));
    styles.chain(modules.iter().map(|module| link("modulepreload", module))).collect()
}

/// These modules and all that they import statically, without those that are loaded when needed.
fn modules(files: &HashMap<String, Precompressed>, entries: [String; 2]) -> Vec<String> {
    let mut known: Vec<_> = entries.into_iter().filter(|name| files.contains_key(name)).collect();
    let mut next = 0;
    while let Some(module) = known.get(next) {
        let source = files.get(module).map(|file| text(&file.plain)).unwrap_or_default();
        let folder = module.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        for path in imports(&source) {
            let path = join(&folder, path);
            if !known.contains(&path) {
                known.push(path);
            }
        }
        next += 1;
    }
    known
}

/// What the import declarations at the head of a module import. They may take several lines; the page
/// has none behind other code.
fn imports(source: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = source;
    loop {
        rest = skip_comments(rest);
        let declaration = rest.strip_prefix("import").filter(|rest| {
            rest.starts_with(|next: char| next.is_whitespace() || matches!(next, '"' | '{' | '*'))
        });
        let path = declaration.and_then(|declaration| {
            let (_, quoted) = declaration.split_once('"')?;
            quoted.split_once('"')
        });
        let Some((path, behind)) = path else { return found };
        found.push(path);
        rest = behind.trim_start().trim_start_matches(';');
    }
}

/// What follows the white space and the comments at the beginning.
fn skip_comments(source: &str) -> &str {
    let source = source.trim_start();
    let behind = if let Some(comment) = source.strip_prefix("//") {
        comment.split_once('\n').map_or("", |(_, behind)| behind)
    } else if let Some(comment) = source.strip_prefix("/*") {
        comment.split_once("*/").map_or("", |(_, behind)| behind)
    } else {
        return source;
    };
    skip_comments(behind)
}

/// The path that `path` means in `folder`.
fn join(folder: &str, path: &str) -> String {
    if !path.starts_with('.') {
        return path.to_owned();
    }
    let (mut folder, mut path) = (folder, path.strip_prefix("./").unwrap_or(path));
    while let Some(above) = path.strip_prefix("../") {
        folder = folder.rsplit_once('/').map_or("", |(parent, _)| parent);
        path = above;
    }
    format!("{folder}/{path}")
}

fn text(data: &[u8]) -> String {
    String::from_utf8_lossy(data).into_owned()
}

impl Precompressed {
    /// `plain`, of that content type.
    pub(crate) fn new(content_type: HeaderValue, plain: Vec<u8>) -> Self {
        let gzip = gzip(&plain, Compression::best()).map(Bytes::from);
        Self { content_type, plain: plain.into(), gzip }
    }

    /// JSON that is the same for everybody.
    pub(crate) fn json(plain: Vec<u8>) -> Self {
        Self::new(HeaderValue::from_static("application/json"), plain)
    }

    /// The body without compression.
    pub(crate) const fn plain(&self) -> &Bytes {
        &self.plain
    }

    /// The response to a request with these headers.
    pub(crate) fn respond(&self, asked: &HeaderMap, policy: CachePolicy) -> Response {
        let gzip = self.gzip.clone().filter(|_| accepts_gzip(asked));
        let is_compressed = gzip.is_some();
        let mut response = gzip.unwrap_or_else(|| self.plain.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(CONTENT_TYPE, self.content_type.clone());
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(policy.header()));
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

/// Whether a client accepts gzip.
pub(crate) fn accepts_gzip(asked: &HeaderMap) -> bool {
    let encodings = asked.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok());
    encodings.unwrap_or_default().split(',').any(|encoding| {
        let (name, quality) = encoding.split_once(';').unwrap_or((encoding, "q=1"));
        name.trim() == "gzip" && !matches!(quality.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000")
    })
}

/// Compressed, if that makes it smaller.
pub(crate) fn gzip(plain: &[u8], how: Compression) -> Option<Vec<u8>> {
    if plain.len() < GZIP_MIN_BYTES {
        return None;
    }
    let mut encoder = GzEncoder::new(Vec::new(), how);
    encoder.write_all(plain).ok()?;
    encoder.finish().ok().filter(|compressed| compressed.len() < plain.len())
}

/// FNV-1a hash that tells builds apart; nobody gains anything by forging it.
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
    fn imports_are_found_wherever_their_lines_end() {
        let source = "// @ts-check\n/* a\n * b */\nimport * as a from \"./a.js\";\nimport {\n  b, // b\n  c,\n} \
            from \"../b.js\";\nimport \"./c.js\";\n\nconst d = `\nimport e from \"./no.js\";\n`;\nimport(\"./f.js\");";
        assert_eq!(imports(source), ["./a.js", "../b.js", "./c.js"]);
        assert!(imports("import(\"./a.js\");").is_empty());
        for (path, meant) in [("./a", "js/x/y/a"), ("../b", "js/x/b"), ("../../c", "js/c")] {
            assert_eq!(join("js/x/y", path), meant);
        }
        assert!(imports("import.meta.url;").is_empty());
        assert!(imports("").is_empty());
    }

    /// An import further below would be found by browsers, and not be preloaded.
    #[test]
    fn imports_stand_at_the_head_of_a_module() {
        let assets = Assets::read(SERVER_FOLDER);
        let modules = assets.files.iter().filter(|(name, _)| name.starts_with("js/"));
        for (name, file) in modules {
            let source = text(&file.plain);
            let declared = source.lines().filter(|line| line.starts_with("import ")).count();
            assert_eq!(imports(&source).len(), declared, "{name}");
            assert!(!source.contains("\nexport {") && !source.contains("\nexport *"), "{name}");
        }
    }

    #[test]
    fn files_have_their_content_type() {
        let assets = Assets::read(SERVER_FOLDER);
        for (name, expected) in [
            ("js/app/main.js", "text/javascript; charset=utf-8"),
            ("css/base.css", "text/css; charset=utf-8"),
            ("icon.svg", "image/svg+xml"),
            ("icon-192.png", "image/png"),
            ("app.webmanifest", "application/manifest+json"),
            ("licences.json", "application/json"),
        ] {
            assert_eq!(assets.files[name].content_type, expected, "{name}");
        }
    }

    #[test]
    fn the_page_names_the_folder_of_its_files() {
        let assets = Assets::read(SERVER_FOLDER);
        for (name, file) in &assets.files {
            assert!(!String::from_utf8_lossy(&file.plain).contains(ASSETS_PLACEHOLDER), "{name}");
            assert!(
                !["package.json", "tsconfig.json", "js/net/types.d.ts"].contains(&name.as_str())
            );
        }
        assert!(!assets.files.keys().any(|name| name.starts_with("test/")));
        assert!(text(&assets.files[WORKER].plain).contains(&format!("/a/{}", assets.hash)));
    }

    /// The service worker keeps what the page names; without all of it the page could not even say
    /// that the server is not there.
    #[test]
    fn the_page_names_all_that_it_begins_with() {
        let assets = Assets::read(SERVER_FOLDER);
        for (screen, modules) in [
            ("", &["js/app/main.js", "js/net/api.js", "js/app/sound/sound.js"][..]),
            ("home", &["js/app/main.js", "js/screens/home.js", "js/board/scene.js"]),
            ("match", &["js/match/playerbar.js", "js/board/cursor.js", "css/match.css"]),
        ] {
            let page = text(&assets.pages[screen].plain);
            for module in modules {
                let named = format!("/a/{}/{module}\"", assets.hash);
                assert_eq!(
                    page.matches(&named).count(),
                    if *module == "js/app/main.js" { 2 } else { 1 },
                    "{module}"
                );
            }
            assert!(!page.contains("js/app/sound/synth.js") && !page.contains("{{"), "{page}");
        }
        for module in
            modules(&assets.files, ["js/app/main.js".to_owned(), "js/screens/match.js".to_owned()])
        {
            assert!(assets.files.contains_key(&module), "{module}");
        }
    }
}
