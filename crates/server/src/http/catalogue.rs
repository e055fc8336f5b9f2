//! The catalogue of games, and the texts of the page.

use std::sync::OnceLock;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use axum::routing::get;
use engine::{Entry, Opponent};
use rules::{BoardLook, Format, Info, Lang, RuleSet, Style, Surface};
use wire::http::{
    Catalogue, FormatInfo, GameInfo, LookInfo, OpponentInfo, RuleSetInfo, StyleInfo, SurfaceInfo,
    TileSetInfo,
};

use super::{Error, program};
use crate::AppState;
use crate::assets::{CachePolicy, Precompressed};
use crate::tenant::Tenant;

pub(super) const JSON: &str = "application/json";

/// Encoded catalogue, for others and for the owner.
pub(crate) type CatalogueCache = [OnceLock<Precompressed>; 2];

pub(super) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/catalogue", get(send_catalogue))
        .route("/api/texts/{lang}", get(send_texts))
        .route("/api/texts/{lang}/{part}", get(send_part))
}

async fn send_catalogue(
    State(shared): State<AppState>,
    tenant: Tenant,
    headers: HeaderMap,
) -> Response {
    let owner = program::is_owner(&shared.app, tenant);
    catalogue(&shared, owner).respond(&headers, CachePolicy::Revalidate)
}

/// The games, for the owner or for others.
pub(super) fn catalogue(shared: &AppState, owner: bool) -> &Precompressed {
    shared.catalogue[usize::from(owner)].get_or_init(|| {
        let catalogue = Catalogue {
            games: shared.app.catalogue.iter().map(game_info).collect(),
            version: shared.app.version.to_owned(),
            owner,
        };
        Precompressed::json(serde_json::to_vec(&catalogue).unwrap_or_default())
    })
}

/// Encoded texts of the page, by language.
static TEXTS: [OnceLock<Precompressed>; Lang::ALL.len()] =
    [const { OnceLock::new() }; Lang::ALL.len()];

async fn send_texts(Path(lang): Path<String>, headers: HeaderMap) -> Result<Response, Error> {
    Ok(page_texts(language(&lang)?).respond(&headers, CachePolicy::Revalidate))
}

/// The texts that all screens of the page share.
pub(super) fn page_texts(lang: Lang) -> &'static Precompressed {
    TEXTS[lang as usize].get_or_init(|| texts(lang, None))
}

async fn send_part(
    Path((lang, part)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let lang = language(&lang)?;
    let part = texts::PAGE_PARTS.iter().find(|known| **known == part).ok_or(Error::NotFound)?;
    Ok(texts(lang, Some(part)).respond(&headers, CachePolicy::Revalidate))
}

fn language(code: &str) -> Result<Lang, Error> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or(Error::NotFound)
}

fn texts(lang: Lang, part: Option<&str>) -> Precompressed {
    Precompressed::json(serde_json::to_vec(&texts::page(lang, part)).unwrap_or_default())
}

fn game_info(entry: &Entry) -> GameInfo {
    let info = entry.game.info();
    let words = |words: &[&str]| words.iter().map(ToString::to_string).collect();
    GameInfo {
        id: info.id.to_owned(),
        title: info.title.clone(),
        goal: info.goal.clone(),
        introduction: info.introduction.len(),
        seats: info.seats.clone(),
        grounds: info.grounds.iter().map(style_info).collect(),
        pieces: info.pieces.iter().map(style_info).collect(),
        look: look_info(info.look),
        files: words(info.files),
        ranks: words(info.ranks),
        rule_sets: info
            .rule_sets
            .iter()
            .map(|set| RuleSetInfo {
                id: set.id.to_owned(),
                title: set.title.clone(),
                about: set.about.clone(),
            })
            .collect(),
        fair_seeds: entry.fair_seeds().collect(),
        tiles: info
            .tiles
            .iter()
            .map(|set| TileSetInfo {
                id: set.id.to_owned(),
                title: set.title.clone(),
                tiles: set.tiles.to_vec(),
            })
            .collect(),
        swap: info.swap,
        levels: opponents(entry.levels, info),
        classics: opponents(entry.classics, info),
        formats: entry.game.formats().iter().map(format_info).collect(),
    }
}

fn format_info(format: &Format) -> FormatInfo {
    let endings = format.endings.iter().chain(format.beside).map(ToString::to_string).collect();
    FormatInfo { name: format.name.to_owned(), endings }
}

fn look_info(look: BoardLook) -> LookInfo {
    let surface = match look.surface {
        Surface::Cloth => SurfaceInfo::Cloth,
        Surface::Tiles => SurfaceInfo::Tiles,
        Surface::Rack => SurfaceInfo::Rack,
    };
    LookInfo { surface, falling: look.falling, lower: look.lower }
}

fn style_info(style: &Style) -> StyleInfo {
    StyleInfo {
        label: style.label.clone(),
        glyph: style.glyph,
        letter: style.letter,
        colour: format!("#{:06x}", style.rgb),
    }
}

fn opponents(opponents: &[Opponent], info: &Info) -> Vec<OpponentInfo> {
    let titles = |opponent: &Opponent| {
        let by = |set: &RuleSet| (set.id.to_owned(), opponent.title_by(set.id));
        info.rule_sets.iter().map(by).filter(|(_, title)| *title != opponent.title).collect()
    };
    let info = |opponent: &Opponent| OpponentInfo {
        id: opponent.id.to_owned(),
        title: opponent.title.clone(),
        titles: titles(opponent),
        depth: opponent.depth,
    };
    opponents.iter().map(info).collect()
}
