//! Standard output of a server, on which nothing depends.

use std::io::{self, Write};

/// Stream on which writing never fails: what cannot be written is lost. A server prints its address and goes on, whoever
/// has closed the stream or filled the disk behind it.
pub(crate) struct LossyOutput<'a>(pub(crate) &'a mut (dyn Write + Send));

impl Write for LossyOutput<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let _ = self.0.write_all(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}
