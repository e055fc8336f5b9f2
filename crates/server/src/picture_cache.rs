//! Cache of the latest rasterised pictures.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use api::PictureKey;
use axum::body::Bytes;

/// Bytes of the cached pictures.
const PICTURE_CACHE_MAX_BYTES: usize = 16 << 20;

/// Pictures in the order of their last use.
#[derive(Default)]
pub(crate) struct PictureCache {
    pictures: Mutex<VecDeque<(PictureKey, Bytes)>>,
}

impl PictureCache {
    /// The picture, if it is in the cache.
    pub(crate) fn get(&self, key: &PictureKey) -> Option<Bytes> {
        let mut pictures = self.lock();
        let at = pictures.iter().position(|(other, _)| other == key)?;
        let found = pictures.remove(at)?;
        let bytes = found.1.clone();
        pictures.push_back(found);
        Some(bytes)
    }

    /// Adds a picture; those that were not used for longest are dropped.
    pub(crate) fn put(&self, key: PictureKey, picture: Bytes) {
        let mut pictures = self.lock();
        pictures.retain(|(other, _)| *other != key);
        pictures.push_back((key, picture));
        let mut bytes: usize = pictures.iter().map(|(_, picture)| picture.len()).sum();
        while bytes > PICTURE_CACHE_MAX_BYTES
            && let Some((_, dropped)) = pictures.pop_front()
        {
            bytes -= dropped.len();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(PictureKey, Bytes)>> {
        self.pictures.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_bounded_by_bytes() {
        let cache = PictureCache::default();
        let quarter = Bytes::from(vec![0; PICTURE_CACHE_MAX_BYTES / 4]);
        for key in 0..4 {
            cache.put([key; 16], quarter.clone());
        }
        assert!(cache.get(&[0; 16]).is_some());
        cache.put([4; 16], quarter);
        assert!(cache.get(&[1; 16]).is_none(), "the one that was not used for longest");
        assert!([0, 2, 3, 4].iter().all(|key| cache.get(&[*key; 16]).is_some()));
        cache.put([5; 16], Bytes::from(vec![0; PICTURE_CACHE_MAX_BYTES + 1]));
        assert!(cache.get(&[5; 16]).is_none(), "larger than the cache");
    }
}
