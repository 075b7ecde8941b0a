//! Imports point inward only, read from the sources.
//!
//! Cargo checks this between crates. This test checks the files of each crate:
//!
//! - Imports between files form no circle.
//! - A module imports only from modules on earlier lines of [`LAYERS`].
//!
//! A name is followed through `use` to the file that defines it, so a `mod.rs` that passes a name on is not in the way. What a `mod.rs` or
//! `lib.rs` defines itself is shared by the files below it: an import from a file's own ancestor is not an arrow.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

/// The crates whose files are checked.
const CRATES: &[&str] =
    &["crates/rules/src", "crates/analysis/src", "crates/picture/src", "crates/engine/src", "crates/store/src", "src"];

/// The layers of a crate's modules, or of the modules in one of them, innermost first. A module imports only from earlier lines, never from
/// its own. A module includes its submodules.
const LAYERS: &[(&str, &str, &[&str])] = &[
    (
        "crates/rules/src",
        "",
        &[
            "wire fault",
            "digest page",
            "sources",
            "census chance grid seat",
            "piecepack cards dice choice",
            "scene",
            "text",
            "game",
            "search standing",
            "mode",
            "robot run",
            "games contest",
            "registry",
            "erased",
            "replay",
        ],
    ),
    (
        "crates/analysis/src",
        "",
        &[
            "budget",
            "best_first expected solution",
            "estimated",
            "games moves",
            "analysis",
            "estimate schema",
            "analyst",
        ],
    ),
    (
        "crates/picture/src",
        "",
        &[
            "svg describe measure outlines",
            "symbol",
            "people",
            "card world",
            "cluster counter style",
            "area chess",
            "seats",
            "layout piece",
            "png",
            "copies",
        ],
    ),
    (
        "crates/engine/src",
        "",
        &[
            "refusal ruleset shape",
            "read",
            "request table_move",
            "answer run table_request",
            "calls documented robot",
            "example run_file schema",
            "analysis problem verification",
            "checkpoints table_game",
            "games",
            "catalogue contest rules_text",
        ],
    ),
    (
        "crates/store/src",
        "",
        &[
            "backend rating",
            "error",
            "outage",
            "metrics",
            "model",
            "apps contests events opponents tables",
            "store",
            "fold",
            "sqlite postgres",
            "database",
        ],
    ),
    (
        "src",
        "",
        &[
            "caller clock drain health public_url stop_signals",
            "days limits listener moderator pool progress verification",
            "streams usage",
            "config positions tables",
            "contests",
            "backups reverify secret solve telemetry",
            "pars",
            "api",
            "background",
            "server",
            "cli",
        ],
    ),
    (
        "src",
        "api",
        &[
            "document operation problem schemas secrets",
            "connection request",
            "response",
            "monitoring",
            "shared",
            "feed http pars",
            "endpoint",
            "openapi",
            "games",
            "pages",
            "daily leaderboards ratings service",
            "runs",
            "embed players",
            "apps tables",
            "app_links contests export pairings",
            "moderation",
            "routes",
        ],
    ),
];

/// Imports between files that form circles and are still to be removed: from, to.
const KNOWN: &[(&str, &str)] = &[];

struct Module {
    /// The path of the file in the repository.
    file: String,
    /// The source without comments and without items that only tests use.
    source: String,
    /// The names that `use` items bring in, each with its path.
    names: BTreeMap<String, String>,
}

impl Module {
    fn new(file: String, source: &str) -> Self {
        let source = stripped(source);
        let names = names_in_use(&source);
        Self { file, source, names }
    }
}

/// The modules of a crate by path (`api::runs::shape`; the path of the root is empty).
type Modules = BTreeMap<String, Module>;
/// The modules that each module imports.
type Arrows = BTreeMap<String, BTreeSet<String>>;

