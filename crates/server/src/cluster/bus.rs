//! Bus: carries news to all nodes, the sender included.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use async_nats::Client;
use async_nats::connection::State;
use futures_util::StreamExt;
use tokio::sync::broadcast;

use super::Envelope;
use super::news::NEWS_SUBJECT;

/// News that may wait for a reader of the bus in memory.
const MEMORY_BUS_CAPACITY: usize = 4096;

/// Carries news to all nodes, the sender included.
#[derive(Clone, Debug)]
pub enum Bus {
    /// Core publish/subscribe of NATS: at most once, and nothing for who is not connected.
    Nats(Client),
    /// Within one process, for tests.
    Memory(MemoryBus),
}

/// Why news cannot be sent or received.
#[derive(Debug)]
pub struct BusError(String);

impl fmt::Display for BusError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for BusError {}

impl Bus {
    /// Sends news. They may be lost without an error.
    pub async fn publish(&self, envelope: &Envelope) -> Result<(), BusError> {
        let payload = serde_json::to_vec(envelope).map_err(|error| BusError(error.to_string()))?;
        match self {
            Self::Nats(client) => {
                // News that wait for a connection would be old when it is there.
                if client.connection_state() != State::Connected {
                    return Err(BusError("not connected".to_owned()));
                }
                let sent = client.publish(NEWS_SUBJECT, payload.into()).await;
                sent.map_err(|error| BusError(error.to_string()))
            }
            Self::Memory(bus) => bus.publish(payload),
        }
    }

    /// Receives all news from now on.
    pub async fn subscribe(&self) -> Result<NewsReceiver, BusError> {
        match self {
            Self::Nats(client) => {
                let subscriber = client.subscribe(NEWS_SUBJECT).await;
                let subscriber = subscriber.map_err(|error| BusError(error.to_string()))?;
                Ok(NewsReceiver::Nats(Box::new(subscriber)))
            }
            Self::Memory(bus) => Ok(NewsReceiver::Memory(bus.sender.subscribe())),
        }
    }
}

/// Receiving end of a bus.
pub enum NewsReceiver {
    /// Of NATS, which subscribes again by itself when it connects again.
    Nats(Box<async_nats::Subscriber>),
    /// Within one process.
    Memory(broadcast::Receiver<Vec<u8>>),
}

impl NewsReceiver {
    /// The next news; an error for what this version does not understand, `None` when the bus has ended.
    pub async fn next(&mut self) -> Option<Result<Envelope, BusError>> {
        let read = |payload: &[u8]| {
            serde_json::from_slice(payload).map_err(|error| BusError(error.to_string()))
        };
        match self {
            Self::Nats(subscriber) => Some(read(&subscriber.next().await?.payload)),
            Self::Memory(receiver) => loop {
                match receiver.recv().await {
                    Ok(payload) => return Some(read(&payload)),
                    Err(broadcast::error::RecvError::Lagged(_)) => {}
                    Err(broadcast::error::RecvError::Closed) => return None,
                }
            },
        }
    }
}

/// Bus within one process, for tests.
#[derive(Clone, Debug)]
pub struct MemoryBus {
    sender: broadcast::Sender<Vec<u8>>,
    is_cut: Arc<AtomicBool>,
}

impl Default for MemoryBus {
    fn default() -> Self {
        Self { sender: broadcast::Sender::new(MEMORY_BUS_CAPACITY), is_cut: Arc::default() }
    }
}

impl MemoryBus {
    /// Loses everything from now on, or nothing any more.
    pub fn cut(&self, is_cut: bool) {
        self.is_cut.store(is_cut, Relaxed);
    }

    fn publish(&self, payload: Vec<u8>) -> Result<(), BusError> {
        if !self.is_cut.load(Relaxed) {
            self.sender.send(payload).map_err(|error| BusError(error.to_string()))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::{News, NodeId};

    fn alive(sequence: u64) -> Envelope {
        Envelope { node: NodeId(1), sequence, sent: 0, news: News::Alive { draining: false } }
    }

    #[tokio::test]
    async fn everybody_hears_news_unless_the_bus_is_cut() {
        let memory = MemoryBus::default();
        let bus = Bus::Memory(memory.clone());
        let mut receivers = [bus.subscribe().await.unwrap(), bus.subscribe().await.unwrap()];
        bus.publish(&alive(1)).await.unwrap();
        memory.cut(true);
        bus.publish(&alive(2)).await.unwrap();
        memory.cut(false);
        bus.publish(&alive(3)).await.unwrap();
        for receiver in &mut receivers {
            assert_eq!(receiver.next().await.unwrap().unwrap(), alive(1));
            assert_eq!(receiver.next().await.unwrap().unwrap(), alive(3));
        }
    }

    #[tokio::test]
    #[ignore = "needs nats"]
    async fn news_go_through_nats_and_a_new_server() {
        let mut server = testkit::NatsServer::start_own(&[]);
        let options = work::NatsOptions::new(server.url()).expect("a URL");
        let bus = Bus::Nats(work::connect(&options, "test").await.expect("a connection"));
        let mut receiver = bus.subscribe().await.expect("a subscription");
        bus.publish(&alive(1)).await.expect("news");
        assert_eq!(receiver.next().await.unwrap().unwrap(), alive(1));
        server.kill();
        server.start_again();
        // News are lost until the client has connected again; then they come through.
        let mut sequence = 2;
        loop {
            let _ = bus.publish(&alive(sequence)).await;
            let wait = std::time::Duration::from_millis(100);
            if let Ok(heard) = tokio::time::timeout(wait, receiver.next()).await {
                assert!(heard.unwrap().unwrap().sequence >= 2);
                break;
            }
            sequence += 1;
        }
    }
}
