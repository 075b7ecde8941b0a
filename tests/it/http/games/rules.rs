//! The rules of games, for players and for programs, as they are served.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::engine;
use funhouse::rules::registry;
use serde_json::Value as Json;

use crate::support::harness::{get, get_with};

const HTML: &[(&str, &str)] = &[("accept", "text/html")];
const MARKDOWN: &[(&str, &str)] = &[("accept", "text/markdown")];

fn ids() -> Vec<&'static str> {
    [registry::ids(), registry::seated_ids()].concat()
}

/// The paths of a game's rules, for players and for programs.
fn paths(game: &str) -> [String; 2] {
    [format!("/v1/games/{game}/rules"), format!("/v1/games/{game}/rules?for=programs")]
}

/// The Markdown of both documents.
fn documents(game: &str) -> [String; 2] {
    paths(game).map(|path| {
        let answer = get_with(&path, MARKDOWN);
        assert_eq!((answer.status, answer.header("content-type")), (200, "text/markdown; charset=utf-8"), "{path}");
        answer.body
    })
}

/// Returns each text between two marks.
fn between<'a>(text: &'a str, before: &'a str, after: char) -> impl Iterator<Item = &'a str> {
    text.split(before).skip(1).filter_map(move |rest| rest.split(after).next())
}

#[test]
fn accept_chooses_the_format_of_rules() {
    let browser = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    for (accept, content_type) in [
        ("*/*", "application/json"),
        ("application/json", "application/json"),
        ("text/markdown", "text/markdown; charset=utf-8"),
        ("text/*", "text/markdown; charset=utf-8"),
        ("text/html", "text/html; charset=utf-8"),
        (browser, "text/html; charset=utf-8"),
        ("text/markdown;q=0.5, text/html", "text/html; charset=utf-8"),
    ] {
        let answer = get_with("/v1/games/catwalk/rules", &[("accept", accept)]);
        assert_eq!((answer.status, answer.header("content-type")), (200, content_type), "{accept}");
        assert!(answer.header("vary").contains("accept"), "{accept}: {}", answer.header("vary"));
        let cached = [("accept", accept), ("if-none-match", answer.header("etag"))];
        assert_eq!(get_with("/v1/games/catwalk/rules", &cached).status, 304, "{accept}");
    }
    assert_eq!(get("/v1/games/catwalk/rules").header("content-type"), "application/json");
    let refused = get_with("/v1/games/catwalk/rules", &[("accept", "image/png")]);
    refused.problem(406, "unacceptable_media_type");
    get("/v1/games/catwalk/rules?for=robots").problem(400, "invalid_query");
    get("/v1/games/catwalk/rules?rules=99&for=programs").problem(422, "unknown_rules");
}

#[test]
fn formats_of_rules_have_the_same_content() {
    for game in ids() {
        for (path, markdown) in paths(game).iter().zip(documents(game)) {
            let rules = get(path).ok();
            assert_eq!((rules["game"].as_str(), rules["rules"].as_u64()), (Some(game), Some(1)));
            let text = |name: &str| rules[name].as_str().expect("a text").to_owned();
            let (title, after) = markdown.split_once("\n\n").expect("a title");
            assert!(title.starts_with("# Rules of ") && after == text("markdown"), "{path}: {title}");
            let page = get_with(path, HTML);
            assert!(page.body.contains(&text("html")), "{path}");
            assert!(page.body.contains(&format!("<h1>{}</h1>", &title[2..])), "{path}: {title}");
            assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
            for tag in ["<script", "<style", "<img", " style=", "<!--", "<h1"] {
                assert!(!text("html").contains(tag), "{path}: {tag}");
            }
        }
    }
}

#[test]
fn rules_have_no_dead_link() {
    let mut statuses: BTreeMap<String, u16> = BTreeMap::new();
    let mut links = 0;
    for path in ids().into_iter().flat_map(paths) {
        let html = get_with(&path, HTML).body;
        for link in between(&html, "href=\"", '"') {
            links += 1;
            if let Some(id) = link.strip_prefix('#') {
                assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{path} links to {link}");
                continue;
            }
            assert!(link.starts_with('/'), "{path} links to {link}");
            let target = link.split('#').next().unwrap_or(link);
            let status = *statuses.entry(target.to_owned()).or_insert_with(|| get_with(target, HTML).status);
            assert!(matches!(status, 200 | 308), "{path} links to {link}: {status}");
        }
    }
    assert!(links > 200, "{links}");
}

