//! Messages about bots: programs of the owner among the opponents.

use rules::Text;
use texts::text;

use lab::quote;

/// Error: the text describes no bot.
pub(crate) fn wrong(bot: &str) -> Text {
    text!("bot-wrong", bot = quote(bot))
}
