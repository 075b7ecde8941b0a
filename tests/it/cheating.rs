//! Cheating, and what becomes of it: each is refused with the error that says why, and nothing is kept.

use funhouse::rules::player::Player;
use serde_json::{Value as Json, json};

use crate::harness::{Answer, Server};
use crate::stored::{Account, board, drawn, run_of, slide_jam};

/// A server, and a player who tries things.
struct Try {
    server: Server,
    player: Account,
}

impl Try {
    fn new() -> Self {
        let server = Server::start();
        let player = Account::new(&server, "Mallory");
        Self { server, player }
    }

    /// Hands in a run that must be refused, and checks that no board knows of it.
    fn refused(&self, run: &Json, status: u16, code: &str) -> Json {
        let problem = self.player.submit(&self.server, run).problem(status, code);
        self.nothing_is_kept();
        problem
    }

    fn meant_for(&self, class: &str, run: &Json) -> Answer {
        self.server.send("POST", &format!("/v1/runs?class={class}"), &[self.player.header()], Some(run))
    }

    fn nothing_is_kept(&self) {
        let runs = self.server.send("GET", "/v1/players/me/runs", &[self.player.header()], None).ok();
        assert_eq!(runs["runs"], json!([]));
    }
}

#[test]
fn a_score_one_too_low_is_told_what_the_run_scores() {
    let cheat = Try::new();
    let mut run = run_of("epic-funhouse", "cheat", Player::Random, json!({}));
    let score = run["score"].as_u64().expect("a score");
    for claim in [score - 1, score + 1, 0] {
        run["score"] = json!(claim);
        let problem = cheat.refused(&run, 422, "claim_differs");
        assert_eq!(problem["score"]["total"], score);
        assert_eq!(problem["score"]["rooms"].as_array().map(Vec::len), Some(6));
        assert_eq!(problem["errors"][0]["pointer"], "/score");
    }
}

#[test]
fn a_run_without_a_claim_is_not_taken() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run.as_object_mut().expect("a run").remove("score");
    cheat.refused(&run, 422, "claim_missing");
}

#[test]
fn one_move_changed_is_named_with_its_place_its_rule_and_the_score_until_there() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run["moves"][2]["cells"] = json!(["a1", "d1", "a6"]);
    let problem = cheat.refused(&run, 422, "illegal_move");
    assert_eq!((&problem["index"], &problem["errors"][0]["pointer"]), (&json!(2), &json!("/moves/2")));
    assert!(problem["rule"].as_str().expect("a rule").starts_with("slide-jam."), "{problem}");
    assert!(problem["score"]["total"].is_u64());
}

#[test]
fn moves_of_another_seed_do_not_fit() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run["seed"] = json!("another");
    cheat.refused(&run, 422, "illegal_move");
}

#[test]
fn options_that_were_swapped_do_not_fit() {
    let cheat = Try::new();
    let mut run = run_of("catwalk", "cheat", Player::Greedy, json!({}));
    run["options"]["dexterity"] = json!("reported");
    let problem = cheat.refused(&run, 422, "illegal_move");
    assert!(problem["rule"].as_str().expect("a rule").starts_with("catwalk."), "{problem}");
}

#[test]
fn reported_flicks_do_not_pass_as_simulated() {
    let cheat = Try::new();
    let mut run = run_of("catwalk", "cheat", Player::Greedy, json!({ "dexterity": "reported" }));
    run["options"]["dexterity"] = json!("simulated");
    cheat.refused(&run, 422, "illegal_move");
}

#[test]
fn an_unfinished_run_is_told_what_it_scores_so_far() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run["moves"].as_array_mut().expect("moves").pop();
    let problem = cheat.refused(&run, 422, "incomplete");
    assert!(problem["score"]["total"].is_u64());
    run["moves"] = json!([]);
    cheat.refused(&run, 422, "incomplete");
}

#[test]
fn moves_after_the_end_are_no_part_of_the_game() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    let last = run["moves"].as_array().and_then(|moves| moves.last()).expect("a move").clone();
    run["moves"].as_array_mut().expect("moves").push(last);
    cheat.refused(&run, 422, "illegal_move");
}

#[test]
fn a_slider_that_was_given_up_is_not_ranked() {
    let cheat = Try::new();
    let run = json!({
        "game": "easy-slider", "rules": 1, "seed": "cheat", "options": {}, "moves": [{ "type": "give_up" }], "score": 0,
    });
    cheat.refused(&run, 422, "not_ranked");
}

#[test]
fn a_forged_drawn_seed_is_a_chosen_one() {
    let cheat = Try::new();
    let seed = drawn(&cheat.server, "slide-jam");
    let forged: String = seed.chars().rev().collect();
    let run = slide_jam(&forged);
    cheat.meant_for("drawn", &run).problem(422, "class_differs");
    cheat.nothing_is_kept();
    assert_eq!(cheat.player.submit(&cheat.server, &run).expect(201)["run"]["class"], "chosen");
    assert_eq!(board(&cheat.server, "slide-jam", "class=drawn")["count"], 0);
}

#[test]
fn a_drawn_seed_of_another_game_is_a_chosen_one() {
    let cheat = Try::new();
    let run = slide_jam(&drawn(&cheat.server, "epic-funhouse"));
    cheat.meant_for("drawn", &run).problem(422, "class_differs");
    cheat.nothing_is_kept();
    let of_this_game = slide_jam(&drawn(&cheat.server, "slide-jam"));
    assert_eq!(cheat.meant_for("drawn", &of_this_game).expect(201)["run"]["class"], "drawn");
}

