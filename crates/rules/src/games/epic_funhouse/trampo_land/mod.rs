//! Trampo-Land: bounce everyone off the trampolines but yourself. Rules: trampo-land.md.
//!
//! Modules: `trampolines` (the triangle and the people on it), `moves` (moves and events) and `plan` (robot).

mod canonical;
mod moves;
mod plan;
mod sentences;
mod trampolines;

pub use self::moves::{Bounce, Bounced, BouncedOut, Event, Move, Stopped, Walk, Walked};
use self::trampolines::COUNT;
pub use self::trampolines::{Person, Trampoline, Trampolines};
use crate::chance::{Chance, Draws};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Score, ScoreOrder, Sight, Solitaire, Tag,
    Weight,
};
use crate::games::Stop;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Piece, Place, Scene, World, counted};
use crate::wire;

const FROM: Rule = Rule("trampo-land.from");
const LINE: Rule = Rule("trampo-land.line");
const OVER: Rule = Rule("trampo-land.over");
const EMPTY: Rule = Rule("trampo-land.empty");
const KID: Rule = Rule("trampo-land.kid");
const ADULT: Rule = Rule("trampo-land.adult");
const WALKER: Rule = Rule("trampo-land.walker");
const BESIDE: Rule = Rule("trampo-land.beside");
const TWICE: Rule = Rule("trampo-land.twice");
const ENDED: Rule = Rule("trampo-land.ended");

/// Trampo-Land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrampoLand;

wire::record! {
    /// The table of Trampo-Land.
    #[derive(Copy, PartialOrd, Ord)]
    #[schema(as = TrampoLandTable)]
    pub struct Table {
        /// The pieces on the trampolines.
        pub trampolines: Trampolines,
        /// The trampoline of the piece that walked in the previous move, if one did. It may not walk now.
        #[schema(schema_with = wire::reference_to::<Trampoline>)]
        pub walked: Option<Trampoline>,
        /// Whether the player has stopped.
        pub stopped: bool,
    }
}

impl Game for TrampoLand {
    const ID: &'static str = "trampo-land";
    const NAME: &'static str = "TrampoLand";
    const TITLE: &'static str = "Trampo-Land";
    const SUMMARY: &'static str =
        "Bounce kids and adults off fifteen trampolines by jumping over them, until only you are left.";
    const DESIGNER: &'static str = super::DESIGNER;
    const SOURCE: &'static str = super::SOURCE;
    const DURATION: Duration = Duration::minutes(5, 10);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Funhouse;
    const TAGS: &'static [Tag] = &[Tag::Piecepack, Tag::Puzzle];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "trampo-land"; programs: "trampo-land", "piecepack", "chance");
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut draws = context.chance.event("trampo-land/adults");
        let sums = [(); 4].map(|()| 1 + draws.below(15));
        Table::of_sums(sums, context.chance)
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        for (person, least, most) in [(Person::You, 1, 1), (Person::Adult, 0, 4), (Person::Kid, 0, 9)] {
            let count = table.trampolines.count(person);
            let detail = format_args!("{count} times {}, where {least} to {most} can be", person.name()).to_string();
            faults.require((least..=most).contains(&count), "/trampolines", "impossible_count", detail);
        }
        if let Some(walked) = table.walked {
            let can = matches!(table.trampolines.get(walked), Some(Person::Adult | Person::You));
            faults.require(can, "/walked", "impossible_walk", format_args!("no piece that can walk is on {walked}"));
            let came = walked.neighbors().any(|from| table.trampolines.get(from).is_none());
            faults.require(came, "/walked", "impossible_walk", format_args!("no empty trampoline is next to {walked}"));
        }
        let people = table.trampolines.people().count();
        let alone = table.stopped && people == 1;
        faults.require(!alone, "/stopped", "impossible_end", "only you are left, so the room is over without stopping");
    }

    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(context.options, table) {
            return LegalMoves::listed(Vec::new());
        }
        let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
        let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
        LegalMoves::listed(bounces.chain(walks).chain([Move::Stop(Stop {})]).collect())
    }

    fn play(_: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        table.play(mv, log)
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        // If only you are left, a walk may still be legal.
        table.stopped
            || table.trampolines.people().count() == 1
            || table.bounces().next().is_none() && table.walks().next().is_none()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let place = |at: Trampoline| {
            let (row, place) = at.spot();
            let thing = table.trampolines.get(at).map(|person| match person {
                Person::Kid => Piece::Kid,
                Person::Adult => Piece::Adult,
                Person::You => Piece::You,
            });
            Place::at(at, 2 * i32::from(place) - i32::from(row), 2 * i32::from(row), thing)
        };
        let (kids, adults) = (table.trampolines.count(Person::Kid), table.trampolines.count(Person::Adult));
        let places = Trampoline::all().map(place).collect();
        let area = Area::from_places("trampolines", Ground::Trampolines, places);
        Scene::new(
            Self::TITLE,
            format!("{} and {} beside you", counted(kids, "kid"), counted(adults, "adult")),
            vec![area],
        )
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        plan::best_line(sight.table)
    }
}

