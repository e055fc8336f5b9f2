//! Threat-space search (Allis, van den Herik and Huntjens, 1993): wins by force in which every move of the attacker
//! threatens to join all its pawns with the next.
//!
//! The defender has few replies that parry a threat, so that such wins are found many plies deep. All parries are
//! searched, so that a win that is found is a proof; that none is found proves nothing, as quiet moves are left out.

use std::cell::RefCell;

use arrayvec::ArrayVec;
use engine::ThreatReport;
use rules::{Bitboard, Position as _, Seat, SplitMix64, Square};

use super::position::{Congress, PAWNS, split};
use super::terms::joining_places;
use crate::terrain::Step;

/// Number of entries of the table, a power of two: such searches seldom visit ten positions.
const ENTRIES: usize = 1 << 10;
/// Own moves of the longest win that is looked for.
const MAX_MOVES: u8 = 30;
/// A pawn joins at most the groups on its four sides, and may leave another.
const JOINABLE_GROUPS: usize = 5;
/// Most moves of eight pawns to the seven squares of a path.
const MAX_PARRIES: usize = 56;

/// Replies that parry a threat.
type Parries = ArrayVec<Step, MAX_PARRIES>;

/// A table of attacks, and the nodes of a search.
#[derive(Debug, Default)]
pub(super) struct ThreatSearch(RefCell<State>);

#[derive(Debug, Default)]
struct State {
    entries: Vec<Entry>,
    nodes: u64,
    node_limit: u64,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct Entry {
    attacker: Bitboard,
    defender: Bitboard,
    result: Attack,
    /// The move that wins, if one does.
    first: Option<Step>,
}

/// The result of an attack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Attack {
    /// It wins within so many plies.
    Wins(u8),
    /// No sequence of threats with so many own moves wins; [`ANY_MOVES`] if none at all does.
    Fails(u8),
}

/// However many moves the attacker makes.
const ANY_MOVES: u8 = u8::MAX;

/// The node limit is reached.
struct OutOfNodes;

/// A move that threatens to join, and the replies that parry it.
struct Threat {
    step: Step,
    parries: Parries,
}

impl ThreatSearch {
    /// Forgets everything: what is known depends on the board.
    pub(super) fn clear(&mut self) {
        self.0.get_mut().entries.clear();
    }

    /// The quickest win by threats of the side to move.
    pub(super) fn search(&self, position: &Congress, node_limit: u64) -> ThreatReport<Step> {
        let mut state = self.0.borrow_mut();
        (state.nodes, state.node_limit) = (0, node_limit);
        let win = state.deepen(position);
        let is_complete = win.is_some() || state.nodes <= node_limit;
        ThreatReport { win, nodes: state.nodes, is_complete }
    }
}

/// A clone starts empty: every thread fills its own.
impl Clone for ThreatSearch {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl State {
    /// Iterative deepening.
    fn deepen(&mut self, position: &Congress) -> Option<Vec<Step>> {
        for moves in 1..=MAX_MOVES {
            match self.attack(position, moves).ok()? {
                Attack::Wins(_) => return self.principal_variation(*position, moves),
                Attack::Fails(ANY_MOVES) => return None,
                Attack::Fails(_) => {}
            }
        }
        None
    }

    /// Whether the side to move wins by threats with at most `moves` of its own.
    fn attack(&mut self, position: &Congress, moves: u8) -> Result<Attack, OutOfNodes> {
        self.count_node()?;
        if joining_step(position, position.turn).is_some() {
            return Ok(Attack::Wins(1));
        }
        if moves <= 1 {
            return Ok(Attack::Fails(moves));
        }
        match self.probe(position).map(|entry| entry.result) {
            Some(Attack::Wins(plies)) if plies < 2 * moves => return Ok(Attack::Wins(plies)),
            Some(Attack::Fails(failed)) if failed >= moves => return Ok(Attack::Fails(failed)),
            _ => {}
        }
        let (mut result, mut first) = (Attack::Fails(ANY_MOVES), None);
        for threat in threats(position) {
            let after = position.play(threat.step);
            match self.defend(&after, &threat.parries, moves - 1)? {
                Attack::Wins(plies) => {
                    (result, first) = (Attack::Wins(plies + 1), Some(threat.step));
                    break;
                }
                Attack::Fails(ANY_MOVES) => {}
                Attack::Fails(_) => result = Attack::Fails(moves),
            }
        }
        self.store(position, result, first);
        Ok(result)
    }

    /// Whether the attacker wins with at most `moves` against all replies. What parries nothing lets it join.
    fn defend(
        &mut self,
        position: &Congress,
        parries: &[Step],
        moves: u8,
    ) -> Result<Attack, OutOfNodes> {
        self.count_node()?;
        let mut longest = 2;
        for &parry in parries {
            match self.attack(&position.play(parry), moves)? {
                Attack::Wins(plies) => longest = longest.max(plies + 1),
                fails @ Attack::Fails(_) => return Ok(fails),
            }
        }
        Ok(Attack::Wins(longest))
    }

    /// The win that was found, against the longest defence.
    fn principal_variation(&mut self, mut position: Congress, mut moves: u8) -> Option<Vec<Step>> {
        self.node_limit = u64::MAX;
        let mut line = Vec::new();
        while joining_step(&position, position.turn).is_none() {
            self.attack(&position, moves).ok()?;
            let first = self.probe(&position)?.first?;
            line.push(first);
            position = position.play(first);
            moves -= 1;
            let Some(reply) = self.longest_reply(&position, moves) else {
                return Some(line);
            };
            line.push(reply);
            position = position.play(reply);
        }
        line.push(joining_step(&position, position.turn)?);
        Some(line)
    }

