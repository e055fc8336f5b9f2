//! Cache of what is the same for everybody, encoded and compressed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use api::{Error, Games, Resource};

use crate::assets::Precompressed;

/// Encoded resources.
#[derive(Default)]
pub(crate) struct ResourceCache {
    resources: Mutex<HashMap<Resource, Arc<Precompressed>>>,
}

impl ResourceCache {
    /// A resource, encoded when it is first asked for.
    pub(crate) fn get(
        &self,
        resource: Resource,
        games: &Games,
        version: &str,
    ) -> Result<Arc<Precompressed>, Error> {
        if let Some(found) = self.lock().get(&resource) {
            return Ok(Arc::clone(found));
        }
        let encoded = Arc::new(Precompressed::json(resource.encode(games, version)?));
        Ok(Arc::clone(self.lock().entry(resource).or_insert(encoded)))
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Resource, Arc<Precompressed>>> {
        self.resources.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
