//! Pictures of matches and positions: as SVG, as PNG, and as text to paste.

use std::time::Duration;

use bytes::Bytes;
use engine::Entry;
use picture::{PNG_MAX_PIXELS, PNG_MIN_PIXELS, Palette, PictureOptions, Shape, Theme, svg};
use rules::{Info, Lang, Live, Record, Setup, View};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::{SMALL_REQUEST_BYTES, find_entry, look};
use crate::caption::Caption;
use crate::context::{Context, PictureKey, WorkBudget};
use crate::error::Error;
use crate::games::Games;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;
use crate::shared_match::{SharedMatch, is_public};

/// Pixels of the longer side of a PNG if no other number is asked for.
const PNG_USUAL_PIXELS: u32 = 1000;
/// Moves and start of a position, in the query.
const POSITION_MAX_BYTES: usize = 16 << 10;
/// Expected time for a million pixels of a PNG.
const PNG_COST_PER_MEGAPIXEL: Duration = Duration::from_millis(80);
/// Version of the drawing and the words, for the `ETag` of what was sent by an earlier program.
const DRAWING_VERSION: u8 = 1;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    let of_match = |path, format| {
        Route::get(path, move |context, request| match_picture(format, context, request))
    };
    let of_position = |path, format| {
        Route::get(path, move |context, request| position_picture(format, context, request))
    };
    let routes = [
        of_match("/api/matches/{id}/picture.svg", PictureFormat::Svg),
        of_match("/api/matches/{id}/picture.png", PictureFormat::Png),
        of_match("/api/matches/{id}/picture.txt", PictureFormat::Text),
        of_position("/api/games/{game}/picture.svg", PictureFormat::Svg),
        of_position("/api/games/{game}/picture.png", PictureFormat::Png),
        of_position("/api/games/{game}/picture.txt", PictureFormat::Text),
    ];
    routes.into_iter().map(Route::anonymous).collect()
}

/// Form in which a picture is sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PictureFormat {
    Svg,
    Png,
    Text,
}

impl PictureFormat {
    const fn content_type(self) -> &'static str {
        match self {
            Self::Svg => "image/svg+xml",
            Self::Png => "image/png",
            Self::Text => "text/plain; charset=utf-8",
        }
    }
}

/// Query of a picture: how it is drawn.
#[derive(Deserialize)]
struct PictureQuery {
    /// The board after so many entries of the record; the present one without it.
    entries: Option<usize>,
    /// Pixels of the longer side, for PNG.
    size: Option<u32>,
    theme: Option<String>,
    palette: Option<String>,
    shape: Option<String>,
    coordinates: Option<String>,
    flipped: Option<String>,
    /// The language of the title and the text; otherwise one that the browser accepts.
    lang: Option<String>,
}

/// Query of a position without a match.
#[derive(Deserialize)]
struct PositionQuery {
    #[serde(default)]
    moves: String,
    start: Option<String>,
    swap: Option<String>,
}

/// Request for a picture that can be drawn.
struct PictureRequest {
    format: PictureFormat,
    entries: Option<usize>,
    pixels: u32,
    options: PictureOptions,
    lang: Lang,
    /// `ETag`s of what the client has.
    known: String,
}

impl PictureRequest {
    fn new(format: PictureFormat, query: &PictureQuery, request: &Request) -> Result<Self, Error> {
        let pixels = query.size.unwrap_or(PNG_USUAL_PIXELS);
        if !(PNG_MIN_PIXELS..=PNG_MAX_PIXELS).contains(&pixels) {
            let args = [("least", PNG_MIN_PIXELS.into()), ("most", PNG_MAX_PIXELS.into())];
            return Err(Error::bad("size", texts::text("problem-picture-size", &args)));
        }
        let usual = PictureOptions::default();
        let options = PictureOptions {
            theme: choice("theme", query.theme.as_deref(), usual.theme, &Theme::ALL, Theme::id)?,
            palette: choice(
                "palette",
                query.palette.as_deref(),
                usual.palette,
                &Palette::ALL,
                Palette::id,
            )?,
            shape: choice("shape", query.shape.as_deref(), usual.shape, &Shape::ALL, Shape::id)?,
            coordinates: yes_no("coordinates", query.coordinates.as_deref(), usual.coordinates)?,
            flipped: yes_no("flipped", query.flipped.as_deref(), usual.flipped)?,
        };
        let lang =
            choice("lang", query.lang.as_deref(), request.language(), &Lang::ALL, Lang::code)?;
        let known = request.if_none_match.clone();
        Ok(Self { format, entries: query.entries, pixels, options, lang, known })
    }

    /// How long it is expected to take.
    fn cost(&self) -> Duration {
        let pixels = if self.format == PictureFormat::Png { self.pixels } else { 0 };
        PNG_COST_PER_MEGAPIXEL * pixels.saturating_mul(pixels) / 1_000_000
    }

