//! The inspection of a posted table of Dungeon Crawl.

use std::fmt::Display;

use super::cards::{self, Role, Tally};
use super::challenge::Kind;
use super::character::{Built, Character, MAX_SUM, Skill, Skills};
use super::dungeon::{self, END, Space};
use super::table::{AllSeats, Phase, ROUNDS, Table};
use super::treasure::Treasure;
use super::{Death, DungeonCrawlOptions};
use crate::cards::Card;
use crate::fault::Faults;
use crate::game::{Context, SeatSet, Seats};

pub(super) fn inspect(context: Context<DungeonCrawlOptions>, table: &mut Table<Card>, faults: &mut Faults) {
    let (seats, death) = (context.seats, context.options.death);
    table.seats = AllSeats(seats.all());
    inspect_cards(table, faults);
    inspect_things(table, faults);
    if table.phase == Phase::Build {
        inspect_build(seats, table, faults);
    } else if faults.require_by_seat(seats.count().into(), [("/characters", table.characters.len())]) {
        for i in 0..table.characters.len() {
            inspect_character(table, i, death, faults);
        }
        inspect_combats(table, faults);
        let counted = table.shuffles > 0;
        faults.require(counted, "/shuffles", "impossible_count", "the deck has been shuffled");
        if inspect_turn(seats, table, faults) && inspect_presence(table, faults) {
            inspect_phase(table, faults);
            inspect_end(table, faults);
        }
    }
    sort(table);
}

/// Sorts the lists whose order has no meaning.
fn sort(table: &mut Table<Card>) {
    table.discards.sort();
    table.deferred.sort();
    table.built.sort_by_key(|built| built.seat);
    table.combats.sort_by_key(|combat| combat.space);
    table.characters.iter_mut().for_each(|character| character.gold.sort());
    if let Some(treasure) = &mut table.treasure {
        treasure.pile.sort();
    }
}

/// Counts all cards, those of the skills included.
fn inspect_cards(table: &Table<Card>, faults: &mut Faults) {
    let mut tally = Tally::new();
    let mut see = |card: Card, at: &dyn Display, faults: &mut Faults| {
        let too_many = tally.add(card);
        faults.require(!too_many, at, "too_many_cards", format_args!("{card} is there more than six times"));
    };
    let mut see_list = |list: &[Card], at: &str, faults: &mut Faults| {
        list.iter().enumerate().for_each(|(i, card)| see(*card, &format_args!("{at}/{i}"), faults));
    };
    see_list(&table.deck, "/deck", faults);
    see_list(&table.discards, "/discards", faults);
    see_list(&table.deferred, "/deferred", faults);
    for (i, character) in table.characters.iter().enumerate() {
        see_list(&character.gold, &format!("/characters/{i}/gold"), faults);
    }
    if let Some(treasure) = &table.treasure {
        see_list(&treasure.traps, "/treasure/traps", faults);
        see_list(&treasure.pile, "/treasure/pile", faults);
    }
    let mut see_skills = |skills: Skills, at: String, faults: &mut Faults| {
        for (skill, field) in Skill::ALL.into_iter().zip(["speed", "power", "health"]) {
            if let Some(card) = skill.card(skills.of(skill)) {
                see(card, &format_args!("{at}/{field}"), faults);
            }
        }
    };
    for (i, built) in table.built.iter().enumerate() {
        see_skills(built.skills(), format!("/built/{i}"), faults);
    }
    for (i, character) in table.characters.iter().enumerate() {
        see_skills(character.built(), format!("/characters/{i}"), faults);
    }
    for (i, Character { weapon, food, .. }) in table.characters.iter().enumerate() {
        for (card, field) in [(weapon, "weapon"), (food, "food")] {
            if let Some(card) = card {
                see(*card, &format_args!("/characters/{i}/{field}"), faults);
            }
        }
    }
    for (i, combat) in table.combats.iter().enumerate() {
        see(combat.card, &format_args!("/combats/{i}/card"), faults);
    }
    if let Some(card) = table.found {
        see(card, &"/found", faults);
    }
    for card in Card::DECK.into_iter().filter(|_| table.phase != Phase::Build) {
        let missing = tally.missing(card);
        let detail = format_args!("{card} is there {missing} times less than six times");
        faults.require(missing == 0, "", "card_missing", detail);
    }
}

/// Checks that each card is one that can be where it is.
fn inspect_things(table: &Table<Card>, faults: &mut Faults) {
    let mut require = |card: Card, roles: &[Role], at: &dyn Display| {
        let fits = roles.contains(&cards::role(card));
        faults.require(fits, at, "impossible_things", format_args!("{card} cannot be here"));
    };
    let mut require_all = |list: &[Card], roles: &[Role], at: &str| {
        list.iter().enumerate().for_each(|(i, card)| require(*card, roles, &format_args!("{at}/{i}")));
    };
    require_all(&table.deferred, &[Role::Gold], "/deferred");
    for (i, character) in table.characters.iter().enumerate() {
        require_all(&character.gold, &[Role::Gold], &format!("/characters/{i}/gold"));
    }
    if let Some(treasure) = &table.treasure {
        require_all(&treasure.traps, &[Role::Trap], "/treasure/traps");
        require_all(&treasure.pile, &[Role::Weapon, Role::Gold, Role::Food], "/treasure/pile");
    }
    for (i, character) in table.characters.iter().enumerate() {
        if let Some(weapon) = character.weapon {
            require(weapon, &[Role::Weapon], &format_args!("/characters/{i}/weapon"));
        }
        if let Some(food) = character.food {
            require(food, &[Role::Food], &format_args!("/characters/{i}/food"));
        }
    }
    if let Some(found) = table.found {
        require(found, &[Role::Food], &"/found");
    }
}

