//! Prepares what the program embeds.
//!
//! It lists the files of the pages that browsers load, so that a new file needs no line in the program. They are those of `web/`, or those of
//! the folder that the environment variable `FUNHOUSE_PAGES` names, relative to this file: `target/pages` has the same pages, bundled.
//!
//! It compresses the OpenAPI document, and copies the files of Swagger UI that the page `/docs` loads from the archive of its release. They stay
//! compressed (deflate).

use std::error::Error;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::DeflateEncoder;
use utoipa_swagger_ui_vendored::SWAGGER_UI_VENDORED;

/// How each header in a ZIP archive begins.
const ZIP_HEADER: &[u8] = b"PK\x03\x04";
/// The method "deflate" in a header of a ZIP archive.
const DEFLATE: [u8; 2] = [8, 0];
/// The files of Swagger UI, in the folder of its release.
const SWAGGER_UI: [&str; 2] = ["swagger-ui-bundle.js", "swagger-ui.css"];

/// Types of files that browsers load from the folder of a build; `br` is a file that is compressed with Brotli. Pages are served at their
/// own addresses.
const TYPES: [&str; 5] = ["js", "css", "svg", "webmanifest", "br"];

/// The OpenAPI document, which tests generate and compare with the program.
const DOCUMENT: &str = "openapi/openapi.json";

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").ok_or("cargo sets CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?);
    list_pages(&root, &out)?;
    compress_document(&root, &out)?;
    unpack_swagger_ui(&out)
}

#[allow(clippy::disallowed_methods, reason = "a build script writes files")]
fn compress_document(root: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={DOCUMENT}");
    let mut compressed = DeflateEncoder::new(Vec::new(), Compression::default());
    compressed.write_all(&fs::read(root.join(DOCUMENT))?)?;
    fs::write(out.join("openapi.json.deflate"), compressed.finish()?)?;
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "a build script writes files")]
fn list_pages(root: &Path, out: &Path) -> Result<(), Box<dyn Error>> {
    let pages = env::var("FUNHOUSE_PAGES").unwrap_or_else(|_| "web".to_owned());
    println!("cargo::rerun-if-env-changed=FUNHOUSE_PAGES");
    println!("cargo::rerun-if-changed={pages}");
    let root = root.join(pages);
    println!("cargo::rustc-env=FUNHOUSE_PAGES={}", root.display());
    let mut files = Vec::new();
    find(&root, &mut files)?;
    files.sort();
    let mut list = String::from("&[");
    for file in files {
        let name = file.strip_prefix(&root)?.to_str().ok_or("a file name in UTF-8")?.replace('\\', "/");
        list += &format!("({name:?}, include_bytes!({file:?}).as_slice()),\n");
    }
    fs::write(out.join("web_files.rs"), list + "]")?;
    Ok(())
}

#[allow(clippy::disallowed_methods, reason = "a build script writes files")]
fn unpack_swagger_ui(out: &Path) -> Result<(), Box<dyn Error>> {
    for name in SWAGGER_UI {
        let file = deflated(SWAGGER_UI_VENDORED, &format!("/dist/{name}"))
            .ok_or_else(|| format!("the archive of Swagger UI lacks {name}"))?;
        fs::write(out.join(format!("{name}.deflate")), file)?;
    }
    Ok(())
}

/// Returns the compressed content of the first file in a ZIP archive whose path has this end. The archive has a header before each file.
fn deflated<'a>(mut zip: &'a [u8], end: &str) -> Option<&'a [u8]> {
    loop {
        let (header, rest) = zip.split_at_checked(30).filter(|(header, _)| header.starts_with(ZIP_HEADER))?;
        let size = u32::from_le_bytes(header[18..22].try_into().ok()?);
        let [name, extra] = [26, 28].map(|at| usize::from(u16::from_le_bytes([header[at], header[at + 1]])));
        let (name, rest) = rest.split_at_checked(name)?;
        let (content, rest) = rest.get(extra..)?.split_at_checked(size.try_into().ok()?)?;
        if name.ends_with(end.as_bytes()) {
            return (header[8..10] == DEFLATE).then_some(content);
        }
        zip = rest;
    }
}

/// Adds the files of a folder and its subfolders.
fn find(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), Box<dyn Error>> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find(&path, files)?;
        } else if path.extension().and_then(|extension| extension.to_str()).is_some_and(|it| TYPES.contains(&it)) {
            files.push(path);
        }
    }
    Ok(())
}
