//! The table and the course of a turn.

use super::board::{SPOTS, Spot, Spots, Square, next_to, start, targets};
use super::chips::{Chips, Color, PER_COLOR, Piles, Stock};
use super::moves::{Event, GoalReached, Laid, Restocked, Rolled, RoundOver, Steal, Stole, Stuck, TurnsOver, Walked};
use super::{BENEATH, BOARD_FIRST, LAID, NONE_THERE, OCCUPIED, PATH, SAME_TOP, STOCK, STOP, STUCK};
use crate::dice::Roll;
use crate::fault::Illegal;
use crate::game::{Context, Log, NoOptions, Seat};
use crate::wire;

/// Maximum number of turns, after which the game ends.
pub(super) const TURNS: u64 = 240;
/// The points that win.
pub(super) const GOAL: u64 = 11;
/// The seats.
pub(super) const SEATS: usize = 4;
/// Maximum points of a seat: ten before its last round, and then all chips.
const MAX_POINTS: u64 = 52;

wire::record! {
    /// The table of Board Game Project #55. It is open to all seats.
    #[schema(as = BoardGameProject55Table)]
    pub struct Table {
        /// The pile of each cell.
        pub piles: Piles,
        /// The stockpile of each seat.
        pub stock: [Stock; 4],
        /// The cell of each seat's pawn.
        pub pawns: [Square; 4],
        /// The points of each seat.
        #[serde(deserialize_with = "wire::integers::<_, _, 4, 4, 0, { MAX_POINTS as i64 }>")]
        #[schema(schema_with = scores_schema)]
        pub scores: Vec<u64>,
        /// The number of turns that have begun.
        pub turn: Count,
        /// Whether a chip was laid in this turn.
        pub laid: bool,
        /// The color of this turn; absent once the game has ended.
        #[schema(schema_with = wire::reference_to::<Color>)]
        pub color: Option<Color>,
    }
}

#[cfg(feature = "schemas")]
fn scores_schema() -> wire::AnySchema {
    wire::list_of("The points of each seat.", wire::integer_schema("Points.", 0, MAX_POINTS), SEATS)
}

/// Returns the color of a turn.
pub(super) fn rolled(context: Context<NoOptions>, turn: u64) -> Color {
    Color::of(Roll::numbered(context.chance, "board-game-project-55/roll", turn).die())
}

/// Returns the seats of the game.
pub(super) fn seats() -> impl Iterator<Item = Seat> {
    (1..=SEATS as u8).filter_map(Seat::new)
}

