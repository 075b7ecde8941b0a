//! Particle Stream: play cards onto a track of piles, and change places with those ahead. Rules: particle-stream.md.
//!
//! Modules: `track` (spaces), `table` (table, races and rounds), `view` (concealed cards), `moves` (move and events),
//! `inspection` (faults) and `plan` (built-in player).

mod inspection;
mod moves;
mod plan;
mod sentences;
mod table;
mod track;
mod view;

pub use self::moves::{Dealt, Ended, Event, Move, Play, Played, RaceBegan, RoundBegan, Scored, Stayed, Swapped};
pub use self::table::{Phase, Table};
pub use self::track::{Space, Start, TrackSpace};
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, SeatSet, Seated, Seats, Sight, Tag, Viewer, Weight, options,
};
use crate::games::chief_herman::shown;
use crate::page::{RulesPage, rules_page};
use crate::scene::{Area, Ground, Piece, Place, Scene, World};
use crate::wire;

const ENDED: Rule = Rule("particle-stream.ended");
const TURN: Rule = Rule("particle-stream.turn");
const CARD: Rule = Rule("particle-stream.card");
const SPACE: Rule = Rule("particle-stream.space");
const TARGET: Rule = Rule("particle-stream.target");

/// Particle Stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParticleStream;

wire::option! {
    /// The number of races of a run.
    #[schema(as = ParticleStreamRaces)]
    pub enum Races: "How many races are run." {
        /// Three.
        Three = "3" as 3,
        /// One.
        One = "1" as 1,
        /// Five.
        Five = "5" as 5,
    }
}

options! {
    /// The options of Particle Stream. An absent option has its default.
    pub struct ParticleStreamOptions {
        /// The number of races.
        pub races: Races,
    }
}

impl Game for ParticleStream {
    const ID: &'static str = "particle-stream";
    const NAME: &'static str = "ParticleStream";
    const TITLE: &'static str = "Particle Stream";
    const SUMMARY: &'static str = "Race to the front of the stream. The card that you play decides with whom you may \
        change places, and what others need to get past the space that you leave.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(10, 25);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Laboratory;
    const TAGS: &'static [Tag] = &[Tag::Cards, Tag::Race];
    const ADDED: &'static str = "2026-11-25";
    const PAGE: RulesPage = rules_page!(players: "particle-stream"; programs: "particle-stream", "seats", "chance");
    const HIDES: bool = true;
    const SEATS: std::ops::RangeInclusive<u8> = 4..=6;

    type Options = ParticleStreamOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<ParticleStreamOptions>) -> Table<Card> {
        Table::dealt(context)
    }

    fn inspect(context: Context<ParticleStreamOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// By card, the concealed ones first, each in canonical order; for each card, the spaces from the front.
    fn legal_moves(_: Context<ParticleStreamOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        LegalMoves::listed(table.moves().map(Move::Play).collect())
    }

    fn play(
        context: Context<ParticleStreamOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Move::Play(Play { seat, card, to }) = *mv;
        CARD.require(table.hand(seat).any(|own| own == card), || format!("seat {seat} has no {card}"))?;
        let spaces = table.track.len();
        SPACE.require(to.index() < spaces, || format!("to must be between 1 and {spaces} (got {to})"))?;
        let own = table.at(seat).ok_or_else(|| SPACE.violation("the seat has no pawn on the track"))?;
        let leads = to.index() == own || table.targets(own, card).any(|target| target == to.index());
        TARGET.require(leads, || format!("{card} does not lead from space {} to space {to}", Space::of_index(own)))?;
        table.lay(seat, card, own, to.index(), log);
        table.go_on(context, log);
        Ok(())
    }

    fn finished(_: ParticleStreamOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: ParticleStreamOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<ParticleStreamOptions, Table<Viewed<Card>>>) -> Scene {
        let table = sight.table;
        let space = |(i, space): (usize, &TrackSpace)| {
            let pieces = space.top().map(Piece::card).into_iter().chain([Piece::Token(space.seat)]);
            Place::at(Space::of_index(i), 2 * i as i32, 0, pieces).sized(2, 3)
        };
        let track = table.track.iter().enumerate().map(space).collect();
        let mut areas = vec![Area::from_places("track", Ground::Board, track)];
        for (seat, (concealed, open)) in sight.seats.iter().zip(table.concealed.iter().zip(&table.shown)) {
            areas.push(shown::fan("open", table::SHOWN, open).of(seat));
            areas.push(shown::fan("concealed", table::CONCEALED, concealed).as_hand().of(seat));
        }
        let scene = Scene::new(Self::TITLE, table.caption(sight.options), areas);
        let turns = table.waiting.iter().enumerate().skip(1);
        turns.fold(scene, |scene, (i, seat)| scene.noting(*seat, format!("plays after {i}")))
    }

    fn plan(sight: Sight<ParticleStreamOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        plan::decide(sight.table, seat, sight.options, draws).map(Move::Play).into_iter().collect()
    }
}

impl Seated for ParticleStream {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[60, 75, 90];

    /// All races are equally long.
    fn median_moves(options: ParticleStreamOptions, seats: Seats) -> u16 {
        Self::default_median_moves(seats) * options.races as u16 / Races::default() as u16
    }

    fn to_act(_: ParticleStreamOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: ParticleStreamOptions, table: &Table<Card>) -> Vec<i64> {
        table.points.clone()
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self, options: ParticleStreamOptions) -> String {
        let (race, races, round) = (self.race, options.races as u64, self.round);
        match self.phase {
            Phase::Race => format!("race {race} of {races}, round {round} of {}", table::HAND),
            Phase::Over => format!("over after race {race}"),
        }
    }
}

#[cfg(test)]
mod tests;
