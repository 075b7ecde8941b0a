//! The program: see [`funhouse::cli`].

use std::process::ExitCode;

/// Of the allocators that were tried, the one that gives memory back soonest after a burst and costs calls nothing.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    funhouse::cli::run()
}
