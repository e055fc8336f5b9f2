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
//! Texts are looked up by their id, which is a literal in the source: `tests/complete.rs` finds ids that
//! do not exist, unused texts, and texts that one language lacks.

mod arg;
mod ascii;
mod game_names;
#[cfg(feature = "program")]
mod help;
mod page;

use std::sync::LazyLock;

use fluent::concurrent::FluentBundle;
use fluent::{FluentArgs, FluentResource};
use rules::{Lang, Text};

pub use arg::{Arg, decimal};
pub use ascii::ascii;
pub use game_names::{find_game, normalized};
#[cfg(feature = "program")]
pub use help::{french_help, help_in_english};
pub use page::{PAGE_PARTS, page, page_source};

type Bundle = FluentBundle<FluentResource>;

static EN: LazyLock<Bundle> = LazyLock::new(|| read(Lang::En));
static FR: LazyLock<Bundle> = LazyLock::new(|| read(Lang::Fr));

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
    let bundle = match lang {
        Lang::En => &EN,
        Lang::Fr => &FR,
    };
    let pattern = bundle.get_message(id).and_then(|message| message.value());
    debug_assert!(pattern.is_some(), "there is no text '{id}' in {}", lang.code());
    let Some(pattern) = pattern else { return id.to_owned() };
    let args: FluentArgs<'_> = args.iter().map(|(name, arg)| (*name, arg.value(lang))).collect();
    let mut errors = Vec::new();
    let words = bundle.format_pattern(pattern, Some(&args), &mut errors).into_owned();
    debug_assert!(errors.is_empty(), "text '{id}' in {}: {errors:?}", lang.code());
    words
}

/// The text `id` in every language at once: see [`say`].
pub fn text(id: &str, args: &[(&str, Arg<'_>)]) -> Text {
    Text::composed(say(Lang::En, id, args), say(Lang::Fr, id, args))
}

/// Parses the texts of a language. Malformed texts are skipped here and found by the tests.
fn read(lang: Lang) -> Bundle {
    let locales = lang.code().parse().into_iter().collect();
    let mut bundle = Bundle::new_concurrent(locales);
    bundle.set_use_isolating(false); // no invisible marks around what is filled in
    for source in sources(lang) {
        let resource = FluentResource::try_new((*source).to_owned());
        bundle.add_resource_overriding(resource.unwrap_or_else(|(readable, _)| readable));
    }
    bundle
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_counts_in_its_own_way() {
        let source = "moves = { $n ->\n    [one] one\n   *[other] many\n}\n";
        for (lang, zero) in [(Lang::En, "many"), (Lang::Fr, "one")] {
            let mut bundle = read(lang);
            let resource = FluentResource::try_new(source.to_owned()).expect("a text");
            bundle.add_resource_overriding(resource);
            let counted = |n: u64| {
                let arg = Arg::from(n);
                let args = FluentArgs::from_iter([("n", arg.value(lang))]);
                let pattern = bundle.get_message("moves").and_then(|message| message.value());
                let words =
                    bundle.format_pattern(pattern.expect("words"), Some(&args), &mut vec![]);
                words.into_owned()
            };
            assert_eq!([0, 1, 2].map(counted), [zero, "one", "many"], "{lang:?}");
        }
    }

    #[test]
    fn arguments_are_filled_in_without_marks_around_them() {
        let reason = Text::new("camps", "camps pleins");
        let args = [("winner", "A".into()), ("reason", (&reason).into())];
        assert_eq!(text("share-wins", &args), Text::new("A wins: camps", "A gagne : camps pleins"));
    }
}
