//! Fight the Power: factions of dice that recruit and fight, until one has eight dice or none. Rules:
//! fight-the-power.md.
//!
//! Modules: `moves` (moves and events), `faction` (factions and fights), `inspection` (faults) and `plan` (built-in
//! player).

mod faction;
mod inspection;
mod moves;
mod plan;
mod sentences;
#[cfg(test)]
mod tests;

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

pub use self::faction::Faction;
pub use self::moves::{Event, Fight, Fought, Move, Recruit, Recruited, Rolled, RoundsOver, Take, Took, Won};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::dice::{self, Face, Roll, Tally};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Search, SearchMethod, Seat, SeatSet, Seated, Seats, Sight,
    Tag, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Paint, Piece, Scene, Side, Winning, World};
use crate::wire::{self, ToSchema};

const ENDED: Rule = Rule("fight-the-power.ended");
const TURN: Rule = Rule("fight-the-power.turn");
const STEP: Rule = Rule("fight-the-power.step");
const OPPONENT: Rule = Rule("fight-the-power.opponent");
const DIE: Rule = Rule("fight-the-power.die");
const MORE: Rule = Rule("fight-the-power.more");
const ORDER: Rule = Rule("fight-the-power.order");
const OWN: Rule = Rule("fight-the-power.own");

/// The number of dice of each faction at the deal.
const DICE: usize = 4;
/// The number of dice with which a faction has won.
const WINNING_SIZE: usize = 8;
/// Maximum number of rounds.
const ROUNDS: u64 = 20;

/// Fight the Power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FightThePower;

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = FightThePowerEnd)]
pub enum End {
    /// The winner has eight dice.
    Eight,
    /// The winner has no dice.
    Zero,
    /// The rounds ran out.
    Rounds,
}

wire::record! {
    /// A fight that was won. The winner takes one of the loser's dice next.
    #[derive(Copy)]
    #[schema(as = FightThePowerVictory)]
    pub struct Victory {
        /// The winner of the fight.
        pub winner: Seat,
        /// The seat that lost it.
        pub loser: Seat,
    }
}

wire::record! {
    /// The table of Fight the Power.
    #[schema(as = FightThePowerTable)]
    pub struct Table {
        /// The faction of each seat, from seat 1.
        pub factions: BoundedVec<Faction, 3, 7>,
        /// The round, 1 to 20.
        pub round: Count,
        /// The seat whose turn it is; at the end, whose turn it was.
        pub turn: Seat,
        /// The number of random events that rolled dice, 1 after the deal. It numbers these events.
        pub rolls: Count,
        /// The fight whose winner takes a die next. Absent at any other time.
        pub fight: Option<Victory>,
        /// The ending of the game. Absent until it is over.
        pub ended: Option<End>,
        /// Who has eight dice or none; absent unless the game has ended so.
        #[schema(schema_with = wire::reference_to::<Seat>)]
        pub winner: Option<Seat>,
    }
}

