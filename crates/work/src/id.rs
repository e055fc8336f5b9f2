//! Names of nodes, workers and pieces of work: random, and safe as a part of a subject.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u128);

        impl $name {
            /// Draws a name.
            pub fn random() -> Result<Self, getrandom::Error> {
                let mut bytes = [0; 16];
                getrandom::fill(&mut bytes)?;
                Ok(Self(u128::from_le_bytes(bytes)))
            }

            /// Reads a name; `None` unless it is spelt as `Display` writes it.
            pub fn parse(text: &str) -> Option<Self> {
                parse(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(formatter, "{:032x}", self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, formatter)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                Self::parse(&text).ok_or_else(|| de::Error::custom("expected 32 hexadecimal digits"))
            }
        }
    )*};
}

ids! {
    /// Name of a node, drawn when it starts.
    NodeId
    /// Name of a worker, drawn when it starts.
    WorkerId
    /// Name of a piece of work.
    WorkId
}

fn parse(text: &str) -> Option<u128> {
    let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
    (text.len() == 32 && text.bytes().all(is_digit)).then_some(())?;
    u128::from_str_radix(text, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_part_of_a_subject() {
        let id = WorkId::random().expect("entropy");
        assert_eq!(WorkId::parse(&id.to_string()), Some(id));
        let upper = id.to_string().to_uppercase() + "A";
        for wrong in ["", "*", ">", "a.b", "+0000000000000000000000000000000", &upper] {
            assert_eq!(WorkId::parse(wrong), None, "{wrong}");
        }
    }
}
