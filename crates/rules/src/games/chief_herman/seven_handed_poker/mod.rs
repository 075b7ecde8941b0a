//! Seven-Handed Poker: seven spots in a line, and the opponent decides on which of them your cards go. Rules:
//! seven-handed-poker.md.
//!
//! Modules: `table` (table and turns), `moves` (moves and events), `inspection` (faults) and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;

pub use self::moves::{Compared, Drew, Ended, Event, Move, Place, Placed, Play, Played, Shown, Winner};
pub use self::table::{Phase, Spot, Table};
use super::SOURCE;
use crate::cards::{CardOrJoker, PlayingCard as _, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, MoveBounds, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight, options,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Piece, Place as ScenePlace, Scene, Spread, Winning, World};
use crate::wire;

const ENDED: Rule = Rule("seven-handed-poker.ended");
const TURN: Rule = Rule("seven-handed-poker.turn");
const PLAYING: Rule = Rule("seven-handed-poker.playing");
const COUNT: Rule = Rule("seven-handed-poker.count");
const TWICE: Rule = Rule("seven-handed-poker.twice");
const HAND: Rule = Rule("seven-handed-poker.hand");
const PLACING: Rule = Rule("seven-handed-poker.placing");
const SPOT: Rule = Rule("seven-handed-poker.spot");

/// The number of seats.
const SEATS: usize = 2;
/// The number of spots.
const SPOTS: usize = 7;
/// Maximum hand size for which all plays are listed: 12 cards have 1,585 plays, 13 have 2,379.
const MAX_LISTED_HAND: usize = 12;

/// Seven-Handed Poker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SevenHandedPoker;

wire::option! {
    /// The number of cards that each seat is dealt.
    #[schema(as = SevenHandedPokerHand)]
    pub enum Hand: "The number of cards that each seat is dealt. Fewer are harder." {
        /// Seven.
        Seven = "7" as 7,
        /// Six.
        Six = "6" as 6,
        /// Five.
        Five = "5" as 5,
    }
}

wire::option! {
    /// The number of jokers.
    #[schema(as = SevenHandedPokerJokers)]
    pub enum Jokers: "Whether two jokers are in the deck." {
        /// None.
        None = "none",
        /// Two.
        Two = "two",
    }
}

options! {
    /// The options of Seven-Handed Poker. An absent option has its default.
    pub struct SevenHandedPokerOptions {
        /// The number of cards that each seat is dealt.
        pub hand: Hand,
        /// The number of jokers.
        pub jokers: Jokers,
    }
}

impl SevenHandedPokerOptions {
    /// Returns the cards of the deck in canonical order.
    fn deck(self) -> &'static [CardOrJoker] {
        match self.jokers {
            Jokers::None => CardOrJoker::ALL.split_at(52).0,
            Jokers::Two => CardOrJoker::ALL,
        }
    }
}

impl Game for SevenHandedPoker {
    const ID: &'static str = "seven-handed-poker";
    const NAME: &'static str = "SevenHandedPoker";
    const TITLE: &'static str = "Seven-Handed Poker";
    const SUMMARY: &'static str = "Play a poker hand of one to five cards. Your opponent chooses which of seven \
        spots it goes to. Win four spots, or three in a row.";
    const DESIGNER: &'static str = "Joshua Howard and Evelina Shin";
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(5, 10);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Felt;
    const TAGS: &'static [Tag] = &[Tag::Bluffing, Tag::Cards, Tag::Poker];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "seven-handed-poker", "poker-hands"; programs: "seven-handed-poker", "poker-hands", "seats", "chance");
    const HIDES: bool = true;
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;

