//! Settings and last choices, in the profile that the page keeps.
//!
//! The page reads and writes the whole document, so what is not ours is left as it is. Language, motion and
//! choices for matches are the page's own fields; what belongs to a terminal is in `settings.terminal`, by the
//! name of the terminal.

use play::TimeControl;
use rules::Lang;
use serde_json::{Map, Value, json};
use tui::{Charset, ColourDepth, Look, Motion, PlayMode, Preferences, SetupChoices, Starts, Theme};

/// The profile as it is stored.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Profile(Map<String, Value>);

/// What the profile says of the look, as far as it says something.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct StoredPreferences {
    pub(super) lang: Option<Lang>,
    motion: Option<Motion>,
    depth: Option<ColourDepth>,
    theme: Option<Theme>,
    charset: Option<Charset>,
}

impl StoredPreferences {
    /// The look of the terminal with what its user has chosen. `NO_COLOR` and `--ascii` come first.
    pub(super) fn apply(self, mut look: Look, is_plain: bool) -> Look {
        look.motion = self.motion.unwrap_or(look.motion);
        look.theme = self.theme.unwrap_or(look.theme);
        if !is_plain {
            look.charset = self.charset.unwrap_or(look.charset);
            look.depth = self.depth.unwrap_or(look.depth);
        }
        look
    }
}

impl Profile {
    /// Reads the document; one that is no object is empty.
    pub(super) fn read(document: &str) -> Self {
        Self(serde_json::from_str(document).unwrap_or_default())
    }

    pub(super) fn to_text(&self) -> String {
        Value::Object(self.0.clone()).to_string()
    }

    fn object<'a>(map: &'a mut Map<String, Value>, key: &str) -> &'a mut Map<String, Value> {
        let value = map.entry(key).or_insert_with(|| json!({}));
        if !value.is_object() {
            *value = json!({});
        }
        match value {
            Value::Object(object) => object,
            _ => unreachable!("it was made one"),
        }
    }

    /// The settings for a terminal of that name.
    pub(super) fn preferences(&self, terminal: &str) -> StoredPreferences {
        let settings = self.0.get("settings").unwrap_or(&Value::Null);
        let own = &settings["terminal"]["looks"][terminal];
        let lang = settings["lang"].as_str();
        StoredPreferences {
            lang: Lang::ALL.into_iter().find(|one| Some(one.code()) == lang),
            motion: settings["motion"].as_str().map(|motion| match motion {
                "off" => Motion::Off,
                _ => Motion::On,
            }),
            depth: match own["colours"].as_str() {
                Some("none") => Some(ColourDepth::None),
                Some("16") => Some(ColourDepth::Ansi),
                Some("256") => Some(ColourDepth::Palette),
                Some("all") => Some(ColourDepth::True),
                _ => None,
            },
            theme: match own["background"].as_str() {
                Some("light") => Some(Theme::Light),
                Some("dark") => Some(Theme::Dark),
                _ => None,
            },
            charset: match own["characters"].as_str() {
                Some("ascii") => Some(Charset::Ascii),
                Some("unicode") => Some(Charset::Unicode),
                _ => None,
            },
        }
    }

    /// Keeps the settings for a terminal of that name.
    pub(super) fn set_preferences(
        &mut self,
        terminal: &str,
        Preferences { lang, look }: Preferences,
    ) {
        let settings = Self::object(&mut self.0, "settings");
        settings.insert("lang".into(), lang.code().into());
        let is_off = settings.get("motion").is_some_and(|motion| motion == "off");
        match look.motion {
            Motion::Off => drop(settings.insert("motion".into(), "off".into())),
            // The page knows two kinds of motion.
            Motion::On if is_off => drop(settings.insert("motion".into(), "quick".into())),
            Motion::On => {}
        }
        let colours = match look.depth {
            ColourDepth::None => "none",
            ColourDepth::Ansi => "16",
            ColourDepth::Palette => "256",
            ColourDepth::True => "all",
        };
        let background = if look.theme == Theme::Light { "light" } else { "dark" };
        let characters = if look.charset == Charset::Ascii { "ascii" } else { "unicode" };
        let own = Self::object(settings, "terminal");
        let looks = Self::object(own, "looks");
        let look =
            json!({ "colours": colours, "background": background, "characters": characters });
        looks.insert(terminal.to_owned(), look);
    }

    /// What was chosen for matches, the last one first.
    pub(super) fn setups(&self) -> Vec<SetupChoices> {
        let settings = self.0.get("settings").unwrap_or(&Value::Null);
        let last = settings["terminal"]["game"].as_str();
        let setups = self.0.get("setups").and_then(Value::as_object);
        let mut setups: Vec<_> =
            setups.into_iter().flatten().map(|(game, choices)| read_setup(game, choices)).collect();
        setups.sort_by_key(|setup| Some(&*setup.game) != last);
        if last.is_none_or(|last| setups.first().is_none_or(|first| first.game != last)) {
            // The page does not say which game was the last.
            setups.insert(0, SetupChoices::default());
        }
        setups
    }

    /// Keeps what was chosen for a match.
    pub(super) fn set_setup(&mut self, setup: &SetupChoices) {
        let settings = Self::object(&mut self.0, "settings");
        Self::object(settings, "terminal").insert("game".into(), setup.game.clone().into());
        let setups = Self::object(&mut self.0, "setups");
        let choices = Self::object(setups, &setup.game);
        let [level, level2] = &setup.levels;
        let mode = match setup.mode {
            PlayMode::Computer => "computer",
            PlayMode::Two => "two",
            PlayMode::Watch => "watch",
            PlayMode::Online => "online",
        };
        let starts = match setup.starts {
            Starts::Me => "me",
            Starts::Computer => "other",
            Starts::Random => "random",
        };
        let fields = json!({
            "mode": mode, "level": level, "level2": level2, "starts": starts,
            "clock": setup.clock, "rules": setup.rules, "swap": setup.swap,
            "board": if setup.places.is_some() { "tiles" } else { "random" },
        });
        choices.extend(fields.as_object().cloned().unwrap_or_default());
        match &setup.places {
            Some(places) => drop(choices.insert("places".into(), json!(places))),
            None => drop(choices.entry("places").or_insert_with(|| json!(["-", "-", "-", "-"]))),
        }
        // Fields that the page relies on.
        choices.entry("listing").or_insert_with(|| "public".into());
    }
}