#[test]
fn rules_for_programs_alone_name_ids_and_events() {
    for game in ids() {
        let [players, programs] = documents(game);
        let info = get(&format!("/v1/games/{game}")).ok();
        let entries = ["refusing_rules", "faults"].map(|list| info[list].as_array().expect("a list").clone()).concat();
        for entry in entries {
            let id = entry["id"].as_str().expect("an id");
            assert!(programs.contains(&format!("`{id}`")), "{game} explains {id} to programs");
            assert!(!players.contains(id), "{game} shows {id} to players");
        }
        for needed in ["Chance", "In JSON", "| ruling |"] {
            assert!(programs.contains(needed), "{game} explains {needed}");
        }
        // Names of events, fields and options are written as code or contain `/` or `_`.
        let players = players.replace("/v1/games/", "").replace("/rules", "");
        for mark in ['`', '/', '_'] {
            assert!(!players.contains(mark), "{game}: {mark}");
        }
        let rulings: Vec<&str> = info["rulings"].as_array().expect("a list").iter().filter_map(Json::as_str).collect();
        for ruling in rulings {
            let of = |text: &str| text.replace(" | ", " ").contains(ruling);
            assert!(of(&players) && of(&programs), "{game}: {ruling}");
        }
    }
}

#[test]
fn rules_for_players_have_goal_end_sight_and_examples() {
    for game in ids() {
        let [players, _] = documents(game);
        for heading in ["Goal", "End", "Who sees what"] {
            assert!(players.contains(&format!("\n## {heading}\n")), "{game} has no {heading}");
        }
        assert!(players.contains("\n1. ") && players.contains("**Example.** "), "{game} has steps and examples");
    }
}

/// The sentences of a Markdown document: also headings, list items and cells of tables.
fn sentences(markdown: &str) -> Vec<&str> {
    let lines = markdown.lines().filter(|line| !line.starts_with("    ") && !line.starts_with("|-"));
    lines
        .flat_map(|line| line.split(['.', ':', ';', '!', '?', '|']))
        .filter(|sentence| sentence.split_whitespace().count() > 1)
        .collect()
}

#[test]
fn sentences_of_rules_for_players_are_short() {
    for game in ids() {
        let [players, _] = documents(game);
        let sentences = sentences(&players);
        let counts: Vec<usize> = sentences.iter().map(|sentence| sentence.split_whitespace().count()).collect();
        let mean = counts.iter().sum::<usize>() / counts.len();
        assert!(mean < 15, "{game}: {mean} words a sentence");
        let longest = counts.iter().zip(&sentences).max().expect("a sentence");
        assert!(*longest.0 <= 30, "{game}: {}", longest.1);
    }
}

/// The types and fields of a game's moves, events and table, as the OpenAPI document has them.
fn documented_names(document: &Json, prefix: &str) -> BTreeSet<String> {
    let schemas = &document["components"]["schemas"];
    let keys = |value: &Json| value.as_object().map_or(vec![], |fields| fields.keys().cloned().collect());
    let mut names = BTreeSet::new();
    for kind in ["Move", "Event", "Table"] {
        let schema = &schemas[format!("{prefix}{kind}")];
        assert!(schema.is_object(), "{prefix}{kind} is documented");
        names.extend(keys(&schema["properties"]));
        let mapping = &schema["discriminator"]["mapping"];
        names.extend(keys(mapping));
        for reference in mapping.as_object().into_iter().flat_map(|mapping| mapping.values()) {
            let name = reference.as_str().and_then(|path| path.rsplit('/').next()).expect("a reference");
            names.extend(keys(&schemas[name]["properties"]));
        }
    }
    names.remove("type");
    names
}

#[test]
fn rules_for_programs_name_all_moves_events_and_fields() {
    let document = get("/openapi.json").ok();
    for game in engine::games() {
        let [_, programs] = documents(game.id());
        for name in documented_names(&document, game.newest().facts().name) {
            let marks = [format!("`{name}`"), format!("\"{name}\""), format!("ove: {name}.")];
            assert!(marks.iter().any(|mark| programs.contains(mark)), "{} explains {name}", game.id());
        }
    }
}