impl Solitaire for TrampoLand {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::LowerIsBetter;
    const ABANDONED: u64 = 40;
    const MAX_SCORE: Option<u64> = Some(40);

    type Score = Score;

    fn score(_: NoOptions, table: &Table) -> Score {
        Score { total: 4 * table.trampolines.count(Person::Kid) + table.trampolines.count(Person::Adult) }
    }

    fn canonical(_: Context<NoOptions>, table: Table, moves: &[Move]) -> String {
        canonical::canonical(&table, moves)
    }
}

impl Table {
    /// Plays a move; none needs chance.
    fn play(&mut self, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.require(!TrampoLand::finished(NoOptions {}, self), || "the room is over".to_owned())?;
        match mv {
            Move::Bounce(Bounce { from, to }) => {
                let (who, over, out) = self.require_bounce(*from, *to)?;
                self.trampolines.set(*from, None);
                self.trampolines.set(over, None);
                self.trampolines.set(*to, Some(who));
                self.walked = None;
                log.write(|| Event::Bounced(Bounced { who, from: *from, over, to: *to }));
                log.write(|| Event::BouncedOut(BouncedOut { who: out, from: over }));
            }
            Move::Walk(Walk { from, to }) => {
                let who = self.require_walk(*from, *to)?;
                self.trampolines.set(*from, None);
                self.trampolines.set(*to, Some(who));
                self.walked = Some(*to);
                log.write(|| Event::Walked(Walked { who, from: *from, to: *to }));
            }
            Move::Stop(Stop {}) => {
                self.stopped = true;
                let (kids, adults) = (self.trampolines.count(Person::Kid), self.trampolines.count(Person::Adult));
                log.write(|| Event::Stopped(Stopped { kids, adults }));
            }
        }
        Ok(())
    }

    /// Returns the room set up from the sums of the previous one: you, four adults, and kids on all other trampolines
    /// but one.
    #[must_use]
    pub fn of_sums(sums: [u64; 4], chance: Chance) -> Self {
        let empty = [1, 1, 2, 2, 4, 4][chance.event("trampo-land/die").below(6) as usize];
        let cast = cast(chance);
        let you = if cast == empty { cast + 1 } else { cast };
        let mut taken = [None; COUNT];
        let mut take = |number: u64, person: Person| {
            if let Some(at) = Trampoline::new(number) {
                taken[at.index()] = Some(person);
            }
        };
        take(you, Person::You);
        let mut occupied = vec![empty, you];
        for sum in sums {
            let adult = free_from(sum, &occupied);
            take(adult, Person::Adult);
            occupied.push(adult);
        }
        let mut trampolines = Trampolines(taken);
        for at in Trampoline::all().filter(|at| u64::from(at.0) != empty) {
            let person = trampolines.get(at).unwrap_or(Person::Kid);
            trampolines.set(at, Some(person));
        }
        Self { trampolines, walked: None, stopped: false }
    }

    /// Returns every legal bounce, by the trampoline it starts from, then by the one it ends on.
    fn bounces(&self) -> impl Iterator<Item = (Trampoline, Trampoline)> {
        let from = |from: Trampoline| from.beyond().map(move |(_, to)| (from, to));
        self.trampolines
            .people()
            .flat_map(move |(at, _)| from(at))
            .filter(|(from, to)| self.require_bounce(*from, *to).is_ok())
    }

