//! Lambda search of the second order (Thomsen, ICGA Journal 2000): wins by force in which every move of the attacker
//! threatens a win by threats alone, found by proof-number search (Allis 1994).
//!
//! The defender has to answer such a quiet move too. All its replies are searched, so that a win is a proof.

use engine::ThreatReport;
use rules::{Position as _, Seat};

use super::position::Congress;
use super::threat_search::{ThreatSearch, joining_step, parries};
use crate::terrain::Step;

/// Nodes of a search of direct threats: seldom are there more than ten.
const THREATS_NODE_LIMIT: u64 = 100;
/// Nodes after which the search gives up: a win takes fewer, or is not found.
const MAX_NODES: u64 = 200_000;
/// First proof number of a position after a quiet move: about as many replies have to be refuted.
const QUIET_PROOF: u32 = 4;
const INFINITE: u32 = 1 << 24;

/// A proof-number search of one position.
pub(super) struct LambdaSearch<'a> {
    threats: &'a ThreatSearch,
    attacker: Seat,
    tree: Vec<Node>,
    nodes: u64,
    node_limit: u64,
}

/// A position in which the attacker, to move, has no win by direct threats, or in which it threatens one.
struct Node {
    position: Congress,
    /// The move that led to it.
    step: Option<Step>,
    parent: usize,
    /// The numbers of its children, once it is expanded.
    children: std::ops::Range<usize>,
    is_expanded: bool,
    proof: u32,
    disproof: u32,
    /// The plies of the longest defence among replies that are no children, as they lose to direct threats.
    longest_loss: u16,
}

impl<'a> LambdaSearch<'a> {
    pub(super) fn new(threats: &'a ThreatSearch, position: Congress, node_limit: u64) -> Self {
        let tree = vec![Node::new(position, None, 0, 1)];
        let node_limit = node_limit.min(MAX_NODES);
        Self { threats, attacker: position.turn, tree, nodes: 0, node_limit }
    }

    /// A win of the side to move, which has none by direct threats.
    pub(super) fn search(mut self, interrupt: &dyn Fn() -> bool) -> ThreatReport<Step> {
        let is_open = |node: &Node| node.proof > 0 && node.disproof > 0;
        while is_open(&self.tree[0]) && !interrupt() {
            let leaf = self.most_proving_node();
            if self.expand(leaf).is_none() {
                break;
            }
            self.update_ancestors(leaf);
        }
        let Node { proof, disproof, .. } = self.tree[0];
        let win = (proof == 0).then(|| self.winning_line());
        let is_complete = proof == 0 || disproof == 0 || self.nodes >= MAX_NODES;
        ThreatReport { win, nodes: self.nodes, is_complete }
    }

    fn is_attack(&self, node: usize) -> bool {
        self.tree[node].position.turn == self.attacker
    }

    fn most_proving_node(&self) -> usize {
        let mut at = 0;
        while self.tree[at].is_expanded {
            let node = &self.tree[at];
            let is_attack = self.is_attack(at);
            let next = node.children.clone().find(|&child| {
                let child = &self.tree[child];
                if is_attack { child.proof == node.proof } else { child.disproof == node.disproof }
            });
            let Some(next) = next else { return at };
            at = next;
        }
        at
    }

    /// Adds the children of a node; `None` if the node limit is reached before all are known.
    fn expand(&mut self, at: usize) -> Option<()> {
        let first = self.tree.len();
        let position = self.tree[at].position;
        if self.is_attack(at) {
            for step in position.legal_moves() {
                self.count_node()?;
                if let Some(proof) = self.threat_proof(&position.play(step)) {
                    self.tree.push(Node::new(position.play(step), Some(step), at, proof));
                }
            }
        } else {
            self.expand_replies(at, &position)?;
        }
        let end = self.tree.len();
        let node = &mut self.tree[at];
        node.is_expanded = true;
        node.children = first..end;
        Some(())
    }

    fn count_node(&mut self) -> Option<()> {
        self.nodes += 1;
        (self.nodes < self.node_limit).then_some(())
    }

    /// The first proof number of a position with the defender to move; `None` if the attacker threatens nothing.
    fn threat_proof(&mut self, position: &Congress) -> Option<u32> {
        if joining_step(position, !self.attacker).is_some() {
            return None;
        }
        if let Some(parries) = parries(position) {
            return Some(parries.len() as u32);
        }
        self.threats_win(&position.null()?).map(|_| QUIET_PROOF)
    }

