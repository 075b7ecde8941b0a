//! Trampo-Land: bounce everyone off the trampolines but yourself. Rules: epic-funhouse.md, section 9.

use std::collections::BTreeSet;
use std::fmt;

use serde::de::{self, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

use super::PAGE;
use crate::rules::chance::Chance;
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Game, LegalMoves, Log, NoBounds, NoOptions, Score, Setting, Wins};
use crate::rules::games::Stop;
use crate::rules::page::Page;
use crate::rules::scene::{Area, Ground, Place, Scene, Side, Thing, counted};
use crate::rules::wire;

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

/// A trampoline, 1 to 15: rows of 1 to 5, numbered in reading order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Trampoline(u8);

/// How many trampolines there are.
const COUNT: usize = 15;

/// The six ways along the triangle's three directions, as steps of (row, place in the row).
const WAYS: [(i8, i8); 6] = [(-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1)];

impl Trampoline {
    /// All trampolines in reading order.
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        (1..=COUNT as u8).map(Self)
    }

    /// The trampoline of this number, if it is 1 to 15.
    #[must_use]
    pub const fn new(number: u64) -> Option<Self> {
        if number >= 1 && number <= COUNT as u64 { Some(Self(number as u8)) } else { None }
    }

    const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The row and the place in it, both from 0.
    const fn spot(self) -> (i8, i8) {
        let mut row = 0;
        let mut place = self.0 as i8 - 1;
        while place > row {
            row += 1;
            place -= row;
        }
        (row, place)
    }

    /// The trampoline some steps away, if there is one.
    const fn step(self, (down, along): (i8, i8), steps: i8) -> Option<Self> {
        let (row, place) = self.spot();
        let (row, place) = (row + down * steps, place + along * steps);
        if row < 0 || row > 4 || place < 0 || place > row {
            return None;
        }
        Some(Self((row * (row + 1) / 2 + place + 1) as u8))
    }

    /// The trampolines beside this one, in reading order.
    pub fn beside(self) -> impl Iterator<Item = Self> {
        WAYS.into_iter().filter_map(move |way| self.step(way, 1))
    }

    /// What lies straight beyond each trampoline beside this one: (the one between, the one beyond), by the latter.
    pub fn beyond(self) -> impl Iterator<Item = (Self, Self)> {
        WAYS.into_iter().filter_map(move |way| Some((self.step(way, 1)?, self.step(way, 2)?)))
    }
}

impl fmt::Display for Trampoline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<'de> Deserialize<'de> for Trampoline {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<D, 1, 15>(deserializer).map(|number| Self(number as u8))
    }
}

wire::named_schema!(
    impl[] Trampoline,
    "Trampoline",
    wire::integer_schema("A trampoline: rows of 1 to 5, numbered in reading order.", 1, 15),
    gather []
);

/// Who stands on a trampoline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FunSeeker)]
pub enum Person {
    /// A kid.
    Kid,
    /// An adult.
    Adult,
    /// The player.
    You,
}

impl Person {
    const fn name(self) -> &'static str {
        match self {
            Self::Kid => "a kid",
            Self::Adult => "an adult",
            Self::You => "you",
        }
    }
}

/// Who stands where: in JSON an object from a trampoline's number to who stands there; an empty one has no key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Trampolines([Option<Person>; COUNT]);

impl Trampolines {
    fn get(&self, at: Trampoline) -> Option<Person> {
        self.0[at.index()]
    }

    fn set(&mut self, at: Trampoline, person: Option<Person>) {
        self.0[at.index()] = person;
    }

    /// The people in reading order of their trampolines.
    fn people(&self) -> impl Iterator<Item = (Trampoline, Person)> {
        Trampoline::all().filter_map(|at| self.get(at).map(|person| (at, person)))
    }

    fn count(&self, person: Person) -> u64 {
        self.people().filter(|(_, other)| *other == person).count() as u64
    }
}

impl Serialize for Trampolines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.people().count()))?;
        for (at, person) in self.people() {
            map.serialize_entry(NUMBERS[at.index()], &person)?;
        }
        map.end()
    }
}

/// The numbers of the trampolines as keys.
const NUMBERS: [&str; COUNT] = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15"];

struct Key(Trampoline);

impl std::str::FromStr for Key {
    type Err = ();
    fn from_str(text: &str) -> Result<Self, ()> {
        Trampoline::all().find(|at| NUMBERS[at.index()] == text).map(Key).ok_or(())
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a trampoline's number, \"1\" to \"15\"")
    }
}

