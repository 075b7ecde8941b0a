//! Tables as a store has them.

use funhouse::store::calendar::Timestamp;
use funhouse::store::{
    Category, Changed, Ending, GameCounts, History, MovedBy, NewRun, NewTable, Occupant, Outcome, PlayerId, RankKey,
    RankedSeed, RunId, SeatRequests, SeedClass, Store, StoredMove, StoredTable, TableChange, TableCreated, TableId,
    TableSeat, TableState, TableStatus, TableTerms,
};

use crate::support::store::{new_run, scored, wait};

pub(crate) const MOST: u32 = 100;

pub(crate) fn start() -> Timestamp {
    "2026-11-20T12:00:00Z".parse().expect("a moment")
}

pub(crate) fn later(seconds: i64) -> Timestamp {
    start().plus_seconds(seconds)
}

pub(crate) fn seat(occupant: Occupant) -> TableSeat {
    TableSeat { occupant, due: None, missed: 0, left: None, auto_decline: false }
}

pub(crate) fn state(status: TableStatus, occupants: &[Occupant]) -> TableState {
    let seats = occupants.iter().copied().map(seat).collect();
    TableState {
        status,
        seats,
        due: None,
        started_at: None,
        ended_at: None,
        set_backs: 0,
        requests: SeatRequests::default(),
    }
}

/// A listed table of Queensland that waits for players, with its maker at the first of its two seats.
pub(crate) fn open_table(id: i64, maker: PlayerId) -> NewTable {
    let state = state(TableStatus::Waiting, &[Occupant::Player(maker), Occupant::Vacant]);
    NewTable {
        id: TableId(id),
        terms: TableTerms {
            app: None,
            game: "queensland".to_owned(),
            rules: 1,
            options: "{}".to_owned(),
            seed: format!("seed-of-table-{id}").parse().expect("a seed"),
            ranked: None,
            listed: true,
            approval: false,
            rated: true,
            pace: 86_400,
            maker,
            made_at: start(),
        },
        history: state.history(),
        events: Vec::new(),
        state,
        repeatable: None,
        rematch_of: None,
        max_open_tables: MOST,
        max_open_of_app: MOST,
        counts: None,
    }
}

/// A ranked solitaire that is being played.
pub(crate) fn ranked_table(id: i64, player: PlayerId) -> NewTable {
    let mut table = open_table(id, player);
    table.terms = TableTerms {
        game: "slide-jam".to_owned(),
        ranked: Some(RankedSeed::Own),
        listed: false,
        rated: false,
        ..table.terms
    };
    table.state = state(TableStatus::Playing, &[Occupant::Player(player)]);
    table
}

pub(crate) fn moved(n: u32) -> StoredMove {
    StoredMove { seat: 1, by: MovedBy::Player, at: later(n.into()), json: format!("{{\"slide\":\"{n}\"}}") }
}

pub(crate) fn change(state: TableState, moves: Vec<StoredMove>) -> TableChange {
    TableChange { moves, max_open_tables: MOST, ..TableChange::of(state, History::default(), 0) }
}

pub(crate) fn make(store: &dyn Store, table: NewTable) -> TableId {
    let id = table.id;
    assert_eq!(wait(store.create_table(table)), Ok(TableCreated::New));
    id
}

pub(crate) fn table(store: &dyn Store, id: TableId) -> StoredTable {
    wait(store.table(id)).expect("an answer").expect("a table")
}

pub(crate) const APPLIED: Result<Changed, funhouse::store::StoreError> = Ok(Changed::Applied { run: None });

pub(crate) fn category(game: &str, class: SeedClass) -> Category {
    Category { game: game.to_owned(), rules: 1, options: "{}".to_owned(), class }
}

/// Ends a ranked table.
pub(crate) fn end_ranked(
    store: &dyn Store,
    id: TableId,
    counts: Option<GameCounts>,
    run: Option<NewRun>,
) -> Option<RunId> {
    let StoredTable { version, mut state, .. } = table(store, id);
    let ending = if run.is_some() { Ending::Finished } else { Ending::Abandoned };
    (state.status, state.ended_at) = (TableStatus::Over(ending), Some(later(50)));
    let outcome = run.map(|run| Outcome::Ranked(Box::new(run)));
    let end = TableChange { counts, outcome, ..change(state, vec![moved(1)]) };
    match wait(store.change_table(id, version, end)) {
        Ok(Changed::Applied { run }) => run.map(|run| run.id),
        other => panic!("{other:?}"),
    }
}

/// A run of a table, distinguished by `n`.
pub(crate) fn ranked_run(player: PlayerId, n: u64, category: Category, key: RankKey) -> NewRun {
    let seed = format!("ranked-{n}").parse().expect("a seed");
    NewRun { category, seed, scores: scored(key.number(), 1), ..new_run(player, 1_000 + n) }
}
