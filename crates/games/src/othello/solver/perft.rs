//! Perft with bulk counting at the last ply.

use super::cpu::Cpu;

/// Number of positions after `depth` plies; a pass is a ply, and a finished game has no successors.
#[inline(always)]
pub(super) fn count<C: Cpu>(cpu: C, own: u64, enemy: u64, depth: u32) -> u64 {
    let mut moves = cpu.moves(own, enemy);
    if moves == 0 {
        return match depth {
            0 => 1,
            _ if cpu.moves(enemy, own) == 0 => 0,
            1 => 1,
            _ => cpu.perft(enemy, own, depth - 1),
        };
    }
    if depth <= 1 {
        return if depth == 0 { 1 } else { moves.count_ones().into() };
    }
    let mut sum = 0;
    while moves != 0 {
        let square = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let flips = cpu.flips(own, enemy, square);
        let (next_own, next_enemy) = (enemy ^ flips, own ^ flips | 1 << square);
        if depth == 2 {
            let replies = cpu.moves(next_own, next_enemy);
            sum += if replies == 0 {
                u64::from(cpu.moves(next_enemy, next_own) != 0)
            } else {
                replies.count_ones().into()
            };
        } else {
            sum += cpu.perft(next_own, next_enemy, depth - 1);
        }
    }
    sum
}
