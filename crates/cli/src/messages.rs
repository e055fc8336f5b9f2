//! Messages of the commands: texts whose arguments are worked out.

pub(crate) mod analyse;
pub(crate) mod bots;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod puzzle;
pub(crate) mod quadrants;
pub(crate) mod review;
pub(crate) mod serve;
pub(crate) mod solve;
pub(crate) mod think;

pub(crate) use command::messages::*;