fn read_setup(game: &str, choices: &Value) -> SetupChoices {
    let word = |key: &str| choices[key].as_str().unwrap_or_default().to_owned();
    let places = choices["places"].as_array().filter(|_| choices["board"] == "tiles");
    let places = places.and_then(|places| {
        let words: Option<Vec<_>> =
            places.iter().map(|place| place.as_str().map(str::to_owned)).collect();
        words?.try_into().ok()
    });
    SetupChoices {
        game: game.to_owned(),
        rules: word("rules"),
        mode: match &*word("mode") {
            "two" => PlayMode::Two,
            "watch" => PlayMode::Watch,
            _ => PlayMode::Computer,
        },
        levels: [word("level"), word("level2")],
        starts: match &*word("starts") {
            "other" => Starts::Computer,
            "random" => Starts::Random,
            _ => Starts::Me,
        },
        clock: serde_json::from_value(choices["clock"].clone()).unwrap_or(TimeControl::None),
        swap: choices["swap"] == true,
        places,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A profile as the page writes it.
    const PAGE: &str = r#"{"settings":{"lang":"fr","sound":true,"motion":"classic","theme":"dark"},
        "setups":{"othello":{"mode":"online","level":"easy","level2":"easy","starts":"other",
        "clock":{"kind":"game","total":60000,"increment":0},"rules":"","swap":false,"board":"random",
        "places":["-","-","-","-"],"listing":"private"}},"scores":{"othello":{}},"counted":["x"],"learning":{}}"#;

    #[test]
    fn settings_are_kept_beside_those_of_the_page() {
        let mut profile = Profile::read(PAGE);
        let stored = profile.preferences("xterm");
        assert_eq!(
            (stored.lang, stored.motion, stored.depth),
            (Some(Lang::Fr), Some(Motion::On), None)
        );
        let look = Look {
            depth: ColourDepth::Palette,
            charset: Charset::Unicode,
            theme: Theme::Light,
            motion: Motion::On,
        };
        profile.set_preferences("xterm", Preferences { lang: Lang::En, look });
        let again = Profile::read(&profile.to_text());
        let stored = again.preferences("xterm");
        assert_eq!(stored.lang, Some(Lang::En));
        assert_eq!(stored.apply(Look::default(), false), look);
        assert_eq!(stored.apply(Look::default(), true).depth, Look::default().depth);
        assert_eq!(again.preferences("linux").depth, None, "another terminal has its own");
        assert_eq!(again.0["settings"]["motion"], "classic", "the page's kind of motion stays");
        assert_eq!(again.0["settings"]["sound"], true);
        assert_eq!(again.0["scores"], json!({"othello": {}}));
    }

    #[test]
    fn choices_are_those_of_the_page() {
        let mut profile = Profile::read(PAGE);
        let setups = profile.setups();
        assert_eq!(setups[0].game, "", "the page does not say which was the last");
        assert_eq!(setups[1].clock, TimeControl::Game { total: 60_000, increment: 0 });
        assert_eq!((setups[1].mode, setups[1].starts), (PlayMode::Computer, Starts::Computer));
        let chosen = SetupChoices {
            game: "katarenga".into(),
            rules: "official".into(),
            mode: PlayMode::Watch,
            levels: ["easy".into(), "expert".into()],
            starts: Starts::Random,
            clock: TimeControl::Move { limit: 30_000 },
            swap: true,
            places: Some(["A", "Bf+90", "C", "D"].map(str::to_owned)),
        };
        profile.set_setup(&chosen);
        let again = Profile::read(&profile.to_text());
        assert_eq!(again.setups()[0], chosen);
        assert_eq!(again.0["setups"]["othello"]["listing"], "private");
    }

    #[test]
    fn a_damaged_profile_says_nothing() {
        for document in
            ["", "[]", "null", r#"{"settings":1,"setups":[1]}"#, r#"{"setups":{"a":3}}"#]
        {
            let mut profile = Profile::read(document);
            assert_eq!(profile.preferences("xterm"), StoredPreferences::default());
            profile.setups();
            profile.set_setup(&SetupChoices { game: "othello".into(), ..SetupChoices::default() });
            profile.set_preferences("xterm", Preferences { lang: Lang::Fr, look: Look::default() });
            assert_eq!(profile.preferences("xterm").lang, Some(Lang::Fr));
        }
    }
}
