//! The table, and the course of races and rounds.

use serde::{Deserialize, Serialize};

use super::moves::{Dealt, Ended, Event, Play, Played, RaceBegan, RoundBegan, Scored, Stayed, Swapped};
use super::track::{MAX_SEATS, MIN_SEATS, Space, TrackSpace, space_points, starts};
use super::{ParticleStream, ParticleStreamOptions};
use crate::cards::{Card, CardFace, Cards, dealt, shuffled};
use crate::game::{Context, Game as _, Log, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema};

/// The number of concealed cards dealt to a seat.
pub(super) const CONCEALED: usize = 2;
/// The number of open cards dealt to a seat.
pub(super) const SHOWN: usize = 3;
/// The number of cards dealt to a seat, and of rounds in a race.
pub(super) const HAND: usize = CONCEALED + SHOWN;
/// Maximum points of a seat: first in five races of six seats.
const MAX_POINTS: i64 = 30;
/// Maximum race and round on the wire. The inspection checks the actual limits.
const MAX_READ: u64 = 255;

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ParticleStreamPhase)]
pub enum Phase {
    /// A race is on.
    Race,
    /// The game has ended.
    Over,
}

/// The table of Particle Stream. With concealed cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The current phase.
    pub phase: Phase,
    /// The race, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_READ>")]
    pub race: u64,
    /// The round, from 1.
    #[serde(deserialize_with = "wire::integer::<_, 0, MAX_READ>")]
    pub round: u64,
    /// The spaces, from the front.
    pub track: BoundedVec<TrackSpace, MIN_SEATS, MAX_SEATS>,
    /// The concealed cards of each seat.
    pub concealed: BoundedVec<Cards<C>, MIN_SEATS, MAX_SEATS>,
    /// The open cards of each seat.
    pub shown: BoundedVec<Cards<Card>, MIN_SEATS, MAX_SEATS>,
    /// The seats that have not played in this round, the next first.
    pub waiting: BoundedVec<Seat, 0, MAX_SEATS>,
    /// The points of each seat.
    #[serde(deserialize_with = "wire::integers::<_, _, MIN_SEATS, MAX_SEATS, 0, MAX_POINTS>")]
    pub points: Vec<i64>,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", ParticleStream::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Particle Stream.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required("race", wire::integer_schema("The race, from 1.", 0, MAX_READ)),
        wire::required("round", wire::integer_schema("The round, from 1.", 0, MAX_READ)),
        wire::required(
            "track",
            wire::list_from("The spaces, from the front.", wire::reference_to::<TrackSpace>(), MIN_SEATS, MAX_SEATS),
        ),
        wire::required(
            "concealed",
            wire::list_from("The concealed cards of each seat.", Cards::<C>::shape("Cards."), MIN_SEATS, MAX_SEATS),
        ),
        wire::required(
            "shown",
            wire::list_from("The open cards of each seat.", Cards::<Card>::shape("Cards."), MIN_SEATS, MAX_SEATS),
        ),
        wire::required(
            "waiting",
            wire::list_at_most(
                "The seats that have not played in this round, the next first.",
                wire::reference_to::<Seat>(),
                MAX_SEATS,
            ),
        ),
        wire::required(
            "points",
            wire::list_from(
                "The points of each seat.",
                wire::signed_schema("Points.", 0, MAX_POINTS),
                MIN_SEATS,
                MAX_SEATS,
            ),
        ),
    ]),
    gather [Phase, TrackSpace, C, Card, Seat]
);

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn to_act(&self) -> SeatSet {
        self.waiting.first().copied().into_iter().collect()
    }

    /// Returns the index of the space where a seat's pawn is.
    pub(super) fn at(&self, seat: Seat) -> Option<usize> {
        self.track.iter().position(|space| space.seat == seat)
    }

    /// Returns the spaces to which a card played on the space `own` leads: among the others, the nearest rank above
    /// it, or the lowest rank if none is above.
    pub(super) fn targets(&self, own: usize, card: Card) -> impl Iterator<Item = usize> + use<'_, C> {
        let others = move || self.track.iter().enumerate().filter(move |(i, _)| *i != own);
        let ranks = || others().filter_map(|(_, space)| space.rank());
        let above = ranks().filter(|rank| *rank > card.rank()).min();
        let rank = above.or_else(|| ranks().min());
        others().filter(move |(_, space)| space.rank() == rank).map(|(i, _)| i)
    }

    /// Returns the seats from the front to the back.
    pub(super) fn order(&self) -> impl Iterator<Item = Seat> + use<'_, C> {
        self.track.iter().map(|space| space.seat)
    }

    /// Returns what each seat scores for the current places of the pawns.
    pub(super) fn race_points(&self) -> Vec<i64> {
        let seats = self.track.len();
        let mut points = vec![0; seats];
        for (i, seat) in self.order().enumerate() {
            if let Some(points) = points.get_mut(seat.index()) {
                *points = space_points(i, seats);
            }
        }
        points
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<ParticleStreamOptions>) -> Self {
        let seats: usize = context.seats.count().into();
        let mut table = Self {
            phase: Phase::Race,
            race: 0,
            round: 0,
            track: BoundedVec::default(),
            concealed: BoundedVec::default(),
            shown: BoundedVec::default(),
            waiting: BoundedVec::default(),
            points: vec![0; seats],
        };
        table.begin_race(context, &mut Log::discard());
        table
    }

    /// Returns the cards that a seat may play: the concealed ones, then the open ones.
    pub(super) fn hand(&self, seat: Seat) -> impl Iterator<Item = Card> + use<'_> {
        let concealed = self.concealed.get(seat.index());
        concealed.into_iter().chain(self.shown.get(seat.index())).flat_map(|cards| cards.iter().copied())
    }

    /// Returns the moves of the next seat by card; for each, the spaces from the front.
    pub(super) fn moves(&self) -> impl Iterator<Item = Play> + use<'_> {
        let next = self.waiting.first().and_then(|seat| Some((*seat, self.at(*seat)?)));
        next.into_iter().flat_map(move |(seat, own)| {
            self.hand(seat).flat_map(move |card| {
                let mut spaces: Vec<usize> = self.targets(own, card).chain([own]).collect();
                spaces.sort_unstable();
                spaces.into_iter().map(move |to| Play { seat, card, to: Space::of_index(to) })
            })
        })
    }

    /// Plays a card onto the own space `from`, and moves the pawn to `to`, an index of the track.
    pub(super) fn lay(&mut self, seat: Seat, card: Card, from: usize, to: usize, log: &mut Log<Event>) {
        if !self.concealed[seat.index()].remove(card) {
            self.shown[seat.index()].remove(card);
        }
        self.track[from].pile.push(card);
        let (from_space, to_space) = (Space::of_index(from), Space::of_index(to));
        log.write(|| Played { seat, space: from_space, card });
        if from == to {
            log.write(|| Stayed { seat });
        } else {
            let other = self.track[to].seat;
            self.track[from].seat = other;
            self.track[to].seat = seat;
            log.write(|| Swapped { seat, from: from_space, to: to_space, other });
        }
        self.waiting.retain(|waiting| *waiting != seat);
    }

    /// Returns whether all cards of the race have been played.
    pub(super) fn race_is_over(&self) -> bool {
        self.waiting.is_empty() && self.round >= HAND as u64
    }

    /// Begins the next round.
    pub(super) fn begin_round(&mut self, log: &mut Log<Event>) {
        self.round += 1;
        self.waiting = self.order().collect();
        log.write(|| RoundBegan { round: self.round, order: self.waiting.to_vec() });
    }

    /// Begins the next round, the next race, or ends the game, once all seats have played.
    pub(super) fn go_on(&mut self, context: Context<ParticleStreamOptions>, log: &mut Log<Event>) {
        if !self.waiting.is_empty() {
            return;
        }
        if !self.race_is_over() {
            return self.begin_round(log);
        }
        let scored = self.race_points();
        self.points.iter_mut().zip(&scored).for_each(|(points, scored)| *points += scored);
        log.write(|| Scored { race: self.race, points: scored });
        if self.race < context.options.races as u64 {
            self.begin_race(context, log);
        } else {
            self.phase = Phase::Over;
            log.write(|| Ended { points: self.points.clone() });
        }
    }

    fn begin_race(&mut self, context: Context<ParticleStreamOptions>, log: &mut Log<Event>) {
        self.race += 1;
        self.round = 0;
        let deck = shuffled(&Card::DECK, context.chance, ParticleStream::ID, 2 * self.race - 1);
        let mut starts = starts(&deck, context.seats);
        starts.sort_by_key(|start| start.card.rank());
        let mut others = Card::DECK.to_vec();
        others.retain(|card| starts.iter().all(|start| start.card != *card));
        let mut deck = shuffled(&others, context.chance, ParticleStream::ID, 2 * self.race);
        self.track =
            starts.iter().map(|start| TrackSpace { seat: start.seat, pile: vec![start.card].into() }).collect();
        log.write(|| RaceBegan { race: self.race, track: starts });
        self.concealed = BoundedVec::default();
        self.shown = BoundedVec::default();
        for seat in context.seats.iter() {
            self.concealed.push(dealt(&mut deck, CONCEALED));
            let shown = dealt(&mut deck, SHOWN);
            log.write(|| Dealt { seat, shown: shown.to_vec() });
            self.shown.push(shown);
        }
        self.begin_round(log);
    }
}
