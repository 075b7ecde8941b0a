use serde_json::{Value as Json, json};

use super::*;
use crate::chance::{Chance, Seed};
use crate::dice::{Face, Roll};
use crate::game::{Seats, State, StateForm};
use crate::testing::{faults_of, refusal};

type Project = State<BoardGameProject55>;

fn dealt(seed: &str) -> Project {
    State::deal_for(Seats::new(4).expect("seats"), seed.parse::<Seed>().expect("a seed"), NoOptions {})
}

/// A table for the page's known answers: seat 1 is to act, the color is red, pawns are at their starts, and every pile
/// is one blue chip.
///
/// It has more chips of some colors than the game, so it is never admitted.
struct Setting(Table);

fn table() -> Setting {
    let mut table = dealt("one").table().clone();
    table.piles = Piles::of(&[Color::Blue; 18]);
    table.stock = [Stock(Chips::default()); 4];
    (table.turn, table.color) = (5, Some(Color::Red));
    Setting(table)
}

fn spot(name: &str) -> Spot {
    name.parse().expect("a cell with a pile")
}

fn seat(number: u8) -> Seat {
    Seat::new(number).expect("a seat")
}

impl Setting {
    fn tops(mut self, color: Color, names: &[&str]) -> Self {
        names.iter().for_each(|name| self.0.piles.on_mut(spot(name)).top = color);
        self
    }

    fn under(mut self, name: &str, colors: &[Color]) -> Self {
        colors.iter().for_each(|color| self.0.piles.on_mut(spot(name)).under.put(*color));
        self
    }

    fn pawn(mut self, number: u8, name: &str) -> Self {
        self.0.pawns[usize::from(number) - 1] = Square::named(name);
        self
    }

    fn stock(mut self, number: u8, colors: &[Color]) -> Self {
        let Stock(stock) = &mut self.0.stock[usize::from(number) - 1];
        colors.iter().for_each(|color| stock.put(*color));
        self
    }

    fn scores(mut self, scores: [u64; 4]) -> Self {
        self.0.scores = scores.to_vec();
        self
    }

    fn refusal(&self, json: Json) -> Rule {
        let mut after = self.0.clone();
        let (seed, mv) = (seed(), crate::wire::from_value(json).expect("a move"));
        let refused = BoardGameProject55::play(context(&seed), &mut after, &mv, &mut Log::discard());
        assert_eq!(after, self.0, "a refused move changes nothing");
        refused.expect_err("the move is refused").rule
    }

    fn play(&mut self, json: Json) -> Vec<Json> {
        let (seed, mv) = (seed(), crate::wire::from_value(json).expect("a move"));
        let mut log = Log::keep();
        BoardGameProject55::play(context(&seed), &mut self.0, &mv, &mut log).expect("a legal move");
        log.events().iter().map(|event| json!(event)).collect()
    }

    fn moves(&self, kind: &str) -> Vec<Json> {
        let seed = seed();
        let moves = BoardGameProject55::legal_moves(context(&seed), &self.0).moves;
        moves.iter().map(|mv| json!(mv)).filter(|mv| mv["type"] == kind).collect()
    }

    fn named(&self, kind: &str, field: &str) -> Vec<String> {
        self.moves(kind).iter().filter_map(|mv| mv[field].as_str().map(str::to_owned)).collect()
    }
}

fn seed() -> Seed {
    "one".parse().expect("a seed")
}

fn context(seed: &Seed) -> Context<'_, NoOptions> {
    Context::new(seed, Seats::new(4).expect("seats"), NoOptions {})
}

fn lay(cell: &str) -> Json {
    json!({"seat": 1, "type": "lay", "cell": cell})
}

fn walk(to: &str) -> Json {
    json!({"seat": 1, "type": "walk", "to": to})
}

use Color::{Blue, Green, Red};

#[test]
fn seed_one_has_known_deal_and_rolls() {
    let state = dealt("one");
    let lie = "b2 red, d2 yellow, f2 orange, c3 blue, e3 green, g3 orange, b4 green, d4 yellow, f4 purple, c5 purple, e5 purple, g5 green, b6 orange, d6 red, f6 blue, c7 yellow, e7 red, g7 blue";
    let top_chips = Spot::all().map(|spot| format!("{spot} {}", state.table().piles.on(spot).top));
    assert_eq!(top_chips.collect::<Vec<_>>().join(", "), lie);
    let seed = seed();
    let rolls = (1..=8).map(|turn| table::rolled(context(&seed), turn).to_string());
    assert_eq!(rolls.collect::<Vec<_>>().join(", "), "green, yellow, green, orange, blue, purple, red, blue");
    assert_eq!((state.legal_moves().moves.len(), state.table().color), (16, Some(Green)));
    let face: Face = Roll::numbered(Chance::new(&seed), "board-game-project-55/roll", 1).die();
    assert_eq!(face.number(), 4);
}

