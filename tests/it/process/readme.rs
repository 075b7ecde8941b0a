//! The examples of the README: each command runs unchanged and prints the output shown.

use crate::support::examples::{Session, blocks, commands, pipeline};
use crate::support::harness::Server;

const README: &str = include_str!("../../../README.md");

#[test]
fn readme_commands_print_what_readme_shows() {
    let server = Server::start();
    let mut session = Session::new(&server);
    let (mut requests, mut programs) = (0, 0);
    for block in blocks(README) {
        assert_eq!(block.language, "console", "{}", block.text);
        for (command, shown) in commands(&block.text) {
            if command.starts_with("curl ") {
                session.run(&command, &shown);
                requests += 1;
            } else {
                assert_eq!(pipeline(&command), shown, "{command}");
                programs += 1;
            }
        }
    }
    assert_eq!((requests, programs), (1, 2), "all examples were found");
}
