//! Monster Builder: research, scavenge and fight for the parts of a monster, until all five are 6. Rules:
//! monster-builder.md.
//!
//! Modules: `monster` (parts and attacks), `moves` (moves and events), `inspection` (faults) and `plan` (built-in
//! player).

mod inspection;
mod monster;
mod moves;
mod plan;
mod sentences;
#[cfg(test)]
mod tests;

use std::iter;

use serde::{Deserialize, Serialize};

pub use self::monster::{Attack, Monster, Part};
pub use self::moves::{
    Build, Built, Event, Fight, Find, Fought, Leave, Left, Move, Research, Researched, RoundsOver, Scavenge, Steal,
    Stolen, Won,
};
use super::{DESIGNER, SOURCE};
use crate::chance::Draws;
use crate::dice::{self, Face, Roll, Tally};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Seats, Sight, Tag, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Paint, Piece, Scene, Side, Winning, World};
use crate::wire::{self, ToSchema};

const ENDED: Rule = Rule("monster-builder.ended");
const TURN: Rule = Rule("monster-builder.turn");
const STEP: Rule = Rule("monster-builder.step");
const ORDER: Rule = Rule("monster-builder.order");
const DIE: Rule = Rule("monster-builder.die");
const OPPONENT: Rule = Rule("monster-builder.opponent");
const PART: Rule = Rule("monster-builder.part");
const NOTHING: Rule = Rule("monster-builder.nothing");

/// Maximum number of rounds.
const ROUNDS: u64 = 30;

/// Monster Builder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonsterBuilder;

/// The next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MonsterBuilderPhase)]
pub enum Step {
    /// A turn begins: research, scavenge or fight.
    Act,
    /// After a research: build or leave.
    Build,
    /// After a won fight: steal or leave.
    Steal,
}

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MonsterBuilderEnd)]
pub enum End {
    /// All parts of a monster are 6.
    Built,
    /// The rounds ran out.
    Rounds,
}

wire::record! {
    /// A fight that was won: its winner may steal.
    #[derive(Copy)]
    #[schema(as = MonsterBuilderVictory)]
    pub struct Victory {
        /// The way in which they fought.
        pub attack: Attack,
        /// The winner.
        pub winner: Seat,
        /// The loser.
        pub loser: Seat,
    }
}

wire::record! {
    /// The table of Monster Builder.
    #[schema(as = MonsterBuilderTable)]
    pub struct Table {
        /// The monster of each seat, from seat 1.
        pub monsters: BoundedVec<Monster, 3, 6>,
        /// The faces of the research dice, highest first.
        pub research: [Face; 4],
        /// The round, 1 to 30.
        pub round: Count,
        /// The seat whose turn it is; at the end, whose turn it was.
        pub turn: Seat,
        /// The next step. Absent when the game is over.
        pub step: Option<Step>,
        /// The number of random events that rolled dice. It numbers these events.
        pub rolls: Count,
        /// The fight whose winner may steal; absent in any other step.
        pub fight: Option<Victory>,
        /// The ending of the game. Absent until it is over.
        pub ended: Option<End>,
    }
}

impl Game for MonsterBuilder {
    const ID: &'static str = "monster-builder";
    const NAME: &'static str = "MonsterBuilder";
    const TITLE: &'static str = "Monster Builder";
    const SUMMARY: &'static str =
        "Build a monster out of research dice, or steal the parts of others in a fight. All five parts must be 6.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 20);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Laboratory;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::Fighting, Tag::Race];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "monster-builder"; programs: "monster-builder", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=6;

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        Table {
            monsters: context.seats.iter().map(|_| Monster::default()).collect(),
            research: [Face::ONE; 4],
            round: 1,
            turn: Seat::FIRST,
            step: Some(Step::Act),
            rolls: 0,
            fight: None,
            ended: None,
        }
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        dice::highest_first(&mut table.research);
        inspection::inspect(context.seats, table, faults);
    }

    /// In a new turn: research; scavenging one die and then two, by part and then by face, descending; fights by seat
    /// and then by attack. Builds by face, descending, and then by part; thefts by part, thrown away and then by the
    /// part built; and leaving last.
    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        LegalMoves::listed(match (table.step, table.fight) {
            (Some(Step::Act), _) => table.acts(context.seats),
            (Some(Step::Build), _) => table.builds(),
            (Some(Step::Steal), Some(fight)) => table.thefts(fight),
            _ => Vec::new(),
        })
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match mv {
            Move::Research(Research { seat }) => table.research(*seat, context, log),
            Move::Build(build) => table.build(*build, context.seats, log),
            Move::Scavenge(scavenge) => table.scavenge(scavenge, context.seats, log),
            Move::Fight(fight) => table.fight(*fight, context, log),
            Move::Steal(steal) => table.steal(*steal, context.seats, log),
            Move::Leave(Leave { seat }) => table.leave(*seat, context.seats, log),
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.ended.is_some()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        // The monster whose parts the next move names: the one that is built, or that of the loser of a fight.
        let named = table.fight.map_or(table.turn, |fight| fight.loser);
        let seated = || sight.seats.iter().zip(&table.monsters);
        let areas = seated().map(|(seat, monster)| monster.area(seat, table.step.is_some() && seat == named));
        let research = table.research.map(|face| Piece::Pips(face, Paint::Plain));
        let areas = iter::once(Area::row("research", 4, research).on(Side::Center)).chain(areas);
        Scene::new(Self::TITLE, table.caption(), areas.collect())
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        plan::decide(sight).into_iter().collect()
    }
}

