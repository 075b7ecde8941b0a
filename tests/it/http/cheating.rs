//! Cheating: each attempt is refused with the right error, and nothing is stored.

use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, drawn, run_of, slide_jam};
use crate::support::harness::{Answer, Server};

/// A server, and a player who tries to cheat.
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

    /// Submits a run that must be refused, and checks that no board has it.
    fn refused(&self, run: &Json, status: u16, code: &str) -> Json {
        let problem = self.player.submit(&self.server, run).problem(status, code);
        self.nothing_is_stored();
        problem
    }

    fn meant_for(&self, class: &str, run: &Json) -> Answer {
        self.server.send("POST", &format!("/v1/runs?class={class}"), &[self.player.header()], Some(run))
    }

    fn nothing_is_stored(&self) {
        let runs = self.server.send("GET", "/v1/players/me/runs", &[self.player.header()], None).ok();
        assert_eq!(runs["runs"], json!([]));
    }
}

#[test]
fn rejects_score_one_too_low_with_actual_score() {
    let cheat = Try::new();
    let mut run = run_of("epic-funhouse", "cheat", Robot::Random, json!({}));
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
fn rejects_run_without_claimed_score() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run.as_object_mut().expect("a run").remove("score");
    cheat.refused(&run, 422, "claim_missing");
}

#[test]
fn changed_move_is_reported_with_index_and_rule() {
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
    let mut run = run_of("catwalk", "cheat", Robot::Greedy, json!({}));
    run["options"]["dexterity"] = json!("reported");
    let problem = cheat.refused(&run, 422, "illegal_move");
    assert!(problem["rule"].as_str().expect("a rule").starts_with("catwalk."), "{problem}");
}

#[test]
fn reported_flicks_do_not_pass_as_simulated() {
    let cheat = Try::new();
    let mut run = run_of("catwalk", "cheat", Robot::Greedy, json!({ "dexterity": "reported" }));
    run["options"]["dexterity"] = json!("simulated");
    cheat.refused(&run, 422, "illegal_move");
}

#[test]
fn unfinished_run_is_reported_with_its_current_score() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    run["moves"].as_array_mut().expect("moves").pop();
    let problem = cheat.refused(&run, 422, "incomplete");
    assert!(problem["score"]["total"].is_u64());
    run["moves"] = json!([]);
    cheat.refused(&run, 422, "incomplete");
}

#[test]
fn rejects_moves_after_the_end() {
    let cheat = Try::new();
    let mut run = slide_jam("cheat");
    let last = run["moves"].as_array().and_then(|moves| moves.last()).expect("a move").clone();
    run["moves"].as_array_mut().expect("moves").push(last);
    cheat.refused(&run, 422, "illegal_move");
}

#[test]
fn abandoned_slider_is_not_ranked() {
    let cheat = Try::new();
    let run = json!({
        "game": "easy-slider", "rules": 1, "seed": "cheat", "options": {}, "moves": [{ "type": "give_up" }], "score": 0,
    });
    cheat.refused(&run, 422, "not_ranked");
}

#[test]
fn forged_drawn_seed_is_chosen() {
    let cheat = Try::new();
    let seed = drawn(&cheat.server, "slide-jam");
    let forged: String = seed.chars().rev().collect();
    let run = slide_jam(&forged);
    cheat.meant_for("drawn", &run).problem(422, "class_differs");
    cheat.nothing_is_stored();
    assert_eq!(cheat.player.submit(&cheat.server, &run).expect(201)["run"]["class"], "chosen");
    assert_eq!(board(&cheat.server, "slide-jam", "class=drawn")["count"], 0);
}

