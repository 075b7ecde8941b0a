//! Caribbean Star: two magicians rehearse tricks and perform shows. The color of a card decides whose it is, and
//! not the player who plays it. Rules: caribbean-star.md.
//!
//! Modules: `show` (score of a show), `table` (table and turns), `answer` (window for aces), `view` (hidden cards),
//! `moves` (moves and events), `inspection` (faults) and `plan` (built-in player).

mod answer;
mod inspection;
mod moves;
mod plan;
mod sentences;
mod show;
mod table;
mod view;

pub use self::answer::{Answer, Given};
pub use self::moves::{
    Asked, Buffet, Decline, Drew, Ended, Event, Farewell, Let, Move, Perform, Performed, Play, Played, Practised,
    Revealed, Stop, StopNotNeeded, Stopped, Swapped,
};
pub use self::table::{Phase, Table};
use super::SOURCE;
use crate::cards::{Card, PlayingCard as _, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Search, SearchMethod, Seat, SeatSet, Seated, Sight, Tag,
    Viewer, Weight,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Piece, Scene, Side, World};

const ENDED: Rule = Rule("caribbean-star.ended");
const TURN: Rule = Rule("caribbean-star.turn");
const PLAYING: Rule = Rule("caribbean-star.playing");
const WINDOW: Rule = Rule("caribbean-star.window");
const BUFFET: Rule = Rule("caribbean-star.buffet");
const HAND: Rule = Rule("caribbean-star.hand");
const NO_ACE: Rule = Rule("caribbean-star.no-ace");
const ACE: Rule = Rule("caribbean-star.ace");
const TRICK: Rule = Rule("caribbean-star.trick");

/// The number of seats.
const SEATS: usize = 2;

/// Caribbean Star.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaribbeanStar;

