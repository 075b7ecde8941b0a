//! Template Game: take one of the dice that all seats share, for as many points as it shows. Rules: template-game.md.

use crate::chance::{Chance, Draws};
use crate::dice::{Face, Roll, highest_first};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, Seat, SeatSet, Seated, Seats, Sight, Tag, Viewer, Weight, options,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Paint, Piece, Scene, World};
use crate::text::{Sentence, list};
use crate::wire::{self, BoundedVec, Count};

const DIE: Rule = Rule("template-game.die");

/// The number of dice of a roll.
const DICE: u64 = 5;

/// Template Game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TemplateGame;

wire::option! {
    /// How many points win.
    #[schema(as = TemplateGameTarget)]
    pub enum Target: "The points that win." {
        /// 20 points.
        Twenty = "20" as 20,
        /// 10 points.
        Ten = "10" as 10,
    }
}

options! {
    /// The options of Template Game.
    #[schema(as = TemplateGameOptions)]
    pub struct TemplateGameOptions {
        /// How many points win.
        pub target: Target,
    }
}

wire::record! {
    /// The table of Template Game. It is open to all seats.
    #[schema(as = TemplateGameTable)]
    pub struct Table {
        /// The points of each seat, from seat 1.
        pub points: BoundedVec<Count, 2, 4>,
        /// The dice that are left, the highest first.
        pub dice: BoundedVec<Face, 0, 5>,
        /// The number of rolls in the run. It numbers their random events.
        pub rolls: Count,
    }
}

wire::tagged! {
    read seated
    /// A move in Template Game.
    pub enum Move = "TemplateGameMove" by "type" {
        /// Takes a die.
        "take" => Take as TemplateGameTake {
            /// The seat.
            pub seat: Seat,
            /// The face that the die shows.
            pub face: Face,
        },
    }
}

wire::tagged! {
    event
    /// An event of Template Game.
    pub enum Event = "TemplateGameEvent" by "type" {
        /// A seat took a die.
        "took" => Took as TemplateGameTook {
            /// The seat.
            pub seat: Seat,
            /// The face that the die shows.
            pub face: Face,
        },
        /// All dice had been taken and were rolled again.
        "rolled" => Rolled as TemplateGameRolled {
            /// What they show, the highest first.
            pub faces: Vec<Face>,
        },
    }
}

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Took(Took { seat, face }) => format!("Seat {seat} takes a {face}."),
            Self::Rolled(Rolled { faces }) => format!("All dice are rolled again: {}.", list(faces)),
        }
    }
}

