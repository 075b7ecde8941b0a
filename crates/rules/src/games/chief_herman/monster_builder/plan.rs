//! The built-in player of Monster Builder: it takes the move with the best expected lead over the others.

use super::{Attack, Build, Fight, Find, Leave, Monster, Move, Part, Research, Scavenge, Steal, Step, Table, Victory};
use crate::dice::{Face, Tally};
use crate::game::{NoOptions, Seat, Sight, Viewer};

/// The value of a part by its value on the die: a 6 is complete.
const WORTH: [i64; 7] = [0, 2, 5, 9, 14, 20, 40];
/// The additional value of a complete monster.
const COMPLETE: i64 = 1_000;
/// The percentage of the best other monster's value that counts against a seat's own.
const RIVAL: i64 = 40;
/// The percentage of each other monster's value that counts against a seat's own.
const OTHERS: i64 = 10;
/// The cost of leaving a research die of each face to the next seat. The best two dice count.
const LEFT: [i64; 6] = [0, 1, 2, 3, 6, 15];
/// The scale of probabilities. Values are in hundredths.
const SCALE: i64 = 1_000;

/// Returns the next move.
pub(super) fn decide(sight: Sight<NoOptions, Table>) -> Option<Move> {
    let table = sight.table;
    let Viewer::Seat(seat) = sight.viewer else { return None };
    match (table.step?, table.fight) {
        (Step::Steal, Some(fight)) => (fight.winner == seat).then(|| best_theft(table, fight)),
        _ if table.turn != seat => None,
        (Step::Build, _) => Some(best_build(table, seat)),
        _ => Some(best_act(sight, seat)),
    }
}

fn worth_of(monster: &Monster) -> i64 {
    let parts: i64 = Part::ALL.iter().map(|part| WORTH[monster.value(*part).min(6) as usize]).sum();
    parts + if monster.is_complete() { COMPLETE } else { 0 }
}

/// Returns the value of a table for a seat, in hundredths.
fn worth(table: &Table, seat: Seat) -> i64 {
    let worths = || table.monsters.iter().map(worth_of).enumerate();
    let others = || worths().filter(|(i, _)| *i != seat.index()).map(|(_, worth)| worth);
    let own: i64 = worths().filter(|(i, _)| *i == seat.index()).map(|(_, worth)| worth).sum();
    100 * own - RIVAL * others().max().unwrap_or(0) - OTHERS * others().sum::<i64>()
}

/// Returns the cost of leaving the research dice to the next seat, in hundredths.
fn left(research: &[Face; 4]) -> i64 {
    // They are in descending order.
    100 * research.iter().take(2).map(|face| LEFT[face.index()]).sum::<i64>()
}

/// Returns the value of a table after building.
fn worth_built(table: &Table, seat: Seat, finds: &[Find]) -> i64 {
    let mut after = table.clone();
    finds.iter().for_each(|find| after.put(seat, *find, &mut crate::game::Log::discard()));
    worth(&after, seat) - left(&after.research)
}

fn best_build(table: &Table, seat: Seat) -> Move {
    let faces = Tally::of(&table.research).shown();
    let builds = faces.flat_map(|face| Part::ALL.map(|part| Find { face, part }));
    let builds = builds.map(|find| (worth_built(table, seat, &[find]), Some(find)));
    let leave = (worth(table, seat) - left(&table.research), None);
    let (_, best) = builds.chain([leave]).max_by_key(|(worth, _)| *worth).unwrap_or(leave);
    best.map_or(Move::Leave(Leave { seat }), |Find { face, part }| Move::Build(Build { seat, face, part }))
}

