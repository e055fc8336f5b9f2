//! Static file server for the page without a server: a folder under a path of its own, and nothing else.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::{env, fs, thread};

use serde_json::Value;

use crate::site::target;
use crate::tab::Tab;
use crate::time_limit::WAIT_TIMEOUT;

/// The path of the page on its host, which is not the root.
pub const BASE: &str = "/games/damier/";

/// The folder of the page: what `DAMIER_STATIC_PAGE` names, or the one that `cargo xtask test` makes.
pub fn web_folder() -> PathBuf {
    let folder =
        env::var_os("DAMIER_STATIC_PAGE").map_or_else(|| target().join("web-test"), PathBuf::from);
    assert!(
        folder.join("index.html").exists(),
        "no page in {}: cargo xtask test",
        folder.display()
    );
    folder
}

/// Host of a folder. It can be cut off, and its folder be replaced.
pub struct StaticHost {
    /// Address that it listens at.
    pub address: SocketAddr,
    folder: Arc<Mutex<PathBuf>>,
    is_cut: Arc<AtomicBool>,
}

impl StaticHost {
    /// Starts one for a folder; its thread ends with the process.
    pub fn start(folder: &Path) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let folder = Arc::new(Mutex::new(folder.to_path_buf()));
        let is_cut = Arc::new(AtomicBool::new(false));
        let (shared, cut) = (Arc::clone(&folder), Arc::clone(&is_cut));
        thread::spawn(move || {
            for stream in listener.incoming().map_while(Result::ok) {
                if cut.load(Relaxed) {
                    continue; // dropped: the browser sees a connection that ends at once
                }
                let folder = shared.lock().unwrap().clone();
                thread::spawn(move || answer(&stream, &folder));
            }
        });
        Self { address, folder, is_cut }
    }

    /// Origin of the page.
    pub fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Answers nothing from now on.
    pub fn cut(&self) {
        self.is_cut.store(true, Relaxed);
    }

    /// Hosts another folder from now on.
    pub fn replace(&self, folder: &Path) {
        *self.folder.lock().unwrap() = folder.to_path_buf();
    }
}

/// Chooses English, without sound and motion, for somebody who knows the games.
pub async fn prefer(tab: &Tab) {
    let known: Vec<_> = games::CATALOGUE.iter().map(|entry| entry.game.info().id).collect();
    tab.js::<bool>(&format!(
        "(async () => {{ const modules = [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href); \
         const settings = await import(modules.find((url) => url.endsWith('/js/app/settings.js'))); \
         settings.change({{ lang: 'en', sound: false, motion: 'off', delay: 0 }}); \
         for (const game of {known:?}) settings.changeProgress(game, {{ offered: true, coached: true }}); \
         await settings.flush(); return true; }})()"
    ))
    .await;
}

/// Asks the core of a page, as the page does; the answer must be a success.
pub async fn ask(tab: &Tab, method: &str, path: &str, body: &Value) -> Value {
    let (status, text) = try_ask(tab, method, path, body).await;
    assert!((200..300).contains(&status), "{method} {path}: {status} {text}");
    if text.is_empty() { Value::Null } else { serde_json::from_str(&text).unwrap() }
}

/// Asks the core of a page; the status and the text of the answer.
pub async fn try_ask(tab: &Tab, method: &str, path: &str, body: &Value) -> (u16, String) {
    let body =
        if body.is_null() { "undefined".to_owned() } else { format!("{:?}", body.to_string()) };
    tab.js(&format!(
        "(async () => {{ const modules = [...document.querySelectorAll('link[rel=modulepreload]')].map((link) => link.href); \
         const {{ request }} = await import(modules.find((url) => url.endsWith('/js/net/transport.js'))); \
         const options = {{ method: {method:?}, headers: {{ 'content-type': 'application/json' }}, body: {body} }}; \
         const answer = await request({path:?}, options); \
         return [answer.status, await answer.text()]; }})()"
    ))
    .await
}

/// Goes to a route and waits for an element of its screen.
pub async fn go(tab: &Tab, route: &str, shown: &str) {
    tab.js::<bool>(&format!("location.hash = '#{route}', true")).await;
    tab.wait(&format!("location.hash.startsWith('#{route}') && document.querySelector({shown:?})"))
        .await;
    tab.rest().await;
}

/// Answers one request; a browser that goes away in between is no concern.
fn answer(mut stream: &TcpStream, folder: &Path) {
    let _ = stream.set_read_timeout(Some(WAIT_TIMEOUT));
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let path = line.split_whitespace().nth(1).unwrap_or_default().to_owned();
    while reader.read_line(&mut line).is_ok_and(|length| length > 2) {}
    let file = find(folder, &path);
    let (status, content_type, body) =
        match file.and_then(|file| Some((content_type(&file), fs::read(file).ok()?))) {
            Some((content_type, body)) => ("200 OK", content_type, body),
            None => ("404 Not Found", "text/plain", b"not found".to_vec()),
        };
    let _ = write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Cache-Control: max-age=600\r\nConnection: close\r\n\r\n",
        body.len()
    );
    let _ = stream.write_all(&body);
}

/// The file of a path below [`BASE`].
fn find(folder: &Path, path: &str) -> Option<PathBuf> {
    let path = path.split('?').next()?.strip_prefix(BASE)?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
    is_plain.then(|| folder.join(path))
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html",
        Some("js") => "text/javascript",
        Some("css") => "text/css",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("wasm") => "application/wasm",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
