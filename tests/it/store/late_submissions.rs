//! Submissions that are committed after their player was banned or deleted, or after their token was revoked.

use funhouse::store::calendar::{Period, Timestamp};
use funhouse::store::{
    Act, Added, AnyStore, Board, BoardKind, HiddenFor, Moderated, ModerationOrder, NewRun, NewToken, PageStart,
    PlayerId, Reason, RunId, Submitted, TokenHash, TokenId, database,
};

use crate::support::databases::{Kind, address_of, kind, on_each_kind};
use crate::support::store::{moment, new_player, new_run, opened, wait};

const LAPTOP: TokenHash = TokenHash([b'a'; 32]);
const PHONE: TokenHash = TokenHash([b'p'; 32]);

/// The `n`-th run of a player, submitted with a token.
fn run_with(player: PlayerId, token: TokenHash, n: u64) -> NewRun {
    NewRun { token: Some(token), ..new_run(player, n) }
}

fn add_phone(store: &AnyStore, player: PlayerId) -> TokenId {
    let token = NewToken { hash: PHONE, label: None, at: moment("2026-11-20") };
    let Ok(Added::New(id)) = wait(store.add_token(player, token)) else { panic!("there is room") };
    id
}

async fn moderate(store: &AnyStore, act: Act) {
    let order = ModerationOrder { act, reason: Reason::new("a reason").expect("a reason"), at: Timestamp::FIRST };
    let outcome = store.moderate(order).await.expect("an outcome");
    assert!(matches!(outcome, Moderated::Applied(_)), "{outcome:?}");
}

/// The number of stored runs.
fn count(store: &AnyStore) -> u64 {
    wait(store.count_after(RunId(0))).expect("a count")
}

#[test]
fn run_of_revoked_or_replaced_token_is_not_stored() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let submit = |token, n| wait(store.submit(run_with(ada, token, n))).expect("an outcome");
        assert!(submit(LAPTOP, 1).is_new());
        let phone = add_phone(&store, ada);
        assert!(submit(PHONE, 2).is_new());

        let laptop = wait(store.known_token(LAPTOP, moment("2026-11-20"))).expect("an answer").expect("a token").id;
        let replaced = store.replace_token(ada, laptop, TokenHash([7; 32]), moment("2026-11-20"));
        assert_eq!(wait(replaced), Ok(true));
        assert_eq!(submit(LAPTOP, 3), Submitted::TokenRevoked);
        assert!(submit(TokenHash([7; 32]), 3).is_new());

        wait(store.revoke_token(ada, laptop)).expect("an outcome");
        assert_eq!(submit(TokenHash([7; 32]), 4), Submitted::TokenRevoked);
        assert_eq!(submit(TokenHash([7; 32]), 1), Submitted::TokenRevoked, "not even what is stored is returned");
        assert!(submit(PHONE, 4).is_new());

        assert_eq!(wait(store.delete_player(ada)), Ok(true));
        assert_eq!(submit(PHONE, 5), Submitted::TokenRevoked);
        assert_eq!((count(&store), phone > laptop), (4, true));
    });
}

/// A store, and another instance of it on a database that several can use.
fn instances() -> (Vec<AnyStore>, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let address = address_of(&folder.path().join("store.db"));
    let count = if kind() == Kind::Postgres { 2 } else { 1 };
    ((0..count).map(|_| wait(database::open(&address)).expect("a store")).collect(), folder)
}

/// Submits runs from all instances at once, and does something in the middle of them. Returns the outcome of each run.
fn race(stores: &[AnyStore], runs: &[NewRun], act: impl AsyncFnOnce(&AnyStore)) -> Vec<Submitted> {
    wait(async {
        let submit = |(n, run): (usize, &NewRun)| {
            let (store, run) = (stores[n % stores.len()].clone(), run.clone());
            tokio::spawn(async move { store.submit(run).await.expect("an outcome") })
        };
        let (first, last) = runs.split_at(runs.len() / 2);
        let mut waiting: Vec<_> = first.iter().enumerate().map(submit).collect();
        tokio::task::yield_now().await;
        let last_ones = last.iter().enumerate().map(submit);
        waiting.extend(last_ones);
        act(&stores[0]).await;
        let mut outcomes = Vec::new();
        for outcome in waiting {
            outcomes.push(outcome.await.expect("it ends"));
        }
        outcomes
    })
}

