//! Reasons for which a test is `#[ignore]`d: `cargo test` needs Rust alone and is quick.
//!
//! A reason is `slow` (up to a minute), `soak` (minutes: `cargo xtask soak`), or `needs` and words of [`Need`] in their
//! order, or both: `"needs browser, nats"`, `"soak, needs postgresql, nats"`.

use std::fmt;

/// Why a test is left to `cargo xtask test` or `cargo xtask soak`; the default is that of a test that is not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Reason {
    pub(crate) length: Length,
    pub(crate) needs: Vec<Need>,
}

/// How long a test takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Length {
    #[default]
    Usual,
    Slow,
    Soak,
}

/// What a test needs besides Rust.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// Any browser that can show the page.
    Browser,
    /// The desktop browser: the small one can neither install a page nor be told to store nothing.
    Chromium,
    /// The accessibility checker, from npm.
    Axe,
    PostgreSql,
    Nats,
    /// A wall clock of its own for the program.
    Faketime,
    Node,
    Python,
    /// The proxies of `deploy/`, and what checks their configuration and the unit.
    Proxies,
    Tmux,
    /// The page for a static host as it is published: only `cargo xtask web --check` runs these tests.
    Web,
    /// The same, compiled sooner.
    WebTest,
}

/// The word of each need, in the order in which a reason names them.
const NEEDS: [(&str, Need); 12] = [
    ("browser", Need::Browser),
    ("chromium", Need::Chromium),
    ("axe", Need::Axe),
    ("postgresql", Need::PostgreSql),
    ("nats", Need::Nats),
    ("faketime", Need::Faketime),
    ("node", Need::Node),
    ("python", Need::Python),
    ("proxies", Need::Proxies),
    ("tmux", Need::Tmux),
    ("web", Need::Web),
    ("web-test", Need::WebTest),
];

impl Reason {
    /// Reads the text of an attribute.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (length, needs) = match text.split_once("needs ") {
            None => (text, vec![]),
            Some((length, words)) => {
                let need = |word| NEEDS.iter().find(|(known, _)| *known == word).map(|it| it.1);
                (length.trim_end_matches(", "), words.split(", ").map(need).collect::<Option<_>>()?)
            }
        };
        let length = match length {
            "" => Length::Usual,
            "slow" => Length::Slow,
            "soak" => Length::Soak,
            _ => return None,
        };
        let reason = Self { length, needs };
        // One text for each reason: the words in another order are none.
        (!text.is_empty() && reason.to_string() == text).then_some(reason)
    }

    /// Whether a line of code ignores a test for no reason, or for one that is not known here.
    pub(crate) fn is_missing(code: &str) -> bool {
        // In two parts, so that this line is none.
        code.split_once(concat!("#[", "ignore")).is_some_and(|(_, rest)| {
            let text = rest.strip_prefix(" = \"").and_then(|rest| rest.split_once("\"]"));
            text.is_none_or(|(text, _)| Self::read(text).is_none())
        })
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = match self.length {
            Length::Usual => None,
            Length::Slow => Some("slow".to_owned()),
            Length::Soak => Some("soak".to_owned()),
        };
        let words = NEEDS.iter().filter(|(_, need)| self.needs.contains(need));
        let words: Vec<_> = words.map(|(word, _)| *word).collect();
        let needs = (!words.is_empty()).then(|| format!("needs {}", words.join(", ")));
        f.write_str(&length.into_iter().chain(needs).collect::<Vec<_>>().join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_read_as_it_is_written() {
        for text in ["slow", "soak", "needs browser, nats", "soak, needs postgresql, nats"] {
            assert_eq!(Reason::read(text).expect(text).to_string(), text);
        }
        for text in ["", "quick", "needs nats, browser", "needs ", "needs luck", "nats", "slow, "] {
            assert_eq!(Reason::read(text), None, "{text:?}");
        }
    }
}
