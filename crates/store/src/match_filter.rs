//! Filters of lists of matches, and what they look at.

use play::{Kind, Player, Who};
use rules::BySeat;

use crate::{ListedMatch, MatchSummary};

/// Which matches of a profile a list has. A match without a summary that is up to date is in every list: nothing is known
/// of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MatchFilter {
    /// Only those of the game with this id.
    pub game: Option<String>,
    /// Only those that ended so for the profile.
    pub result: Option<MatchResult>,
    /// Only those against such an opponent.
    pub opponent: Option<OpponentKind>,
    /// Only those that are over, or only those that are not.
    pub finished: Option<bool>,
    /// Only those with this in the name of a player, the rules or the id. Capitals do not count.
    pub search: Option<String>,
}

/// Result of a match for one of its players.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchResult {
    /// The player has won.
    Won,
    /// The other has won.
    Lost,
    /// Nobody has won.
    Drawn,
}

/// Where the opponent is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpponentKind {
    /// The computer, also on both sides.
    Computer,
    /// A person at another screen.
    Online,
    /// A person at the same screen.
    Screen,
}

#[cfg(any(feature = "postgres", feature = "sqlite"))]
impl OpponentKind {
    /// How it is stored.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Computer => "computer",
            Self::Online => "online",
            Self::Screen => "screen",
        }
    }
}

impl MatchSummary {
    /// Where the opponent is.
    pub fn opponent(&self) -> OpponentKind {
        let is_person = |who: &Option<Who>| who.as_ref().is_none_or(Who::is_human);
        match self.kind {
            Kind::Online => OpponentKind::Online,
            Kind::Local if is_person(&self.players.first) && is_person(&self.players.second) => {
                OpponentKind::Screen
            }
            Kind::Local => OpponentKind::Computer,
        }
    }

    /// The only person at one screen.
    pub fn person(&self) -> Option<Player> {
        let is_person = |who: &Option<Who>| who.as_ref().is_some_and(Who::is_human);
        match (self.kind, is_person(&self.players.first), is_person(&self.players.second)) {
            (Kind::Local, true, false) => Some(Player::One),
            (Kind::Local, false, true) => Some(Player::Two),
            _ => None,
        }
    }

    /// The names by which it is found, in lower case.
    pub(crate) fn search_names(&self) -> BySeat<Option<String>> {
        let name = |who: &Option<Who>| match who.as_ref()? {
            Who::Human { name } => Some(name.to_lowercase()),
            Who::Computer { opponent, .. } => Some(opponent.to_lowercase()),
        };
        BySeat { first: name(&self.players.first), second: name(&self.players.second) }
    }

    /// Whether it is over without ever having counted.
    fn is_aborted(&self) -> bool {
        self.reason.as_deref() == Some("aborted")
    }
}

impl ListedMatch {
    /// How it ended for the profile; `None` before that, and where the profile is not one of the players.
    pub fn result(&self) -> Option<MatchResult> {
        let summary = self.summary.as_ref().filter(|summary| summary.finished)?;
        match (summary.winner, self.you) {
            (None, _) if summary.is_aborted() => None,
            (None, _) => Some(MatchResult::Drawn),
            (Some(winner), Some(you)) if winner == you => Some(MatchResult::Won),
            (Some(_), Some(_)) => Some(MatchResult::Lost),
            (Some(_), None) => None,
        }
    }
}

impl MatchFilter {
    /// The text that is searched, in lower case.
    pub(crate) fn search_text(&self) -> Option<String> {
        self.search.as_ref().map(|text| text.trim().to_lowercase()).filter(|text| !text.is_empty())
    }

    /// Whether a list has the match.
    pub(crate) fn selects(&self, listed: &ListedMatch) -> bool {
        let Some(summary) = &listed.summary else { return true };
        let has = |text: &str| {
            let names = summary.search_names();
            let mut names = [&names.first, &names.second].into_iter().flatten();
            names.any(|name| name.contains(text))
                || summary.rules.as_ref().is_some_and(|rules| rules.to_lowercase().contains(text))
                || listed.id.contains(text)
        };
        self.game.as_ref().is_none_or(|game| *game == summary.game)
            && self.result.is_none_or(|result| listed.result() == Some(result))
            && self.opponent.is_none_or(|opponent| summary.opponent() == opponent)
            && self.finished.is_none_or(|finished| summary.finished == finished)
            && self.search_text().is_none_or(|text| has(&text))
    }
}
