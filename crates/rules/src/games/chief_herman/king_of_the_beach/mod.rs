//! King of the Beach: climb a pyramid of players and robots; the seat on top after six rounds wins. Rules:
//! king-of-the-beach.md.
//!
//! Modules: `pyramid` (spaces and fights), `table` (the table), `course` (a round), `view` (hidden cards), `moves`,
//! `events`, `inspection` (faults) and `plan` (built-in player).

mod course;
mod events;
mod inspection;
mod moves;
mod plan;
mod pyramid;
mod sentences;
mod table;
mod view;

use std::iter;

pub use self::events::{
    Declined, Discarded, Drew, Ended, Event, Fought, GoodieAdded, Offered, Played, RoundEnded, Shuffled, StoneLaid,
    Switched, Took, Traded,
};
pub use self::moves::{Combat, Decline, Draw, LayStone, Move, Switch, Take, Trade};
use self::pyramid::SPACES;
pub use self::pyramid::{Space, Stone};
pub use self::table::{Action, Phase, Table};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, CardFace, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene, Side, Winning, World};

const ENDED: Rule = Rule("king-of-the-beach.ended");
const TURN: Rule = Rule("king-of-the-beach.turn");
const PHASE: Rule = Rule("king-of-the-beach.phase");
const AUCTION: Rule = Rule("king-of-the-beach.auction");
const CARD: Rule = Rule("king-of-the-beach.card");
const ACTION: Rule = Rule("king-of-the-beach.action");
const ROBOT: Rule = Rule("king-of-the-beach.robot");
const GIVE: Rule = Rule("king-of-the-beach.give");
const TAKE: Rule = Rule("king-of-the-beach.take");

/// King of the Beach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingOfTheBeach;

impl Game for KingOfTheBeach {
    const ID: &'static str = "king-of-the-beach";
    const NAME: &'static str = "KingOfTheBeach";
    const TITLE: &'static str = "King of the Beach";
    const SUMMARY: &'static str = "Climb a pyramid of players and robots. Two neighbors together push the one above \
        down, and the weaker of them moves up. Goodies from the way up give you actions.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(30, 45);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Beach;
    const TAGS: &'static [Tag] = &[Tag::Cards, Tag::Fighting];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage = rules_page!(players: "king-of-the-beach"; programs: "king-of-the-beach", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=6;
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

    /// In canonical order, cards on offer or of the hand; spaces in order; trades by the card given, then by seat and
    /// the card taken; to decline at the end.
    fn legal_moves(_: Context<NoOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        let Some(seat) = table.active() else { return LegalMoves::listed(Vec::new()) };
        LegalMoves::listed(match (table.phase, table.action) {
            (Phase::Auction, _) => table.auction.iter().map(|card| Move::Take(Take { seat, card: *card })).collect(),
            (Phase::Aggression, _) => {
                table.hands[seat.index()].iter().map(|card| Move::Combat(Combat { seat, card: *card })).collect()
            }
            (Phase::Action, Some(action)) => {
                table.actions(seat, action).into_iter().chain([Move::Decline(Decline { seat })]).collect()
            }
            _ => Vec::new(),
        })
    }

    fn play(
        context: Context<NoOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let chance = context.chance;
        match *mv {
            Move::Take(Take { seat, card }) => {
                table.require_phase(Phase::Auction)?;
                AUCTION.require(table.auction.contains(&card), || format!("{card} is not on offer"))?;
                table.take(seat, card, chance, log);
            }
            Move::Combat(Combat { seat, card }) => {
                table.require_phase(Phase::Aggression)?;
                let in_hand = table.hands[seat.index()].contains(&card);
                CARD.require(in_hand, || format!("seat {seat} has no {card}"))?;
                table.combat(seat, card, chance, log);
            }
            Move::Switch(Switch { seat, space }) => {
                table.require_action(Action::Switch)?;
                let to = index(space);
                ROBOT.require(table.is_robot(to), || format!("no robot is on space {space}"))?;
                table.switch(seat, to, chance, log);
            }
            Move::Trade(Trade { seat, give, take }) => {
                table.require_action(Action::Trade)?;
                let own = table.goodies_of(seat).contains(&give);
                GIVE.require(own, || format!("{give} is not a goodie of seat {seat}"))?;
                let taken = table.goodies_of_others(seat).find(|(_, card)| *card == take);
                let (other, _) = taken.ok_or_else(|| TAKE.violation(format!("no other seat has the goodie {take}")))?;
                table.trade(Traded { seat, give, take, other }, chance, log);
            }
            Move::Draw(Draw { seat }) => {
                table.require_action(Action::Draw)?;
                table.draw_card(seat, chance, log);
            }
            Move::LayStone(LayStone { seat, space }) => {
                table.require_action(Action::LayStone)?;
                table.lay_stone(seat, index(space), chance, log);
            }
            Move::Decline(Decline { seat }) => {
                table.require_phase(Phase::Action)?;
                table.decline(seat, chance, log);
            }
        }
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
        let place = |(i, space): (usize, &Space)| {
            let row = pyramid::row(i);
            let column = i - [0, 1, 3, 6][row];
            let (x, y) = (3 - row as i32 + 2 * column as i32, 3 * row as i32);
            let stone = space.stone.map(|_| Piece::Stone(Paint::Plain));
            let label = space.seat.map_or_else(|| format!("robot {}", i + 1), |_| String::new());
            let pieces = space.card.map(Piece::card).into_iter().chain(stone).chain(space.seat.map(Piece::Token));
            Place::at(i + 1, x, y, pieces).sized(2, 3).labelled(label)
        };
        let places = table.pyramid.iter().enumerate().map(place).collect();
        let mut areas = vec![
            Area::from_places("pyramid", Ground::Board, places),
            shown::fan("auction", 6, &table.auction).on(Side::Right),
            shown::pile("deck", table.deck.len()).on(Side::Right),
            shown::fan("discards", 13, &table.discards),
        ];
        for seat in sight.seats.iter() {
            areas.push(shown::hand(6, &table.hands[seat.index()]).of(seat));
            areas.push(shown::fan("goodies", 6, &table.goodies[seat.index()]).of(seat));
        }
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let seat = sight.table.active().filter(|seat| sight.viewer == Viewer::Seat(*seat));
        seat.and_then(|seat| plan::decide(sight.table, seat, draws)).into_iter().collect()
    }
}

