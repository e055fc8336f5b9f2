//! Messages of `damier ladder`.

use rules::Lang;

/// Column of the table of ratings.
#[derive(Clone, Copy)]
pub(crate) enum LadderColumn {
    Place,
    Player,
    Rating,
    Interval,
    Games,
    Results,
    Score,
    Superiority,
}

impl LadderColumn {
    pub(crate) const ALL: [Self; 8] = [
        Self::Place,
        Self::Player,
        Self::Rating,
        Self::Interval,
        Self::Games,
        Self::Results,
        Self::Score,
        Self::Superiority,
    ];

    /// Its heading.
    pub(crate) fn title(self, lang: Lang) -> String {
        let id = match self {
            Self::Place => return String::new(),
            Self::Player => "ladder-player",
            Self::Rating => "ladder-rating",
            Self::Interval => "ladder-interval",
            Self::Games => "ladder-games",
            Self::Results => "ladder-results",
            Self::Score => "ladder-score",
            Self::Superiority => "ladder-superiority",
        };
        texts::say(lang, id, &[])
    }
}
