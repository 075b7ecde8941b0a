//! The events of Dungeon Crawl.

use serde::Serialize;

use super::challenge::Kind;
use super::character::Skill;
use super::monster::Monster;
use crate::cards::Card;
use crate::dice::Face;
use crate::game::Seat;
use crate::wire::{self, ToSchema};

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

wire::tagged! {
    event
    /// An event in Dungeon Crawl.
    pub enum Event = "DungeonCrawlEvent" by "type" {
        /// A seat built its character.
        "built" => CharacterBuilt as DungeonCrawlCharacterBuilt {
            /// The seat.
            pub seat: Seat,
        },
        /// All seats have built: the character of one of them is revealed.
        "revealed" => Revealed as DungeonCrawlRevealed {
            /// The seat.
            pub seat: Seat,
            /// Speed.
            pub speed: u64,
            /// Power.
            pub power: u64,
            /// Health.
            pub health: u64,
        },
        /// A turn began.
        "turn_began" => TurnBegan as DungeonCrawlTurnBegan {
            /// The seat.
            pub seat: Seat,
            /// The round.
            pub round: u64,
        },
        /// A seat rolled a die to walk.
        "rolled" => Rolled as DungeonCrawlRolled {
            /// The seat.
            pub seat: Seat,
            /// The die.
            pub die: Face,
        },
        /// A pawn walked.
        "walked" => Walked as DungeonCrawlWalked {
            /// The seat.
            pub seat: Seat,
            /// The spaces that it stepped on, in order.
            pub spaces: Vec<u64>,
            /// Whether a locked door led it back to the beginning of its zone.
            pub locked: bool,
        },
        /// A passage, a slide or the False Exit led a pawn to another space.
        "jumped" => Jumped as DungeonCrawlJumped {
            /// The seat.
            pub seat: Seat,
            /// The space where it stopped.
            pub from: u64,
            /// The space where it is now.
            pub to: u64,
        },
        /// A seat drew a card in the open.
        "drew" => Drew as DungeonCrawlDrew {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// Gold was set aside for the next treasure.
        "deferred" => Deferred as DungeonCrawlDeferred {
            /// The card.
            pub card: Card,
        },
        /// A combat began.
        "combat_began" => CombatBegan as DungeonCrawlCombatBegan {
            /// The space.
            pub space: u64,
            /// The card.
            pub card: Card,
            /// The monster that the card is here.
            pub monster: Monster,
        },
        /// A seat fought a monster. Reported again after upgrades that won the fight.
        "fought" => Fought as DungeonCrawlFought {
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
        },
        /// A seat met a trap. Reported again after upgrades that disarmed it.
        "trap" => Trapped as DungeonCrawlTrapped {
            /// The seat.
            pub seat: Seat,
            /// The value of the trap.
            pub value: u64,
            /// Whether the seat disarmed it.
            pub won: bool,
        },
        /// A seat gained experience.
        "experience" => Gained as DungeonCrawlGained {
            /// The seat.
            pub seat: Seat,
            /// The experience that it has now.
            pub experience: u64,
        },
        /// The damage of a seat changed.
        "damage" => Damaged as DungeonCrawlDamaged {
            /// The seat.
            pub seat: Seat,
            /// The damage that it has now.
            pub damage: u64,
        },
        /// A seat ate food.
        "ate" => Ate as DungeonCrawlAte {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat carries food that it found.
        "food_carried" => CarriedFood as DungeonCrawlCarriedFood {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat added 1 to a skill.
        "upgraded" => Upgraded as DungeonCrawlUpgraded {
            /// The seat.
            pub seat: Seat,
            /// The skill.
            pub skill: Skill,
            /// The skill with all that was added to it.
            pub value: u64,
        },
        /// A character died.
        "died" => Died as DungeonCrawlDied {
            /// The seat.
            pub seat: Seat,
        },
        /// A character that died began again where it was.
        "restarted" => Restarted as DungeonCrawlRestarted {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat killed a big monster.
        "killed" => Killed as DungeonCrawlKilled {
            /// The seat.
            pub seat: Seat,
            /// The monster.
            pub monster: Monster,
        },
        /// The treasure of a monster was drawn.
        "treasure" => TreasureFound as DungeonCrawlTreasureFound {
            /// The seat.
            pub seat: Seat,
            /// The cards that were drawn, in order.
            pub cards: Vec<Card>,
        },
        /// A seat picked a card of a treasure.
        "took" => Took as DungeonCrawlTook {
            /// The seat.
            pub seat: Seat,
            /// The card.
            pub card: Card,
        },
        /// A seat picked no weapon.
        "passed" => Passed as DungeonCrawlPassed {
            /// The seat.
            pub seat: Seat,
        },
        /// Cards were discarded.
        "discarded" => Discarded as DungeonCrawlDiscarded {
            /// The cards, in canonical order.
            pub cards: Vec<Card>,
        },
        /// No living seat was left in a combat, and its monster was discarded.
        "monster_left" => MonsterLeft as DungeonCrawlMonsterLeft {
            /// The space.
            pub space: u64,
        },
        /// The deck was empty, and the discards became the deck.
        "reshuffled" => Reshuffled as DungeonCrawlReshuffled {
            /// The number of cards.
            pub cards: u64,
        },
        /// The game ended.
        "ended" => Ended as DungeonCrawlEnded {
            /// The reason.
            pub why: Why,
        },
    }
}
