//! The runs of a player in a game equal the result of filtering all runs in memory, on every page.

use funhouse::rules::chance::{Draws, Seed};
use funhouse::store::{AnyStore, Category, GameRuns, NewRun, PlayerId, RunId, SeedClass, Submitted};

use crate::support::databases::on_each_kind;
use crate::support::store::{new_player, new_run, opened, wait};
use crate::support::walks;

const GAMES: [&str; 3] = ["slide-jam", "catwalk", "a-game-of-old"];
const SEEDS: [&str; 3] = ["one", "two", "three"];

fn any_run(draws: &mut Draws, player: PlayerId, n: u64) -> NewRun {
    let category = Category {
        game: draws.pick(&GAMES).to_owned(),
        rules: draws.pick(&[1, 2]),
        options: draws.pick(&["{}", "{\"dexterity\":\"sure\"}"]).to_owned(),
        class: draws.pick(&SeedClass::ALL),
    };
    NewRun { category, seed: draws.pick(&SEEDS).parse().expect("a seed"), ..new_run(player, n) }
}

fn is_in(run: &NewRun, GameRuns { game, class, seed }: &GameRuns) -> bool {
    run.category.game == *game
        && class.is_none_or(|class| run.category.class == class)
        && seed.as_ref().is_none_or(|seed| run.seed == *seed)
}

/// The numbers of runs on pages of this length, each as it should be.
fn walked(store: &AnyStore, player: PlayerId, of: &GameRuns, stored: &[(RunId, NewRun)], limit: u32) -> Vec<RunId> {
    let mut walked = Vec::new();
    loop {
        let page = wait(store.runs_of_game(player, of.clone(), walked.last().copied(), limit)).expect("runs");
        for run in &page {
            let (_, new) = stored.iter().find(|(id, _)| *id == run.id).expect("a stored run");
            assert_eq!((&run.category, &run.seed, &run.scores), (&new.category, &new.seed, &new.scores));
        }
        walked.extend(page.iter().map(|run| run.id));
        if page.len() < limit as usize {
            return walked;
        }
    }
}

#[test]
fn runs_of_game_equal_filtered_runs_on_every_page() {
    on_each_kind(|| {
        let draws = &mut walks::draws("runs-of-game", 0);
        let (store, _folder) = opened();
        let players = ["Ada", "Ben"].map(|name| new_player(&store, name));
        let mut stored = Vec::new();
        for n in 0..400 {
            let run = any_run(draws, player_of(n, players), n);
            let submitted = wait(store.submit(run.clone())).expect("an outcome");
            let Submitted::New { id, class, .. } = submitted else { panic!("{submitted:?}") };
            assert_eq!(class, run.category.class);
            stored.push((id, run));
        }
        let hidden: Vec<RunId> = stored.iter().map(|(id, _)| *id).filter(|id| id.0 % 5 == 0).collect();
        wait(store.hide(hidden.clone(), true)).expect("hidden");
        let classes = std::iter::once(None).chain(SeedClass::ALL.map(Some));
        let mut listed = 0;
        for class in classes {
            for seed in [None, Some("one"), Some("two"), Some("unplayed")] {
                for game in GAMES.into_iter().chain(["no-game"]) {
                    let seed: Option<Seed> = seed.map(|seed| seed.parse().expect("a seed"));
                    let of = GameRuns { game: game.to_owned(), class, seed };
                    for player in players {
                        let is_listed = |(id, run): &&(RunId, NewRun)| {
                            run.player == player && is_in(run, &of) && !hidden.contains(id)
                        };
                        let expected: Vec<RunId> = stored.iter().filter(is_listed).map(|(id, _)| *id).rev().collect();
                        let limit = 1 + draws.below(9) as u32;
                        assert_eq!(walked(&store, player, &of, &stored, limit), expected, "{of:?}");
                        listed += expected.len();
                    }
                }
            }
        }
        assert!(listed > 1000, "{listed} runs were listed");
    });
}

/// Two of three runs are of the first player.
fn player_of(n: u64, [ada, ben]: [PlayerId; 2]) -> PlayerId {
    if n.is_multiple_of(3) { ben } else { ada }
}