impl Game for FightThePower {
    const ID: &'static str = "fight-the-power";
    const NAME: &'static str = "FightThePower";
    const TITLE: &'static str = "Fight the Power";
    const SUMMARY: &'static str = "Recruit dice from other factions and fight for them. The first seat with eight dice, or with none at all, \
         wins.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(20, 30);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Street;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::Fighting, Tag::Race];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "fight-the-power"; programs: "fight-the-power", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=7;
    const SEARCH: Search = Search::by(SearchMethod::Rollouts, &[5_000], 9, 2);

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut roll = rolled(context, 1);
        Table {
            factions: context.seats.iter().map(|_| Faction::of(roll.dice(DICE))).collect(),
            round: 1,
            turn: Seat::FIRST,
            rolls: 1,
            fight: None,
            ended: None,
            winner: None,
        }
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        table.factions.iter_mut().for_each(Faction::put_in_order);
        inspection::inspect(context.seats, table, faults);
    }

    /// If a die has to be taken: each face that the loser shows, in descending order. Otherwise recruits, by seat and
    /// then by face, descending. Then fights, by seat and then by the counts of each face, counting up from none with
    /// the highest face changing last.
    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if table.ended.is_some() {
            return LegalMoves::listed(Vec::new());
        }
        if let Some(Victory { winner, loser }) = table.fight {
            let faces = table.faction(loser).tally().shown();
            return LegalMoves::listed(faces.map(|face| Move::Take(Take { seat: winner, face })).collect());
        }
        let seat = table.turn;
        let others = || context.seats.iter().filter(move |other| *other != seat);
        let own = table.faction(seat).tally();
        let handfuls = faction::handfuls(own);
        let mut moves = Vec::with_capacity(others().count() * (handfuls.len() + 1));
        for from in others() {
            let theirs = table.faction(from).tally();
            let recruits = theirs.shown().filter(|face| own.count(*face) > theirs.count(*face));
            moves.extend(recruits.map(|face| Move::Recruit(Recruit { seat, from, face })));
        }
        for with in others() {
            let fights = handfuls.iter().map(|dice| Fight { seat, with, dice: dice.clone().into() });
            moves.extend(fights.map(Move::Fight));
        }
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match mv {
            Move::Recruit(recruit) => table.recruit(*recruit, context.seats, log),
            Move::Fight(fight) => table.fight(fight, context, log),
            Move::Take(take) => table.take(*take, context.seats, log),
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.ended.is_some()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let seated = || sight.seats.iter().zip(&table.factions);
        let area = |(seat, faction): (Seat, &Faction)| {
            let dice = faction.faces().iter().map(|face| Piece::Pips(*face, Paint::Plain));
            Area::row("faction", WINNING_SIZE, dice).of(seat).on(Side::Center)
        };
        let scene = Scene::new(Self::TITLE, table.caption(), seated().map(area).collect());
        seated().fold(scene, |scene, (seat, faction)| {
            scene
                .noting(seat, if faction.size() == 1 { "1 die".to_owned() } else { format!("{} dice", faction.size()) })
        })
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        plan::decide(sight).into_iter().collect()
    }
}

impl Seated for FightThePower {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[13, 16, 20, 23, 26];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        match (table.ended, table.fight) {
            (Some(_), _) => SeatSet::NONE,
            (None, Some(Victory { winner, .. })) => SeatSet::only(winner),
            (None, None) => SeatSet::only(table.turn),
        }
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        let mut points: Vec<i64> = table.factions.iter().map(|faction| faction.size().abs_diff(DICE) as i64).collect();
        if let Some(points) = table.winner.and_then(|winner| points.get_mut(winner.index())) {
            *points += 1;
        }
        points
    }

    fn winning(_: NoOptions, _: &Table, _: Seat) -> Winning {
        Winning::Area("faction")
    }
}

/// Returns the roll with this number.
fn rolled(context: Context<NoOptions>, number: u64) -> Roll {
    Roll::numbered(context.chance, "fight-the-power/roll", number)
}

impl Table {
    fn faction(&self, seat: Seat) -> &Faction {
        &self.factions[seat.index()]
    }

    fn caption(&self) -> String {
        match (self.ended, self.winner, self.fight) {
            (Some(End::Eight), Some(winner), _) => format!("seat {winner} has eight dice and has won"),
            (Some(End::Zero), Some(winner), _) => format!("seat {winner} has no dice and has won"),
            (Some(_), ..) => "the rounds are over".to_owned(),
            (None, _, Some(Victory { winner, loser })) => {
                format!("round {}, seat {winner} takes a die from seat {loser}", self.round)
            }
            (None, _, None) => format!("round {}", self.round),
        }
    }

    fn require_step(&self, taking: bool) -> Result<(), Illegal> {
        let why = || if taking { "no fight was won" } else { "the winner of the fight takes a die first" }.to_owned();
        STEP.require(taking == self.fight.is_some(), why)
    }

    fn recruit(
        &mut self,
        Recruit { seat, from, face }: Recruit,
        seats: Seats,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        self.require_step(false)?;
        require_opponent(seat, from, seats)?;
        let (own, theirs) = (self.faction(seat).tally().count(face), self.faction(from).tally().count(face));
        DIE.require(theirs > 0, || format!("seat {from} has no {face}"))?;
        MORE.require(own > theirs, || {
            format!("seat {seat} has {own} dice that show {face}, and seat {from} has {theirs}")
        })?;
        self.hand_over(from, seat, face);
        log.write(|| Recruited { seat, from, face });
        self.end_turn(seats, log);
        Ok(())
    }

