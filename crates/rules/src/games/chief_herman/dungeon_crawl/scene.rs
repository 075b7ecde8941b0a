//! The description of the table: five zones of spaces, and what the characters have.

use super::DungeonCrawl;
use super::challenge::Challenge;
use super::character::{Character, Skill, Skills};
use super::dungeon::{END, Space, ZONES};
use super::table::{Phase, Table};
use crate::cards::{Card, Viewed};
use crate::dice::Face;
use crate::game::{Game as _, Seat};
use crate::games::chief_herman::shown;
use crate::scene::{Area, Ground, Paint, Piece, Place, Scene};

/// The names of the zones.
const NAMES: [&str; 5] = ["zone 1", "zone 2", "zone 3", "zone 4", "zone 5"];
/// The number of spaces in the first row of a zone. The second row of the last zone has one more.
const COLUMNS: u64 = 6;
/// The number of cards of a character for which space is reserved.
const ROOM: usize = 3;

pub(super) fn describe(table: &Table<Viewed<Card>>) -> Scene {
    let mut areas: Vec<Area> = (0..ZONES.len()).map(|zone| zone_area(table, zone)).collect();
    if let Some(Challenge { dice: Some(dice), .. }) = table.challenge {
        areas.push(dice_area("dice", &dice[..3], Paint::Of(table.turn)));
        areas.push(dice_area("dice of the monster", &dice[3..], Paint::Plain));
    }
    if let Some(card) = table.found {
        areas.push(Area::fan("food found", 1, [Piece::card(card)]));
    }
    if let Some(treasure) = &table.treasure {
        areas.push(shown::fan("treasure", ROOM, &treasure.pile));
        if !treasure.traps.is_empty() {
            areas.push(Area::fan("traps to come", 3, treasure.traps.iter().copied().map(Piece::card)));
        }
    }
    areas.push(shown::fan("gold set aside", ROOM, &table.deferred));
    areas.push(shown::pile("deck", table.deck.len()));
    areas.push(shown::pile("discards", table.discards.len()));
    for (seat, character) in table.seats.0.iter().zip(&table.characters) {
        let Character { weapon, food, gold, .. } = character;
        let things = weapon.iter().chain(food).chain(gold.iter()).copied().map(Piece::card);
        areas.push(Area::fan("things", ROOM, things).of(seat));
    }
    let mut scene = Scene::new(DungeonCrawl::TITLE, table.caption(), areas);
    for built in &*table.built {
        let note = built.known().map_or_else(|| "has built".to_owned(), |skills| skills.text());
        scene = scene.noting(built.seat, note);
    }
    for (seat, character) in table.seats.0.iter().zip(&table.characters) {
        scene = scene.noting(seat, character.text());
    }
    scene
}

fn zone_area(table: &Table<Viewed<Card>>, zone: usize) -> Area {
    let first = ZONES[zone];
    let end = ZONES.get(zone + 1).copied().unwrap_or(END + 1);
    let place = |number: u64| {
        let (column, row) = match number - first {
            nth if nth < COLUMNS => (nth, 0),
            nth => (nth - COLUMNS, 1),
        };
        let combat = table.combat_on(number);
        let label = match combat {
            Some(combat) => format!("{} {}/{}", combat.monster.name(), combat.health, combat.monster.health()),
            None => label(number),
        };
        let pieces = combat.map(|combat| Piece::card(combat.card)).into_iter();
        let pawns = table.living_on(number).map(Piece::Token);
        Place::at("", 2 * column as i32, 2 * row, pieces.chain(pawns)).labelled(label)
    };
    Area::from_places(NAMES[zone], Ground::Board, (first..end).map(place).collect())
}

/// Returns what is printed on a space: its number, unless it is special.
fn label(number: u64) -> String {
    match Space::of(number) {
        Space::Start => "start".to_owned(),
        Space::Card => number.to_string(),
        Space::Monster(power) => format!("monster {power}"),
        Space::Trap(value) => format!("trap {value}"),
        Space::Fountain => "fountain".to_owned(),
        Space::Passage(to) => format!("on to {to}"),
        Space::Slide(to) | Space::FalseExit(to) => format!("back to {to}"),
        Space::End => "exit".to_owned(),
    }
}

fn dice_area(name: &'static str, dice: &[Face], paint: Paint) -> Area {
    Area::row(name, dice.len(), dice.iter().map(|face| Piece::Pips(*face, paint)))
}

impl Skills {
    fn text(self) -> String {
        let Self { speed, power, health } = self;
        format!("Speed {speed}, Power {power}, Health {health}")
    }
}

impl Character {
    fn text(&self) -> String {
        if !self.alive {
            return "dead".to_owned();
        }
        let [speed, power, health] = Skill::ALL.map(|skill| self.skill(skill));
        let Self { damage, experience, .. } = self;
        format!("Speed {speed}, Power {power}, damage {damage} of {health}, experience {experience}")
    }
}

impl Table<Viewed<Card>> {
    fn caption(&self) -> String {
        match self.phase {
            Phase::Build => "all build a character".to_owned(),
            Phase::Over => format!("over in round {}", self.round),
            _ => format!("round {}, seat {} {}", self.round, self.active(), self.question(self.active())),
        }
    }

    /// Returns what a seat has to decide.
    fn question(&self, seat: Seat) -> String {
        let in_combat = || self.combat_on(self.pawn()).map(|combat| combat.monster.name());
        match self.phase {
            Phase::Build | Phase::Over => String::new(),
            Phase::Start => match in_combat() {
                Some(monster) => format!("is to fight the {monster}"),
                None => "is to go".to_owned(),
            },
            Phase::Join => {
                let (monster, steps) = (in_combat().unwrap_or_default(), self.steps.unwrap_or_default());
                format!("meets a {monster}, with {steps} more to walk")
            }
            Phase::React => match self.challenge {
                Some(challenge) => {
                    let needed = challenge.upgrades_needed(self.character(seat));
                    let (name, value) = (challenge.kind.name(), challenge.value);
                    format!("loses against a {name} of {value}, short by {needed}")
                }
                None => String::new(),
            },
            Phase::Save => "has too much damage".to_owned(),
            Phase::Food => "has found food".to_owned(),
            Phase::Pick => "picks a card of the treasure".to_owned(),
        }
    }
}
