//! The page as files for a static host: the same files, with an `index.html` that names no server.

use std::collections::BTreeMap;
use std::sync::Arc;

use api::{Games, Resource};
use engine::Entry;
use rules::Lang;
use serde_json::{Value, json};
use wire::http::AnalysisPlace;

use super::{Assets, Fnv, STATIC_WORKER, WORKER, text};

/// The folder of the page's files, seen from the page.
const FOLDER: &str = "a";
/// The folder of the core, seen from the page.
const CORE_FOLDER: &str = "core";
/// The manifest of the page as an installable program.
const WEB_MANIFEST: &str = "app.webmanifest";
/// Part of the texts for the page without a server: it has to say that the core cannot be loaded.
const OFFLINE_PART: &str = "offline";
/// Content security policy. A static host may send none; nothing can be sent anywhere else with it.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data: blob:; \
    object-src 'none'; base-uri 'none'; form-action 'self'";

/// Files of the core beside the page, by their names in its folder.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct CoreFiles {
    /// What the page needs to play.
    pub needed: Vec<String>,
    /// What some games load when they first need it.
    pub data: Vec<String>,
}

/// The files of the page for a static host, by their paths: they work under any path of any host. The core is
/// expected in the folder `core` beside them.
///
/// # Errors
///
/// If the page's own files are not what they were when this was written.
pub fn static_page(
    catalogue: &[Entry],
    version: &str,
    core: &CoreFiles,
) -> Result<BTreeMap<String, Vec<u8>>, String> {
    let mut assets = Assets::read(FOLDER);
    let assets_folder = format!("{FOLDER}/{}", assets.hash);
    let page = assets.pages.get("home").map(|page| text(&page.plain)).unwrap_or_default();
    let mut take = |name: &str| {
        let file = assets.files.remove(name).ok_or_else(|| format!("no {name}"))?;
        Ok::<_, String>(text(&file.plain))
    };
    let (worker, manifest) = (take(STATIC_WORKER)?, take(WEB_MANIFEST)?);
    take(WORKER)?;
    let mut files: BTreeMap<_, _> =
        assets.files.into_iter().map(|(name, file)| (name, file.plain.to_vec())).collect();
    let games = Games::new(Arc::from(catalogue));
    for (path, resource) in Resource::files(&games) {
        let encoded = resource.encode(&games, version);
        let encoded = encoded.map_err(|error| format!("{path}: {error:?}"))?;
        files.insert(format!("{}.json", path.trim_start_matches('/')), encoded);
    }
    for lang in Lang::ALL {
        let start = start(&games, version, lang)?;
        files.insert(format!("start.{}.json", lang.code()), start.to_string().into_bytes());
    }
    // The name of the folder changes with all that is in it: the service worker loads no file of a known name again.
    let folder = format!("{FOLDER}/{}", hash(&files).text());
    let (page, manifest) =
        (page.replace(&assets_folder, &folder), manifest.replace(&assets_folder, &folder));
    let mut files: BTreeMap<_, _> =
        files.into_iter().map(|(name, bytes)| (format!("{folder}/{name}"), bytes)).collect();
    files.insert(WEB_MANIFEST.to_owned(), web_manifest(&manifest)?.into_bytes());
    let build = build(&files, core, &page, &worker);
    let in_core = |name: &String| format!("{CORE_FOLDER}/{name}");
    let kept = files.keys().cloned().chain(core.needed.iter().map(in_core));
    let worker = worker
        .replace("{{build}}", &build)
        .replace("\"{{files}}\"", &list(kept))
        .replace("\"{{data}}\"", &list(core.data.iter().map(in_core)));
    files.insert(WORKER.to_owned(), worker.into_bytes());
    files.insert("index.html".to_owned(), index(&page, &folder, &build)?.into_bytes());
    Ok(files)
}

/// What the page starts with: what a server would send to a new visitor.
fn start(games: &Games, version: &str, lang: Lang) -> Result<Value, String> {
    let encoded = Resource::Catalogue { owner: false, analysis: AnalysisPlace::Server };
    let encoded = encoded.encode(games, version);
    let encoded = encoded.map_err(|error| format!("the catalogue: {error:?}"))?;
    let catalogue: Value = serde_json::from_slice(&encoded).map_err(|error| error.to_string())?;
    let mut words = texts::page(lang, None);
    words.extend(texts::page(lang, Some(OFFLINE_PART)));
    Ok(json!({ "lang": lang.code(), "texts": words, "catalogue": catalogue, "profile": {} }))
}

/// The manifest as it stands beside the page, whatever its path is.
fn web_manifest(manifest: &str) -> Result<String, String> {
    let mut manifest: Value = serde_json::from_str(manifest).map_err(|error| error.to_string())?;
    let fields = manifest.as_object_mut().ok_or("the manifest is no object")?;
    // The address at which it starts tells it apart from others of the same host.
    fields.remove("id");
    for name in ["start_url", "scope"] {
        fields.insert(name.to_owned(), "./".into());
    }
    Ok(format!("{manifest:#}\n"))
}

/// Name of what these files are together.
fn build(files: &BTreeMap<String, Vec<u8>>, core: &CoreFiles, page: &str, worker: &str) -> String {
    let mut hash = hash(files);
    for part in core.needed.iter().chain(&core.data) {
        hash.add(part.as_bytes());
    }
    hash.add(page.as_bytes());
    hash.add(worker.as_bytes());
    hash.text()
}

