//! Messages of the commands: texts whose arguments are worked out.

pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod duel;
pub(crate) mod external;
pub(crate) mod ladder;
pub(crate) mod puzzles;
pub(crate) mod train;

pub(crate) use command::messages::*;
