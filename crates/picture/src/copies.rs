//! Equal cards of several decks in one picture: each has its own name.

use funhouse_rules::cards::PlayingCard as _;
use funhouse_rules::scene::{Piece, Scene};

use super::area::PlaceLayout;
use super::piece::Identity;

/// Numbers the cards that are in a scene several times.
pub(super) struct Copies<'a> {
    scene: &'a Scene,
    /// The cards that are there several times, as bits.
    repeated: u64,
}

impl<'a> Copies<'a> {
    pub(super) fn of(scene: &'a Scene) -> Self {
        let (mut seen, mut repeated) = (0_u64, 0);
        for piece in scene.areas.iter().flat_map(|area| &area.places).flat_map(|place| &place.pieces) {
            if let Piece::Card(card) = piece {
                repeated |= seen & 1 << card.index();
                seen |= 1 << card.index();
            }
        }
        Self { scene, repeated }
    }

    /// Adds a number to the name of a further copy of a card: `7h`, then `7h-2`. The piece is the one at index `i` of its
    /// place.
    ///
    /// Moves that name the card mean the first copy in reading order, or another one in the same place.
    pub(super) fn numbered(&self, identity: Identity, spot: &PlaceLayout, i: usize) -> Identity {
        let Some(piece @ Piece::Card(card)) = spot.pieces.get(i).map(|set| set.piece) else { return identity };
        if self.repeated & 1 << card.index() == 0 {
            return identity;
        }
        let places = self.scene.areas.iter().flat_map(|area| &area.places);
        let earlier = places.take_while(|place| !std::ptr::eq(*place, spot.place)).flat_map(|place| &place.pieces);
        let elsewhere = earlier.filter(|other| **other == piece).count();
        let here = spot.pieces.iter().take(i).filter(|other| other.piece == piece).count();
        if elsewhere + here == 0 {
            return identity;
        }
        let token = (elsewhere == 0).then(|| identity.name.clone());
        Identity { name: format!("{}-{}", identity.name, elsewhere + here + 1), token, ..identity }
    }
}

#[cfg(test)]
mod tests {
    use funhouse_rules::cards::CardOrJoker;
    use funhouse_rules::scene::{Area, Scene};

    use super::*;
    use crate::draw;

    #[test]
    fn copies_are_numbered_and_moves_mean_first_place() {
        let seven = || Piece::Card("7h".parse::<CardOrJoker>().expect("a card"));
        let areas = [("hand", 2), ("board", 1)].map(|(name, count)| Area::fan(name, 5, (0..count).map(|_| seven())));
        let picture = draw(&Scene::new("Game", "caption", areas.to_vec()));
        let count = |part: &str| picture.matches(part).count();
        assert_eq!(count(r#"data-piece="7h" data-kind="card" data-in="hand""#), 1, "{picture}");
        assert_eq!(count(r#"data-piece="7h-2" data-kind="card" data-token="7h" data-in="hand""#), 1, "{picture}");
        assert_eq!(count(r#"data-piece="7h-3" data-kind="card" data-in="board""#), 1, "{picture}");
    }
}