impl Seated for MonsterBuilder {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[48, 70, 83, 95];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        match (table.step, table.fight) {
            (None, _) => SeatSet::NONE,
            (Some(Step::Steal), Some(fight)) => SeatSet::only(fight.winner),
            _ => SeatSet::only(table.turn),
        }
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        table.monsters.iter().map(|monster| monster.sum(&Part::ALL) as i64).collect()
    }

    fn winning(_: NoOptions, _: &Table, _: Seat) -> Winning {
        Winning::Area("monster")
    }
}

/// Returns every two parts, in order.
fn two_parts() -> impl Iterator<Item = [Part; 2]> {
    let after = |first: Part| Part::ALL.into_iter().filter(move |second| first < *second);
    Part::ALL.into_iter().flat_map(move |first| after(first).map(move |second| [first, second]))
}

impl Table {
    fn monster(&self, seat: Seat) -> &Monster {
        &self.monsters[seat.index()]
    }

    fn caption(&self) -> String {
        let complete = self.monsters.iter().position(Monster::is_complete).map(|i| i + 1);
        match (self.step, self.fight, complete) {
            (Some(Step::Steal), Some(Victory { winner, loser, .. }), _) => {
                format!("round {}, seat {winner} may steal from seat {loser}", self.round)
            }
            (Some(Step::Build), ..) => format!("round {}, seat {} may build", self.round, self.turn),
            (Some(_), ..) => format!("round {}", self.round),
            (None, _, Some(seat)) => format!("the monster of seat {seat} is complete"),
            (None, ..) => "the rounds are over".to_owned(),
        }
    }

    fn acts(&self, seats: Seats) -> Vec<Move> {
        let seat = self.turn;
        let dice = Tally::of(&self.research);
        let scavenge = |finds: &[Find]| Move::Scavenge(Scavenge { seat, builds: finds.to_vec().into() });
        let mut moves = vec![Move::Research(Research { seat })];
        for part in Part::ALL {
            moves.extend(dice.shown().map(|face| scavenge(&[Find { face, part }])));
        }
        for [one, other] in two_parts() {
            for face in dice.shown() {
                let second = dice.shown().filter(|second| *second != face || dice.count(face) > 1);
                let finds = second.map(|second| [Find { face, part: one }, Find { face: second, part: other }]);
                moves.extend(finds.map(|finds| scavenge(&finds)));
            }
        }
        for with in seats.iter().filter(|other| *other != seat) {
            moves.extend(Attack::ALL.map(|attack| Move::Fight(Fight { seat, attack, with })));
        }
        moves
    }

    fn builds(&self) -> Vec<Move> {
        let seat = self.turn;
        let faces = Tally::of(&self.research).shown();
        let builds = faces.flat_map(|face| Part::ALL.map(|part| Move::Build(Build { seat, face, part })));
        builds.chain([Move::Leave(Leave { seat })]).collect()
    }

    fn thefts(&self, Victory { attack, winner: seat, loser }: Victory) -> Vec<Move> {
        let to = || iter::once(None).chain(Part::ALL.map(Some));
        let thefts = self.monster(loser).stealable(attack);
        let thefts = thefts.flat_map(|part| to().map(move |to| Move::Steal(Steal { seat, part, to })));
        thefts.chain([Move::Leave(Leave { seat })]).collect()
    }

    fn require_step(&self, holds: bool, what: &str) -> Result<(), Illegal> {
        STEP.require(holds, || {
            let waits = match self.step {
                Some(Step::Build) => "the research waits to be used",
                Some(Step::Steal) => "a fight was won",
                _ => "a turn begins",
            };
            format!("{waits}, and no one {what}")
        })
    }

    fn next_roll(&mut self, context: Context<NoOptions>) -> Roll {
        self.rolls += 1;
        Roll::numbered(context.chance, "monster-builder/roll", self.rolls)
    }

    fn research(&mut self, seat: Seat, context: Context<NoOptions>, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_step(self.step == Some(Step::Act), "researches")?;
        let mut roll = self.next_roll(context);
        self.research = std::array::from_fn(|_| roll.die());
        log.write(|| Researched { seat, faces: self.research.to_vec() });
        dice::highest_first(&mut self.research);
        self.step = Some(Step::Build);
        Ok(())
    }

