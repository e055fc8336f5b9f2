//! Engines for browsers: what a server with `--web` sends, and what it refuses with `--engine browser`.

use std::fs;

use server::{AnalysisPlace, BrowserEngines};
use wire::http::Catalogue;
use wire::{AnalysisRefusal, ToAnalyst};

use crate::analysis::{Analyst, CONNECT_FOUR, question};
use crate::client::{Visitor, get};
use crate::running::{Folder, Running};

/// The engines of a folder, as `cargo xtask web` makes it.
fn engines(folder: &Folder, place: AnalysisPlace) -> BrowserEngines {
    let core = folder.path().join("core");
    fs::create_dir_all(&core).unwrap();
    fs::write(core.join("manifest.json"), "{}").unwrap();
    fs::write(core.join("core.0123456789abcdef.wasm"), [0; 2000]).unwrap();
    BrowserEngines::read(folder.path(), place).unwrap()
}

#[test]
fn a_server_without_analysis_sends_the_engines_and_refuses_questions() {
    let folder = Folder::new("browser-engines");
    let server = Running::with_engines(engines(&folder, AnalysisPlace::Browser));
    let catalogue: Catalogue = get(server.address, "/api/catalogue").json();
    assert_eq!(catalogue.analysis, AnalysisPlace::Browser);
    for (number, ask) in (1..).zip([ToAnalyst::Analyse, ToAnalyst::Review]) {
        let mut analyst = Analyst::open_by(&Visitor::local(server.address));
        analyst.send(&ask(question(number, "connect-four", CONNECT_FOUR, "4 4")));
        assert_eq!(analyst.refusal(number), AnalysisRefusal::Browser);
    }
    for (path, status, kept) in [
        ("/core/manifest.json", 200, "no-cache"),
        ("/core/core.0123456789abcdef.wasm", 200, "immutable"),
        ("/core/other.wasm", 404, ""),
        ("/core/..%2Fsecret", 404, ""),
    ] {
        let answer = get(server.address, path);
        assert_eq!(answer.status, status, "{path}");
        assert!(answer.headers.contains(kept), "{path}: {}", answer.headers);
    }
    let page = get(server.address, "/").headers.to_lowercase();
    for header in ["'wasm-unsafe-eval'", "cross-origin-embedder-policy: require-corp"] {
        assert!(page.contains(header), "{page}");
    }
}

#[test]
fn a_server_that_leaves_the_choice_answers_questions() {
    let folder = Folder::new("browser-engines-either");
    let server = Running::with_engines(engines(&folder, AnalysisPlace::Either));
    let mut analyst = Analyst::open_by(&Visitor::local(server.address));
    analyst.send(&ToAnalyst::Analyse(question(1, "connect-four", CONNECT_FOUR, "4 4")));
    assert_eq!(analyst.thought(1).question, 1);
}

#[test]
fn pages_of_other_servers_compile_no_code() {
    let server = Running::start();
    let page = get(server.address, "/");
    let headers = page.headers.to_lowercase();
    assert!(!headers.contains("wasm-unsafe-eval") && !headers.contains("embedder-policy"));
    assert_eq!(get(server.address, "/core/manifest.json").status, 404);
}

#[test]
fn a_folder_without_engines_is_refused() {
    let folder = Folder::new("browser-engines-none");
    assert!(BrowserEngines::read(folder.path(), AnalysisPlace::Either).is_err());
}
