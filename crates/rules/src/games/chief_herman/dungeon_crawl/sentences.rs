//! The sentences of the events.

use super::events::{
    Ate, CarriedFood, CharacterBuilt, CombatBegan, Damaged, Deferred, Died, Discarded, Drew, Ended, Event, Fought,
    Gained, Jumped, Killed, MonsterLeft, Passed, Reshuffled, Restarted, Revealed, Rolled, Took, Trapped, TreasureFound,
    TurnBegan, Upgraded, Walked, Why,
};
use crate::text::{Sentence, capitalized, card, cards, counted, few_cards};

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::CharacterBuilt(CharacterBuilt { seat }) => format!("Seat {seat} builds a character."),
            Self::Revealed(Revealed { seat, speed, power, health }) => {
                format!("The character of seat {seat} has Speed {speed}, Power {power} and Health {health}.")
            }
            Self::TurnBegan(TurnBegan { seat, round }) => format!("The turn of seat {seat} in round {round} begins."),
            Self::Rolled(Rolled { seat, die }) => format!("Seat {seat} rolls {die}."),
            Self::Walked(walked) => walked.sentence(),
            Self::Jumped(Jumped { seat, from, to }) if to > from => {
                format!("A passage leads seat {seat} from space {from} to space {to}.")
            }
            Self::Jumped(Jumped { seat, from, to }) => {
                format!("Seat {seat} is led back from space {from} to space {to}.")
            }
            Self::Drew(Drew { seat, card: drawn }) => format!("Seat {seat} draws {}.", card(*drawn)),
            Self::Deferred(Deferred { card: gold }) => {
                format!("{} is set aside for the next treasure.", capitalized(&card(*gold)))
            }
            Self::CombatBegan(CombatBegan { space, card: face, monster }) => {
                format!("A combat begins on space {space}: {} is a {} here.", card(*face), monster.name())
            }
            Self::Fought(fought) => fought.sentence(),
            Self::Trapped(Trapped { seat, value, won: true }) => format!("Seat {seat} disarms a trap of {value}."),
            Self::Trapped(Trapped { seat, value, won: false }) => {
                format!("Seat {seat} is too slow for a trap of {value}.")
            }
            Self::Gained(Gained { seat, experience }) => format!("Seat {seat} has {experience} experience now."),
            Self::Damaged(Damaged { seat, damage }) => format!("Seat {seat} has {damage} damage now."),
            Self::Ate(Ate { seat, card: food }) => format!("Seat {seat} eats {}.", card(*food)),
            Self::CarriedFood(CarriedFood { seat, card: food }) => format!("Seat {seat} carries {} now.", card(*food)),
            Self::Upgraded(Upgraded { seat, skill, value }) => {
                format!("Seat {seat} pays 3 experience for {} {value}.", skill.name())
            }
            Self::Died(Died { seat }) => format!("The character of seat {seat} dies."),
            Self::Restarted(Restarted { seat }) => format!("Seat {seat} begins again where its character died."),
            Self::Killed(Killed { seat, monster }) => format!("Seat {seat} kills the {}.", monster.name()),
            Self::TreasureFound(TreasureFound { seat, cards: drawn }) => {
                format!("Seat {seat} draws the treasure: {}.", cards(drawn))
            }
            Self::Took(Took { seat, card: taken }) => format!("Seat {seat} picks {}.", card(*taken)),
            Self::Passed(Passed { seat }) => format!("Seat {seat} picks no weapon."),
            Self::Discarded(Discarded { cards }) => {
                format!("The discards receive {}.", few_cards(cards))
            }
            Self::MonsterLeft(MonsterLeft { space }) => {
                format!("No living seat is left on space {space}, and the monster there is discarded.")
            }
            Self::Reshuffled(Reshuffled { cards }) => {
                format!("The deck is empty and is built from {} again.", counted(*cards, "discard"))
            }
            Self::Ended(Ended { why: Why::Exit }) => "The game ends, because a seat has reached the exit.".to_owned(),
            Self::Ended(Ended { why: Why::AllDied }) => "The game ends, because no seat is alive.".to_owned(),
            Self::Ended(Ended { why: Why::Rounds }) => "The game ends after the last round.".to_owned(),
        }
    }
}

impl Walked {
    fn sentence(&self) -> String {
        let Self { seat, spaces, locked } = self;
        let to = spaces.last().copied().unwrap_or_default();
        let door = if *locked { ", back from a locked door to the beginning of the zone," } else { "" };
        format!("Seat {seat} walks {}{door} and comes to space {to}.", counted(spaces.len() as u64, "step"))
    }
}

impl Fought {
    fn sentence(&self) -> String {
        let Self { seat, kind, totals: [own, against], won, .. } = self;
        let (result, monster) = (if *won { "wins" } else { "loses" }, kind.name());
        format!("Seat {seat} {result} against a {monster} with {own} to {against}.")
    }
}
