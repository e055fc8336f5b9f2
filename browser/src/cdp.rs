//! Client of the Chrome `DevTools` Protocol: commands and events as JSON over one WebSocket.
//!
//! Of the libraries for it, chromiumoxide tracks navigations so that a load event gets lost on a busy
//! machine, after which it waits without a limit, and takes minutes to compile. The harness needs
//! commands, their answers, and the events of a session in their order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::time_limit::within;

/// Answer to a command: its result, or the message of its error.
type Answer = Result<Value, String>;

/// Called for every event of a session with its name and parameters.
type Listener = Box<dyn Fn(&str, &Value) + Send>;

/// Connection to a browser. Clones share it.
#[derive(Clone)]
pub struct Connection(Arc<Shared>);

struct Shared {
    outgoing: mpsc::UnboundedSender<Message>,
    last_id: AtomicU64,
    pending: Mutex<HashMap<u64, oneshot::Sender<Answer>>>,
    listeners: Mutex<HashMap<String, Listener>>,
}

impl Connection {
    /// Connects to the address that a browser prints when it starts.
    pub async fn open(url: &str) -> Self {
        // Screenshots and traces are larger than the default limits.
        let config = WebSocketConfig::default().max_message_size(None).max_frame_size(None);
        let connect = tokio_tungstenite::connect_async_with_config(url, Some(config), true);
        let (stream, _) = within("the connection to the browser", connect).await.unwrap();
        let (mut sink, mut stream) = stream.split();
        let (outgoing, mut queue) = mpsc::unbounded_channel();
        let shared = Arc::new(Shared {
            outgoing,
            last_id: AtomicU64::new(0),
            pending: Mutex::default(),
            listeners: Mutex::default(),
        });
        tokio::spawn(async move {
            while let Some(message) = queue.recv().await {
                if sink.send(message).await.is_err() {
                    break;
                }
            }
        });
        let receiver = Arc::clone(&shared);
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                if let Message::Text(text) = message {
                    receiver.receive(&text);
                }
            }
            // Nobody answers any more.
            lock(&receiver.pending).clear();
        });
        Self(shared)
    }

    /// Sends a command, to the browser itself or to a session, and waits for its answer.
    pub async fn call(&self, session: Option<&str>, method: &str, parameters: Value) -> Answer {
        let id = self.0.last_id.fetch_add(1, Relaxed) + 1;
        let (sender, answer) = oneshot::channel();
        lock(&self.0.pending).insert(id, sender);
        let mut command = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            command["sessionId"] = session.into();
        }
        let closed = || format!("{method}: the browser has closed the connection");
        let message = Message::text(command.to_string());
        self.0.outgoing.send(message).map_err(|_| closed())?;
        let what = format!("the answer of the browser to {method}");
        within(&what, answer).await.unwrap_or_else(|_| Err(closed()))
    }

    /// Calls `listener` for every event of a session. An event that came before an answer has been
    /// heard when that answer is returned.
    pub fn listen(&self, session: &str, listener: impl Fn(&str, &Value) + Send + 'static) {
        lock(&self.0.listeners).insert(session.to_owned(), Box::new(listener));
    }

    /// Ends the calls of a session's listener.
    pub fn forget(&self, session: &str) {
        lock(&self.0.listeners).remove(session);
    }
}

impl Shared {
    fn receive(&self, text: &str) {
        let mut message: Value = serde_json::from_str(text).expect("JSON from the browser");
        if let Some(id) = message["id"].as_u64() {
            let answer = match &message["error"] {
                Value::Null => Ok(message["result"].take()),
                error => Err(error["message"].as_str().unwrap_or_default().to_owned()),
            };
            if let Some(sender) = lock(&self.pending).remove(&id) {
                let _ = sender.send(answer);
            }
        } else if let (Some(session), Some(name)) =
            (message["sessionId"].as_str(), message["method"].as_str())
            && let Some(listener) = lock(&self.listeners).get(session)
        {
            listener(name, &message["params"]);
        }
    }
}

/// The value behind a lock, also after a panic elsewhere.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
