//! The events of Dungeon Crawl.

use serde::Serialize;
use utoipa::ToSchema;

use super::challenge::Kind;
use super::character::Skill;
use super::monster::Monster;
use crate::cards::Card;
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

/// A seat built its character.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlCharacterBuilt)]
pub struct CharacterBuilt {
    /// The seat.
    pub seat: Seat,
}

/// All seats have built: the character of one of them is revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlRevealed)]
pub struct Revealed {
    /// The seat.
    pub seat: Seat,
    /// Speed.
    pub speed: u64,
    /// Power.
    pub power: u64,
    /// Health.
    pub health: u64,
}

/// A turn began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlTurnBegan)]
pub struct TurnBegan {
    /// The seat.
    pub seat: Seat,
    /// The round.
    pub round: u64,
}

/// A seat rolled a die to walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlRolled)]
pub struct Rolled {
    /// The seat.
    pub seat: Seat,
    /// The die.
    pub die: Face,
}

/// A pawn walked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlWalked)]
pub struct Walked {
    /// The seat.
    pub seat: Seat,
    /// The spaces that it stepped on, in order.
    pub spaces: Vec<u64>,
    /// Whether a locked door led it back to the beginning of its zone.
    pub locked: bool,
}

/// A passage, a slide or the False Exit led a pawn to another space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlJumped)]
pub struct Jumped {
    /// The seat.
    pub seat: Seat,
    /// The space where it stopped.
    pub from: u64,
    /// The space where it is now.
    pub to: u64,
}

/// A seat drew a card in the open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// Gold was set aside for the next treasure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlDeferred)]
pub struct Deferred {
    /// The card.
    pub card: Card,
}

/// A combat began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlCombatBegan)]
pub struct CombatBegan {
    /// The space.
    pub space: u64,
    /// The card.
    pub card: Card,
    /// The monster that the card is here.
    pub monster: Monster,
}

/// A seat fought a monster. Reported again after upgrades that won the fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlFought)]
pub struct Fought {
    /// The seat.
    pub seat: Seat,
    /// The kind of monster.
    pub kind: Kind,
    /// Three dice of the seat, then three of the monster.
    pub dice: [Face; 6],
    /// The totals of the seat and of the monster.
    pub totals: [u64; 2],
    /// Whether the seat won.
    pub won: bool,
}

/// A seat met a trap. Reported again after upgrades that disarmed it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlTrapped)]
pub struct Trapped {
    /// The seat.
    pub seat: Seat,
    /// The value of the trap.
    pub value: u64,
    /// Whether the seat disarmed it.
    pub won: bool,
}

/// A seat gained experience.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlGained)]
pub struct Gained {
    /// The seat.
    pub seat: Seat,
    /// The experience that it has now.
    pub experience: u64,
}

/// The damage of a seat changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlDamaged)]
pub struct Damaged {
    /// The seat.
    pub seat: Seat,
    /// The damage that it has now.
    pub damage: u64,
}

/// A seat ate food.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlAte)]
pub struct Ate {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat carries food that it found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlCarriedFood)]
pub struct CarriedFood {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat added 1 to a skill.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlUpgraded)]
pub struct Upgraded {
    /// The seat.
    pub seat: Seat,
    /// The skill.
    pub skill: Skill,
    /// The skill with all that was added to it.
    pub value: u64,
}

/// A character died.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlDied)]
pub struct Died {
    /// The seat.
    pub seat: Seat,
}

/// A character that died began again where it was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlRestarted)]
pub struct Restarted {
    /// The seat.
    pub seat: Seat,
}

/// A seat killed a big monster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlKilled)]
pub struct Killed {
    /// The seat.
    pub seat: Seat,
    /// The monster.
    pub monster: Monster,
}

/// The treasure of a monster was drawn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlTreasureFound)]
pub struct TreasureFound {
    /// The seat.
    pub seat: Seat,
    /// The cards that were drawn, in order.
    pub cards: Vec<Card>,
}

/// A seat picked a card of a treasure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlTook)]
pub struct Took {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat picked no weapon.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlPassed)]
pub struct Passed {
    /// The seat.
    pub seat: Seat,
}

/// Cards were discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlDiscarded)]
pub struct Discarded {
    /// The cards, in canonical order.
    pub cards: Vec<Card>,
}

/// No living seat was left in a combat, and its monster was discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlMonsterLeft)]
pub struct MonsterLeft {
    /// The space.
    pub space: u64,
}

/// The deck was empty, and the discards became the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlReshuffled)]
pub struct Reshuffled {
    /// The number of cards.
    pub cards: u64,
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlEnd)]
pub enum Why {
    /// A seat reached the exit.
    Exit,
    /// No seat is alive.
    AllDied,
    /// The last round ended.
    Rounds,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DungeonCrawlEnded)]
pub struct Ended {
    /// The reason.
    pub why: Why,
}

wire::tagged! {
    event
    /// An event in Dungeon Crawl.
    pub enum Event = "DungeonCrawlEvent" by "type" {
        "built" => CharacterBuilt(CharacterBuilt),
        "revealed" => Revealed(Revealed),
        "turn_began" => TurnBegan(TurnBegan),
        "rolled" => Rolled(Rolled),
        "walked" => Walked(Walked),
        "jumped" => Jumped(Jumped),
        "drew" => Drew(Drew),
        "deferred" => Deferred(Deferred),
        "combat_began" => CombatBegan(CombatBegan),
        "fought" => Fought(Fought),
        "trap" => Trapped(Trapped),
        "experience" => Gained(Gained),
        "damage" => Damaged(Damaged),
        "ate" => Ate(Ate),
        "food_carried" => CarriedFood(CarriedFood),
        "upgraded" => Upgraded(Upgraded),
        "died" => Died(Died),
        "restarted" => Restarted(Restarted),
        "killed" => Killed(Killed),
        "treasure" => TreasureFound(TreasureFound),
        "took" => Took(Took),
        "passed" => Passed(Passed),
        "discarded" => Discarded(Discarded),
        "monster_left" => MonsterLeft(MonsterLeft),
        "reshuffled" => Reshuffled(Reshuffled),
        "ended" => Ended(Ended),
    }
}