    fn fight(&mut self, fight: &Fight, context: Context<NoOptions>, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Fight { seat, with, ref dice } = *fight;
        self.require_step(false)?;
        require_opponent(seat, with, context.seats)?;
        let faces_text = || dice::join_faces(dice);
        ORDER.require(dice.is_sorted_by(|a, b| a >= b), || {
            format!("the dice must be in descending order (got {})", faces_text())
        })?;
        let own = self.faction(seat).faces();
        OWN.require(Tally::of(dice).is_within(Tally::of(own)), || {
            format!("seat {seat} has {} (got {})", dice::join_faces(own), faces_text())
        })?;
        self.rolls += 1;
        let mut roll = rolled(context, self.rolls);
        let theirs = self.faction(with).faces().to_vec();
        for (seat, before) in [(seat, dice.as_slice()), (with, theirs.as_slice())] {
            let faces: Vec<Face> = roll.dice(before.len());
            log.write(|| Rolled { seat, dice: before.to_vec(), faces: faces.clone() });
            self.factions[seat.index()].exchange(before, faces);
        }
        self.settle(seat, with, context.seats, log);
        Ok(())
    }

    /// Compares the dice of two factions that have fought. Rules: fight-the-power.md, "Settling a fight".
    fn settle(&mut self, attacker: Seat, defender: Seat, seats: Seats, log: &mut Log<Event>) {
        let (winner, loser) = match self.faction(attacker).against(self.faction(defender)) {
            Ordering::Greater => (attacker, defender),
            Ordering::Less => (defender, attacker),
            Ordering::Equal => {
                log.write(|| Fought { attacker, defender, winner: None });
                return self.end_turn(seats, log);
            }
        };
        log.write(|| Fought { attacker, defender, winner: Some(winner) });
        match self.faction(loser).only_face() {
            Some(face) => self.take_die(winner, loser, face, seats, log),
            None => self.fight = Some(Victory { winner, loser }),
        }
    }

    fn take(&mut self, Take { seat, face }: Take, seats: Seats, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_step(true)?;
        let Some(Victory { loser, .. }) = self.fight else { return Ok(()) };
        let shown = self.faction(loser).tally().count(face) > 0;
        DIE.require(shown, || {
            format!("seat {loser} has {}, but no {face}", dice::join_faces(self.faction(loser).faces()))
        })?;
        self.take_die(seat, loser, face, seats, log);
        Ok(())
    }

    fn take_die(&mut self, seat: Seat, from: Seat, face: Face, seats: Seats, log: &mut Log<Event>) {
        self.fight = None;
        self.hand_over(from, seat, face);
        log.write(|| Took { seat, from, face });
        self.end_turn(seats, log);
    }

    fn hand_over(&mut self, from: Seat, to: Seat, face: Face) {
        self.factions[from.index()].exchange(&[face], Vec::new());
        self.factions[to.index()].exchange(&[], vec![face]);
    }

    /// Returns how a seat has won, if it has eight dice or none.
    fn goal(&self, seat: Seat) -> Option<End> {
        match self.faction(seat).size() {
            0 => Some(End::Zero),
            WINNING_SIZE.. => Some(End::Eight),
            _ => None,
        }
    }

    /// Returns who has won and how. If one die completes two goals, the seat whose turn it is wins.
    fn won(&self, seats: Seats) -> Option<(Seat, End)> {
        let in_order = std::iter::once(self.turn).chain(seats.iter());
        in_order.into_iter().find_map(|seat| Some((seat, self.goal(seat)?)))
    }

    fn end_turn(&mut self, seats: Seats, log: &mut Log<Event>) {
        let next = seats.after(self.turn);
        if let Some((seat, end)) = self.won(seats) {
            (self.ended, self.winner) = (Some(end), Some(seat));
            log.write(|| Won { seat, dice: self.faction(seat).size() as u64 });
        } else if next != Seat::FIRST {
            self.turn = next;
        } else if self.round < ROUNDS {
            (self.turn, self.round) = (next, self.round + 1);
        } else {
            self.ended = Some(End::Rounds);
            log.write(|| RoundsOver {});
        }
    }
}

fn require_opponent(seat: Seat, other: Seat, seats: Seats) -> Result<(), Illegal> {
    OPPONENT
        .require(other != seat && seats.contains(other), || format!("seat {other} is not another seat of this game"))
}
