//! Tests of what a node makes of the news of others.

use super::*;

const ME: NodeId = NodeId(1);
const OTHER: NodeId = NodeId(2);

fn room(version: u64, present: [bool; 2]) -> RoomNews {
    RoomNews { open: true, present, ..RoomNews::closed("match".to_owned(), Version(version)) }
}

fn envelope(node: NodeId, sequence: u64, news: News) -> Envelope {
    Envelope { node, sequence, sent: 0, news }
}

fn rooms(sequence: u64, room: RoomNews) -> Envelope {
    envelope(OTHER, sequence, News::Rooms { rooms: vec![room] })
}

fn alive(node: NodeId, sequence: u64) -> Envelope {
    envelope(node, sequence, News::Alive { draining: false })
}

/// A node that hears itself from 0 to `until`, a heartbeat a second.
fn hearing(until: u64) -> Peers {
    let mut peers = Peers::new(ME);
    for second in 0..=until / 1000 {
        peers.hear(alive(ME, second + 1), Monotonic(1000 * second));
    }
    peers
}

#[test]
fn the_newest_news_of_a_room_count() {
    let mut peers = hearing(10_000);
    let now = Monotonic(10_000);
    assert_eq!(peers.hear(rooms(5, room(3, [true, false])), now), ["match"]);
    assert_eq!(peers.hear(rooms(5, room(3, [true, false])), now), [""; 0], "doubled");
    assert_eq!(peers.hear(rooms(4, room(2, [false, true])), now), [""; 0], "late");
    let view = peers.view("match", now);
    assert_eq!(view.players.map(|player| player.present), [true, false]);
    assert_eq!(peers.version("match"), Some(Version(3)));
    peers.hear(rooms(6, RoomNews::closed("match".to_owned(), Version(3))), now);
    assert!(!peers.view("match", now).players[0].present);
}

#[test]
fn a_silent_node_is_forgotten_but_not_by_a_deaf_one() {
    let mut peers = hearing(10_000);
    peers.hear(rooms(5, room(3, [true, false])), Monotonic(10_000));
    assert_eq!(peers.live_nodes(), 2);
    // Nothing comes in any more, not even the own heartbeats.
    let later = Monotonic(30_000);
    assert_eq!(peers.hearing(later), Hearing::Interrupted);
    assert_eq!(peers.expire(later), [""; 0]);
    assert!(peers.view("match", later).players[0].present);
    for second in 30..36 {
        peers.hear(alive(ME, second), Monotonic(1000 * second));
    }
    assert_eq!(peers.expire(Monotonic(35_000)), ["match"]);
    assert_eq!(peers.live_nodes(), 1);
    assert!(!peers.view("match", Monotonic(35_000)).players[0].present);
}

#[test]
fn a_node_hears_again_after_a_while() {
    let mut peers = hearing(10_000);
    assert_eq!(peers.hearing(Monotonic(10_000)), Hearing::Complete);
    peers.interrupt(50);
    assert_eq!(peers.hearing(Monotonic(10_000)), Hearing::Interrupted);
    peers.hear(alive(ME, 49), Monotonic(20_000));
    assert_eq!(peers.hearing(Monotonic(26_000)), Hearing::Interrupted, "from before the pause");
    for second in 20..=25 {
        peers.hear(alive(ME, 30 + second), Monotonic(1000 * second));
    }
    assert_eq!(peers.hearing(Monotonic(24_900)), Hearing::Interrupted);
    assert_eq!(peers.hearing(Monotonic(25_000)), Hearing::Complete);
}

#[test]
fn nodes_agree_on_the_preferred_one() {
    let now = Monotonic(10_000);
    let nodes: Vec<_> = (1..=3).map(NodeId).collect();
    let mut preferred = BTreeMap::new();
    for number in 0..300 {
        let id = format!("match{number}");
        let news = |sequence| {
            let room = RoomNews { open: true, ..RoomNews::closed(id.clone(), Version(1)) };
            (sequence, News::Rooms { rooms: vec![room] })
        };
        let is_preferred = |me: &NodeId| {
            let mut peers = Peers { me: *me, ..hearing(0) };
            peers.echo = Echo { from_sequence: 0, last: Some(now), since: Some(Monotonic(0)) };
            for node in nodes.iter().filter(|node| *node != me) {
                let (sequence, news) = news(1);
                peers.hear(envelope(*node, sequence, news), now);
            }
            peers.view(&id, now).role == NodeRole::Preferred
        };
        let chosen: Vec<_> = nodes.iter().filter(|node| is_preferred(node)).collect();
        assert_eq!(chosen.len(), 1, "{id}");
        *preferred.entry(*chosen[0]).or_insert(0) += 1;
    }
    assert!(preferred.values().all(|count| (60..140).contains(count)), "{preferred:?}");
}

#[test]
fn a_draining_or_deaf_node_is_not_waited_for() {
    let now = Monotonic(10_000);
    let mut peers = hearing(10_000);
    peers.drain();
    assert_eq!(peers.view("match", now).role, NodeRole::Preferred, "alone");
    peers.hear(rooms(1, room(1, [false; 2])), now);
    assert_eq!(peers.view("match", now).role, NodeRole::Deputy);
    peers.hear(envelope(OTHER, 2, News::Alive { draining: true }), now);
    assert_eq!(peers.view("match", now).role, NodeRole::Preferred);
    peers.interrupt(99);
    assert_eq!(peers.view("match", now).role, NodeRole::Preferred);
}
