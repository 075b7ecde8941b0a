//! The analysis of a game: the call of the solitaires whose best total can be searched for, or whose mean total can be estimated.

use std::fmt::{self, Debug};

use funhouse_analysis::{Analyst, Question};
pub use funhouse_analysis::{Effort, VERSION, is_analyzed};
use funhouse_rules::erased::AnyState;
use funhouse_rules::game::Seats;
use serde_json::value::RawValue;
use serde_json::{Value as Json, json};

#[cfg(feature = "schemas")]
use crate::example;
use crate::refusal::Refusal;
use crate::request::Call;
use crate::ruleset::Ruleset;

/// The call `analysis` of a game.
#[derive(Clone, Copy, Debug)]
pub struct AnalysisCall {
    ruleset: Ruleset,
    analyst: &'static dyn Analyst,
}

/// An analysis that was requested and has not started.
pub struct PendingAnalysis {
    /// How thoroughly it searches.
    pub effort: Effort,
    /// About how many positions it visits at most.
    pub nodes: u64,
    analyst: &'static dyn Analyst,
    state: Box<dyn AnyState>,
    question: Question,
    /// Whether the answer is a par.
    par: bool,
}

impl PendingAnalysis {
    /// Searches, and returns the answer as JSON. From time to time calls `go_on` with the number of visited positions; returns none
    /// once that returns false.
    #[must_use]
    pub fn run(self, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<u8>> {
        let Self { analyst, state, question, par, .. } = self;
        let answer: Box<RawValue> =
            if par { analyst.par(&*state, question, go_on)? } else { analyst.analyze(&*state, question, go_on)? };
        Some(answer.get().into())
    }
}

impl Debug for PendingAnalysis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingAnalysis").field("effort", &self.effort).finish_non_exhaustive()
    }
}

impl Ruleset {
    /// Returns the call `analysis`, if the game has it.
    #[must_use]
    pub fn analysis(self) -> Option<AnalysisCall> {
        let analyst = funhouse_analysis::analyst(self.facts().id, self.facts().rules)?;
        Some(AnalysisCall { ruleset: self, analyst })
    }
}

impl AnalysisCall {
    /// Reads a request. The search starts when the result is run.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn read(self, request: &[u8]) -> Result<PendingAnalysis, Refusal> {
        let (state, request) = self.ruleset.admitted(request, Call::Analysis)?;
        let question = request.question;
        let (effort, nodes) = (question.effort, self.analyst.nodes(question.effort));
        Ok(PendingAnalysis { effort, nodes, analyst: self.analyst, state, question, par: false })
    }

    /// Reads a request for the par of a deal: like [`read`](Self::read), but the answer always has a line, and no values of moves. Where
    /// chance is to come or pieces are hidden, the line is how the strong player plays this state.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn read_par(self, request: &[u8]) -> Result<PendingAnalysis, Refusal> {
        Ok(PendingAnalysis { par: true, ..self.read(request)? })
    }

    /// Returns examples of a request and its answer.
    #[cfg(feature = "schemas")]
    #[must_use]
    pub fn examples(self) -> (Json, Json) {
        let Some(dealt) = self.ruleset.deal_default(Seats::ONE, example::seed()) else {
            return (Json::Null, Json::Null);
        };
        let question = Question { effort: Effort::Quick, with_moves: false };
        let analysis = self.analyst.analyze(&*dealt, question, &|_| true);
        let json = |text: &RawValue| serde_json::from_str(text.get()).unwrap_or_default();
        let request = json!({ "state": json(&dealt.json()), "effort": question.effort });
        (request, analysis.map(|analysis| json(&analysis)).unwrap_or_default())
    }
}
