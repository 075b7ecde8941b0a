//! Tests of statements, compiled and run for each backend.

mod groups;
mod pieces;
mod ready;

use crate::calendar::Timestamp;
use crate::{
    Category, NewPlayer, NewRun, PackedMoves, PlayerId, RankKey, RecoveryHash, Repeatable, ScopeScore, SeedClass,
    TokenHash,
};

pub(in super::super) fn start() -> Timestamp {
    "2026-11-02".parse().expect("a moment")
}

pub(in super::super) fn category() -> Category {
    Category { game: "slide-jam".to_owned(), rules: 1, options: "{}".to_owned(), class: SeedClass::Chosen }
}

pub(in super::super) fn hash(n: u64) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&n.to_be_bytes());
    hash
}

pub(in super::super) fn new_player(n: u64) -> NewPlayer {
    let repeatable = Some(Repeatable { key: hash(n), salt: hash(n), until: start().plus_seconds(86_400) });
    let (token, recovery) = (TokenHash(hash(n)), RecoveryHash(hash(n)));
    NewPlayer { name: format!("player {n}"), forms: vec![hash(n)], token, recovery, repeatable, at: start() }
}

/// A run of a seed. Its fingerprint is that of `n`; there are 15 different scores of it, however many runs there are.
pub(in super::super) fn new_run(player: PlayerId, seed: &str, n: u64, at: Timestamp) -> NewRun {
    let mut fingerprint = [0; 16];
    fingerprint.copy_from_slice(&hash(n)[..16]);
    let score = |n: u64| ScopeScore { key: RankKey::of_number((n % 5) as i64), moves: (n % 3) as u32 };
    NewRun {
        player,
        category: category(),
        claims_seed: false,
        meant_for: None,
        seed: seed.parse().expect("a seed"),
        received_at: at,
        scores: vec![score(n), score(n + 1)],
        score_card: "{}".to_owned(),
        digest: [7; 32],
        fingerprint,
        likeness: fingerprint,
        taken_back: None,
        moves: PackedMoves::pack(b"[]").expect("memory"),
    }
}
