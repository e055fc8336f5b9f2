//! Quotas: how much the owner of a profile, and a network, may store.

use crate::Error;

/// Owner of what is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    pub profile: String,
    /// The network that the request comes from, as a key for counting; `None` at the server's own machine.
    pub network: Option<String>,
    /// Storage limits of the profile and the network; unlimited if `None`.
    pub quota: Option<StorageQuota>,
}

impl From<&str> for Owner {
    fn from(profile: &str) -> Self {
        profile.to_owned().into()
    }
}

impl From<&String> for Owner {
    fn from(profile: &String) -> Self {
        profile.clone().into()
    }
}

/// A profile without a quota.
impl From<String> for Owner {
    fn from(profile: String) -> Self {
        Self { profile, network: None, quota: None }
    }
}

/// Quota of one visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StorageQuota {
    /// What one profile may store.
    pub profile: StorageAmount,
    /// What all profiles of a network may store together.
    pub network: StorageAmount,
    /// Whether there is room in what the visitor shares with others.
    pub shared: SharedStorage,
}

/// Room in what visitors share, as it was measured last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SharedStorage {
    /// There is room.
    #[default]
    Free,
    /// A larger network, to which the visitor's network belongs, has stored as much as it may.
    NetworkFull,
    /// All visitors together have stored as much as the server takes.
    ServerFull,
}

impl SharedStorage {
    /// Checks that there is room for more.
    pub(crate) const fn check(self) -> Result<(), Error> {
        match self {
            Self::Free => Ok(()),
            Self::NetworkFull => Err(Error::QuotaExceeded),
            Self::ServerFull => Err(Error::StorageFull),
        }
    }
}

/// Amount of stored matches, analyses, tiles and profiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct StorageAmount {
    /// How many there are.
    pub items: u64,
    /// Their size in bytes.
    pub bytes: u64,
}

/// Size at which a tile is counted.
pub(crate) const TILE_BYTES: u64 = 128;

/// Change of an amount.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct StorageChange {
    pub(crate) items: i64,
    pub(crate) bytes: i64,
}

impl StorageChange {
    /// One more item of that size; with `replaced` the item of that size is replaced.
    pub(crate) fn put(bytes: usize, replaced: Option<i64>) -> Self {
        let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        match replaced {
            Some(replaced) => Self { items: 0, bytes: bytes.saturating_sub(replaced) },
            None => Self { items: 1, bytes },
        }
    }

    /// So many more tiles.
    pub(crate) fn tiles(count: usize) -> Self {
        let count = i64::try_from(count).unwrap_or(i64::MAX);
        Self { items: count, bytes: count.saturating_mul(TILE_BYTES as i64) }
    }

    /// Whether no amount grows. Such changes are always allowed.
    pub(crate) const fn is_no_growth(self) -> bool {
        self.items <= 0 && self.bytes <= 0
    }

    /// Checks the change of what is stored now against the quota.
    pub(crate) fn check(self, now: StorageAmount, most: StorageAmount) -> Result<(), Error> {
        let items = now.items.saturating_add_signed(self.items);
        let bytes = now.bytes.saturating_add_signed(self.bytes);
        let fits = (self.items <= 0 || items <= most.items) && bytes <= most.bytes;
        if fits { Ok(()) } else { Err(Error::QuotaExceeded) }
    }
}
