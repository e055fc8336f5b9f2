//! The laboratory: commands that measure, compare and teach engines, and the protocols of engines.

mod bench;
mod book;
mod duel;
mod external;
mod ladder;
mod levels;
mod messages;
mod protocol;
mod puzzles;
mod scored_positions;
mod train;

use command::{
    args, context, failure, files, location, nats_args, output_file, parallel, platform, progress,
    record, tiles,
};

pub use bench::BenchCommand;
pub use book::BookCommand;
pub use duel::DuelCommand;
pub use external::{
    EngineAnswer, EngineSpec, ExternalEngine, Fault, MoveLimits, NBOARD_GAME, ProcessHandle,
    ProtocolKind, end_with,
};
pub use ladder::LadderCommand;
pub use levels::LevelsCommand;
pub use messages::external::quote;
pub use protocol::ProtocolCommand;
pub use puzzles::PuzzlesCommand;
pub use train::TrainCommand;
