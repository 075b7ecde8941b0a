//! What the rules refuse: illegal moves, each with the rule that refuses it, and impossible states, with
//! all their faults at once.
//!
//! A rule and a fault are known by stable names. The sentences that belong to them stand in the rules
//! pages, from which the catalogue is read ([`RulesPage`](super::page::RulesPage)).

use std::fmt::{self, Display};

/// The stable id of a rule that can refuse a move: `slide-jam.family`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rule(pub &'static str);

impl Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// A move that the rules refuse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Illegal {
    /// The rule that refuses it; of several, the one that the rules page names first.
    pub rule: Rule,
    /// Why, with the actual pieces.
    pub why: String,
}

impl Rule {
    /// A move refused by this rule.
    pub fn refuses(self, why: impl Display) -> Illegal {
        Illegal { rule: self, why: why.to_string() }
    }

    /// Refuses a move unless a condition holds.
    ///
    /// # Errors
    /// The refusal, when it does not.
    pub fn demands(self, holds: bool, why: impl FnOnce() -> String) -> Result<(), Illegal> {
        if holds { Ok(()) } else { Err(self.refuses(why())) }
    }
}

impl Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.why, self.rule)
    }
}

impl std::error::Error for Illegal {}

/// One thing that is impossible in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The place of the fault: a JSON pointer (RFC 6901) into the state.
    pub pointer: String,
    /// The stable name of the kind of fault.
    pub code: &'static str,
    /// What is wrong, with the actual pieces.
    pub detail: String,
}

/// The faults of a state, gathered while it is inspected.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    prefix: String,
    list: Vec<Fault>,
}

impl Faults {
    /// An empty list of faults. `prefix` is put before the pointer of each fault that is added.
    #[must_use]
    pub fn under(prefix: &str) -> Self {
        Self { prefix: prefix.to_owned(), list: Vec::new() }
    }

    /// Adds a fault. `at` is a JSON pointer into the part that is inspected; `code` is listed in the rules page.
    pub fn add(&mut self, at: impl Display, code: &'static str, detail: impl Display) {
        let pointer = format!("{}{at}", self.prefix);
        self.list.push(Fault { pointer, code, detail: detail.to_string() });
    }

    /// Adds a fault unless a condition holds.
    pub fn demand(&mut self, holds: bool, at: impl Display, code: &'static str, detail: impl Display) {
        if !holds {
            self.add(at, code, detail);
        }
    }

    /// Inspects a part: pointers of the faults found in `inspect` are into `at`.
    pub fn within(&mut self, at: &str, inspect: impl FnOnce(&mut Self)) {
        let length = self.prefix.len();
        self.prefix.push_str(at);
        inspect(self);
        self.prefix.truncate(length);
    }

    /// Whether none was found.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many were found. The count before and after a part is inspected tells whether that part has faults.
    #[must_use]
    pub fn count(&self) -> usize {
        self.list.len()
    }

    /// The same faults, some of them told in other words.
    #[must_use]
    pub(crate) fn reworded(mut self, words: impl Fn(&Fault) -> Option<&'static str>) -> Self {
        for fault in &mut self.list {
            if let Some(detail) = words(fault) {
                detail.clone_into(&mut fault.detail);
            }
        }
        self
    }

    /// The faults, in the order in which they were found.
    pub fn iter(&self) -> impl Iterator<Item = &Fault> {
        self.list.iter()
    }
}
