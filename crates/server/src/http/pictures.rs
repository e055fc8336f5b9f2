//! Pictures of matches and positions: as SVG, as PNG, and as text to paste.

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use engine::Entry;
use picture::{PNG_MAX_PIXELS, PNG_MIN_PIXELS, Palette, PictureOptions, Shape, Theme, png, svg};
use rules::{Info, Lang, Live, Record, Setup, View};
use serde::Deserialize;
use sha2::{Digest, Sha256};

use super::body::QueryParams;
use super::start::accepted;
use super::{Error, look};
use crate::AppState;
use crate::blocking::{SMALL_REQUEST_BYTES, WorkBudget};
use crate::caption::Caption;
use crate::hub::Service;
use crate::picture_cache::{PictureCache, PictureKey};
use crate::shared_match::{SharedMatch, is_public};
use crate::tenant::Tenant;

/// Pixels of the longer side of a PNG if no other number is asked for.
const PNG_USUAL_PIXELS: u32 = 1000;
/// Moves and start of a position, in the query.
const POSITION_MAX_BYTES: usize = 16 << 10;
/// Version of the drawing and the words, for the `ETag` of what was sent by an earlier program.
const DRAWING_VERSION: u8 = 1;

pub(super) fn router() -> Router<AppState> {
    let of_match = |format| {
        move |state, tenant, path, query, headers| {
            match_picture(format, state, tenant, path, query, headers)
        }
    };
    let of_position = |format| {
        move |state, tenant, path, position, query, headers| {
            position_picture(format, state, tenant, path, position, query, headers)
        }
    };
    Router::new()
        .route("/api/matches/{id}/picture.svg", get(of_match(PictureFormat::Svg)))
        .route("/api/matches/{id}/picture.png", get(of_match(PictureFormat::Png)))
        .route("/api/matches/{id}/picture.txt", get(of_match(PictureFormat::Text)))
        .route("/api/games/{game}/picture.svg", get(of_position(PictureFormat::Svg)))
        .route("/api/games/{game}/picture.png", get(of_position(PictureFormat::Png)))
        .route("/api/games/{game}/picture.txt", get(of_position(PictureFormat::Text)))
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
    fn new(
        format: PictureFormat,
        query: &PictureQuery,
        headers: &HeaderMap,
    ) -> Result<Self, Error> {
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
            choice("lang", query.lang.as_deref(), accepted(headers), &Lang::ALL, Lang::code)?;
        let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok());
        let known = known.unwrap_or_default().to_owned();
        Ok(Self { format, entries: query.entries, pixels, options, lang, known })
    }

    /// The response with the picture of a view.
    fn respond(
        &self,
        info: &'static Info,
        view: &View,
        caption: &Caption,
        cache: &PictureCache,
        budget: &WorkBudget,
    ) -> Result<Response, Error> {
        let Self { format, options, lang, .. } = *self;
        let drawn = match format {
            PictureFormat::Text => caption.text(lang, view, options.flipped),
            PictureFormat::Svg | PictureFormat::Png => {
                svg(info, view, &caption.title(lang), options)
            }
        };
        let key = self.key(&drawn);
        let tag = HeaderValue::try_from(format!("\"{}\"", hex(&key))).map_err(Error::failed)?;
        let is_known = self.known.split(',').any(|known| {
            let known = known.trim();
            known == "*" || known.trim_start_matches("W/").as_bytes() == tag.as_bytes()
        });
        let mut response = if is_known {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let body = match format {
                PictureFormat::Png => self.raster(&drawn, key, cache, budget)?,
                PictureFormat::Svg | PictureFormat::Text => Bytes::from(drawn),
            };
            ([(CONTENT_TYPE, format.content_type())], body).into_response()
        };
        response.headers_mut().insert(ETAG, tag);
        response.headers_mut().insert(VARY, HeaderValue::from_static("accept-language"));
        Ok(response)
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

    fn raster(
        &self,
        drawn: &str,
        key: PictureKey,
        cache: &PictureCache,
        budget: &WorkBudget,
    ) -> Result<Bytes, Error> {
        if let Some(found) = cache.get(&key) {
            return Ok(found);
        }
        budget.check()?;
        let picture = Bytes::from(png(drawn, self.pixels).map_err(Error::failed)?);
        cache.put(key, picture.clone());
        Ok(picture)
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

/// A response that a browser keeps, but asks for again.
fn revalidated(mut response: Response, policy: &'static str) -> Response {
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static(policy));
    response
}

/// The picture of a match, for whoever knows its id, as its state and its record are.
async fn match_picture(
    format: PictureFormat,
    State(shared): State<AppState>,
    tenant: Tenant,
    Path(id): Path<String>,
    QueryParams(query): QueryParams<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let request = PictureRequest::new(format, &query, &headers)?;
    let events = shared.service.store.load(&id).await?;
    let policy = if is_public(&events) { "no-cache" } else { "private, no-cache" };
    let cache = shared.pictures.clone();
    let draw = move |service: &Service, budget: &WorkBudget| {
        let shared_match = SharedMatch::replay(service, &events)?;
        let shown = shared_match.view(request.entries)?;
        let caption = shared_match.caption(&shown);
        let info = shared_match.entry().game.info();
        request.respond(info, &shown.view, &caption, &cache, budget)
    };
    let drawn = shared.run_blocking(tenant, SMALL_REQUEST_BYTES, draw).await?;
    Ok(revalidated(drawn, policy))
}

/// The picture of a position, which the query has as the link of an analysis does.
async fn position_picture(
    format: PictureFormat,
    State(shared): State<AppState>,
    tenant: Tenant,
    Path(game): Path<String>,
    QueryParams(position): QueryParams<PositionQuery>,
    QueryParams(query): QueryParams<PictureQuery>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let request = PictureRequest::new(format, &query, &headers)?;
    let length = position.moves.len() + position.start.as_ref().map_or(0, String::len);
    if length > POSITION_MAX_BYTES {
        return Err(Error::TooLarge);
    }
    let cache = shared.pictures.clone();
    let draw = move |service: &Service, budget: &WorkBudget| {
        let entry = service.entry(&game).ok_or_else(|| Error::no_game("game", &game))?;
        let live = open_position(entry, position, request.entries)?;
        let (info, view) = (entry.game.info(), live.view());
        let caption = Caption::of_position(info, live.as_ref(), &view);
        request.respond(info, &view, &caption, &cache, budget)
    };
    let drawn = shared.run_blocking(tenant, length, draw).await?;
    Ok(revalidated(drawn, "public, max-age=3600"))
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
    let live = look::open(entry, Some(Record { start, swap, moves: Vec::new() }), &position.moves)?;
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
