//! Tests of statements, compiled and run for each backend.

mod concurrent;
mod events;
mod game_tables;
mod groups;
mod opponents;
mod ready;
mod timeouts;

use crate::model::calendar::Timestamp;
use crate::{
    Category, History, MovedBy, NewPlayer, NewRun, NewTable, Occupant, PackedMoves, PlayerId, RankKey, RecoveryHash,
    Repeatable, ScopeScore, Scores, SeatRequests, SeedClass, StoredMove, TableChange, TableId, TableSeat, TableState,
    TableStatus, TableTerms, TokenHash,
};

pub(crate) fn start() -> Timestamp {
    "2026-11-02".parse().expect("a moment")
}

pub(crate) fn category() -> Category {
    Category { game: "slide-jam".to_owned(), rules: 1, options: "{}".to_owned(), class: SeedClass::Chosen }
}

pub(crate) fn hash(n: u64) -> [u8; 32] {
    let mut hash = [0; 32];
    hash[..8].copy_from_slice(&n.to_be_bytes());
    hash
}

pub(crate) fn new_player(n: u64) -> NewPlayer {
    let repeatable = Some(Repeatable { key: hash(n), salt: hash(n), until: start().plus_seconds(86_400) });
    let (token, recovery) = (TokenHash(hash(n)), RecoveryHash(hash(n)));
    NewPlayer {
        name: format!("player {n}"),
        forms: vec![hash(n)],
        token,
        recovery,
        bot: false,
        repeatable,
        at: start(),
    }
}

/// A run of a seed, in a game with one room. The fingerprint depends on `n`. There are only 15 different scores.
pub(crate) fn new_run(player: PlayerId, seed: &str, n: u64, at: Timestamp) -> NewRun {
    let mut fingerprint = [0; 16];
    fingerprint.copy_from_slice(&hash(n)[..16]);
    let score = |n: u64| ScopeScore { key: RankKey::of_number((n % 5) as i64), moves: (n % 3) as u32 };
    NewRun {
        player,
        token: None,
        app: None,
        category: category(),
        claims_seed: false,
        required_class: None,
        seed: seed.parse().expect("a seed"),
        received_at: at,
        scores: Scores { whole: score(n), rooms: vec![score(n + 1)] },
        score_card: "{}".to_owned(),
        digest: [7; 32],
        fingerprint,
        equivalence: fingerprint,
        taken_back: None,
        assisted: None,
        moves: PackedMoves::pack(b"[]").expect("memory"),
        round: None,
    }
}

/// A listed table that waits for players, with its maker at one of its two seats.
pub(crate) fn new_table(id: u64, maker: PlayerId) -> NewTable {
    let terms = TableTerms {
        game: category().game,
        rules: 1,
        options: "{}".to_owned(),
        seed: "a-seed".parse().expect("a seed"),
        ranked: None,
        listed: true,
        approval: false,
        rated: true,
        pace: 60,
        maker,
        app: None,
        made_at: start(),
    };
    let seat = |occupant| TableSeat { occupant, due: None, missed: 0, left: None, auto_decline: false };
    let seats = vec![seat(Occupant::Player(maker)), seat(Occupant::Vacant)];
    let status = TableStatus::Waiting;
    let state = TableState {
        status,
        seats,
        due: Some(start()),
        started_at: None,
        ended_at: None,
        set_backs: 0,
        requests: SeatRequests::default(),
    };
    let history = state.history();
    NewTable {
        id: TableId(id as i64),
        terms,
        state,
        repeatable: None,
        rematch_of: None,
        max_open_tables: 100,
        max_open_of_app: 100,
        counts: None,
        history,
        events: Vec::new(),
    }
}

/// A change after which a player sits at a table with two seats and something is due.
pub(crate) fn change_of(player: PlayerId, due: Timestamp, moves: Vec<StoredMove>) -> TableChange {
    let NewTable { state, max_open_tables, .. } = new_table(1, player);
    let state = TableState { status: TableStatus::Playing, due: Some(due), ..state };
    TableChange { moves, max_open_tables, ..TableChange::of(state, History::default(), 0) }
}

pub(crate) fn stored_move() -> StoredMove {
    StoredMove { seat: 1, by: MovedBy::Player, at: start(), json: "{}".to_owned() }
}
