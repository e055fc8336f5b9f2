//! Visitors whom the operator keeps out: by network, by profile, or by the key under which the store counts a network.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;

use tokio::sync::watch;

/// Beginning of the name of a visitor's profile, and of the key of a network.
const PROFILE_PREFIX: &str = "v-";
const NETWORK_KEY_PREFIX: &str = "n-";
/// Hexadecimal digits after them.
const PROFILE_DIGITS: usize = 64;
const NETWORK_KEY_DIGITS: usize = 16;

/// Networks and profiles that are kept out. How long a look takes does not depend on how many there are, but on how many
/// sizes of networks there are.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BlockList {
    networks: HashSet<Network>,
    /// The sizes of these networks.
    sizes: BTreeSet<NetworkSize>,
    profiles: HashSet<String>,
    network_keys: HashSet<String>,
}

/// What one line of a block list keeps out.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum BlockEntry {
    /// A network: its first address, and how many bits all of its addresses share.
    Network(IpAddr, u8),
    /// A profile.
    Profile(String),
    /// The network of this key, as reports and the store have it.
    NetworkKey(String),
}

/// Line of a block list that cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BlockListError {
    /// The number of the line, from 1 on.
    pub line: usize,
    /// The line, without its remark.
    pub text: String,
}

/// Network size: whether it is of IPv6, and its prefix in bits.
type NetworkSize = (bool, u8);
/// Network: its size, and its first address as a number.
type Network = (NetworkSize, u128);

impl BlockEntry {
    /// Reads an address, a network (`192.0.2.0/24`), a profile (`v-…`) or the key of a network (`n-…`).
    pub fn read(text: &str) -> Option<Self> {
        let has_digits = |digits: &str, count: usize| {
            digits.len() == count && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
        };
        if let Some(digits) = text.strip_prefix(PROFILE_PREFIX) {
            return has_digits(digits, PROFILE_DIGITS).then(|| Self::Profile(text.to_owned()));
        }
        if let Some(digits) = text.strip_prefix(NETWORK_KEY_PREFIX) {
            // Those of IPv6 have the hashes of the networks around before their own.
            let is_key = digits.split('/').all(|hash| has_digits(hash, NETWORK_KEY_DIGITS));
            return is_key.then(|| Self::NetworkKey(text.to_owned()));
        }
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse().ok()?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().ok()?;
        // An IPv4 address within IPv6 would match nobody: visitors are known by the former.
        let address = if bits.is_none() { address.to_canonical() } else { address };
        let most = if address.is_ipv6() { 128 } else { 32 };
        let bits = bits.unwrap_or(most);
        (bits <= most).then(|| Self::Network(first_address(address, bits), bits))
    }
}

impl fmt::Display for BlockEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Network(address, bits) => write!(f, "{address}/{bits}"),
            Self::Profile(name) | Self::NetworkKey(name) => f.write_str(name),
        }
    }
}

impl BlockList {
    /// Reads a list: an entry on each line, remarks after `#`.
    pub fn read(text: &str) -> Result<Self, BlockListError> {
        let mut list = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if text.is_empty() {
                continue;
            }
            let wrong = || BlockListError { line, text: text.to_owned() };
            list.add(BlockEntry::read(text).ok_or_else(wrong)?);
        }
        Ok(list)
    }

    /// Adds an entry; false if it is there.
    pub fn add(&mut self, entry: BlockEntry) -> bool {
        match entry {
            BlockEntry::Network(address, bits) => {
                let size = (address.is_ipv6(), bits);
                self.sizes.insert(size);
                self.networks.insert((size, number(address)))
            }
            BlockEntry::Profile(name) => self.profiles.insert(name),
            BlockEntry::NetworkKey(key) => self.network_keys.insert(key),
        }
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.networks.len() + self.profiles.len() + self.network_keys.len()
    }

    /// Whether nobody is kept out.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether a visitor is kept out. `network_key` is the key of their network, which is made only if it is needed.
    pub(crate) fn blocks(
        &self,
        address: IpAddr,
        profile: &str,
        network_key: impl FnOnce() -> String,
    ) -> bool {
        self.blocks_network(address)
            || self.profiles.contains(profile)
            || !self.network_keys.is_empty() && self.blocks_key(&network_key())
    }

    /// Whether a key is in the list, or its own part alone, which is what earlier programs stored.
    fn blocks_key(&self, key: &str) -> bool {
        let own = key.rsplit('/').next().unwrap_or(key);
        self.network_keys.contains(key)
            || self.network_keys.contains(&format!("{NETWORK_KEY_PREFIX}{own}"))
    }

    fn blocks_network(&self, address: IpAddr) -> bool {
        let is_v6 = address.is_ipv6();
        let mut sizes = self.sizes.iter().filter(|(of_v6, _)| *of_v6 == is_v6);
        sizes.any(|size| self.networks.contains(&(*size, number(first_address(address, size.1)))))
    }
}

