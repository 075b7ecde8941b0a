//! The places of a player's bests, packed: one row holds those of all scopes.

use integer_encoding::VarInt as _;

use crate::{BoardPlace, RankKey, RunId, ScopeScore};

/// Packs places, scope by scope: rank key, moves, and by how much the run's number differs from that of the place before.
pub(crate) fn pack(places: &[BoardPlace]) -> Vec<u8> {
    let mut packed = Vec::new();
    let mut before = 0;
    for BoardPlace { score, run } in places {
        push(&mut packed, score.key.number());
        push(&mut packed, i64::from(score.moves));
        push(&mut packed, run.0.wrapping_sub(before));
        before = run.0;
    }
    packed
}

/// The places that were packed; none if they are damaged.
pub(crate) fn unpack(packed: &[u8]) -> Option<Vec<BoardPlace>> {
    let (mut left, mut before) = (packed, 0_i64);
    let mut places = Vec::new();
    while !left.is_empty() {
        let (key, moves) = (RankKey::of_number(next(&mut left)?), u32::try_from(next(&mut left)?).ok()?);
        before = before.wrapping_add(next(&mut left)?);
        places.push(BoardPlace { score: ScopeScore { key, moves }, run: RunId(before) });
    }
    Some(places)
}

/// Appends a number: small ones, of either sign, take one byte.
pub(super) fn push(packed: &mut Vec<u8>, number: i64) {
    let mut bytes = [0; 10];
    let length = number.encode_var(&mut bytes);
    packed.extend_from_slice(&bytes[..length]);
}

/// Takes the next number.
pub(super) fn next(left: &mut &[u8]) -> Option<i64> {
    let (number, length) = i64::decode_var(left)?;
    *left = left.get(length..)?;
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_unpacked_as_they_were_packed_and_what_is_cut_off_is_damaged() {
        let place =
            |key, moves, run| BoardPlace { score: ScopeScore { key: RankKey::of_number(key), moves }, run: RunId(run) };
        let places = [place(i64::MIN, u32::MAX, i64::MAX), place(-1, 0, 1), place(i64::MAX, 7, 300), place(0, 1, 300)];
        let packed = pack(&places);
        assert_eq!(unpack(&packed).as_deref(), Some(&places[..]));
        assert_eq!(unpack(&packed[..packed.len() - 1]), None);
        assert_eq!(unpack(&[]), Some(Vec::new()));
    }
}
