//! Everything that the page needs to start, in one response.

use rules::Lang;
use serde_json::Value;

use crate::context::Context;
use crate::error::Error;
use crate::request::Request;
use crate::resource::Resource;
use crate::response::Response;
use crate::route::Route;

pub(super) fn routes<C: Context>() -> Vec<Route<C>> {
    vec![Route::get("/api/start", start)]
}

/// A [`Start`](wire::http::Start), concatenated from parts that are encoded already.
async fn start<C: Context>(context: C, request: Request) -> Result<Response, Error> {
    let profile = context.store().profile(context.profile()).await?;
    let profile = profile.unwrap_or_else(|| "{}".to_owned());
    let lang = chosen(&profile).unwrap_or_else(|| request.language());
    let parts: [&[u8]; 9] = [
        b"{\"lang\":\"",
        lang.code().as_bytes(),
        b"\",\"texts\":",
        &context.resource(Resource::Texts(lang, None))?,
        b",\"catalogue\":",
        &context.resource(Resource::catalogue(&context))?,
        b",\"profile\":",
        profile.as_bytes(),
        b"}",
    ];
    Ok(Response::of("application/json", parts.concat()))
}

/// The language in the settings of a profile.
fn chosen(profile: &str) -> Option<Lang> {
    let profile: Value = serde_json::from_slice(profile.as_bytes()).ok()?;
    let code = profile["settings"]["lang"].as_str()?;
    Lang::ALL.into_iter().find(|lang| lang.code() == code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_settings_is_chosen() {
        assert_eq!(chosen(r#"{"settings": {"lang": "fr"}}"#), Some(Lang::Fr));
        assert_eq!(chosen(r#"{"settings": {"lang": null}}"#), None);
    }
}
