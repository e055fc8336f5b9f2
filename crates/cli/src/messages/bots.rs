//! Messages about bots: programs of the owner among the opponents.

use rules::Text;
use texts::text;

use super::external::quote;

/// Error: the text describes no bot.
pub(crate) fn wrong(bot: &str) -> Text {
    text("bot-wrong", &[("bot", quote(bot).into())])
}

/// Notice: a bot has failed, and a level has made its move.
pub(crate) fn failed(name: &str, fault: &Text, stand_in: &Text) -> Text {
    let (fault, level) = (("fault", fault.into()), ("level", stand_in.into()));
    text("bot-failed", &[("name", name.into()), fault, level])
}
