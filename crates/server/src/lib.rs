//! The page and its server.
//!
//! [`serve`] answers everything on one listener: the page and its files, questions by HTTP, and one
//! socket for each match that somebody shows. Matches are played in rooms; see `room`.

mod analysis;
mod assets;
mod converse;
mod fair;
mod guard;
mod http;
mod hub;
mod links;
mod random;
mod room;
mod thinking;
mod time;
mod ws;

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::serve::ListenerExt;
use engine::Entry;
use store::Store;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::timeout;

use hub::{Hub, Service};
use thinking::Pool;

/// How long requests have to end when the server does.
const GRACE: Duration = Duration::from_millis(250);

/// What a server is made of.
#[derive(Clone)]
pub struct App {
    /// The games.
    pub catalogue: Arc<[Entry]>,
    /// Where matches and profiles are kept.
    pub store: Store,
    /// How many threads think.
    pub think_threads: usize,
    /// Whose it is.
    pub owner: Owner,
    /// Names beside `localhost` by which the server may be called.
    pub hosts: Vec<String>,
    /// The version of the program.
    pub version: &'static str,
    /// A text that stands for the folder of the data; it is shown to everybody.
    pub data: String,
}

/// Whose a server is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Owner {
    /// A person's, who sits at the same machine and may end it from the page.
    Person,
    /// Nobody's in particular: it serves others.
    Public,
}

/// What the handlers of requests share.
#[derive(Clone)]
struct Shared {
    app: Arc<App>,
    service: Service,
    hub: Arc<Hub>,
    catalogue: Arc<http::CatalogueCache>,
    /// How many questions about positions and games are open.
    quota: Arc<analysis::Quota>,
    reviews: Arc<analysis::Reviews>,
    rules: Arc<http::RulesCache>,
    /// The owner wants to end the program.
    quit: Arc<Notify>,
}

/// Answers what comes in until `shutdown` is ready or the owner ends it from the page; then closes
/// all rooms.
pub async fn serve(
    listener: TcpListener,
    app: App,
    shutdown: impl Future<Output = ()> + Send,
) -> io::Result<()> {
    let address = listener.local_addr()?;
    let pool = Pool::new(app.think_threads);
    let service = Service {
        catalogue: Arc::clone(&app.catalogue),
        store: app.store.clone(),
        pool: pool.clone(),
        secrets: Arc::default(),
    };
    let hub = Hub::new(service.clone());
    let quit = Arc::new(Notify::new());
    let end = Arc::new(Notify::new());
    let guard = guard::Guard::new(address, &app.hosts);
    let shared = Shared {
        rules: app.catalogue.iter().map(|_| OnceLock::new()).collect(),
        app: Arc::new(app),
        service,
        hub: Arc::clone(&hub),
        catalogue: Arc::default(),
        quota: Arc::default(),
        reviews: Arc::default(),
        quit: Arc::clone(&quit),
    };
    assets::prepare();
    // Moves are small: they must not wait for more to send.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    let router = http::router(shared, guard);
    let router = router.into_make_service_with_connect_info::<SocketAddr>();
    let ended = Arc::clone(&end);
    let server = axum::serve(listener, router)
        .with_graceful_shutdown(async move { ended.notified().await })
        .into_future();
    let mut server = std::pin::pin!(server);
    tokio::select! {
        result = &mut server => return result,
        () = shutdown => {}
        () = quit.notified() => {}
    }
    end.notify_one();
    pool.close();
    hub.close().await;
    // Whoever still holds a connection open has had what there was.
    timeout(GRACE, server).await.unwrap_or(Ok(()))
}
