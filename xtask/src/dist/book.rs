//! The documents as a small site, made by mdBook, or as they are where mdBook is missing.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use super::file_tree::{FileTree, read, write};
use crate::arguments::MissingTools;
use crate::outcome::Failure;
use crate::process::{capture, cargo, git, run as run_command};
use crate::tools::{Availability, target};

/// How mdBook is installed, into a folder of its own. Without the server that shows changes.
const INSTALL: &str =
    "install mdbook@0.5.4 --locked --debug --no-default-features --features search --root";
/// The list of chapters.
const SUMMARY: &str = "docs/SUMMARY.md";
const BOOK_TOML: &str =
    "[book]\ntitle = \"Damier\"\nlanguage = \"en\"\n\n[output.html]\nno-section-label = true\n";

/// The site, under `docs/`, or the Markdown files and why there is no site.
pub(super) fn book(missing: MissingTools) -> Result<(FileTree, Availability<()>), Failure> {
    let sources = sources()?;
    let mut files = FileTree::default();
    let program = match mdbook(missing)? {
        Ok(program) => program,
        Err(why) => {
            files.extend("docs", &sources);
            return Ok((files, Err(why)));
        }
    };
    let folder = target().join("dist-book");
    let _ = fs::remove_dir_all(&folder);
    for (path, file) in sources.iter() {
        let path = folder.join("src").join(path);
        let parent = path.parent().unwrap_or(&folder);
        fs::create_dir_all(parent)
            .map_err(|error| Failure::Task(format!("cannot make {}: {error}", parent.display())))?;
        write(&path, &file.bytes)?;
    }
    write(&folder.join("book.toml"), BOOK_TOML.as_bytes())?;
    run_command(Command::new(program).arg("build").arg(&folder))?;
    files.copy_folder("docs", &folder.join("book"))?;
    Ok((files, Ok(())))
}

/// The program mdBook: on the path, or in a folder of `target`.
fn mdbook(missing: MissingTools) -> Result<Availability<PathBuf>, Failure> {
    let root = target().join("tools");
    let own = root.join("bin/mdbook");
    for program in [PathBuf::from("mdbook"), own.clone()] {
        if capture(Command::new(&program).arg("--version")).is_ok() {
            return Ok(Ok(program));
        }
    }
    if missing == MissingTools::LeaveOut {
        return Ok(Err(format!(
            "the documents as a site: no mdbook here: cargo {INSTALL} {}",
            root.display()
        )));
    }
    run_command(cargo(INSTALL).arg(root).env("CARGO_PROFILE_DEV_DEBUG", "0"))?;
    Ok(Ok(own))
}

/// The chapters with the links between them, and their pictures, by their paths in the book.
fn sources() -> Result<FileTree, Failure> {
    let listed = capture(&mut git("ls-files -z --cached --others --exclude-standard"))?;
    let chapters: BTreeMap<_, _> = listed
        .split_terminator('\0')
        .filter_map(|path| Some((path.to_owned(), chapter_path(path)?)))
        .collect();
    let mut files = FileTree::default();
    for (path, place) in &chapters {
        let bytes = read(Path::new(path))?;
        match String::from_utf8(bytes) {
            Ok(text) if is_markdown(place) => {
                files.add(place.clone(), relinked(&text, path, place, &chapters));
            }
            Ok(text) => files.add(place.clone(), text),
            Err(error) => files.add(place.clone(), error.into_bytes()),
        }
    }
    Ok(files)
}

fn is_markdown(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|extension| extension == "md")
}

/// The place in the book of a file of the repository.
fn chapter_path(path: &str) -> Option<String> {
    if ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE-MIT", "LICENSE-APACHE"]
        .contains(&path)
    {
        return Some(path.to_owned());
    }
    if let Some(inside) = path.strip_prefix("docs/") {
        // The lists of public items are for those who change the libraries.
        return (!inside.starts_with("api/")).then(|| inside.to_owned());
    }
    let rules = path.strip_prefix("crates/games/src/")?;
    let (game, file) = rules.split_once('/')?;
    let language = file.strip_prefix("rules.")?;
    Some(format!("rules/{game}.{language}"))
}

/// The text with its links to other chapters as they are in the book; links to what is not in it become plain text.
fn relinked(text: &str, path: &str, place: &str, chapters: &BTreeMap<String, String>) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find("](") {
        let (before, link) = (&rest[..at], &rest[at + 2..]);
        let Some(end) = link.find(')') else { break };
        let (target, after) = (&link[..end], &link[end + 1..]);
        match in_book(target, path, place, chapters) {
            Some(new) => result.extend([before, "](", &new, ")"]),
            None => match before.rfind('[') {
                Some(open) => {
                    result.push_str(before[..open].trim_end_matches('!'));
                    result.push_str(&before[open + 1..]);
                }
                None => result.extend([before, "](", target, ")"]),
            },
        }
        rest = after;
    }
    result.push_str(rest);
    // Pictures in HTML stand in the README alone.
    if path == "README.md" { result.replace("src=\"docs/", "src=\"") } else { result }
}