/// How often a race is repeated, each time after fewer submissions.
const ROUNDS: u64 = 12;

#[test]
fn runs_racing_a_ban_are_all_hidden_or_refused() {
    on_each_kind(|| {
        let (stores, _folder) = instances();
        let store = &stores[0];
        let ada = new_player(store, "Ada");
        let mut new = 0;
        for round in 0..ROUNDS {
            let runs: Vec<NewRun> = (0..60).map(|n| run_with(ada, LAPTOP, round * 100 + n)).collect();
            let outcomes = race(&stores, &runs[..60 - 4 * round as usize], async |store| {
                moderate(store, Act::BanPlayer(ada)).await;
            });
            let is_expected = |outcome: &Submitted| outcome.is_new() || *outcome == Submitted::Banned;
            assert!(outcomes.iter().all(is_expected), "{outcomes:?}");
            new += outcomes.iter().filter(|outcome| outcome.is_new()).count() as u64;

            let late = wait(store.submit(run_with(ada, LAPTOP, round * 100 + 99)));
            assert_eq!(late, Ok(Submitted::Banned));
            assert_eq!(count(store), new, "what was acknowledged is stored, and nothing else");
            let stored = wait(store.runs_after(RunId(0), 1000)).expect("runs");
            assert!(stored.iter().all(|run| run.summary.hidden.is_for(HiddenFor::Ban)), "all are hidden");
            assert_eq!(listed(store, ada), (0, 0));

            wait(moderate(store, Act::UnbanPlayer(ada)));
            assert_eq!(listed(store, ada), (new, u64::from(new > 0)), "all are back");
        }
    });
}

/// The numbers of runs in a player's list, and of entries on the board of bests.
fn listed(store: &AnyStore, player: PlayerId) -> (u64, u64) {
    let runs = wait(store.runs_of(player, None, 1000)).expect("runs").len() as u64;
    let board = Board { category: new_run(player, 0).category, kind: BoardKind::Bests(Period::All) };
    let page = wait(store.page(board, PageStart::Top, 10)).expect("a page");
    assert_eq!(page.count, Some(page.entries.len() as u64));
    (runs, page.entries.len() as u64)
}

#[test]
fn runs_racing_a_revocation_are_stored_before_it_or_refused() {
    on_each_kind(|| {
        let (stores, _folder) = instances();
        let store = &stores[0];
        let ada = new_player(store, "Ada");
        let mut new = 0;
        for round in 0..ROUNDS {
            let phone = add_phone(store, ada);
            let runs: Vec<NewRun> = (0..60).map(|n| run_with(ada, PHONE, round * 100 + n)).collect();
            let stored_by_then = std::cell::Cell::new(0);
            let outcomes = race(&stores, &runs[..60 - 4 * round as usize], async |store| {
                store.revoke_token(ada, phone).await.expect("an outcome");
                stored_by_then.set(store.count_after(RunId(0)).await.expect("a count"));
            });
            let is_expected = |outcome: &Submitted| outcome.is_new() || *outcome == Submitted::TokenRevoked;
            assert!(outcomes.iter().all(is_expected), "{outcomes:?}");
            new += outcomes.iter().filter(|outcome| outcome.is_new()).count() as u64;
            assert_eq!((count(store), stored_by_then.get()), (new, new), "nothing is stored after the revocation");
            assert!(wait(store.submit(run_with(ada, LAPTOP, round * 100 + 99))).expect("an outcome").is_new());
            new += 1;
        }
    });
}
