//! The catalogue of games, the texts of the page, and the rules of the games.

use engine::{Entry, Opponent};
use rules::{BoardLook, Format, Info, Lang, RuleSet, Style, Surface};
use wire::http::{
    FormatInfo, GameInfo, LookInfo, OpponentInfo, OpponentRatingInfo, RuleSetInfo, StyleInfo,
    SurfaceInfo, TileSetInfo,
};

use crate::context::Context;
use crate::error::Error;
use crate::request::Request;
use crate::resource::Resource;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/catalogue", catalogue).anonymous(),
        Route::get("/api/texts/{lang}", page_texts).anonymous(),
        Route::get("/api/texts/{lang}/{part}", part_texts).anonymous(),
        Route::get("/api/rules/{game}", rules).anonymous(),
    ]
}

async fn catalogue<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    Ok(Response::resource(Resource::catalogue(&context)))
}

async fn page_texts<C: Context>(_: C, request: Request) -> Result<Response, Error> {
    Ok(Response::resource(Resource::Texts(language(&request.param(0))?, None)))
}

async fn part_texts<C: Context>(_: C, request: Request) -> Result<Response, Error> {
    let (lang, part) = (language(&request.param(0))?, request.param(1));
    let part = texts::PAGE_PARTS.iter().find(|known| **known == part).ok_or(Error::NotFound)?;
    Ok(Response::resource(Resource::Texts(lang, Some(part))))
}

async fn rules<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let index = context.games().index(&request.param(0)).ok_or(Error::NotFound)?;
    Ok(Response::resource(Resource::Rules(index)))
}

fn language(code: &str) -> Result<Lang, Error> {
    Lang::ALL.into_iter().find(|lang| lang.code() == code).ok_or(Error::NotFound)
}

/// A game as the page of the owner, or of others, knows it.
pub(crate) fn game_info(entry: &Entry, owner: bool) -> GameInfo {
    let info = entry.game.info();
    let bots = entry.bots.iter().filter(|bot| bot.is_offered(owner));
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
        levels: rated(opponents(entry.levels.iter(), info), entry),
        classics: opponents(entry.classics.iter(), info),
        bots: opponents(bots, info),
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

fn opponents<'a>(opponents: impl Iterator<Item = &'a Opponent>, info: &Info) -> Vec<OpponentInfo> {
    let titles = |opponent: &Opponent| {
        let by = |set: &RuleSet| (set.id.to_owned(), opponent.title_by(set.id));
        info.rule_sets.iter().map(by).filter(|(_, title)| *title != opponent.title).collect()
    };
    let info = |opponent: &Opponent| OpponentInfo {
        id: opponent.id.to_owned(),
        title: opponent.title.clone(),
        titles: titles(opponent),
        depth: opponent.depth,
        rating: None,
    };
    opponents.map(info).collect()
}

/// Levels with their ratings.
fn rated(mut levels: Vec<OpponentInfo>, entry: &Entry) -> Vec<OpponentInfo> {
    if let Some(ratings) = entry.level_ratings() {
        for level in &mut levels {
            level.rating = ratings.find(&level.id).map(|rating| {
                let (points, error) = rating.points();
                OpponentRatingInfo { points, error }
            });
        }
    }
    levels
}
