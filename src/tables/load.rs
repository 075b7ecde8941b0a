//! Loads tables. The database decides; a table in memory only saves reading and replaying the earlier moves.

use std::sync::Arc;

use super::Tables;
use super::error::Failure;
use super::set_back::Loss;
use super::step::StepError;
use super::table::Table;
use crate::engine::verification::Unreadable;
use crate::pool::{Lane, Share};
use crate::store::{StoreError, StoredMove, StoredTable, TableId};

/// Maximum number of moves that are replayed outside the pool.
const MAX_INLINE_MOVES: usize = 200;

/// Whether a row is that of a known table. The history is computed where none is recorded.
fn is_same(known: &StoredTable, row: &StoredTable) -> bool {
    known == row || (!row.history.is_known() && *known == StoredTable { history: known.history, ..row.clone() })
}

/// A table as read from the database.
struct Loaded {
    table: Arc<Table>,
    /// Whether it contains the game that was known before, if there was one.
    continues: bool,
}

impl Tables {
    /// Returns the current version of a table, and notifies its listeners if they have another one.
    ///
    /// If the database lost changes that this instance knows, the table is set back first.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn load(&self, id: TableId) -> Result<Arc<Table>, Failure> {
        self.load_in(id, None).await
    }

    /// Loads a table as [`load`](Self::load) does. Long work takes this share of the pool.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn load_for(&self, id: TableId, share: Share) -> Result<Arc<Table>, Failure> {
        self.load_in(id, Some(share)).await
    }

    /// Returns the row of a table that is not in memory; none if it is, or if there is no such table.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn unloaded(&self, id: TableId) -> Result<Option<StoredTable>, Failure> {
        if self.known(id).is_some() { Ok(None) } else { Ok(self.0.store.table(id).await?) }
    }

    /// Loads a table. Long work takes this share of the pool, or by default that of what is due at the table.
    async fn load_in(&self, id: TableId, share: Option<Share>) -> Result<Arc<Table>, Failure> {
        // The read begins later, so it finds this version or a newer one, unless the database went back.
        let known = self.known(id);
        let Some(stored) = self.0.store.table(id).await? else { return self.missing(id, known).await };
        if stored.moves_removed.is_some() {
            return Err(self.without_moves(stored));
        }
        if let Some(known) = known.as_ref().filter(|known| is_same(&known.stored, &stored)) {
            return Ok(Arc::clone(known));
        }
        if let Some(newer) = self.published_since(known.as_ref(), &stored) {
            return Ok(newer);
        }
        let share = share.unwrap_or_else(|| self.due_share(id, stored.terms.maker));
        let Loaded { table, continues } = self.read(stored, known.as_ref(), share).await?;
        let loss = known.as_ref().and_then(|known| Loss::between(known, &table, continues));
        match (known, loss) {
            (Some(known), Some(_)) if known.begun() && !table.begun() => self.end_unbegun(known, &table).await,
            (_, Some(loss)) => self.set_back(loss, table).await,
            (_, None) => {
                self.publish(&table);
                Ok(table)
            }
        }
    }

    /// Returns the latest version that this instance knows.
    pub(super) fn known(&self, id: TableId) -> Option<Arc<Table>> {
        let cached = self.0.live.get(&id);
        cached.or_else(|| self.lock_channels().get(id).map(|channel| Arc::clone(&channel.table.borrow())))
    }

    /// Returns a version that was published while the row was read, and that is later than the row.
    fn published_since(&self, known: Option<&Arc<Table>>, stored: &StoredTable) -> Option<Arc<Table>> {
        let now = self.0.live.get(&stored.id)?;
        let is_new = known.is_none_or(|known| !Arc::ptr_eq(known, &now));
        (is_new && now.stored.is_later_than(stored)).then_some(now)
    }

    /// Builds the table of a row: from the known one and the moves since, if the row continues it, and otherwise from all moves.
    async fn read(&self, stored: StoredTable, known: Option<&Arc<Table>>, share: Share) -> Result<Loaded, Failure> {
        let begun = known.filter(|known| known.begun());
        if let Some(begun) = begun.filter(|begun| begun.stored.moves <= stored.moves) {
            let moves = self.moves(&stored, begun.stored.moves).await?;
            if begun.stored.history.after(&moves) == stored.history {
                let begun = Arc::clone(begun);
                let table = self.replay(stored, moves, share, move |stored, moves| begun.later(stored, moves)).await?;
                return Ok(Loaded { table, continues: true });
            }
        }
        let moves = self.moves(&stored, 0).await?;
        let history = |count: usize| Some(stored.state.history().after(moves.get(..count)?));
        let whole = history(stored.moves as usize);
        if whole.is_none_or(|whole| stored.history.is_known() && whole != stored.history) {
            return Err(self.inconsistent(&stored).await);
        }
        let continues = begun.is_none_or(|begun| history(begun.move_count()) == Some(begun.stored.history));
        // A table from before histories were recorded gets its history at the next change.
        let stored = StoredTable { history: whole.unwrap_or_default(), ..stored };
        let table = self.replay(stored, moves, share, Table::of).await?;
        Ok(Loaded { table, continues })
    }

    /// Reads the moves of a row after the first `after`. More may have been stored since the row was read.
    async fn moves(&self, stored: &StoredTable, after: u32) -> Result<Vec<StoredMove>, StoreError> {
        if stored.moves <= after {
            return Ok(Vec::new());
        }
        let mut moves = self.0.store.moves_of_table(stored.id, after).await?;
        moves.truncate((stored.moves - after) as usize);
        Ok(moves)
    }

    /// Plays moves, in the pool if they are many.
    async fn replay(
        &self,
        stored: StoredTable,
        moves: Vec<StoredMove>,
        share: Share,
        play: impl FnOnce(StoredTable, &[StoredMove]) -> Result<Table, Unreadable> + Send + 'static,
    ) -> Result<Arc<Table>, Failure> {
        let is_long = moves.len() > MAX_INLINE_MOVES;
        let play = move || play(stored, &moves);
        let table = if is_long { self.0.pool.run(Lane::Rest, share, play).await?? } else { play()? };
        Ok(Arc::new(table))
    }

    /// Returns why a row and its moves do not match: the database went back between the two reads, or it is damaged.
    async fn inconsistent(&self, stored: &StoredTable) -> Failure {
        match self.0.store.table(stored.id).await {
            Ok(Some(now)) if now.moves_removed.is_some() => self.without_moves(now),
            Ok(Some(now)) if now.version == stored.version => {
                StepError::Unreadable("its moves do not match its history".to_owned()).into()
            }
            Ok(_) => StoreError::Busy.into(),
            Err(error) => error.into(),
        }
    }

    /// Caches a table and notifies its listeners, unless a later version is known.
    pub(super) fn publish(&self, table: &Arc<Table>) {
        let id = table.stored.id;
        let is_outdated = |known: &Arc<Table>| !known.stored.is_later_than(&table.stored);
        if self.0.live.get(&id).is_none_or(|known| is_outdated(&known)) {
            self.0.live.insert(id, Arc::clone(table));
        }
        if let Some(channel) = self.lock_channels().get(id) {
            channel.table.send_if_modified(|known| {
                let is_news = is_outdated(known) && known.stored != table.stored;
                if is_news {
                    *known = Arc::clone(table);
                }
                is_news
            });
        }
    }
}
