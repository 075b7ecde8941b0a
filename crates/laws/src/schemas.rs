//! Schema names: each schema that one game alone uses has the game's name as a prefix.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, State};
use funhouse_rules::mode::Mode;
use funhouse_rules::wire;

use crate::walks::{Law, all_games, check_all};

/// Schemas of shared types that only one game uses so far.
const SHARED: &[&str] = &[
    "CardOrJoker",
    "Cell5x5",
    "Cell6x3",
    "CellSet8x8",
    "Count",
    "RoomEnded",
    "RoomSetUp",
    "SeatGrid8x8",
    "SeenCardOrJoker",
    "SuitSet",
    "TileGrid5x5",
];

#[test]
fn schemas_of_one_game_have_its_prefix() {
    /// By schema: the names of the games that use it.
    #[derive(Default)]
    struct Users(BTreeMap<String, BTreeSet<&'static str>>);
    impl Law for Users {
        const GAMES: u64 = 1;
        const SOLITAIRES: u64 = 1;

        fn check<G: Game, M: Mode<G>>(&mut self, _: &State<G>, _: &mut Draws) {
            let all = wire::gathered([
                wire::gather::<G::Options>,
                wire::gather::<G::Table>,
                wire::gather::<G::View>,
                wire::gather::<G::Move>,
                wire::gather::<G::Event>,
                wire::gather::<M::Standing>,
            ]);
            for (name, _) in all {
                self.0.entry(name).or_default().insert(G::NAME);
            }
        }
    }
    let Users(users) = check_all(Users::default());
    let own = users.iter().filter(|(_, games)| games.len() == 1);
    let unprefixed = own.filter(|(name, games)| !games.iter().all(|game| name.starts_with(game)));
    let unnamed: Vec<_> = unprefixed.filter(|(name, _)| !SHARED.contains(&name.as_str())).collect();
    assert!(unnamed.is_empty() || !all_games(), "only one game uses these schemas without its prefix: {unnamed:?}");
    let unknown: Vec<_> = SHARED.iter().filter(|name| !users.contains_key(**name)).collect();
    assert!(unknown.is_empty() || !all_games(), "no game uses these schemas: {unknown:?}");
}
