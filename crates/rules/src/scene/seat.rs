//! The seats of a scene: points, places and turns. The text board, pictures and screen-reader text of all games use
//! them.

use super::Scene;
use crate::seat::{Seat, SeatSet, Viewer};

/// A seat in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatAtTable {
    /// The seat.
    pub seat: Seat,
    /// Its current points.
    pub points: i64,
    /// Its final place; none before the end of the game.
    pub place: Option<u8>,
    /// Whether it may act now.
    pub to_act: bool,
    /// Whether it is the viewer's seat.
    pub viewer: bool,
    /// A short note, such as `out`; may be empty.
    pub note: String,
}

impl SeatAtTable {
    fn bare(seat: Seat) -> Self {
        Self { seat, points: 0, place: None, to_act: false, viewer: false, note: String::new() }
    }
}

impl Scene {
    /// Sets the note of a seat.
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

    /// Sets the seats, one for each entry of `points`. `places` is set after the end of the game. Existing notes are
    /// preserved.
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

    /// Formats whose turn it is, or who has won: `your turn`, `seat 2 is to move`, `seats 1 and 3 are first`, `no seat
    /// is first`. Empty for a solitaire.
    #[must_use]
    pub fn turn(&self) -> String {
        let those = |which: fn(&&SeatAtTable) -> bool| -> SeatSet {
            self.seats.iter().filter(which).map(|at| at.seat).collect()
        };
        let (first, acting) = (those(|at| at.place == Some(1)), those(|at| at.to_act));
        let is_over = self.seats.iter().any(|at| at.place.is_some());
        if is_over && first.is_empty() {
            "no seat is first".to_owned()
        } else if !first.is_empty() {
            format!("{first} {} first", first.verb())
        } else if self.seats.iter().any(|at| at.viewer && at.to_act) {
            "your turn".to_owned()
        } else if !acting.is_empty() {
            format!("{acting} {} to move", acting.verb())
        } else {
            String::new()
        }
    }
}
