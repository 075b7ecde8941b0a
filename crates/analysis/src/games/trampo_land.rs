//! Trampo-Land: the pieces on fifteen trampolines as bit masks.

use std::sync::LazyLock;

use funhouse_rules::game::{ScoreCard as _, State};
use funhouse_rules::games::Stop;
use funhouse_rules::games::epic_funhouse::trampo_land::{Bounce, Move, Person, TrampoLand, Trampoline, Walk};

use crate::best_first::{self, Assessment, Puzzle, mixed};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

const TRAMPOLINES: usize = 15;

/// The trampolines where pieces are, each a bit mask.
#[derive(Clone, Copy, PartialEq, Eq)]
struct People {
    kids: u16,
    adults: u16,
    you: u16,
    /// Where the piece is that walked in the previous move.
    walked: u16,
}

/// The trampoline that a piece leaves, and that on which it lands.
type Edge = (Trampoline, Trampoline);

/// Possible moves of a piece, with the masks of their trampolines.
struct Paths {
    bounces: Vec<(Edge, Bounced)>,
    /// From and to.
    walks: Vec<(Edge, [u16; 2])>,
    /// For each set of kids, a number that stay in any case.
    staying: Vec<u8>,
}

/// The masks of a bounce: from, over and to.
type Bounced = [u16; 3];

fn bit(at: Trampoline) -> u16 {
    Trampoline::all().position(|other| other == at).map_or(0, |index| 1 << index)
}

static PATHS: LazyLock<Paths> = LazyLock::new(|| {
    let (mut bounces, mut walks) = (Vec::new(), Vec::new());
    for from in Trampoline::all() {
        bounces.extend(from.beyond().map(|(over, to)| ((from, to), [bit(from), bit(over), bit(to)])));
        walks.extend(from.neighbors().map(|to| ((from, to), [bit(from), bit(to)])));
    }
    Paths { staying: staying(&bounces), bounces, walks }
});

/// Returns for each set of kids how many stay in any case, by a relaxation of the rules: a trampoline without a kid counts both as
/// empty and as taken by an adult, whichever a bounce needs.
///
/// This finds the kids that cannot leave their corners: no piece bounces over a kid in a corner, so it has to bounce out over
/// another kid, and only other kids' bounces bring one there.
fn staying(bounces: &[(Edge, Bounced)]) -> Vec<u8> {
    let mut sets: Vec<u16> = (0..1 << TRAMPOLINES).collect();
    // A bounce over a kid leads to a smaller set.
    sets.sort_by_key(|kids| kids.count_ones());
    let mut staying = vec![0; sets.len()];
    for kids in sets {
        let mut fewest = kids.count_ones() as u8;
        for (_, [from, over, to]) in bounces {
            if fewest > 0 && kids & over != 0 && kids & to == 0 {
                fewest = fewest.min(staying[usize::from(moved(kids & !over, *from, *to))]);
            }
        }
        staying[usize::from(kids)] = fewest;
    }
    staying
}

/// Returns a mask of pieces after one of them may have moved.
const fn moved(mask: u16, from: u16, to: u16) -> u16 {
    if mask & from != 0 { mask & !from | to } else { mask }
}

impl People {
    fn taken(self) -> u16 {
        self.kids | self.adults | self.you
    }

    /// Returns the people after a bounce, if it is legal.
    fn bounced(self, [from, over, to]: Bounced) -> Option<Self> {
        let under = if self.kids & from != 0 {
            self.kids
        } else if self.adults & from != 0 {
            self.kids | self.adults
        } else if self.you & from != 0 {
            self.taken()
        } else {
            return None;
        };
        let legal = under & over != 0 && self.taken() & to == 0;
        let after = Self { kids: self.kids & !over, adults: self.adults & !over, you: self.you, walked: 0 };
        legal.then(|| after.moved(from, to))
    }

    /// Returns the people after a walk, if it is legal.
    fn after_walk(self, [from, to]: [u16; 2]) -> Option<Self> {
        let walks = (self.adults | self.you) & from != 0 && self.walked != from;
        (walks && self.taken() & to == 0).then(|| Self { walked: to, ..self.moved(from, to) })
    }

    fn moved(self, from: u16, to: u16) -> Self {
        let put = |mask| moved(mask, from, to);
        Self { kids: put(self.kids), adults: put(self.adults), you: put(self.you), ..self }
    }

    fn score(self) -> u32 {
        4 * self.kids.count_ones() + self.adults.count_ones()
    }
}

impl Puzzle for Paths {
    type Node = People;
    type Edge = Edge;
    /// By the number of pieces.
    const LEVELS: usize = TRAMPOLINES;

    fn hash(&self, People { kids, adults, you, walked }: &People) -> u64 {
        let key = [*kids, *adults, *you, *walked].into_iter().fold(0_u64, |key, mask| key << 16 | u64::from(mask));
        mixed(key)
    }

    fn assess(&self, people: &People, depth: u32) -> Assessment {
        let bound = 4 * u32::from(self.staying[usize::from(people.kids)]);
        let rank = 4 * (people.score() + bound) + depth;
        let level = people.taken().count_ones() as usize - 1;
        Assessment { level, rank, bound, ending: Some(people.score()) }
    }

    fn expand(&self, people: &People, visit: &mut dyn FnMut(Edge, u32, People)) {
        for (edge, masks) in &self.bounces {
            if let Some(after) = people.bounced(*masks) {
                visit(*edge, 0, after);
            }
        }
        for (edge, masks) in &self.walks {
            if let Some(after) = people.after_walk(*masks) {
                visit(*edge, 0, after);
            }
        }
    }
}

impl Analyzed for TrampoLand {
    const NODES: Nodes = Nodes { quick: 50_000, normal: 2_500_000, deep: 4_000_000 };

    fn solve(state: &State<Self>, need_line: bool, budget: &mut Budget<'_>) -> Result<Solution<Self>, Canceled> {
        let table = state.table();
        let all = |person| Trampoline::all().filter(|at| table.trampolines.get(*at) == Some(person)).map(bit).sum();
        let people = People {
            kids: all(Person::Kid),
            adults: all(Person::Adult),
            you: all(Person::You),
            walked: table.walked.map_or(0, bit),
        };
        let paths = &*PATHS;
        let found = best_first::search(paths, people, need_line, budget)?;
        let mut line: Vec<Move> = Vec::with_capacity(found.line.len() + 1);
        let mut after = people;
        for (from, to) in found.line {
            let bounces = from.beyond().any(|(_, beyond)| beyond == to);
            line.push(if bounces { Move::Bounce(Bounce { from, to }) } else { Move::Walk(Walk { from, to }) });
            let next = match from.beyond().find(|(_, beyond)| *beyond == to) {
                Some((over, _)) => after.bounced([bit(from), bit(over), bit(to)]),
                None => after.after_walk([bit(from), bit(to)]),
            };
            after = next.unwrap_or(after);
        }
        let stuck = after.taken() == after.you || !paths.has_move(&after);
        if !stuck {
            line.push(Move::Stop(Stop {}));
        }
        // Stopping is always possible.
        let at_most = found.at_most.map_or(state.score().total(), u64::from);
        Ok(Solution { bounds: Bounds { at_least: found.at_least.into(), at_most }, line, method: Method::BestFirst })
    }
}

impl Paths {
    fn has_move(&self, people: &People) -> bool {
        let mut has = false;
        self.expand(people, &mut |_, _, _| has = true);
        has
    }
}