/// Reads the module at `path`, whose file is `file`, and the modules that it declares.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn read_modules(file: &Path, path: &str, modules: &mut Modules) {
    let root = fs::canonicalize(env!("CARGO_MANIFEST_DIR")).expect("the repository");
    let file = fs::canonicalize(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let name = file.strip_prefix(root).expect("a file of the repository").display().to_string();
    let module = Module::new(name, &fs::read_to_string(&file).expect("a source"));
    let is_folder = file.ends_with("lib.rs") || file.ends_with("mod.rs");
    let folder = if is_folder { file.parent().expect("a folder").to_owned() } else { file.with_extension("") };
    for child in declared(&module.source) {
        let attribute = path_attribute(&module.source, child).map(|path| folder.join(path));
        let candidates = [folder.join(format!("{child}.rs")), folder.join(child).join("mod.rs")];
        let file = attribute.into_iter().chain(candidates).find(|file| file.exists());
        let file = file.unwrap_or_else(|| panic!("{}: no file of the module {child}", module.file));
        read_modules(&file, &join(path, child), modules);
    }
    modules.insert(path.to_owned(), module);
}

/// Returns a source without its comments and without items that only tests use.
fn stripped(source: &str) -> String {
    let mut lines = source.lines();
    let mut rest = Vec::new();
    while let Some(line) = lines.next() {
        if line != "#[cfg(test)]" {
            rest.push(line.split("//").next().unwrap_or_default());
            continue;
        }
        let item = lines.find(|line| !line.starts_with('#')).unwrap_or_default();
        if item.ends_with('{') {
            lines.find(|line| *line == "}");
        }
    }
    rest.join("\n")
}

/// The modules that a source declares.
fn declared(source: &str) -> impl Iterator<Item = &str> {
    source.lines().filter_map(|line| {
        let (visibility, name) = line.strip_suffix(';')?.split_once("mod ")?;
        (visibility.is_empty() || visibility.starts_with("pub") && visibility.ends_with(' ')).then_some(name)
    })
}

/// The `#[path]` of a module that a source declares.
fn path_attribute<'a>(source: &'a str, child: &str) -> Option<&'a str> {
    source.lines().zip(source.lines().skip(1)).find_map(|(attribute, item)| {
        let path = attribute.strip_prefix("#[path = \"")?.strip_suffix("\"]")?;
        item.ends_with(&format!("mod {child};")).then_some(path)
    })
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}::{name}") }
}

/// Returns all paths in a source that begin at the crate, the module, its parent or a child, with braces expanded.
fn paths(source: &str) -> Vec<String> {
    let mut found = Vec::new();
    for start in ["crate", "super", "self"].into_iter().chain(declared(source)) {
        for (at, _) in source.match_indices(&format!("{start}::")) {
            let in_a_word = |before: char| before.is_alphanumeric() || matches!(before, '_' | ':' | '$');
            let is_visibility = source[..at].ends_with("(in ");
            if !source[..at].ends_with(in_a_word) && !is_visibility {
                expand("", &source[at..], &mut found);
            }
        }
    }
    found.into_iter().map(|(_, path)| path).collect()
}

/// Returns the names that the `use` items of a source bring in, each with its path.
fn names_in_use(source: &str) -> BTreeMap<String, String> {
    let mut found = Vec::new();
    for (at, _) in source.match_indices("use ") {
        let visibility = source[..at].rsplit('\n').next().unwrap_or_default();
        if visibility.is_empty() || visibility.starts_with("pub") {
            expand("", &source[at + "use ".len()..], &mut found);
        }
    }
    found.into_iter().collect()
}

/// Reads one tree of a path (`a::{b, c::d as e}`), and returns the text after it. Each path comes with the name that it brings in.
fn expand<'a>(prefix: &str, text: &'a str, found: &mut Vec<(String, String)>) -> &'a str {
    let is_in_path = |c: char| c.is_alphanumeric() || matches!(c, '_' | ':' | '*');
    let (segments, mut rest) = text.split_at(text.find(|c| !is_in_path(c)).unwrap_or(text.len()));
    let path = format!("{prefix}{segments}");
    if !(path.ends_with("::") && rest.starts_with('{')) {
        let path = path.trim_end_matches("::self").to_owned();
        let mut name = path.rsplit("::").next().unwrap_or_default();
        if let Some(alias) = rest.strip_prefix(" as ") {
            (name, rest) = alias.split_at(alias.find(|c| !is_in_path(c)).unwrap_or(alias.len()));
        }
        found.push((name.to_owned(), path.clone()));
        return rest;
    }
    rest = rest[1..].trim_start();
    while !rest.is_empty() && !rest.starts_with('}') {
        rest = expand(&path, rest, found).trim_start();
        rest = rest.strip_prefix(',').unwrap_or(rest).trim_start();
    }
    rest.get(1..).unwrap_or_default()
}

