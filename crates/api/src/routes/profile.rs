//! Profile of a visitor: settings and progress in one document, whose content is the page's own.

use serde_json::{Map, Value};

use super::profile_file;
use crate::context::Context;
use crate::error::Error;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![
        Route::get("/api/profile", read),
        Route::put("/api/profile", write),
        Route::delete("/api/profile", profile_file::delete),
    ]
}

async fn read<C: Context>(context: C, _: Request) -> Result<Response, Error> {
    let document = context.store().profile(context.profile()).await?;
    let document = document.unwrap_or_else(|| "{}".to_owned());
    Ok(Response::of("application/json", document))
}

async fn write<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let document: Map<String, Value> = request.json()?;
    context.check_write()?;
    let document = serde_json::to_string(&document).map_err(Error::failed)?;
    context.store().put_profile(context.owner(), document).await?;
    Ok(Response::no_content())
}
