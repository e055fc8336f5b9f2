//! Results of a ladder as tables of text.

use rules::Lang;
use texts::text;

use super::ladder_result::LadderResult;
use crate::messages;
use crate::messages::ladder::LadderColumn;

/// Characters of a player's name that are shown.
const NAME_MAX_CHARS: usize = 28;
/// Quantile of the normal distribution for a two-sided confidence of 95 %.
const Z_95: f64 = 1.959_964;

/// Everything behind the title, line by line.
pub(super) fn lines(result: &LadderResult, names: &[&str], lang: Lang) -> Vec<String> {
    let ratings = result.ratings();
    let ranking = result.ranking(&ratings);
    let mut rows = vec![LadderColumn::ALL.map(|column| column.title(lang)).to_vec()];
    for (place, &player) in ranking.iter().enumerate() {
        let counts = result.total(player);
        let rating = ratings.rating(player);
        let whole = |value: f64| messages::signed(value, 0).get(lang).to_owned();
        let next = ranking.get(place + 1);
        let superiority = next.and_then(|&next| ratings.superiority(player, next));
        rows.push(vec![
            (place + 1).to_string(),
            shortened(names[player]),
            rating.map_or_else(String::new, |it| whole(it.rating)),
            rating.map_or_else(String::new, |it| format!("±{:.0}", Z_95 * it.error)),
            counts.games().to_string(),
            counts.notation(),
            percent(counts.score(), lang),
            superiority.map_or_else(String::new, |value| percent(value, lang)),
        ]);
    }
    let mut lines = aligned(&rows);
    lines.push(String::new());
    lines.extend(aligned(&pairwise(result, names, &ranking)));
    let faulty = ranking.iter().filter(|&&player| result.faults(player).total() > 0);
    let faults = faulty.map(|&player| messages::duel::faults(names[player], result.faults(player)));
    let notes: Vec<_> = faults.chain(ratings.has_prior().then(|| text!("ladder-prior"))).collect();
    if !notes.is_empty() {
        lines.push(String::new());
        lines.extend(notes.iter().map(|text| text.get(lang).to_owned()));
    }
    lines
}

/// The points of each player against each other, and of how many.
fn pairwise(result: &LadderResult, names: &[&str], ranking: &[usize]) -> Vec<Vec<String>> {
    let mut head = vec![String::new(), String::new()];
    head.extend((1..=ranking.len()).map(|place| place.to_string()));
    let mut rows = vec![head];
    for (place, &player) in ranking.iter().enumerate() {
        let mut row = vec![(place + 1).to_string(), shortened(names[player])];
        row.extend(ranking.iter().map(|&other| {
            let counts = result.pair(player, other);
            if counts.games() == 0 {
                return "-".to_owned();
            }
            let points = f64::from(counts.wins) + f64::from(counts.draws) / 2.0;
            format!("{points}/{}", counts.games())
        }));
        rows.push(row);
    }
    rows
}

fn shortened(name: &str) -> String {
    let short: String = name.chars().take(NAME_MAX_CHARS).collect();
    if short.len() < name.len() { short + "…" } else { short }
}

fn percent(part: f64, lang: Lang) -> String {
    format!("{} %", texts::decimal(100.0 * part, 1).get(lang))
}

/// Rows with columns of equal width: the second one to the left, all others to the right.
fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.first().map_or(0, Vec::len);
    let width =
        |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<_> = (0..columns).map(width).collect();
    let cell = |(column, text): (usize, &String)| {
        let fill = " ".repeat(widths[column] - text.chars().count());
        if column == 1 { format!("{text}{fill}") } else { format!("{fill}{text}") }
    };
    let line = |row: &Vec<String>| row.iter().enumerate().map(cell).collect::<Vec<_>>().join("  ");
    rows.iter().map(|row| line(row).trim_end().to_owned()).collect()
}