#[test]
fn yesterdays_and_tomorrows_daily_seeds_are_not_todays() {
    let cheat = Try::new();
    let today = cheat.server.shared.clock.now().day();
    for day in [today.plus(-1), today.plus(1)] {
        let seed = cheat.server.shared.seeds.day_key(day).seed("slide-jam");
        let run = slide_jam(seed.as_str());
        cheat.meant_for("daily", &run).problem(422, "class_differs");
        cheat.nothing_is_kept();
    }
    let seed = cheat.server.shared.seeds.day_key(today).seed("slide-jam");
    assert_eq!(cheat.meant_for("daily", &slide_jam(seed.as_str())).expect(201)["run"]["class"], "daily");
    assert_eq!(board(&cheat.server, "slide-jam", "class=daily")["count"], 1);
}

#[test]
fn the_daily_seed_with_other_options_is_a_chosen_one() {
    let cheat = Try::new();
    let today = cheat.server.shared.clock.now().day();
    let seed = cheat.server.shared.seeds.day_key(today).seed("catwalk");
    let run = run_of("catwalk", seed.as_str(), Player::Greedy, json!({ "dexterity": "reported" }));
    cheat.meant_for("daily", &run).problem(422, "class_differs");
    cheat.nothing_is_kept();
}

#[test]
fn a_cursor_of_another_board_is_refused() {
    let cheat = Try::new();
    for n in 0..3 {
        cheat.player.submit(&cheat.server, &slide_jam(&format!("cursor-{n}"))).expect(201);
    }
    let page = board(&cheat.server, "slide-jam", "class=chosen&show=runs&limit=1");
    let cursor = page["next"].as_str().expect("there is more");
    let walk = |query: &str| cheat.server.send("GET", &format!("/v1/leaderboards/{query}"), &[], None);
    walk(&format!("slide-jam?class=chosen&show=runs&limit=1&cursor={cursor}")).ok();
    for other in [
        format!("slide-jam?class=chosen&cursor={cursor}"),
        format!("slide-jam?class=drawn&show=runs&cursor={cursor}"),
        format!("slide-jam?class=chosen&show=runs&period=day&cursor={cursor}"),
        format!("slide-jam?class=chosen&show=runs&seed=cursor-1&cursor={cursor}"),
        format!("slide-jam?class=chosen&since=2020-01-01&cursor={cursor}"),
        format!("catwalk?class=chosen&show=runs&cursor={cursor}"),
        format!("slide-jam?class=chosen&show=runs&cursor={}", &cursor[1..]),
        "slide-jam?class=chosen&show=runs&cursor=".to_owned(),
        "slide-jam?class=chosen&show=runs&cursor=W10".to_owned(),
    ] {
        walk(&other).problem(400, "invalid_cursor");
    }
}

#[test]
fn a_token_cut_short_or_made_up_is_nobodys() {
    let cheat = Try::new();
    let run = slide_jam("cheat");
    let token = &cheat.player.token;
    let swapped: String = token.chars().rev().collect();
    for value in [
        format!("Bearer {}", &token[..token.len() - 1]),
        format!("Bearer {swapped}"),
        format!("Bearer {token}A"),
        format!("Basic {token}"),
        "Bearer".to_owned(),
        String::new(),
    ] {
        let answer = cheat.server.send("POST", "/v1/runs", &[("authorization", &value)], Some(&run));
        answer.problem(401, "unauthorized");
        assert_eq!(answer.header("www-authenticate"), "Bearer");
    }
    cheat.server.send("POST", "/v1/runs", &[], Some(&run)).problem(401, "unauthorized");
    cheat.nothing_is_kept();
}

#[test]
fn nobody_acts_under_anothers_name() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let path = format!("/v1/players/{}", ada.id);
    cheat.server.send("DELETE", &path, &[cheat.player.header()], None).problem(403, "forbidden");
    cheat.server.send("DELETE", &path, &[], None).problem(401, "unauthorized");
    cheat.server.send("POST", &format!("{path}/token"), &[cheat.player.header()], None).problem(403, "forbidden");
    ada.submit(&cheat.server, &slide_jam("mine")).expect(201);
}

#[test]
fn rubbish_for_a_run_is_refused_with_its_place() {
    let cheat = Try::new();
    let run = slide_jam("cheat");
    let with = |key: &str, value: Json| {
        let mut run = run.clone();
        run[key] = value;
        run
    };
    for (run, pointer) in [
        (with("game", json!("chess")), "/game"),
        (with("game", json!(7)), "/game"),
        (with("seed", json!("a b")), "/seed"),
        (with("seed", Json::Null), "/seed"),
        (with("score", json!(-1)), "/score"),
        (with("moves", json!([{ "type": "fly" }])), "/moves/0/type"),
        (with("extra", json!(1)), "/extra"),
    ] {
        let problem = cheat.refused(&run, 400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    }
    cheat.refused(&with("rules", json!(2)), 422, "unknown_rules");
    cheat.refused(&json!([]), 400, "invalid_body");
    let too_many: Vec<Json> = (0..10_001).map(|_| json!({ "type": "give_up" })).collect();
    cheat.refused(&with("game", json!("easy-slider")), 400, "invalid_body");
    let run = json!({ "game": "easy-slider", "rules": 1, "seed": "x", "options": {}, "moves": too_many, "score": 0 });
    cheat.refused(&run, 400, "invalid_body");
}
