//! A read that is dropped after its runtime has ended, as when the program ends.

use std::future::{Future as _, pending, poll_fn};
use std::task::Poll;

use tokio::sync::oneshot;

use super::super::Connection;
use super::scratch::Scratch;
use crate::Store as _;

#[test]
fn read_can_be_dropped_without_a_runtime() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let store = runtime.block_on(scratch.open());
    let (sender, mut begun) = oneshot::channel();
    let reading = store.clone();
    let mut read = Box::pin(async move {
        let work = async move |_: &mut Connection| {
            let _ = sender.send(());
            pending::<sqlx::Result<()>>().await
        };
        reading.readers.read(work).await
    });
    runtime.block_on(poll_fn(|context| {
        assert!(read.as_mut().poll(context).is_pending(), "it has no end");
        if begun.try_recv().is_ok() { Poll::Ready(()) } else { Poll::Pending }
    }));
    drop(read);
    runtime.block_on(async {
        // More than there are connections.
        for _ in 0..16 {
            assert!(store.newest_day().await.is_ok());
        }
        store.close().await.expect("it closes");
    });
}