    /// Adds the replies that do not lose to direct threats.
    fn expand_replies(&mut self, at: usize, position: &Congress) -> Option<()> {
        let parries = parries(position).map(|parries| parries.to_vec());
        let replies = parries.unwrap_or_else(|| position.legal_moves().to_vec());
        for reply in replies {
            self.count_node()?;
            let after = position.play(reply);
            let child = Node::new(after, Some(reply), at, 1);
            match self.threats_win(&after) {
                Some(plies) => {
                    let node = &mut self.tree[at];
                    node.longest_loss = node.longest_loss.max(plies + 1);
                }
                // The defender may repeat a position, and the attacker gains nothing.
                None if self.is_repeated(at, &after) => {
                    self.tree.push(Node {
                        proof: INFINITE,
                        disproof: 0,
                        is_expanded: true,
                        ..child
                    });
                }
                None => self.tree.push(child),
            }
        }
        Some(())
    }

    /// Whether a position stands above a node.
    fn is_repeated(&self, mut at: usize, position: &Congress) -> bool {
        while at != 0 {
            at = self.tree[at].parent;
            if self.tree[at].position == *position {
                return true;
            }
        }
        false
    }

    /// Nodes that a search of direct threats may visit.
    fn left(&self) -> u64 {
        self.node_limit.saturating_sub(self.nodes).min(THREATS_NODE_LIMIT)
    }

    /// Plies of a win by direct threats.
    fn threats_win(&mut self, position: &Congress) -> Option<u16> {
        let ThreatReport { win, nodes, .. } = self.threats.search(position, self.left());
        self.nodes += nodes;
        win.map(|moves| moves.len() as u16)
    }

    fn update_ancestors(&mut self, mut at: usize) {
        loop {
            let is_attack = self.is_attack(at);
            let children = &self.tree[self.tree[at].children.clone()];
            let sum = |number: fn(&Node) -> u32| {
                children
                    .iter()
                    .map(number)
                    .fold(0, |sum: u32, n| sum.saturating_add(n))
                    .min(INFINITE)
            };
            let least =
                |number: fn(&Node) -> u32| children.iter().map(number).min().unwrap_or(INFINITE);
            let (proof, disproof) = if is_attack {
                (least(|node| node.proof), sum(|node| node.disproof))
            } else {
                (sum(|node| node.proof), least(|node| node.disproof))
            };
            let node = &mut self.tree[at];
            (node.proof, node.disproof) = (proof, disproof);
            if at == 0 {
                return;
            }
            at = node.parent;
        }
    }

    /// Plies of the longest game from a proved node.
    fn plies(&self, at: usize) -> u16 {
        let node = &self.tree[at];
        if self.is_attack(at) {
            let proved = node.children.clone().filter(|&child| self.tree[child].proof == 0);
            1 + proved.map(|child| self.plies(child)).min().unwrap_or(0)
        } else {
            let replies = node.children.clone().map(|child| 1 + self.plies(child));
            replies.max().unwrap_or(0).max(node.longest_loss)
        }
    }

    /// The quickest proved win against the longest defence.
    fn winning_line(&self) -> Vec<Step> {
        let (mut line, mut at) = (Vec::new(), 0);
        loop {
            let children = self.tree[at].children.clone();
            let next = if self.is_attack(at) {
                children
                    .filter(|&child| self.tree[child].proof == 0)
                    .min_by_key(|&child| self.plies(child))
            } else {
                let longest = children.max_by_key(|&child| self.plies(child));
                longest.filter(|&child| 1 + self.plies(child) >= self.tree[at].longest_loss)
            };
            let Some(next) = next else { break };
            line.extend(self.tree[next].step);
            at = next;
        }
        self.threats_line(&self.tree[at].position, &mut line);
        line
    }

    /// Ends the line with the reply that holds out longest against direct threats, and these.
    fn threats_line(&self, position: &Congress, line: &mut Vec<Step>) {
        let replies = position.legal_moves().into_iter().filter_map(|reply| {
            let report = self.threats.search(&position.play(reply), THREATS_NODE_LIMIT);
            Some((reply, report.win?))
        });
        if let Some((reply, moves)) = replies.max_by_key(|(_, moves)| moves.len()) {
            line.push(reply);
            line.extend(moves);
        }
    }
}

impl Node {
    fn new(position: Congress, step: Option<Step>, parent: usize, proof: u32) -> Self {
        Self {
            position,
            step,
            parent,
            children: 0..0,
            is_expanded: false,
            proof,
            disproof: if proof == 0 { INFINITE } else { 1 },
            // Whatever does not parry loses in two plies.
            longest_loss: 2,
        }
    }
}
