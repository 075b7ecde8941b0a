//! The two kinds of errors of the rules: an illegal move, with the rule that refuses it, and the faults of an
//! impossible state.
//!
//! Rules and faults have stable ids. Their sentences are in the rules pages, and the catalogue reads them from there
//! ([`RulesPage`](super::page::RulesPage)).

use std::fmt::{self, Display};

/// The stable id of a rule that can refuse a move, such as `slide-jam.family`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub &'static str);

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A move that a rule refuses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that refuses it. If several do, the one that the rules page names first.
    pub rule: Rule,
    /// The reason, with the actual pieces.
    pub why: String,
}

impl Rule {
    /// Creates the refusal of a move by this rule.
    pub fn violation(self, why: impl Display) -> Illegal {
        Illegal { rule: self, why: why.to_string() }
    }

    /// Requires a condition of a move. `why` is called only if the condition does not hold.
    ///
    /// # Errors
    /// The refusal by this rule, if the condition does not hold.
    pub fn require(self, holds: bool, why: impl FnOnce() -> String) -> Result<(), Illegal> {
        if holds { Ok(()) } else { Err(self.violation(why())) }
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// Something that is impossible in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The location of the fault: a JSON pointer (RFC 6901) into the state.
    pub pointer: String,
    /// The stable fault code.
    pub code: &'static str,
    /// What is wrong, naming the actual pieces.
    pub detail: String,
}

/// The faults of a state, collected during its inspection.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    prefix: String,
    list: Vec<Fault>,
}

impl Faults {
    /// Creates an empty list. `prefix` is prepended to the pointer of each fault.
    #[must_use]
    pub fn under(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), list: Vec::new() }
    }

    /// Adds a fault. `at` is a JSON pointer into the inspected part; `code` must be listed in the rules page.
    pub fn add(&mut self, at: impl Display, code: &'static str, detail: impl Display) {
        let pointer = format!("{}{at}", self.prefix);
        self.list.push(Fault { pointer, code, detail: detail.to_string() });
    }

    /// Adds a fault unless a condition holds.
    pub fn require(&mut self, holds: bool, at: impl Display, code: &'static str, detail: impl Display) {
        if !holds {
            self.add(at, code, detail);
        }
    }

    /// Adds a fault for each list, given by pointer and length, that does not have an entry for each seat. Returns whether
    /// all have.
    pub fn require_by_seat<'a>(&mut self, seats: usize, lists: impl IntoIterator<Item = (&'a str, usize)>) -> bool {
        let before = self.count();
        for (at, length) in lists {
            self.require(
                length == seats,
                at,
                "not_by_seat",
                format_args!("must have {seats} entries, one for each seat (got {length})"),
            );
        }
        self.count() == before
    }

    /// Inspects a part: pointers of faults that `inspect` adds are relative to `at`.
    pub fn within(&mut self, at: &str, inspect: impl FnOnce(&mut Self)) {
        let length = self.prefix.len();
        self.prefix.push_str(at);
        inspect(self);
        self.prefix.truncate(length);
    }

    /// Returns whether there are no faults.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns the number of faults. Compare it before and after inspecting a part to see whether that part has faults.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// Replaces the details of the faults for which `words` returns a new one.
    #[must_use]
    pub(crate) fn reworded(mut self, words: impl Fn(&Fault) -> Option<&'static str>) -> Self {
        for fault in &mut self.list {
            if let Some(detail) = words(fault) {
                detail.clone_into(&mut fault.detail);
            }
        }
        self
    }

    /// Returns the faults, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }
}