impl Table {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let in_stock = SEATS as u8;
        let mut chips: Vec<Color> =
            Color::ALL.into_iter().flat_map(|color| (in_stock..PER_COLOR).map(move |_| color)).collect();
        context.chance.event("board-game-project-55/chips").shuffle(&mut chips);
        let mut tops = [Color::Red; SPOTS];
        tops.iter_mut().zip(chips).for_each(|(top, chip)| *top = chip);
        let mut table = Self {
            piles: Piles::of(&tops),
            stock: [Stock(Chips::ONE_PER_COLOR); SEATS],
            pawns: [1, 2, 3, 4].map(|seat| start(Seat::new(seat).unwrap_or(Seat::FIRST))),
            scores: vec![0; SEATS],
            turn: 0,
            laid: false,
            color: None,
        };
        table.begin_turns(context, &mut Log::discard());
        table
    }

    /// Returns the seat of the current or last turn.
    pub(super) fn active(&self) -> Seat {
        let index = self.turn.saturating_sub(1) % SEATS as u64;
        Seat::new(index as u8 + 1).unwrap_or(Seat::FIRST)
    }

    pub(super) fn pawn(&self, seat: Seat) -> Square {
        self.pawns[seat.index() % SEATS]
    }

    pub(super) fn stock(&self, seat: Seat) -> Chips {
        self.stock[seat.index() % SEATS].0
    }

    fn stock_mut(&mut self, seat: Seat) -> &mut Chips {
        &mut self.stock[seat.index() % SEATS].0
    }

    /// Returns the piles with pawns of other seats.
    pub(super) fn others(&self, seat: Seat) -> Spots {
        seats().filter(|other| *other != seat).filter_map(|other| Spot::on(self.pawn(other))).collect()
    }

    /// Returns the piles with a color on top.
    fn tops(&self, color: Color) -> Spots {
        Spot::all().filter(|spot| self.piles.on(*spot).top == color).collect()
    }

    /// Returns the piles on which a seat may lay a chip of a color.
    pub(super) fn bare(&self, seat: Seat, color: Color) -> Spots {
        Spot::all().collect::<Spots>().without(self.tops(color)).without(self.others(seat))
    }

    /// Returns the piles on which a walk of a seat may end.
    pub(super) fn stops(&self, seat: Seat) -> Spots {
        let own: Spots = Spot::on(self.pawn(seat)).into_iter().collect();
        Spot::all().collect::<Spots>().without(own).without(self.others(seat).without(targets(seat)))
    }

    /// Returns the piles that a seat can enter without laying a chip.
    pub(super) fn open(&self, seat: Seat, color: Color) -> Spots {
        self.tops(color).or(self.others(seat))
    }

    /// Returns the piles that a seat can reach without laying a chip, wherever it may stop.
    fn reached(&self, seat: Seat, color: Color) -> Spots {
        let open = self.open(seat, color);
        next_to(self.pawn(seat)).and(open).flood(open)
    }

    /// Returns the piles to which a seat can walk.
    pub(super) fn walks(&self, seat: Seat, color: Color) -> Spots {
        self.reached(seat, color).and(self.stops(seat))
    }

    /// Returns whether a seat could walk to any pile after laying any of its chips of a color.
    fn could_walk(&self, seat: Seat, color: Color) -> bool {
        let (open, stops) = (self.open(seat, color), self.stops(seat));
        let mut reached = self.reached(seat, color);
        for _ in 0..self.stock(seat).of(color) {
            if !reached.and(stops).is_empty() {
                return true;
            }
            // Each chip opens a pile next to those already reached, and everything open from there.
            reached = reached.or(next_to(self.pawn(seat))).or(reached.neighbors()).flood(open);
        }
        !reached.and(stops).is_empty()
    }

    pub(super) fn can_restock(&self, seat: Seat) -> bool {
        !self.laid && self.beneath(seat).is_some()
    }

    /// Returns the pile under a seat's pawn, if it has chips under its top.
    fn beneath(&self, seat: Seat) -> Option<Spot> {
        Spot::on(self.pawn(seat)).filter(|spot| self.piles.on(*spot).under.all() > 0)
    }

    /// Returns whether a seat may steal, if there is anything to steal. Rules: board-game-project-55.md, "steal".
    pub(super) fn is_stuck(&self, seat: Seat, color: Color) -> bool {
        self.beneath(seat).is_none() && !self.could_walk(seat, color)
    }

    /// Returns the piles with chips of a color under their tops.
    fn buried(&self, color: Color) -> Spots {
        Spot::all().filter(|spot| self.piles.on(*spot).under.of(color) > 0).collect()
    }

    /// Returns every allowed theft, by cells and then by victims.
    pub(super) fn thefts(&self, seat: Seat, color: Color) -> impl Iterator<Item = Steal> {
        let stuck = !self.laid && self.is_stuck(seat, color);
        let buried = if stuck { self.buried(color) } else { Spots::NONE };
        let robbed = |victim: &Seat| stuck && buried.is_empty() && *victim != seat && self.stock(*victim).of(color) > 0;
        let victims: Vec<Seat> = seats().filter(robbed).collect();
        let cells = buried.iter().map(move |cell| Steal { seat, cell: Some(cell), victim: None });
        cells.chain(victims.into_iter().map(move |victim| Steal { seat, cell: None, victim: Some(victim) }))
    }

    /// Returns whether a seat can do anything but stay at the beginning of its turn.
    pub(super) fn can_act(&self, seat: Seat, color: Color) -> bool {
        (self.stock(seat).of(color) > 0 && !self.bare(seat, color).is_empty())
            || !self.walks(seat, color).is_empty()
            || self.can_restock(seat)
            || self.thefts(seat, color).next().is_some()
    }

    pub(super) fn caption(&self) -> String {
        let seat = self.active();
        match self.color {
            Some(color) => format!("turn {}, the color is {color}", self.turn),
            None if self.scores.iter().any(|score| *score >= GOAL) => format!("seat {seat} has reached the goal"),
            None => "the last turn is over".to_owned(),
        }
    }

    pub(super) fn lay(&mut self, seat: Seat, cell: Spot, color: Color, log: &mut Log<Event>) -> Result<(), Illegal> {
        STOCK.require(self.stock(seat).of(color) > 0, || format!("seat {seat} has no {color} chip"))?;
        let pile = *self.piles.on(cell);
        OCCUPIED.require(!self.others(seat).contains(cell), || format!("another pawn is on {cell}"))?;
        SAME_TOP.require(pile.top != color, || format!("the top of {cell} is {color} already"))?;
        self.stock_mut(seat).take(color);
        let pile = self.piles.on_mut(cell);
        pile.under.put(pile.top);
        pile.top = color;
        self.laid = true;
        log.write(|| Laid { seat, cell, color });
        Ok(())
    }

    pub(super) fn walk(&mut self, seat: Seat, to: Spot, color: Color, log: &mut Log<Event>) -> Result<(), Illegal> {
        STOP.require(self.stops(seat).contains(to), || format!("a walk of seat {seat} cannot end on {to}"))?;
        let way = self.reached(seat, color).contains(to);
        PATH.require(way, || format!("no path of {color} chips and other pawns leads to {to}"))?;
        let from = self.pawn(seat);
        self.pawns[seat.index()] = to.square();
        log.write(|| Walked { seat, from, to });
        if targets(seat).contains(to) {
            let points = if self.others(seat).contains(to) { 0 } else { self.stock(seat).all() };
            self.scores[seat.index()] += points;
            for (pawn, seat) in self.pawns.iter_mut().zip(seats()) {
                *pawn = start(seat);
            }
            log.write(|| RoundOver { seat, points });
        }
        Ok(())
    }

    pub(super) fn restock(&mut self, seat: Seat, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_none_played()?;
        let cell = self.beneath(seat).ok_or_else(|| {
            BENEATH.violation(format_args!("the pile of seat {seat} has no chips under its top chip"))
        })?;
        let chips = std::mem::take(&mut self.piles.on_mut(cell).under);
        self.stock_mut(seat).put_all(chips);
        log.write(|| Restocked { seat, cell, chips: chips.list().collect() });
        Ok(())
    }

    fn require_none_played(&self) -> Result<(), Illegal> {
        LAID.require(!self.laid, || "you laid a chip in this turn already".to_owned())
    }

    pub(super) fn steal(&mut self, steal: Steal, color: Color, log: &mut Log<Event>) -> Result<(), Illegal> {
        let Steal { seat, cell, victim } = steal;
        self.require_none_played()?;
        STUCK.require(self.is_stuck(seat, color), || format!("seat {seat} can walk or restock"))?;
        let no_pile = victim.is_none() || self.buried(color).is_empty();
        BOARD_FIRST.require(no_pile, || format!("some piles have {color} chips under their top chips"))?;
        let there = match (cell, victim) {
            (Some(cell), _) => self.buried(color).contains(cell),
            (None, Some(victim)) => victim != seat && self.stock(victim).of(color) > 0,
            (None, None) => false,
        };
        NONE_THERE.require(there, || format!("no {color} chip is available"))?;
        match (cell, victim) {
            (Some(cell), _) => self.piles.on_mut(cell).under.take(color),
            (None, Some(victim)) => self.stock_mut(victim).take(color),
            (None, None) => false,
        };
        self.stock_mut(seat).put(color);
        log.write(|| Stole { seat, color, cell, victim });
        Ok(())
    }

    pub(super) fn end_turn(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        let seat = self.active();
        self.laid = false;
        if self.scores.get(seat.index()).is_some_and(|score| *score >= GOAL) {
            self.color = None;
            log.write(|| GoalReached { seat });
        } else {
            self.begin_turns(context, log);
        }
    }

    /// Begins turns up to the first in which a seat can act, or to the end of the game.
    fn begin_turns(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        while self.turn < TURNS {
            self.turn += 1;
            let (seat, color) = (self.active(), rolled(context, self.turn));
            log.write(|| Rolled { seat, color });
            self.color = Some(color);
            if self.can_act(seat, color) {
                return;
            }
            log.write(|| Stuck { seat });
        }
        self.color = None;
        log.write(|| TurnsOver {});
    }
}
