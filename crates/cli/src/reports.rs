//! `damier serve --reports`: the names that visitors have reported, each with the command that keeps the player out.

use store::{LOCAL, Participant};
use texts::text;

use crate::blocking_store::BlockingStore;
use crate::context::Context;
use crate::date::date_of_millis;
use crate::failure::Failure;
use crate::location::LocationArgs;
use crate::messages;

/// What is done with the reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub(crate) enum ReportsAction {
    /// Print them
    Print,
    /// Print them and delete them
    Delete,
}

/// Prints the reports, the oldest first, and deletes those that it has printed if that is wanted.
pub(crate) fn run(
    location: &LocationArgs,
    action: ReportsAction,
    context: &mut Context<'_>,
) -> Result<(), Failure> {
    let store = BlockingStore::open_located(location, context)?;
    let reports = store.reports()?;
    for report in &reports {
        let date = date_of_millis(report.at.0).unwrap_or_default();
        context.print(&messages::serve::report(report, &date))?;
        let player = store.participant(&report.match_id, report.player)?;
        // The machine's own is never kept out.
        if let Some(who) = player.filter(|who| who.profile != LOCAL) {
            let arguments = block_arguments(&who, location, context)?;
            context.print(&text!("block-command", who = &arguments))?;
        }
    }
    context.print(&text!("serve-reports", count = reports.len()))?;
    if let Some(last) = reports.last().filter(|_| action == ReportsAction::Delete) {
        let deleted = store.delete_reports(last.at)?;
        context.print(&text!("serve-reports-deleted", count = deleted as usize))?;
    }
    Ok(())
}

/// The arguments of `damier block` for a player: the profile, and the key of the network if that is known.
fn block_arguments(
    who: &Participant,
    location: &LocationArgs,
    context: &Context<'_>,
) -> Result<String, Failure> {
    let list = match (location.server(context)?, location.folder()) {
        (Some(_), _) => "--file blocked.txt ".to_owned(),
        (None, Some(folder)) => format!("--data '{}' ", folder.display()),
        (None, None) => String::new(),
    };
    let network = who.network.as_ref().map_or(String::new(), |key| format!(" {key}"));
    Ok(format!("{list}{}{network}", who.profile))
}
