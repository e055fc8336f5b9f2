//! What the files of the page may not contain.

use std::path::Path;

/// Where the page's files are.
const PAGE: &str = "crates/server/web/";
/// Characters in a line, as in Rust.
const MAX_WIDTH: usize = 120;

/// The names of the games, which the page hears from the server alone.
#[derive(Debug, Default)]
pub(super) struct Names(Vec<String>);

impl Names {
    /// Takes a game's id from the path of its view, and its titles from the view itself.
    pub(super) fn learn(&mut self, path: &str, text: &str) {
        let folder = path
            .strip_prefix("crates/games/src/")
            .and_then(|rest| rest.strip_suffix("/view.rs"))
            .filter(|folder| !folder.contains('/'));
        let Some(folder) = folder else { return };
        self.0.push(folder.replace('_', "-"));
        let titles = text.lines().find_map(|line| line.trim().strip_prefix("title: Text::new("));
        // The words between quotation marks are every other part.
        self.0.extend(titles.unwrap_or_default().split('"').skip(1).step_by(2).map(str::to_owned));
    }

    /// The breaches in one file, its path seen from the root.
    pub(super) fn violations(&self, path: &str, text: &str) -> Vec<String> {
        if !is_page(path) {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            for name in self.0.iter().filter(|name| says(line, name)) {
                found.push(format!("{path}:{number}: the page does not know {name}"));
            }
            if line.chars().count() > MAX_WIDTH {
                found.push(format!("{path}:{number}: more than {MAX_WIDTH} characters"));
            }
            if Path::new(path).extension().is_some_and(|extension| extension == "html") {
                found.extend(inline(line).map(|what| format!("{path}:{number}: {what}")));
            }
        }
        found
    }
}

/// Whether this is a file of the page to look at.
pub(super) fn is_page(path: &str) -> bool {
    let extension = Path::new(path).extension().and_then(|extension| extension.to_str());
    path.starts_with(PAGE) && matches!(extension, Some("js" | "html" | "css"))
}

/// Whether a line has a name as a word of its own, in any case.
fn says(line: &str, name: &str) -> bool {
    let (line, name) = (line.to_lowercase(), name.to_lowercase());
    line.match_indices(&name).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + name.len()..].chars().next();
        ![before, after].into_iter().flatten().any(char::is_alphanumeric)
    })
}

/// What the content security policy would refuse in a line of HTML.
fn inline(line: &str) -> Option<&'static str> {
    let line = line.to_lowercase();
    let tag =
        |name: &str| line.split(name).nth(1).map(|rest| rest.split('>').next().unwrap_or(rest));
    if tag("<script").is_some_and(|attributes| !attributes.contains(" src=")) {
        return Some("a script in the page itself");
    }
    if line.contains("<style") || line.contains(" style=") {
        return Some("a style in the page itself");
    }
    let is_listener = |word: &str| {
        let name = word.split_once('=').map_or("", |(name, _)| name);
        name.len() > 2 && name.starts_with("on")
    };
    line.split_whitespace().any(is_listener).then_some("a listener in the page itself")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::default();
        let view = "    id: ID,\n    title: Text::new(\"Connect Four\", \"Puissance 4\"),\n    title: Text::new(\"Classic\", \"Classique\"),\n";
        names.learn("crates/games/src/connect_four/view.rs", view);
        names.learn("crates/games/src/terrain/mod.rs", view);
        names
    }

    fn is_clean(path: &str, text: &str) -> bool {
        names().violations(path, text).is_empty()
    }

    #[test]
    fn the_page_names_no_game() {
        let path = "crates/server/web/js/board/board.js";
        for line in ["if (id === \"connect-four\")", "// as in Connect four,", "'puissance 4'"] {
            assert!(!is_clean(path, line), "{line}");
            assert!(is_clean("crates/server/src/http/pages.rs", line), "{line}");
        }
        assert!(is_clean(path, "connect(); const classic = reconnect-fourteen;"));
    }

    #[test]
    fn the_page_is_no_wider_than_rust() {
        let path = "crates/server/web/css/base.css";
        assert!(is_clean(path, &"é".repeat(120)));
        assert!(!is_clean(path, &"é".repeat(121)));
    }

    #[test]
    fn the_page_has_nothing_inline() {
        let path = "crates/server/web/index.html";
        for line in [
            "<script>start()</script>",
            "<style>p { }</style>",
            "<p style=\"color: red\">",
            "<body onload=\"start()\">",
        ] {
            assert!(!is_clean(path, line), "{line}");
        }
        assert!(is_clean(
            path,
            "<script type=\"module\" src=\"{{assets}}/js/app/main.js\"></script>"
        ));
        assert!(is_clean(path, "<meta name=\"viewport\" content=\"width=device-width\">"));
    }
}
