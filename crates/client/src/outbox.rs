//! Storage of commands without an answer, so that they outlive the program.

use wire::{CommandId, ToServer};

/// Where the commands of a match are stored until they have an answer.
pub trait Outbox: Send {
    /// The commands that an earlier run has left, in the order in which they were given.
    fn read(&mut self) -> Vec<(CommandId, ToServer)>;
    /// Stores a command.
    fn add(&mut self, id: &CommandId, message: &ToServer);
    /// Removes a command that has an answer.
    fn remove(&mut self, id: &CommandId);
}

/// An outbox that stores nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoOutbox;

impl Outbox for NoOutbox {
    fn read(&mut self) -> Vec<(CommandId, ToServer)> {
        Vec::new()
    }

    fn add(&mut self, _: &CommandId, _: &ToServer) {}

    fn remove(&mut self, _: &CommandId) {}
}
