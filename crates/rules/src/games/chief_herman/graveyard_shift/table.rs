//! The table and the course of a turn.

use serde::{Deserialize, Serialize};

use super::moves::{
    Captured, Emerged, Event, MovedPawn, MovedSpirit, Revealed, Sang, Shift, Shifted, Stepped, TargetReached, TurnsOver,
};
use super::spirit::{Direction, GRAVES, STARTS, Space, Spirit};
use super::{ADJACENT, CLEAR, GraveyardShift, LINE, PHASE};
use crate::cards::{Card, CardFace, Cards, UnseenCards, Viewed, deal_again, shuffled};
use crate::chance::Draws;
use crate::fault::Illegal;
use crate::game::{Context, Game as _, Log, NoOptions, Seat, SeatSet, ViewOf, Viewer};
use crate::grid::Grid;
use crate::wire::{self, BoundedVec, ToSchema, count};

/// Maximum number of turns of each seat, after which the game ends.
const TURNS: u64 = 100;
/// The points that win, by the number of seats from two.
const TARGETS: [u64; 5] = [40, 30, 20, 16, 14];

/// A move of the seat whose turn it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = GraveyardShiftPhase)]
pub enum Phase {
    /// It steps.
    Step,
    /// It sings to the spirit under its pawn, or not.
    Sing,
    /// It shifts a line of spirits, or not.
    Shift,
    /// The game has ended.
    Over,
}

/// The table of Graveyard Shift. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The spirits by space.
    pub spirits: Grid<Spirit<C>, 6, 3>,
    /// The deck, the top first.
    pub deck: Cards<C>,
    /// The space of each seat's pawn.
    pub pawns: BoundedVec<Space, 2, 6>,
    /// The spirits that each seat has captured.
    pub captured: BoundedVec<Cards<Card>, 2, 6>,
    /// The number of turns that have begun.
    #[serde(deserialize_with = "count")]
    pub turn: u64,
    /// A move of the seat whose turn it is.
    pub phase: Phase,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", GraveyardShift::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Graveyard Shift.", [
        wire::required("spirits", wire::reference_to::<Grid<Spirit<C>, 6, 3>>()),
        wire::required("deck", Cards::<C>::shape("The deck, the top first.")),
        wire::required("pawns", wire::list_from("The space of each seat's pawn.", wire::reference_to::<Space>(), 2, 6)),
        wire::required(
            "captured",
            wire::list_from("The spirits that each seat has captured.", Cards::<Card>::shape("Captured spirits."), 2, 6),
        ),
        wire::required("turn", wire::integer_schema("The number of turns that have begun.", 0, wire::MAX_COUNT)),
        wire::required("phase", wire::reference_to::<Phase>()),
    ]),
    gather [Grid<Spirit<C>, 6, 3>, C, Card, Space, Phase]
);

/// Returns whether a card is in the graveyard at the deal.
pub(super) fn is_low(card: Card) -> bool {
    (2..=5).contains(&card.rank().face_value())
}

/// Returns whether the game uses a card.
pub(super) fn is_spirit(card: Card) -> bool {
    card.rank().face_value() <= 10
}

/// Returns the points of captured spirits.
pub(super) fn worth(captured: &Cards<Card>) -> u64 {
    captured.iter().map(|card| u64::from(card.rank().face_value())).sum()
}

impl<C: CardFace<Card = Card>> Table<C> {
    /// The number of seats.
    pub(super) fn seats(&self) -> u64 {
        self.pawns.len() as u64
    }

    /// Returns the seat of the current or last turn.
    pub(super) fn active(&self) -> Seat {
        let index = self.turn.saturating_sub(1) % self.seats().max(1);
        Seat::new(index as u8 + 1).unwrap_or(Seat::FIRST)
    }

    pub(super) fn to_act(&self) -> SeatSet {
        if self.phase == Phase::Over { SeatSet::NONE } else { SeatSet::only(self.active()) }
    }

    pub(super) fn pawn(&self, seat: Seat) -> Space {
        self.pawns[seat.index()]
    }

    /// Returns the points that win.
    pub(super) fn target(&self) -> u64 {
        TARGETS[(self.pawns.len().clamp(2, 6)) - 2]
    }

    /// Returns the number of the last turn.
    pub(super) fn last_turn(&self) -> u64 {
        TURNS * self.seats()
    }

    pub(super) fn has_reached(&self, seat: Seat) -> bool {
        self.captured.get(seat.index()).is_some_and(|captured| worth(captured) >= self.target())
    }

    /// Returns the number of consecutive spirits along a line, including the start.
    fn spirits_along(&self, front: Space, way: crate::grid::Offset) -> usize {
        let line = std::iter::once(front).chain(front.ray(way));
        line.take_while(|space| self.spirits[*space].is_some()).count()
    }

    /// Returns the number of consecutive spaces without a spirit along a line, excluding the start.
    fn clear_along(&self, front: Space, way: crate::grid::Offset) -> usize {
        front.ray(way).take_while(|space| self.spirits[*space].is_none()).count()
    }

