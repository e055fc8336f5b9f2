//! `cargo xtask new-game NAME`: a game to begin with. It is the tic-tac-toe of the tests under another name, with all
//! that a game must have and nothing else, so that it compiles, is played and passes its tests before a line is written.

use std::fs;
use std::path::{Path, PathBuf};

use crate::outcome::{Failure, Outcome, TaskResult};
use crate::process::{cargo, run as run_command};

/// Folder of the crate of the games.
const GAMES: &str = "crates/games";
/// What the copied folder has to become where a game is part of the program, and what it is in the tests.
const RULES_PAGES: [&str; 2] = [
    r#"Text::new(include_str!("rules.en.md"), include_str!("rules.fr.md"))"#,
    r#"rules_pages!("rules.en.md", "rules.fr.md")"#,
];
/// The end of the catalogue, and of the list of second implementations.
const ENDS: [&str; 2] = ["\n];\n", "\n        _ => None,\n"];

/// Reads `NAME`, writes the game and lists it.
pub(crate) fn run(words: &[String]) -> TaskResult {
    let [name] = words else {
        return Err(Failure::Usage("new-game: the name of the game is missing: nine-holes".into()));
    };
    let name = GameName::new(name)?;
    for path in write(Path::new(GAMES), &name)? {
        println!("{}", path.display());
    }
    run_command(&mut cargo("fmt -p damier-games"))?;
    println!("\n{} is tic-tac-toe so far. docs/adding-a-game.md leads on.", name.title);
    Ok(Outcome::Complete)
}

/// The name of a game in its four spellings.
#[derive(Debug)]
struct GameName {
    /// In commands: `nine-holes`.
    id: String,
    /// Of the module: `nine_holes`.
    module: String,
    /// Of the type: `NineHoles`.
    ty: String,
    /// For people: `Nine holes`.
    title: String,
}

impl GameName {
    fn new(id: &str) -> Result<Self, Failure> {
        let words: Vec<&str> = id.split('-').collect();
        let is_word = |word: &&str| {
            word.starts_with(|c: char| c.is_ascii_lowercase())
                && word.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit())
        };
        if !words.iter().all(is_word) {
            let why = "a name is words of small letters with hyphens between, such as nine-holes";
            return Err(Failure::Usage(format!("new-game: `{id}`: {why}")));
        }
        Ok(Self {
            id: id.to_owned(),
            module: words.join("_"),
            ty: words.iter().map(|word| capitalised(word)).collect(),
            title: capitalised(&words.join(" ")),
        })
    }

    /// A text about tic-tac-toe as one about this game.
    fn rename(&self, text: &str) -> String {
        text.replace(RULES_PAGES[0], RULES_PAGES[1])
            .replace("tic_tac_toe", &self.module)
            .replace("tic-tac-toe", &self.id)
            .replace("TicTacToe", &self.ty)
            .replace("Tic-tac-toe", &self.title)
            .replace("Morpion", &self.title)
    }
}

fn capitalised(word: &str) -> String {
    let (first, rest) = word.split_at(1);
    first.to_uppercase() + rest
}

/// Writes the game into the crate of the games, and lists it there. Returns what was written.
fn write(games: &Path, name: &GameName) -> Result<Vec<PathBuf>, Failure> {
    let folder = games.join("src").join(&name.module);
    if folder.exists() || folder.with_extension("rs").exists() {
        return Err(Failure::Task(format!("{} is there already", folder.display())));
    }
    let mut written = Vec::new();
    copy(&games.join("tests/tic_tac_toe"), &folder, name, &mut written)?;
    let references = games.join("tests/reference");
    let reference = references.join(&name.module).with_extension("rs");
    copy(&references.join("tic_tac_toe.rs"), &reference, name, &mut written)?;
    let entry = format!("    Entry::of::<{}::{}Engine>(),", name.module, name.ty);
    list(&games.join("src/lib.rs"), &format!("pub mod {};", name.module), &entry, ENDS[0])?;
    let line = name.rename(
        r#"        "tic-tac-toe" => Some(Box::new(tic_tac_toe::TicTacToe::read(&fields))),"#,
    );
    list(&references.join("mod.rs"), &format!("mod {};", name.module), &line, ENDS[1])?;
    written.extend([games.join("src/lib.rs"), references.join("mod.rs")]);
    Ok(written)
}

/// Copies a file or folder under the name of the game.
fn copy(
    from: &Path,
    to: &Path,
    name: &GameName,
    written: &mut Vec<PathBuf>,
) -> Result<(), Failure> {
    let failed = |error| Failure::Task(format!("{}: {error}", from.display()));
    if from.is_file() {
        let text = fs::read_to_string(from).map_err(failed)?;
        written.push(to.to_owned());
        return fs::write(to, name.rename(&text)).map_err(failed);
    }
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        copy(&entry.path(), &to.join(entry.file_name()), name, written)?;
    }
    Ok(())
}

