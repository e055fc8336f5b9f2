//! The protocol of systemd's `sd_notify`: the server tells its supervisor that it is ready, alive, and
//! about to end.

use std::time::Duration;

use store::{LOCAL, Store};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep, timeout};

use crate::platform;

/// Time for the store to answer: a disk may be slow for seconds.
const LIVENESS_TIMEOUT: Duration = Duration::from_secs(10);
/// Time between two checks until the store answers for the first time.
const STARTUP_CHECK_INTERVAL: Duration = Duration::from_millis(200);

/// Supervisor that has started the program, if one wants to be notified.
#[derive(Clone, Debug, Default)]
pub(crate) struct Supervisor {
    /// Path of a datagram socket, or its name after an `@`.
    socket: Option<String>,
    /// How long the supervisor waits for a sign of life.
    watchdog: Option<Duration>,
}

impl Supervisor {
    /// Reads the variables that systemd sets.
    pub(crate) fn from_env(env: &dyn Fn(&str) -> Option<String>) -> Self {
        let socket = env("NOTIFY_SOCKET").filter(|socket| socket.starts_with(['/', '@']));
        let own = std::process::id().to_string();
        // The variable may be meant for another process, from which this one has inherited it.
        let is_meant = env("WATCHDOG_PID").is_none_or(|process| process == own);
        let micros = env("WATCHDOG_USEC").filter(|_| is_meant).and_then(|it| it.parse().ok());
        let watchdog = micros.filter(|micros| *micros > 0).map(Duration::from_micros);
        Self { watchdog: watchdog.filter(|_| socket.is_some()), socket }
    }

    fn notify(&self, state: &str) {
        let Some(socket) = &self.socket else { return };
        if let Err(error) = platform::send_notification(socket, state) {
            tracing::warn!(%error, state, "the supervisor cannot be notified");
        }
    }

    /// Tells the supervisor that the server ends.
    pub(crate) fn stopping(&self) {
        self.notify("STOPPING=1");
    }

    /// Tells the supervisor when the server is ready, and then that it is alive, twice as often as
    /// needed. Runs in the async runtime of the server: if that stands still, so does this.
    pub(crate) async fn watch(self, store: Store) {
        if self.socket.is_none() {
            return;
        }
        let mut liveness = Liveness::new(store, LIVENESS_TIMEOUT);
        while !liveness.check().await {
            sleep(STARTUP_CHECK_INTERVAL).await;
        }
        self.notify("READY=1");
        let Some(watchdog) = self.watchdog else { return };
        let mut beats = interval(watchdog / 2);
        beats.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            beats.tick().await;
            if liveness.check().await {
                self.notify("WATCHDOG=1");
            } else {
                tracing::error!("the store does not answer: the watchdog is not told of life");
            }
        }
    }
}

/// Liveness of the store. One that answers with an error is alive: a restart does not empty a full disk.
struct Liveness {
    store: Store,
    /// Time for an answer.
    timeout: Duration,
    /// Changes that had been answered at the last check.
    answered: u64,
    /// Since when the writer has been seen to answer nothing although changes wait.
    silent_since: Option<Instant>,
}

impl Liveness {
    fn new(store: Store, timeout: Duration) -> Self {
        Self { store, timeout, answered: 0, silent_since: None }
    }

    /// Whether readers answer in time, and the writer too if changes wait for it.
    async fn check(&mut self) -> bool {
        let reads = timeout(self.timeout, self.store.profile(LOCAL)).await.is_ok();
        let (waiting, answered) = self.store.meter().writes();
        if waiting == 0 || answered != self.answered {
            self.silent_since = None;
        } else {
            self.silent_since.get_or_insert_with(Instant::now);
        }
        self.answered = answered;
        reads && self.silent_since.is_none_or(|since| since.elapsed() < self.timeout)
    }
}

#[cfg(test)]
mod tests {
    use store::{Backend, Error, Memory};

    use super::*;

    /// Memory whose transactions never begin.
    struct StuckWriter(Memory);

    impl Backend for StuckWriter {
        type Writer = <Memory as Backend>::Writer;
        type Reader = <Memory as Backend>::Reader;

        fn reader(&self) -> Self::Reader {
            self.0.reader()
        }

        async fn begin(&mut self) -> Result<&mut Self::Writer, Error> {
            std::future::pending().await
        }

        async fn commit(&mut self) -> Result<(), Error> {
            self.0.commit().await
        }

        async fn rollback(&mut self) {
            self.0.rollback().await;
        }

        async fn close(self) -> Result<(), Error> {
            self.0.close().await
        }
    }

    fn supervisor(variables: &[(&str, &str)]) -> Supervisor {
        Supervisor::from_env(&|name| {
            let found = variables.iter().find(|(variable, _)| *variable == name);
            found.map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn variables_of_systemd_are_read() {
        let socket = ("NOTIFY_SOCKET", "@/org/freedesktop/systemd1/notify");
        let usec = ("WATCHDOG_USEC", "30000000");
        let own = std::process::id().to_string();
        let read = supervisor(&[socket, usec, ("WATCHDOG_PID", &own)]);
        assert_eq!(read.socket.as_deref(), Some(socket.1));
        assert_eq!(read.watchdog, Some(Duration::from_secs(30)));
        assert_eq!(supervisor(&[socket, usec]).watchdog, Some(Duration::from_secs(30)));
        assert_eq!(supervisor(&[socket, usec, ("WATCHDOG_PID", "1")]).watchdog, None);
        for wrong in ["", "0", "-1", "soon"] {
            assert_eq!(supervisor(&[socket, ("WATCHDOG_USEC", wrong)]).watchdog, None, "{wrong}");
        }
        for wrong in ["", "notify", "vsock:2:1234"] {
            let read = supervisor(&[("NOTIFY_SOCKET", wrong), usec]);
            assert!(read.socket.is_none() && read.watchdog.is_none(), "{wrong}");
        }
        assert!(supervisor(&[]).socket.is_none());
    }

    #[tokio::test]
    async fn a_store_that_answers_is_alive() {
        let (store, actor) = store::channel(Memory::default());
        let mut liveness = Liveness::new(store.clone(), Duration::from_millis(1));
        assert!(!liveness.check().await, "nobody answers yet");
        tokio::spawn(actor.run());
        let mut liveness = Liveness::new(store.clone(), LIVENESS_TIMEOUT);
        assert!(liveness.check().await);
        store.put_profile(LOCAL, "{}").await.expect("a store");
        assert!(liveness.check().await);
    }

    #[tokio::test]
    async fn a_writer_that_is_stuck_is_not_alive() {
        let (store, actor) = store::channel(StuckWriter(Memory::default()));
        tokio::spawn(actor.run());
        let mut liveness = Liveness::new(store.clone(), LIVENESS_TIMEOUT);
        assert!(liveness.check().await);
        let write = tokio::spawn({
            let store = store.clone();
            async move { store.put_profile(LOCAL, "{}").await }
        });
        while store.meter().writes().0 == 0 {
            tokio::task::yield_now().await;
        }
        assert!(liveness.check().await, "it may be about to answer");
        liveness.silent_since = liveness.silent_since.map(|since| since - LIVENESS_TIMEOUT);
        assert!(!liveness.check().await);
        write.abort();
    }
}
