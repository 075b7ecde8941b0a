//! Golden playthroughs: whole games as text, in `tests/playthroughs/`.
//!
//! They show in a diff what a change of the rules does to a game. A game without one fails; `UPDATE_EXPECT=1 cargo test`
//! regenerates them.

use std::fmt::Write as _;
use std::path::PathBuf;

use expect_test::expect_file;
use funhouse::rules::game::{ScoreCard, Seated, Seats, Solitaire, State, Viewer};
use funhouse::rules::mode::{Mode as _, SeatedMode};
use funhouse::rules::registry::{self, SeatedVisitor, Task};
use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::walks::MAX_MOVES;

/// A game that is played through.
struct Playthrough {
    file: &'static str,
    game: &'static str,
    seed: &'static str,
    options: Json,
    player: Robot,
}

/// Every registered game, played by the greedy robot; then games with options that change them much.
fn playthroughs() -> Vec<Playthrough> {
    let play = |file, game, seed, options, player| Playthrough { file, game, seed, options, player };
    use Robot::{Greedy, Random};
    let of_each = registry::ids().into_iter().map(|game| play(game, game, "funhouse-1", json!({}), Greedy));
    let with_options = [
        play("epic-funhouse-reported", "epic-funhouse", "Rolando_2004", json!({"dexterity": "reported"}), Random),
        play("epic-funhouse-paper", "epic-funhouse", "0.-_z", json!({"scoreboard": "paper", "die": "counter"}), Random),
    ];
    of_each.chain(with_options).collect()
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

    fn run<G: Solitaire>(self) -> String {
        let options: G::Options =
            funhouse::rules::wire::from_value(self.options.clone()).expect("the game takes the options");
        let mut state = State::<G>::deal(self.seed.parse().expect("a seed"), options);
        let mut text = String::new();
        write_head(&mut text, self, &state);
        write_board(&mut text, &state);
        let mut part = part_of(&state);
        let mut created = 0;
        self.player.play_out(&mut state, MAX_MOVES, |mv, state| {
            created += 1;
            let (total, digest) = (state.score().total(), state.digest());
            let mv = short(mv);
            let _ = writeln!(text, "{created:>4}. {mv:<56} {total:>3}  {}", &digest[..16]);
            if part_of(state) != part || state.finished() {
                part = part_of(state);
                write_board(&mut text, state);
            }
        });
        assert!(state.finished(), "{} is played to its end", self.file);
        let card = serde_json::to_value(state.score()).expect("a score card is JSON");
        let _ = writeln!(text, "ended after {created} moves: {}", short(&card));
        text
    }
}

fn write_head<G: Solitaire>(text: &mut String, played: &Playthrough, state: &State<G>) {
    let options = short(&state.options());
    let options = if options.is_empty() { "none" } else { &options };
    let _ = writeln!(text, "{} ({}), rules {}", G::TITLE, G::ID, G::RULES);
    let _ = writeln!(text, "seed: {}", played.seed);
    let _ = writeln!(text, "options: {options}");
    let _ = writeln!(text, "player: {:?}", played.player);
    let _ = writeln!(text, "digest of the deal: {}", state.digest());
}

fn write_board<G: Solitaire>(text: &mut String, state: &State<G>) {
    let _ = writeln!(text, "\n{}", state.scene());
}

/// What distinguishes rooms and phases: the parts of the table, and the number of rooms that have a score.
fn part_of<G: Solitaire>(state: &State<G>) -> (Vec<&'static str>, usize) {
    let card = serde_json::to_value(state.score()).expect("a score card is JSON");
    let rooms = card["rooms"].as_array().map_or(0, Vec::len);
    (state.scene().areas.iter().map(|area| area.name).collect(), rooms)
}

#[test]
fn playthroughs_match_golden_files() {
    for played in playthroughs() {
        let text = registry::with_game(played.game, 1, &played).unwrap_or_else(|| panic!("{} is no game", played.game));
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{}.txt", played.file));
        expect_file![file].assert_eq(&text);
    }
}

/// A game for the fewest seats that it has, played by the built-in player on all of them.
struct AtTable;

impl SeatedVisitor for AtTable {
    fn visit<G: Seated>(&mut self) {
        let seats = Seats::new(*G::SEATS.start()).expect("seats");
        let seed = "funhouse-1".parse().expect("a seed");
        let mut state = State::<G>::deal_for(seats, seed, G::Options::default());
        let mut text = format!("{} ({}), rules {}\n", G::TITLE, G::ID, G::RULES);
        let _ = writeln!(text, "seed: funhouse-1\nseats: {}\nplayer: Greedy", seats.count());
        let _ = writeln!(text, "digest of the deal: {}", state.digest());
        let board = |state: &State<G>| format!("\n{}\n", SeatedMode::scene(state, Viewer::Host));
        text += &board(&state);
        let mut created = 0;
        Robot::Greedy.play_all::<G, SeatedMode>(&mut state, MAX_MOVES, |mv, state| {
            created += 1;
            let (mv, points) = (short(mv), json!(state.points()).to_string());
            let _ = writeln!(text, "{created:>4}. {mv:<56} {points}  {}", &state.digest()[..16]);
            if created % 40 == 0 || state.finished() {
                text += &board(state);
            }
        });
        assert!(state.finished(), "{} is played to its end", G::ID);
        let _ = writeln!(text, "ended after {created} moves: places {}", json!(state.places()));
        let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("tests/playthroughs/{}.txt", G::ID));
        expect_file![file].assert_eq(&text);
    }
}

#[test]
fn seated_playthroughs_match_golden_files() {
    registry::visit_seated(&mut AtTable);
}
