//! Analyses: what a store does with them.

use async_trait::async_trait;
use play::Version;

use crate::request::ChangeScope;
use crate::{Analysis, AnalysisSummary, Error, ListedAnalysis, PageRequest, PutAnalysis, Store};

/// Changes of analyses.
#[async_trait]
pub trait AnalysisWriter: Send {
    /// Creates or replaces an analysis.
    async fn put_analysis(&mut self, put: PutAnalysis) -> Result<Version, Error>;

    /// Replaces the summary of an analysis that is at this version; leaves any other alone.
    async fn put_analysis_summary(
        &mut self,
        owner: String,
        id: String,
        version: Version,
        summary: AnalysisSummary,
    ) -> Result<(), Error>;

    /// Deletes an analysis, if there is one.
    async fn delete_analysis(&mut self, owner: String, id: String) -> Result<(), Error>;
}

/// Questions about analyses.
#[async_trait]
pub trait AnalysisReader: Send {
    /// An analysis, if there is one.
    async fn analysis(&mut self, owner: String, id: String) -> Result<Option<Analysis>, Error>;

    /// The analyses of a profile, the last changed first.
    async fn list_analyses(
        &mut self,
        owner: String,
        page: PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error>;
}

impl Store {
    /// Creates or replaces an analysis, if it is at the expected version.
    pub async fn put_analysis(&self, put: PutAnalysis) -> Result<Version, Error> {
        let scope = ChangeScope::of_profile(&put.owner.profile);
        self.change(scope, move |writer| writer.put_analysis(put)).await
    }

    /// Replaces the summary of an analysis, if that is at this version.
    pub async fn put_analysis_summary(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
        version: Version,
        summary: AnalysisSummary,
    ) -> Result<(), Error> {
        let (owner, id) = (owner.into(), id.into());
        let scope = ChangeScope::of_profile(&owner);
        self.change(scope, move |writer| writer.put_analysis_summary(owner, id, version, summary))
            .await
    }

    /// Deletes an analysis, if there is one.
    pub async fn delete_analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<(), Error> {
        let (owner, id) = (owner.into(), id.into());
        let scope = ChangeScope::of_profile(&owner);
        self.change(scope, move |writer| writer.delete_analysis(owner, id)).await
    }

    /// An analysis of a profile.
    pub async fn analysis(
        &self,
        owner: impl Into<String>,
        id: impl Into<String>,
    ) -> Result<Option<Analysis>, Error> {
        let (owner, id) = (owner.into(), id.into());
        self.read(move |reader| reader.analysis(owner, id)).await
    }

    /// The analyses of a profile, the last changed first.
    pub async fn list_analyses(
        &self,
        owner: impl Into<String>,
        page: PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let owner = owner.into();
        self.read(move |reader| reader.list_analyses(owner, page)).await
    }
}
