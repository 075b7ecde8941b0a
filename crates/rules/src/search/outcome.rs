//! How good a position is for each seat.

/// The value of a certain win; that of a certain last place is 0.
pub(super) const WIN: i64 = 10_000;

/// Returns the value of a position for each seat, from its place and its prospects. Both and the values are listed from seat 1.
///
/// `half` is the lead in points that is worth half of a certain win. At the end of a game, places count seven times as much as the lead. Before, they count the same.
pub(super) fn values(places: &[u8], prospects: &[i64], is_finished: bool, half: i64) -> Vec<i64> {
    let place_weight = if is_finished { 7 } else { 1 };
    let value = |index: usize| {
        let (place, lead) = (of_place(places, index), of_lead(prospects, index, half));
        (place_weight * place + lead) / (place_weight + 1)
    };
    (0..places.len()).map(value).collect()
}

/// Returns the share of the other seats that a seat leaves behind. Tied seats count half.
fn of_place(places: &[u8], index: usize) -> i64 {
    let others = places.len() as i64 - 1;
    let Some(own) = places.get(index).filter(|_| others > 0) else { return WIN };
    let behind = places.iter().filter(|place| *place > own).count() as i64;
    let level = places.iter().filter(|place| *place == own).count() as i64 - 1;
    (2 * behind + level) * WIN / (2 * others)
}

/// Returns a value for the lead of a seat over the best of the others: half of a win if they are equal, three quarters for `half`.
fn of_lead(prospects: &[i64], index: usize, half: i64) -> i64 {
    let others = prospects.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, points)| *points);
    let (Some(own), Some(best)) = (prospects.get(index), others.max()) else { return WIN };
    let lead = own - best;
    WIN / 2 + lead * (WIN / 2) / (lead.abs() + half)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn place_counts_seats_behind_and_half_of_tied() {
        assert_eq!([0, 1, 2].map(|index| of_place(&[1, 2, 3], index)), [WIN, WIN / 2, 0]);
        assert_eq!([0, 1, 2].map(|index| of_place(&[1, 1, 3], index)), [WIN * 3 / 4, WIN * 3 / 4, 0]);
    }

    #[test]
    fn lead_is_squashed_around_half_a_win() {
        assert_eq!([0, 1].map(|index| of_lead(&[7, 7], index, 5)), [WIN / 2, WIN / 2]);
        assert_eq!([0, 1].map(|index| of_lead(&[12, 7], index, 5)), [WIN * 3 / 4, WIN / 4]);
        assert!((0..=WIN).contains(&of_lead(&[i64::from(i32::MAX), 0], 0, 5)));
    }
}
