//! The address because of which something is due at a table.

use quick_cache::sync::Cache;

use crate::caller::Caller;
use crate::store::TableId;

/// Number of tables of which the address is known.
const MAX_KNOWN: usize = 65_536;

/// The address because of which something is due at each table: robots move for it, and share its turns with its other tables. Addresses are not
/// stored, so they are unknown after a restart, and where another instance got the request.
pub(super) struct Causes(Cache<TableId, Caller>);

impl Causes {
    pub(super) fn new() -> Self {
        Self(Cache::new(MAX_KNOWN))
    }

    /// Returns the address. All tables of which it is unknown have the same one.
    pub(super) fn of(&self, id: TableId) -> Caller {
        self.0.get(&id).unwrap_or(Caller::address(None))
    }

    /// Records that a request from an address changed a table.
    pub(super) fn changed(&self, id: TableId, from: Caller) {
        self.0.insert(id, from);
    }

    /// Records that one of a table's players looks at it: it is theirs while no address is known.
    pub(super) fn looked_at(&self, id: TableId, from: Caller) {
        if self.0.get(&id).is_none() {
            self.0.insert(id, from);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn player_who_looks_is_the_cause_until_the_table_changes() {
        let (causes, id) = (Causes::new(), TableId(1));
        let [ada, ben, cleo] = [1, 2, 3].map(|last| Caller::address(Some([192, 0, 2, last].into())));
        assert_eq!(causes.of(id), Caller::address(None));
        causes.looked_at(id, ada);
        causes.looked_at(id, ben);
        assert_eq!((causes.of(id), causes.of(TableId(2))), (ada, Caller::address(None)));
        causes.changed(id, cleo);
        causes.looked_at(id, ada);
        assert_eq!(causes.of(id), cleo, "who only looks takes no table from the one who moved");
    }
}
