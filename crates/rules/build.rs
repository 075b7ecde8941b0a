//! Computes the digest of the sources of the rules, so that a verdict can name the rules that it was reached with.
//!
//! It is the SHA-256 of a list like that of `sha256sum`: a line for each file of `src/`, sorted by path. Line ends are read as line feeds, so
//! it is the same on every platform. To compute it in a checkout:
//!
//! ```sh
//! cd crates/rules/src && find . -name '*.rs' -printf '%P\n' | LC_ALL=C sort | xargs sha256sum | sha256sum
//! ```

use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use sha2::{Digest as _, Sha256};

#[allow(clippy::disallowed_methods, reason = "a build script reads files")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=src");
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets CARGO_MANIFEST_DIR")?).join("src");
    let mut sources = Vec::new();
    find(&root, &mut sources)?;
    let mut names = Vec::new();
    for source in &sources {
        names.push((source.strip_prefix(&root)?.to_str().ok_or("a file name in UTF-8")?.replace('\\', "/"), source));
    }
    names.sort();
    let mut list = String::new();
    for (name, source) in names {
        let text = fs::read_to_string(source)?.replace("\r\n", "\n");
        writeln!(list, "{}  {name}", hex::encode(Sha256::digest(text)))?;
    }
    println!("cargo::rustc-env=FUNHOUSE_RULES_DIGEST={}", hex::encode(Sha256::digest(list)));
    Ok(())
}

/// Adds the sources in a folder and its subfolders.
fn find(folder: &Path, sources: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, sources)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
    Ok(())
}
