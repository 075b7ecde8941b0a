//! Whether a store is ready is seen by a commit.

use super::super::super::scratch::Scratch;
use crate::Store as _;

#[test]
fn however_many_ask_whether_it_is_ready_one_commit_is_made_to_see() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open().await;
        store.last_commit.age(Ok(()));
        let ask = |_| {
            let store = store.clone();
            tokio::spawn(async move { store.ready().await })
        };
        let asking: Vec<_> = (0..64).map(ask).collect();
        for answer in asking {
            assert_eq!(answer.await.expect("it ends"), Ok(()));
        }
        let sql = "SELECT value FROM memory WHERE name = 'probe'";
        let commits: Vec<u8> = sqlx::query_scalar(sql).fetch_one(&store.readers).await.expect("a number");
        assert_eq!(commits, b"1");
    });
}