/// Returns the module that defines what a path in the module `from` names.
fn target(path: &str, from: &str, modules: &Modules) -> String {
    let mut at = if path.starts_with("crate::") { String::new() } else { from.to_owned() };
    let mut segments = path.split("::");
    while let Some(segment) = segments.next() {
        match segment {
            "crate" | "self" => {}
            "super" => at = at.rsplit_once("::").map_or_else(String::new, |(parent, _)| parent.to_owned()),
            _ if modules.contains_key(&join(&at, segment)) => at = join(&at, segment),
            _ => {
                let passed_on =
                    modules[&at].names.get(segment).filter(|path| at != from && is_local(path, &at, modules));
                let Some(passed_on) = passed_on else { return at };
                let path = segments.fold(passed_on.clone(), |path, segment| join(&path, segment));
                return target(&path, &at, modules);
            }
        }
    }
    at
}

/// Whether a path in a module leads to its own crate.
fn is_local(path: &str, module: &str, modules: &Modules) -> bool {
    let first = path.split("::").next().unwrap_or_default();
    ["crate", "super", "self"].contains(&first) || modules.contains_key(&join(module, first))
}

fn modules_of(folder: &str) -> Modules {
    let mut modules = Modules::new();
    read_modules(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join("lib.rs"), "", &mut modules);
    modules
}

/// The imports between modules. What an ancestor defines is left out.
fn arrows_between(modules: &Modules) -> Arrows {
    let of = |(path, module): (&String, &Module)| {
        let targets = paths(&module.source).into_iter().map(|imported| target(&imported, path, modules));
        (path.clone(), targets.filter(|target| !is_within(path, target)).collect())
    };
    modules.iter().map(of).collect()
}

