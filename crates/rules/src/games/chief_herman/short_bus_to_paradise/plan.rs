//! The built-in player of Short Bus to Paradise: it looks at all ways to play its turn, and picks the one after which
//! its cabs and scored stones are worth most, compared with those of the other seats.

use super::cab::{Cab, ScoredCab};
use super::moves::{Load, Move, Steal};
use super::stone::{COLORS, Color, Group};
use super::table::Table;
use crate::cards::Viewed;
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, NoOptions, Seat, ViewOf as _};

/// Maximum number of positions that a decision examines.
const POSITIONS: usize = 240;
/// Worths are in thousandths of a point.
const POINT: i64 = 1000;
/// The difference between two colors from which on it is almost certain which one is rarer at the end.
const CLEAR: i64 = 14;
/// The value of an empty cab, in thousandths of what its stones would be worth.
const EMPTY: i64 = 230;
/// The value of a passenger who waits, in thousandths of what a stone is worth.
const WAITING: i64 = 520;
/// The number of empty cabs that a seat can use soon. Any further one has a quarter of the value.
const USEFUL: usize = 4;
/// The room of a cab of average size.
const AVERAGE_ROOM: i64 = 6;
/// The value of stones in the pot that fill a cab of the next seats, in thousandths of what they are worth.
const FILLING: i64 = 350;
/// The number of the seat's own turns to come from which on cabs have their full value.
const FULL_VALUE: i64 = 4;

/// Returns the move of a seat; none if it may not act.
pub(super) fn decide(view: &Table<Viewed<Cab>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    if !view.to_act().contains(seat) {
        return None;
    }
    let mut table: Table<Cab> = view.determinize(NoOptions {});
    let outlook = Outlook { seat, horizon: horizon(&table) };
    // What is hidden must not be looked at, and makes copies slower.
    table.bag.clear();
    let moves = table.moves();
    let mut search = Search { outlook, left: POSITIONS };
    let share = (POSITIONS / moves.len().max(1)).max(1);
    let values = moves.iter().map(|mv| {
        search.left = share;
        search.value_of(&table, mv)
    });
    choice::best(values.collect::<Vec<_>>().into_iter().zip(moves), draws)
}

/// Returns how many more turns the seat can expect, in thousandths of `FULL_VALUE`, at most 1000.
fn horizon(table: &Table<Cab>) -> i64 {
    let seats = table.seats() as i64;
    let turns = match table.last_turns {
        Some(turns) => turns as i64,
        // About seven stones leave the bag every other turn.
        None => (table.bag.len() as i64 / 5).min(table.deck.len() as i64 * 2) + seats,
    };
    (turns / seats * 1000 / FULL_VALUE).min(1000)
}

struct Search {
    outlook: Outlook,
    /// How many more positions may be examined for the present move.
    left: usize,
}

impl Search {
    /// Returns the value of the best way to continue the turn with a move.
    fn value_of(&mut self, table: &Table<Cab>, mv: &Move) -> i64 {
        let mut after = table.clone();
        let log = &mut Log::discard();
        let loading = match mv {
            Move::End(_) => return self.outlook.value(table),
            Move::Draw(_) => return self.outlook.value(table) + self.outlook.card(table),
            Move::Play(mv) => {
                after.play_cab(mv.seat, mv.cab, log);
                None
            }
            Move::Load(mv) => after.check_load(Load { ..*mv }).ok(),
            Move::Steal(mv) => after.check_steal(Steal { ..*mv }).ok(),
        };
        if let Some(loading) = loading {
            after.load(self.outlook.seat, loading, log);
        }
        let mut best = self.outlook.value(&after);
        for next in after.moves() {
            if self.left == 0 {
                break;
            }
            if matches!(next, Move::Load(_) | Move::Steal(_)) {
                self.left -= 1;
                best = best.max(self.value_of(&after, &next));
            }
        }
        best
    }
}

/// What matters for the value of a position to a seat.
struct Outlook {
    seat: Seat,
    /// The value of cabs that wait, in thousandths: less near the end of the game.
    horizon: i64,
}

