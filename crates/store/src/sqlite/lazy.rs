//! A file that is opened when it is first needed: a program that only looks creates none.

use std::path::PathBuf;

use async_trait::async_trait;

use super::{Sqlite, SqliteReader};
use crate::{Backend, Error, Memory, Reader, ReaderConnection};

/// Path of the file, found anew each time it is to be created.
type Prepare = Box<dyn Fn() -> Result<PathBuf, Error> + Send>;

/// Keeps everything in a file that is created with the first change. Until then there is nothing in it.
pub struct LazySqlite {
    /// Where the file is, or will be.
    path: Option<PathBuf>,
    prepare: Prepare,
    opened: Option<Sqlite>,
}

impl LazySqlite {
    /// The file at `path`; `prepare` makes the folder around it, and says where the file is.
    pub fn new(
        path: Option<PathBuf>,
        prepare: impl Fn() -> Result<PathBuf, Error> + Send + 'static,
    ) -> Self {
        Self { path, prepare: Box::new(prepare), opened: None }
    }
}

impl Backend for LazySqlite {
    type Writer = <Sqlite as Backend>::Writer;
    type Reader = LazyReader;

    fn reader(&self) -> LazyReader {
        LazyReader { path: self.path.clone(), opened: None, nothing: Memory::default() }
    }

    async fn begin(&mut self) -> Result<&mut Self::Writer, Error> {
        let file = match self.opened.take() {
            Some(file) => file,
            None => Sqlite::open(&(self.prepare)()?).await?,
        };
        self.opened.insert(file).begin().await
    }

    async fn commit(&mut self) -> Result<(), Error> {
        match &mut self.opened {
            Some(file) => file.commit().await,
            None => Ok(()),
        }
    }

    async fn rollback(&mut self) {
        if let Some(file) = &mut self.opened {
            file.rollback().await;
        }
    }

    async fn close(self) -> Result<(), Error> {
        match self.opened {
            Some(file) => file.close().await,
            None => Ok(()),
        }
    }
}

/// A reader that finds nothing until there is a file.
pub struct LazyReader {
    path: Option<PathBuf>,
    opened: Option<SqliteReader>,
    nothing: Memory,
}

#[async_trait]
impl ReaderConnection for LazyReader {
    async fn connected(&mut self) -> Result<&mut (dyn Reader + 'static), Error> {
        if self.opened.is_none()
            && let Some(path) = self.path.as_ref().filter(|path| path.exists())
        {
            let file = Sqlite::open(path).await?;
            self.opened = Some(file.reader());
            file.close().await?;
        }
        match &mut self.opened {
            Some(reader) => reader.connected().await,
            None => Ok(&mut self.nothing),
        }
    }

    async fn disconnect(&mut self) {
        if let Some(reader) = &mut self.opened {
            reader.disconnect().await;
        }
    }
}
