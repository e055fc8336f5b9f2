//! Rooms that open and close.

use super::*;
use crate::tic_tac_toe::TicTacToeEngine;
use ::room::{Monotonic, Now};
use api::OpenRoom;
use play::{Event, Kind, Start, Time, TimeControl, Who};
use rules::BySeat;
use store::{Memory, NewMatch};
use tokio::time::Instant;

use crate::tenant::Tenant;

fn started(time: TimeControl) -> Event {
    let human = || Who::Human { name: String::new() };
    let start = Start {
        game: "tic-tac-toe".to_owned(),
        position: "3/3/3 x".to_owned(),
        swap: false,
        players: BySeat { first: human(), second: human() },
        kind: Kind::Local,
        time,
    };
    Event::Started { start, at: Time(0) }
}

fn visitor() -> VisitorId {
    VisitorId { profile: "local".into(), tenant: Tenant::Local }
}

/// A clock that runs with the time of the test.
struct TestClock(Instant);

impl TimeSource for TestClock {
    fn now(&self) -> Now {
        let millis = self.0.elapsed().as_millis() as u64;
        Now { wall: Time(millis), monotonic: Monotonic(millis) }
    }
}

async fn hub(events: Vec<Event>) -> Arc<Hub> {
    let (store, actor) = store::channel(Memory::default());
    tokio::spawn(actor.run());
    let new = NewMatch { id: "a".to_owned(), events, summary: None };
    store.create_match("local", new).await.unwrap();
    let catalogue: Arc<[Entry]> = Arc::new([Entry::of::<TicTacToeEngine>()]);
    let (limits, time) = (ServerLimits::default(), Arc::new(TestClock(Instant::now())));
    let pool = EnginePool::new(1, Arc::clone(&catalogue));
    let blocking = BlockingPool::start(limits.work_timeout);
    Hub::new(Arc::new(Service::new(catalogue, store, pool, blocking, &limits, time)))
}

// Time stands still in these tests, and jumps ahead when there is nothing else to do.

#[tokio::test(start_paused = true)]
async fn a_room_that_nobody_needs_closes_and_is_opened_again() {
    let hub = hub(vec![started(TimeControl::None)]).await;
    let first = hub.open("a", &visitor()).await.unwrap();
    first.closed().await;
    // Also when it has just closed, and when it closes while it is being asked.
    for _ in 0..3 {
        assert_eq!(hub.look("a", &visitor(), |room| room.state().version.0).await, Ok(1));
        hub.open("a", &visitor()).await.unwrap().closed().await;
    }
    while !hub.rooms().by_id.is_empty() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(start_paused = true)]
async fn what_does_not_exist_leaves_nothing_behind() {
    let hub = hub(vec![started(TimeControl::None)]).await;
    assert_eq!(hub.open("b", &visitor()).await.err(), Some(OpenError::NotFound));
    assert!(hub.rooms().by_id.is_empty());
}

#[tokio::test(start_paused = true)]
async fn everybody_gets_the_same_room() {
    let hub = hub(vec![started(TimeControl::None)]).await;
    let visitor = visitor();
    let (one, other) = tokio::join!(hub.open("a", &visitor), hub.open("a", &visitor));
    hub.close().await;
    assert!(one.unwrap().is_closed() && other.unwrap().is_closed());
    assert_eq!(hub.open("a", &visitor).await.err(), Some(OpenError::Busy));
}

#[tokio::test]
async fn long_matches_are_replayed_outside_the_async_runtime() {
    let at = Time(0);
    let there_and_back =
        [Event::Moved { notation: "a1".to_owned(), at, lag: 0 }, Event::Undone { to: 0, at }];
    let moves = there_and_back.into_iter().cycle().take(100);
    let hub = hub([started(TimeControl::None)].into_iter().chain(moves).collect()).await;
    assert_eq!(hub.look("a", &visitor(), |room| room.state().version.0).await, Ok(101));
    hub.open("a", &visitor()).await.unwrap().close().await;
    hub.service.blocking.close();
    assert_eq!(hub.open("a", &visitor()).await.err(), Some(OpenError::Busy));
}
