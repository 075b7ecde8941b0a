//! Arrows point inward only: which files import which, read from the sources and held against the layers below.
//!
//! Cargo sees to it between crates; this sees to it between the files of one.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The layers of each crate, innermost first. A module imports what stands on lines above its own, never a neighbour on its line.
/// A module speaks for its submodules too, unless these have places of their own. `lib` is the root.
const LAYERS: &[(&str, &[&str])] = &[
    (
        "crates/rules/src",
        &[
            "wire fault page hex digest",
            "chance grid seat",
            "piecepack cards dice choice",
            "scene",
            "game",
            "run",
            "mode",
            "replay robot",
            "games",
            "registry",
            "lib",
        ],
    ),
    (
        "crates/picture/src",
        &[
            "svg style describe measure",
            "symbol",
            "card people",
            "cluster counter",
            "chess seats",
            "layout",
            "piece",
            "lib",
        ],
    ),
    (
        "crates/store/src",
        &[
            "backend rating",
            "error",
            "metrics",
            "model::calendar model::ids model::name",
            "model::label model::players model::secret",
            "model::moderation model::records model::runs model::tokens",
            "model::averages model::boards",
            "model::tables",
            "model",
            "tables",
            "store",
            "lib",
            "fold",
            "sql",
            "sqlite postgres",
            "database",
        ],
    ),
    (
        "crates/engine/src",
        &[
            "facts refusal request order robot answer",
            "read call example",
            "schema run_file",
            "verification",
            "checkpoints table_game",
            "ruleset",
            "games",
            "lib",
        ],
    ),
    (
        "src",
        &[
            "lib",
            "caller clock health",
            "bar days limits listener moderator pool verification",
            "config positions tables",
            "backups reverify secret telemetry",
            "api::any_game api::compress api::decimal api::inflate api::operation api::problem api::seeds api::turn",
            "api::next_request",
            "api::connection api::memory api::cors api::standings api::unread",
            "api::metrics",
            "api::cursor api::observe api::picture api::query api::response api::token api::player_name",
            "api::assets api::catalogue api::client api::examples api::panics api::recovery_code",
            "api::shared",
            "api::admission api::body api::encode api::unsent",
            "api::endpoint",
            "api::openapi api::pages",
            "api::daily api::docs api::game api::service",
            "api::leaderboards api::round",
            "api::players api::runs",
            "api::export api::moderation api::tables",
            "api::routes",
            "api",
            "server",
            "cli",
        ],
    ),
];

/// The modules of a crate, each with its source.
type Sources = BTreeMap<String, String>;
/// Which module imports which.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The modules of a crate, as paths (`api::runs::shape`; the root is empty), each with the source that is not a test.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn modules(folder: &Path, path: &str, found: &mut Sources) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let file = entry.expect("a file").path();
        let stem = file.file_stem().and_then(|stem| stem.to_str()).expect("a name").to_owned();
        let module = match stem.as_str() {
            "lib" | "mod" => path.to_owned(),
            _ if path.is_empty() => stem.clone(),
            _ => format!("{path}::{stem}"),
        };
        if file.is_dir() {
            modules(&file, &module, found);
        } else if file.extension().is_some_and(|kind| kind == "rs") && !matches!(stem.as_str(), "main" | "tests") {
            found.insert(module, without_tests(&fs::read_to_string(&file).expect("a source")));
        }
    }
}

/// A source without its comments and without the tests at its end.
fn without_tests(source: &str) -> String {
    let lines = source.lines().take_while(|line| *line != "#[cfg(test)]");
    lines.map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

/// All paths in a source that begin at the crate, at the module, at a parent or at a child, with braces written out.
fn paths(source: &str) -> Vec<String> {
    let children =
        source.lines().filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    let mut found = Vec::new();
    for start in ["crate", "super", "self"].into_iter().chain(children) {
        for (at, _) in source.match_indices(&format!("{start}::")) {
            let in_a_word = |before: char| before.is_alphanumeric() || matches!(before, '_' | ':' | '$');
            let is_visibility = source[..at].ends_with("(in ");
            if !source[..at].ends_with(in_a_word) && !is_visibility {
                spell_out("", &source[at..], &mut found);
            }
        }
    }
    found
}

/// Reads one tree of a path (`a::{b, c::d}`), and gives back what follows it.
fn spell_out<'a>(prefix: &str, text: &'a str, found: &mut Vec<String>) -> &'a str {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '*')).unwrap_or(text.len());
    let path = format!("{prefix}{}", &text[..end]);
    let mut rest = &text[end..];
    if !(path.ends_with("::") && rest.starts_with('{')) {
        found.push(path);
        return rest;
    }
    rest = rest[1..].trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        rest = spell_out(&path, rest, found).trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    rest.get(1..).unwrap_or_default()
}