/// A link as it is in the book; `None` if it leads out of the book into the repository.
fn in_book(
    link: &str,
    path: &str,
    place: &str,
    chapters: &BTreeMap<String, String>,
) -> Option<String> {
    if link.contains(':') || link.starts_with('#') {
        return Some(link.to_owned());
    }
    let (file, part) = link
        .split_once('#')
        .map_or((link, String::new()), |(file, part)| (file, format!("#{part}")));
    let target = chapters.get(&resolved(path, file)?)?;
    // mdBook makes the page `index` of this chapter, but leaves links to it as they are.
    let target = if target == "README.md" && path != SUMMARY { "index.md" } else { target };
    let up = "../".repeat(place.matches('/').count());
    Some(format!("{up}{target}{part}"))
}

/// The path from the root of what a file refers to.
fn resolved(path: &str, link: &str) -> Option<String> {
    let mut parts: Vec<String> = Vec::new();
    let folder = Path::new(path).parent()?;
    for part in folder.join(link).components() {
        match part {
            Component::Normal(name) => parts.push(name.to_str()?.to_owned()),
            Component::ParentDir => drop(parts.pop()?),
            _ => {}
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_follow_the_chapters() {
        let paths = ["README.md", "docs/levels.md", "crates/games/src/othello/rules.en.md"];
        let chapters: BTreeMap<_, _> =
            paths.map(|path| (path.to_owned(), chapter_path(path).expect("a chapter"))).into();
        let text = "[a](docs/levels.md#ratings), [b](crates/games/src/othello/rules.en.md), [c](examples), [d](https://x.example)";
        assert_eq!(
            relinked(text, "README.md", "README.md", &chapters),
            "[a](levels.md#ratings), [b](rules/othello.en.md), c, [d](https://x.example)"
        );
        let back =
            relinked("[a](../../../../docs/levels.md)", paths[2], "rules/othello.en.md", &chapters);
        assert_eq!(back, "[a](../levels.md)");
        let home = relinked("[a](../README.md#install)", paths[1], "levels.md", &chapters);
        assert_eq!(home, "[a](index.md#install)");
        let listed = relinked("[Damier](../README.md)", SUMMARY, "SUMMARY.md", &chapters);
        assert_eq!(listed, "[Damier](README.md)");
    }

    fn root() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
    }

    /// All documents with their paths.
    fn documents() -> Vec<(String, String)> {
        let names = fs::read_dir(root().join("docs")).expect("docs").flatten();
        let names = names.map(|entry| format!("docs/{}", entry.file_name().to_string_lossy()));
        let paths = names.chain(["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(String::from));
        let document = |path: String| {
            let text = fs::read_to_string(root().join(&path)).expect("a document");
            (path, text)
        };
        paths.filter(|path| is_markdown(path)).map(document).collect()
    }

    #[test]
    fn every_document_is_a_chapter() {
        let documents = documents();
        let (_, summary) = documents.iter().find(|(path, _)| path == SUMMARY).expect("a summary");
        for (path, _) in documents.iter().filter(|(path, _)| path != SUMMARY) {
            let link = path.strip_prefix("docs/").map_or(format!("../{path}"), str::to_owned);
            assert!(summary.contains(&format!("]({link})")), "{SUMMARY} does not list {path}");
        }
        assert!(documents.len() > 20);
    }

    /// A heading stands at most one level below the one before it.
    #[test]
    fn no_document_skips_a_level_of_headings() {
        for (path, text) in documents().iter().filter(|(path, _)| path != SUMMARY) {
            let (mut level, mut is_code) = (0, false);
            for line in text.lines() {
                is_code ^= line.starts_with("```");
                let hashes = line.bytes().take_while(|byte| *byte == b'#').count();
                if is_code || hashes == 0 || line.as_bytes().get(hashes) != Some(&b' ') {
                    continue;
                }
                assert!(hashes <= level + 1, "{path}: {line}");
                level = hashes;
            }
            assert!(level > 0, "{path} has no heading");
        }
    }

    /// Links of all documents lead to files that are there.
    #[test]
    fn no_link_of_a_document_is_dead() {
        let root = root();
        let mut dead = Vec::new();
        for (path, text) in documents() {
            for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
                let file = link.split('#').next().unwrap_or_default();
                if file.is_empty() || file.contains(':') || file.contains(' ') {
                    continue;
                }
                if !resolved(&path, file).is_some_and(|target| root.join(target).exists()) {
                    dead.push(format!("{path}: {link}"));
                }
            }
        }
        assert!(dead.is_empty(), "{dead:#?}");
    }
}
