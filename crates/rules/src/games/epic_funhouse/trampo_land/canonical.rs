//! The canonical form of a run of Trampo-Land.

use serde::Serialize;

use super::Table;
use super::moves::{Bounce, Move, Walk};
use super::trampolines::{COUNT, Trampoline};
use crate::game::to_json;

/// A move as the set of trampolines that it empties or fills. Moves without a common trampoline commute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Step {
    Bounce([Trampoline; 3]),
    Walk([Trampoline; 2]),
    Stop,
}

impl Step {
    /// Returns the step of a move after turning or mirroring the triangle.
    fn of(mv: &Move, symmetry: Symmetry) -> Self {
        let seen = |at: &Trampoline| at.under(symmetry);
        match mv {
            Move::Bounce(Bounce { from, to }) => {
                let over = from.beyond().find(|(_, beyond)| beyond == to).map_or(*to, |(over, _)| over);
                Self::Bounce([seen(from), seen(&over), seen(to)])
            }
            Move::Walk(Walk { from, to }) => Self::Walk([seen(from), seen(to)]),
            Move::Stop(_) => Self::Stop,
        }
    }

    fn touches(&self, at: Trampoline) -> bool {
        match self {
            Self::Bounce(trampolines) => trampolines.contains(&at),
            Self::Walk(trampolines) => trampolines.contains(&at),
            Self::Stop => true,
        }
    }
}

/// A symmetry of the triangle, as a permutation of a trampoline's distances from the three sides.
type Symmetry = [usize; 3];

const SYMMETRIES: [Symmetry; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Trampoline {
    /// Returns the image of the trampoline under a symmetry.
    fn under(self, symmetry: Symmetry) -> Self {
        let (row, place) = self.spot();
        let distances = [place, row - place, 4 - row];
        let [place, rest, _] = symmetry.map(|i| distances[i]);
        let row = place + rest;
        Self::at(row, place)
    }
}

/// Returns the run in Foata normal form: each move in the first round after all earlier moves that share a trampoline,
/// sorted within rounds.
///
/// Of the forms under the symmetries that preserve the table, takes the smallest.
pub(super) fn canonical(table: &Table, moves: &[Move]) -> String {
    let leaves_as_it_is = |symmetry: &Symmetry| {
        let same = |at: Trampoline| table.trampolines.get(at) == table.trampolines.get(at.under(*symmetry));
        Trampoline::all().all(same) && table.walked == table.walked.map(|at| at.under(*symmetry))
    };
    let symmetries = SYMMETRIES.into_iter().filter(leaves_as_it_is);
    let forms = symmetries.map(|symmetry| rounds(moves.iter().map(|mv| Step::of(mv, symmetry))));
    to_json(&forms.min())
}

/// Returns each step with its round, in order.
fn rounds(steps: impl Iterator<Item = Step>) -> Vec<(u32, Step)> {
    let mut touched = [0; COUNT];
    let numbered = steps.map(|step| {
        let own = || Trampoline::all().filter(|at| step.touches(*at)).map(Trampoline::index);
        let round = 1 + own().map(|at| touched[at]).max().unwrap_or(0);
        own().for_each(|at| touched[at] = round);
        (round, step)
    });
    let mut rounds: Vec<(u32, Step)> = numbered.collect();
    rounds.sort_unstable();
    rounds
}