#[test]
fn starts_and_targets_match_the_page() {
    let starts_of = |number| {
        let next: Vec<_> = board::next_to(board::start(seat(number))).iter().map(|spot| spot.to_string()).collect();
        let targets: Vec<_> = board::targets(seat(number)).iter().map(|spot| spot.to_string()).collect();
        format!("{}: {}; {}", board::start(seat(number)), next.join(" "), targets.join(" "))
    };
    assert_eq!(starts_of(1), "e1: d2 f2; c7 e7 g7");
    assert_eq!(starts_of(2), "a5: b4 b6; g3 g5 g7");
    assert_eq!(starts_of(3), "d8: c7 e7; b2 d2 f2");
    assert_eq!(starts_of(4), "h4: g3 g5; b2 b4 b6");
    assert_eq!(
        Spot::all().map(|spot| spot.to_string()).collect::<Vec<_>>().join(" "),
        "b2 d2 f2 c3 e3 g3 b4 d4 f4 c5 e5 g5 b6 d6 f6 c7 e7 g7"
    );
}

#[test]
fn pawn_walks_over_tops_of_the_color() {
    let setting = table().tops(Red, &["d2", "c3", "d4", "e5"]).stock(1, &Color::ALL);
    assert_eq!(setting.named("walk", "to"), ["d2", "c3", "d4", "e5"]);
    assert_eq!(setting.moves("lay").len(), 14);
    assert_eq!(setting.refusal(walk("f2")), PATH);
    assert_eq!(setting.refusal(lay("d2")), SAME_TOP);
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "restock"})), BENEATH);
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "steal", "victim": 2})), STUCK);
    assert_eq!(setting.refusal(json!({"seat": 2, "type": "stay"})), TURN);
}

#[test]
fn other_pawns_are_wild_but_no_stop() {
    let setting = table().tops(Red, &["d4"]).pawn(2, "d2").pawn(3, "c3").stock(1, &[Red]);
    assert_eq!(setting.named("walk", "to"), ["d4"]);
    assert_eq!(setting.refusal(walk("c3")), STOP);
    assert_eq!(setting.refusal(lay("c3")), OCCUPIED);
}

#[test]
fn seat_that_could_walk_after_laying_is_not_stuck() {
    let mut setting = table().stock(1, &[Red, Red, Blue]).stock(2, &[Red]);
    assert_eq!(setting.moves("walk"), [Json::Null; 0]);
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "steal", "victim": 2})), STUCK);
    assert_eq!(setting.play(lay("f2")), [json!({"type": "laid", "seat": 1, "cell": "f2", "color": "red"})]);
    setting.play(lay("g3"));
    assert_eq!(setting.refusal(lay("d2")), STOCK);
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "restock"})), LAID);
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "steal", "victim": 2})), LAID);
    setting.play(walk("g3"));
    assert_eq!((setting.0.stock(seat(1)).all(), setting.0.pawn(seat(1))), (1, Square::named("g3")));
    for name in ["f2", "g3"] {
        assert_eq!(json!(setting.0.piles.on(spot(name))), json!({"top": "red", "under": ["blue"]}));
    }
}

#[test]
fn reaching_target_scores_remaining_chips() {
    let setting = || table().pawn(1, "d6").stock(1, &[Red, Red, Red, Blue, Blue, Blue, Blue]);
    let mut ten = setting().scores([4, 10, 0, 0]).stock(2, &[Color::Purple]);
    ten.play(lay("e7"));
    let events = ten.play(walk("e7"));
    assert_eq!(events[1], json!({"type": "round_over", "seat": 1, "points": 6}));
    assert_eq!((ten.0.scores[0], ten.0.active().number()), (10, 2));
    assert_eq!(ten.0.pawn(seat(1)), board::start(seat(1)));

    let mut eleven = setting().scores([5, 10, 0, 0]);
    eleven.play(lay("e7"));
    assert_eq!(eleven.play(walk("e7"))[2], json!({"type": "goal_reached", "seat": 1}));
    assert_eq!((eleven.0.color, eleven.0.laid, eleven.0.turn), (None, false, 5));
    assert_eq!(BoardGameProject55::places(NoOptions {}, &eleven.0), [1, 2, 3, 3]);
    assert_eq!(eleven.refusal(walk("e7")), ENDED);
}

