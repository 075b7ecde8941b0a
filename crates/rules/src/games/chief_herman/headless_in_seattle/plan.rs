//! The built-in player of Headless in Seattle: it samples how the duel may go on after each of its moves, and takes the
//! move with the best lead on average.

use super::fighter::{Face, combat_cards, value};
use super::moves::Play;
use super::table::Table;
use crate::cards::{Card, CardFace as _, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The number of sampled continuations, which the moves share equally.
const SAMPLES: usize = 240;
/// Maximum number of seats.
const SEATS: usize = 8;

/// Returns the move of a seat that may act.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Play> {
    if !table.to_act().contains(seat) {
        return None;
    }
    let duel = Duel::of(table);
    let top = table.decks[seat.index()].first()?.known()?;
    let plays: Vec<Play> = table.plays(seat).collect();
    let samples = SAMPLES / plays.len().max(1);
    let promise = |mv: &Play, draws: &mut Draws| {
        let lead = |_| {
            let mut duel = duel.clone();
            duel.play(seat.index(), value(top) as u8, (mv.owner.index(), mv.fighter as usize));
            duel.play_out(seat.index(), draws);
            duel.lead(seat.index())
        };
        (0..samples).map(lead).sum::<i64>()
    };
    let promises: Vec<(i64, Play)> = plays.into_iter().map(|mv| (promise(&mv, draws), mv)).collect();
    choice::best(promises, draws)
}

/// The state of a duel that matters for the points.
#[derive(Clone)]
struct Duel {
    seats: usize,
    /// The sums of the attacks, by owner, fighter and attacker.
    attacks: [[[u8; SEATS]; 3]; SEATS],
    /// The defense, by owner and fighter; 0 if there is none.
    defenses: [[u8; 3]; SEATS],
    /// The values of the cards that each seat has not played, as bits.
    left: [u16; SEATS],
}

impl Duel {
    fn of(table: &Table<Viewed<Card>>) -> Self {
        let seats = table.decks.len().min(SEATS);
        let mut duel = Self { seats, attacks: [[[0; SEATS]; 3]; SEATS], defenses: [[0; 3]; SEATS], left: [0; SEATS] };
        for (owner, fighter) in table.each_fighter() {
            let (owner, face) = (owner.index(), fighter.fighter as usize);
            duel.defenses[owner][face] = fighter.defended() as u8;
            let sums = fighter.attacked();
            for (sum, seat) in duel.attacks[owner][face].iter_mut().zip(sums) {
                *sum = seat as u8;
            }
        }
        for seat in table.seats() {
            let all = combat_cards(seat).fold(0, |bits, card| bits | 1 << value(card));
            duel.left[seat.index()] = table.played_by(seat).fold(all, |bits, card| bits & !(1 << value(card)));
        }
        duel
    }

    /// Plays a card of a seat onto a fighter.
    fn play(&mut self, seat: usize, value: u8, (owner, fighter): (usize, usize)) {
        self.left[seat] &= !(1 << value);
        if owner == seat {
            self.defenses[owner][fighter] = value;
        } else {
            self.attacks[owner][fighter][seat] += value;
        }
    }

    /// Plays random cards onto random fighters, the seats in turn, until a seat has played its last card.
    fn play_out(&mut self, mut seat: usize, draws: &mut Draws) {
        while self.left[seat] != 0 {
            seat = (seat + 1) % self.seats;
            let left = self.left[seat];
            let mut nth = draws.below(left.count_ones().max(1).into());
            let mut value = left.trailing_zeros() as u8;
            while nth > 0 {
                value += 1;
                nth -= u64::from(left >> value & 1);
            }
            let target = self.random_target(seat, draws);
            self.play(seat, value, target);
        }
    }

    /// Draws a fighter of another seat, or an own one without defense.
    fn random_target(&self, seat: usize, draws: &mut Draws) -> (usize, usize) {
        loop {
            let at = draws.below(3 * self.seats as u64) as usize;
            let (owner, fighter) = (at / 3, at % 3);
            if owner != seat || self.defenses[owner][fighter] == 0 {
                return (owner, fighter);
            }
        }
    }

    /// Returns the points of a seat minus the mean of the best other seat and all others.
    fn lead(&self, seat: usize) -> i64 {
        let mut points = [0; SEATS];
        for (attacks, defenses) in self.attacks.iter().zip(&self.defenses).take(self.seats) {
            for ((sums, defense), face) in attacks.iter().zip(defenses).zip(Face::ALL) {
                let (most, total) =
                    (sums.iter().max().copied().unwrap_or(0), sums.iter().map(|sum| u64::from(*sum)).sum::<u64>());
                if total > u64::from(*defense) {
                    let killers = sums.iter().filter(|sum| **sum == most).count() as i64;
                    let of_killers = points.iter_mut().zip(sums).filter(|(_, sum)| **sum == most);
                    of_killers.for_each(|(points, _)| *points += face.worth() / killers);
                }
            }
        }
        let others =
            || points[..self.seats].iter().enumerate().filter(|(other, _)| *other != seat).map(|(_, points)| *points);
        let mean = others().sum::<i64>() / (self.seats as i64 - 1).max(1);
        2 * points[seat] - others().max().unwrap_or(0) - mean
    }
}