    /// The reply that holds out longest; any if none parries, `None` if there is none.
    fn longest_reply(&mut self, position: &Congress, moves: u8) -> Option<Step> {
        let plies = |state: &mut Self, reply: Step| match state.attack(&position.play(reply), moves)
        {
            Ok(Attack::Wins(plies)) => plies,
            _ => 0,
        };
        let parries = parries(position).unwrap_or_default();
        let longest = parries.into_iter().max_by_key(|&reply| plies(self, reply));
        longest.or_else(|| position.legal_moves().first().copied())
    }

    fn count_node(&mut self) -> Result<(), OutOfNodes> {
        self.nodes += 1;
        if self.nodes > self.node_limit { Err(OutOfNodes) } else { Ok(()) }
    }

    fn probe(&self, position: &Congress) -> Option<Entry> {
        let (attacker, defender) = sides(position);
        let entry = *self.entries.get(slot(position))?;
        (entry.attacker == attacker && entry.defender == defender).then_some(entry)
    }

    fn store(&mut self, position: &Congress, result: Attack, first: Option<Step>) {
        if self.entries.is_empty() {
            let none = Bitboard::EMPTY;
            let result = Attack::Fails(0);
            let empty = Entry { attacker: none, defender: none, result, first: None };
            self.entries.resize(ENTRIES, empty);
        }
        let (attacker, defender) = sides(position);
        self.entries[slot(position)] = Entry { attacker, defender, result, first };
    }
}

/// The pawns of the side to move, and of the other.
fn sides(position: &Congress) -> (Bitboard, Bitboard) {
    (position.pawns[position.turn], position.pawns[!position.turn])
}

fn slot(position: &Congress) -> usize {
    let (attacker, defender) = sides(position);
    SplitMix64::mix(SplitMix64::mix(attacker.0) ^ defender.0) as usize % ENTRIES
}

/// The threats of the side to move that no win of the other answers, those with the fewest parries first.
fn threats(position: &Congress) -> Vec<Threat> {
    let mut threats = Vec::new();
    let pawns = position.pawns[position.turn];
    for from in pawns {
        let rest = split(pawns & !Bitboard::of(from));
        for to in position.walks(from) {
            let step = Step { from, to };
            if may_threaten(&rest, to)
                && let Some(parries) = parries(&position.play(step))
            {
                threats.push(Threat { step, parries });
            }
        }
    }
    threats.sort_by_key(|threat| threat.parries.len());
    threats
}

/// Whether one pawn could stand beside all groups but its own after another has come to `to`: a quick test.
fn may_threaten(rest: &[Bitboard], to: Square) -> bool {
    let near = Bitboard::of(to).beside();
    let mut merged = Bitboard::of(to);
    let mut borders = ArrayVec::<Bitboard, PAWNS>::new();
    for &group in rest {
        if group.meets(near) {
            merged |= group;
        } else {
            borders.push(group.beside());
        }
    }
    borders.push(merged.beside());
    borders.len() <= JOINABLE_GROUPS
        && (0..borders.len()).any(|own| {
            let others = borders.iter().enumerate().filter(|(index, _)| *index != own);
            !others.fold(Bitboard::ALL, |set, (_, border)| set & *border).is_empty()
        })
}

/// The replies after which the other side cannot join all its pawns. `None` if it cannot anyway, or if the side to
/// move wins at once.
pub(super) fn parries(position: &Congress) -> Option<Parries> {
    let attacker = !position.turn;
    let threat = joining_step(position, attacker)?;
    if joining_step(position, position.turn).is_some() {
        return None;
    }
    let blocks = path(threat);
    let mut parries = Parries::new();
    for from in position.pawns[position.turn] {
        for to in position.walks(from) & blocks {
            let parry = Step { from, to };
            if joining_step(&position.play(parry), attacker).is_none() {
                parries.push(parry);
            }
        }
    }
    Some(parries)
}

/// The squares where a pawn would block a step: those between, and the last.
fn path(Step { from, to }: Step) -> Bitboard {
    let files = to.file() as i8 - from.file() as i8;
    let ranks = to.rank() as i8 - from.rank() as i8;
    let mut path = Bitboard::of(to);
    if files == 0 || ranks == 0 || files.abs() == ranks.abs() {
        let mut square = from;
        while let Some(next) = square.offset(files.signum(), ranks.signum()).filter(|&it| it != to)
        {
            path |= next;
            square = next;
        }
    }
    path
}

/// A move of `seat`, as if it were to move, after which all its pawns are one group.
pub(super) fn joining_step(position: &Congress, seat: Seat) -> Option<Step> {
    let groups = split(position.pawns[seat]);
    if groups.len() > JOINABLE_GROUPS {
        return None;
    }
    (0..groups.len()).find_map(|index| {
        // The pawn comes from this group, and must stand beside all others.
        let others = groups.iter().enumerate().filter(|(other, _)| *other != index);
        let meeting = others.fold(Bitboard::ALL, |set, (_, group)| set & group.beside());
        if meeting.is_empty() {
            return None;
        }
        groups[index].squares().find_map(|from| {
            let near = meeting & position.walks(from);
            let to = (!near.is_empty()).then(|| near & joining_places(groups[index], from))?;
            Some(Step { from, to: to.first()? })
        })
    })
}
