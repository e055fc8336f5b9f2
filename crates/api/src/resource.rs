//! Data that are the same for everybody.

use engine::Entry;
use rules::Lang;
use serde::Serialize;
use wire::http::{Catalogue, Diagram, Rules};
use wire::tree::TreeDemoInfo;

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
    },
    /// Texts of the page: those that all screens share, or a part for some of them.
    Texts(Lang, Option<&'static str>),
    /// The rules of the game at that place of the catalogue.
    Rules(usize),
    /// The games whose search trees can be looked at.
    TreeDemos,
}

impl Resource {
    /// The data as JSON, in a program of that version.
    pub fn encode(self, games: &Games, version: &str) -> Result<Vec<u8>, Error> {
        match self {
            Self::Catalogue { owner } => {
                let infos = games.iter().map(|entry| game_info(entry, owner)).collect();
                json(&Catalogue { games: infos, version: version.to_owned(), owner })
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
