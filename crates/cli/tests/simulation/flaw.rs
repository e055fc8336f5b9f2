//! Deliberate faults, which the simulation must find.

/// A deliberate fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flaw {
    /// The room hears that something is stored before it is.
    AcknowledgesFirst,
    /// The store is not told the names of commands.
    ForgetsCommands,
    /// The store takes events after whatever version there is.
    SkipsVersions,
    /// Everything is measured by the wall clock.
    MeasuresByWallClock,
    /// The monotonic clock runs while the process is paused.
    CountsPauses,
    /// The store is told the wall-clock time of events, whatever it was before.
    StoresWallTime,
}
