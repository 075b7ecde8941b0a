//! Queued writes share a commit.

use std::sync::Arc;

use tokio::sync::Semaphore;

use super::super::super::tests::scratch::Scratch;
use super::super::SqlStore;
use super::{new_player, new_run, start};
use crate::{Created, NewRun, PlayerId, RunId, Store as _, StoreError, Submitted};

/// Returns a store with one player, whose writer is busy until the semaphore gets a permit.
async fn busy(scratch: &Scratch) -> (SqlStore, Arc<Semaphore>) {
    let store = scratch.open().await;
    assert_eq!(store.create_player(new_player(1)).await, Ok(Created::New(PlayerId(1))));
    let (begun, go_on) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
    let (busy, has_begun, may_go_on) = (store.clone(), begun.clone(), go_on.clone());
    tokio::spawn(async move {
        let work = async move |_: &mut _| {
            has_begun.add_permits(1);
            may_go_on.acquire().await.expect("it stays open").forget();
            Ok(())
        };
        busy.writer.write(None, work).await
    });
    begun.acquire().await.expect("it stays open").forget();
    (store, go_on)
}

#[test]
fn queued_writes_share_commit_and_fail_alone() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        for with_unknown_player in [false, true] {
            let Some(scratch) = Scratch::new() else { return };
            let (store, go_on) = busy(&scratch).await;
            let before = store.last_commit.commits();
            let of_player = |player, n| new_run(PlayerId(player), "a-seed", n, start());
            let submit = |run: NewRun| {
                let store = store.clone();
                tokio::spawn(async move { store.submit(run).await })
            };
            let runs: Vec<_> = (0..10).map(|n| submit(of_player(1, n))).collect();
            let of_unknown_player = with_unknown_player.then(|| submit(of_player(-1, 99)));
            let others = store.clone();
            let player = tokio::spawn(async move { others.create_player(new_player(2)).await });
            let others = store.clone();
            let day = tokio::spawn(async move { others.reach_day(start().day()).await });
            let others = store.clone();
            let checked = tokio::spawn(async move { others.set_checkpoint("job", RunId(7)).await });
            let waiting = 13 + usize::from(with_unknown_player);
            while store.writer.waiting() < waiting {
                tokio::task::yield_now().await;
            }
            go_on.add_permits(1);
            for run in runs {
                let run = run.await.expect("it ends");
                assert!(matches!(run, Ok(Submitted::New { .. })), "{run:?}");
            }
            if let Some(of_unknown_player) = of_unknown_player {
                assert!(matches!(of_unknown_player.await.expect("it ends"), Err(StoreError::Unavailable(_))));
            }
            assert_eq!(player.await.expect("it ends"), Ok(Created::New(PlayerId(2))));
            assert_eq!((day.await.expect("it ends"), checked.await.expect("it ends")), (Ok(()), Ok(())));
            let commits = store.last_commit.commits() - before;
            assert_eq!(commits, if with_unknown_player { 14 } else { 2 }, "one was under way before");
            assert_eq!(store.count_after(RunId(0)).await, Ok(10));
            assert_eq!(store.checkpoint("job").await, Ok(RunId(7)));
        }
    });
}
