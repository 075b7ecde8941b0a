//! Duration of `funhouse rebuild`.

use super::{Scale, fill, runtime};

/// How many seconds it may take at a million runs.
const LIMIT: f64 = 300.0;

pub(crate) fn measure(scale: Scale) {
    for runs in scale.runs {
        let took = runtime().block_on(fill::rebuild(&fill::filled(runs))).as_secs_f64();
        let missed = if took < LIMIT { "" } else { "  limit missed" };
        println!("  {runs:>8} runs: {took:.1} s, {:.0} runs/s{missed}", runs as f64 / took);
    }
}
