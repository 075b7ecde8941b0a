//! A run of Trampo-Land in its canonical form.

use serde::Serialize;

use super::Table;
use super::moves::{Bounce, Move, Walk};
use super::trampolines::{COUNT, Trampoline};
use crate::game::to_json;

/// A move with the trampolines that it empties or fills. Two moves that have none in common have the same effect in either order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
enum Step {
    Bounce([Trampoline; 3]),
    Walk([Trampoline; 2]),
    Stop,
}

impl Step {
    /// The step that a move makes on the triangle turned or mirrored.
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

/// A symmetry of the triangle: where each of a trampoline's distances from its three sides goes.
type Symmetry = [usize; 3];

const SYMMETRIES: [Symmetry; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

impl Trampoline {
    /// Where the trampoline is under a symmetry.
    fn under(self, symmetry: Symmetry) -> Self {
        let (row, place) = self.spot();
        let distances = [place, row - place, 4 - row];
        let [place, beside, _] = symmetry.map(|i| distances[i]);
        let row = place + beside;
        Self::at(row, place)
    }
}

/// The run as a Foata normal form: each move in the first round in which nothing that it touches is still to be touched by an
/// earlier one, and the moves of a round sorted. Of the forms under the symmetries that leave the table as it is, the least.
pub(super) fn canonical(table: &Table, moves: &[Move]) -> String {
    let leaves_as_it_is = |symmetry: &Symmetry| {
        let same = |at: Trampoline| table.trampolines.get(at) == table.trampolines.get(at.under(*symmetry));
        Trampoline::all().all(same) && table.walked == table.walked.map(|at| at.under(*symmetry))
    };
    let symmetries = SYMMETRIES.into_iter().filter(leaves_as_it_is);
    let forms = symmetries.map(|symmetry| rounds(moves.iter().map(|mv| Step::of(mv, symmetry))));
    to_json(&forms.min())
}

/// Each step with its round, in their order.
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
