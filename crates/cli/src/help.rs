//! Help in French. clap has the texts in English, as they stand in the code; each is looked up by its English words in
//! the Fluent files, paragraph by paragraph.

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, Command};
use rules::Lang;
use texts::say;

/// Head of the paragraph with examples, which are the same in every language.
const EXAMPLES_HEADING: &str = "Examples:\n";

/// Help of a command, with a French heading where clap has no setting for it.
const TEMPLATE: &str =
    "{before-help}{about-with-newline}\nUtilisation : {usage}\n\n{all-args}{after-help}";

/// The command with all below it in the language; in English as it is.
pub(crate) fn translate(mut command: Command, lang: Lang) -> Command {
    if lang == Lang::En {
        return command;
    }
    // The arguments and commands that clap adds itself are there from now on.
    command.build();
    french(command)
}

fn french(command: Command) -> Command {
    let about = command.get_about().map(in_french);
    let after = command.get_after_help().map(in_french);
    let mut command = command
        .help_template(TEMPLATE)
        .subcommand_help_heading("Commandes ")
        .subcommand_value_name("COMMANDE")
        .mut_args(french_arg)
        .mut_subcommands(french);
    if let Some(about) = about {
        command = command.about(about);
    }
    if let Some(after) = after {
        command = command.after_help(after);
    }
    command
}

/// An argument whose default and possible values stand in its French text, because clap says them in English.
fn french_arg(arg: Arg) -> Arg {
    let Some(help) = arg.get_help() else { return arg };
    // clap refers to its two forms of help, of which the French help has one.
    let mut help =
        if arg.get_id() == "help" { in_french(&"Print help".into()) } else { in_french(help) };
    let say =
        |id, values: Vec<String>| texts::say(Lang::Fr, id, &[("values", values.join(", ").into())]);
    let takes_value = arg.get_action().takes_values();
    let possible = arg.get_possible_values();
    if takes_value && !possible.is_empty() && !arg.is_hide_possible_values_set() {
        let values =
            possible.iter().filter(|value| !value.is_hide_set()).map(french_value).collect();
        help = format!("{help} {}", say("usage-help-possible", values));
    }
    let default: Vec<_> =
        arg.get_default_values().iter().map(|value| value.to_string_lossy().into_owned()).collect();
    if takes_value && !default.is_empty() && !arg.is_hide_default_value_set() {
        help = format!("{help} {}", say("usage-help-default", default));
    }
    arg.help(help).long_help(None::<&str>).hide_possible_values(true).hide_default_value(true)
}

fn french_value(value: &PossibleValue) -> String {
    match value.get_help() {
        Some(help) => format!("{} ({})", value.get_name(), in_french(help)),
        None => value.get_name().to_owned(),
    }
}

/// A text of clap in French; a paragraph that has no French stays as it is.
fn in_french(text: &StyledStr) -> String {
    let text = text.to_string();
    let paragraphs =
        text.split("\n\n").map(|paragraph| match paragraph.strip_prefix(EXAMPLES_HEADING) {
            Some(examples) => {
                format!("{}\n{examples}", say!(Lang::Fr, "usage-help-examples"))
            }
            None => texts::french_help(paragraph).unwrap_or_else(|| paragraph.to_owned()),
        });
    paragraphs.collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;

    use super::*;
    use crate::{Cli, EXAMPLES};

    /// Every paragraph of help of a command and those below it, as clap has it.
    fn paragraphs(command: &Command, found: &mut BTreeSet<String>) {
        let of_args = command.get_arguments().flat_map(|arg| {
            let values = arg.get_possible_values();
            let of_values =
                values.iter().filter_map(|value| value.get_help().map(ToString::to_string));
            let own = [arg.get_help(), arg.get_long_help()].into_iter().flatten();
            own.map(ToString::to_string).chain(of_values).collect::<Vec<_>>()
        });
        let own = [
            command.get_about(),
            command.get_long_about(),
            command.get_before_help(),
            command.get_after_help(),
            command.get_after_long_help(),
        ];
        let own = own.into_iter().flatten().map(ToString::to_string);
        for text in own.chain(of_args) {
            let paragraphs = text.split("\n\n").filter(|one| !one.starts_with(EXAMPLES_HEADING));
            found
                .extend(paragraphs.map(|one| one.split_whitespace().collect::<Vec<_>>().join(" ")));
        }
        for below in command.get_subcommands() {
            paragraphs_below(below, found);
        }
    }

    fn paragraphs_below(command: &Command, found: &mut BTreeSet<String>) {
        // Commands below the command `help` have no help of their own.
        if command.get_name() == "help" {
            found.extend(command.get_about().map(ToString::to_string));
        } else {
            paragraphs(command, found);
        }
    }

    fn english() -> BTreeSet<String> {
        let mut command = Cli::command().after_help(EXAMPLES);
        command.build();
        let mut found = BTreeSet::new();
        paragraphs(&command, &mut found);
        // Names by which clap refers to its two forms of help: the French help has one form.
        found.retain(|text| !text.starts_with("Print help (see "));
        found
    }

    #[test]
    fn no_help_lacks_french_and_no_french_is_left_over() {
        let english = english();
        let missing: Vec<_> =
            english.iter().filter(|text| texts::french_help(text).is_none()).collect();
        assert!(missing.is_empty(), "help.fr.ftl lacks {missing:#?}");
        let known: BTreeSet<_> = texts::help_in_english().into_iter().collect();
        let extra: Vec<_> = known.difference(&english).collect();
        assert!(extra.is_empty(), "help.en.ftl has what no command says: {extra:#?}");
    }

    #[test]
    fn french_help_speaks_french_throughout_and_fits_into_eighty_columns() {
        let mut command = translate(Cli::command().after_help(EXAMPLES), Lang::Fr);
        let mut all = Vec::new();
        render(&mut command, &mut all);
        assert!(all.len() > 30, "{}", all.len());
        for help in all {
            for english in
                ["Usage:", "Commands:", "Examples:", "Print ", "[default", "[possible", "help of"]
            {
                assert!(!help.contains(english), "{english}: {help}");
            }
            assert!(
                help.contains("Utilisation : damier") && help.contains("Exemples :\n"),
                "{help}"
            );
            let wide = help.lines().find(|line| line.chars().count() > 80);
            assert_eq!(wide, None, "{help}");
        }
    }

    fn render(command: &mut Command, all: &mut Vec<String>) {
        all.push(command.render_help().to_string());
        all.push(command.render_long_help().to_string());
        for below in command.get_subcommands_mut().filter(|below| below.get_name() != "help") {
            render(below, all);
        }
    }
}
