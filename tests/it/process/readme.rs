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

#[test]
fn readme_names_every_folder() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = |folder: &str| -> Vec<String> {
        let entries = std::fs::read_dir(root.join(folder)).expect("a folder").map(|entry| entry.expect("an entry"));
        let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
        let names = folders.map(|entry| entry.file_name().into_string().expect("a name"));
        names.filter(|name| !name.starts_with('.')).map(|name| format!("{folder}{name}/")).collect()
    };
    let missing: Vec<String> = [folders(""), folders("crates/")]
        .concat()
        .into_iter()
        .filter(|folder| !["target/", "crates/"].contains(&folder.as_str()) && !README.contains(&format!("`{folder}`")))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