/// Whether a module is another, or below it.
fn is_within(module: &str, other: &str) -> bool {
    other.is_empty() || module.strip_prefix(other).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

/// Returns a shortest circle through a module.
fn circle<'a>(start: &'a str, arrows: &'a Arrows) -> Option<Vec<&'a str>> {
    let mut visited = BTreeSet::new();
    let mut trails = VecDeque::from([vec![start]]);
    while let Some(trail) = trails.pop_front() {
        for next in &arrows[*trail.last()?] {
            if next == start {
                return Some(trail);
            }
            if visited.insert(next) {
                trails.push_back([&trail[..], &[next]].concat());
            }
        }
    }
    None
}

/// Returns the circles of the modules that are in one, file by file, each from its first file and once.
fn circles(arrows: &Arrows, modules: &Modules) -> BTreeSet<String> {
    let text = |mut circle: Vec<&str>| {
        let first = (0..circle.len()).min_by_key(|at| circle[*at]).unwrap_or_default();
        circle.rotate_left(first);
        circle.push(circle[0]);
        circle.into_iter().map(|module| modules[module].file.as_str()).collect::<Vec<_>>().join(" -> ")
    };
    arrows.keys().filter_map(|module| circle(module, arrows)).map(text).collect()
}

/// Returns the arrows inside the module `scope` that do not point inward, the modules without a layer, and the names in layers that are no
/// modules.
fn faults(arrows: &Arrows, scope: &str, layers: &[&str]) -> Vec<String> {
    let line_of = |name: &str| layers.iter().position(|line| line.split_whitespace().any(|place| place == name));
    let place = |module: &str| -> Option<String> {
        let inside = if scope.is_empty() { module } else { module.strip_prefix(scope)?.strip_prefix("::")? };
        inside.split("::").next().filter(|name| !name.is_empty()).map(str::to_owned)
    };
    let places: BTreeSet<String> = arrows.keys().filter_map(|module| place(module)).collect();
    let mut faults = Vec::new();
    faults.extend(places.iter().filter(|name| line_of(name).is_none()).map(|name| format!("{name} has no layer")));
    let listed = layers.iter().flat_map(|line| line.split_whitespace());
    faults.extend(listed.filter(|name| !places.contains(*name)).map(|name| format!("{name} is no module")));
    for (module, targets) in arrows {
        for target in targets {
            let (Some(from), Some(to)) = (place(module), place(target)) else { continue };
            if from != to && line_of(&to) >= line_of(&from) {
                faults.push(format!("{module} -> {target}"));
            }
        }
    }
    faults
}

#[test]
fn imports_between_files_form_no_circle() {
    let mut unused: BTreeSet<_> = KNOWN.iter().collect();
    let mut found = BTreeSet::new();
    for folder in CRATES {
        let modules = modules_of(folder);
        let mut arrows = arrows_between(&modules);
        for (from, targets) in &mut arrows {
            targets.retain(|to| {
                let ends = |(a, b): &&(&str, &str)| modules[from].file.ends_with(a) && modules[to].file.ends_with(b);
                let known = KNOWN.iter().find(ends);
                unused.retain(|arrow| Some(*arrow) != known);
                known.is_none()
            });
        }
        found.extend(circles(&arrows, &modules));
    }
    assert!(found.is_empty(), "circles:\n{}", found.into_iter().collect::<Vec<_>>().join("\n"));
    assert!(unused.is_empty(), "these imports are gone, so delete them from KNOWN: {unused:?}");
}

#[test]
fn modules_import_from_inner_layers_only() {
    let mut found = Vec::new();
    for (folder, scope, layers) in LAYERS {
        let faults = faults(&arrows_between(&modules_of(folder)), scope, layers);
        found.extend(faults.into_iter().map(|fault| format!("{folder} {scope}: {fault}")));
    }
    assert!(found.is_empty(), "not as in LAYERS:\n{}", found.join("\n"));
}

fn modules_from(sources: &[(&str, &str)]) -> Modules {
    let module = |(path, source): &(&str, &str)| ((*path).to_owned(), Module::new(format!("{path}.rs"), source));
    sources.iter().map(module).collect()
}

#[test]
fn finds_each_way_to_write_an_import() {
    let modules = modules_from(&[
        ("", "pub mod a;\nmod b;\npub(crate) mod d;\npub use self::a::A; pub(in crate::b) struct S;"),
        ("a", "mod c;\npub(super) use self::c::{C as E, F};\nuse crate::b::{self, B};\nfn f() { c::f() }\nstruct A;"),
        ("a::c", "use super::super::b;\nuse crate::{a::A, b::B}; // crate::nothing\n#[cfg(test)]\nuse crate::d;"),
        ("b", ""),
        (
            "d",
            "use super::A;\nfn f() { crate::a::E::new() }\n#[cfg(test)]\nmod tests {\n    use super::b;\n}\nuse crate::S;",
        ),
    ]);
    let arrows = arrows_between(&modules);
    let found = |module: &str| arrows[module].iter().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(found(""), ["a"]);
    assert_eq!(found("a"), ["a::c", "b"]);
    assert_eq!(found("a::c"), ["b"]);
    assert_eq!(found("d"), ["a", "a::c"]);
}

#[test]
fn finds_circles_and_arrows_that_point_outward() {
    let modules = modules_from(&[
        ("", "mod a;\nmod b;\nmod c;"),
        ("a", "mod d;\npub use d::D;\nuse crate::c::C;"),
        ("a::d", "use super::super::b::B;\nuse super::shared;"),
        ("b", "use crate::a::D;"),
        ("c", ""),
    ]);
    let arrows = arrows_between(&modules);
    assert_eq!(circles(&arrows, &modules), BTreeSet::from(["a::d.rs -> b.rs -> a::d.rs".to_owned()]));
    assert_eq!(faults(&arrows, "", &["c", "a", "b"]), ["a::d -> b"]);
    assert_eq!(faults(&arrows, "", &["a e", "b"]), ["c has no layer", "e is no module", "a::d -> b"]);
    assert_eq!(faults(&arrows, "a", &["d"]), [""; 0]);
}