    /// The response with the picture of a view.
    fn respond(
        &self,
        info: &'static Info,
        view: &View,
        caption: &Caption,
        context: &impl Context,
        budget: &dyn WorkBudget,
    ) -> Result<Response, Error> {
        let Self { format, options, lang, .. } = *self;
        let drawn = match format {
            PictureFormat::Text => caption.text(lang, view, options.flipped),
            PictureFormat::Svg | PictureFormat::Png => {
                svg(info, view, &caption.title(lang), options)
            }
        };
        let key = self.key(&drawn);
        let tag = format!("\"{}\"", hex(&key));
        let is_known = self.known.split(',').any(|known| {
            let known = known.trim();
            known == "*" || known.trim_start_matches("W/") == tag
        });
        let response = if is_known {
            Response::empty(304)
        } else {
            let body = match format {
                PictureFormat::Png => context.png(key, &drawn, self.pixels, budget)?,
                PictureFormat::Svg | PictureFormat::Text => Bytes::from(drawn),
            };
            Response::of(format.content_type(), body)
        };
        Ok(response.with_header("etag", tag).with_header("vary", "accept-language"))
    }

    /// Hash of what is sent.
    fn key(&self, drawn: &str) -> PictureKey {
        let mut hash = Sha256::new();
        let pixels = if self.format == PictureFormat::Png { self.pixels } else { 0 };
        hash.update([DRAWING_VERSION, self.format as u8]);
        hash.update(pixels.to_le_bytes());
        hash.update(drawn);
        let mut key = PictureKey::default();
        key.copy_from_slice(&hash.finalize()[..16]);
        key
    }
}

/// The value of an option by its name.
fn choice<T: Copy>(
    field: &'static str,
    name: Option<&str>,
    usual: T,
    all: &[T],
    id: fn(T) -> &'static str,
) -> Result<T, Error> {
    let Some(name) = name else { return Ok(usual) };
    let found = all.iter().copied().find(|value| id(*value) == name);
    found.ok_or_else(|| {
        let allowed: Vec<_> = all.iter().map(|value| id(*value)).collect();
        let args = [("value", name.into()), ("allowed", allowed.join(", ").into())];
        Error::bad(field, texts::text("problem-picture-option", &args))
    })
}

fn yes_no(field: &'static str, name: Option<&str>, usual: bool) -> Result<bool, Error> {
    choice(field, name, usual, &[true, false], |value| if value { "yes" } else { "no" })
}

fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// The picture of a match, for whoever knows its id, as its state and its record are.
async fn match_picture<C: Context>(
    format: PictureFormat,
    context: C,
    request: Request,
) -> Result<Response, Error> {
    let wanted = PictureRequest::new(format, &request.query()?, &request)?;
    let events = context.store().load(request.param(0)).await?;
    let policy = if is_public(&events) { "no-cache" } else { "private, no-cache" };
    let (drawing, cost) = (context.clone(), wanted.cost());
    let draw = move |games: &Games, budget: &dyn WorkBudget| {
        let shared_match = SharedMatch::replay(games, &events)?;
        let shown = shared_match.view(wanted.entries)?;
        let caption = shared_match.caption(&shown);
        let info = shared_match.entry().game.info();
        wanted.respond(info, &shown.view, &caption, &drawing, budget)
    };
    let drawn = context.run_expensive(cost, SMALL_REQUEST_BYTES, draw).await?;
    Ok(drawn.with_header("cache-control", policy))
}

/// The picture of a position, which the query has as the link of an analysis does.
async fn position_picture<C: Context>(
    format: PictureFormat,
    context: C,
    request: Request,
) -> Result<Response, Error> {
    let (game, position) = (request.param(0), request.query::<PositionQuery>()?);
    let wanted = PictureRequest::new(format, &request.query()?, &request)?;
    let length = position.moves.len() + position.start.as_ref().map_or(0, String::len);
    if length > POSITION_MAX_BYTES {
        return Err(Error::TooLarge);
    }
    let (drawing, cost) = (context.clone(), wanted.cost());
    let draw = move |games: &Games, budget: &dyn WorkBudget| {
        let entry = find_entry(games, &game)?;
        let live = open_position(entry, position, wanted.entries)?;
        let (info, view) = (entry.game.info(), live.view());
        let caption = Caption::of_position(info, live.as_ref(), &view);
        wanted.respond(info, &view, &caption, &drawing, budget)
    };
    let drawn = context.run_expensive(cost, length, draw).await?;
    Ok(drawn.with_header("cache-control", "public, max-age=3600"))
}

/// The game in a query, after so many of its entries.
fn open_position(
    entry: Entry,
    position: PositionQuery,
    entries: Option<usize>,
) -> Result<Box<dyn Live>, Error> {
    let game = entry.game;
    let swap = yes_no("swap", position.swap.as_deref(), false)?;
    let start = match position.start {
        Some(start) => start,
        None if game.info().tiles.is_empty() => game.start(&Setup::default())?,
        // A board drawn at random would be another one each time.
        None => return Err(Error::bad("start", texts::text("problem-picture-start", &[]))),
    };
    let record = Record { start, swap, moves: Vec::new() };
    let live = look::open(entry, Some(record), &position.moves, 0)?;
    let played = live.record().moves.len();
    let wanted = entries.unwrap_or(played);
    if wanted > played {
        let args = [("entries", played.into())];
        return Err(Error::bad("entries", texts::text("problem-picture-entries", &args)));
    }
    let mut record = live.record().clone();
    record.moves.truncate(wanted);
    game.open(&record).map_err(|error| Error::replay("moves", error))
}