impl<'de> Deserialize<'de> for Trampolines {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct People;
        impl<'de> Visitor<'de> for People {
            type Value = Trampolines;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object from trampoline to who stands there")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Trampolines, A::Error> {
                let mut people = Trampolines([None; COUNT]);
                while let Some(Key(at)) = map.next_key()? {
                    if people.get(at).is_some() {
                        return Err(de::Error::custom(format_args!("the trampoline {at} is given twice")));
                    }
                    people.set(at, Some(map.next_value()?));
                }
                Ok(people)
            }
        }
        deserializer.deserialize_map(People)
    }
}

wire::named_schema!(
    impl[] Trampolines,
    "Trampolines",
    wire::map(
        "Who stands where: from a trampoline's number to who stands there; an empty trampoline has no key.",
        "^([1-9]|1[0-5])$",
        wire::reference_to::<Person>(),
    ),
    gather [Person]
);

/// What lies on the table in Trampo-Land.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = TrampoLandTable)]
pub struct Table {
    /// Who stands where.
    #[schema(inline = false)]
    pub trampolines: Trampolines,
    /// Where the piece stands that walked in the move just before, if one did; it may not walk now.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Trampoline>)]
    pub walked: Option<Trampoline>,
    /// Whether the player has stopped.
    pub stopped: bool,
}

wire::object_only!(read and written impl[] Table);

/// Bounces over a piece onto the empty trampoline straight beyond; the piece jumped over leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrampoLandBounce)]
pub struct Bounce {
    /// Where the piece stands.
    #[schema(inline = false)]
    pub from: Trampoline,
    /// Where it lands.
    #[schema(inline = false)]
    pub to: Trampoline,
}

/// Walks to an empty trampoline beside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TrampoLandWalk)]
pub struct Walk {
    /// Where the piece stands.
    #[schema(inline = false)]
    pub from: Trampoline,
    /// Where it goes.
    #[schema(inline = false)]
    pub to: Trampoline,
}

wire::tagged! {
    read
    /// A move in Trampo-Land.
    pub enum Move = "TrampoLandMove" by "type" {
        "bounce" => Bounce(Bounce),
        "walk" => Walk(Walk),
        "stop" => Stop(Stop),
    }
}

/// A piece bounced over another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandBounced)]
pub struct Bounced {
    /// Who bounced.
    pub who: Person,
    /// From where.
    #[schema(inline = false)]
    pub from: Trampoline,
    /// Over which trampoline.
    #[schema(inline = false)]
    pub over: Trampoline,
    /// To where.
    #[schema(inline = false)]
    pub to: Trampoline,
}

/// The piece jumped over left the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandBouncedOut)]
pub struct BouncedOut {
    /// Who left.
    pub who: Person,
    /// From where.
    #[schema(inline = false)]
    pub from: Trampoline,
}

/// A piece walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandWalked)]
pub struct Walked {
    /// Who walked.
    pub who: Person,
    /// From where.
    #[schema(inline = false)]
    pub from: Trampoline,
    /// To where.
    #[schema(inline = false)]
    pub to: Trampoline,
}

/// The player stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrampoLandStopped)]
pub struct Stopped {
    /// The kids left.
    pub kids: u64,
    /// The adults left.
    pub adults: u64,
}