#[test]
fn drawn_seed_of_another_game_is_chosen() {
    let cheat = Try::new();
    let run = slide_jam(&drawn(&cheat.server, "epic-funhouse"));
    cheat.meant_for("drawn", &run).problem(422, "class_differs");
    cheat.nothing_is_stored();
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
        cheat.nothing_is_stored();
    }
    let seed = cheat.server.shared.seeds.day_key(today).seed("slide-jam");
    assert_eq!(cheat.meant_for("daily", &slide_jam(seed.as_str())).expect(201)["run"]["class"], "daily");
    assert_eq!(board(&cheat.server, "slide-jam", "class=daily")["count"], 1);
}

#[test]
fn daily_seed_with_other_options_is_chosen() {
    let cheat = Try::new();
    let today = cheat.server.shared.clock.now().day();
    let seed = cheat.server.shared.seeds.day_key(today).seed("catwalk");
    let run = run_of("catwalk", seed.as_str(), Robot::Greedy, json!({ "dexterity": "reported" }));
    cheat.meant_for("daily", &run).problem(422, "class_differs");
    cheat.nothing_is_stored();
}

#[test]
fn rejects_cursor_of_another_board() {
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
        format!("slide-jam?class=chosen&period=day&cursor={cursor}"),
        format!("slide-jam?class=chosen&seed=cursor-1&cursor={cursor}"),
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
fn truncated_or_forged_token_is_rejected() {
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
    cheat.nothing_is_stored();
}

#[test]
fn player_cannot_act_under_another_name() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let path = format!("/v1/players/{}", ada.id);
    cheat.server.send("DELETE", &path, &[cheat.player.header()], None).problem(403, "forbidden");
    cheat.server.send("DELETE", &path, &[], None).problem(401, "unauthorized");
    cheat.server.send("POST", &format!("{path}/token"), &[cheat.player.header()], None).problem(403, "forbidden");
    ada.submit(&cheat.server, &slide_jam("mine")).expect(201);
}

#[test]
fn malformed_run_is_rejected_with_pointer() {
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
    let mut run =
        json!({ "game": "easy-slider", "rules": 1, "seed": "x", "options": {}, "moves": too_many, "score": 0 });
    let problem = cheat.refused(&run, 400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/moves", "{problem}");
    run["moves"].as_array_mut().expect("moves").pop();
    cheat.refused(&run, 422, "illegal_move");
}

/// A seed that the service draws for a player.
fn drawn_for(server: &Server, game: &str, player: &Account) -> String {
    let dealt = server.send("POST", &format!("/v1/games/{game}/deal"), &[player.header()], Some(&json!({}))).ok();
    dealt["state"]["seed"].as_str().expect("a seed").to_owned()
}

/// The class in which a run is kept.
fn class_of(answer: &Answer) -> String {
    answer.expect(201)["run"]["class"].as_str().expect("a class").to_owned()
}

#[test]
fn seed_drawn_with_token_belongs_to_its_player() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let run = slide_jam(&drawn_for(&cheat.server, "slide-jam", &ada));
    // The seed is Ada's before she submits anything.
    cheat.meant_for("drawn", &run).problem(422, "class_differs");
    cheat.nothing_is_stored();
    assert_eq!(class_of(&cheat.player.submit(&cheat.server, &run)), "chosen");
    assert_eq!(class_of(&ada.submit(&cheat.server, &run)), "drawn");
    assert_eq!(board(&cheat.server, "slide-jam", "class=drawn&show=runs")["count"], 1);
}