impl Game for TemplateGame {
    const ID: &'static str = "template-game";
    const NAME: &'static str = "TemplateGame";
    const TITLE: &'static str = "Template Game";
    const SUMMARY: &'static str = "Take the best of five dice, again and again. The first to reach the target wins.";
    const DESIGNER: &'static str = "The authors of this program";
    const SOURCE: &'static str = "Made for this program";
    const DURATION: Duration = Duration::minutes(1, 5);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Wood;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::Race];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage = rules_page!(players: "template-game"; programs: "template-game", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=4;

    type Options = TemplateGameOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<TemplateGameOptions>) -> Table {
        let points = context.seats.iter().map(|_| Count(0)).collect();
        let mut table = Table { points, dice: BoundedVec::default(), rolls: 0 };
        table.roll(context.chance);
        table
    }

    fn inspect(context: Context<TemplateGameOptions>, table: &mut Table, faults: &mut Faults) {
        if !faults.require_by_seat(context.seats.count().into(), [("/points", table.points.len())]) {
            return;
        }
        let Some(taken) = table.taken() else {
            return faults.add("/rolls", "impossible_rolls", "more dice are left than were rolled");
        };
        let sum: u64 = table.points.iter().map(|points| points.0).sum();
        let detail = format_args!("{taken} dice do not show {sum}");
        faults.require((taken..=6 * taken).contains(&sum), "/points", "impossible_points", detail);
        let last = taken.checked_sub(1).map(|before| table.seat_after(before));
        for (points, seat) in table.points.iter().zip(context.seats.iter()) {
            // Only the last die can have brought a seat to the target.
            let target = context.options.target as u64;
            let possible = points.0 < target || last == Some(seat) && points.0 < target + 6;
            let detail = format_args!("the game had ended before seat {seat} had {}", points.0);
            faults.require(possible, format_args!("/points/{}", seat.index()), "impossible_end", detail);
        }
        let ended = Self::finished(context.options, table);
        faults.require(ended || !table.dice.is_empty(), "/dice", "dice_missing", "no die is left to take");
        highest_first(&mut table.dice);
    }

    /// Each face that a die shows, the highest first.
    fn legal_moves(context: Context<TemplateGameOptions>, table: &Table) -> LegalMoves<Self> {
        let mut faces = table.dice.to_vec();
        faces.dedup();
        let to_act = Self::to_act(context.options, table);
        let moves = |seat| faces.iter().map(move |face| Move::Take(Take { seat, face: *face }));
        LegalMoves::listed(to_act.iter().flat_map(moves).collect())
    }

    fn play(
        context: Context<TemplateGameOptions>,
        table: &mut Table,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Move::Take(Take { seat, face }) = *mv;
        let at = table.dice.iter().position(|die| *die == face);
        table.dice.remove(at.ok_or_else(|| DIE.violation(format_args!("no die shows {face}")))?);
        table.points[seat.index()].0 += u64::from(face.number());
        log.write(|| Took { seat, face });
        if table.dice.is_empty() && !Self::finished(context.options, table) {
            table.roll(context.chance);
            log.write(|| Rolled { faces: table.dice.to_vec() });
        }
        Ok(())
    }

    fn finished(options: TemplateGameOptions, table: &Table) -> bool {
        table.points.iter().any(|points| points.0 >= options.target as u64)
    }

    fn scene(sight: Sight<TemplateGameOptions, Table>) -> Scene {
        let dice = sight.table.dice.iter().map(|face| Piece::Pips(*face, Paint::Plain));
        let caption = format!("{} points win", sight.options.target as u64);
        Scene::new(Self::TITLE, caption, vec![Area::row("dice", DICE as usize, dice)])
    }

    /// Takes a die of the highest face.
    fn plan(sight: Sight<TemplateGameOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let to_act = Self::to_act(sight.options, sight.table);
        let own = to_act.iter().filter(|seat| sight.viewer == Viewer::Seat(*seat));
        own.zip(&sight.table.dice).map(|(seat, face)| Move::Take(Take { seat, face: *face })).collect()
    }
}

impl Seated for TemplateGame {
    const ENDED: Rule = Rule("template-game.ended");
    const TURN: Rule = Rule("template-game.turn");
    const MEDIAN_MOVES: &'static [u16] = &[11, 16, 21];

    fn median_moves(options: TemplateGameOptions, seats: Seats) -> u16 {
        match options.target {
            Target::Twenty => Self::default_median_moves(seats),
            Target::Ten => [5, 7, 6].get(usize::from(seats.count()) - 2).copied().unwrap_or_default(),
        }
    }

    fn to_act(options: TemplateGameOptions, table: &Table) -> SeatSet {
        let seat = table.taken().filter(|_| !Self::finished(options, table)).map(|taken| table.seat_after(taken));
        seat.into_iter().collect()
    }

    fn points(_: TemplateGameOptions, table: &Table) -> Vec<i64> {
        table.points.iter().map(|points| points.0 as i64).collect()
    }
}

impl Table {
    /// Rolls all dice.
    fn roll(&mut self, chance: Chance) {
        self.rolls += 1;
        self.dice = Roll::numbered(chance, "template-game/roll", self.rolls).dice(DICE as usize);
        highest_first(&mut self.dice);
    }

    /// Returns how many dice have been taken; none if more are left than have been rolled.
    fn taken(&self) -> Option<u64> {
        (DICE * self.rolls).checked_sub(self.dice.len() as u64)
    }

    /// Returns the seat to act after this number of dice has been taken.
    fn seat_after(&self, taken: u64) -> Seat {
        Seat::in_turn(taken, self.points.len())
    }
}

#[cfg(test)]
mod tests;