#[test]
fn target_with_pawn_scores_nothing() {
    let mut setting = table().pawn(1, "d6").pawn(2, "e7").stock(1, &[Blue]);
    assert_eq!(setting.named("walk", "to"), ["e7"]);
    let events = setting.play(walk("e7"));
    assert_eq!(events[1], json!({"type": "round_over", "seat": 1, "points": 0}));
    assert_eq!(setting.0.pawns, [1, 2, 3, 4].map(|number| board::start(seat(number))));
}

#[test]
fn restocking_takes_chips_under_own_pile() {
    let mut setting = table().pawn(1, "d4").under("d4", &[Red, Green, Green]).stock(2, &[Red]);
    assert_eq!(setting.moves("steal"), [Json::Null; 0]);
    assert_eq!((setting.moves("restock").len(), setting.moves("stay").len()), (1, 1));
    assert_eq!(setting.refusal(json!({"seat": 1, "type": "steal", "cell": "d4"})), STUCK);
    let events = setting.play(json!({"seat": 1, "type": "restock"}));
    assert_eq!(events[0], json!({"type": "restocked", "seat": 1, "cell": "d4", "chips": ["red", "green", "green"]}));
    assert_eq!((setting.0.stock(seat(1)).all(), setting.0.piles.on(spot("d4")).under.all()), (3, 0));
}

#[test]
fn stuck_seat_steals_from_board_first() {
    let stuck = || table().pawn(1, "d4").stock(1, &[Blue, Blue, Blue]).stock(2, &[Red]).stock(4, &[Red]);
    let mut buried = stuck().under("b2", &[Red]).under("g7", &[Green, Red]);
    assert_eq!(buried.named("steal", "cell"), ["b2", "g7"]);
    assert_eq!(buried.refusal(json!({"seat": 1, "type": "steal", "victim": 2})), BOARD_FIRST);
    assert_eq!(buried.refusal(json!({"seat": 1, "type": "steal", "cell": "c3"})), NONE_THERE);
    let events = buried.play(json!({"seat": 1, "type": "steal", "cell": "g7"}));
    assert_eq!(events[0], json!({"type": "stole", "seat": 1, "color": "red", "cell": "g7"}));
    assert_eq!(json!(buried.0.piles.on(spot("g7")).under.list().collect::<Vec<_>>()), json!(["green"]));

    let mut robbed = stuck();
    let victims: Vec<Json> = robbed.moves("steal").iter().map(|mv| mv["victim"].clone()).collect();
    assert_eq!(victims, [2, 4]);
    assert_eq!(robbed.refusal(json!({"seat": 1, "type": "steal", "victim": 1})), NONE_THERE);
    assert_eq!(robbed.refusal(json!({"seat": 1, "type": "steal", "victim": 3})), NONE_THERE);
    robbed.play(json!({"seat": 1, "type": "steal", "victim": 4}));
    assert_eq!((robbed.0.stock(seat(4)).all(), robbed.0.stock(seat(1)).of(Red)), (0, 1));
}

#[test]
fn theft_names_one_pile_or_seat() {
    for bad in [
        json!({}),
        json!({"cell": "b2", "victim": 2}),
        json!({"victim": 5}),
        json!({"cell": "b3"}),
        json!({"cell": null}),
    ] {
        let mut mv = json!({"seat": 1, "type": "steal"});
        mv.as_object_mut().expect("an object").extend(bad.as_object().expect("an object").clone());
        assert!(crate::wire::from_value::<Move>(mv).is_err(), "{bad}");
    }
}

#[test]
fn seat_without_choice_is_skipped() {
    let mut setting = table().pawn(1, "d4").tops(Red, &["b2", "g7"]).stock(1, &[Blue]).stock(2, &Color::ALL);
    setting.0.stock[1].0.take(Red);
    assert!(!setting.0.can_act(seat(1), Red));
    // Seat 4 stays in turn 4. Turn 5 is seat 1's, with the color blue: without a blue top or chip it is stuck.
    let mut before = table().tops(
        Green,
        &["b2", "d2", "f2", "c3", "e3", "g3", "b4", "d4", "f4", "c5", "e5", "g5", "b6", "d6", "f6", "c7", "e7", "g7"],
    );
    before.0.turn = 4;
    let events = before.play(json!({"seat": 4, "type": "stay"}));
    assert_eq!(
        events[..2],
        [json!({"type": "rolled", "seat": 1, "color": "blue"}), json!({"type": "stuck", "seat": 1})]
    );
}

#[test]
fn game_ends_after_turn_240() {
    let mut setting = table().scores([3, 3, 0, 1]).stock(4, &[Red]);
    setting.0.turn = 240;
    let events = setting.play(json!({"seat": 4, "type": "stay"}));
    assert_eq!(events, [json!({"type": "turns_over"})]);
    assert_eq!((setting.0.turn, setting.0.color), (240, None));
    assert_eq!(BoardGameProject55::places(NoOptions {}, &setting.0), [1, 1, 4, 3]);
}