fn inspect_skills(skills: Skills, at: impl Display, faults: &mut Faults) {
    let possible = skills.are_in_range() && skills.sum() <= MAX_SUM;
    let Skills { speed, power, health } = skills;
    let detail = format_args!("no character has Speed {speed}, Power {power} and Health {health}");
    faults.require(possible, at, "impossible_character", detail);
}

fn inspect_build(seats: Seats, table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_phase";
    let mut seen = SeatSet::NONE;
    for (i, built) in table.built.iter().enumerate() {
        let Built { seat, .. } = *built;
        let is_new = seats.contains(seat) && !seen.contains(seat);
        let detail = format_args!("seat {seat} does not exist or has built twice");
        faults.require(is_new, format_args!("/built/{i}/seat"), code, detail);
        seen.insert(seat);
        inspect_skills(built.skills(), format_args!("/built/{i}"), faults);
    }
    faults.require(seen != seats.all(), "/built", code, "all seats have built");
    let lists = [
        ("/deck", table.deck.len()),
        ("/discards", table.discards.len()),
        ("/deferred", table.deferred.len()),
        ("/characters", table.characters.len()),
        ("/combats", table.combats.len()),
        ("/steps", table.steps.iter().count()),
        ("/challenge", table.challenge.iter().count()),
        ("/found", table.found.iter().count()),
        ("/treasure", table.treasure.iter().count()),
    ];
    for (at, count) in lists {
        faults.require(count == 0, at, code, "not all characters are built");
    }
    for (at, count) in [("/rolls", table.rolls), ("/shuffles", table.shuffles)] {
        faults.require(count == 0, at, "impossible_count", "not all characters are built");
    }
    for (at, number) in [("/round", table.round), ("/turn", table.turn.number().into())] {
        faults.require(number == 1, at, "impossible_turn", "characters are built before the first turn");
    }
}

fn inspect_character(table: &Table<Card>, i: usize, death: Death, faults: &mut Faults) {
    let character = &table.characters[i];
    let at = format!("/characters/{i}");
    let is_turn = table.turn.index() == i;
    inspect_skills(character.built(), &at, faults);
    let can_die = character.alive || death == Death::Out;
    faults.require(can_die, format_args!("{at}/alive"), "impossible_character", "a character that dies begins again");
    if character.alive {
        let saving = u64::from(table.phase == Phase::Save && is_turn);
        let possible = character.damage <= character.skill(Skill::Health) + saving;
        let detail = format_args!("{} damage is more than Health", character.damage);
        faults.require(possible, format_args!("{at}/damage"), "impossible_damage", detail);
    } else {
        faults.require(character.is_bare(), &at, "impossible_things", "a dead character has nothing");
    }
    if let Some(weapon) = character.weapon {
        let possible =
            cards::role(weapon) != Role::Weapon || cards::face_value(weapon) <= character.skill(Skill::Speed);
        let detail = format_args!("{weapon} is above Speed");
        faults.require(possible, format_args!("{at}/weapon"), "impossible_things", detail);
    }
    let space = character.space;
    let at_end = table.phase == Phase::Over && is_turn && character.alive;
    let possible = Space::of(space).leads_to().is_none() && (space != END || at_end);
    let detail = format_args!("no pawn can be on {space}");
    faults.require(possible, format_args!("{at}/space"), "impossible_space", detail);
}

fn inspect_combats(table: &Table<Card>, faults: &mut Faults) {
    for (i, combat) in table.combats.iter().enumerate() {
        let space = combat.space;
        let why = if Space::of(space) != Space::Card {
            Some(format!("{space} is no card space"))
        } else if dungeon::monster(space, combat.card) != Some(combat.monster) {
            Some(format!("{} is no {} in this zone", combat.card, combat.monster.name()))
        } else if !(1..=combat.monster.health()).contains(&combat.health) {
            Some(format!("a {} has 1 to {} health", combat.monster.name(), combat.monster.health()))
        } else if table.living_on(space).next().is_none() {
            Some(format!("no living seat is on {space}"))
        } else if table.combats[..i].iter().any(|other| other.space == space) {
            Some(format!("another combat is on {space}"))
        } else {
            None
        };
        if let Some(why) = why {
            faults.add(format_args!("/combats/{i}"), "impossible_combat", why);
        }
    }
}