wire::tagged! {
    /// What happens in a move of Trampo-Land.
    pub enum Event = "TrampoLandEvent" by "type" {
        "bounced" => Bounced(Bounced),
        "bounced_out" => BouncedOut(BouncedOut),
        "walked" => Walked(Walked),
        "stopped" => Stopped(Stopped),
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
    const RULES: u32 = 1;
    const PAGE: Page = Page::section(PAGE, "trampo-land");
    const WINS: Wins = Wins::Low;
    const GREATEST: Option<u64> = Some(40);

    type Options = NoOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = Score;
    type Bounds = NoBounds;

    fn deal(setting: Setting<NoOptions>) -> Table {
        let mut draws = setting.chance.event("trampo-land/adults");
        let sums = [(); 4].map(|()| 1 + draws.below(15));
        Table::of_sums(sums, setting.chance)
    }

    fn inspect(_: Setting<NoOptions>, table: &mut Table, faults: &mut Faults) {
        for (person, least, most) in [(Person::You, 1, 1), (Person::Adult, 0, 4), (Person::Kid, 0, 9)] {
            let count = table.trampolines.count(person);
            let detail = format_args!("{count} times {}, where {least} to {most} can be", person.name()).to_string();
            faults.demand((least..=most).contains(&count), "/trampolines", "impossible_count", detail);
        }
        if let Some(walked) = table.walked {
            let can = matches!(table.trampolines.get(walked), Some(Person::Adult | Person::You));
            faults.demand(can, "/walked", "impossible_walk", format_args!("nobody who can walk stands on {walked}"));
            let came = walked.beside().any(|from| table.trampolines.get(from).is_none());
            faults.demand(came, "/walked", "impossible_walk", format_args!("no empty trampoline is beside {walked}"));
        }
        let people = table.trampolines.people().count();
        let alone = table.stopped && people == 1;
        faults.demand(!alone, "/stopped", "impossible_end", "with only you left there is nothing to stop");
    }

    fn legal_moves(_: Setting<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(table) {
            return LegalMoves::listed(Vec::new());
        }
        let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
        let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
        LegalMoves::listed(bounces.chain(walks).chain([Move::Stop(Stop {})]).collect())
    }

    fn play(_: Setting<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.demands(!Self::finished(table), || "the room has ended".to_owned())?;
        match mv {
            Move::Bounce(Bounce { from, to }) => {
                let (who, over, out) = table.demand_bounce(*from, *to)?;
                table.trampolines.set(*from, None);
                table.trampolines.set(over, None);
                table.trampolines.set(*to, Some(who));
                table.walked = None;
                log.write(|| Event::Bounced(Bounced { who, from: *from, over, to: *to }));
                log.write(|| Event::BouncedOut(BouncedOut { who: out, from: over }));
            }
            Move::Walk(Walk { from, to }) => {
                let who = table.demand_walk(*from, *to)?;
                table.trampolines.set(*from, None);
                table.trampolines.set(*to, Some(who));
                table.walked = Some(*to);
                log.write(|| Event::Walked(Walked { who, from: *from, to: *to }));
            }
            Move::Stop(Stop {}) => {
                table.stopped = true;
                let (kids, adults) = (table.trampolines.count(Person::Kid), table.trampolines.count(Person::Adult));
                log.write(|| Event::Stopped(Stopped { kids, adults }));
            }
        }
        Ok(())
    }

    fn score(table: &Table) -> Score {
        Score { total: 4 * table.trampolines.count(Person::Kid) + table.trampolines.count(Person::Adult) }
    }

    fn finished(table: &Table) -> bool {
        // Where only you are left, a walk may be legal still.
        table.stopped
            || table.trampolines.people().count() == 1
            || table.bounces().next().is_none() && table.walks().next().is_none()
    }

    fn scene(_: Setting<NoOptions>, table: &Table) -> Scene {
        let place = |at: Trampoline| {
            let (row, place) = at.spot();
            let thing = table.trampolines.get(at).map(|person| match person {
                Person::Kid => Thing::Kid,
                Person::Adult => Thing::Adult,
                Person::You => Thing::You,
            });
            Place::at(at, 2 * i32::from(place) - i32::from(row), 2 * i32::from(row), thing)
        };
        let (kids, adults) = (table.trampolines.count(Person::Kid), table.trampolines.count(Person::Adult));
        let places = Trampoline::all().map(place).collect();
        let area = Area { name: "trampolines", side: Side::Centre, ground: Ground::Trampolines, places };
        Scene::new(
            Self::TITLE,
            format!("{} and {} beside you", counted(kids, "kid"), counted(adults, "adult")),
            vec![area],
        )
    }

    fn plan(setting: Setting<NoOptions>, table: &Table) -> Vec<Move> {
        best_line(setting, table)
    }
}

impl Table {
    /// The room as it is set up from the sums of the room before: you, four adults, and kids on all other trampolines
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
        let mut stands = vec![empty, you];
        for sum in sums {
            let adult = free_from(sum, &stands);
            take(adult, Person::Adult);
            stands.push(adult);
        }
        let mut trampolines = Trampolines(taken);
        for at in Trampoline::all().filter(|at| u64::from(at.0) != empty) {
            let person = trampolines.get(at).unwrap_or(Person::Kid);
            trampolines.set(at, Some(person));
        }
        Self { trampolines, walked: None, stopped: false }
    }

    /// Every legal bounce: by the trampoline it starts from, then by the one it ends on.
    fn bounces(&self) -> impl Iterator<Item = (Trampoline, Trampoline)> {
        let from = |from: Trampoline| from.beyond().map(move |(_, to)| (from, to));
        self.trampolines
            .people()
            .flat_map(move |(at, _)| from(at))
            .filter(|(from, to)| self.demand_bounce(*from, *to).is_ok())
    }

    /// Every legal walk, in the same order.
    fn walks(&self) -> impl Iterator<Item = (Trampoline, Trampoline)> {
        let from = |from: Trampoline| from.beside().map(move |to| (from, to));
        self.trampolines
            .people()
            .flat_map(move |(at, _)| from(at))
            .filter(|(from, to)| self.demand_walk(*from, *to).is_ok())
    }

    fn piece(&self, from: Trampoline) -> Result<Person, Refusal> {
        self.trampolines.get(from).ok_or(Refusal::NobodyOn(from))
    }

    fn demand_empty(&self, to: Trampoline) -> Result<(), Refusal> {
        if self.trampolines.get(to).is_none() { Ok(()) } else { Err(Refusal::NotEmpty(to)) }
    }

    /// Who bounces, over which trampoline, and who stands there.
    fn demand_bounce(&self, from: Trampoline, to: Trampoline) -> Result<(Person, Trampoline, Person), Refusal> {
        let who = self.piece(from)?;
        let over = from.beyond().find(|(_, beyond)| *beyond == to).map(|(over, _)| over);
        let over = over.ok_or(Refusal::NotStraightBeyond(from, to))?;
        let out = self.trampolines.get(over).ok_or(Refusal::NobodyOver(over))?;
        self.demand_empty(to)?;
        match (who, out) {
            (Person::Kid, Person::Adult | Person::You) => Err(Refusal::KidOver(out)),
            (Person::Adult, Person::You) => Err(Refusal::AdultOverYou),
            _ => Ok((who, over, out)),
        }
    }

    /// Who walks.
    fn demand_walk(&self, from: Trampoline, to: Trampoline) -> Result<Person, Refusal> {
        let who = self.piece(from)?;
        if who == Person::Kid {
            return Err(Refusal::KidWalks(from));
        }
        self.demand_empty(to)?;
        if !from.beside().any(|beside| beside == to) {
            return Err(Refusal::NotBeside(from, to));
        }
        if self.walked == Some(from) {
            return Err(Refusal::WalkedBefore(from));
        }
        Ok(who)
    }
}

