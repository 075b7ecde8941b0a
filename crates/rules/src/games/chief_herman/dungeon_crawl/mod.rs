//! Dungeon Crawl: build a character, walk through five zones, fight monsters alone or together, and bring out gold.
//! Rules: dungeon-crawl.md.
//!
//! Modules: `dungeon` (spaces and zones), `cards` (six decks), `character`, `course` (building, walking and turns),
//! `challenge` and its course `peril`, `monster` and its course `combat`, `treasure` and its course `picking`, `table`,
//! `legal` (legal moves and refusals), `view` (what is hidden), `moves`, `events`, `inspection` (faults), `scene` and
//! `plan` (built-in player).

mod cards;
mod challenge;
mod character;
mod combat;
mod course;
mod dungeon;
mod events;
mod inspection;
mod legal;
mod monster;
mod moves;
mod peril;
mod picking;
mod plan;
mod scene;
mod sentences;
mod table;
mod treasure;
mod view;

pub use self::challenge::{Challenge, Kind};
pub use self::character::{Built, Character, Shows, Skill, SkillValue, Skills, ViewedSkill};
use self::course::Crawl;
pub use self::events::{
    Ate, CarriedFood, CharacterBuilt, CombatBegan, Damaged, Deferred, Died, Discarded, Drew, Ended, Event, Fought,
    Gained, Jumped, Killed, MonsterLeft, Passed, Reshuffled, Restarted, Revealed, Rolled, Took, Trapped, TreasureFound,
    TurnBegan, Upgraded, Walked, Why,
};
pub use self::monster::{Combat, Monster};
pub use self::moves::{Accept, Build, Eat, Food, Go, Join, Keep, Leave, Move, Pass, Take, Upgrade, WalkOn};
pub use self::table::{Phase, Table};
pub use self::treasure::Treasure;
use super::{DESIGNER, SOURCE};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, Seat, SeatSet, Seated, Sight, Tag, Viewer, Weight, options,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{Piece, Scene, Winning, World};
use crate::wire;

const ENDED: Rule = Rule("dungeon-crawl.ended");
const TURN: Rule = Rule("dungeon-crawl.turn");
const BUILDING: Rule = Rule("dungeon-crawl.building");
const STARTING: Rule = Rule("dungeon-crawl.starting");
const JOINING: Rule = Rule("dungeon-crawl.joining");
const REACTING: Rule = Rule("dungeon-crawl.reacting");
const PICKING: Rule = Rule("dungeon-crawl.picking");
const FINDING: Rule = Rule("dungeon-crawl.finding");
const EATING: Rule = Rule("dungeon-crawl.eating");
const UPGRADING: Rule = Rule("dungeon-crawl.upgrading");
const RANGE: Rule = Rule("dungeon-crawl.range");
const SUM: Rule = Rule("dungeon-crawl.sum");
const FOOD: Rule = Rule("dungeon-crawl.food");
const HURT: Rule = Rule("dungeon-crawl.hurt");
const SKILL: Rule = Rule("dungeon-crawl.skill");
const EXPERIENCE: Rule = Rule("dungeon-crawl.experience");
const NO_USE: Rule = Rule("dungeon-crawl.no-use");
const CARRIES: Rule = Rule("dungeon-crawl.carries");
const PILE: Rule = Rule("dungeon-crawl.pile");
const WEAPON: Rule = Rule("dungeon-crawl.weapon");
const PASS: Rule = Rule("dungeon-crawl.pass");

/// Dungeon Crawl.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DungeonCrawl;

wire::option! {
    /// What death means.
    #[schema(as = DungeonCrawlDeath)]
    pub enum Death: "Whether a character that dies leaves the game or begins again where it died." {
        /// It leaves the game.
        Out = "out",
        /// It begins again, without anything that it had.
        Restart = "restart",
    }
}

options! {
    /// The options of Dungeon Crawl. An absent option has its default.
    pub struct DungeonCrawlOptions {
        /// What death means.
        pub death: Death,
    }
}

