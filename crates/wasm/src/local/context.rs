//! What handlers work with in the browser: one visitor, who owns everything.

use api::{Backfill, Context, Error, Games, OpenError, OpenRoom, PictureKey, Resource, WorkBudget};
use bytes::Bytes;
use engine::Entry;
use play::SeatKey;
use room::Now;
use rules::Live;
use store::{LOCAL, Owner, Store};
use work::{WorkPriority, WorkRequest, WorkResult, WorkUpdate};

use super::Core;

/// Work may take as long as it likes: it delays nobody but the visitor.
struct NoDeadline;

impl WorkBudget for NoDeadline {
    fn check(&self) -> Result<(), Error> {
        Ok(())
    }
}

impl Context for Core {
    fn games(&self) -> &Games {
        &self.shared().games
    }

    fn store(&self) -> &Store {
        &self.shared().store
    }

    fn backfill(&self) -> &Backfill {
        &self.shared().backfill
    }

    fn now(&self) -> Now {
        self.shared().host.now()
    }

    fn random(&self) -> Result<u128, Error> {
        Ok(self.shared().host.random())
    }

    // The page has them as files.
    fn resource(&self, _: Resource) -> Result<Bytes, Error> {
        Err(Error::NotFound)
    }

    // The owner of a program can end and share it: nobody can do that here.
    fn is_owner(&self) -> bool {
        false
    }

    fn profile(&self) -> &str {
        LOCAL
    }

    fn device(&self) -> Option<SeatKey> {
        None
    }

    fn owner(&self) -> Owner {
        LOCAL.into()
    }

    fn expired_cookie(&self) -> Option<String> {
        None
    }

    fn check_effort(&self) -> Result<(), Error> {
        Ok(())
    }

    fn check_write(&self) -> Result<(), Error> {
        Ok(())
    }

    async fn check_fair_play(&self, _: Entry, live: Box<dyn Live>) -> Result<Box<dyn Live>, Error> {
        Ok(live)
    }

    async fn run_blocking<T: Send + 'static>(
        &self,
        _: usize,
        work: impl FnOnce(&Games, &dyn WorkBudget) -> Result<T, Error> + Send + 'static,
    ) -> Result<T, Error> {
        work(self.games(), &NoDeadline)
    }

    async fn run_engine(
        &self,
        priority: WorkPriority,
        request: WorkRequest,
    ) -> Result<(WorkResult, Vec<WorkUpdate>), Error> {
        let found = self.pool().run(priority, request).await;
        found.ok_or_else(|| Error::failed("a job of an engine failed"))
    }

    async fn look<T: Send + 'static>(
        &self,
        id: &str,
        look: impl FnOnce(&dyn OpenRoom) -> T + Clone + Send + 'static,
    ) -> Result<T, OpenError> {
        self.look_at_room(id, look).await
    }

    async fn close_room(&self, id: &str) {
        self.close_open_room(id);
    }

    // The page draws the SVG itself.
    fn png(&self, _: PictureKey, _: &str, _: u32, _: &dyn WorkBudget) -> Result<Bytes, Error> {
        Err(Error::NotFound)
    }
}
