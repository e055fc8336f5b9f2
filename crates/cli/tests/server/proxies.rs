//! The server behind nginx and Caddy, configured by the samples in `deploy/`.

use std::fs;
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use play::{Player, Version};
use serde_json::json;
use tungstenite::client::IntoClientRequest;
use wire::http::{Created, Recognised};

use crate::client::{Answer, Socket, connect, human, request_on, try_request_on};
use crate::deploy::sample;
use crate::program::Program;
use crate::running::Folder;
use crate::time_limit::{self, Lines};

/// Name of the server in the samples.
const NAME: &str = "damier.example";

/// A proxy in front of a server.
struct Proxy {
    child: Child,
    https: SocketAddr,
    http: SocketAddr,
    _server: Program,
}

impl Drop for Proxy {
    fn drop(&mut self) {
        let _ = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        time_limit::wait_for_end("the proxy", &mut self.child);
    }
}

/// Addresses that nobody else uses.
fn free_addresses<const COUNT: usize>() -> [SocketAddr; COUNT] {
    [(); COUNT].map(|()| ([127, 0, 0, 1], testkit::free_port()).into())
}

/// A server as the unit starts it, for a public URL with a port.
fn server(folder: &Folder, https: SocketAddr) -> Program {
    let url = format!("https://{NAME}:{}", https.port());
    let args = ["serve", "--listen", "127.0.0.1:0", "--public-url", &url, "--trust-proxy"];
    Program::start(folder, &args)
}

impl Proxy {
    /// Starts a proxy with a configuration and waits until it answers: with a certificate, for the server behind it.
    fn start(command: &mut Command, [https, http]: [SocketAddr; 2], server: Program) -> Self {
        let mut child = command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        let log = Lines::of(child.stderr.take().unwrap());
        let mut proxy = Self { child, https, http, _server: server };
        time_limit::wait_for("the proxy", || {
            if let Some(status) = proxy.child.try_wait().unwrap() {
                panic!("the proxy has ended with {status}: {}", log.rest().join("\n"));
            }
            // An open port is no certificate yet.
            TcpStream::connect(https).ok()?;
            let plain = TcpStream::connect(http).ok()?;
            let host = format!("Host: {NAME}\r\n");
            try_request_on(plain, "GET", "/", &host, b"")?;
            let page = proxy.try_request("GET", "/healthz", "", b"")?;
            (page.status == 200).then_some(())
        });
        proxy
    }

    fn nginx(folder: &Folder) -> Self {
        let addresses @ [https, http] = free_addresses();
        let server = server(folder, https);
        let path = folder.path().display();
        let (certificate, key) = (format!("{path}/certificate.pem"), format!("{path}/key.pem"));
        make_certificate(&certificate, &key);
        let https_port = https.port().to_string();
        let replacements = [
            ("127.0.0.1:4747", &*server.address.to_string()),
            ("listen 443 ", &format!("listen {https_port} ")),
            ("listen [::]:443 ", &format!("listen [::]:{https_port} ")),
            ("listen 80;", &format!("listen {};", http.port())),
            ("listen [::]:80;", &format!("listen [::]:{};", http.port())),
            ("/etc/letsencrypt/live/damier.example/fullchain.pem", &certificate),
            ("/etc/letsencrypt/live/damier.example/privkey.pem", &key),
        ];
        fs::write(folder.path().join("site.conf"), sample("nginx.conf", &replacements)).unwrap();
        let folders = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
        let folders = folders.map(|kind| format!("{kind}_temp_path {path}/{kind};"));
        let main = format!(
            "daemon off; pid {path}/nginx.pid; error_log stderr;\nevents {{}}\n\
             http {{ access_log off; {} include {path}/site.conf; }}\n",
            folders.join(" ")
        );
        let file = folder.path().join("nginx.conf");
        fs::write(&file, main).unwrap();
        Self::start(Command::new("nginx").arg("-c").arg(&file), addresses, server)
    }

    fn caddy(folder: &Folder) -> Self {
        let addresses @ [https, http] = free_addresses();
        let server = server(folder, https);
        let site = sample("Caddyfile", &[("127.0.0.1:4747", &server.address.to_string())]);
        // Certificates of its own, which are not made known to this machine.
        let options = format!(
            "{{\n\tadmin off\n\tlocal_certs\n\tskip_install_trust\n\thttps_port {}\n\thttp_port {}\n\
             \tstorage file_system {}\n}}\n",
            https.port(),
            http.port(),
            folder.path().join("caddy").display()
        );
        let file = folder.path().join("Caddyfile");
        fs::write(&file, options + &site).unwrap();
        let mut command = Command::new("caddy");
        command.args(["run", "--adapter", "caddyfile", "--config"]).arg(&file);
        command.env("HOME", folder.path()).stdout(Stdio::null());
        Self::start(&mut command, addresses, server)
    }

    /// The address in the browser.
    fn origin(&self) -> String {
        format!("https://{NAME}:{}", self.https.port())
    }

    fn request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Answer {
        self.try_request(method, path, headers, body).expect("an answer")
    }

