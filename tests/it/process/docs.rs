//! The documents that the service serves: each block of code runs unchanged and prints the output shown.
//!
//! The blocks of a page in JavaScript make up one program, and so do those in Python. A `text` block shows what the program of the block
//! before it prints. A block whose first line is a comment with a file's name is that file.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "the programs are files")]

use std::fs;
use std::iter;
use std::path::Path;
use std::process::{Command, Stdio};

use funhouse::engine;
use serde_json::json;

use crate::support::account::Account;
use crate::support::examples::{ADDRESS, Block, Session, blocks, commands, words};
use crate::support::harness::{Server, get, get_with, resolved, url};
use crate::support::installed::are_installed;

/// A language in which pages have programs.
#[derive(Debug)]
struct Language {
    /// The name in the fence of a block.
    name: &'static str,
    interpreter: &'static str,
    extension: &'static str,
}

const LANGUAGES: &[Language] = &[
    Language { name: "javascript", interpreter: "node", extension: "mjs" },
    Language { name: "python", interpreter: "python3", extension: "py" },
];

/// A program of a page, and what it prints.
#[derive(Debug, Default)]
struct Program {
    text: String,
    shown: String,
}

/// The names of the documents, as the page of one links to them.
fn documents() -> Vec<String> {
    let page = get("/docs/guide").body;
    let contents = page.split("<nav").nth(1).and_then(|rest| rest.split("</nav>").next()).expect("the contents");
    let links = contents.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next());
    links.filter(|link| *link != "./").map(str::to_owned).collect()
}

fn markdown(document: &str) -> String {
    let answer = get(&format!("/docs/{document}.md"));
    assert_eq!((answer.status, answer.header("content-type")), (200, "text/markdown; charset=utf-8"), "{document}");
    answer.body
}

/// Runs a program in a folder, and returns what it prints.
fn run(folder: &Path, interpreter: &str, arguments: &[String]) -> String {
    // A program that waits forever fails.
    let output = Command::new("timeout")
        .arg("120")
        .arg(interpreter)
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .expect("`timeout` is installed");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{interpreter} {arguments:?}: {} {errors}", output.status);
    String::from_utf8(output.stdout).expect("it prints text")
}

/// The name of the file that a block is, if it has one.
fn file_name(block: &Block) -> Option<&str> {
    let first = block.text.lines().next()?;
    let name = first.strip_prefix("# ").or_else(|| first.strip_prefix("// "))?.split(':').next()?;
    (name.contains('.') && !name.contains(' ')).then_some(name)
}

/// Runs the blocks of a page, and returns how many there are.
fn run_page(document: &str) -> usize {
    let (server, folder) =
        (Server::start_flagged(&["--no-limits", "--apps", "open"]), tempfile::tempdir().expect("a folder"));
    let local = |text: &str| text.replace(ADDRESS, server.base());
    let mut session = Session::new(&server);
    let mut programs: Vec<Program> = LANGUAGES.iter().map(|_| Program::default()).collect();
    let blocks = blocks(&markdown(document));
    let files = blocks.iter().filter_map(|block| Some((file_name(block)?, block)));
    for (name, block) in files {
        fs::write(folder.path().join(name), &block.text).expect("a file");
    }
    let mut shown_by = None;
    for block in &blocks {
        let language = LANGUAGES.iter().position(|language| language.name == block.language);
        match (block.language.as_str(), language, shown_by) {
            (_, Some(language), _) if file_name(block).is_none() => {
                programs[language].text += &local(&block.text);
                shown_by = Some(language);
                continue;
            }
            (_, Some(_), _) => {}
            ("text", None, Some(language)) => programs[language].shown += &block.text,
            ("console", None, _) => {
                for (command, shown) in commands(&block.text) {
                    match command.strip_prefix("python3 ") {
                        Some(arguments) => {
                            let printed = run(folder.path(), "python3", &words(&local(arguments)));
                            assert_eq!(printed, shown, "{document}: {command}");
                        }
                        None => session.run(&command, &shown),
                    }
                }
            }
            (language, ..) => panic!("{document}: nothing runs a block of `{language}` here:\n{}", block.text),
        }
        shown_by = None;
    }
    for (language, program) in LANGUAGES.iter().zip(&programs) {
        let name = format!("page.{}", language.extension);
        fs::write(folder.path().join(&name), &program.text).expect("a file");
        assert_eq!(run(folder.path(), language.interpreter, &[name]), program.shown, "{document}: {}", language.name);
    }
    blocks.len()
}

#[test]
fn code_blocks_of_documents_print_what_is_shown() {
    if !are_installed(&["node", "python3"]) {
        return;
    }
    // The blocks of this page need the packages, whose own tests run them.
    let documents = documents().into_iter().filter(|name| name != "embedding");
    let counts: Vec<(String, usize)> = documents.map(|name| (name.clone(), run_page(&name))).collect();
    let count = |name: &str| counts.iter().find(|(document, _)| document == name).expect("a document").1;
    assert!(count("guide") >= 10 && count("tables") >= 10 && count("verify") >= 5 && count("apps") >= 12, "{counts:?}");
}

/// The program that `/docs/verify` publishes, in a folder.
fn verifier() -> (tempfile::TempDir, String) {
    let blocks = blocks(&markdown("verify"));
    let program = blocks.iter().find(|block| file_name(block) == Some("verify.py")).expect("the program");
    (tempfile::tempdir().expect("a folder"), program.text.clone())
}

