//! Large data of engines: weights and opening books.

use std::sync::OnceLock;

/// Data that the engine of a game needs: built into the program, or loaded before its first search.
pub struct DataFile {
    /// Name of the file.
    pub name: &'static str,
    embedded: Option<&'static [u8]>,
    loaded: OnceLock<Box<[u8]>>,
    is_valid: fn(&[u8]) -> bool,
}

/// Why data is not loaded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataFileError {
    /// The bytes are not those of such a file.
    Malformed,
    /// It is there already.
    Present,
}

impl DataFile {
    /// A file that is built into the program, unless there are no bytes.
    pub const fn new(
        name: &'static str,
        embedded: Option<&'static [u8]>,
        is_valid: fn(&[u8]) -> bool,
    ) -> Self {
        Self { name, embedded, loaded: OnceLock::new(), is_valid }
    }

    /// The bytes, if they are there.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.embedded.or_else(|| self.loaded.get().map(AsRef::as_ref))
    }

    /// Loads the bytes of the file.
    pub fn load(&self, bytes: Vec<u8>) -> Result<(), DataFileError> {
        if self.bytes().is_some() {
            return Err(DataFileError::Present);
        }
        if !(self.is_valid)(&bytes) {
            return Err(DataFileError::Malformed);
        }
        self.loaded.set(bytes.into()).map_err(|_| DataFileError::Present)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_loaded_once_and_only_if_it_is_valid() {
        let file = DataFile::new("weights.bin", None, |bytes| bytes.starts_with(b"ok"));
        assert_eq!(file.bytes(), None);
        assert_eq!(file.load(b"no".to_vec()), Err(DataFileError::Malformed));
        assert_eq!(file.load(b"ok 1".to_vec()), Ok(()));
        assert_eq!(file.load(b"ok 2".to_vec()), Err(DataFileError::Present));
        assert_eq!(file.bytes(), Some(&b"ok 1"[..]));
    }

    #[test]
    fn what_is_built_in_is_there() {
        let file = DataFile::new("weights.bin", Some(b"ok"), |_| true);
        assert_eq!(file.bytes(), Some(&b"ok"[..]));
        assert_eq!(file.load(b"ok 2".to_vec()), Err(DataFileError::Present));
    }
}