    /// Returns every legal walk, in the same order.
    fn walks(&self) -> impl Iterator<Item = (Trampoline, Trampoline)> {
        let from = |from: Trampoline| from.neighbors().map(move |to| (from, to));
        self.trampolines
            .people()
            .flat_map(move |(at, _)| from(at))
            .filter(|(from, to)| self.require_walk(*from, *to).is_ok())
    }

    fn piece(&self, from: Trampoline) -> Result<Person, Refusal> {
        self.trampolines.get(from).ok_or(Refusal::NoPieceOn(from))
    }

    fn require_empty(&self, to: Trampoline) -> Result<(), Refusal> {
        if self.trampolines.get(to).is_none() { Ok(()) } else { Err(Refusal::NotEmpty(to)) }
    }

    /// Returns who bounces, over which trampoline, and who is there.
    fn require_bounce(&self, from: Trampoline, to: Trampoline) -> Result<(Person, Trampoline, Person), Refusal> {
        let who = self.piece(from)?;
        let over = from.beyond().find(|(_, beyond)| *beyond == to).map(|(over, _)| over);
        let over = over.ok_or(Refusal::NotStraightBeyond(from, to))?;
        let out = self.trampolines.get(over).ok_or(Refusal::NoPieceOver(over))?;
        self.require_empty(to)?;
        match (who, out) {
            (Person::Kid, Person::Adult | Person::You) => Err(Refusal::KidOver(out)),
            (Person::Adult, Person::You) => Err(Refusal::AdultOverYou),
            _ => Ok((who, over, out)),
        }
    }

    /// Returns who walks.
    fn require_walk(&self, from: Trampoline, to: Trampoline) -> Result<Person, Refusal> {
        let who = self.piece(from)?;
        if who == Person::Kid {
            return Err(Refusal::KidWalks(from));
        }
        self.require_empty(to)?;
        if !from.neighbors().any(|neighbor| neighbor == to) {
            return Err(Refusal::NotBeside(from, to));
        }
        if self.walked == Some(from) {
            return Err(Refusal::WalkedBefore(from));
        }
        Ok(who)
    }
}

/// The reason why a bounce or a walk is refused. Formatted only on demand.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    NoPieceOn(Trampoline),
    NotStraightBeyond(Trampoline, Trampoline),
    NoPieceOver(Trampoline),
    NotEmpty(Trampoline),
    KidOver(Person),
    AdultOverYou,
    KidWalks(Trampoline),
    NotBeside(Trampoline, Trampoline),
    WalkedBefore(Trampoline),
}

impl From<Refusal> for Illegal {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoPieceOn(from) => FROM.violation(format_args!("no piece is on {from}")),
            Refusal::NotStraightBeyond(from, to) => {
                LINE.violation(format_args!("{to} is not two steps from {from} in a straight line"))
            }
            Refusal::NoPieceOver(over) => OVER.violation(format_args!("no piece is on {over} to bounce over")),
            Refusal::NotEmpty(to) => EMPTY.violation(format_args!("the trampoline {to} is not empty")),
            Refusal::KidOver(out) => KID.violation(format_args!("a kid bounces only over kids (got {})", out.name())),
            Refusal::AdultOverYou => ADULT.violation("an adult bounces only over kids and adults (got you)"),
            Refusal::KidWalks(from) => {
                WALKER.violation(format_args!("the piece on {from} is a kid, and kids cannot walk"))
            }
            Refusal::NotBeside(from, to) => BESIDE.violation(format_args!("{to} is not next to {from}")),
            Refusal::WalkedBefore(from) => {
                TWICE.violation(format_args!("the piece on {from} walked in the previous move"))
            }
        }
    }
}

/// Returns the sum of the coins that fall face up; casts again on 0.
fn cast(chance: Chance) -> u64 {
    let sums = (1..).map(|n| {
        let mut draws = chance.numbered("trampo-land/cast", n);
        (0..6).filter(|_| draws.below(2) == 1).sum()
    });
    // One cast in 32 sums to 0, so the search ends.
    sums.into_iter().find(|sum| *sum != 0).unwrap_or(1)
}

/// Returns the adult's trampoline for a column's sum: the first free one from there on.
fn free_from(sum: u64, taken: &[u64]) -> u64 {
    let most = COUNT as u64;
    let mut number = if sum > most { (sum - 1) % most + 1 } else { sum };
    while number == 0 || taken.contains(&number) {
        number = number % most + 1;
    }
    number
}

#[cfg(test)]
mod tests;