impl Seated for KingOfTheBeach {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[40, 55, 69, 82];

    fn to_act(_: NoOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: NoOptions, table: &Table<Card>) -> Vec<i64> {
        table.points()
    }

    fn winning(_: NoOptions, table: &Table<Card>, seat: Seat) -> Winning {
        let is_king = table.pyramid.first().is_some_and(|space| space.seat == Some(seat));
        if is_king { Winning::Pieces(vec![Piece::Token(seat)]) } else { Winning::Nothing }
    }

    /// Points do not decide: the seat on space 1 wins without any goodie too, and so does a robot there.
    fn places(_: NoOptions, table: &Table<Card>) -> Vec<u8> {
        table.places()
    }
}

/// Returns the index of a space from its number.
fn index(space: u64) -> usize {
    space.saturating_sub(1) as usize
}

impl Table<Card> {
    fn require_phase(&self, phase: Phase) -> Result<(), Illegal> {
        PHASE.require(self.phase == phase, || format!("the move belongs to the phase {}", phase.name()))
    }

    fn require_action(&self, action: Action) -> Result<(), Illegal> {
        self.require_phase(Phase::Action)?;
        ACTION.require(self.action == Some(action), || format!("this is an action of {}", action.suit().name()))
    }

    /// Returns the moves with which a seat can perform an action.
    fn actions(&self, seat: Seat, action: Action) -> Vec<Move> {
        match action {
            Action::Switch => {
                let robots = (0..SPACES).filter(|space| self.is_robot(*space));
                robots.map(|space| Move::Switch(Switch { seat, space: course::number(space) })).collect()
            }
            Action::Trade => {
                let takes = || self.goodies_of_others(seat);
                let trades = self.goodies_of(seat).iter().flat_map(|give| iter::repeat(*give).zip(takes()));
                trades.map(|(give, (_, take))| Move::Trade(Trade { seat, give, take })).collect()
            }
            Action::Draw => vec![Move::Draw(Draw { seat })],
            Action::LayStone => (1..=SPACES as u64).map(|space| Move::LayStone(LayStone { seat, space })).collect(),
        }
    }
}

impl<C: CardFace<Card = Card>> Table<C> {
    fn caption(&self) -> String {
        let round = self.round;
        match (self.phase, self.active(), self.action) {
            (Phase::Auction, Some(seat), _) => format!("round {round}, seat {seat} takes a card on offer"),
            (Phase::Aggression, Some(seat), _) => format!("round {round}, seat {seat} plays a card"),
            (Phase::Action, Some(seat), Some(action)) => {
                format!(
                    "round {round}, seat {seat} has the highest of {} and may {}",
                    action.suit().name(),
                    action.verb()
                )
            }
            _ => match self.pyramid[0].seat {
                Some(seat) => format!("over, seat {seat} is king of the beach"),
                None => "over, a robot is king of the beach".to_owned(),
            },
        }
    }
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Self::Auction => "auction",
            Self::Aggression => "aggression",
            Self::Action => "action",
            Self::Over => "over",
        }
    }
}

impl Action {
    const fn verb(self) -> &'static str {
        match self {
            Self::Switch => "change places with a robot",
            Self::Trade => "trade a goodie",
            Self::Draw => "draw a card",
            Self::LayStone => "lay the stone",
        }
    }
}

#[cfg(test)]
mod tests;
