//! `--public-url`: what it needs, and what browsers are told behind HTTPS.

use serde_json::json;

use crate::client::{Answer, get, human, request};
use crate::program::{Program, damier};
use crate::running::Folder;
use crate::time_limit;

/// Starts a server for a public URL that must not start, and returns what it says.
fn refused(url: &str, lang: &str) -> String {
    let folder = Folder::new("untrusted");
    let args = ["serve", "--listen", "127.0.0.1:0", "--public-url", url];
    let output = time_limit::output(damier(&folder, &args).env("LC_ALL", lang));
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    said
}

#[test]
fn a_proxy_that_is_not_trusted_is_a_reason_not_to_start() {
    for url in ["https://damier.example", "http://damier.example"] {
        let [en, fr] = ["C", "fr_FR.UTF-8"].map(|lang| refused(url, lang));
        for said in [&en, &fr] {
            for word in [url, "--trust-proxy", "X-Forwarded-For", "/metrics"] {
                assert!(said.contains(word), "{said}");
            }
        }
        assert_ne!(en, fr);
    }
}

#[test]
fn a_public_url_without_a_proxy_in_front_is_served() {
    let folder = Folder::new("public-http");
    let args = ["serve", "--listen", "127.0.0.1:0", "--public-url", "http://localhost:4747"];
    let program = Program::start(&folder, &args);
    let answer = get(program.address, "/");
    assert_eq!(answer.status, 200);
    assert_eq!(answer.header("strict-transport-security"), None);
}

fn behind_https(folder: &Folder) -> Program {
    let public = ["--public-url", "https://damier.example", "--trust-proxy"];
    Program::start(folder, &[&["serve", "--listen", "127.0.0.1:0"], &public[..]].concat())
}

/// A request that a proxy has forwarded.
fn forwarded(program: &Program, method: &str, path: &str, cookie: &str, body: &str) -> Answer {
    let cookie = if cookie.is_empty() { String::new() } else { format!("Cookie: {cookie}\r\n") };
    let headers = format!("Host: damier.example\r\nX-Forwarded-For: 192.0.2.1\r\n{cookie}");
    request(program.address, method, path, &headers, body.as_bytes())
}

fn cookies(answer: &Answer) -> Vec<&str> {
    let lines = answer.headers.lines().filter_map(|line| line.split_once(": "));
    lines.filter(|(name, _)| name.eq_ignore_ascii_case("set-cookie")).map(|(_, it)| it).collect()
}

#[test]
fn behind_https_browsers_stay_with_it() {
    let folder = Folder::new("https");
    let program = behind_https(&folder);
    for path in ["/", "/api/catalogue", "/no-such-page"] {
        let answer = forwarded(&program, "GET", path, "", "");
        let age = answer.header("strict-transport-security");
        assert_eq!(age, Some("max-age=31536000"), "{path}");
        assert_eq!(answer.header("cross-origin-opener-policy"), Some("same-origin"), "{path}");
    }
}

#[test]
fn behind_https_the_cookie_belongs_to_the_host_and_the_earlier_one_keeps_its_profile() {
    let folder = Folder::new("https-cookie");
    let program = behind_https(&folder);
    let wanted = json!({ "game": "othello", "players": { "first": human(), "second": human() } });
    let create =
        |cookie: &str| forwarded(&program, "POST", "/api/matches", cookie, &wanted.to_string());
    // A new visitor.
    let made = create("");
    let [cookie] = cookies(&made)[..] else { panic!("{}", made.headers) };
    assert!(cookie.starts_with("__Host-damier="), "{cookie}");
    for part in ["; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Strict"] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Domain"), "{cookie}");
    let own = cookie.split(';').next().unwrap();
    let list = |cookie: &str| {
        let answer = forwarded(&program, "GET", "/api/matches", cookie, "");
        let count = answer.json::<Vec<serde_json::Value>>().len();
        (count, cookies(&answer).into_iter().map(ToOwned::to_owned).collect::<Vec<_>>())
    };
    assert_eq!(list(own), (1, vec![]));
    // A visitor who came before the cookie had this name: found, renamed, and the old one removed.
    let digits = own.split_once('=').unwrap().1;
    let earlier = format!("damier={digits}");
    let (count, set) = list(&earlier);
    assert_eq!(count, 1);
    assert!(set.iter().any(|it| it.starts_with(&format!("{own};"))), "{set:?}");
    let removed = |it: &String| it.starts_with("damier=;") && it.contains("Max-Age=0");
    assert!(set.iter().any(removed), "{set:?}");
    // The new name wins over the old one, which anybody below the domain could set.
    let planted = format!("damier={}; {own}", "7".repeat(32));
    assert_eq!(list(&planted), (1, vec![]));
}

#[test]
fn what_comes_through_a_proxy_is_not_the_machine_s_own() {
    let folder = Folder::new("https-metrics");
    let program = behind_https(&folder);
    let metrics = |headers: &str| request(program.address, "GET", "/metrics", headers, b"").status;
    assert_eq!(metrics(""), 200);
    assert_eq!(metrics("Host: damier.example\r\nX-Forwarded-For: 127.0.0.1\r\n"), 404);
    // A proxy that does not say where requests come from.
    assert_eq!(metrics("Host: damier.example\r\n"), 404);
    drop(program);
    // A proxy of which the program has not been told.
    let program =
        Program::start(&folder, &["serve", "--listen", "127.0.0.1:0", "--host", "damier.example"]);
    let headers = "Host: damier.example\r\nX-Forwarded-For: 192.0.2.1\r\n";
    assert_eq!(request(program.address, "GET", "/metrics", headers, b"").status, 404);
    assert_eq!(get(program.address, "/metrics").status, 200);
}
