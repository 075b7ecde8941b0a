//! CPU time, as Linux counts it.

use std::time::Duration;

/// The CPU time that a process has used so far, in all its threads.
pub(crate) fn of_process(id: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).expect("its status");
    // The fields after the name, which may contain anything: the 12th and 13th are user and system time.
    let (_, fields) = stat.rsplit_once(')').expect("a name in parentheses");
    sum(fields.split_whitespace().skip(11).take(2))
}

/// The CPU time that all processes of the machine have used so far.
pub(crate) fn of_machine() -> Duration {
    let stat = std::fs::read_to_string("/proc/stat").expect("its status");
    // The fields of the first line: user, nice, system, idle, waiting, interrupts.
    let fields: Vec<&str> = stat.lines().next().expect("a line").split_whitespace().skip(1).collect();
    sum(fields[..3].iter().copied())
}

/// Sums ticks, each of which is 10 ms.
fn sum<'a>(ticks: impl Iterator<Item = &'a str>) -> Duration {
    Duration::from_millis(10 * ticks.map(|ticks| ticks.parse::<u64>().expect("a number")).sum::<u64>())
}
