//! Routes of the page: the paths at which it shows a screen. The page has the list, in `js/app/main.js`.

/// Where the list begins and ends.
const LIST: [&str; 2] = ["const ROUTES = [\n", "\n];"];

/// Routes of the page, as patterns: `{name}` is a segment, `{name?}` one that may be missing with all that follows, and
/// `{name*}` the rest of a path, if there is any.
pub(super) struct PageRoutes(Vec<String>);

impl PageRoutes {
    /// The routes in the source of the page.
    pub(super) fn read(source: &str) -> Self {
        let list = source.split_once(LIST[0]).and_then(|(_, rest)| rest.split_once(LIST[1]));
        let lines = list.map_or("", |(list, _)| list).lines();
        let patterns =
            lines.filter_map(|line| line.trim_start().strip_prefix("[\"")?.split('"').next());
        Self(patterns.map(str::to_owned).collect())
    }

    /// Whether the page shows a screen at a path.
    pub(super) fn have(&self, path: &str) -> bool {
        self.0.iter().any(|pattern| fits(pattern, path))
    }
}

fn fits(pattern: &str, path: &str) -> bool {
    let mut segments = path.split('/');
    for expected in pattern.split('/') {
        let segment = segments.next();
        let is_fitting = match (expected.strip_prefix('{'), segment) {
            (Some(name), _) if name.ends_with("*}") => return true,
            (Some(name), None) if name.ends_with("?}") => return true,
            (Some(_), Some(segment)) => !segment.is_empty(),
            (Some(_), None) => false,
            (None, segment) => segment == Some(expected),
        };
        if !is_fitting {
            return false;
        }
    }
    segments.next().is_none()
}

#[cfg(test)]
mod tests {
    use super::super::{Assets, SERVER_FOLDER, text};
    use super::*;

    #[test]
    fn a_pattern_fits_what_it_says() {
        for (pattern, fitting, others) in [
            ("/", &["/"][..], &["", "//", "/x"][..]),
            ("/you", &["/you"], &["/", "/you/", "/your", "/you/x"]),
            ("/m/{id}", &["/m/x", "/m/%20"], &["/m", "/m/", "/m/x/", "/m/x/analyse", "/n/x"]),
            ("/m/{id}/analyse", &["/m/x/analyse"], &["/m/x", "/m//analyse", "/m/x/y"]),
            ("/learn/{id?}", &["/learn", "/learn/x"], &["/learn/", "/learn/x/y"]),
            ("/a/{game}/{moves*}", &["/a/x", "/a/x/", "/a/x/y/z"], &["/a", "/a/"]),
            ("/t/{game?}/{moves*}", &["/t", "/t/x", "/t/x/y/z"], &["/t/", "/u"]),
        ] {
            for path in fitting {
                assert!(fits(pattern, path), "{pattern} {path}");
            }
            for path in others {
                assert!(!fits(pattern, path), "{pattern} {path}");
            }
        }
    }

    /// Every route of the page is read, and leads to a module: the list has a form that both sides understand.
    #[test]
    fn the_list_of_the_page_is_read() {
        let assets = Assets::read(SERVER_FOLDER);
        let source = text(&assets.files["js/app/main.js"].plain);
        let (_, list) = source.split_once(LIST[0]).expect("a list");
        let (list, _) = list.split_once(LIST[1]).expect("an end");
        let routes = PageRoutes::read(&source);
        assert_eq!(routes.0.len(), list.lines().count());
        assert!(routes.0.len() > 15, "{:?}", routes.0);
        for line in list.lines() {
            let is_loaded = ["import(\"../screens/", "analysis()", "online()", "quadrant()"].iter();
            assert!(is_loaded.clone().any(|part| line.contains(part)), "{line}");
        }
    }

    /// Links of the page lead to its routes.
    #[test]
    fn the_page_links_to_its_routes() {
        let assets = Assets::read(SERVER_FOLDER);
        let mut links = 0;
        for (name, file) in assets.files.iter().filter(|(name, _)| {
            std::path::Path::new(name.as_str()).extension().is_some_and(|it| it == "js")
        }) {
            let source = text(&file.plain);
            for link in source.split("href: ").skip(1) {
                let Some(quote) = link.chars().next().filter(|first| "\"`".contains(*first)) else {
                    continue;
                };
                let path = link[1..].split([quote, '?', '$', '#']).next().unwrap_or_default();
                if !path.starts_with('/') || path.starts_with("/api/") || path.starts_with("/a/") {
                    continue;
                }
                // Something is filled in behind the last slash.
                let path = if path.ends_with('/') && path != "/" {
                    format!("{path}x")
                } else {
                    path.to_owned()
                };
                assert!(assets.routes.have(&path), "{name}: {path}");
                links += 1;
            }
        }
        assert!(links > 20, "{links}");
    }
}
