//! Open Graph tags: what other programs show of a link to a public match or a puzzle.

use std::fmt::Write;

use rules::Lang;

use api::Caption;

/// Width and height of the picture.
const CARD_PIXELS: [u32; 2] = [1200, 630];

/// Preview of a link.
pub(crate) struct LinkPreview<'a> {
    /// The public URL of the server, without a slash at its end.
    pub(crate) origin: &'a str,
    /// The path of the link.
    pub(crate) path: &'a str,
    /// Path and query of the picture, without its shape.
    pub(crate) picture: &'a str,
    pub(crate) caption: &'a Caption,
    pub(crate) lang: Lang,
}

impl LinkPreview<'_> {
    /// The elements for the head of the page.
    pub(crate) fn elements(&self) -> String {
        let Self { origin, path, picture, caption, lang } = *self;
        let [width, height] = CARD_PIXELS.map(|pixels| pixels.to_string());
        let title = caption.heading().get(lang).to_owned();
        let code = lang.code();
        let picture = format!("{origin}{picture}&shape=card&size={width}&lang={code}");
        let url = format!("{origin}{path}");
        let locale = match lang {
            Lang::En => "en_GB",
            Lang::Fr => "fr_FR",
        };
        let mut elements = String::new();
        for (name, content) in [
            ("og:type", "website"),
            ("og:site_name", "Damier"),
            ("og:locale", locale),
            ("og:url", &url),
            ("og:title", &title),
            ("og:description", caption.status().get(lang)),
            ("og:image", &picture),
            ("og:image:type", "image/png"),
            ("og:image:width", &width),
            ("og:image:height", &height),
            ("og:image:alt", &caption.title(lang)),
        ] {
            write_meta(&mut elements, "property", name, content);
        }
        write_meta(&mut elements, "name", "twitter:card", "summary_large_image");
        elements
    }
}

/// Writes a `meta` element. The content may be any text.
fn write_meta(elements: &mut String, kind: &str, name: &str, content: &str) {
    let _ = write!(elements, "<meta {kind}=\"{name}\" content=\"");
    for c in content.chars() {
        match c {
            '&' => elements.push_str("&amp;"),
            '<' => elements.push_str("&lt;"),
            '>' => elements.push_str("&gt;"),
            '"' => elements.push_str("&quot;"),
            '\'' => elements.push_str("&#39;"),
            c if c.is_control() => elements.push(' '),
            c => elements.push(c),
        }
    }
    elements.push_str("\">\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_stay_contents() {
        let mut elements = String::new();
        write_meta(&mut elements, "property", "og:title", "\"><script>alert('&')</script>\n\u{0}");
        assert_eq!(
            elements,
            "<meta property=\"og:title\" content=\"&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;  \">\n"
        );
    }
}
