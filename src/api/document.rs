//! The OpenAPI document of all calls, embedded. Tests generate it from [`routes`](super::routes) as `openapi/openapi.json`, and compare both,
//! so that the program needs no schemas. `build.rs` compresses it.

use std::io::{self, Read as _};

use flate2::read::DeflateDecoder;
use serde::de::DeserializeOwned;

const COMPRESSED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/openapi.json.deflate"));

/// Deserializes the document, or what a `T` has of it.
pub(in crate::api) fn read<T: DeserializeOwned + Default>() -> T {
    // A test reads the same bytes, so that this cannot fail.
    text().ok().and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

fn text() -> io::Result<String> {
    let mut text = String::new();
    DeflateDecoder::new(COMPRESSED).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    #[test]
    fn embedded_document_is_the_one_in_repository() {
        assert!(super::text().expect("it is valid") == include_str!("../../openapi/openapi.json"));
    }
}
