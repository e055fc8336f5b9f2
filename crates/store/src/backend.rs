//! What a backend must offer: transactions with a writer, and readers.

use std::future::Future;

use async_trait::async_trait;

use crate::{
    AnalysisReader, AnalysisWriter, Error, MatchReader, MatchWriter, ProfileReader, ProfileWriter,
    PuzzleReader, PuzzleWriter, ReportReader, ReportWriter, ServiceReader, ServiceWriter,
    TileReader, TileWriter,
};

/// Something that keeps matches, profiles and their tiles.
pub trait Backend: Send + 'static {
    /// Carries out changes.
    type Writer: Writer + 'static;
    /// Answers questions, beside the writer.
    type Reader: ReaderConnection + 'static;

    /// Further writers on the same data, each with connections of its own, that work beside this one. Changes of a match
    /// always go to the same of them.
    fn more_writers(&self) -> Vec<Self>
    where
        Self: Sized,
    {
        Vec::new()
    }

    fn reader(&self) -> Self::Reader;

    /// Begins a transaction. After a failure the backend connects again first: [`Error::Unopenable`] if that fails.
    fn begin(&mut self) -> impl Future<Output = Result<&mut Self::Writer, Error>> + Send;

    /// Ends the transaction. What was changed in it is durable afterwards; if this fails, nothing of it is visible.
    fn commit(&mut self) -> impl Future<Output = Result<(), Error>> + Send;

    /// Ends the transaction as if it had not been begun.
    fn rollback(&mut self) -> impl Future<Output = ()> + Send;

    /// Ends it in good order.
    fn close(self) -> impl Future<Output = Result<(), Error>> + Send;
}

/// Changes within a transaction. An error that [is retryable](Error::is_retryable) means that the transaction must be
/// rolled back; any other is an answer, and nothing has been changed for it.
pub trait Writer:
    MatchWriter
    + AnalysisWriter
    + TileWriter
    + ProfileWriter
    + ReportWriter
    + PuzzleWriter
    + ServiceWriter
{
}

impl<W> Writer for W where
    W: MatchWriter
        + AnalysisWriter
        + TileWriter
        + ProfileWriter
        + ReportWriter
        + PuzzleWriter
        + ServiceWriter
{
}

/// Questions. Whatever was committed before one is asked is seen.
pub trait Reader:
    MatchReader
    + AnalysisReader
    + TileReader
    + ProfileReader
    + ReportReader
    + PuzzleReader
    + ServiceReader
{
}

impl<R> Reader for R where
    R: MatchReader
        + AnalysisReader
        + TileReader
        + ProfileReader
        + ReportReader
        + PuzzleReader
        + ServiceReader
{
}

/// A reader that connects when it is first asked something, and again after a failure.
#[async_trait]
pub trait ReaderConnection: Send {
    /// The reader, connected.
    async fn connected(&mut self) -> Result<&mut (dyn Reader + 'static), Error>;

    /// Gives the connection up: it has failed, or is not needed any more.
    async fn disconnect(&mut self);
}
