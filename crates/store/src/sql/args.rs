//! Arguments of statements.

use std::borrow::Cow;

use play::{Player, SeatKey, Time, Version};
use serde_json::Value;

use super::number;

/// Argument of a statement.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Arg<'a> {
    /// Text, or none.
    Text(Option<Cow<'a, str>>),
    /// Integer, or none.
    Integer(Option<i64>),
    /// Rows of texts and integers, which a statement reads with `json_each`.
    Rows(Vec<Value>),
}

impl Arg<'_> {
    /// Rows of one text each.
    pub(crate) fn list<'t>(texts: impl IntoIterator<Item = &'t String>) -> Self {
        Self::Rows(texts.into_iter().map(|text| Value::from(vec![text.as_str()])).collect())
    }
}

impl<'a> From<&'a str> for Arg<'a> {
    fn from(text: &'a str) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'a> From<&'a String> for Arg<'a> {
    fn from(text: &'a String) -> Self {
        text.as_str().into()
    }
}

impl From<String> for Arg<'_> {
    fn from(text: String) -> Self {
        Self::Text(Some(text.into()))
    }
}

impl<'a> From<Option<&'a str>> for Arg<'a> {
    fn from(text: Option<&'a str>) -> Self {
        Self::Text(text.map(Cow::from))
    }
}

impl<'a> From<&'a Option<String>> for Arg<'a> {
    fn from(text: &'a Option<String>) -> Self {
        text.as_deref().into()
    }
}

impl From<i64> for Arg<'_> {
    fn from(number: i64) -> Self {
        Self::Integer(Some(number))
    }
}

impl From<Option<i64>> for Arg<'_> {
    fn from(number: Option<i64>) -> Self {
        Self::Integer(number)
    }
}

impl From<u32> for Arg<'_> {
    fn from(number: u32) -> Self {
        i64::from(number).into()
    }
}

impl From<bool> for Arg<'_> {
    fn from(is: bool) -> Self {
        i64::from(is).into()
    }
}

impl From<usize> for Arg<'_> {
    fn from(count: usize) -> Self {
        number(count as u64).into()
    }
}

impl From<Time> for Arg<'_> {
    fn from(Time(at): Time) -> Self {
        number(at).into()
    }
}

impl From<Version> for Arg<'_> {
    fn from(Version(version): Version) -> Self {
        number(version).into()
    }
}

impl From<SeatKey> for Arg<'_> {
    fn from(key: SeatKey) -> Self {
        key.to_string().into()
    }
}

impl From<Option<SeatKey>> for Arg<'_> {
    fn from(key: Option<SeatKey>) -> Self {
        Self::Text(key.map(|key| key.to_string().into()))
    }
}

impl From<Player> for Arg<'_> {
    fn from(player: Player) -> Self {
        player_word(player).into()
    }
}

impl From<Option<Player>> for Arg<'_> {
    fn from(player: Option<Player>) -> Self {
        player.map(player_word).into()
    }
}

/// How a player is stored.
const fn player_word(player: Player) -> &'static str {
    match player {
        Player::One => "one",
        Player::Two => "two",
    }
}
