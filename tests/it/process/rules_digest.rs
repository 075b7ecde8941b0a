//! The digest of the rules is the one that the documented command computes from the sources.

use std::process::Command;

use funhouse::rules::sources::RulesDigest;

use crate::support::examples::blocks;

#[test]
fn documented_command_computes_the_digest_of_the_rules() {
    let page = blocks(include_str!("../../../docs/embedding.md"));
    let block = page.iter().find(|block| block.text.starts_with("cd crates/rules/src")).expect("the command");
    let output = Command::new("sh").args(["-c", &block.text]).output().expect("it runs");
    let printed = String::from_utf8(output.stdout).expect("a text");
    assert_eq!(printed.split_whitespace().next(), Some(RulesDigest::THIS.as_str()));
}
