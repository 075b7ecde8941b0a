//! Readiness depends on a commit.

use super::super::super::tests::scratch::Scratch;
use super::super::Connection;
use crate::Store as _;

#[test]
fn concurrent_readiness_checks_share_one_commit() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open().await;
        store.last_commit.age(Ok(()));
        let ask = |_| {
            let store = store.clone();
            tokio::spawn(async move { store.ready_to_write().await })
        };
        let asking: Vec<_> = (0..64).map(ask).collect();
        for answer in asking {
            assert_eq!(answer.await.expect("it ends"), Ok(()));
        }
        let sql = "SELECT value FROM meta WHERE name = 'probe'";
        let count = async |connection: &mut Connection| sqlx::query_scalar(sql).fetch_one(connection).await;
        let commits: Vec<u8> = store.readers.read(count).await.expect("a number");
        assert_eq!(commits, b"1");
    });
}

#[test]
fn store_that_cannot_commit_is_ready_to_read_only() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open().await;
        store.last_commit.age(Ok(()));
        assert_eq!(store.ready_to_write().await, Ok(()));
        // Reads still succeed, but writes fail.
        let rename = "ALTER TABLE meta RENAME COLUMN value TO other";
        let mut connection = scratch.connect().await;
        sqlx::query(rename).execute(&mut connection).await.expect("it has another name");
        store.last_commit.age(Ok(()));
        assert!(store.ready_to_write().await.is_err());
        assert_eq!(store.ready_to_read().await, Ok(()));
    });
}