impl Game for DungeonCrawl {
    const ID: &'static str = "dungeon-crawl";
    const NAME: &'static str = "DungeonCrawl";
    const TITLE: &'static str = "Dungeon Crawl";
    const SUMMARY: &'static str = "Build a character and walk through a dungeon of cards. Disarm traps, fight monsters \
        alone or together, share their treasures, and do not die before the exit.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(45, 90);
    const WEIGHT: Weight = Weight::new(3);
    const WORLD: World = World::Dungeon;
    const TAGS: &'static [Tag] = &[Tag::Cards, Tag::Dice, Tag::Fighting, Tag::Race];
    const ADDED: &'static str = "2026-11-26";
    const PAGE: RulesPage = rules_page!(players: "dungeon-crawl"; programs: "dungeon-crawl", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 3..=6;
    const HIDES: bool = true;

    type Options = DungeonCrawlOptions;
    type Table = Table<Card>;
    type View = Table<Viewed<Card>>;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<DungeonCrawlOptions>) -> Table<Card> {
        Table::new(context.seats)
    }

    fn inspect(context: Context<DungeonCrawlOptions>, table: &mut Table<Card>, faults: &mut Faults) {
        inspection::inspect(context, table, faults);
    }

    /// Characters by seat, then by Speed, Power and Health. Then: going; joining and walking on; accepting; keeping and
    /// leaving; cards of a treasure in canonical order, and passing. After these: eating what is carried, then what was
    /// found; upgrades in the order of skills.
    fn legal_moves(_: Context<DungeonCrawlOptions>, table: &Table<Card>) -> LegalMoves<Self> {
        LegalMoves::listed(table.legal_moves())
    }

    fn play(
        context: Context<DungeonCrawlOptions>,
        table: &mut Table<Card>,
        mv: &Move,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        table.require_legal(mv)?;
        let Context { chance, seats, options: DungeonCrawlOptions { death } } = context;
        Crawl { table, chance, seats, death, log }.play(mv);
        Ok(())
    }

    fn finished(_: DungeonCrawlOptions, table: &Table<Card>) -> bool {
        table.phase == Phase::Over
    }

    fn redeal(_: DungeonCrawlOptions, table: &Table<Card>, viewer: Viewer, draws: &mut Draws) -> Table<Card> {
        table.redealt(viewer, draws)
    }

    fn scene(sight: Sight<DungeonCrawlOptions, Table<Viewed<Card>>>) -> Scene {
        scene::describe(sight.table)
    }

    fn plan(sight: Sight<DungeonCrawlOptions, Table<Viewed<Card>>>, draws: &mut Draws) -> Vec<Move> {
        let Viewer::Seat(seat) = sight.viewer else { return Vec::new() };
        if sight.table.to_act().contains(seat) {
            plan::decide(sight.table, seat, draws).into_iter().collect()
        } else {
            Vec::new()
        }
    }
}

impl Seated for DungeonCrawl {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[89, 120, 157, 173];

    fn to_act(_: DungeonCrawlOptions, table: &Table<Card>) -> SeatSet {
        table.to_act()
    }

    fn points(_: DungeonCrawlOptions, table: &Table<Card>) -> Vec<i64> {
        table.points()
    }

    /// The gold and the weapon, which count. Food does not.
    fn winning(_: DungeonCrawlOptions, table: &Table<Card>, seat: Seat) -> Winning {
        let counting = table
            .characters
            .get(seat.index())
            .into_iter()
            .flat_map(|character| character.weapon.iter().chain(character.gold.iter()).copied().map(Piece::card));
        Winning::Own(counting.collect())
    }

    /// The dead are behind all living seats, even those without points.
    fn places(_: DungeonCrawlOptions, table: &Table<Card>) -> Vec<u8> {
        table.places()
    }
}

#[cfg(test)]
mod tests;
