//! Threads of a search.

/// Runs `main` on this thread, and each of the helpers on one of its own; returns when all have ended. A helper that
/// panics makes the caller panic.
///
/// Where the platform has no threads no helper runs: a search must be complete without them. In a browser whose page
/// shares memory those run for which the host has threads (`host_threads`).
pub fn run_threads<R, T: Send>(
    main: impl FnOnce() -> R,
    helpers: impl IntoIterator<Item: FnOnce() -> T + Send>,
) -> (R, Vec<T>) {
    #[cfg(not(all(target_arch = "wasm32", target_os = "unknown")))]
    {
        use std::panic::resume_unwind;
        use std::thread::{ScopedJoinHandle, scope};

        scope(|scope| {
            let helpers: Vec<_> = helpers.into_iter().map(|helper| scope.spawn(helper)).collect();
            let result = main();
            let join = |helper: ScopedJoinHandle<'_, T>| {
                helper.join().unwrap_or_else(|panic| resume_unwind(panic))
            };
            (result, helpers.into_iter().map(join).collect())
        })
    }
    #[cfg(all(target_arch = "wasm32", target_os = "unknown", target_feature = "atomics"))]
    {
        crate::host_threads::run(main, helpers)
    }
    #[cfg(all(target_arch = "wasm32", target_os = "unknown", not(target_feature = "atomics")))]
    {
        drop(helpers);
        (main(), Vec::new())
    }
}
