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

fn quick(tenant: Tenant) -> WorkClass {
    WorkClass::new(tenant, 0)
}

fn expensive(tenant: Tenant) -> WorkClass {
    quick(tenant).with_cost(QUICK_WORK_MAX * 4)
}

async fn hold(pool: &BlockingPool, class: WorkClass) -> Held {
    let (release, released) = mpsc::channel::<()>();
    let (begin, begun) = oneshot::channel();
    let pool = pool.clone();
    let task = tokio::spawn(async move {
        let work = move |_: &dyn WorkBudget| {
            let _ = begin.send(());
            let _ = released.recv();
            Ok(())
        };
        pool.run(class, work).await
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
    let held = hold(&pool, quick(tenant(1))).await;
    let again = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(quick(tenant(1)), |_| Ok("second")).await }
    });
    length(&pool, 1).await;
    assert_eq!(pool.run(quick(tenant(2)), |_| Ok("other")).await.ok(), Some("other"));
    assert_eq!(pool.queue_length(), 1);
    held.end().await;
    assert_eq!(again.await.unwrap().ok(), Some("second"));
}

#[tokio::test]
async fn the_line_is_bounded_in_jobs_and_bytes() {
    let pool = BlockingPool::new(1, LONG);
    let held = hold(&pool, quick(Tenant::Local)).await;
    let mut waiting = Vec::new();
    let mut wait = |tenant: Tenant, bytes: usize| {
        let pool = pool.clone();
        waiting.push(tokio::spawn(async move {
            pool.run(WorkClass { bytes, ..quick(tenant) }, |_| Ok(())).await
        }));
    };
    for _ in 0..TENANT_WAITING_JOBS_MAX {
        wait(tenant(1), 1);
    }
    wait(tenant(2), TENANT_WAITING_BYTES_MAX);
    length(&pool, TENANT_WAITING_JOBS_MAX + 1).await;
    for (tenant, bytes) in [(tenant(1), 0), (tenant(2), 1), (tenant(3), WAITING_BYTES_MAX)] {
        let class = WorkClass { bytes, ..quick(tenant) };
        assert!(matches!(pool.run(class, |_| Ok(())).await, Err(Error::Busy)));
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
        .run(quick(tenant(1)), move |budget| {
            let _ = released.recv();
            let _ = end.send(budget.check().is_err());
            Ok(())
        })
        .await;
    assert!(matches!(overdue, Err(Error::Overdue)));
    // The only thread is not free.
    assert!(matches!(pool.run(quick(tenant(2)), |_| Ok(())).await, Err(Error::Overdue)));
    release.send(()).unwrap();
    assert_eq!(ended.await, Ok(true));
    while pool.run(quick(tenant(2)), |_| Ok(())).await.is_err() {}
}

#[tokio::test]
async fn what_nobody_waits_for_is_not_begun() {
    let pool = BlockingPool::new(1, LONG);
    let held = hold(&pool, quick(tenant(1))).await;
    let begun = Arc::new(AtomicBool::new(false));
    let given_up = tokio::spawn({
        let (pool, begun) = (pool.clone(), Arc::clone(&begun));
        let work = move |_: &dyn WorkBudget| {
            begun.store(true, Relaxed);
            Ok(())
        };
        async move { pool.run(quick(tenant(2)), work).await }
    });
    length(&pool, 1).await;
    given_up.abort();
    assert!(given_up.await.unwrap_err().is_cancelled());
    held.end().await;
    assert!(pool.run(quick(tenant(3)), |_| Ok(())).await.is_ok());
    assert!(!begun.load(Relaxed));
}

#[tokio::test]
async fn a_panic_costs_one_answer_and_no_thread() {
    let pool = BlockingPool::new(1, LONG);
    let panics = |_: &dyn WorkBudget| -> Result<(), Error> { panic!("as it was told to") };
    assert!(matches!(pool.run(quick(tenant(1)), panics).await, Err(Error::Failed(_))));
    assert!(pool.run(quick(tenant(1)), |_| Ok(())).await.is_ok());
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
        async move { pool.run(quick(tenant(1)), work).await }
    });
    begun.await.unwrap();
    let waits = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run(quick(tenant(2)), |_| Ok(())).await }
    });
    length(&pool, 1).await;
    pool.close();
    assert!(matches!(runs.await.unwrap(), Err(Error::Overdue)));
    assert!(matches!(waits.await.unwrap(), Err(Error::Busy)));
    assert!(matches!(pool.run(quick(tenant(3)), |_| Ok(())).await, Err(Error::Busy)));
}