/// Adds the faults of round and turn. Returns whether there are none.
fn inspect_turn(seats: Seats, table: &Table<Card>, faults: &mut Faults) -> bool {
    let (before, code, turn) = (faults.count(), "impossible_turn", table.turn);
    let in_range = (1..=ROUNDS).contains(&table.round);
    faults.require(in_range, "/round", code, format_args!("the rounds are 1 to {ROUNDS}"));
    // A seat that was killed by its treasure leaves the picks to others.
    let others_pick = matches!(table.phase, Phase::Pick | Phase::Food) && table.treasure.is_some();
    let acts = seats.contains(turn) && (table.character(turn).alive || others_pick || table.phase == Phase::Over);
    faults.require(acts, "/turn", code, format_args!("seat {turn} does not exist or is dead"));
    if let Some(treasure) = &table.treasure {
        let taker = treasure.taker;
        let exists = seats.contains(taker);
        faults.require(exists, "/treasure/taker", "impossible_phase", format_args!("seat {taker} does not exist"));
    }
    faults.count() == before
}

/// Adds a fault for all that belongs to a phase and is missing, or is there in another. Returns whether there is none.
fn inspect_presence(table: &Table<Card>, faults: &mut Faults) -> bool {
    let (before, phase) = (faults.count(), table.phase);
    let may_have_treasure = matches!(phase, Phase::React | Phase::Save | Phase::Food) && table.treasure.is_some();
    let parts = [
        ("/built", !table.built.is_empty(), false),
        ("/steps", table.steps.is_some(), phase == Phase::Join),
        ("/challenge", table.challenge.is_some(), phase == Phase::React),
        ("/found", table.found.is_some(), phase == Phase::Food),
        ("/treasure", table.treasure.is_some(), phase == Phase::Pick || may_have_treasure),
    ];
    for (at, is_there, belongs) in parts {
        let detail = if is_there { "this does not belong to the phase" } else { "this belongs to the phase" };
        faults.require(is_there == belongs, at, "impossible_phase", detail);
    }
    faults.count() == before
}

fn inspect_phase(table: &Table<Card>, faults: &mut Faults) {
    let code = "impossible_phase";
    let combat = table.combat_on(table.pawn());
    if table.phase == Phase::Join {
        // The seat itself does not fight yet.
        let has_fighter = combat.is_some() && table.living_on(table.pawn()).any(|seat| seat != table.turn);
        faults.require(has_fighter, "/steps", code, "no other seat fights on the space");
    }
    if let Some(challenge) = table.challenge {
        let is_trap = challenge.kind == Kind::Trap;
        let valued = match (challenge.kind, combat) {
            (Kind::BigMonster, combat) => combat.is_some_and(|combat| combat.monster.power() == challenge.value),
            (_, None) => (1..=10).contains(&challenge.value),
            (_, Some(_)) => false,
        };
        let possible = valued
            && challenge.dice.is_none() == is_trap
            && (is_trap || table.treasure.is_none())
            && challenge.is_winnable(table.character(table.turn));
        let detail = "the challenge cannot be there, or upgrades do not decide it";
        faults.require(possible, "/challenge", code, detail);
    }
    if table.phase == Phase::Save {
        let character = table.character(table.turn);
        let hurt = character.damage > character.skill(Skill::Health);
        faults.require(hurt, "/phase", code, format_args!("seat {} has no more damage than Health", table.turn));
    }
    if let Some(treasure) = &table.treasure {
        inspect_treasure(table, treasure, faults);
    }
    if table.phase != Phase::Over {
        let mut count = 0;
        table.each_move(|_| count += 1);
        faults.require(count >= 2, "/phase", code, format_args!("seat {} has no choice", table.active()));
    }
}

fn inspect_treasure(table: &Table<Card>, treasure: &Treasure, faults: &mut Faults) {
    let Treasure { traps, pile, taker, passes } = treasure;
    let space = table.pawn();
    let picking = matches!(table.phase, Phase::Pick | Phase::Food);
    let takes = table.living_on(space).any(|seat| seat == *taker) && (picking || *taker == table.turn);
    let passed = *passes == 0 || table.phase == Phase::Pick && treasure.has_only_weapons();
    let possible = takes
        && passed
        && *passes < table.living_on(space).count() as u64
        && (traps.is_empty() || !picking)
        && !(pile.is_empty() && table.phase == Phase::Pick)
        && table.combat_on(space).is_none();
    let detail = "the treasure does not fit the phase, or its taker is not on the space of the turn";
    faults.require(possible, "/treasure", "impossible_phase", detail);
}

fn inspect_end(table: &Table<Card>, faults: &mut Faults) {
    let (turn, over) = (table.turn, table.phase == Phase::Over);
    let none_lives = table.living().next().is_none();
    let was_last = table.round == ROUNDS && table.living().all(|(seat, _)| seat <= turn);
    let cause = none_lives || was_last || table.pawn() == END;
    let possible = if over { cause } else { !none_lives };
    let detail = if over { "the game goes on" } else { "no seat is alive" };
    faults.require(possible, "/phase", "impossible_end", detail);
}
