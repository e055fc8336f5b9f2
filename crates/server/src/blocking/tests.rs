use std::net::IpAddr;
use std::sync::mpsc;

use super::*;

const LONG: Duration = Duration::from_mins(1);

fn tenant(number: u8) -> Tenant {
    Tenant::Remote(IpAddr::from([192, 0, 2, number]))
}

/// Work that has begun and goes on until it is let go.
struct Held {
    release: mpsc::Sender<()>,
    task: tokio::task::JoinHandle<Result<(), Error>>,
}

async fn hold(pool: &BlockingPool, tenant: Tenant) -> Held {
    let (release, released) = mpsc::channel::<()>();
    let (begin, begun) = oneshot::channel();
    let pool = pool.clone();
    let task = tokio::spawn(async move {
        let work = move |_: &dyn WorkBudget| {
            let _ = begin.send(());
            let _ = released.recv();
            Ok(())
        };
        pool.run(tenant, 0, work).await
    });
    begun.await.expect("it begins");
    Held { release, task }
}

impl Held {
    async fn end(self) {
        let _ = self.release.send(());
        assert!(matches!(self.task.await, Ok(Ok(()))));
    }
}

async fn length(pool: &BlockingPool, wanted: usize) {
    while pool.queue_length() != wanted {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn one_tenant_leaves_a_thread_to_others() {
    let pool = BlockingPool::new(2, LONG);
    let held = hold(&pool, tenant(1)).await;
    let again = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(tenant(1), 0, |_| Ok("second")).await }
    });
    length(&pool, 1).await;
    assert_eq!(pool.run(tenant(2), 0, |_| Ok("other")).await.ok(), Some("other"));
    assert_eq!(pool.queue_length(), 1);
    held.end().await;
    assert_eq!(again.await.unwrap().ok(), Some("second"));
}

#[tokio::test]
async fn the_line_is_bounded_in_jobs_and_bytes() {
    let pool = BlockingPool::new(1, LONG);
    let held = hold(&pool, Tenant::Local).await;
    let mut waiting = Vec::new();
    let mut wait = |tenant: Tenant, bytes: usize| {
        let pool = pool.clone();
        waiting.push(tokio::spawn(async move { pool.run(tenant, bytes, |_| Ok(())).await }));
    };
    for _ in 0..TENANT_WAITING_JOBS_MAX {
        wait(tenant(1), 1);
    }
    wait(tenant(2), TENANT_WAITING_BYTES_MAX);
    length(&pool, TENANT_WAITING_JOBS_MAX + 1).await;
    for (tenant, bytes) in [(tenant(1), 0), (tenant(2), 1), (tenant(3), WAITING_BYTES_MAX)] {
        assert!(matches!(pool.run(tenant, bytes, |_| Ok(())).await, Err(Error::Busy)));
    }
    held.end().await;
    for task in waiting {
        assert!(matches!(task.await, Ok(Ok(()))));
    }
}

#[tokio::test]
async fn work_that_is_overdue_keeps_its_thread_until_it_ends() {
    let pool = BlockingPool::new(1, Duration::from_millis(20));
    let (release, released) = mpsc::channel::<()>();
    let (end, ended) = oneshot::channel();
    let overdue = pool
        .run(tenant(1), 0, move |budget| {
            let _ = released.recv();
            let _ = end.send(budget.check().is_err());
            Ok(())
        })
        .await;
    assert!(matches!(overdue, Err(Error::Overdue)));
    // The only thread is not free.
    assert!(matches!(pool.run(tenant(2), 0, |_| Ok(())).await, Err(Error::Overdue)));
    release.send(()).unwrap();
    assert_eq!(ended.await, Ok(true));
    while pool.run(tenant(2), 0, |_| Ok(())).await.is_err() {}
}

#[tokio::test]
async fn what_nobody_waits_for_is_not_begun() {
    let pool = BlockingPool::new(1, LONG);
    let held = hold(&pool, tenant(1)).await;
    let begun = Arc::new(AtomicBool::new(false));
    let given_up = tokio::spawn({
        let (pool, begun) = (pool.clone(), Arc::clone(&begun));
        let work = move |_: &dyn WorkBudget| {
            begun.store(true, Relaxed);
            Ok(())
        };
        async move { pool.run(tenant(2), 0, work).await }
    });
    length(&pool, 1).await;
    given_up.abort();
    assert!(given_up.await.unwrap_err().is_cancelled());
    held.end().await;
    assert!(pool.run(tenant(3), 0, |_| Ok(())).await.is_ok());
    assert!(!begun.load(Relaxed));
}

#[tokio::test]
async fn a_panic_costs_one_answer_and_no_thread() {
    let pool = BlockingPool::new(1, LONG);
    let panics = |_: &dyn WorkBudget| -> Result<(), Error> { panic!("as it was told to") };
    assert!(matches!(pool.run(tenant(1), 0, panics).await, Err(Error::Failed(_))));
    assert!(pool.run(tenant(1), 0, |_| Ok(())).await.is_ok());
}

#[tokio::test]
async fn a_closed_pool_tells_everybody() {
    let pool = BlockingPool::new(1, LONG);
    let (begin, begun) = oneshot::channel();
    let runs = tokio::spawn({
        let pool = pool.clone();
        let work = move |budget: &dyn WorkBudget| {
            let _ = begin.send(());
            while budget.check().is_ok() {
                thread::yield_now();
            }
            budget.check()
        };
        async move { pool.run(tenant(1), 0, work).await }
    });
    begun.await.unwrap();
    let waits = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(tenant(2), 0, |_| Ok(())).await }
    });
    length(&pool, 1).await;
    pool.close();
    assert!(matches!(runs.await.unwrap(), Err(Error::Overdue)));
    assert!(matches!(waits.await.unwrap(), Err(Error::Busy)));
    assert!(matches!(pool.run(tenant(3), 0, |_| Ok(())).await, Err(Error::Busy)));
}