impl Game for CaribbeanStar {
    const ID: &'static str = "caribbean-star";
    const NAME: &'static str = "CaribbeanStar";
    const TITLE: &'static str = "Caribbean Star";
    const SUMMARY: &'static str = "Two magicians build shows from tricks and spoil each other's. A card works for \
        the owner of its color, and an ace stops any other card.";
    const DESIGNER: &'static str = "James Ernest and Carol Monahan";
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 20);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Beach;
    const TAGS: &'static [Tag] = &[Tag::Bluffing, Tag::Cards, Tag::Simultaneous];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "caribbean-star"; programs: "caribbean-star", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;
    const SEARCH: Search = Search::by(SearchMethod::Rollouts, &[20_000], 60, 10);
    const HIDES: bool = true;
    const HAS_WINDOWS: bool = true;

    type Options = NoOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(table, faults);
    }

    /// By seat: cards to play in canonical order; aces in canonical order, then to let; tricks in canonical order, then
    /// to decline.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let of_seat = |seat: Seat| -> Vec<Move> {
            let hand = table.hand(seat).iter().copied();
            let of_hand = |aces: bool| hand.clone().filter(move |card| table::is_ace(*card) == aces);
            match table.phase {
                Phase::Play => of_hand(false).map(|card| Move::Play(Play { seat, card })).collect(),
                Phase::Stop => {
                    let stops = of_hand(true).map(|card| Move::Stop(Stop { seat, card }));
                    stops.chain([Move::Let(Let { seat })]).collect()
                }
                Phase::Buffet => {
                    let performs = table.tricks(seat).map(|card| Move::Perform(Perform { seat, card }));
                    performs.chain([Move::Decline(Decline { seat })]).collect()
                }
                Phase::Over => Vec::new(),
            }
        };
        LegalMoves::listed(table.to_act().iter().flat_map(of_seat).collect())
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match *mv {
            Move::Play(Play { seat, card }) => {
                PLAYING.require(table.phase == Phase::Play, || "all seats have played a card".to_owned())?;
                table.require_in_hand(seat, card)?;
                NO_ACE.require(!table::is_ace(card), || format!("{card} is an ace"))?;
                table.play_face_down(seat, card, log);
                if table.played.len() == SEATS {
                    table.resolve(log);
                }
            }
            Move::Stop(Stop { seat, card }) => {
                table.require_window()?;
                table.require_in_hand(seat, card)?;
                ACE.require(table::is_ace(card), || format!("{card} is not an ace"))?;
                table.answer(seat, Answer::Stop(card), log);
            }
            Move::Let(Let { seat }) => {
                table.require_window()?;
                table.answer(seat, Answer::Let, log);
            }
            Move::Perform(Perform { seat, card }) => {
                table.require_buffet()?;
                let trick = table.tricks(seat).any(|trick| trick == card);
                TRICK.require(trick, || format!("{card} is not a trick in the practice pile of seat {seat}"))?;
                table.leave_buffet(seat, Some(card), log);
                table.resolve(log);
            }
            Move::Decline(Decline { seat }) => {
                table.require_buffet()?;
                table.leave_buffet(seat, None, log);
                table.resolve(log);
            }
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn visible_event(event: &Event, viewer: Viewer) -> Event {
        match event {
            Event::Drew(drew) if !viewer.sees(drew.seat) => Drew { card: Viewed::Hidden, ..drew.clone() }.into(),
            event => event.clone(),
        }
    }

    fn redeal(_: NoOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<NoOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let mut areas = vec![];
        for seat in sight.seats.iter() {
            let played = table.played.iter().filter(|laid| laid.seat == seat).map(|laid| Piece::card(laid.card));
            areas.push(shown::fan("practice", 13, &table.practice[seat.index()]).of(seat).on(Side::Center));
            areas.push(Area::row("played", 1, played).of(seat).on(Side::Right));
            areas.push(shown::hand(5, table.hand(seat)).of(seat));
        }
        areas.push(shown::pile("deck", table.deck.len()).on(Side::Right));
        areas.push(shown::fan("discards", 13, &table.discards));
        let scene = Scene::new(Self::TITLE, table.caption(), areas);
        let colours = scene.noting(Seat::FIRST, "red").noting(Seat::SECOND, "black");
        table.answers.iter().fold(colours, |scene, given| {
            let colour = if given.seat == Seat::FIRST { "red" } else { "black" };
            scene.noting(given.seat, format!("{colour}, has answered"))
        })
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        if sight.table.to_act().contains(seat) {
            plan::decide(sight.table, seat, draws).into_iter().collect()
        } else {
            Vec::new()
        }
    }
}

impl Seated for CaribbeanStar {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[138];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn decline(_: NoOptions, table: &Table<Card>, seat: Seat) -> Option<Move> {
        let is_asked = table.phase == Phase::Stop && table.to_act().contains(seat);
        is_asked.then_some(Move::Let(Let { seat }))
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.scores.clone()
    }
}

impl Table<Card> {
    fn require_in_hand(&self, seat: Seat, card: Card) -> Result<(), Illegal> {
        HAND.require(self.hand(seat).contains(&card), || format!("seat {seat} has no {card}"))
    }

    fn require_window(&self) -> Result<(), Illegal> {
        WINDOW.require(self.phase == Phase::Stop, || "no card can be stopped now".to_owned())
    }

    fn require_buffet(&self) -> Result<(), Illegal> {
        BUFFET.require(self.phase == Phase::Buffet, || "no buffet is open".to_owned())
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        let turn = self.turn;
        match (self.phase, self.next()) {
            (Phase::Stop, Some(card)) => {
                format!("turn {turn}, the {} is to take effect: does an ace stop it?", card.spoken_name())
            }
            (Phase::Buffet, Some(card)) => {
                format!("turn {turn}, the {} takes effect: a trick for half its worth?", card.spoken_name())
            }
            (Phase::Over, _) => format!("over after turn {turn}"),
            _ => format!("turn {turn}, both play a card"),
        }
    }
}

#[cfg(test)]
mod tests;
