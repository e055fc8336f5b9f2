//! What clap has to say: help, the version, and wrong arguments, the last in both languages.

use std::io::Write;

use clap::Error;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use rules::Lang;

/// Prints the help, the version or the complaint that parsing ended with, and says the exit status.
pub(crate) fn answer(mut error: Error, lang: Lang, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    // This would be the advice to write `--` first, which here is a move.
    error.remove(ContextKind::Suggested);
    let french = if lang == Lang::Fr { in_french(&error) } else { None };
    let message = french.unwrap_or_else(|| error.render().to_string());
    let stream: &mut dyn Write = if error.use_stderr() { err } else { out };
    // Help that nobody reads to its end is no failure.
    let _ = stream.write_all(message.as_bytes()).and_then(|()| stream.flush());
    error.exit_code() as u8
}

/// The complaint in French; `None` where it is none, or a rare one.
fn in_french(error: &Error) -> Option<String> {
    let about = |kind| error.get(kind).map(words);
    let argument = about(ContextKind::InvalidArg);
    let value = about(ContextKind::InvalidValue);
    let known = about(ContextKind::ValidValue);
    let complaint = match error.kind() {
        ErrorKind::UnknownArgument => format!("argument inconnu « {} »", argument?),
        ErrorKind::MissingRequiredArgument => format!("il manque {}", argument?),
        ErrorKind::MissingSubcommand => "il manque une commande".to_owned(),
        ErrorKind::InvalidSubcommand => {
            format!("commande inconnue « {} »", about(ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::ArgumentConflict => {
            format!("{} ne va pas avec {}", argument?, about(ContextKind::PriorArg)?)
        }
        ErrorKind::InvalidValue if value.as_deref() == Some("") => {
            format!("{} attend une valeur", argument?)
        }
        ErrorKind::InvalidValue => {
            format!("valeur « {} » refusée pour {} (possibles : {})", value?, argument?, known?)
        }
        ErrorKind::ValueValidation => {
            format!("valeur « {} » refusée pour {}", value?, argument?)
        }
        _ => return None,
    };
    let near = about(ContextKind::SuggestedArg).or_else(|| about(ContextKind::SuggestedSubcommand));
    let near = near.map(|near| format!(", vouliez-vous dire {near} ?")).unwrap_or_default();
    let usage = about(ContextKind::Usage).unwrap_or_default();
    let usage = match usage.trim().strip_prefix("Usage:") {
        Some(usage) => format!("Utilisation :{usage}\n\n"),
        None => String::new(),
    };
    Some(format!("erreur : {complaint}{near}\n\n{usage}Pour en savoir plus : --help\n"))
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(words) => words.join(", "),
        value => value.to_string(),
    }
}
