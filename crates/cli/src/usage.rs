//! Output of clap: help, version, and usage errors, the last in both languages.

use std::error::Error as _;
use std::io::Write;

use clap::Error;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use rules::Lang;

use crate::args;

/// Prints the help, the version or the usage error that parsing ended with, and returns the exit status.
pub(crate) fn print(mut error: Error, lang: Lang, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    // This would be the advice to write `--` first, which here is a move.
    error.remove(ContextKind::Suggested);
    suggest_listen(&mut error);
    let french = if lang == Lang::Fr { in_french(&error) } else { None };
    let message = french.unwrap_or_else(|| error.render().to_string());
    let stream: &mut dyn Write = if error.use_stderr() { err } else { out };
    // A closed output is no failure.
    let _ = stream.write_all(message.as_bytes()).and_then(|()| stream.flush());
    error.exit_code() as u8
}

/// Suggests `--listen` to those who know `--port` from the page: the server has the port in its address.
fn suggest_listen(error: &mut Error) {
    let is_port = error.kind() == ErrorKind::UnknownArgument
        && error.get(ContextKind::InvalidArg).is_some_and(|arg| words(arg).starts_with("--port"));
    let is_serve = |usage: &ContextValue| words(usage).contains("damier serve");
    if is_port && error.get(ContextKind::Usage).is_some_and(is_serve) {
        let listen = ContextValue::String("--listen 127.0.0.1:PORT".to_owned());
        error.insert(ContextKind::SuggestedArg, listen);
        // Its usage is that of the option that clap takes to be meant.
        let usage = StyledStr::from("Usage: damier serve [OPTIONS]");
        error.insert(ContextKind::Usage, ContextValue::StyledStr(usage));
    }
}

/// The complaint in French; `None` where it is none, or a rare one.
fn in_french(error: &Error) -> Option<String> {
    let about = |kind| error.get(kind).map(words);
    let argument = || Some(("argument", about(ContextKind::InvalidArg)?.into()));
    let value = || Some(("value", about(ContextKind::InvalidValue)?.into()));
    let is_empty = || about(ContextKind::InvalidValue).is_some_and(|value| value.is_empty());
    let complaint = match error.kind() {
        ErrorKind::UnknownArgument => say("usage-unknown-argument", &[argument()?]),
        ErrorKind::MissingRequiredArgument => say("usage-missing-argument", &[argument()?]),
        ErrorKind::MissingSubcommand => say("usage-missing-command", &[]),
        ErrorKind::InvalidSubcommand => {
            let command = about(ContextKind::InvalidSubcommand)?;
            say("usage-unknown-command", &[("command", command.into())])
        }
        ErrorKind::ArgumentConflict => {
            let other = about(ContextKind::PriorArg)?;
            say("usage-conflict", &[argument()?, ("other", other.into())])
        }
        ErrorKind::InvalidValue if is_empty() => say("usage-missing-value", &[argument()?]),
        ErrorKind::InvalidValue => {
            let known = about(ContextKind::ValidValue)?;
            say("usage-value-known", &[value()?, argument()?, ("known", known.into())])
        }
        ErrorKind::ValueValidation => {
            let source = error.source().map(ToString::to_string).unwrap_or_default();
            wrong_value(&source, value()?, argument()?)
        }
        _ => return None,
    };
    let near = about(ContextKind::SuggestedArg).or_else(|| about(ContextKind::SuggestedSubcommand));
    let complaint = match near {
        Some(near) => say("usage-near", &[("complaint", complaint.into()), ("near", near.into())]),
        None => complaint,
    };
    let mut paragraphs = vec![say("error", &[("text", complaint.into())])];
    let usage = about(ContextKind::Usage).unwrap_or_default();
    if let Some(usage) = usage.trim().strip_prefix("Usage:") {
        paragraphs.push(say("usage-line", &[("usage", usage.trim_start().into())]));
    }
    paragraphs.push(say("usage-more", &[]));
    Some(paragraphs.join("\n\n") + "\n")
}

/// Complaint about a value, with what was expected where `source`, clap's own words, says it.
fn wrong_value(
    source: &str,
    value: (&'static str, texts::Arg<'_>),
    argument: (&'static str, texts::Arg<'_>),
) -> String {
    if let Some((_, range)) = source.split_once(" is not in ")
        && let Some((first, last)) = range.split_once("..")
    {
        let first = ("first", first.into());
        // The end of an open range is not part of it.
        let last = match last.strip_prefix('=') {
            Some(last) => Some(last.to_owned()),
            None => last.parse::<i128>().ok().map(|end| (end - 1).to_string()),
        };
        return match last {
            Some(last) => {
                say("usage-value-range", &[value, argument, first, ("last", last.into())])
            }
            None => say("usage-value-least", &[value, argument, first]),
        };
    }
    match source {
        args::SECONDS_EXPECTED => say("usage-value-seconds", &[value, argument]),
        source if source.contains("digit") || source.contains("number") => {
            say("usage-value-number", &[value, argument])
        }
        _ => say("usage-value", &[value, argument]),
    }
}

/// A text in French: in English, clap speaks for itself.
fn say(id: &str, args: &[(&str, texts::Arg<'_>)]) -> String {
    texts::say(Lang::Fr, id, args)
}

fn words(value: &ContextValue) -> String {
    match value {
        ContextValue::Strings(words) => words.join(", "),
        value => value.to_string(),
    }
}
