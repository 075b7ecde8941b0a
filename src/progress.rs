//! The progress bar of commands that process everything in a database.

use std::io::IsTerminal as _;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar for `count` items, on standard error if that is a terminal.
#[must_use]
pub fn bar(what: &str, count: u64) -> ProgressBar {
    let target =
        if std::io::stderr().is_terminal() { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let progress = ProgressBar::with_draw_target(Some(count), target);
    // Without the template the bar has its default style.
    if let Ok(style) =
        ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {what}, {{per_sec}}, {{eta}} left"))
    {
        progress.set_style(style);
    }
    progress
}