/// The block list of a running server, which the operator replaces while it runs.
#[derive(Clone, Debug, Default)]
pub struct Blocks(watch::Sender<Arc<BlockList>>);

impl Blocks {
    /// Replaces the list: whoever is in it and connected is disconnected.
    pub fn replace(&self, list: BlockList) {
        self.0.send_replace(Arc::new(list));
    }

    /// The list.
    pub(crate) fn current(&self) -> Arc<BlockList> {
        Arc::clone(&self.0.borrow())
    }

    /// The list as it changes.
    pub(crate) fn subscribe(&self) -> watch::Receiver<Arc<BlockList>> {
        self.0.subscribe()
    }
}

fn number(address: IpAddr) -> u128 {
    match address {
        IpAddr::V4(address) => u128::from(address.to_bits()),
        IpAddr::V6(address) => address.to_bits(),
    }
}

/// The first address of the network of so many bits that an address is in.
fn first_address(address: IpAddr, bits: u8) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            let mask = u32::MAX.checked_shl(32 - u32::from(bits)).unwrap_or(0);
            IpAddr::V4((address.to_bits() & mask).into())
        }
        IpAddr::V6(address) => {
            let mask = u128::MAX.checked_shl(128 - u32::from(bits)).unwrap_or(0);
            IpAddr::V6((address.to_bits() & mask).into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(list: &BlockList, address: &str) -> bool {
        let address = address.parse().expect("an address");
        list.blocks(address, "v-other", || "n-other".to_owned())
    }

    #[test]
    fn networks_are_blocked_whole_and_no_others() {
        let text =
            "# spam\n192.0.2.7\n198.51.100.200/24 # since Monday\n\n2001:db8:1::/48\n::/128\n";
        let list = BlockList::read(text).expect("a list");
        assert_eq!(list.len(), 4);
        for address in ["192.0.2.7", "198.51.100.0", "198.51.100.255", "2001:db8:1:2::3", "::"] {
            assert!(blocks(&list, address), "{address}");
        }
        for address in ["192.0.2.8", "198.51.101.0", "2001:db8:2::", "::1", "0.0.0.0"] {
            assert!(!blocks(&list, address), "{address}");
        }
        let all = BlockList::read("0.0.0.0/0").expect("a list");
        assert!(blocks(&all, "203.0.113.9") && !blocks(&all, "2001:db8::1"));
        assert!(blocks(&BlockList::read("::ffff:192.0.2.1").expect("a list"), "192.0.2.1"));
        assert!(!blocks(&BlockList::default(), "192.0.2.1"));
    }

    #[test]
    fn profiles_and_keys_of_networks_are_blocked() {
        let (profile, key) = (format!("v-{}", "a".repeat(64)), format!("n-{}", "0".repeat(16)));
        let list = BlockList::read(&format!("{profile}\n{key} # a report\n")).expect("a list");
        let address = "192.0.2.1".parse().expect("an address");
        assert!(list.blocks(address, &profile, || "n-other".to_owned()));
        assert!(list.blocks(address, "v-other", || key.clone()));
        assert!(!list.blocks(address, "v-other", || "n-other".to_owned()));
    }

    #[test]
    fn keys_of_ipv6_have_the_networks_around_before_them() {
        let [all, site, own] = ["1", "2", "3"].map(|digit| digit.repeat(16));
        let key = format!("n-{all}/{site}/{own}");
        let other = format!("n-{all}/{site}/{}", "4".repeat(16));
        let address = "2001:db8::1".parse().expect("an address");
        // An earlier program stored the last part alone.
        for entry in [&key, &format!("n-{own}")] {
            let list = BlockList::read(entry).expect("a list");
            assert!(list.blocks(address, "v-other", || key.clone()), "{entry}");
            assert!(!list.blocks(address, "v-other", || other.clone()), "{entry}");
        }
        assert!(BlockList::read(&format!("n-{all}/")).is_err());
    }

    #[test]
    fn a_line_that_cannot_be_read_is_named() {
        for wrong in ["192.0.2.0/33", "2001:db8::/129", "192.0.2", "v-1", "n-1", "local", "a/b"] {
            let error = BlockList::read(&format!("192.0.2.1\n{wrong} # why\n")).expect_err(wrong);
            assert_eq!(error, BlockListError { line: 2, text: wrong.to_owned() });
        }
    }

    #[test]
    fn entries_are_written_as_they_are_read() {
        let profile = format!("v-{}", "a".repeat(64));
        for (text, written) in [
            ("192.0.2.7", "192.0.2.7/32"),
            ("198.51.100.200/24", "198.51.100.0/24"),
            ("2001:db8::1/32", "2001:db8::/32"),
            (&profile, &profile),
        ] {
            let entry = BlockEntry::read(text).expect(text);
            assert_eq!(entry.to_string(), written);
            assert_eq!(BlockEntry::read(written), Some(entry));
        }
    }
}