#[test]
fn seed_drawn_without_token_belongs_to_first_submitter() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let seed = drawn(&cheat.server, "catwalk");
    let run = |robot, options| run_of("catwalk", &seed, robot, options);
    // What is refused claims nothing, whether for its score or for its class.
    let mut too_good = run(Robot::Greedy, json!({}));
    too_good["score"] = json!(too_good["score"].as_u64().expect("a score") + 1);
    cheat.refused(&too_good, 422, "claim_differs");
    cheat.meant_for("chosen", &run(Robot::Greedy, json!({}))).problem(422, "class_differs");
    cheat.nothing_is_stored();

    assert_eq!(class_of(&ada.submit(&cheat.server, &run(Robot::Greedy, json!({})))), "drawn");
    cheat.meant_for("drawn", &run(Robot::Greedy, json!({}))).problem(422, "class_differs");
    cheat.nothing_is_stored();
    assert_eq!(class_of(&cheat.meant_for("chosen", &run(Robot::Greedy, json!({})))), "chosen");
    // A seed has one owner in all of its game, whatever the options.
    let paper = json!({ "scoreboard": "paper" });
    assert_eq!(class_of(&cheat.player.submit(&cheat.server, &run(Robot::Greedy, paper.clone()))), "chosen");
    assert_eq!(class_of(&ada.submit(&cheat.server, &run(Robot::Greedy, paper))), "drawn");
    assert_eq!(class_of(&ada.submit(&cheat.server, &run(Robot::Random, json!({})))), "drawn", "another run of hers");
}

#[test]
fn claimed_seed_stays_claimed_after_deleting_its_player() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let run = slide_jam(&drawn(&cheat.server, "slide-jam"));
    assert_eq!(class_of(&ada.submit(&cheat.server, &run)), "drawn");
    assert_eq!(cheat.server.send("DELETE", "/v1/players/me", &[ada.header()], None).status, 204);
    assert_eq!(class_of(&cheat.player.submit(&cheat.server, &run)), "chosen");
}

#[test]
fn resubmitted_run_has_the_class_it_was_given() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let run = slide_jam(&drawn(&cheat.server, "slide-jam"));
    assert_eq!(class_of(&ada.submit(&cheat.server, &run)), "drawn");
    assert_eq!(class_of(&cheat.player.submit(&cheat.server, &run)), "chosen");
    let again = |class, player: &Account| {
        cheat.server.send("POST", &format!("/v1/runs?class={class}"), &[player.header()], Some(&run))
    };
    again("drawn", &ada).expect(200);
    again("chosen", &ada).problem(422, "class_differs");
    again("chosen", &cheat.player).expect(200);
    again("drawn", &cheat.player).problem(422, "class_differs");
}

#[test]
fn deal_refuses_a_token_that_is_not_known() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let replaced = server.send("POST", "/v1/players/me/token", &[ada.header()], None).ok();
    let deal = |token: &str, body: Json| {
        let bearer = format!("Bearer {token}");
        server.send("POST", "/v1/games/slide-jam/deal", &[("authorization", &bearer)], Some(&body))
    };
    for body in [json!({}), json!({ "seed": "x" })] {
        deal(&ada.token, body.clone()).problem(401, "unauthorized");
        deal(replaced["token"].as_str().expect("a token"), body).ok();
    }
}

/// The other stack than the one that a move of a Slide Jam names.
fn opposite(stack: &Json) -> Json {
    json!(if stack == "left" { "right" } else { "left" })
}

/// Different runs of a Slide Jam that pop the same families, all of the same score.
fn trivial_variants(run: &Json, count: usize) -> Vec<Json> {
    let moves = run["moves"].as_array().expect("moves").len();
    let variant = |n: usize| {
        let mut variant = run.clone();
        for (i, mv) in variant["moves"].as_array_mut().expect("moves").iter_mut().enumerate() {
            mv["stack"] = opposite(&mv["stack"]);
            if n >> (i % moves) & 1 == 1 {
                mv["cells"].as_array_mut().expect("cells").reverse();
            }
        }
        variant
    };
    (0..count).map(variant).collect()
}

