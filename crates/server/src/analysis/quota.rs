//! How many questions may be open at the same time.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::thinking::Busy;

/// Questions of everybody together: each has an engine with its memory.
const ALL: usize = 32;
/// Questions of one visitor.
const OWN: usize = 6;

/// How many questions everybody has open.
#[derive(Default)]
pub(crate) struct Quota {
    open: Mutex<HashMap<IpAddr, usize>>,
}

/// The place of one open question; free again when this is dropped.
pub(super) struct Place {
    quota: Arc<Quota>,
    visitor: IpAddr,
}

impl Quota {
    /// A place for a question of `visitor`.
    pub(super) fn take(self: &Arc<Self>, visitor: IpAddr) -> Result<Place, Busy> {
        let mut open = self.lock();
        let all: usize = open.values().sum();
        let own = open.get(&visitor).copied().unwrap_or(0);
        if all >= ALL || own >= OWN {
            return Err(Busy);
        }
        open.insert(visitor, own + 1);
        Ok(Place { quota: Arc::clone(self), visitor })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, usize>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.quota.lock();
        if let Some(own) = open.get_mut(&self.visitor) {
            *own -= 1;
            if *own == 0 {
                open.remove(&self.visitor);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_takes_all_places() {
        let quota = Arc::<Quota>::default();
        let visitor = |number: usize| IpAddr::from([10, 0, 0, number as u8]);
        let mut places: Vec<_> = (0..OWN).map(|_| quota.take(visitor(1)).ok().unwrap()).collect();
        assert!(quota.take(visitor(1)).is_err());
        places.pop();
        places.push(quota.take(visitor(1)).ok().unwrap());
        for number in 0..ALL - OWN {
            places.push(quota.take(visitor(2 + number)).ok().unwrap());
        }
        assert!(quota.take(visitor(200)).is_err());
        drop(places);
        assert!(quota.lock().is_empty());
        assert!(quota.take(visitor(200)).is_ok());
    }
}
