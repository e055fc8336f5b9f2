//! Names of nodes, workers and pieces of work: random, and safe as a part of a subject.

use std::fmt;
use std::marker::PhantomData;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// Name of a node, drawn when it starts.
pub type NodeId = Id<NodeKind>;
/// Name of a worker, drawn when it starts.
pub type WorkerId = Id<WorkerKind>;
/// Name of a piece of work.
pub type WorkId = Id<WorkKind>;

/// Kind of the names of nodes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum NodeKind {}

/// Kind of the names of workers.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkerKind {}

/// Kind of the names of pieces of work.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum WorkKind {}

/// Random name: 32 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Id<K> {
    number: u128,
    kind: PhantomData<K>,
}

impl<K> Id<K> {
    const fn new(number: u128) -> Self {
        Self { number, kind: PhantomData }
    }

    /// Draws a name.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)?;
        Ok(Self::new(u128::from_le_bytes(bytes)))
    }

    /// Reads a name; `None` unless it is spelt as `Display` writes it.
    pub fn parse(text: &str) -> Option<Self> {
        let is_digit = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        (text.len() == 32 && text.bytes().all(is_digit)).then_some(())?;
        u128::from_str_radix(text, 16).ok().map(Self::new)
    }
}

impl<K> fmt::Display for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.number)
    }
}

impl<K> fmt::Debug for Id<K> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl<K> Serialize for Id<K> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de, K> Deserialize<'de> for Id<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| de::Error::custom("expected 32 hexadecimal digits"))
    }
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
