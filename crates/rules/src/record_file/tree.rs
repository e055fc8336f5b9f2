//! Move tree of a saved game, as a list in which each move names its parent.

use std::collections::HashMap;
use std::slice;

use super::{Note, SavedGame, VARIATION_MAX_DEPTH, Variation, VariationMove};
use crate::{Live, MoveError};

/// Move of the main line or of a variation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeMove {
    /// Index of the move before it, which is always lower; `None` for a first move.
    pub parent: Option<usize>,
    /// In exact notation, or `swap`.
    pub entry: String,
    /// The notes to it.
    pub notes: Vec<Note>,
}

/// Variations are nested too deeply to be written: more than [`VARIATION_MAX_DEPTH`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NestingTooDeep;

impl SavedGame {
    /// The moves of the game and of all its variations in the order of the file. Of several moves
    /// after the same one, the game's own comes first.
    pub fn tree(&self) -> Vec<TreeMove> {
        let mut tree = Vec::new();
        let mut parent = None;
        for (index, entry) in self.record.moves.iter().enumerate() {
            let own = tree.len();
            tree.push(TreeMove { parent, entry: entry.clone(), notes: self.notes(index).to_vec() });
            for other in self.variations(index) {
                spread(&mut tree, parent, other);
            }
            parent = Some(own);
        }
        tree
    }

    /// Replaces the moves, their notes and variations by those of a list like that of
    /// [`tree`](Self::tree). Moves whose parent is not an earlier one are left out.
    pub fn set_tree(&mut self, tree: &[TreeMove]) -> Result<(), NestingTooDeep> {
        let mut firsts = Vec::new();
        let mut next = vec![Vec::new(); tree.len()];
        for (index, found) in tree.iter().enumerate() {
            match found.parent {
                None => firsts.push(index),
                Some(parent) if parent < index => next[parent].push(index),
                Some(_) => {}
            }
        }
        let line = line(tree, &next, &firsts, 0)?;
        self.record.moves.clear();
        self.notes.clear();
        self.variations.clear();
        for (index, VariationMove { entry, notes, variations }) in line.into_iter().enumerate() {
            self.record.moves.push(entry);
            self.notes.insert(index, notes);
            self.variations.insert(index, variations);
        }
        self.notes.retain(|_, notes| !notes.is_empty());
        self.variations.retain(|_, variations| !variations.is_empty());
        Ok(())
    }
}

/// Adds the moves of a variation that begins after `parent`.
fn spread(tree: &mut Vec<TreeMove>, mut parent: Option<usize>, variation: &Variation) {
    for VariationMove { entry, notes, variations } in &variation.moves {
        let own = tree.len();
        tree.push(TreeMove { parent, entry: entry.clone(), notes: notes.clone() });
        for other in variations {
            spread(tree, parent, other);
        }
        parent = Some(own);
    }
}

/// The line that goes on with the first of these moves, and the others as its variations.
fn line<'a>(
    tree: &[TreeMove],
    next: &'a [Vec<usize>],
    mut moves: &'a [usize],
    depth: usize,
) -> Result<Vec<VariationMove>, NestingTooDeep> {
    if depth > VARIATION_MAX_DEPTH {
        return Err(NestingTooDeep);
    }
    let mut found = Vec::new();
    while let Some((&main, others)) = moves.split_first() {
        let variations = others
            .iter()
            .map(|other| line(tree, next, slice::from_ref(other), depth + 1))
            .map(|moves| Ok(Variation { moves: moves? }))
            .collect::<Result<_, _>>()?;
        let TreeMove { entry, notes, .. } = tree[main].clone();
        found.push(VariationMove { entry, notes, variations });
        moves = &next[main];
    }
    Ok(found)
}

/// Plays every move of a tree that begins where `live` stands, and writes them in exact notation. Of
/// moves that turn out to be the same, the first one keeps what follows either.
pub fn play_tree(
    live: &mut dyn Live,
    tree: Vec<TreeMove>,
) -> Result<Vec<TreeMove>, (usize, MoveError)> {
    let begin = live.record().moves.len();
    let mut played: Vec<TreeMove> = Vec::with_capacity(tree.len());
    // Where each move of the old list stands in the new one, how many moves come before each of the new
    // list, and the moves that `live` has made.
    let mut places: Vec<usize> = Vec::with_capacity(tree.len());
    let mut depths: Vec<usize> = Vec::with_capacity(tree.len());
    let mut path: Vec<usize> = Vec::new();
    let mut known = HashMap::new();
    for (index, TreeMove { parent, entry, notes }) in tree.into_iter().enumerate() {
        let parent = parent.and_then(|parent| places.get(parent).copied());
        // Back to the common ancestor, not to the beginning: in the order of a file it is near.
        let mut way = Vec::new();
        let mut at = parent;
        while let Some(place) = at.filter(|place| path.get(depths[*place]) != Some(place)) {
            way.push(place);
            at = played[place].parent;
        }
        let common = at.map_or(0, |place| depths[place] + 1);
        live.truncate(begin + common);
        path.truncate(common);
        for &place in way.iter().rev() {
            live.play(&played[place].entry).map_err(|refusal| (index, refusal))?;
            path.push(place);
        }
        let entry = live.judge(&entry).map_err(|refusal| (index, refusal))?;
        let place = *known.entry((parent, entry.clone())).or_insert(played.len());
        places.push(place);
        if let Some(known) = played.get_mut(place) {
            known.notes.extend(notes);
        } else {
            depths.push(parent.map_or(0, |parent| depths[parent] + 1));
            played.push(TreeMove { parent, entry, notes });
        }
    }
    live.truncate(begin);
    Ok(played)
}