/// The module that a path leads to, from the module in which it stands.
fn target(path: &str, from: &str, sources: &Sources) -> String {
    let begins_at_the_root = path.starts_with("crate::") || from.is_empty();
    let mut at: Vec<&str> = if begins_at_the_root { Vec::new() } else { from.split("::").collect() };
    for segment in path.split("::") {
        match segment {
            "crate" | "self" => {}
            "super" => drop(at.pop()),
            _ => {
                at.push(segment);
                if !sources.contains_key(&at.join("::")) {
                    at.pop();
                    break;
                }
            }
        }
    }
    at.join("::")
}

/// Which module of a crate imports which.
fn arrows(folder: &str) -> Arrows {
    let mut sources = Sources::new();
    modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), "", &mut sources);
    arrows_between(&sources)
}

fn arrows_between(sources: &Sources) -> Arrows {
    let of = |(module, source): (&String, &String)| {
        (module.clone(), paths(source).iter().map(|path| target(path, module, sources)).collect())
    };
    sources.iter().map(of).collect()
}

/// The place that speaks for a module, and the line on which it stands.
fn place<'a>(module: &'a str, layers: &[&str]) -> Option<(&'a str, usize)> {
    let line_of = |name: &str| layers.iter().position(|line| line.split_whitespace().any(|place| place == name));
    if module.is_empty() {
        return Some(("lib", line_of("lib")?));
    }
    let own = line_of(module).map(|line| (module, line));
    own.or_else(|| {
        let parent = module.rsplit_once("::")?.0;
        let speaks_for_all = !layers.iter().any(|line| line.contains(&format!("{parent}::")));
        if speaks_for_all { place(parent, layers) } else { None }
    })
}

/// What is wrong with the arrows between modules, given their layers.
fn faults(arrows: &Arrows, layers: &[&str]) -> Vec<String> {
    let mut faults = Vec::new();
    for (module, targets) in arrows {
        let Some((name, line)) = place(module, layers) else {
            faults.push(format!("{module} has no place in the layers"));
            continue;
        };
        let outward = |target: &&String| place(target, layers).is_some_and(|(to, above)| to != name && above >= line);
        faults.extend(targets.iter().filter(outward).map(|target| format!("{module} -> {target}")));
    }
    for place in layers.iter().flat_map(|line| line.split_whitespace()) {
        if !arrows.contains_key(place.trim_start_matches("lib")) {
            faults.push(format!("{place} stands in the layers, and is no module"));
        }
    }
    faults
}

#[test]
fn arrows_point_inward_only() {
    let in_crate = |(folder, layers): &(&str, &[&str])| -> Vec<String> {
        faults(&arrows(folder), layers).into_iter().map(|fault| format!("{folder}: {fault}")).collect()
    };
    let faults: Vec<String> = LAYERS.iter().flat_map(in_crate).collect();
    assert!(faults.is_empty(), "arrows point outward:\n{}", faults.join("\n"));
}

#[test]
fn each_way_to_write_an_import_is_seen() {
    let sources = [
        ("", "pub mod a;\nmod b;\npub use self::a::A; pub(in crate::b) struct S;"),
        ("a", "mod c;\nuse crate::b::{self, B};\nfn f() { c::f() }"),
        ("a::c", "use super::super::b;\nuse crate::{a::A, b::B}; // crate::nothing\n#[cfg(test)]\nuse crate::a;"),
        ("b", ""),
    ];
    let sources = sources.map(|(module, source)| (module.to_owned(), without_tests(source))).into();
    let arrows = arrows_between(&sources);
    let seen = |module: &str| arrows[module].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(seen(""), ["a"]);
    assert_eq!(seen("a"), ["a::c", "b"]);
    assert_eq!(seen("a::c"), ["a", "b"]);

    assert_eq!(faults(&arrows, &["b", "a", "lib"]), [""; 0]);
    assert_eq!(faults(&arrows, &["a", "b", "lib"]), ["a -> b", "a::c -> b"]);
    assert_eq!(
        faults(&arrows, &["b", "a::c", "lib", "d"]),
        ["a has no place in the layers", "d stands in the layers, and is no module"]
    );
}
