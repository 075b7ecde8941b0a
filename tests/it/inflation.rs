//! Bodies that are sent compressed: what a small one can make of the service's memory.

use std::io::{Read, Write as _, copy, repeat};

use crate::crash::Process;

/// What is read, in a content coding.
pub(crate) fn encoded(encoding: &str, mut from: impl Read) -> Vec<u8> {
    let mut encoded = Vec::new();
    match encoding {
        "gzip" => {
            let mut writer = flate2::write::GzEncoder::new(&mut encoded, flate2::Compression::best());
            copy(&mut from, &mut writer).expect("it is written to memory");
        }
        "deflate" => {
            let mut writer = flate2::write::ZlibEncoder::new(&mut encoded, flate2::Compression::best());
            copy(&mut from, &mut writer).expect("it is written to memory");
        }
        "br" => {
            let mut writer = brotli::CompressorWriter::new(&mut encoded, 4096, 5, 22);
            copy(&mut from, &mut writer).expect("it is written to memory");
            // What is not known to end here makes the decoder set its whole window aside.
            writer.flush().expect("it is written to memory");
        }
        "zstd" => zstd::stream::copy_encode(from, &mut encoded, 3).expect("it is written to memory"),
        other => panic!("{other} is no encoding of these tests"),
    }
    encoded
}

/// The most memory that a process has used so far, in bytes.
#[cfg(target_os = "linux")]
#[allow(clippy::disallowed_methods, reason = "the system tells of a process in a file")]
fn peak_memory(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the peak is told");
    peak.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") * 1024
}

#[test]
#[cfg(target_os = "linux")]
fn a_small_body_that_inflates_to_much_is_refused_and_takes_little_memory() {
    const BOMB: u64 = 64 << 20;
    let folder = tempfile::tempdir().expect("a folder");
    // One worker, so that all requests find the memory of those before them.
    let server = Process::start_with(&folder.path().join("bombs.db"), &["--workers", "1"]);
    let post = |encoding: &str, body: &[u8]| {
        let agent = ureq::Agent::config_builder().http_status_as_error(false).build().new_agent();
        let request =
            agent.post(format!("{}/v1/games/slide-jam/deal", server.base)).header("content-type", "application/json");
        request.header("content-encoding", encoding).send(body).expect("the server answers").status().as_u16()
    };
    let largest = [br#"{"seed":"zip""#.as_slice(), &vec![b' '; 256 * 1024 - 14], b"}"].concat();
    let grown = ["gzip", "deflate", "br", "zstd"].map(|encoding| {
        // What the largest body that is taken needs is there before a larger one comes.
        for _ in 0..4 {
            assert_eq!(post(encoding, &encoded(encoding, largest.as_slice())), 200);
        }
        let bomb = encoded(encoding, repeat(b' ').take(BOMB));
        let before = peak_memory(server.child.id());
        let status = post(encoding, &bomb);
        // The kernel counts in steps for each thread, so that the peak may seem to fall by some pages.
        (encoding, bomb.len(), status, peak_memory(server.child.id()).saturating_sub(before))
    });
    for (encoding, sent, status, grown) in grown {
        assert_eq!(status, 413, "{encoding}");
        // Brotli's decoder fills its window, of 22 bits here, before it gives anything.
        let window = if encoding == "br" { 4 << 20 } else { 0 };
        assert!(grown < window + (1 << 20), "{sent} bytes of {encoding} took {grown} bytes of memory");
    }
}
