//! Trampo-Land: the pieces on fifteen trampolines as bit masks.

use std::sync::LazyLock;

use funhouse_rules::game::{ScoreCard as _, State};
use funhouse_rules::games::Stop;
use funhouse_rules::games::epic_funhouse::trampo_land::{Bounce, Move, Person, TrampoLand, Trampoline, Walk};

use crate::best_first::{self, Assessment, Puzzle, mixed};
use crate::budget::{Budget, Canceled, Nodes};
use crate::solution::{Analyzed, Bounds, Method, Solution};

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
    /// From, over and to.
    bounces: Vec<(Edge, [u16; 3])>,
    /// From and to.
    walks: Vec<(Edge, [u16; 2])>,
    corners: [Corner; 3],
}

/// A corner. A piece there is never bounced over, so a kid there has to bounce out, over a kid next to the corner.
#[derive(Clone, Copy, Default)]
struct Corner {
    at: u16,
    /// Where the kids start that can ever be next to the corner.
    ///
    /// A kid moves only by bounces, two steps along a line, so it stays within one of four classes of trampolines.
    helpers: u16,
}

fn bit(at: Trampoline) -> u16 {
    Trampoline::all().position(|other| other == at).map_or(0, |index| 1 << index)
}

static PATHS: LazyLock<Paths> = LazyLock::new(|| {
    let mut paths = Paths { bounces: Vec::new(), walks: Vec::new(), corners: [Corner::default(); 3] };
    for from in Trampoline::all() {
        paths.bounces.extend(from.beyond().map(|(over, to)| ((from, to), [bit(from), bit(over), bit(to)])));
        paths.walks.extend(from.neighbors().map(|to| ((from, to), [bit(from), bit(to)])));
    }
    let corners = Trampoline::all().filter(|at| at.neighbors().count() == 2);
    for (corner, at) in paths.corners.iter_mut().zip(corners) {
        *corner = Corner { at: bit(at), helpers: at.neighbors().map(|near| class(&paths.bounces, bit(near))).sum() };
    }
    paths
});

/// Returns the trampolines that bounces lead to from one.
fn class(bounces: &[(Edge, [u16; 3])], from: u16) -> u16 {
    let mut class = from;
    loop {
        let next =
            bounces.iter().filter(|(_, [from, ..])| class & from != 0).fold(class, |class, (_, [.., to])| class | to);
        if next == class {
            return class;
        }
        class = next;
    }
}

impl People {
    fn taken(self) -> u16 {
        self.kids | self.adults | self.you
    }

    /// Returns the people after a bounce, if it is legal.
    fn bounced(self, [from, over, to]: [u16; 3]) -> Option<Self> {
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
        let put = |mask: u16| if mask & from != 0 { mask & !from | to } else { mask };
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
    const LEVELS: usize = 15;

    fn hash(&self, People { kids, adults, you, walked }: &People) -> u64 {
        let key = [*kids, *adults, *you, *walked].into_iter().fold(0_u64, |key, mask| key << 16 | u64::from(mask));
        mixed(key)
    }

    fn assess(&self, people: &People, depth: u32) -> Assessment {
        let stuck = self.stuck(people.kids);
        let in_corners = self.corners.iter().filter(|corner| people.kids & corner.at != 0).count() as u32;
        let rank = 16 * people.score() + 24 * in_corners + 64 * stuck + 4 * depth;
        let level = people.taken().count_ones() as usize - 1;
        Assessment { level, rank, bound: 4 * stuck, ending: Some(people.score()) }
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
    const NODES: Nodes = Nodes { quick: 15_000, normal: 2_500_000, deep: 4_000_000 };

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
    /// Returns a number of kids in corners that cannot all leave: each that leaves needs a helper of its own, which
    /// leaves the board.
    ///
    /// A set of corners that has more kids than helpers shows how many stay (Hall's theorem).
    fn stuck(&self, kids: u16) -> u32 {
        let of_set = |set: u32| {
            let corners = self.corners.iter().zip(0..).filter(|(_, index)| set >> index & 1 == 1);
            let (mut inside, mut helpers) = (0, 0);
            for (corner, _) in corners {
                inside += u32::from(kids & corner.at != 0);
                helpers |= corner.helpers;
            }
            inside.saturating_sub((kids & helpers).count_ones())
        };
        (1..8).map(of_set).max().unwrap_or(0)
    }

    fn has_move(&self, people: &People) -> bool {
        let mut has = false;
        self.expand(people, &mut |_, _, _| has = true);
        has
    }
}
