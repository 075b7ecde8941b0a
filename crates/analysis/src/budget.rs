//! How much an analysis may search: counted in nodes, so that a question has the same answer on every machine.

use serde::{Deserialize, Serialize};

use funhouse_rules::wire::ToSchema;

/// How thoroughly to search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AnalysisEffort)]
pub enum Effort {
    /// A few milliseconds.
    Quick,
    /// A fraction of a second.
    #[default]
    Normal,
    /// Several seconds.
    Deep,
}

impl Effort {
    /// All efforts, from the smallest.
    pub const ALL: [Self; 3] = [Self::Quick, Self::Normal, Self::Deep];

    /// Returns the name, as in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Quick => "quick",
            Self::Normal => "normal",
            Self::Deep => "deep",
        }
    }
}

/// The maximum number of nodes for each effort.
#[derive(Clone, Copy, Debug)]
pub struct Nodes {
    /// For [`Effort::Quick`].
    pub quick: u64,
    /// For [`Effort::Normal`].
    pub normal: u64,
    /// For [`Effort::Deep`].
    pub deep: u64,
}

impl Nodes {
    /// Returns the number of an effort.
    #[must_use]
    pub const fn of(self, effort: Effort) -> u64 {
        match effort {
            Effort::Quick => self.quick,
            Effort::Normal => self.normal,
            Effort::Deep => self.deep,
        }
    }
}

/// A number of nodes that no answer exceeds.
pub(crate) const MAX_NODES: u64 = 1_000_000_000;

/// The caller no longer wants the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Canceled;

/// A search asks whether to go on each time it has visited this many nodes.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// The nodes that an analysis may still visit, and those that it has visited.
pub struct Budget<'a> {
    left: u64,
    spent: u64,
    next_check: u64,
    go_on: &'a dyn Fn(u64) -> bool,
}

impl<'a> Budget<'a> {
    /// Creates a budget of this many nodes. From time to time it calls `go_on` with the number of visited nodes, and
    /// the search ends early if that returns false.
    pub fn new(nodes: u64, go_on: &'a dyn Fn(u64) -> bool) -> Self {
        Self { left: nodes, spent: 0, next_check: 0, go_on }
    }

    /// Counts visited nodes. Beyond the budget, they are still counted.
    ///
    /// # Errors
    /// If the caller no longer wants the answer.
    pub fn spend(&mut self, nodes: u64) -> Result<(), Canceled> {
        self.left = self.left.saturating_sub(nodes);
        self.spent += nodes;
        if self.spent >= self.next_check {
            self.next_check = self.spent + NODES_BETWEEN_CHECKS;
            if !(self.go_on)(self.spent) {
                return Err(Canceled);
            }
        }
        Ok(())
    }

    /// Returns how many nodes may still be visited.
    #[must_use]
    pub const fn left(&self) -> u64 {
        self.left
    }

    /// Returns how many nodes were visited.
    #[must_use]
    pub const fn spent(&self) -> u64 {
        self.spent
    }

    /// Runs a part of the search with this many nodes, even if fewer are left.
    ///
    /// # Errors
    /// Those of the part.
    pub fn allotted<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Self) -> Result<T, Canceled>,
    ) -> Result<T, Canceled> {
        let (left, spent) = (self.left, self.spent);
        self.left = nodes;
        let found = search(self);
        self.left = left.saturating_sub(self.spent - spent);
        found
    }

    /// Runs a part of the search with at most this many of the nodes that are left.
    ///
    /// # Errors
    /// Those of the part.
    pub fn part<T>(
        &mut self,
        nodes: u64,
        search: impl FnOnce(&mut Self) -> Result<T, Canceled>,
    ) -> Result<T, Canceled> {
        let reserved = self.left.saturating_sub(nodes);
        self.left -= reserved;
        let found = search(self);
        self.left += reserved;
        found
    }
}
