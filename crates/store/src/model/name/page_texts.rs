//! What the pages show in place of a name is reserved, in every language.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Name, NameError, ROBOT_NAMES};

/// The last keys of texts that the pages show in place of a name.
const KEYS: [&str; 8] =
    ["you", "robot", "robotOfLevel", "theRobot", "robotChoice", "deletedPlayer", "seat", "openSeat"];
/// The keys of other such texts.
const PATHS: [&str; 2] = ["tables.waiting.open", "tables.seatNames.open"];

/// Returns a folder of the pages.
fn pages(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web").join(folder)
}

/// Returns the modules in a folder, with their names.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn modules(folder: &Path) -> Vec<(String, String)> {
    let mut modules = Vec::new();
    for entry in fs::read_dir(folder).expect("the pages") {
        let path = entry.expect("a file").path();
        if path.is_dir() {
            modules.extend(self::modules(&path));
        } else if path.extension().is_some_and(|extension| extension == "js") {
            modules.push((path.display().to_string(), fs::read_to_string(&path).expect("a module")));
        }
    }
    modules
}

/// Returns the texts of a language by the paths of their keys, the first text of each line only.
fn texts(source: &str) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    let mut keys: Vec<&str> = Vec::new();
    for line in source.lines().map(str::trim).filter(|line| !line.starts_with("/*") && !line.starts_with("//")) {
        if line.starts_with('}') {
            keys.pop();
        }
        let (key, value) = line.split_once([':', '=']).unwrap_or(("", line));
        let key = key.trim().trim_start_matches("export const ");
        if line.ends_with('{') {
            keys.push(key);
        } else if let Some(text) = literal(value) {
            texts.insert([&keys[..], &[key]].concat().join("."), text.to_owned());
        }
    }
    texts
}

/// Returns the first text in quotes.
fn literal(value: &str) -> Option<&str> {
    let start = value.find(['"', '`'])?;
    let quote = value[start..].chars().next()?;
    let text = &value[start + 1..];
    Some(&text[..text.rfind(quote)?])
}

/// Returns a text with values in place of its parameters, and without the signs that names cannot have.
fn filled(text: &str, robot: &str) -> String {
    let text = text.replace("${robot}", robot);
    let mut parts = text.split("${");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        filled.push('1');
        filled.push_str(part.split_once('}').map_or("", |(_, rest)| rest));
    }
    filled.replace(['(', ')', ',', ':'], "")
}

#[test]
fn texts_that_pages_show_in_place_of_names_are_reserved() {
    let languages = modules(&pages("texts"));
    let languages: Vec<_> = languages.iter().filter(|(_, source)| source.contains("export const tables = {")).collect();
    assert!(!languages.is_empty(), "no language of the pages");
    for (file, source) in languages {
        let texts = texts(source);
        let robot = &texts["shared.robot"];
        let is_shown = |path: &&String| {
            KEYS.contains(&path.rsplit('.').next().unwrap_or_default()) || PATHS.contains(&path.as_str())
        };
        let shown: Vec<&String> = texts.keys().filter(is_shown).collect();
        assert!(KEYS.iter().all(|key| shown.iter().any(|path| path.ends_with(key))), "{file}: {shown:?}");
        assert!(PATHS.iter().all(|path| texts.contains_key(*path)), "{file}");
        for path in shown {
            let name = filled(&texts[path], robot);
            let why = Name::new(&name).err();
            let is_refused = matches!(why, Some(NameError::Reserved | NameError::Length(_)));
            assert!(is_refused, "{file}: {path} shows {name:?} in place of a name: reserve its words ({why:?})");
        }
        assert!(
            source.contains(&format!("robotNames: {ROBOT_NAMES:?},")),
            "{file}: other names of robots than the service's"
        );
        for (_, text) in source.split("name ?? \"").skip(1).filter_map(|rest| Some((rest, rest.split('"').next()?))) {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{file}: {text:?} is shown in place of a name");
        }
    }
}

#[test]
fn pages_replace_names_only_by_texts_that_are_checked() {
    let mut replaced = 0;
    for (file, source) in modules(&pages("")) {
        for line in source.lines() {
            for (before, after) in line.match_indices(" ?? ").map(|(at, _)| (&line[..at], &line[at + 4..])) {
                let is_name = before.ends_with("name") || before.ends_with("Name");
                let is_call = before.rfind("playerName(").is_some_and(|call| before[call..].ends_with(')'));
                let path = after.split(|c: char| !c.is_alphanumeric() && c != '.').next().unwrap_or_default();
                if !(is_name || is_call) || !path.contains('.') {
                    continue;
                }
                let key = path.rsplit('.').next().unwrap_or_default();
                let is_checked = KEYS.contains(&key) || PATHS.contains(&path.trim_start_matches("texts."));
                assert!(is_checked, "{file} shows {path} in place of a name: add its key to KEYS");
                replaced += 1;
            }
        }
    }
    assert!(replaced > 2, "{replaced} texts in place of names");
}