#[test]
fn every_fault_is_found() {
    let state = dealt("one");
    let found = |change: &dyn Fn(&mut Json)| faults_of(&state, change);
    assert_eq!(found(&|_| ()), [""; 0]);
    assert_eq!(found(&|table| table["stock"][0]["red"] = json!(2)), [" too_many_chips"]);
    assert_eq!(found(&|table| table["stock"][0]["red"] = json!(0)), [" chip_missing"]);
    assert_eq!(found(&|table| table["piles"]["b2"]["top"] = json!("blue")), [" chip_missing", " too_many_chips"]);
    assert_eq!(found(&|table| table["pawns"][1] = json!("e1")), ["/pawns/1 pawn_twice", "/pawns/1 pawn_astray"]);
    assert_eq!(found(&|table| table["pawns"][1] = json!("h4")), ["/pawns/1 pawn_astray", "/pawns/3 pawn_twice"]);
    assert_eq!(found(&|table| table["pawns"][0] = json!("b3")), ["/pawns/0 pawn_astray"]);
    assert_eq!(found(&|table| table["pawns"][0] = json!("e7")), ["/pawns/0 impossible_target"]);
    assert_eq!(found(&|table| table["turn"] = json!(0)), ["/turn impossible_turn"]);
    assert_eq!(found(&|table| table["turn"] = json!(241)), ["/turn impossible_turn"]);
    assert_eq!(found(&|table| table["color"] = json!("red")), ["/color impossible_color"]);
    assert_eq!(found(&|table| table["laid"] = json!(true)), ["/laid impossible_laid"]);
    let lay = |table: &mut Json| {
        table["stock"][0]["green"] = json!(0);
        table["piles"]["b2"] = json!({"top": "green", "under": ["red"]});
    };
    assert_eq!(
        found(&|table| {
            lay(table);
            table["laid"] = json!(true);
        }),
        [""; 0]
    );
    // All green chips are on top where seat 1 does not come, so it could do nothing.
    let stuck = |table: &mut Json| {
        for seat in 0..4 {
            table["stock"][seat]["green"] = json!(0);
        }
        for cell in ["b6", "f6", "c7", "e7"] {
            let top = table["piles"][cell]["top"].clone();
            let color = top.as_str().expect("a color");
            let count = table["stock"][1][color].as_u64().expect("a count");
            table["stock"][1][color] = json!(count + 1);
            table["piles"][cell]["top"] = json!("green");
        }
    };
    assert_eq!(found(&stuck), [" impossible_pause"]);
    let end = |table: &mut Json, scores: Json, turn: u64| {
        table.as_object_mut().expect("an object").remove("color");
        (table["scores"], table["turn"]) = (scores, json!(turn));
    };
    assert_eq!(found(&|table| table["scores"] = json!([0, 11, 0, 0])), ["/scores impossible_end"]);
    assert_eq!(found(&|table| end(table, json!([0, 10, 0, 0]), 1)), ["/turn impossible_end"]);
    assert_eq!(found(&|table| end(table, json!([0, 10, 0, 0]), 240)), [""; 0]);
    assert_eq!(found(&|table| end(table, json!([0, 11, 0, 0]), 6)), [""; 0]);
    assert_eq!(found(&|table| end(table, json!([0, 11, 0, 0]), 7)), ["/scores impossible_end"]);
    assert_eq!(found(&|table| end(table, json!([12, 11, 0, 0]), 6)), ["/scores impossible_end"]);
    assert_eq!(
        found(&|table| {
            end(table, json!([0, 11, 0, 0]), 6);
            table["laid"] = json!(true);
        }),
        ["/laid impossible_laid"]
    );
}

#[test]
fn table_without_a_pile_is_not_read() {
    let mut form = json!(dealt("one"));
    form["table"]["piles"].as_object_mut().expect("an object").remove("d4");
    let misread = StateForm::<BoardGameProject55>::from_value(form).expect_err("a pile is missing");
    assert!(misread.to_string().contains("(none for d4)"), "{misread}");
}

#[test]
fn move_out_of_turn_is_refused() {
    let state = dealt("one");
    assert_eq!(refusal(&state, &json!({"seat": 2, "type": "stay"})), TURN);
    let board = state.scene_for(Viewer::Onlooker).to_string();
    assert!(board.starts_with("Board Game Project #55: turn 1, the color is green"), "{board}");
    assert!(board.contains("seat 4: stockpile: (r1) (o1) (y1) (g1) (b1) (p1)"), "{board}");
}