/// Hash of files and their names.
fn hash(files: &BTreeMap<String, Vec<u8>>) -> Fnv {
    let mut hash = Fnv::default();
    for (name, bytes) in files {
        hash.add(name.as_bytes());
        hash.add(bytes);
    }
    hash
}

/// Elements of an array of JavaScript.
fn list(names: impl Iterator<Item = String>) -> String {
    names.map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

/// The page without its server.
fn index(page: &str, folder: &str, build: &str) -> Result<String, String> {
    let metas = format!(
        "<meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"damier-core\" content=\"{CORE_FOLDER}/\">\n\
         <meta name=\"damier-build\" content=\"{build}\">\n<title>"
    );
    let mut page = page.to_owned();
    for (part, replacement) in [
        ("<title>", &*metas),
        (&*format!("\"{folder}/{WEB_MANIFEST}\""), &*format!("\"{WEB_MANIFEST}\"")),
        ("<link rel=\"preload\" href=\"/api/start\" as=\"fetch\" crossorigin=\"anonymous\">\n", ""),
        ("class=\"brand\" href=\"/\"", "class=\"brand\" href=\"#/\""),
    ] {
        if page.matches(part).count() != 1 {
            return Err(format!("the page does not have {part} once"));
        }
        page = page.replace(part, replacement);
    }
    Ok(page)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tic_tac_toe::TicTacToeEngine;

    fn page(core: &CoreFiles) -> BTreeMap<String, String> {
        let catalogue = [Entry::of::<TicTacToeEngine>()];
        let files = static_page(&catalogue, "7", core).expect("a page");
        files.into_iter().map(|(name, bytes)| (name, text(&bytes))).collect()
    }

    fn core(needed: &[&str]) -> CoreFiles {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect();
        CoreFiles { needed: names(needed), data: names(&["book.bin"]) }
    }

    /// A static host has no root of its own: every address is relative to the page.
    #[test]
    fn the_page_names_its_files_by_relative_paths() {
        let files = page(&core(&["core.1.wasm"]));
        let index = &files["index.html"];
        assert!(!index.contains("=\"/") && !index.contains("{{"), "{index}");
        for part in index.split("href=\"").skip(1).chain(index.split("src=\"").skip(1)) {
            let path = part.split('"').next().unwrap_or_default();
            assert!(path.starts_with('#') || files.contains_key(path), "{path}");
        }
        let manifest: Value = serde_json::from_str(&files[WEB_MANIFEST]).expect("JSON");
        assert_eq!((&manifest["start_url"], &manifest["id"]), (&"./".into(), &Value::Null));
        for icon in manifest["icons"].as_array().expect("icons") {
            assert!(files.contains_key(icon["src"].as_str().expect("a path")), "{icon}");
        }
    }

    #[test]
    fn the_worker_keeps_every_file_and_the_core() {
        let files = page(&core(&["core.1.wasm"]));
        let worker = &files[WORKER];
        for name in files.keys().filter(|name| ![WORKER, "index.html"].contains(&name.as_str())) {
            assert!(worker.contains(&format!("\"{name}\"")), "{name}");
        }
        assert!(worker.contains("\"core/core.1.wasm\"") && !worker.contains("{{"));
        assert!(worker.contains("const DATA = [\"core/book.bin\"];"));
    }

    /// The core has none of these: they would make it larger.
    #[test]
    fn what_is_the_same_for_everybody_is_a_file_at_the_path_of_the_server() {
        let files = page(&CoreFiles::default());
        let has = |end: &str| files.keys().any(|path| path.ends_with(end));
        assert!(has("/api/think.json") && has("/api/rules/tic-tac-toe.json"), "{:?}", files.keys());
        for lang in Lang::ALL {
            let file = format!("/api/texts/{}/think.json", lang.code());
            let file = files.iter().find(|(path, _)| path.ends_with(&file)).expect("texts");
            let words: BTreeMap<String, String> = serde_json::from_str(file.1).expect("texts");
            assert_eq!(words, texts::page(lang, Some("think")));
        }
    }

    /// What the service worker of the version before has kept is not taken for this one.
    #[test]
    fn other_data_have_other_paths() {
        let catalogue = [Entry::of::<TicTacToeEngine>()];
        let start = |version| {
            let files = static_page(&catalogue, version, &CoreFiles::default()).expect("a page");
            files.into_keys().find(|path| path.ends_with("start.en.json")).expect("a start")
        };
        assert_eq!(start("7"), start("7"));
        assert_ne!(start("7"), start("8"));
    }

    #[test]
    fn another_core_is_another_build() {
        let build = |needed| {
            let page = page(&core(needed));
            let at = page["index.html"].split_once("damier-build\" content=\"");
            at.map(|(_, rest)| rest[..16].to_owned()).expect("a build")
        };
        assert_eq!(build(&["core.1.wasm"]), build(&["core.1.wasm"]));
        assert_ne!(build(&["core.1.wasm"]), build(&["core.2.wasm"]));
    }

    #[test]
    fn the_page_starts_with_the_words_for_what_goes_wrong() {
        let files = page(&CoreFiles::default());
        for lang in Lang::ALL {
            let name = format!("start.{}.json", lang.code());
            let start = files.iter().find(|(path, _)| path.ends_with(&name)).expect("a start");
            let start: Value = serde_json::from_str(start.1).expect("JSON");
            assert!(start["texts"]["offline-core-failed"].is_string(), "{name}");
            assert_eq!(start["catalogue"]["version"], "7");
        }
    }
}