/// Why a bounce or a walk is refused; told in words only to those who asked for it.
#[derive(Clone, Copy, Debug)]
enum Refusal {
    NobodyOn(Trampoline),
    NotStraightBeyond(Trampoline, Trampoline),
    NobodyOver(Trampoline),
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
            Refusal::NobodyOn(from) => FROM.refuses(format_args!("nobody stands on {from}")),
            Refusal::NotStraightBeyond(from, to) => {
                LINE.refuses(format_args!("{to} is not straight beyond a trampoline beside {from}"))
            }
            Refusal::NobodyOver(over) => OVER.refuses(format_args!("nobody stands on {over} to be bounced over")),
            Refusal::NotEmpty(to) => EMPTY.refuses(format_args!("the trampoline {to} is not empty")),
            Refusal::KidOver(out) => KID.refuses(format_args!("a kid bounces over kids only, not over {}", out.name())),
            Refusal::AdultOverYou => ADULT.refuses("an adult bounces over kids and adults only, not over you"),
            Refusal::KidWalks(from) => WALKER.refuses(format_args!("a kid stands on {from}, and kids do not walk")),
            Refusal::NotBeside(from, to) => BESIDE.refuses(format_args!("{to} is not beside {from}")),
            Refusal::WalkedBefore(from) => {
                TWICE.refuses(format_args!("the piece on {from} walked in the move just before"))
            }
        }
    }
}

/// The sum of the coins that fall face up; cast again on 0.
fn cast(chance: Chance) -> u64 {
    let sums = (1..).map(|n| {
        let mut draws = chance.numbered("trampo-land/cast", n);
        (0..6).filter(|_| draws.below(2) == 1).sum()
    });
    // One cast in 32 sums to 0, so the search ends.
    sums.into_iter().find(|sum| *sum != 0).unwrap_or(1)
}