    /// The same; `None` if the proxy does not speak TLS, or ends the connection.
    fn try_request(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> Option<Answer> {
        let headers = format!("Host: {NAME}:{}\r\n{headers}", self.https.port());
        let stream = connect(tls_tunnel(self.https));
        try_request_on(stream, method, path, &headers, body)
    }

    fn post(&self, path: &str, body: &[u8]) -> Answer {
        self.request("POST", path, &format!("Origin: {}\r\n", self.origin()), body)
    }

    fn open_socket(&self, id: &str, cookie: &str) -> Socket {
        let url = format!("ws://{NAME}:{}/api/matches/{id}/socket", self.https.port());
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("origin", self.origin().parse().unwrap());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let stream = connect(tls_tunnel(self.https));
        let (stream, _) = tungstenite::client::client(request, stream).unwrap();
        Socket::greet(stream, None)
    }
}

fn make_certificate(certificate: &str, key: &str) {
    let mut openssl = Command::new("openssl");
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"]);
    openssl.args(["-nodes", "-days", "2", "-subj", &format!("/CN={NAME}")]);
    openssl.args(["-out", certificate, "-keyout", key]);
    let output = time_limit::output(&mut openssl);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Address of a tunnel for one connection, at whose end `openssl` speaks TLS with `target`.
fn tls_tunnel(target: SocketAddr) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (stream, _) = listener.accept().unwrap();
        let mut openssl = Command::new("openssl");
        openssl.args(["s_client", "-quiet", "-servername", NAME, "-connect"]);
        openssl.arg(target.to_string());
        openssl.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = openssl.spawn().unwrap();
        let (mut input, mut output) = (child.stdin.take().unwrap(), child.stdout.take().unwrap());
        let child = Arc::new(Mutex::new(child));
        let (mut from, ended) = (stream.try_clone().unwrap(), Arc::clone(&child));
        thread::spawn(move || {
            pump(&mut from, &mut input);
            let _ = ended.lock().unwrap().kill();
        });
        pump(&mut output, &mut &stream);
        let _ = stream.shutdown(Shutdown::Both);
        let mut child = child.lock().unwrap();
        let _ = child.kill();
        let _ = child.wait();
    });
    address
}

/// Copies bytes until either end is closed. Not `io::copy`: that splices, and a splice into a pipe blocks
/// its reader until the next bytes come.
fn pump(from: &mut impl Read, to: &mut impl Write) {
    let mut bytes = vec![0; 64 << 10];
    while let Ok(length @ 1..) = from.read(&mut bytes) {
        if to.write_all(&bytes[..length]).is_err() {
            break;
        }
    }
}

/// A body of `/api/files` of more than two MiB: a game, then blank lines, then another.
fn upload() -> Vec<u8> {
    let game = "(;GM[Othello]B[f5];)";
    let file = format!("{game}{}{game}", "\n".repeat(2 << 20));
    let head = json!({ "files": [{ "name": "a.ggf", "length": file.len() }] });
    format!("{head}\n{file}").into_bytes()
}

/// A visit through a proxy: the page, an upload, a move, and what is not for visitors.
fn visit(proxy: &Proxy) {
    let page = proxy.request("GET", "/", "", b"");
    assert_eq!(page.status, 200);
    assert!(page.text().contains("<!doctype html>"), "{}", page.text());
    assert_eq!(page.header("strict-transport-security"), Some("max-age=31536000"));
    let listed = proxy.post("/api/files", &upload());
    assert_eq!(listed.status, 200, "{}", listed.text());
    assert_eq!(listed.json::<Recognised>().found.len(), 2);
    let wanted =
        json!({ "game": "connect-four", "players": { "first": human(), "second": human() } });
    let made = proxy.post("/api/matches", wanted.to_string().as_bytes());
    assert_eq!(made.status, 200, "{}", made.text());
    let cookie = made.header("set-cookie").expect("a visitor like others, not the owner");
    assert!(cookie.starts_with("__Host-damier="), "{cookie}");
    let cookie = cookie.split(';').next().unwrap();
    let mut socket = proxy.open_socket(&made.json::<Created>().id, cookie);
    assert_eq!(socket.play(Player::One, "4"), Ok(Version(2)));
    assert_eq!(socket.wait(|state| state.version == Version(2)).record.moves, ["4"]);
    // Pages of others get nothing, and nobody is the owner by saying so.
    let other = proxy.request("POST", "/api/matches", "Origin: https://evil.test\r\n", b"{}");
    assert_eq!(other.status, 403);
    let claim = "X-Forwarded-For: 127.0.0.1\r\n";
    assert_eq!(proxy.request("GET", "/metrics", claim, b"").status, 404);
    let listed = proxy.request("GET", "/api/matches", claim, b"");
    assert!(listed.header("set-cookie").is_some(), "{}", listed.headers);
    let plain =
        request_on(connect(proxy.http), "GET", "/rules/othello", &format!("Host: {NAME}\r\n"), b"");
    assert!(matches!(plain.status, 301 | 308), "{}", plain.headers);
    assert!(plain.header("location").unwrap().starts_with(&format!("https://{NAME}")));
}

#[test]
#[ignore = "needs proxies"]
fn everything_works_behind_nginx() {
    let folder = Folder::new("nginx");
    let proxy = Proxy::nginx(&folder);
    visit(&proxy);
    // What the program would not take does not reach it.
    assert_eq!(proxy.post("/api/files", &vec![b' '; (8 << 20) + 1]).status, 413);
}

#[test]
#[ignore = "needs proxies"]
fn everything_works_behind_caddy() {
    let folder = Folder::new("caddy");
    visit(&Proxy::caddy(&folder));
}
