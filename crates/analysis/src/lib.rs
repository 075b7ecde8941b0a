//! The best total that a solitaire can still reach.
//!
//! [`analyze`] returns [`Bounds`] of that total, a line of moves that reaches the attained one, and a hint. The bounds are
//! proven: if they are equal, no line is better. Budgets are counted in nodes, and nothing depends on a clock, a thread
//! or hash order, so a question has the same answer on every machine.
//!
//! Where chance is to come or pieces are hidden, [`estimate()`] returns the mean total of a strong player over sampled futures. They
//! depend only on what the player sees, so the answer reveals neither. [`play_to_end`] returns how that player plays a
//! deal: the par of the deal.
//!
//! A game implements [`Analyzed`] or [`Estimated`], and is listed in [`visit_all`]. Most are searched by [`best_first`]; [`games`] has
//! their compact positions and their bounds. Before a line is returned, it is played by the game's own rules.
//!
//! ```
//! use funhouse_analysis::{Effort, Question, analyze};
//! use funhouse_rules::game::State;
//! use funhouse_rules::games::epic_funhouse::magic_mirror::MagicMirror;
//!
//! let state = State::<MagicMirror>::deal("funhouse-1".parse().unwrap(), Default::default());
//! let analysis = analyze(&state, Question { effort: Effort::Normal, with_moves: false }, &|_| true).unwrap();
//! assert_eq!(analysis.bounds.at_least, analysis.bounds.at_most);
//! ```

#![cfg_attr(not(feature = "schemas"), allow(dead_code, unused_imports, reason = "schemas use the rest"))]

mod analysis;
mod analyst;
pub mod best_first;
pub mod budget;
mod estimate;
mod estimated;
mod expected;
pub mod games;
mod moves;
#[cfg(feature = "schemas")]
mod schema;
mod solution;

/// The version of the analysis. It grows when another line or other bounds can be found, so that stored results are computed again.
pub const VERSION: u32 = 3;

pub use self::analysis::{Analysis, Hint, Question, analyze};
pub use self::analyst::{Analyst, analyst};
pub use self::budget::{Budget, Canceled, Effort, Nodes};
pub use self::estimate::{estimate, play_out, play_to_end};
pub use self::estimated::{Estimated, Player, SightOf};
pub use self::expected::Expected;
pub use self::games::{Visitor, is_analyzed, visit_all};
pub use self::moves::MoveValue;
pub use self::solution::{Analyzed, Bounds, Method, Solution};