/// The trampoline that a column's sum gives an adult: the first free one from there on.
fn free_from(sum: u64, taken: &[u64]) -> u64 {
    let most = COUNT as u64;
    let mut number = if sum > most { (sum - 1) % most + 1 } else { sum };
    while number == 0 || taken.contains(&number) {
        number = number % most + 1;
    }
    number
}

/// How many tables the greedy player looks at.
const PATIENCE: usize = 60_000;

/// The longest line that it looks for: thirteen bounces leave one piece, and walks come between.
const LONGEST: usize = 40;

/// The greedy player: searches depth first for a line that leaves nobody but you, bounces before walks; if it finds
/// none in time, it plays the best line it has seen and stops there.
fn best_line(setting: Setting<NoOptions>, table: &Table) -> Vec<Move> {
    let mut seen = BTreeSet::new();
    let mut best = (TrampoLand::score(table).total, *table, Vec::new());
    let mut line = Vec::new();
    let mut open = vec![(*table, moves(table))];
    while let Some((table, untried)) = open.last_mut().filter(|_| best.0 > 0) {
        let Some(mv) = untried.next() else {
            open.pop();
            line.pop();
            continue;
        };
        let mut after = *table;
        let made = TrampoLand::play(setting, &mut after, &mv, &mut Log::forgotten()).is_ok();
        if made && line.len() < LONGEST && seen.len() < PATIENCE && seen.insert(after) {
            line.push(mv);
            let score = TrampoLand::score(&after).total;
            if score < best.0 {
                best = (score, after, line.clone());
            }
            open.push((after, moves(&after)));
        }
    }
    let (_, end, mut line) = best;
    if !TrampoLand::finished(&end) {
        line.push(Move::Stop(Stop {}));
    }
    line
}

