//! The statements that sqlx logs.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer};

/// Records statements from the log.
#[derive(Clone, Default)]
pub(super) struct Recorder(Arc<Mutex<BTreeSet<String>>>);

impl Recorder {
    /// Returns the statements that were recorded since the last call.
    pub(super) fn take(&self) -> BTreeSet<String> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl<S: Subscriber> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            let mut statement = Statement::default();
            event.record(&mut statement);
            let whole = if statement.whole.is_empty() { statement.summary } else { statement.whole };
            self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(words(&whole));
        }
    }
}

/// The fields that sqlx logs for a statement: its first words, and the whole if it is longer.
#[derive(Default)]
struct Statement {
    summary: String,
    whole: String,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => self.summary = value.to_owned(),
            "db.statement" => self.whole = value.to_owned(),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// A text with single spaces.
pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
