//! Texts of the program in French and in English.
//!
//! `core.LANG.ftl` has what the core says, wherever it runs, and `LANG.ftl` what the programs around it say (feature
//! `program`). They are the one source, in the syntax of [Fluent](https://projectfluent.org):
//!
//! ```text
//! games-played = { $n ->
//!     [one] one game
//!    *[other] { $n } games
//! }
//! ```
//!
//! [`text!`] and [`say!`] name a text by its id and its arguments by their names. `tests/complete.rs` finds ids that do
//! not exist, arguments that a text does not have or that are not given, unused texts, and texts that one language
//! lacks.

mod arg;
mod ascii;
mod fluent;
mod game_names;
#[cfg(feature = "program")]
mod help;
mod page;

use std::sync::LazyLock;

use rules::{Lang, Text};

pub use arg::{Arg, decimal};
pub use ascii::ascii;
pub use game_names::{find_game, normalized};
#[cfg(feature = "program")]
pub use help::{french_help, help_in_english};
pub use page::{PAGE_PARTS, page, page_source};

use fluent::Resource;

static EN: LazyLock<Resource<'_>> = LazyLock::new(|| read(Lang::En));
static FR: LazyLock<Resource<'_>> = LazyLock::new(|| read(Lang::Fr));

/// The files that hold the texts of `lang`: those of the core, and with the feature `program` those of the programs
/// around it.
const fn sources(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::En => &[
            include_str!("../core.en.ftl"),
            #[cfg(feature = "program")]
            include_str!("../en.ftl"),
        ],
        Lang::Fr => &[
            include_str!("../core.fr.ftl"),
            #[cfg(feature = "program")]
            include_str!("../fr.ftl"),
        ],
    }
}

/// The text `id` in one language, with its arguments filled in.
///
/// An unknown id or a missing argument is a bug: debug builds panic, release builds show the names
/// instead.
pub fn say(lang: Lang, id: &str, args: &[(&str, Arg<'_>)]) -> String {
    let resource = match lang {
        Lang::En => &EN,
        Lang::Fr => &FR,
    };
    let pattern = resource.get(id);
    debug_assert!(pattern.is_some(), "there is no text '{id}' in {}", lang.code());
    let Some(pattern) = pattern else { return id.to_owned() };
    let mut words = String::new();
    let is_complete = pattern.write(lang, args, &mut words);
    debug_assert!(is_complete, "text '{id}' in {} lacks an argument: {words}", lang.code());
    words
}

/// The text `id` in every language at once: see [`say()`].
pub fn text(id: &str, args: &[(&str, Arg<'_>)]) -> Text {
    Text::composed(say(Lang::En, id, args), say(Lang::Fr, id, args))
}

/// The text of an id in every language at once: `text!("in-file", path, line = at + 1)`.
///
/// An argument has the name that it has in the files; alone, it is the variable of that name. Ids that are chosen when
/// the program runs are for the function [`text()`].
#[macro_export]
macro_rules! text {
    ($id:literal $(, $($args:tt)*)?) => {
        $crate::text($id, $crate::args!($($($args)*)?))
    };
}

/// The text of an id in one language: `say!(lang, "in-file", path, line = at + 1)`; see [`text!`].
#[macro_export]
macro_rules! say {
    ($lang:expr, $id:literal $(, $($args:tt)*)?) => {
        $crate::say($lang, $id, $crate::args!($($($args)*)?))
    };
}

/// Arguments of a text by their names: `args!(path, line = at + 1)`.
#[macro_export]
macro_rules! args {
    (@one $name:ident) => { $crate::Arg::from($name) };
    (@one $name:ident = $value:expr) => { $crate::Arg::from($value) };
    ($($name:ident $(= $value:expr)?),* $(,)?) => {
        &[$((stringify!($name), $crate::args!(@one $name $(= $value)?))),*]
    };
}

/// Parses the texts of a language.
fn read(lang: Lang) -> Resource<'static> {
    let mut resource = Resource::default();
    for source in sources(lang) {
        resource.add(source);
    }
    resource
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_filled_in_without_marks_around_them() {
        let reason = Text::new("camps", "camps pleins");
        let said = text!("share-wins", winner = "A", reason);
        assert_eq!(said, Text::new("A wins: camps", "A gagne : camps pleins"));
    }
}
