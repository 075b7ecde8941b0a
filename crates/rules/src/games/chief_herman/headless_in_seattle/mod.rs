//! Headless in Seattle: everyone plays cards onto fighters at once, to kill those of others and to defend their own.
//! Rules: headless-in-seattle.md.
//!
//! Modules: `fighter` (fighters and cards on them), `table` (table and duel), `view` (hidden cards), `moves` (moves and
//! events), `inspection` (faults) and `plan` (built-in player).

mod fighter;
mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;
mod view;

pub use self::fighter::{Face, Fighter};
pub use self::moves::{Ended, Event, Killed, KillersChanged, Lived, Move, Play, Played, Purpose};
pub use self::table::{Fighters, Phase, Table};
use super::{DESIGNER, SOURCE, only};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene, Side, Winning, World, counted};

const ENDED: Rule = Rule("headless-in-seattle.ended");
const TURN: Rule = Rule("headless-in-seattle.turn");
const OWNER: Rule = Rule("headless-in-seattle.owner");
const ONE_DEFENSE: Rule = Rule("headless-in-seattle.one-defense");

/// Headless in Seattle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeadlessInSeattle;

impl Game for HeadlessInSeattle {
    const ID: &'static str = "headless-in-seattle";
    const NAME: &'static str = "HeadlessInSeattle";
    const TITLE: &'static str = "Headless in Seattle";
    const SUMMARY: &'static str = "Everyone plays at once, as fast as they like: attack the fighters of others, \
        defend your own. The strongest attacker of a fighter takes its head.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(2, 5);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Street;
    const TAGS: &'static [Tag] = &[Tag::Cards, Tag::Fighting, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage =
        rules_page!(players: "headless-in-seattle"; programs: "headless-in-seattle", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=8;
    const HIDES: bool = true;

    type Options = NoOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(context: Context<NoOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context.seats, table, faults);
    }

    /// By seat, then owner, then jack, queen and king.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        LegalMoves::listed(table.to_act().iter().flat_map(|seat| table.plays(seat)).map(Move::Play).collect())
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Move::Play(play) = *mv;
        let Play { seat, owner, .. } = play;
        let Some(fighter) = table.fighter(play) else {
            return Err(OWNER.violation(format_args!("there is no seat {owner}")));
        };
        let (name, open) = (fighter.fighter.name(), table.is_open(seat, owner, fighter));
        ONE_DEFENSE.require(open, || format!("the {name} of seat {owner} has a defense"))?;
        table.play(play, log);
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: NoOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let fighters = sight.seats.iter().map(|seat| table.fighters_area(seat));
        let decks = sight.seats.iter().filter_map(|seat| table.deck_area(seat));
        let scene = Scene::new(Self::TITLE, table.caption(), fighters.chain(decks).collect());
        let left = |seat: Seat| counted(table.decks[seat.index()].len() as u64, "card");
        sight.seats.iter().fold(scene, |scene, seat| scene.noting(seat, format!("{} left", left(seat))))
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat, draws).map(Move::Play).into_iter().collect()
    }
}

impl Seated for HeadlessInSeattle {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[19, 28, 37, 46, 55, 64, 73];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    /// Robots play in turn: they wait for seats that have played fewer cards, or as many and come first.
    fn in_step(_: NoOptions, table: &Table<Card>) -> SeatSet {
        only(table.behind())
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.points()
    }

    /// The fighters that the seat has killed.
    fn winning(_: NoOptions, table: &Table<Card>, seat: Seat) -> Winning {
        let killed = table.each_fighter().filter(|(_, fighter)| fighter.killers().contains(seat));
        Winning::Pieces(killed.map(|(owner, fighter)| Piece::CardOf(fighter.card(owner), owner)).collect())
    }
}

impl Table<Viewed<Card>> {
    /// Shows the fighters of a seat: the chips on each are the sums of the attacks by seat, and of the owner's defense.
    fn fighters_area(&self, owner: Seat) -> Area {
        let place = |(fighter, x): (&Fighter, i32)| {
            let card = fighter.card(owner);
            let (attacked, defended) = (fighter.attacked(), fighter.defended());
            let sum = |seat: Seat| if seat == owner { defended } else { attacked[seat.index()] };
            let sums = self.seats().map(move |seat| (seat, sum(seat))).filter(|(_, sum)| *sum > 0);
            let chips = sums.map(|(seat, sum)| Piece::Chips(sum, Paint::Of(seat)));
            let label = format!("{} vs {defended}", attacked.iter().sum::<u64>());
            Place::at("", x, 0, [Piece::CardOf(card, owner)].into_iter().chain(chips)).sized(2, 4).labelled(label)
        };
        let places = self.fighters[owner.index()].iter().zip((0..).step_by(2)).map(place);
        Area::from_places("fighters", Ground::Board, places.collect()).of(owner).on(Side::Below)
    }

    /// Shows the cards of a deck that the viewer knows, if there are any: the next card of a seat, and all at the end.
    fn deck_area(&self, owner: Seat) -> Option<Area> {
        let known: Vec<Piece> = self.decks[owner.index()].known().map(|card| Piece::CardOf(card, owner)).collect();
        let name = if self.phase == Phase::Duel { "next card" } else { "not played" };
        (!known.is_empty()).then(|| Area::fan(name, known.len(), known).of(owner))
    }

    fn caption(&self) -> String {
        let killed = self.each_fighter().filter(|(_, fighter)| !fighter.killers().is_empty()).count() as u64;
        match self.phase {
            Phase::Duel => format!("attack vs defense: {} would fall now", counted(killed, "fighter")),
            Phase::Over => format!("over: {} fell", counted(killed, "fighter")),
        }
    }
}

#[cfg(test)]
mod tests;