#[test]
fn verifier_accepts_finished_tables_of_all_games() {
    if !are_installed(&["python3"]) {
        return;
    }
    let server = Server::start_alone();
    let (folder, program) = verifier();
    fs::write(folder.path().join("verify.py"), program).expect("a file");
    let ann = Account::new(&server, "Ann");
    let games = server.send("GET", "/v1/games", &[], None).ok();
    let games = games["games"].as_array().expect("a list");
    for game in games {
        let robots = game["seats"]["least"].as_u64().expect("a number") - 1;
        let seats: Vec<&str> = iter::once("you").chain((0..robots).map(|_| "robot")).collect();
        let mut request = json!({ "game": game["id"] });
        if game["kind"] != "solitaire" {
            request["seats"] = json!(seats);
        }
        let table = server.send("POST", "/v1/tables", &[ann.header()], Some(&request)).expect(201);
        let id = table["id"].as_str().expect("an id").to_owned();
        let over = server.send("POST", &format!("/v1/tables/{id}/resignation"), &[ann.header()], None).ok();
        assert_eq!(over["status"], "over", "{request}");
        let arguments = ["verify.py", server.base(), &id].map(str::to_owned);
        let shown = "The seed is the committed one, the deal comes from it, and all moves are legal.\n";
        assert_eq!(run(folder.path(), "python3", &arguments), shown, "{request}");
    }
    assert_eq!(games.len(), engine::games().len());
}

#[test]
fn verifier_rejects_every_deal_of_another_generator() {
    if !are_installed(&["python3"]) {
        return;
    }
    let (folder, program) = verifier();
    let names = ["0x2360ED051FC65DA44385DF649FCCF645", "def check_table"];
    assert!(names.iter().all(|name| program.contains(name)), "{program}");
    // Reports each game whose deal it rejects.
    let (start, _) = program.split_once("if len(sys.argv) > 2").expect("the main part");
    let other = start.replace(names[0], "0x2360ED051FC65DA44385DF649FCCF647")
        + r#"
for game in call("/v1/games")["games"]:
    terms = {"seed": "one"}
    if game["kind"] != "solitaire":
        terms["seats"] = game["seats"]["most"]
    try:
        check_deal(game["id"], terms)
        print(game["id"])
    except AssertionError:
        pass
"#;
    fs::write(folder.path().join("other.py"), other).expect("a file");
    let accepted = run(folder.path(), "python3", &["other.py".to_owned(), url("")]);
    let mut accepted: Vec<&str> = accepted.lines().collect();
    accepted.sort_unstable();
    let no_chance = [
        "dungeon-crawl",
        "hermans-castle",
        "land-grab",
        "magic-hate-ball",
        "monster-builder",
        "nickies-castle",
        "one-ball",
        "pontifuse",
        "putwoodys-castle",
        "queensland",
        "wild-bill",
    ];
    assert_eq!(accepted, no_chance);
}

#[test]
fn documents_link_to_existing_documents_and_headings() {
    let mut faults = Vec::new();
    for document in documents() {
        let page = get(&format!("/docs/{document}"));
        assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"), "{document}");
        for link in page.body.split(" href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            if link.contains("://") {
                continue;
            }
            if link.starts_with("../") {
                let target = resolved(&format!("/docs/{document}"), link);
                if get(target.split('#').next().unwrap_or_default()).status != 200 {
                    faults.push(format!("{document}: {link} leads nowhere"));
                }
                continue;
            }
            let (name, fragment) = link.split_once('#').unwrap_or((link, ""));
            let name = if name.is_empty() { &document } else { name };
            let target = get(&format!("/docs/{}", name.trim_start_matches("./")));
            let is_there = fragment.is_empty() || target.body.contains(&format!(" id=\"{fragment}\""));
            if target.status != 200 || !is_there {
                faults.push(format!("{document}: {link} leads nowhere"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn documents_are_served_as_html_or_markdown() {
    let markdown = markdown("chance");
    assert!(markdown.starts_with("# Chance\n"), "{markdown}");
    for accept in ["text/markdown", "text/markdown, text/html;q=0.9"] {
        let answer = get_with("/docs/chance", &[("Accept", accept)]);
        assert_eq!(
            (answer.header("content-type"), &answer.body),
            ("text/markdown; charset=utf-8", &markdown),
            "{accept}"
        );
        let varies = answer.header("vary").split(", ").any(|name| name.eq_ignore_ascii_case("accept"));
        assert!(varies && !answer.header("etag").is_empty(), "{accept}");
    }
    for accept in ["*/*", "text/html", "text/html, text/markdown", "text/markdown;q=0, */*", "application/json"] {
        let answer = get_with("/docs/chance", &[("Accept", accept)]);
        assert_eq!(answer.header("content-type"), "text/html; charset=utf-8", "{accept}");
        assert!(answer.body.contains("<h1 id=\"chance\">Chance</h1>"), "{accept}");
    }
    for nothing in ["/docs/nothing", "/docs/nothing.md", "/docs/.md", "/docs/chance.md.md", "/docs/operating"] {
        get(nothing).problem(404, "not_found");
    }
}

#[test]
fn changelog_names_the_version_of_the_service() {
    let changelog = markdown("changelog");
    assert!(changelog.contains(concat!("\n## [", env!("CARGO_PKG_VERSION"), "]")), "{changelog}");
    assert!(!changelog.contains("](docs/"), "links to files of the repository are links to documents, or text");
    let rules = "[Easy Slider](/v1/games/easy-slider/rules)";
    assert!(changelog.contains(rules), "links to rules pages lead to the rules that are served");
}