/// Returns the tables after each possible theft, with the theft.
fn thefts(table: &Table, fight: Victory) -> impl Iterator<Item = (Table, Steal)> {
    let Victory { attack, winner: seat, loser } = fight;
    let parts = table.monster(loser).stealable(attack);
    let thefts = parts
        .flat_map(move |part| std::iter::once(None).chain(Part::ALL.map(Some)).map(move |to| Steal { seat, part, to }));
    thefts.map(move |theft| {
        let mut after = table.clone();
        let value = after.monsters[loser.index()].build(theft.part, 0);
        if let Some(to) = theft.to {
            after.monsters[seat.index()].build(to, value);
        }
        (after, theft)
    })
}

fn best_theft(table: &Table, fight: Victory) -> Move {
    let seat = fight.winner;
    let best = thefts(table, fight).map(|(after, theft)| (worth(&after, seat), theft)).max_by_key(|(worth, _)| *worth);
    match best.filter(|(best, _)| *best > worth(table, seat)) {
        Some((_, theft)) => Move::Steal(theft),
        None => Move::Leave(Leave { seat }),
    }
}

fn best_act(sight: Sight<NoOptions, Table>, seat: Seat) -> Move {
    let table = sight.table;
    let mut best = (researched(table, seat), Move::Research(Research { seat }));
    for mv in table.acts(sight.seats) {
        let worth = match &mv {
            Move::Scavenge(Scavenge { builds, .. }) => worth_built(table, seat, builds),
            Move::Fight(fight) => fought(table, *fight),
            _ => continue,
        };
        if worth > best.0 {
            best = (worth, mv);
        }
    }
    best.1
}

/// Returns the expected value of a research: the highest die is built where it gains most.
fn researched(table: &Table, seat: Seat) -> i64 {
    let now = worth(table, seat);
    let expected = Face::ALL.map(|face| {
        let up_to = |face: u8| i64::from(face).pow(4);
        let ways = up_to(face.number()) - up_to(face.number() - 1);
        let mut after = table.clone();
        after.research = [face; 4];
        let best = Part::ALL.iter().map(|part| {
            let mut after = after.clone();
            after.put(seat, Find { face, part: *part }, &mut crate::game::Log::discard());
            worth(&after, seat)
        });
        ways * best.max().unwrap_or(now).max(now)
    });
    // Besides the built die, the others are left as rolled: on average about half a 6 and a 5.
    expected.iter().sum::<i64>() / 6_i64.pow(4) - 100 * (LEFT[5] + LEFT[4]) / 2
}

/// Returns the expected value of a fight, if its winner steals what is best for itself.
fn fought(table: &Table, Fight { seat, attack, with }: Fight) -> i64 {
    let chance = chance_to_win(table.monster(seat), table.monster(with), attack);
    let after = |winner: Seat, loser: Seat| {
        let thefts = thefts(table, Victory { attack, winner, loser });
        let best = thefts.max_by_key(|(after, _)| worth(after, winner));
        best.map_or(worth(table, seat), |(after, _)| worth(&after, seat))
    };
    let (won, lost) = (after(seat, with).max(worth(table, seat)), after(with, seat));
    (chance * won + (SCALE - chance) * lost) / SCALE - left(&table.research)
}

/// Returns the probability that the attacker wins, in parts of [`SCALE`].
pub(super) fn chance_to_win(attacker: &Monster, defender: &Monster, attack: Attack) -> i64 {
    let own = attacker.sum(attack.with()) as usize;
    let fixed = if attack == Attack::Trip { defender.sum(&Part::ALL) as usize } else { 0 };
    let against = sums(attack.defenders_dice());
    let (mut won, mut all) = (0, 0);
    for die in 1..=6 {
        for (sum, ways) in against.iter().enumerate() {
            all += ways;
            won += if own + die >= sum + fixed { *ways } else { 0 };
        }
    }
    won * SCALE / all
}

/// Returns the number of ways in which these dice show each sum.
fn sums(dice: usize) -> Vec<i64> {
    (0..dice).fold(vec![1], |ways, _| {
        let mut more = vec![0; ways.len() + 6];
        for (sum, ways) in ways.iter().enumerate() {
            (1..=6).for_each(|face| more[sum + face] += ways);
        }
        more
    })
}