#[test]
fn mirrored_run_and_board_name_the_original() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let run = slide_jam("exchanged");
    let first = ada.submit(&cheat.server, &run).expect(201)["run"]["id"].clone();
    let copy = cheat.player.submit(&cheat.server, &trivial_variants(&run, 1)[0]).expect(201);
    assert_eq!(copy["run"]["same_as"], first);
    let id = copy["run"]["id"].as_str().expect("a number");
    assert_eq!(cheat.server.send("GET", &format!("/v1/runs/{id}"), &[], None).ok()["same_as"], first);
    for query in ["show=runs", "show=bests", "seed=exchanged"] {
        let board = board(&cheat.server, "slide-jam", &format!("class=chosen&{query}"));
        let lines = board["entries"].as_array().expect("entries");
        assert_eq!((lines[0].get("same_as"), &lines[1]["same_as"]), (None, &first), "{board}");
    }
    let other = slide_jam("another-seed");
    assert!(cheat.player.submit(&cheat.server, &other).expect(201)["run"].get("same_as").is_none());
}

#[test]
fn eighteen_variants_of_one_player_rank_once() {
    let cheat = Try::new();
    let run = slide_jam("variants");
    let mut ids = Vec::new();
    for variant in trivial_variants(&run, 18) {
        let stored = cheat.player.submit(&cheat.server, &variant).expect(201);
        assert!(stored["run"].get("same_as").is_none(), "they are all one player's");
        ids.push(stored["run"]["id"].clone());
    }
    for query in ["show=runs", "seed=variants", "period=day", "period=week", "period=month", "period=all"] {
        let board = board(&cheat.server, "slide-jam", &format!("class=chosen&{query}"));
        assert_eq!((&board["count"], board["entries"].as_array().map(Vec::len)), (&json!(1), Some(1)), "{query}");
        assert_eq!(board["entries"][0]["run"], ids[0], "the first of equals");
    }
}

#[test]
fn eighteen_variants_of_other_players_name_the_original() {
    let cheat = Try::new();
    let run = slide_jam("variants");
    let first = cheat.player.submit(&cheat.server, &run).expect(201)["run"]["id"].clone();
    for (n, variant) in trivial_variants(&run, 18).iter().enumerate() {
        let copier = Account::new(&cheat.server, &format!("Copier {n}"));
        assert_eq!(copier.submit(&cheat.server, variant).expect(201)["run"]["same_as"], first, "{n}");
    }
    let board = board(&cheat.server, "slide-jam", "class=chosen&show=runs&limit=100");
    let lines = board["entries"].as_array().expect("entries");
    assert_eq!(lines.iter().filter(|line| line["same_as"] == first).count(), 18);
}

#[test]
fn first_run_of_another_player_is_named() {
    let cheat = Try::new();
    let (ada, run) = (Account::new(&cheat.server, "Ada"), slide_jam("turns"));
    let variants = trivial_variants(&run, 6);
    let submit_run = |player: &Account, n: usize| player.submit(&cheat.server, &variants[n]).expect(201)["run"].clone();
    let mine = [submit_run(&cheat.player, 0), submit_run(&cheat.player, 1)];
    let hers = [submit_run(&ada, 2), submit_run(&ada, 3)];
    let mine_again = submit_run(&cheat.player, 4);
    assert!(mine.iter().all(|run| run.get("same_as").is_none()));
    assert!(hers.iter().all(|run| run["same_as"] == mine[0]["id"]));
    assert_eq!(mine_again["same_as"], hers[0]["id"]);
    assert_eq!(submit_run(&ada, 5)["same_as"], mine[0]["id"]);
}

#[test]
fn copied_run_on_daily_board_names_the_original() {
    let cheat = Try::new();
    let ada = Account::new(&cheat.server, "Ada");
    let today = cheat.server.shared.clock.now().day();
    let run = slide_jam(cheat.server.shared.seeds.day_key(today).seed("slide-jam").as_str());
    let first = ada.submit(&cheat.server, &run).expect(201)["run"]["id"].clone();
    let copy = &trivial_variants(&run, 2)[1];
    assert_eq!(cheat.meant_for("daily", copy).expect(201)["run"]["same_as"], first);
    let board = board(&cheat.server, "slide-jam", "class=daily&period=day");
    assert_eq!((&board["count"], &board["entries"][1]["same_as"]), (&json!(2), &first));
}