    type Options = SevenHandedPokerOptions;
    type Table = Table<CardOrJoker>;
    type View = Table<Viewed<CardOrJoker>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<SevenHandedPokerOptions>) -> Table<CardOrJoker> {
        Table::dealt(context)
    }

    fn inspect(context: Context<SevenHandedPokerOptions>, table: &mut Table<CardOrJoker>, faults: &mut Faults) {
        inspection::inspect(context.options, table, faults);
        table.sort();
    }

    /// Plays by the number of cards, then in canonical order; placements by spot. For hands of more than 12 cards,
    /// plays are bounds.
    fn legal_moves(_: Context<SevenHandedPokerOptions>, table: &Table<CardOrJoker>) -> LegalMoves<Self> {
        let Some(seat) = table.to_act().iter().next() else { return LegalMoves::listed(Vec::new()) };
        if table.phase == Phase::Place {
            return LegalMoves::listed(table.free().map(|spot| Move::Place(Place { seat, spot })).collect());
        }
        let hand = &table.hands[seat.index()];
        if hand.len() > MAX_LISTED_HAND {
            let bounds = MoveBounds::of("play").seat(seat).subset("cards", hand, 1..=table::MAX_PLAYED);
            return LegalMoves { moves: Vec::new(), bounds: vec![bounds] };
        }
        let mut moves = Vec::new();
        plan::for_each_play(hand, |cards| moves.push(Move::Play(Play { seat, cards: cards.to_vec().into() })));
        LegalMoves::listed(moves)
    }

    fn play(
        context: Context<SevenHandedPokerOptions>,
        table: &mut Table<CardOrJoker>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        match mv {
            Move::Play(Play { seat, cards }) => {
                PLAYING.require(table.phase == Phase::Play, || "place the played cards first".to_owned())?;
                let count = cards.len();
                COUNT.require((1..=table::MAX_PLAYED).contains(&count), || {
                    format!("play one to five cards (got {count})")
                })?;
                let twice = (1..count).find(|i| cards[..*i].contains(&cards[*i]));
                TWICE.require(twice.is_none(), || "the cards must be different".to_owned())?;
                let hand = &table.hands[seat.index()];
                let missing = cards.iter().find(|card| !hand.contains(card));
                HAND.require(missing.is_none(), || format!("seat {seat} does not have all of these cards"))?;
                table.play(cards, log);
            }
            Move::Place(Place { spot, .. }) => {
                PLACING.require(table.phase == Phase::Place, || "no cards are to be placed".to_owned())?;
                let free = table.free().any(|number| number == *spot);
                SPOT.require(free, || format!("seat {} has cards on spot {spot} already", table.turn))?;
                table.place(*spot, log);
            }
        }
        Ok(())
    }

    fn finished(_: SevenHandedPokerOptions, table: &Table<CardOrJoker>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(
        _: SevenHandedPokerOptions,
        table: &Table<CardOrJoker>,
        viewer: Viewer,
        draws: &mut Draws,
    ) -> Table<CardOrJoker> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<SevenHandedPokerOptions, Table<Viewed<CardOrJoker>>>) -> Scene {
        let table = sight.table;
        let side = |seat: Seat| {
            let place = |(number, spot): (u64, &Spot<Viewed<CardOrJoker>>)| {
                let name = if seat == table.turn { number.to_string() } else { String::new() };
                let cards = spot.side(seat).iter().copied().map(Piece::card);
                let won = if spot.won_by.contains(&seat) { " won" } else { "" };
                let (x, label) = (4 * (number as i32 - 1), format!("{number}{won}"));
                ScenePlace::at(name, x, 0, cards).sized(4, 10).spread(Spread::Fan(table::MAX_PLAYED)).labelled(label)
            };
            let places = (1..).zip(&table.spots).map(place).collect();
            Area::from_places("spots", Ground::Board, places).of(seat)
        };
        let mut areas: Vec<Area> = sight.seats.iter().map(side).collect();
        areas.push(shown::fan("played", table::MAX_PLAYED, &table.played));
        areas.push(shown::pile("deck", table.deck.len()));
        areas.extend(
            sight.seats.iter().zip(&table.hands).map(|(seat, hand)| shown::hand(MAX_LISTED_HAND, hand).of(seat)),
        );
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<SevenHandedPokerOptions, Table<Viewed<CardOrJoker>>>, draws: &mut Draws) -> Vec<Move> {
        let (table, Viewer::Seat(seat)) = (sight.table, sight.viewer) else { return Vec::new() };
        if !table.to_act().contains(seat) {
            return Vec::new();
        }
        let mv = match table.phase {
            Phase::Play => plan::cards(table, seat, draws).map(|cards| Move::Play(Play { seat, cards: cards.into() })),
            Phase::Place => plan::spot(table, seat, draws).map(|spot| Move::Place(Place { seat, spot })),
            Phase::Over => None,
        };
        mv.into_iter().collect()
    }
}

impl Seated for SevenHandedPoker {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[24];

    fn to_act(_: SevenHandedPokerOptions, table: &Table<CardOrJoker>) -> SeatSet {
        table.to_act()
    }

    fn points(_: SevenHandedPokerOptions, table: &Table<CardOrJoker>) -> Vec<i64> {
        Seat::BOTH.map(|seat| table.won(seat).len() as i64).to_vec()
    }

    /// The hands on the spots that decided: all that the seat has won, or three in a row.
    fn winning(_: SevenHandedPokerOptions, table: &Table<CardOrJoker>, seat: Seat) -> Winning {
        let decisive = table.winning(seat).unwrap_or_default();
        let spots = (1..).zip(&table.spots).filter(|(number, _)| decisive.contains(number));
        Winning::Own(spots.flat_map(|(_, spot)| spot.side(seat).iter().copied().map(Piece::card)).collect())
    }

    fn places(_: SevenHandedPokerOptions, table: &Table<CardOrJoker>) -> Vec<u8> {
        table.places()
    }
}

impl Table<Viewed<CardOrJoker>> {
    fn caption(&self) -> String {
        let (turn, count) = (self.turn, self.played.len());
        match self.phase {
            Phase::Play => format!("seat {turn} plays one to five cards"),
            Phase::Place if count == 1 => format!("1 card of seat {turn} waiting to be placed"),
            Phase::Place => format!("{count} cards of seat {turn} waiting to be placed"),
            Phase::Over => "the game has ended".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests;
