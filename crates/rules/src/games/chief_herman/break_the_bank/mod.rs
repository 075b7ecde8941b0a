//! Break the Bank: roll more and more dice for the chips in the Kitty, and take them before a 1 shows. Rules:
//! break-the-bank.md.
//!
//! Modules: `moves` (moves and events) and `inspection` (faults).

mod inspection;
mod moves;
mod sentences;

pub use self::moves::{BrokeTheBank, Bust, Event, KittyGrew, Move, Roll, Rolled, Split, Take, Took, TurnLost};
use serde::{Deserialize, Serialize};

use super::{DESIGNER, SOURCE};
use crate::chance::{Chance, Draws};
use crate::dice::{self, Face};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Search, SearchMethod, Seat, SeatSet, Seated, Seats, Sight,
    Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene, World};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of chips of each seat before the game.
const CHIPS: u64 = 100;
/// The number of chips that each seat pays to the Bank at the deal.
const STAKE: u64 = 2;
/// The price of a roll.
const PRICE: u64 = 5;
/// The number of rounds.
const ROUNDS: u64 = 5;
/// Maximum number of dice of a roll. Without a 1 they break the Bank.
const DICE: usize = 5;

/// Break the Bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BreakTheBank;

/// How the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = BreakTheBankEnd)]
pub enum End {
    /// A seat broke the Bank.
    Broken,
    /// The last turn was over, and the Bank was split.
    Split,
}

/// A number of chips, at most those of eight seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(transparent)]
pub struct Chips(u64);

impl<'de> Deserialize<'de> for Chips {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::integer::<_, 0, 800>(deserializer).map(Self)
    }
}

wire::named_schema!(
    impl[] Chips,
    "BreakTheBankChips",
    wire::integer_schema("A count of chips.", 0, 800),
    gather []
);

wire::record! {
    /// The table of Break the Bank. It is open to all seats.
    #[schema(as = BreakTheBankTable)]
    pub struct Table {
        /// The chips of each seat, from seat 1.
        pub chips: BoundedVec<Chips, 4, 8>,
        /// The chips in the Bank.
        pub bank: Chips,
        /// The chips in the Kitty; none once the game is over.
        pub kitty: Chips,
        /// The round.
        #[serde(deserialize_with = "wire::integer::<_, 1, ROUNDS>")]
        #[schema(minimum = 1, maximum = 5)]
        pub round: u64,
        /// The seat whose turn it is, or whose turn was last.
        pub turn: Seat,
        /// The faces of the turn's last roll, as they fell; empty if the seat could not pay for a roll.
        pub dice: BoundedVec<Face, 0, 5>,
        /// The number of rolls in the run. It numbers their random events.
        #[serde(deserialize_with = "wire::integer::<_, 1, 200>")]
        #[schema(minimum = 1, maximum = 200)]
        pub rolls: u64,
        /// The ending of the game. Absent until it is over.
        pub ended: Option<End>,
    }
}

impl Game for BreakTheBank {
    const ID: &'static str = "break-the-bank";
    const NAME: &'static str = "BreakTheBank";
    const TITLE: &'static str = "Break the Bank";
    const SUMMARY: &'static str = "Pay to roll one die, then two, three, four and five for the chips in the Kitty, and take them before a 1 shows. Most chips win.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 15);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Felt;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::PressYourLuck];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "break-the-bank"; programs: "break-the-bank", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 4..=8;
    const SEARCH: Search = Search::by(SearchMethod::Rollouts, &[20_000], 60, 10);

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let seats = context.seats;
        let mut table = Table {
            chips: seats.iter().map(|_| Chips(CHIPS - STAKE)).collect(),
            bank: Chips(STAKE * u64::from(seats.count())),
            kitty: Chips(0),
            round: 1,
            turn: Seat::FIRST,
            dice: BoundedVec::default(),
            rolls: 0,
            ended: None,
        };
        table.begin_turn(seats, context.chance, &mut Log::discard());
        table
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(context.seats, table, faults);
    }

    /// Taking, then rolling.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let seat = table.turn;
        let moves = [Move::Take(Take { seat }), Move::Roll(Roll { seat })];
        LegalMoves::listed(if table.ended.is_none() { moves.to_vec() } else { Vec::new() })
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Context { seats, chance, .. } = context;
        let over = match mv {
            Move::Take(_) => table.take(log),
            Move::Roll(_) => table.roll(table.dice.len() + 1, chance, log),
        };
        if over == TurnStatus::Over {
            table.next_turn(seats, chance, log);
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.ended.is_some()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let heap = |name: &str, x, chips: Chips| {
            Place::at(name, x, 0, [Piece::Chips(chips.0, Paint::Plain)]).sized(4, 4).labelled(name)
        };
        let heaps = vec![heap("bank", 0, table.bank), heap("kitty", 5, table.kitty)];
        let dice = table.dice.iter().map(|face| Piece::Pips(*face, Paint::Plain));
        let areas = vec![Area::from_places("heaps", Ground::Plain, heaps), Area::row("dice", DICE, dice)];
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let (table, seat) = (sight.table, sight.table.turn);
        if table.ended.is_some() || sight.viewer != Viewer::Seat(seat) {
            return Vec::new();
        }
        let rolls_on = expected(table.dice.len(), table.kitty.0, table.bank.0) > MILLI * table.kitty.0;
        vec![if rolls_on { Move::Roll(Roll { seat }) } else { Move::Take(Take { seat }) }]
    }
}

