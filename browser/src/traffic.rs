//! Requests of a page that are under way.

use std::collections::BTreeMap;

use serde_json::Value;

/// Requests of a page, by the events of its network.
#[derive(Debug, Default)]
pub(crate) struct Traffic {
    /// Requests that have not ended, by their ids.
    open: BTreeMap<String, Request>,
    /// Number of requests so far.
    begun: u64,
}

#[derive(Debug)]
struct Request {
    /// Id of the document that has sent it.
    document: String,
    url: String,
}

impl Traffic {
    /// Takes note of an event.
    pub(crate) fn heed(&mut self, event: &str, parameters: &Value) {
        let text = |pointer: &str| {
            parameters.pointer(pointer).and_then(Value::as_str).unwrap_or_default().to_owned()
        };
        match event {
            "Network.requestWillBeSent" => {
                let document = text("/loaderId");
                // The end of a worker's script is not told to the page, and what is sent when a page goes away has
                // nobody who waits for its end.
                if !document.is_empty() && text("/type") != "Ping" {
                    self.begun += 1;
                    let request = Request { document, url: text("/request/url") };
                    self.open.insert(text("/requestId"), request);
                }
            }
            "Network.loadingFinished" | "Network.loadingFailed" => {
                self.open.remove(&text("/requestId"));
            }
            // Of the document before this no more is told.
            "Page.frameNavigated" if parameters["frame"]["parentId"].is_null() => {
                let document = text("/frame/loaderId");
                self.open.retain(|_, request| request.document == document);
            }
            _ => {}
        }
    }

    /// Number of requests so far, if none of them is under way.
    pub(crate) fn idle(&self) -> Option<u64> {
        self.open.is_empty().then_some(self.begun)
    }

    /// Addresses of the requests that are under way.
    pub(crate) fn open(&self) -> Vec<&str> {
        self.open.values().map(|request| request.url.as_str()).collect()
    }
}