    /// Returns every possible shift, by front, direction, spirits and spaces.
    pub(super) fn shifts(&self) -> impl Iterator<Item = Shift> + '_ {
        let seat = self.active();
        let fronts = self.spirits.iter().flat_map(|(front, _)| Direction::ALL.map(|direction| (front, direction)));
        fronts.flat_map(move |(front, direction)| {
            let clear = self.clear_along(front, direction.forward()) as u64;
            let line = if clear > 0 { self.spirits_along(front, direction.backward()) as u64 } else { 0 };
            let sizes = (1..=line).flat_map(move |spirits| (1..=clear).map(move |spaces| (spirits, spaces)));
            sizes.map(move |(spirits, spaces)| Shift { seat, front, spirits, direction, spaces })
        })
    }

    /// Returns whether any shift is possible.
    pub(super) fn can_shift(&self) -> bool {
        let ways = || Direction::ALL.map(Direction::forward).into_iter();
        let free = |space: Space| ways().any(|way| space.offset(way).is_some_and(|next| self.spirits[next].is_none()));
        self.spirits.iter().any(|(space, _)| free(space))
    }

    /// Moves a line of spirits, and all pawns on them and in their way. The shift must be possible.
    pub(super) fn move_line(&mut self, shift: Shift) -> Shifted {
        let Shift { front, spirits, direction, spaces, .. } = shift;
        let reach = |space: Space| space.ray(direction.forward()).nth(spaces as usize - 1);
        let line = std::iter::once(front).chain(front.ray(direction.backward())).take(spirits as usize);
        let moved: Vec<MovedSpirit> = line.filter_map(|from| Some(MovedSpirit { from, to: reach(from)? })).collect();
        let way: Vec<Space> = front.ray(direction.forward()).take(spaces as usize).collect();
        for MovedSpirit { from, to } in &moved {
            self.spirits[*to] = self.spirits[*from].take();
        }
        let mut pawns = Vec::new();
        for (i, pawn) in self.pawns.iter_mut().enumerate() {
            let carried = moved.iter().find(|spirit| spirit.from == *pawn).map(|spirit| spirit.to);
            let picked_up = || way.contains(pawn).then(|| reach(front)).flatten();
            if let (Some(to), Some(seat)) = (carried.or_else(picked_up), Seat::new(i as u8 + 1)) {
                *pawn = to;
                pawns.push(MovedPawn { seat, to });
            }
        }
        Shifted { spirits: moved, pawns }
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let seats = usize::from(context.seats.count());
        let of = |low: bool| -> Vec<Card> {
            Card::DECK.into_iter().filter(|card| is_spirit(*card) && is_low(*card) == low).collect()
        };
        let shuffle = |cards: Vec<Card>, n| shuffled(&cards, context.chance, GraveyardShift::ID, n);
        let mut spirits = Grid::EMPTY;
        let spaces = Space::all().filter(|space| !STARTS.contains(space));
        for (space, card) in spaces.zip(shuffle(of(true), 1).into_vec()) {
            spirits[space] = Some(Spirit::buried(card, seats));
        }
        let pawns = context.seats.iter().map(|seat| STARTS[seat.index() % 2]);
        Self {
            spirits,
            deck: shuffle(of(false), 2),
            pawns: pawns.collect(),
            captured: vec![Cards::none(); seats].into(),
            turn: 1,
            phase: Phase::Step,
        }
    }

    fn require_phase(&self, phase: Phase) -> Result<(), Illegal> {
        PHASE.require(self.phase == phase, || {
            let waits = match self.phase {
                Phase::Step => "steps",
                Phase::Sing => "sings to the spirit or passes",
                Phase::Shift | Phase::Over => "shifts spirits or rests",
            };
            format!("seat {} {waits} now", self.active())
        })
    }

    pub(super) fn step(&mut self, seat: Seat, to: Space, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_phase(Phase::Step)?;
        let from = self.pawn(seat);
        ADJACENT.require(from.neighbors().any(|space| space == to), || format!("{to} is not next to {from}"))?;
        self.pawns[seat.index()] = to;
        log.write(|| Stepped { seat, from, to });
        let Some(spirit) = &mut self.spirits[to] else {
            self.go_to_shift(log);
            return Ok(());
        };
        if !spirit.face_up {
            spirit.face_up = true;
            let card = spirit.card;
            log.write(|| Revealed { space: to, card });
        }
        self.phase = Phase::Sing;
        Ok(())
    }

    pub(super) fn sing(&mut self, seat: Seat, chip: bool, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_phase(Phase::Sing)?;
        let space = self.pawn(seat);
        if let Some(spirit) = self.spirits[space].as_mut().filter(|_| chip) {
            spirit.chips.lay(seat);
            log.write(|| Sang { seat, space });
        }
        if self.capture(seat, space, log) {
            if self.has_reached(seat) {
                self.phase = Phase::Over;
                log.write(|| TargetReached { seat });
                return Ok(());
            }
            self.generate(log);
        }
        self.go_to_shift(log);
        Ok(())
    }

    /// Captures the spirit on a space if the seat has enough chips on it. Returns whether it has.
    fn capture(&mut self, seat: Seat, space: Space, log: &mut Log<Event>) -> bool {
        let Some(Spirit { card, chips, .. }) = self.spirits[space] else { return false };
        if !chips.capture(seat, card.rank().face_value()) {
            return false;
        }
        self.spirits[space] = None;
        self.captured[seat.index()].insert(card);
        log.write(|| Captured { seat, space, card, chips });
        true
    }

    /// Fills the open graves from the deck.
    fn generate(&mut self, log: &mut Log<Event>) {
        for space in GRAVES {
            if self.spirits[space].is_none()
                && let Some(card) = self.deck.draw()
            {
                self.spirits[space] = Some(Spirit::buried(card, self.pawns.len()));
                log.write(|| Emerged { space });
            }
        }
    }

    fn go_to_shift(&mut self, log: &mut Log<Event>) {
        if self.can_shift() {
            self.phase = Phase::Shift;
        } else {
            self.end_turn(log);
        }
    }

    pub(super) fn shift(&mut self, shift: Shift, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_phase(Phase::Shift)?;
        let Shift { front, spirits, direction, spaces, .. } = shift;
        let line = self.spirits_along(front, direction.backward());
        LINE.require(line as u64 >= spirits, || format!("{line} spirits are in line from {front} (got {spirits})"))?;
        let clear = self.clear_along(front, direction.forward());
        CLEAR.require(clear as u64 >= spaces, || {
            format!("{clear} spaces are clear in front of {front} (got {spaces})")
        })?;
        let shifted = self.move_line(shift);
        log.write(|| shifted);
        self.end_turn(log);
        Ok(())
    }

    pub(super) fn rest(&mut self, log: &mut Log<Event>) -> Result<(), Illegal> {
        self.require_phase(Phase::Shift)?;
        self.end_turn(log);
        Ok(())
    }

    fn end_turn(&mut self, log: &mut Log<Event>) {
        if self.turn >= self.last_turn() {
            self.phase = Phase::Over;
            log.write(|| TurnsOver {});
        } else {
            (self.turn, self.phase) = (self.turn + 1, Phase::Step);
        }
    }

    pub(super) fn viewed(&self, viewer: Viewer) -> Table<Viewed<Card>> {
        let all = viewer.sees_all();
        let spirits = self.spirits.map(|(_, spirit)| spirit.viewed(all));
        let (pawns, captured) = (self.pawns.clone(), self.captured.clone());
        Table { spirits, deck: self.deck.viewed(all), pawns, captured, turn: self.turn, phase: self.phase }
    }

    /// Deals the face-down spirits and the deck again. Low cards stay among the spirits of the deal.
    pub(super) fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Self {
        let mut table = self.clone();
        if viewer.sees_all() {
            return table;
        }
        for low in [true, false] {
            let hidden = |spirit: &Spirit<Card>| !spirit.face_up && is_low(spirit.card) == low;
            let places: Vec<Space> =
                self.spirits.iter().filter(|(_, spirit)| hidden(spirit)).map(|(space, _)| space).collect();
            let cards = |space: &Space| self.spirits[*space].map(|spirit| spirit.card);
            let mut buried: Cards<Card> = places.iter().filter_map(cards).collect::<Vec<_>>().into();
            let mut lists = vec![&mut buried];
            if !low {
                lists.push(&mut table.deck);
            }
            deal_again(lists, draws);
            for (space, card) in places.iter().zip(buried.into_vec()) {
                if let Some(spirit) = &mut table.spirits[*space] {
                    spirit.card = card;
                }
            }
        }
        table
    }
}

impl ViewOf<Table<Card>, NoOptions> for Table<Viewed<Card>> {
    fn of(table: &Table<Card>, viewer: Viewer) -> Self {
        table.viewed(viewer)
    }

    fn determinize(&self, _: NoOptions) -> Table<Card> {
        let spirits = self.spirits.values().filter_map(|spirit| spirit.card.known());
        let captured = self.captured.iter().flat_map(|cards| cards.iter().copied());
        let shown = self.deck.known().chain(spirits).chain(captured);
        // The low cards were in the graveyard at the deal, so none of them is in the deck.
        let used = Card::DECK.into_iter().filter(|card| is_spirit(*card));
        let mut unseen = UnseenCards::of(used, shown).prioritizing(|card| !is_low(card));
        let deck = unseen.cards(&self.deck);
        let spirits = self.spirits.map(|(_, spirit)| Spirit {
            card: unseen.card(spirit.card),
            face_up: spirit.face_up,
            chips: spirit.chips,
        });
        let (pawns, captured) = (self.pawns.clone(), self.captured.clone());
        Table { spirits, deck, pawns, captured, turn: self.turn, phase: self.phase }
    }
}