impl Seated for BreakTheBank {
    const ENDED: Rule = Rule("break-the-bank.ended");
    const TURN: Rule = Rule("break-the-bank.turn");
    const MEDIAN_MOVES: &'static [u16] = &[16, 21, 25, 29, 33];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        if table.ended.is_none() { SeatSet::only(table.turn) } else { SeatSet::NONE }
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        table.chips.iter().map(|chips| chips.0 as i64).collect()
    }
}

/// The unit of the built-in player's expectations: a thousandth of a chip.
const MILLI: u64 = 1000;

/// Returns the expected value of a turn after a clean roll of `dice` dice, in thousandths of a chip.
///
/// The player continues while that is worth more than taking the Kitty. A face other than 1 counts 4 on average.
fn expected(dice: usize, kitty: u64, bank: u64) -> u64 {
    let (next, bank) = (dice + 1, bank + PRICE);
    let won = if next == DICE {
        MILLI * (kitty + bank)
    } else {
        let moved = bank.min(4 * next as u64);
        expected(next, kitty + moved, bank - moved)
    };
    let clean = won * 5_u64.pow(next as u32) / 6_u64.pow(next as u32);
    clean.saturating_sub(MILLI * PRICE).max(MILLI * kitty)
}

/// The status of a turn after a roll or a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TurnStatus {
    /// The seat has to choose.
    Open,
    /// The next turn begins.
    Over,
    /// The game is over.
    Last,
}

impl Table {
    /// Returns the chips of the seat whose turn it is; none if there is no such seat.
    fn purse(&mut self) -> Option<&mut Chips> {
        self.chips.get_mut(self.turn.index())
    }

    /// Adds chips to the seat whose turn it is.
    fn gain(&mut self, chips: u64) {
        if let Some(purse) = self.purse() {
            purse.0 += chips;
        }
    }

    /// Returns whether the seat whose turn it is can pay for a roll.
    fn can_pay(&mut self) -> bool {
        self.purse().is_some_and(|purse| purse.0 >= PRICE)
    }

    /// Begins turns up to the first in which a seat has to choose, or to the end of the game.
    fn begin_turn(&mut self, seats: Seats, chance: Chance, log: &mut Log<Event>) {
        loop {
            let turn = if self.can_pay() {
                self.roll(1, chance, log)
            } else {
                log.write(|| TurnLost { seat: self.turn });
                self.dice = BoundedVec::default();
                TurnStatus::Over
            };
            if turn != TurnStatus::Over || !self.pass(seats, log) {
                return;
            }
        }
    }

    /// Passes the turn on and begins it.
    fn next_turn(&mut self, seats: Seats, chance: Chance, log: &mut Log<Event>) {
        if self.pass(seats, log) {
            self.begin_turn(seats, chance, log);
        }
    }

    /// Passes the turn on. After the last turn, splits the Bank instead and returns false.
    fn pass(&mut self, seats: Seats, log: &mut Log<Event>) -> bool {
        let next = seats.after(self.turn);
        if next == Seat::FIRST {
            if self.round == ROUNDS {
                self.split(seats, log);
                return false;
            }
            self.round += 1;
        }
        self.turn = next;
        true
    }

    fn split(&mut self, seats: Seats, log: &mut Log<Event>) {
        let count = u64::from(seats.count());
        let (each, left) = (self.bank.0 / count, self.bank.0 % count);
        self.chips.iter_mut().for_each(|chips| chips.0 += each);
        self.bank = Chips(left);
        self.ended = Some(End::Split);
        log.write(|| Split { each, left });
    }

    fn roll(&mut self, dice: usize, chance: Chance, log: &mut Log<Event>) -> TurnStatus {
        let seat = self.turn;
        if let Some(purse) = self.purse() {
            purse.0 = purse.0.saturating_sub(PRICE);
        }
        self.bank.0 += PRICE;
        self.rolls += 1;
        self.dice = dice::Roll::numbered(chance, "break-the-bank/roll", self.rolls).dice(dice);
        log.write(|| Rolled { seat, paid: PRICE, faces: self.dice.to_vec() });
        if self.dice.contains(&Face::ONE) {
            let returned = std::mem::take(&mut self.kitty).0;
            self.bank.0 += returned;
            log.write(|| Bust { seat, returned });
            return TurnStatus::Over;
        }
        if dice == DICE {
            return self.break_the_bank(log);
        }
        let by = self.sum().min(self.bank.0);
        self.bank.0 -= by;
        self.kitty.0 += by;
        log.write(|| KittyGrew { seat, by });
        if self.can_pay() { TurnStatus::Open } else { self.take(log) }
    }

    fn take(&mut self, log: &mut Log<Event>) -> TurnStatus {
        if self.bank.0 == 0 {
            return self.break_the_bank(log);
        }
        let chips = std::mem::take(&mut self.kitty).0;
        self.gain(chips);
        log.write(|| Took { seat: self.turn, chips });
        TurnStatus::Over
    }

    fn break_the_bank(&mut self, log: &mut Log<Event>) -> TurnStatus {
        let chips = std::mem::take(&mut self.kitty).0 + std::mem::take(&mut self.bank).0;
        self.gain(chips);
        self.ended = Some(End::Broken);
        log.write(|| BrokeTheBank { seat: self.turn, chips });
        TurnStatus::Last
    }

    /// Returns the sum of the dice.
    fn sum(&self) -> u64 {
        self.dice.iter().map(|face| u64::from(face.number())).sum()
    }

    fn caption(&self) -> String {
        match self.ended {
            Some(End::Broken) => format!("seat {} has broken the Bank", self.turn),
            Some(End::Split) => "the last turn is over, and the Bank is split".to_owned(),
            None => format!("round {} of {ROUNDS}", self.round),
        }
    }
}

#[cfg(test)]
mod tests;
