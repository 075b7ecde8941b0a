use super::*;
use crate::testing::{played, refusal};

/// Returns the rule that refuses a move of seat 1.
fn refused(state: &Dungeon, mv: Json) -> Rule {
    let mut mv = mv;
    mv["seat"] = json!(1);
    refusal(state, &mv)
}

fn pick(experience: u64, pile: &[&str]) -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("pick");
        table["treasure"] = json!({"traps": [], "pile": pile, "taker": 1, "passes": 0});
        table["characters"][0]["experience"] = json!(experience);
    })
}

fn found(food: Option<&str>) -> Dungeon {
    dungeon("", |table| {
        (table["phase"], table["found"], table["characters"][0]["damage"]) = (json!("food"), json!("2h"), json!(1));
        if let Some(food) = food {
            table["characters"][0]["food"] = json!(food);
        }
    })
}

fn react() -> Dungeon {
    dungeon("", |table| {
        table["phase"] = json!("react");
        table["challenge"] = json!({"kind": "trap", "value": 6});
    })
}

#[test]
fn each_rule_refuses_its_moves() {
    let start = || dungeon("", |_| ());
    let building = || played::<DungeonCrawl>(3, "one", &json!({}), 0);
    let over = played::<DungeonCrawl>(3, "one", &json!({}), 2000);
    let upgrade = |skill: &str| json!({"type": "upgrade", "skill": skill});
    let eat = |food: &str| json!({"type": "eat", "food": food});
    let take = |card: &str| json!({"type": "take", "card": card});
    let build = |speed: u64, power: u64, health: u64| json!({"type": "build", "speed": speed, "power": power, "health": health});
    let table: [(&str, Dungeon, Json, Rule); 27] = [
        ("a move after the end", over, json!({"type": "go"}), ENDED),
        ("a move of another seat", dungeon("", |table| table["turn"] = json!(2)), json!({"type": "go"}), TURN),
        ("a character in the dungeon", start(), build(5, 5, 5), BUILDING),
        ("going while building", building(), json!({"type": "go"}), STARTING),
        ("joining no combat", start(), json!({"type": "join"}), JOINING),
        ("walking on at the start", start(), json!({"type": "walk_on"}), JOINING),
        ("accepting nothing", start(), json!({"type": "accept"}), REACTING),
        ("taking without a treasure", start(), take("2d"), PICKING),
        ("passing without a treasure", start(), json!({"type": "pass"}), PICKING),
        ("keeping nothing", start(), json!({"type": "keep"}), FINDING),
        ("leaving nothing", start(), json!({"type": "leave"}), FINDING),
        ("eating while picking", pick(3, &["2d", "3d"]), eat("carried"), EATING),
        ("upgrading with food", found(Some("3h")), upgrade("power"), UPGRADING),
        ("a skill of 1", building(), build(1, 5, 5), RANGE),
        ("a skill of 11", building(), build(5, 11, 5), RANGE),
        ("17 in all", building(), build(6, 6, 5), SUM),
        ("eating what is not carried", start(), eat("carried"), FOOD),
        ("eating what was not found", start(), eat("found"), FOOD),
        (
            "eating without damage",
            dungeon("", |table| table["characters"][0]["food"] = json!("2h")),
            eat("carried"),
            HURT,
        ),
        ("the wrong skill", react(), upgrade("power"), SKILL),
        ("an upgrade of 2 experience", pick(2, &["2d", "3d"]), upgrade("speed"), EXPERIENCE),
        ("an upgrade for nothing", pick(3, &["2d", "7c", "3d"]), upgrade("speed"), NO_USE),
        ("leaving the only food", found(None), json!({"type": "leave"}), CARRIES),
        ("a card that is not there", pick(3, &["2d", "3d"]), take("4d"), PILE),
        ("a weapon above Speed", pick(3, &["2d", "6c", "3d"]), take("6c"), WEAPON),
        ("passing gold", pick(3, &["2d", "3d"]), json!({"type": "pass"}), PASS),
        ("passing food", pick(3, &["2h", "3c"]), json!({"type": "pass"}), PASS),
    ];
    for (name, state, mv, rule) in table {
        assert_eq!(refused(&state, mv), rule, "{name}");
    }
}

#[test]
fn skill_is_checked_before_experience() {
    let state = pick(2, &["2d", "3d"]);
    assert_eq!(refused(&state, json!({"type": "upgrade", "skill": "power"})), SKILL);
    let save = dungeon("", |table| {
        (table["phase"], table["characters"][0]["damage"]) = (json!("save"), json!(6));
        table["characters"][0]["food"] = json!("2h");
    });
    assert_eq!(refused(&save, json!({"type": "upgrade", "skill": "speed"})), SKILL);
}