/// Adds a module and a line to a list in a file: the line before the end of the list.
fn list(path: &Path, module: &str, line: &str, end: &str) -> Result<(), Failure> {
    let broken = |why: &str| Failure::Task(format!("{}: {why}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| broken(&error.to_string()))?;
    let at = text.rfind(end).ok_or_else(|| broken("no list of games"))?;
    let text = format!("{}\n{line}{}", &text[..at], &text[at..]);
    // The first module, before which a formatter that sorts modules may find another.
    let is_module = |line: &str| line.starts_with("mod ") || line.starts_with("pub mod ");
    let first = text.lines().find(|line| is_module(line)).ok_or_else(|| broken("no modules"))?;
    let text = text.replacen(first, &format!("{module}\n{first}"), 1);
    fs::write(path, text).map_err(|error| broken(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::env;
    use std::process::Command;

    use super::*;
    use crate::process::{capture, git};

    /// An empty folder for a test.
    fn folder(name: &str) -> PathBuf {
        let folder = env::temp_dir().join(format!("damier-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    /// Copies the files of the project that git knows, or would, below `path`.
    fn copy_project(path: &str, to: &Path) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut list = git("ls-files --cached --others --exclude-standard");
        let files = capture(list.arg(path).current_dir(&root)).expect("a list of files");
        for file in files.lines().filter(|file| root.join(file).exists()) {
            let target = to.join(file);
            fs::create_dir_all(target.parent().expect("a folder")).expect("a folder");
            fs::copy(root.join(file), target).expect("a copy");
        }
    }

    #[test]
    fn a_name_is_small_letters_with_hyphens() {
        let name = GameName::new("nine-men-2x").map(|name| (name.module, name.ty, name.title));
        assert!(name.is_err(), "a word begins with a letter");
        let name = GameName::new("nine-holes").expect("a name");
        let spellings = (&*name.module, &*name.ty, &*name.title);
        assert_eq!(spellings, ("nine_holes", "NineHoles", "Nine holes"));
        for wrong in ["", "Nine", "nine_holes", "nine--holes", "-nine", "neuf-à-neuf"] {
            assert!(matches!(GameName::new(wrong), Err(Failure::Usage(_))), "{wrong}");
        }
    }

    #[test]
    fn a_new_game_is_a_folder_and_lines_in_two_lists() {
        let folder = folder("new-game");
        copy_project(GAMES, &folder);
        let games = folder.join(GAMES);
        let name = GameName::new("nine-holes").expect("a name");
        let written = write(&games, &name).expect("a game");
        for path in written.iter().filter(|path| path.starts_with(games.join("src/nine_holes"))) {
            let text = fs::read_to_string(path).expect("a text").to_lowercase();
            let is_left = ["tic-tac", "tic_tac", "tictac", "morpion"].map(|it| text.contains(it));
            assert_eq!(is_left, [false; 4], "{}", path.display());
        }
        let read = |file: &str| fs::read_to_string(games.join(file)).expect(file);
        assert!(read("src/nine_holes/view.rs").contains(RULES_PAGES[1]));
        assert!(read("src/lib.rs").contains("\npub mod nine_holes;\n"));
        let entry = "\n    Entry::of::<nine_holes::NineHolesEngine>(),\n];\n";
        assert!(read("src/lib.rs").ends_with(entry));
        assert!(read("tests/reference/mod.rs").contains("nine_holes::NineHoles::read(&fields)"));
        assert!(write(&games, &name).is_err(), "it is there already");
        fs::remove_dir_all(folder).expect("an empty folder");
    }

    /// Follows `docs/adding-a-game.md` in a copy of the project: the commands of its blocks marked `sh`, one by one.
    #[test]
    #[ignore = "soak"]
    fn the_page_about_a_new_game_can_be_followed() {
        let folder = folder("adding-a-game");
        copy_project(".", &folder);
        let page = fs::read_to_string(folder.join("docs/adding-a-game.md")).expect("the page");
        let blocks = page.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
        let commands: Vec<_> = blocks.flat_map(str::lines).collect();
        assert!(commands.len() >= 4, "{commands:?}");
        for command in commands {
            let mut words = command.split(' ');
            let program = words.next().expect("a program");
            // What the copy depends on is compiled already.
            let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target");
            let status = Command::new(program)
                .args(words)
                .current_dir(&folder)
                .env("CARGO_TARGET_DIR", target)
                .status();
            assert!(status.expect("a status").success(), "{command}");
        }
        fs::remove_dir_all(folder).expect("an empty folder");
    }
}
