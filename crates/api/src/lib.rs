//! What the page asks and is answered, without a server: every request and every message of a socket that makes sense
//! wherever Damier runs.
//!
//! A handler gets a [`Request`] and a [`Context`] and returns a [`Response`] or an [`Error`]. [`routes`] lists the
//! handlers with their paths. The context is what differs from place to place: the store, the clocks, randomness, the
//! threads for engines and for long work, the open rooms, the limits of a visitor. Nothing here knows a socket, a
//! thread or an async runtime, so that the same code runs behind an HTTP server and in a browser.

mod analysis;
mod caption;
mod computer_player;
mod context;
mod error;
mod figures;
mod games;
mod listing;
mod match_client;
mod message_verdict;
mod page_links;
mod puzzles;
mod random;
mod request;
mod resource;
mod response;
mod room_driver;
mod route;
mod routes;
mod shared_match;
mod store_call;
mod unreadable;

pub use analysis::{
    ANALYSIS_MESSAGE_MAX_BYTES, AnalysisJob, AnalysisReply, AnalysisScope, AnalysisSession,
    Analyst, Ending, ReviewCache, SliceNews, answer_question,
};
pub use caption::Caption;
pub use computer_player::MOVE_TIME_MAX;
pub use context::{Context, OpenError, OpenRoom, PictureKey, WorkBudget};
pub use error::Error;
pub use games::Games;
pub use listing::Backfill;
pub use match_client::{MatchClient, MatchReply, RoomClosed, RoomConnection};
pub use message_verdict::MessageVerdict;
pub use puzzles::{LibraryPuzzle, find_puzzle};
pub use random::{match_id, secret, seed};
pub use request::{Method, Request, accepted_language, read_json, read_query};
pub use resource::Resource;
pub use response::{Body, Response};
pub use room_driver::{DriverInput, Effect, RoomDriver};
pub use route::{Identity, Route, find_route};
pub use routes::{check_time, drawn, find_entry, player_name, routes};
pub use shared_match::{SharedMatch, SharedView, is_public};
pub use store_call::call_store;
pub use unreadable::{no_utf8, unreadable};
