//! The table and the course of the duel.

use serde::{Deserialize, Serialize};

use super::HeadlessInSeattle;
use super::fighter::{Face, Fighter, combat_cards};
use super::moves::{Ended, Event, Killed, KillersChanged, Lived, Play, Played, Purpose};
use crate::cards::{Card, CardFace, Cards, PlayedCard, shuffled};
use crate::game::{Context, Game as _, Log, NoOptions, Seat, SeatSet};
use crate::wire::{self, BoundedVec, ToSchema};

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = HeadlessInSeattlePhase)]
pub enum Phase {
    /// Every seat plays cards.
    Duel,
    /// The game has ended.
    Over,
}

/// The three fighters of a seat: jack, queen, king.
pub type Fighters = BoundedVec<Fighter, 3, 3>;

/// The table of Headless in Seattle. With cards that may be hidden, it is a view.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
pub struct Table<C: CardFace<Card = Card>> {
    /// The current phase.
    pub phase: Phase,
    /// The deck of each seat: the combat cards not yet played, the top first.
    pub decks: BoundedVec<Cards<C>, 2, 8>,
    /// The fighters of each seat.
    pub fighters: BoundedVec<Fighters, 2, 8>,
}

wire::named_schema!(
    impl[C: CardFace<Card = Card>] Table<C>,
    format!("{}{}", HeadlessInSeattle::NAME, C::SCHEMA_SUFFIX),
    wire::object("The table of Headless in Seattle.", [
        wire::required("phase", wire::reference_to::<Phase>()),
        wire::required(
            "decks",
            wire::list_from(
                "The deck of each seat.",
                Cards::<C>::shape("The combat cards not yet played, the top first."),
                2,
                8,
            ),
        ),
        wire::required(
            "fighters",
            wire::list_from(
                "The fighters of each seat.",
                wire::list_of("The jack, the queen and the king.", wire::reference_to::<Fighter>(), 3),
                2,
                8,
            ),
        ),
    ]),
    gather [Phase, C, Fighter]
);

impl<C: CardFace<Card = Card>> Table<C> {
    pub(super) fn seats(&self) -> impl Iterator<Item = Seat> + Clone + use<C> {
        (1..=self.decks.len() as u8).filter_map(Seat::new)
    }

    /// Returns all seats until the game has ended.
    pub(super) fn to_act(&self) -> SeatSet {
        match self.phase {
            Phase::Duel => self.seats().collect(),
            Phase::Over => SeatSet::NONE,
        }
    }

    /// Returns the first seat of those that have played the fewest cards; none once the game has ended.
    pub(super) fn behind(&self) -> Option<Seat> {
        let most = self.decks.iter().map(|deck| deck.len()).max().unwrap_or(0);
        self.to_act().iter().find(|seat| self.decks[seat.index()].len() == most)
    }

    /// Returns whether a seat may play onto a fighter: an own one has at most one defense.
    pub(super) fn is_open(&self, seat: Seat, owner: Seat, fighter: &Fighter) -> bool {
        owner != seat || fighter.defense.is_none()
    }

    /// Returns the moves of a seat that may act: by owner, then jack, queen, king.
    pub(super) fn plays(&self, seat: Seat) -> impl Iterator<Item = Play> {
        self.seats().zip(&self.fighters).flat_map(move |(owner, fighters)| {
            let open = fighters.iter().filter(move |fighter| self.is_open(seat, owner, fighter));
            open.map(move |fighter| Play { seat, owner, fighter: fighter.fighter })
        })
    }

    /// Returns the cards that a seat has played, wherever they are.
    pub(super) fn played_by(&self, seat: Seat) -> impl Iterator<Item = Card> {
        let of_owner = move |(owner, fighter): (Seat, &Fighter)| {
            let defense = fighter.defense.filter(|_| owner == seat);
            let attacks = fighter.attacks.iter().filter(|attack| attack.seat == seat).map(|attack| attack.card);
            attacks.chain(defense).collect::<Vec<_>>()
        };
        self.each_fighter().flat_map(of_owner)
    }

    /// Returns all fighters with their owners.
    pub(super) fn each_fighter(&self) -> impl Iterator<Item = (Seat, &Fighter)> {
        self.seats().zip(&self.fighters).flat_map(|(owner, fighters)| fighters.iter().map(move |each| (owner, each)))
    }

    /// Returns the points that each seat would have if the game ended now.
    pub(super) fn points(&self) -> Vec<i64> {
        let mut points = vec![0; self.decks.len()];
        for (_, fighter) in self.each_fighter() {
            let killers = fighter.killers();
            for seat in killers.iter() {
                if let Some(points) = points.get_mut(seat.index()) {
                    *points += fighter.share(killers);
                }
            }
        }
        points
    }
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let deck = |seat: Seat| {
            let cards: Vec<Card> = combat_cards(seat).collect();
            shuffled(&cards, context.chance, HeadlessInSeattle::ID, seat.number().into())
        };
        let fighters = || Face::ALL.into_iter().map(Fighter::new).collect();
        Self {
            phase: Phase::Duel,
            decks: context.seats.iter().map(deck).collect(),
            fighters: context.seats.iter().map(|_| fighters()).collect(),
        }
    }

    /// Returns the fighter that a move names, if its owner is a seat of this game.
    pub(super) fn fighter(&self, mv: Play) -> Option<&Fighter> {
        self.fighters.get(mv.owner.index())?.get(mv.fighter as usize)
    }

    /// Plays the top card of a seat onto a fighter that is open to it.
    pub(super) fn play(&mut self, Play { seat, owner, fighter }: Play, log: &mut Log<Event>) {
        let Some(card) = self.decks[seat.index()].draw() else { return };
        let target = &mut self.fighters[owner.index()][fighter as usize];
        let before = target.killers();
        let purpose = if owner == seat { Purpose::Defense } else { Purpose::Attack };
        match purpose {
            Purpose::Defense => target.defense = Some(card),
            Purpose::Attack => target.attack(PlayedCard { seat, card }),
        }
        log.write(|| Played { seat, card, owner, fighter, purpose });
        let killers = target.killers();
        if killers != before {
            log.write(|| KillersChanged { owner, fighter, seats: killers.iter().collect() });
        }
        if self.decks[seat.index()].is_empty() {
            self.end(seat, log);
        }
    }

    /// Ends the game with the last card of a seat.
    fn end(&mut self, seat: Seat, log: &mut Log<Event>) {
        self.phase = Phase::Over;
        log.write(|| Ended { seat });
        for (owner, each) in self.each_fighter() {
            let (fighter, killers) = (each.fighter, each.killers());
            if killers.is_empty() {
                log.write(|| Lived { owner, fighter });
            } else {
                let (seats, points) = (killers.iter().collect(), each.share(killers));
                log.write(|| Killed { owner, fighter, seats, points });
            }
        }
    }
}
