//! Data that are the same for everybody.

use engine::Entry;
use rules::Lang;
use serde::Serialize;
use wire::http::{AnalysisPlace, Catalogue, Diagram, Rules};
use wire::tree::TreeDemoInfo;

use crate::context::Context;
use crate::error::Error;
use crate::games::Games;
use crate::routes::game_info;

/// Data that change with the program only, so that they can be kept in their encoded form.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Resource {
    /// The games.
    Catalogue {
        /// Whether it is for the owner of the program.
        owner: bool,
        /// Where positions and games are analysed.
        analysis: AnalysisPlace,
    },
    /// Texts of the page: those that all screens share, or a part for some of them.
    Texts(Lang, Option<&'static str>),
    /// The rules of the game at that place of the catalogue.
    Rules(usize),
    /// The games whose search trees can be looked at.
    TreeDemos,
}

impl Resource {
    /// The catalogue for the visitor of that context.
    pub(crate) fn catalogue(context: &impl Context) -> Self {
        Self::Catalogue { owner: context.is_owner(), analysis: context.analysis_place() }
    }

    /// What the page of a static host has as files, with the path at which a server has it.
    pub fn files(games: &Games) -> Vec<(String, Self)> {
        let mut files = vec![("/api/think".to_owned(), Self::TreeDemos)];
        let parts = || texts::PAGE_PARTS.iter().copied().map(Some).chain([None]);
        for (lang, part) in
            Lang::ALL.into_iter().flat_map(|lang| parts().map(move |part| (lang, part)))
        {
            let part_path = part.map(|part| format!("/{part}")).unwrap_or_default();
            files.push((format!("/api/texts/{}{part_path}", lang.code()), Self::Texts(lang, part)));
        }
        for (index, entry) in games.iter().enumerate() {
            files.push((format!("/api/rules/{}", entry.game.info().id), Self::Rules(index)));
        }
        files
    }

    /// The data as JSON, in a program of that version.
    pub fn encode(self, games: &Games, version: &str) -> Result<Vec<u8>, Error> {
        match self {
            Self::Catalogue { owner, analysis } => {
                let infos = games.iter().map(|entry| game_info(entry, owner)).collect();
                json(&Catalogue { games: infos, version: version.to_owned(), owner, analysis })
            }
            Self::Texts(lang, part) => json(&texts::page(lang, part)),
            Self::Rules(index) => json(&rules(&games.get(index).ok_or(Error::NotFound)?)?),
            Self::TreeDemos => json(&tree_demos(games)),
        }
    }
}

fn json(data: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(data).map_err(Error::failed)
}

fn rules(entry: &Entry) -> Result<Rules, Error> {
    let text = entry.game.info().rules.clone();
    let drawn = rules::Diagram::all(entry.game, &text.en).map_err(Error::failed)?;
    let diagrams = drawn.into_iter().map(|one| Diagram { view: one.view, picked: one.picked });
    Ok(Rules { text, diagrams: diagrams.collect() })
}

fn tree_demos(games: &Games) -> Vec<TreeDemoInfo> {
    let info = |entry: &Entry| Some(TreeDemoInfo::new(entry.game.info().id, &entry.tree_demo?));
    games.iter().filter_map(info).collect()
}
