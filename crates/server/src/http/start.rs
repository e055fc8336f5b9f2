//! Everything that the page needs to start, in one response.

use axum::Router;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use rules::Lang;
use serde_json::Value;

use super::catalogue::{JSON, catalogue, page_texts};
use super::{Error, program};
use crate::AppState;
use crate::visitor::Visitor;

pub(super) fn router() -> Router<AppState> {
    Router::new().route("/api/start", get(start))
}

/// A [`Start`](wire::http::Start), concatenated from parts that are encoded already.
async fn start(
    State(shared): State<AppState>,
    visitor: Visitor,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let is_owner = program::is_owner(&shared.app, visitor.tenant());
    let profile = shared.service.store.profile(visitor.profile).await?;
    let profile = profile.unwrap_or_else(|| "{}".to_owned());
    let lang = chosen(&profile).unwrap_or_else(|| accepted(&headers));
    let catalogue = catalogue(&shared, is_owner);
    let parts: [&[u8]; 9] = [
        b"{\"lang\":\"",
        lang.code().as_bytes(),
        b"\",\"texts\":",
        page_texts(lang).plain(),
        b",\"catalogue\":",
        catalogue.plain(),
        b",\"profile\":",
        profile.as_bytes(),
        b"}",
    ];
    Ok(([(CONTENT_TYPE, JSON)], parts.concat()).into_response())
}

/// The language in the settings of a profile.
fn chosen(profile: &str) -> Option<Lang> {
    let profile: Value = serde_json::from_str(profile).ok()?;
    let code = profile["settings"]["lang"].as_str()?;
    Lang::ALL.into_iter().find(|lang| lang.code() == code)
}

/// The first supported language that the browser accepts.
pub(super) fn accepted(headers: &HeaderMap) -> Lang {
    let asked = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok());
    let supported = |tag: &str| {
        let code = tag.split([';', '-']).next()?.trim().to_ascii_lowercase();
        Lang::ALL.into_iter().find(|lang| lang.code() == code)
    };
    asked.unwrap_or_default().split(',').find_map(supported).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_first_supported_language_is_chosen() {
        for (asked, lang) in [
            ("fr-CA,fr;q=0.9,en;q=0.8", Lang::Fr),
            ("de, en-GB;q=0.7, fr;q=0.3", Lang::En),
            ("nl", Lang::En),
            ("", Lang::En),
        ] {
            let asked = HeaderValue::from_static(asked);
            assert_eq!(accepted(&[(ACCEPT_LANGUAGE, asked)].into_iter().collect()), lang);
        }
        assert_eq!(chosen(r#"{"settings": {"lang": "fr"}}"#), Some(Lang::Fr));
        assert_eq!(chosen(r#"{"settings": {"lang": null}}"#), None);
    }
}
