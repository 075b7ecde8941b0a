//! Answers for a few deals. They change only if a game's rules, its search or its budget changes.

use std::fmt::Write as _;

use expect_test::expect_file;
use funhouse_analysis::{Analyzed, Bounds, Effort, Estimated, Visitor, visit_all};

use crate::support::{analyzed, dealt, estimated};

struct Golden(String);

impl Visitor for Golden {
    fn visit<G: Analyzed>(&mut self) {
        writeln!(self.0, "{}", G::ID).expect("it is text");
        for number in 1..=4 {
            let found = analyzed(&dealt::<G>(&format!("funhouse-{number}")), Effort::Quick);
            let Bounds { at_least, at_most } = found.bounds;
            let line = serde_json::to_string(&found.line).expect("it is JSON");
            writeln!(self.0, "  funhouse-{number}: {at_least} to {at_most}, {} nodes, {line}", found.nodes)
                .expect("it is text");
        }
    }

    fn visit_estimated<G: Estimated>(&mut self) {
        writeln!(self.0, "{}", G::ID).expect("it is text");
        for number in 1..=2 {
            let found = estimated(&dealt::<G>(&format!("funhouse-{number}")), Effort::Quick, false);
            let [expected, bounds, hint] = [
                serde_json::to_string(&found.expected),
                serde_json::to_string(&found.bounds),
                serde_json::to_string(&found.hint),
            ]
            .map(|json| json.expect("it is JSON"));
            writeln!(self.0, "  funhouse-{number}: {expected} of {bounds}, {} nodes, {hint}", found.nodes)
                .expect("it is text");
        }
    }
}

#[test]
fn answers_for_a_few_deals() {
    let mut golden = Golden(String::new());
    visit_all(&mut golden);
    expect_file!["../answers.txt"].assert_eq(&golden.0);
}
