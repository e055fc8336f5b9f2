//! Analyses in memory.

use std::sync::Arc;

use async_trait::async_trait;
use play::Version;

use super::{Memory, StoredAnalysis, paged};
use crate::quota::StorageChange;
use crate::{
    Analysis, AnalysisReader, AnalysisSummary, AnalysisWriter, Error, ListedAnalysis, PageRequest,
    PutAnalysis,
};

#[async_trait]
impl AnalysisWriter for Memory {
    async fn put_analysis(&mut self, put: PutAnalysis) -> Result<Version, Error> {
        let PutAnalysis { owner, id, expected_version, changed, document, summary } = put;
        let mut state = self.state();
        let key = (owner.profile.clone(), id.clone());
        let found = state.analyses.get(&key).map(|found| &found.analysis);
        let version = found.map_or(Version(0), |found| found.version);
        let replaced = found.map(|found| found.document.len() as i64);
        if version != expected_version {
            return Err(Error::Conflict { version });
        }
        state.check(&owner, StorageChange::put(document.len(), replaced))?;
        let version = Version(version.0 + 1);
        let analysis = Analysis { id, version, changed, document };
        let network = owner.network;
        let stored = StoredAnalysis { analysis, network, summary };
        state.analyses.insert(key, Arc::new(stored));
        Ok(version)
    }

    async fn put_analysis_summary(
        &mut self,
        owner: String,
        id: String,
        version: Version,
        summary: AnalysisSummary,
    ) -> Result<(), Error> {
        let mut state = self.state();
        if let Some(stored) = state.analyses.get_mut(&(owner, id))
            && stored.analysis.version == version
        {
            Arc::make_mut(stored).summary = Some(summary);
        }
        Ok(())
    }

    async fn delete_analysis(&mut self, owner: String, id: String) -> Result<(), Error> {
        self.state().analyses.remove(&(owner, id));
        Ok(())
    }
}

#[async_trait]
impl AnalysisReader for Memory {
    async fn analysis(&mut self, owner: String, id: String) -> Result<Option<Analysis>, Error> {
        Ok(self.state().analyses.get(&(owner, id)).map(|stored| stored.analysis.clone()))
    }

    async fn list_analyses(
        &mut self,
        owner: String,
        page: PageRequest,
    ) -> Result<Vec<ListedAnalysis>, Error> {
        let state = self.state();
        let own = state.analyses.iter().filter(|((other, _), _)| *other == owner);
        let listed = own.map(|((_, id), stored)| ListedAnalysis {
            id: id.clone(),
            version: stored.analysis.version,
            changed: stored.analysis.changed,
            summary: stored.summary.clone(),
        });
        Ok(paged(listed, &page, |listed| (listed.changed, &listed.id)))
    }
}
