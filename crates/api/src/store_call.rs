//! Requests of rooms to the store.

use room::{StoreReply, StoreRequest};
use store::Store;

/// Carries out what a room asks of the store.
pub async fn call_store(store: Store, request: StoreRequest) -> StoreReply {
    match request {
        StoreRequest::Append(append) => StoreReply::Appended(store.append(*append).await),
        StoreRequest::FindCommand { match_id, idempotency_key } => {
            StoreReply::Found(store.find_command(match_id, idempotency_key).await)
        }
        StoreRequest::Load { match_id } => StoreReply::Loaded(store.load(match_id).await),
        StoreRequest::LoadTail { match_id, after } => {
            StoreReply::Loaded(store.load_tail(match_id, after).await)
        }
    }
}