/// The bounces and walks of a table, in the order in which the greedy player tries them.
fn moves(table: &Table) -> std::vec::IntoIter<Move> {
    let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
    let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
    bounces.chain(walks).collect::<Vec<_>>().into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chance::Seed;
    use std::collections::BTreeMap;

    fn at(number: u64) -> Trampoline {
        Trampoline::new(number).expect("a trampoline")
    }

    #[test]
    fn fifteen_trampolines_have_36_bounces_and_30_pairs_beside_each_other() {
        let bounces: Vec<usize> = Trampoline::all().map(|at| at.beyond().count()).collect();
        assert_eq!(bounces.iter().sum::<usize>(), 36);
        for (number, bounces) in (1..).zip(bounces) {
            assert_eq!(bounces, if [4, 6, 13].contains(&number) { 4 } else { 2 }, "from {number}");
        }
        let pairs: usize = Trampoline::all().map(|at| at.beside().count()).sum();
        assert_eq!(pairs, 2 * 30);
        assert!(Trampoline::all().all(|a| a.beside().all(|b| b.beside().any(|back| back == a))));
    }

    #[test]
    fn trampolines_are_numbered_in_reading_order() {
        let beside = |number: u64| at(number).beside().map(|at| at.0).collect::<Vec<_>>();
        assert_eq!(beside(1), [2, 3]);
        assert_eq!(beside(5), [2, 3, 4, 6, 8, 9]);
        assert_eq!(beside(15), [10, 14]);
        let beyond = |number: u64| at(number).beyond().map(|(over, to)| (over.0, to.0)).collect::<Vec<_>>();
        assert_eq!(beyond(1), [(2, 4), (3, 6)]);
        assert_eq!(beyond(13), [(8, 4), (9, 6), (12, 11), (14, 15)]);
    }

    /// Fourteen kids and nobody else: the classic puzzle.
    fn kids_but_on(empty: u64) -> Table {
        let mut trampolines = Trampolines([Some(Person::Kid); COUNT]);
        trampolines.set(at(empty), None);
        Table { trampolines, walked: None, stopped: false }
    }

    /// How many sequences of bounces lead on from a table: to one piece, and to any ending.
    fn sequences(table: &Table, known: &mut BTreeMap<Table, (u64, u64)>) -> (u64, u64) {
        if let Some(counts) = known.get(table) {
            return *counts;
        }
        let mut counts = (0, 0);
        for (from, to) in table.bounces() {
            let mut after = *table;
            let seed: Seed = "kids".parse().expect("a seed");
            let setting = Setting::new(&seed, NoOptions {});
            TrampoLand::play(setting, &mut after, &Move::Bounce(Bounce { from, to }), &mut Log::forgotten())
                .expect("legal");
            let (one, any) = sequences(&after, known);
            counts = (counts.0 + one, counts.1 + any);
        }
        if counts.1 == 0 {
            counts = (u64::from(table.trampolines.people().count() == 1), 1);
        }
        known.insert(*table, counts);
        counts
    }

    #[test]
    fn the_classic_puzzle_with_kids_only_has_its_known_counts() {
        for (empty, to_one, to_any, positions) in [
            (1, 29_760, 568_630, 3016),
            (2, 14_880, 294_543, 2377),
            (4, 85_258, 1_149_568, 4237),
            (5, 1_550, 137_846, 1651),
        ] {
            let mut known = BTreeMap::new();
            assert_eq!(sequences(&kids_but_on(empty), &mut known), (to_one, to_any), "from empty {empty}");
            assert_eq!(known.len(), positions, "from empty {empty}");
            assert!(kids_but_on(empty).walks().next().is_none(), "kids do not walk");
        }
    }

    #[test]
    fn the_classic_puzzle_from_trampoline_1_reaches_its_known_number_of_positions_after_each_move() {
        let mut known = BTreeMap::new();
        sequences(&kids_but_on(1), &mut known);
        let mut by_moves = [0; 14];
        for table in known.keys() {
            by_moves[14 - table.trampolines.people().count()] += 1;
        }
        assert_eq!(by_moves, [1, 2, 8, 35, 122, 293, 530, 679, 623, 414, 212, 75, 18, 4]);
    }

    #[test]
    fn an_adult_goes_on_from_the_sum_to_the_first_free_trampoline_and_from_15_to_1() {
        assert_eq!(free_from(7, &[]), 7);
        assert_eq!(free_from(7, &[7, 8]), 9);
        assert_eq!(free_from(15, &[15, 1]), 2);
        assert_eq!(free_from(14, &[14, 15]), 1);
    }

    #[test]
    fn from_a_sum_over_15_fifteen_is_subtracted() {
        assert_eq!([16, 27, 30].map(|sum| free_from(sum, &[])), [1, 12, 15]);
    }

    #[test]
    fn a_sum_of_0_names_no_trampoline_and_is_treated_like_a_taken_one() {
        assert_eq!(free_from(0, &[]), 1);
        assert_eq!(free_from(0, &[1, 2]), 3);
    }

    fn seeds() -> impl Iterator<Item = Seed> {
        (0..300).map(|n| format!("trampo-{n}").parse().expect("a seed"))
    }

    #[test]
    fn the_room_is_set_up_from_the_die_the_cast_and_the_sums() {
        for seed in seeds() {
            let chance = Chance::new(&seed);
            let table = Table::of_sums([0, 27, 4, 15], chance);
            let face = chance.event("trampo-land/die").below(6);
            let empty = [1, 1, 2, 2, 4, 4][face as usize];
            let people = &table.trampolines;
            assert_eq!(people.get(at(empty)), None, "{seed}");
            assert_eq!(people.people().count(), 14, "only one is empty");
            assert_eq!([Person::You, Person::Adult, Person::Kid].map(|who| people.count(who)), [1, 4, 9]);
            let mut draws = chance.event("trampo-land/cast/1");
            let cast: u64 = (0..6).filter(|_| draws.below(2) == 1).sum();
            if cast != 0 {
                let you = if cast == empty { cast + 1 } else { cast };
                assert_eq!(people.get(at(you)), Some(Person::You), "{seed}");
            }
            if people.get(at(12)) != Some(Person::You) {
                assert_eq!(people.get(at(12)), Some(Person::Adult), "27 is 12, {seed}");
            }
        }
    }

    #[test]
    fn a_cast_of_0_is_cast_again_with_the_next_number() {
        let mut again = 0;
        for seed in seeds() {
            let chance = Chance::new(&seed);
            let sum = |n: u64| {
                let mut draws = chance.numbered("trampo-land/cast", n);
                (0..6).filter(|_| draws.below(2) == 1).sum::<u64>()
            };
            let first = (1..).map(sum).find(|sum| *sum > 0);
            assert_eq!(Some(cast(chance)), first);
            again += u32::from(sum(1) == 0);
        }
        assert!(again > 0, "some seed casts a 0");
    }
}
