//! Limit of open file descriptors, of which every connection takes one.

/// Raises the soft limit of open files to the hard one, and returns the limit, if there is one.
#[cfg(unix)]
pub(crate) fn raise_limit() -> Option<usize> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let raised = Rlimit { current: limit.maximum, maximum: limit.maximum };
    let current = match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit.maximum,
        // Some systems have a hard limit that is higher than what they allow.
        Err(_) => limit.current,
    };
    current.map(|current| usize::try_from(current).unwrap_or(usize::MAX))
}

/// Other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_limit() -> Option<usize> {
    None
}