impl Outlook {
    /// Returns the value of a card that is drawn.
    fn card(&self, table: &Table<Cab>) -> i64 {
        let i = self.seat.index();
        let empty = table.hands[i].len() + table.cabs[i].iter().filter(|cab| cab.passengers.is_none()).count();
        let share = if empty < USEFUL { 4 } else { 1 };
        AVERAGE_ROOM * average(&worths(table)) / 1000 * EMPTY * self.horizon / 1000 * share / 4
    }

    /// Returns the value of a position at the end of the turn.
    fn value(&self, table: &Table<Cab>) -> i64 {
        let worths = worths(table);
        let others = table.seats() as i64 - 1;
        let mut value = 0;
        for i in 0..table.seats() {
            let share = if i == self.seat.index() { others } else { -1 };
            value += share * self.value_of_seat(table, i, &worths);
        }
        value / others - self.offered(table, &worths)
    }

    fn value_of_seat(&self, table: &Table<Cab>, i: usize, worths: &[i64; COLORS]) -> i64 {
        let scored: i64 =
            table.scored[i].iter().map(|ScoredCab { cab, color }| cab.room() as i64 * worths[*color as usize]).sum();
        let average = average(worths);
        let cabs = || table.cabs[i].iter();
        let waiting = cabs()
            .filter_map(|cab| cab.passengers)
            .map(|Group { color, count }| WAITING * count as i64 * worths[color as usize] / 1000);
        // Only the own hand is known.
        let hand: i64 = match i == self.seat.index() {
            true => table.hands[i].iter().map(|cab| cab.room() as i64).sum(),
            false => AVERAGE_ROOM * table.hands[i].len() as i64,
        };
        let empty = || cabs().filter(|cab| cab.passengers.is_none());
        let room = hand + empty().map(|cab| cab.cab.room() as i64).sum::<i64>();
        let count = (table.hands[i].len() + empty().count()).max(1);
        let useful = (3 * count.min(USEFUL) + count) as i64;
        let later = EMPTY * room * average / 1000 * useful / (4 * count as i64);
        scored + (waiting.sum::<i64>() + later) * self.horizon / 1000
    }

    /// Returns what the stones in the pot are worth to the next seats.
    fn offered(&self, table: &Table<Cab>, worths: &[i64; COLORS]) -> i64 {
        // Once stones were taken, new ones arrive and the groups grow.
        let chance = if table.loaded { FILLING / 3 } else { FILLING };
        let others = table.seats() as i64 - 1;
        let filled = table.pot.iter().map(|Group { color, count }| {
            let fits = table.waiting().filter(|(seat, cab)| {
                *seat != self.seat.index() && cab.accepts(*color) && cab.count() + count == cab.cab.room()
            });
            fits.map(|(_, cab)| cab.cab.room() as i64 * worths[*color as usize]).max().unwrap_or(0)
        });
        filled.max().unwrap_or(0) * chance / 1000 / others
    }
}

/// Returns what a stone of each color will be worth at the end: more if it is rare among the stones that were scored,
/// and among those that wait.
fn worths(table: &Table<Cab>) -> [i64; COLORS] {
    let mut likely = table.totals().map(|total| 4 * total as i64);
    let mut seen = likely.map(|total| total > 0);
    let mut add = |Group { color, count }: Group, weight: i64| {
        likely[color as usize] += weight * count as i64;
        seen[color as usize] = true;
    };
    table.waiting().filter_map(|(_, cab)| cab.passengers).for_each(|group| add(group, 2));
    table.pot.iter().for_each(|group| add(*group, 1));
    table.gone.iter().for_each(|group| add(*group, 0));
    let worth = |color: Color| {
        let own = likely[color as usize];
        let others = Color::ALL.into_iter().filter(|other| *other != color && seen[*other as usize]);
        let more = others.map(|other| {
            let ahead = likely[other as usize] - own;
            (POINT / 2 + POINT / 2 * ahead / (4 * CLEAR)).clamp(0, POINT)
        });
        POINT + more.sum::<i64>()
    };
    Color::ALL.map(worth)
}

fn average(worths: &[i64; COLORS]) -> i64 {
    worths.iter().sum::<i64>() / COLORS as i64
}
