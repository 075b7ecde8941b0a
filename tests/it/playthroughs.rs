//! Golden playthroughs: whole games as a person reads them, in `tests/playthroughs/`.
//!
//! They show in a diff what a change of the rules does to a game. `UPDATE_EXPECT=1 cargo test` writes them anew.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::expect_file;
use funhouse::rules::game::{Game, ScoreCard, State};
use funhouse::rules::player::Player;
use funhouse::rules::registry::{self, Task};
use funhouse::rules::replay::digest;
use serde_json::{Value as Json, json};

use crate::walks::MOST;

/// A game that is played through.
struct Playthrough {
    file: &'static str,
    game: &'static str,
    seed: &'static str,
    options: Json,
    player: Player,
}

fn playthroughs() -> Vec<Playthrough> {
    let play = |file, game, seed, options, player| Playthrough { file, game, seed, options, player };
    use Player::{Greedy, Random};
    vec![
        play("epic-funhouse", "epic-funhouse", "funhouse-1", json!({}), Greedy),
        play("epic-funhouse-reported", "epic-funhouse", "Rolando_2004", json!({"dexterity": "reported"}), Random),
        play("epic-funhouse-paper", "epic-funhouse", "0.-_z", json!({"scoreboard": "paper", "die": "counter"}), Random),
        play("slide-jam", "slide-jam", "funhouse-1", json!({}), Greedy),
        play("magic-mirror", "magic-mirror", "funhouse-1", json!({}), Greedy),
        play("catwalk", "catwalk", "funhouse-1", json!({}), Greedy),
        play("roll-out-the-barrels", "roll-out-the-barrels", "funhouse-1", json!({}), Greedy),
        play("whack-a-dummy", "whack-a-dummy", "funhouse-1", json!({}), Greedy),
        play("trampo-land", "trampo-land", "funhouse-1", json!({}), Greedy),
        play("easy-slider", "easy-slider", "funhouse-1", json!({}), Greedy),
        play("magic-bag", "magic-bag", "funhouse-1", json!({}), Greedy),
    ]
}

/// A move in short: `pop cells=d3,d4,c4 stack=right slide=left`.
fn short<T: serde::Serialize>(value: &T) -> String {
    let text = serde_json::to_string(value).expect("it is JSON");
    let json: Json = serde_json::from_str(&text).expect("it is JSON");
    let mut fields: Vec<(&String, &Json)> = json.as_object().expect("an object").iter().collect();
    fields.sort_by_key(|(name, _)| text.find(&format!("\"{name}\":")));
    let plain = |value: &Json| value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    let words = fields.into_iter().map(|(name, value)| match value {
        Json::Array(items) => format!("{name}={}", items.iter().map(plain).collect::<Vec<_>>().join(",")),
        value if name == "type" => plain(value),
        value => format!("{name}={}", plain(value)),
    });
    words.collect::<Vec<_>>().join(" ")
}

impl Task for &Playthrough {
    type Output = String;

    fn run<G: Game>(self) -> String {
        let options: G::Options = serde_json::from_value(self.options.clone()).expect("the game takes the options");
        let mut state = State::<G>::deal(self.seed.parse().expect("a seed"), options);
        let mut text = String::new();
        write_head(&mut text, self, &state);
        write_board(&mut text, &state);
        let mut part = part_of(&state);
        let mut made = 0;
        self.player.play_out(&mut state, MOST, |mv, state| {
            made += 1;
            let (total, digest) = (state.score().total(), digest(state));
            let mv = short(mv);
            let _ = writeln!(text, "{made:>4}. {mv:<56} {total:>3}  {}", &digest[..16]);
            if part_of(state) != part || state.finished() {
                part = part_of(state);
                write_board(&mut text, state);
            }
        });
        assert!(state.finished(), "{} is played to its end", self.file);
        let card = serde_json::to_value(state.score()).expect("a score card is JSON");
        let _ = writeln!(text, "ended after {made} moves: {}", short(&card));
        text
    }
}

fn write_head<G: Game>(text: &mut String, played: &Playthrough, state: &State<G>) {
    let options = short(&state.options());
    let options = if options.is_empty() { "none" } else { &options };
    let _ = writeln!(text, "{} ({}), rules {}", G::TITLE, G::ID, G::RULES);
    let _ = writeln!(text, "seed: {}", played.seed);
    let _ = writeln!(text, "options: {options}");
    let _ = writeln!(text, "player: {:?}", played.player);
    let _ = writeln!(text, "digest of the deal: {}", digest(state));
}

fn write_board<G: Game>(text: &mut String, state: &State<G>) {
    let _ = writeln!(text, "\n{}", state.scene());
}

/// What tells a room or a phase of one from another: the parts of its table, and how many rooms have a score.
fn part_of<G: Game>(state: &State<G>) -> (Vec<&'static str>, usize) {
    let card = serde_json::to_value(state.score()).expect("a score card is JSON");
    let rooms = card["rooms"].as_array().map_or(0, Vec::len);
    (state.scene().areas.iter().map(|area| area.name).collect(), rooms)
}

#[test]
fn every_playthrough_goes_as_it_went_before() {
    for played in playthroughs() {
        let text = registry::with_game(played.game, &played).unwrap_or_else(|_| panic!("{} is no game", played.game));
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{}.txt", played.file));
        expect_file![file].assert_eq(&text);
    }
}

#[test]
fn every_registered_game_has_a_playthrough() {
    let played: Vec<_> = playthroughs().into_iter().map(|played| played.game).collect();
    for game in registry::ids() {
        assert!(played.contains(&game), "{game} has no playthrough");
    }
}
