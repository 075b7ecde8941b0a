//! Every PostgreSQL address that the documentation shows opens a database on a real server.

#![allow(clippy::disallowed_methods, reason = "the test reads the documentation")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use funhouse::store::database;
use scratch_postgres::Server;

use crate::support::store::wait;

/// All pages of documentation.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let in_folder = |folder: &Path| {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("a file").path()).collect::<Vec<_>>()
    };
    let files = in_folder(root).into_iter().chain(in_folder(&root.join("docs")));
    files.filter(|file| file.extension().is_some_and(|end| end == "md")).collect()
}

/// The texts that show addresses: pages, and the output of the program.
fn texts() -> Vec<String> {
    let said = |arguments: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).args(arguments).output().expect("it runs");
        String::from_utf8([output.stdout, output.stderr].concat()).expect("a text")
    };
    let pages = pages().into_iter().map(|page| fs::read_to_string(page).expect("a page"));
    let helps = ["serve", "rebuild", "copy", "reverify", "confirm-day"].map(|command| said(&[command, "--help"]));
    pages.chain(helps).chain([said(&["serve", "--database", "mysql://localhost/funhouse"])]).collect()
}

/// The addresses in a text. Two dots stand for what is left out.
fn addresses(text: &str) -> impl Iterator<Item = &str> {
    let starts = text.match_indices("postgres").map(|(at, _)| &text[at..]);
    let starts = starts.filter(|rest| ["postgres://", "postgresql://"].iter().any(|scheme| rest.starts_with(scheme)));
    let ends = |c: char| c.is_whitespace() || matches!(c, '`' | '\'' | '"' | ')' | ';' | '|');
    let whole = starts.map(move |rest| rest.split(ends).next().unwrap_or_default().trim_end_matches([':', '.', ',']));
    whole.filter(|address| !address.ends_with("//"))
}

/// A documented address as it is on a server of a test.
fn on(server: &Server, address: &str) -> String {
    let port = server.port();
    let address = address.replace("USER", "funhouse").replace("DATABASE", "funhouse").replace("PASSWORD", "swordfish");
    let address = address.replace("@HOST/", &format!("@127.0.0.1:{port}/"));
    // The certificate is for this host.
    let address = address.replace("@db.example.org/", &format!("@localhost:{port}/"));
    let address = address.replace("@db1.example.org,db2.example.org/", &format!("@localhost:1,localhost:{port}/"));
    // The proxy of the database that the guide to high availability sets up.
    let address = address.replace("@127.0.0.1:5000/", &format!("@127.0.0.1:{port}/"));
    let address = address.replace("/etc/ssl/db-ca.pem", &server.certificate().display().to_string());
    // The socket has the port in its name.
    match address.replace("/run/postgresql", server.folder()) {
        on_socket if on_socket.contains(server.folder()) => format!("{on_socket}&port={port}"),
        on_port => on_port,
    }
}

/// Whether an address is on this machine, so that the test connects nowhere else.
fn is_here(address: &str) -> bool {
    let hosts = address.split_once('@').map_or("", |(_, rest)| rest.split('/').next().unwrap_or_default());
    hosts.is_empty() || hosts.split(',').all(|host| host.starts_with("localhost") || host.starts_with("127.0.0.1:"))
}

#[test]
fn every_documented_postgres_address_opens_a_database() {
    let texts = texts();
    let shown: BTreeSet<&str> = texts.iter().flat_map(|text| addresses(text)).collect();
    for form in [
        "postgres://USER@HOST/DATABASE",
        "postgres://funhouse:PASSWORD@HOST/funhouse",
        "postgres://funhouse@localhost/funhouse?host=/run/postgresql",
        "postgres://funhouse@/funhouse?host=/run/postgresql",
        "postgres:///funhouse?host=/run/postgresql&user=funhouse",
        "postgres://funhouse@db1.example.org,db2.example.org/funhouse",
        "postgres://funhouse@db.example.org/funhouse?sslmode=verify-full&sslrootcert=/etc/ssl/db-ca.pem",
    ] {
        assert!(shown.contains(form), "{form} is documented: {shown:?}");
    }
    if scratch_postgres::shared().is_err() {
        return;
    }
    let server = Server::start_encrypted().expect("a server");
    server.query("postgres", "CREATE DATABASE funhouse").expect("a database");
    for address in shown {
        let address = on(&server, address);
        assert!(is_here(&address), "the test does not know the host of {address}");
        let store = wait(database::open(&address)).unwrap_or_else(|why| panic!("{address}: {why}"));
        wait(store.ready_to_write()).unwrap_or_else(|why| panic!("{address}: {why}"));
        wait(store.close()).expect("it closes");
        let before = server.query("funhouse", "SELECT count(*) FROM meta WHERE name = 'probe'");
        assert_eq!(before.as_deref(), Ok("1"), "{address} is that database");
        server.query("funhouse", "DELETE FROM meta WHERE name = 'probe'").expect("it is deleted");
    }
}
