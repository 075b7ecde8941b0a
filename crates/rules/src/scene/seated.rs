//! The seats of a scene: who sits where, what each has, and whose turn it is. Text board, pictures and words tell it from
//! here, for every game alike.

use super::Scene;
use crate::seat::{Seat, SeatSet, Viewer};

/// A seat as the scene tells of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatAtTable {
    /// The seat.
    pub seat: Seat,
    /// What it has so far.
    pub points: i64,
    /// Its place, once the game has ended.
    pub place: Option<u8>,
    /// Whether it may act now.
    pub to_act: bool,
    /// Whether it is the seat of whoever looks.
    pub viewer: bool,
    /// What else there is to say of it, in a word or two, such as `out`.
    pub note: String,
}

impl SeatAtTable {
    fn bare(seat: Seat) -> Self {
        Self { seat, points: 0, place: None, to_act: false, viewer: false, note: String::new() }
    }
}

impl Scene {
    /// Says something of a seat in a word or two.
    #[must_use]
    pub fn noting(mut self, seat: Seat, note: impl Into<String>) -> Self {
        if !self.seats.iter().any(|at| at.seat == seat) {
            self.seats.push(SeatAtTable::bare(seat));
        }
        if let Some(at) = self.seats.iter_mut().find(|at| at.seat == seat) {
            at.note = note.into();
        }
        self
    }

    /// Seats everybody: one entry for each seat in `points`, and in `places` once there are any. What games have noted of seats
    /// stays.
    #[must_use]
    pub fn seating(mut self, points: &[i64], to_act: SeatSet, places: Option<&[u8]>, viewer: Viewer) -> Self {
        let noted = std::mem::take(&mut self.seats);
        let seated = points.iter().zip(1..).filter_map(|(points, number)| {
            let seat = Seat::new(number)?;
            let note = noted.iter().find(|at| at.seat == seat).map(|at| at.note.clone()).unwrap_or_default();
            let place = places.and_then(|places| places.get(seat.index()).copied());
            let (to_act, viewer) = (to_act.contains(seat), viewer == Viewer::Seat(seat));
            Some(SeatAtTable { seat, points: *points, place, to_act, viewer, note })
        });
        self.seats = seated.collect();
        self
    }

    /// Whose turn it is, or who has won: `seat 2 is to act`, `seats 1 and 3 are first`. Nothing for a game without seats.
    #[must_use]
    pub fn turn(&self) -> String {
        let those = |which: fn(&&SeatAtTable) -> bool| -> SeatSet {
            self.seats.iter().filter(which).map(|at| at.seat).collect()
        };
        let (first, acting) = (those(|at| at.place == Some(1)), those(|at| at.to_act));
        if !first.is_empty() {
            format!("{first} {} first", first.are())
        } else if !acting.is_empty() {
            format!("{acting} {} to act", acting.are())
        } else {
            String::new()
        }
    }
}
