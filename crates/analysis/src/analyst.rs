//! The analyzed games without their types.

use std::fmt::{self, Debug};
use std::sync::LazyLock;

use funhouse_rules::erased::{AnyState, TypedState};
use funhouse_rules::game::{Solitaire, State};
use funhouse_rules::mode::SolitaireMode;
use serde_json::value::{RawValue, to_raw_value};

use crate::analysis::{Analysis, Question, analyze};
use crate::budget::{Canceled, Effort, Nodes};
use crate::estimate::{estimate, play_to_end};
use crate::estimated::Estimated;
use crate::games::{Visitor, visit_all};
use crate::solution::Analyzed;

/// Analyzes the states of a game at a rules version.
pub trait Analyst: Debug + Send + Sync {
    /// Returns the game id and the rules version.
    fn of(&self) -> (&'static str, u32);

    /// Returns about how many positions a search visits at most.
    fn nodes(&self, effort: Effort) -> u64;

    /// Answers a question about a state, as JSON. From time to time calls `go_on` with the number of visited positions; returns none once that
    /// returns false, and for a state of another game.
    fn analyze(&self, state: &dyn AnyState, question: Question, go_on: &dyn Fn(u64) -> bool) -> Option<Box<RawValue>>;

    /// Like [`analyze`](Self::analyze), but the answer always has a line, and no values of moves. Where chance is to come or pieces are hidden,
    /// the line is how the strong player plays this state.
    fn par(&self, state: &dyn AnyState, question: Question, go_on: &dyn Fn(u64) -> bool) -> Option<Box<RawValue>>;
}

/// Returns the analyst of a game at a rules version, if its states can be analyzed.
#[must_use]
pub fn analyst(id: &str, rules: u32) -> Option<&'static dyn Analyst> {
    struct Analysts(Vec<&'static dyn Analyst>);
    impl Visitor for Analysts {
        fn visit<G: Analyzed>(&mut self) {
            self.0.push(const { &Typed::<G> { nodes: G::NODES, analyze: analyze::<G>, par: analyze::<G> } });
        }

        fn visit_estimated<G: Estimated>(&mut self) {
            self.0.push(const { &Typed::<G> { nodes: G::NODES, analyze: estimate::<G>, par: play_to_end::<G> } });
        }
    }
    static ANALYSTS: LazyLock<Vec<&'static dyn Analyst>> = LazyLock::new(|| {
        let mut analysts = Analysts(Vec::new());
        visit_all(&mut analysts);
        analysts.0
    });
    ANALYSTS.iter().copied().find(|analyst| analyst.of() == (id, rules))
}

/// The analyst of a game type.
struct Typed<G: Solitaire> {
    nodes: Nodes,
    analyze: Analyze<G>,
    par: Analyze<G>,
}

/// Answers a question about a state.
type Analyze<G> = fn(&State<G>, Question, &dyn Fn(u64) -> bool) -> Result<Analysis<G>, Canceled>;

impl<G: Solitaire> Debug for Typed<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {}", G::ID, G::RULES)
    }
}

impl<G: Solitaire> Typed<G> {
    fn answer(
        analyze: Analyze<G>,
        state: &dyn AnyState,
        question: Question,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Option<Box<RawValue>> {
        let state = TypedState::<G, SolitaireMode>::of(state)?;
        to_raw_value(&analyze(state, question, go_on).ok()?).ok()
    }
}

impl<G: Solitaire> Analyst for Typed<G> {
    fn of(&self) -> (&'static str, u32) {
        (G::ID, G::RULES)
    }

    fn nodes(&self, effort: Effort) -> u64 {
        self.nodes.of(effort)
    }

    fn analyze(&self, state: &dyn AnyState, question: Question, go_on: &dyn Fn(u64) -> bool) -> Option<Box<RawValue>> {
        Self::answer(self.analyze, state, question, go_on)
    }

    fn par(&self, state: &dyn AnyState, question: Question, go_on: &dyn Fn(u64) -> bool) -> Option<Box<RawValue>> {
        Self::answer(self.par, state, question, go_on)
    }
}
