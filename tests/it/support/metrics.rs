//! The metrics of a server.

use std::collections::BTreeMap;

use crate::support::account::{Account, slide_jam};
use crate::support::eventually::until;
use crate::support::harness::Server;

pub(crate) fn metric(server: &Server, name: &str) -> Option<u64> {
    let text = server.send("GET", "/metrics", &[], None).body;
    text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok())
}

/// A sample of the metrics: its name, and its labels.
pub(crate) type Sample = (String, BTreeMap<String, String>);

/// Reads metrics in the text format of OpenMetrics.
pub(crate) fn samples(text: &str) -> Vec<Sample> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let sample = |line: &str| {
        let (name, rest) = line.split_at(line.find(['{', ' ']).expect("a value"));
        let labels = rest.strip_prefix('{').map_or("", |rest| rest.split_once("} ").expect("an end").0);
        let mut labels = labels.split("\",").filter(|label| !label.is_empty());
        let label = |label: &str| {
            let (name, value) = label.split_once("=\"").expect("a label");
            (name.to_owned(), value.trim_end_matches('"').to_owned())
        };
        (name.to_owned(), labels.by_ref().map(label).collect())
    };
    lines.map(sample).collect()
}

pub(crate) fn text(server: &Server) -> String {
    server.send("GET", "/metrics", &[], None).body
}

/// Makes every kind of metric be there, and returns them.
pub(crate) fn all(server: &Server) -> String {
    Account::new(server, "Ada").submit(server, &slide_jam("counted")).expect(201);
    server.send("GET", "/nowhere", &[], None);
    until("open tables to be counted", || text(server).contains("funhouse_open_tables{"));
    text(server)
}