/// Queues work that notes its name when it runs, in the order of these calls.
async fn queue(
    pool: &BlockingPool,
    order: &Arc<Mutex<String>>,
    class: WorkClass,
    name: char,
) -> tokio::task::JoinHandle<Result<(), Error>> {
    let (waiting, order) = (pool.queue_length(), Arc::clone(order));
    let task = tokio::spawn({
        let pool = pool.clone();
        async move {
            pool.run(class, move |_| {
                order.lock().expect("nobody has panicked").push(name);
                Ok(())
            })
            .await
        }
    });
    length(pool, waiting + 1).await;
    task
}

#[tokio::test]
async fn whoever_has_got_least_is_next_and_not_whoever_came_first() {
    let pool = BlockingPool::new(1, LONG);
    let held = hold(&pool, quick(Tenant::Local)).await;
    let order = Arc::default();
    let mut tasks = Vec::new();
    for (number, name) in [(1, 'a'), (2, 'b')].repeat(16) {
        tasks.push(queue(&pool, &order, quick(tenant(number)), name).await);
    }
    tasks.push(queue(&pool, &order, quick(tenant(3)), 'c').await);
    held.end().await;
    for task in tasks {
        assert!(matches!(task.await, Ok(Ok(()))));
    }
    let order = order.lock().unwrap().clone();
    let before = order.find('c').expect("it has run");
    assert!(before <= 2, "{order}");
}

#[tokio::test]
async fn expensive_work_leaves_threads_to_quick_work() {
    let pool = BlockingPool::new(2, LONG);
    let held = hold(&pool, expensive(tenant(1))).await;
    let order = Arc::default();
    let mut tasks = Vec::new();
    for number in 1..=4 {
        for _ in 0..8 {
            tasks.push(queue(&pool, &order, expensive(tenant(number)), 'E').await);
        }
    }
    // Whatever waits there, a thread is free for what is quick, also of those who flood the lane.
    for number in [9, 1] {
        assert_eq!(pool.run(quick(tenant(number)), |_| Ok("quick")).await.ok(), Some("quick"));
    }
    assert_eq!(pool.queue_length(), 32);
    held.end().await;
    for task in tasks {
        assert!(matches!(task.await, Ok(Ok(()))));
    }
    assert_eq!(pool.queue_length(), 0);
    let state = pool.inner.lock();
    assert!(state.cost_ms.is_empty() && state.bytes.is_empty());
}

#[tokio::test]
async fn expensive_work_that_waits_is_counted_by_its_cost() {
    let pool = BlockingPool::new(2, LONG);
    let held = hold(&pool, expensive(tenant(1))).await;
    let cost = |ms| quick(tenant(1)).with_cost(Duration::from_millis(ms));
    let order = Arc::default();
    let half = TENANT_WAITING_COST_MAX_MS as u64 / 2;
    let mut tasks = vec![queue(&pool, &order, cost(half), 'E').await];
    tasks.push(queue(&pool, &order, cost(half - 100), 'E').await);
    assert!(matches!(pool.run(cost(200), |_| Ok(())).await, Err(Error::Busy)));
    tasks.push(queue(&pool, &order, cost(100), 'E').await);
    // Somebody else has a share of their own, and a single job may cost more than that.
    let other = quick(tenant(2)).with_cost(Duration::from_secs(9));
    tasks.push(queue(&pool, &order, other, 'O').await);
    held.end().await;
    for task in tasks {
        assert!(matches!(task.await, Ok(Ok(()))));
    }
}

#[tokio::test]
async fn what_has_begun_waits_for_a_place_that_other_work_does_not_get() {
    let pool = BlockingPool::new(2, LONG);
    let held = hold(&pool, expensive(tenant(1))).await;
    let order = Arc::default();
    let cost = Duration::from_millis(TENANT_WAITING_COST_MAX_MS as u64);
    let mut tasks = vec![queue(&pool, &order, quick(tenant(1)).with_cost(cost), 'E').await];
    assert!(matches!(pool.run(expensive(tenant(1)), |_| Ok(())).await, Err(Error::Busy)));
    let patient = tokio::spawn({
        let pool = pool.clone();
        async move { pool.run_patiently(LONG, expensive(tenant(1)), |_| Ok("done")).await }
    });
    let refused = pool.run_patiently(Duration::ZERO, expensive(tenant(1)), |_| Ok(())).await;
    assert!(matches!(refused, Err(Error::Busy)));
    held.end().await;
    assert!(matches!(patient.await, Ok(Ok("done"))));
    for task in tasks.drain(..) {
        assert!(matches!(task.await, Ok(Ok(()))));
    }
}
