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
use crate::rules::scene::{Area, Place, Scene, Thing};
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
            Place {
                name: at.to_string(),
                x: 2 * i32::from(place) - i32::from(row),
                y: 2 * i32::from(row),
                pieces: thing.into_iter().collect(),
            }
        };
        let (kids, adults) = (table.trampolines.count(Person::Kid), table.trampolines.count(Person::Adult));
        Scene {
            caption: format!("Trampo-Land: {kids} kids and {adults} adults beside you"),
            areas: vec![Area { name: "trampolines", places: Trampoline::all().map(place).collect() }],
        }
    }

    fn plan(_: Setting<NoOptions>, table: &Table) -> Vec<Move> {
        best_line(table)
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
fn best_line(table: &Table) -> Vec<Move> {
    let mut search =
        Search { seen: BTreeSet::new(), line: Vec::new(), least: TrampoLand::score(table).total, best: Vec::new() };
    search.from(table);
    let mut line = search.best;
    let mut end = *table;
    for mv in &line {
        let made = TrampoLand::play_freely(&mut end, mv);
        debug_assert!(made, "the search makes legal moves");
    }
    if !TrampoLand::finished(&end) {
        line.push(Move::Stop(Stop {}));
    }
    line
}

struct Search {
    seen: BTreeSet<Table>,
    line: Vec<Move>,
    least: u64,
    best: Vec<Move>,
}

impl Search {
    /// Searches on from a table; tells whether a perfect line was found.
    fn from(&mut self, table: &Table) -> bool {
        let score = TrampoLand::score(table).total;
        if score < self.least {
            self.least = score;
            self.best.clone_from(&self.line);
        }
        if score == 0 || self.line.len() == LONGEST {
            return score == 0;
        }
        let bounces = table.bounces().map(|(from, to)| Move::Bounce(Bounce { from, to }));
        let walks = table.walks().map(|(from, to)| Move::Walk(Walk { from, to }));
        for mv in bounces.chain(walks) {
            let mut after = *table;
            let made = TrampoLand::play_freely(&mut after, &mv);
            if made && self.seen.len() < PATIENCE && self.seen.insert(after) {
                self.line.push(mv);
                if self.from(&after) {
                    return true;
                }
                self.line.pop();
            }
        }
        false
    }
}

impl TrampoLand {
    /// Makes a bounce or a walk without a log; tells whether it was legal.
    fn play_freely(table: &mut Table, mv: &Move) -> bool {
        let legal = match mv {
            Move::Bounce(Bounce { from, to }) => {
                table.demand_bounce(*from, *to).map(|(who, over, _)| (who, *from, *to, Some(over)))
            }
            Move::Walk(Walk { from, to }) => table.demand_walk(*from, *to).map(|who| (who, *from, *to, None)),
            Move::Stop(_) => return false,
        };
        let Ok((who, from, to, over)) = legal else { return false };
        table.trampolines.set(from, None);
        table.trampolines.set(to, Some(who));
        if let Some(over) = over {
            table.trampolines.set(over, None);
        }
        table.walked = if over.is_none() { Some(to) } else { None };
        true
    }
}
