//! The runs of a player, filtered by game, seed class and seed.

use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, drawn, run_of, slide_jam};
use crate::support::harness::Server;
use crate::support::schema::assert_fits;

/// The seeds of the runs that a query lists, over all its pages of two.
fn listed(server: &Server, player: &Account, query: &str) -> Vec<String> {
    let mut seeds = Vec::new();
    let mut next = Some(String::new());
    while let Some(cursor) = next {
        let path = format!("/v1/players/{}/runs?limit=2{query}{cursor}", player.id);
        let page = server.send("GET", &path, &[], None).ok();
        assert_fits("PlayersRuns", &page);
        let runs = page["runs"].as_array().expect("runs").iter();
        seeds.extend(runs.map(|run| format!("{} {}", text(&run["game"]), text(&run["seed"]))));
        next = page["next"].as_str().map(|cursor| format!("&cursor={cursor}"));
    }
    seeds
}

fn text(value: &Json) -> &str {
    value.as_str().expect("a text")
}

#[test]
fn runs_are_filtered_by_game_class_and_seed() {
    let server = Server::start();
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let own = drawn(&server, "slide-jam");
    for seed in ["a", "b", "c"] {
        ada.submit(&server, &slide_jam(seed)).expect(201);
        ada.submit(&server, &run_of("magic-mirror", seed, Robot::Greedy, json!({}))).expect(201);
        ben.submit(&server, &slide_jam(seed)).expect(201);
    }
    ada.submit(&server, &slide_jam(&own)).expect(201);
    ada.submit(&server, &run_of("slide-jam", "a", Robot::Random, json!({}))).expect(201);
    let of_slide_jam = |seeds: &[&str]| seeds.iter().map(|seed| format!("slide-jam {seed}")).collect::<Vec<_>>();
    let cases = [
        ("&game=slide-jam", of_slide_jam(&["a", &own, "c", "b", "a"])),
        ("&game=slide-jam&class=chosen", of_slide_jam(&["a", "c", "b", "a"])),
        ("&game=slide-jam&class=drawn", of_slide_jam(&[&own])),
        ("&game=slide-jam&class=daily", Vec::new()),
        ("&game=slide-jam&seed=a", of_slide_jam(&["a", "a"])),
        ("&game=slide-jam&seed=a&class=drawn", Vec::new()),
        ("&game=magic-mirror&seed=b", vec!["magic-mirror b".to_owned()]),
        ("&game=catwalk", Vec::new()),
    ];
    for (query, expected) in cases {
        assert_eq!(listed(&server, &ada, query), expected, "{query}");
    }
    assert_eq!(listed(&server, &ada, "").len(), 8);
    assert_eq!(listed(&server, &ben, "&game=slide-jam").len(), 3);
}

#[test]
fn filters_that_cannot_be_served_are_refused() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    (0..3).for_each(|n| drop(ada.submit(&server, &slide_jam(&format!("walk-{n}"))).expect(201)));
    let list = |query: &str| server.send("GET", &format!("/v1/players/{}/runs?{query}", ada.id), &[], None);
    for (query, message) in [
        ("game=no-such-game", "game must be the id of a game (got \"no-such-game\")"),
        ("class=drawn", "class is allowed only with game"),
        ("seed=a", "seed is allowed only with game"),
        (
            "game=slide-jam&class=best",
            "class must be one of daily, drawn, chosen, ranked, ranked_daily, contest (got \"best\")",
        ),
        ("game=slide-jam&seed=%20", "seed must be a seed of 1 to 64 characters of A-Z a-z 0-9 . _ - (got "),
        ("game=slide-jam&game=catwalk", "game must be given once"),
    ] {
        let problem = list(query).problem(400, "invalid_query");
        assert!(text(&problem["detail"]).starts_with(message), "{query}: {problem}");
    }
    let cursor = list("limit=1&game=slide-jam").ok()["next"].clone();
    let cursor = text(&cursor);
    assert_eq!(list(&format!("game=slide-jam&cursor={cursor}")).ok()["runs"].as_array().map(Vec::len), Some(2));
    for query in ["", "game=catwalk&", "game=slide-jam&class=chosen&", "game=slide-jam&seed=walk-0&"] {
        list(&format!("{query}cursor={cursor}")).problem(400, "invalid_cursor");
    }
}
