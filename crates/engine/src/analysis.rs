//! The analysis of a game: the call of the solitaires whose best total can be searched for, or whose mean total can be estimated.

use std::fmt::{self, Debug};
use std::sync::LazyLock;

use funhouse_analysis::budget::Nodes;
use funhouse_analysis::{
    Analysis, Analyzed, Canceled, Estimated, Question, Visitor, analyze, estimate, play_to_end, visit_all,
};
pub use funhouse_analysis::{Effort, VERSION, is_analyzed};
use funhouse_rules::game::{Solitaire, State};
use funhouse_rules::wire::json_of;
use serde_json::{Value as Json, json};

use crate::call::admitted;
#[cfg(feature = "schemas")]
use crate::example;
use crate::read::read;
use crate::refusal::Refusal;
use crate::request::AnalysisRequest;
#[cfg(feature = "schemas")]
use crate::schema::{CallSchemas, NamedSchema};

/// Analyzes the states of a game at a rules version.
pub trait Analyst: Debug + Send + Sync {
    /// Returns the game id and the rules version.
    fn of(&self) -> (&'static str, u32);

    /// Reads a request. The search starts when the result is run.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn read(&self, request: &[u8]) -> Result<PendingAnalysis, Refusal>;

    /// Reads a request for the par of a deal: like [`read`](Self::read), but the answer always has a line, and no values of moves. Where
    /// chance is to come or pieces are hidden, the line is how the strong player plays this state.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn read_par(&self, request: &[u8]) -> Result<PendingAnalysis, Refusal>;

    /// Returns the schemas of the call.
    #[cfg(feature = "schemas")]
    fn schemas(&self) -> CallSchemas;

    /// Returns examples of a request and its answer.
    #[cfg(feature = "schemas")]
    fn examples(&self) -> (Json, Json);
}

/// A search that ends once this returns false.
type Search = dyn FnOnce(&dyn Fn(u64) -> bool) -> Option<Vec<u8>> + Send;

/// An analysis that was requested and has not started.
pub struct PendingAnalysis {
    /// How thoroughly it searches.
    pub effort: Effort,
    /// About how many positions it visits at most.
    pub nodes: u64,
    search: Box<Search>,
}

impl PendingAnalysis {
    /// Searches, and returns the answer as JSON. From time to time calls `go_on` with the number of visited positions; returns none
    /// once that returns false.
    #[must_use]
    pub fn run(self, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<u8>> {
        (self.search)(go_on)
    }
}

impl Debug for PendingAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingAnalysis").field("effort", &self.effort).finish_non_exhaustive()
    }
}

/// Returns the analyst of a game at a rules version, if its states can be analyzed.
#[must_use]
pub fn analyst(id: &str, rules: u32) -> Option<&'static dyn Analyst> {
    struct Analysts(Vec<&'static dyn Analyst>);
    impl Visitor for Analysts {
        fn visit<G: Analyzed>(&mut self) {
            self.0.push(const { &TypedAnalyst::<G> { nodes: G::NODES, analyze: analyze::<G>, par: analyze::<G> } });
        }

        fn visit_estimated<G: Estimated>(&mut self) {
            self.0
                .push(const { &TypedAnalyst::<G> { nodes: G::NODES, analyze: estimate::<G>, par: play_to_end::<G> } });
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
struct TypedAnalyst<G: Solitaire> {
    nodes: Nodes,
    analyze: Analyze<G>,
    par: Analyze<G>,
}

/// Answers a question about a state.
type Analyze<G> = fn(&State<G>, Question, &dyn Fn(u64) -> bool) -> Result<Analysis<G>, Canceled>;

impl<G: Solitaire> Debug for TypedAnalyst<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {}", G::ID, G::RULES)
    }
}

impl<G: Solitaire> TypedAnalyst<G> {
    fn pending(&self, request: &[u8], analyze: Analyze<G>) -> Result<PendingAnalysis, Refusal> {
        let AnalysisRequest::<G> { state, question } = read(request)?;
        let state = admitted(state)?;
        let search = move |go_on: &dyn Fn(u64) -> bool| {
            let analysis = analyze(&state, question, go_on).ok()?;
            serde_json::to_vec(&analysis).ok()
        };
        let nodes = self.nodes.of(question.effort);
        Ok(PendingAnalysis { effort: question.effort, nodes, search: Box::new(search) })
    }
}

impl<G: Solitaire> Analyst for TypedAnalyst<G> {
    fn of(&self) -> (&'static str, u32) {
        (G::ID, G::RULES)
    }

    fn read(&self, request: &[u8]) -> Result<PendingAnalysis, Refusal> {
        self.pending(request, self.analyze)
    }

    fn read_par(&self, request: &[u8]) -> Result<PendingAnalysis, Refusal> {
        self.pending(request, self.par)
    }

    #[cfg(feature = "schemas")]
    fn schemas(&self) -> CallSchemas {
        CallSchemas { request: NamedSchema::of::<AnalysisRequest<G>>(), answer: NamedSchema::of::<Analysis<G>>() }
    }

    #[cfg(feature = "schemas")]
    fn examples(&self) -> (Json, Json) {
        let state = State::<G>::deal(example::seed(), G::Options::default());
        let question = Question { effort: Effort::Quick, with_moves: false };
        let analysis = (self.analyze)(&state, question, &|_| true).ok();
        (json!({ "state": json_of(&state), "effort": question.effort }), json_of(&analysis))
    }
}