    fn build(&mut self, build: Build, seats: Seats, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_step(self.step == Some(Step::Build), "builds")?;
        let Build { seat, face, part } = build;
        self.require_dice(&[face])?;
        self.put(seat, Find { face, part }, log);
        self.end_turn(seats, log);
        Ok(())
    }

    fn scavenge(&mut self, scavenge: &Scavenge, seats: Seats, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_step(self.step == Some(Step::Act), "scavenges")?;
        let Scavenge { seat, ref builds } = *scavenge;
        let in_order = builds.is_sorted_by(|a, b| a.part < b.part);
        ORDER.require(in_order, || "the parts must be different and in the order of the monster's parts".to_owned())?;
        self.require_dice(&builds.iter().map(|find| find.face).collect::<Vec<_>>())?;
        builds.iter().for_each(|find| self.put(seat, *find, log));
        self.end_turn(seats, log);
        Ok(())
    }

    fn require_dice(&self, faces: &[Face]) -> Result<(), Illegal> {
        let shown = Tally::of(faces).is_within(Tally::of(&self.research));
        DIE.require(shown, || {
            format!("the research dice show {} (got {})", dice::join_faces(&self.research), dice::join_faces(faces))
        })
    }

    /// Builds a face into a part, and turns the die that showed it to 1.
    fn put(&mut self, seat: Seat, Find { face, part }: Find, log: &mut Log<Event>) {
        let before = self.monsters[seat.index()].build(part, face.number().into());
        if let Some(die) = self.research.iter_mut().find(|die| **die == face) {
            *die = Face::ONE;
        }
        dice::highest_first(&mut self.research);
        log.write(|| Built { seat, face, part, before });
    }

    fn fight(&mut self, fight: Fight, context: Context<NoOptions>, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Fight { seat: attacker, attack, with: defender } = fight;
        self.require_step(self.step == Some(Step::Act), "fights")?;
        let other = defender != attacker && context.seats.contains(defender);
        OPPONENT.require(other, || format!("seat {defender} is not another seat of this game"))?;
        let mut roll = self.next_roll(context);
        let attacker_dice = vec![roll.die()];
        let defender_dice: Vec<Face> = roll.dice(attack.defenders_dice());
        let shown = |dice: &[Face]| dice.iter().map(|face| u64::from(face.number())).sum::<u64>();
        let attacker_total = shown(&attacker_dice) + self.monster(attacker).sum(attack.with());
        let defender_total = match attack {
            Attack::Trip => self.monster(defender).sum(&Part::ALL),
            _ => shown(&defender_dice),
        };
        let wins = attacker_total >= defender_total;
        let (winner, loser) = if wins { (attacker, defender) } else { (defender, attacker) };
        log.write(|| Fought {
            attacker,
            defender,
            attack,
            attacker_dice,
            defender_dice,
            attacker_total,
            defender_total,
            winner,
        });
        if self.monster(loser).stealable(attack).next().is_some() {
            (self.step, self.fight) = (Some(Step::Steal), Some(Victory { attack, winner, loser }));
        } else {
            self.end_turn(context.seats, log);
        }
        Ok(())
    }

    fn steal(&mut self, steal: Steal, seats: Seats, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Steal { seat, part, to } = steal;
        self.require_step(self.step == Some(Step::Steal), "steals")?;
        let Some(Victory { attack, loser: from, .. }) = self.fight else { return Ok(()) };
        PART.require(attack.at_stake().contains(&part), || format!("the {part} was not at stake"))?;
        NOTHING.require(self.monster(from).value(part) > 0, || format!("the {part} of seat {from} is 0"))?;
        let value = self.monsters[from.index()].build(part, 0);
        let before = to.map(|to| self.monsters[seat.index()].build(to, value));
        log.write(|| Stolen { seat, from, part, value, to, before });
        self.end_turn(seats, log);
        Ok(())
    }

    fn leave(&mut self, seat: Seat, seats: Seats, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_step(self.step != Some(Step::Act), "leaves anything")?;
        log.write(|| Left { seat });
        self.end_turn(seats, log);
        Ok(())
    }

    fn end_turn(&mut self, seats: Seats, log: &mut Log<Event>) {
        self.fight = None;
        self.step = Some(Step::Act);
        let complete = seats.iter().find(|seat| self.monster(*seat).is_complete());
        let next = seats.after(self.turn);
        if let Some(seat) = complete {
            (self.ended, self.step) = (Some(End::Built), None);
            log.write(|| Won { seat });
        } else if next != Seat::FIRST {
            self.turn = next;
        } else if self.round < ROUNDS {
            (self.turn, self.round) = (next, self.round + 1);
        } else {
            (self.ended, self.step) = (Some(End::Rounds), None);
            log.write(|| RoundsOver {});
        }
    }
}
