//! Laws of every OpenAPI document: the whole, its parts, and all of them in the older version of OpenAPI.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::api::openapi::{Part, Version};
use funhouse::api::routes;

use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use crate::support::harness::get;
use crate::support::schema::{operations, validator, walk};

fn parts() -> Vec<Part> {
    std::iter::once(Part::Service).chain(all_ids().into_iter().map(Part::Game)).collect()
}

/// The ids of all games: solitaires, then games for several seats.
fn all_ids() -> Vec<&'static str> {
    [registry::ids(), registry::seated_ids()].concat()
}

pub(super) fn generated(part: Option<Part>, version: Version) -> Json {
    serde_json::from_str(&routes::documents().text(part, version)).expect("a document is JSON")
}

/// Every document, with a name for messages.
fn all() -> Vec<(String, Json)> {
    let parts: Vec<Option<Part>> = std::iter::once(None).chain(parts().into_iter().map(Some)).collect();
    let named = |part, version| (format!("{part:?} {version:?}"), generated(part, version));
    parts.iter().flat_map(|part| [Version::Newer, Version::Older].map(|version| named(*part, version))).collect()
}

/// All that these parts of a document refer to, directly or through others.
fn reached<'a>(document: &'a Json, parts: &[&'a Json]) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut next = parts.to_vec();
    while let Some(part) = next.pop() {
        walk(part, "", &mut |_, value| {
            let target = value.get("$ref").and_then(Json::as_str).map(|target| &target[1..]);
            if let Some(target) = target.filter(|target| reached.insert((*target).to_owned())) {
                next.push(document.pointer(target).unwrap_or_else(|| panic!("{target} is nowhere")));
            }
        });
    }
    reached
}

/// The parts of a document that say what requests take.
fn requests(document: &Json) -> Vec<&Json> {
    let paths = document["paths"].as_object().expect("paths").values();
    let operations = paths.flat_map(|item| item.as_object().expect("a path item").values());
    operations.flat_map(|operation| [operation.get("requestBody"), operation.get("parameters")]).flatten().collect()
}

#[test]
fn each_document_contains_exactly_what_it_references() {
    for (name, document) in all() {
        let reached = reached(&document, &[&document["paths"]]);
        for (kind, components) in document["components"].as_object().expect("components") {
            let components = components.as_object().expect("components by name").keys();
            let unused: Vec<&String> =
                components.filter(|component| !reached.contains(&format!("/components/{kind}/{component}"))).collect();
            // The whole document describes every status, and has the security schemes next to the operations.
            let may = kind == "securitySchemes" || (name.starts_with("None") && kind != "schemas");
            assert!(may || unused.is_empty(), "{name}: {unused:?}");
        }
    }
}

#[test]
fn answers_may_gain_fields_and_requests_may_not() {
    let mut seen = (0, 0);
    let whole = std::iter::once(None);
    for part in whole.chain(all_ids().into_iter().map(|game| Some(Part::Game(game)))) {
        let document = generated(part, Version::Newer);
        let requested = reached(&document, &requests(&document));
        for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
            let posted = requested.contains(&format!("/components/schemas/{name}"));
            walk(schema, "", &mut |at, value| {
                if value.get("properties").is_none() || at.ends_with("/properties") {
                    return;
                }
                let closed = value.get("additionalProperties") == Some(&Json::Bool(false));
                assert_eq!(closed, posted, "{part:?}: {name}{at} is {}", if posted { "posted" } else { "answered" });
                if posted { seen.0 += 1 } else { seen.1 += 1 }
            });
        }
    }
    assert!(seen.0 > 200 && seen.1 > 200, "{seen:?} objects");
}

#[test]
fn states_options_and_moves_are_closed_in_responses() {
    let document = generated(None, Version::Newer);
    let schemas = &document["components"]["schemas"];
    for closed in ["SlideJamState", "SlideJamTable", "SlideJamPop", "CatwalkOptions", "SlideJamRun"] {
        assert_eq!(schemas[closed]["additionalProperties"], false, "{closed}");
    }
    for open in ["SlideJamPosition", "SlideJamVerdict", "SlideJamTilePopped", "Score", "RunReceipt", "Leaderboard"] {
        assert!(schemas[open].is_object() && schemas[open].get("additionalProperties").is_none(), "{open}");
    }
}

#[test]
fn run_of_any_game_is_closed() {
    let document = generated(Some(Part::Service), Version::Newer);
    let run = &document["components"]["schemas"]["Run"];
    assert_eq!(run["additionalProperties"], false);
    assert_eq!(run["required"], json!(["game", "moves", "options", "rules", "seed"]));
    assert_eq!(run["properties"]["options"], json!({ "$ref": "#/components/schemas/AnyOptions" }));
    let mv = &run["properties"]["moves"]["items"];
    assert_eq!((&mv["properties"]["type"], &mv["additionalProperties"]), (&json!({ "type": "string" }), &json!(true)));
}

#[test]
fn schemas_suit_client_generators() {
    for part in [None, Some(Part::Service), Some(Part::Game("catwalk"))] {
        let document = generated(part, Version::Newer);
        let schemas = document["components"]["schemas"].as_object().expect("schemas");
        let lists: BTreeMap<String, &String> =
            schemas.iter().map(|(name, schema)| (schema["enum"].to_string(), name)).collect();
        walk(&document, "", &mut |at, value| {
            if at.contains("/example") {
                return;
            }
            let values = value.get("enum").and_then(Json::as_array);
            assert!(values.is_none_or(|values| values.len() > 1), "{at} is an enum of one");
            let named =
                values.filter(|_| at.starts_with("/paths")).and_then(|values| lists.get(&json!(values).to_string()));
            assert_eq!(named, None, "{at} has a name");
            if value.get("type").is_some_and(|kind| kind == "integer") {
                let format = value["format"].as_str().expect("an integer has a format");
                let most = value.get("const").or(value.get("maximum")).and_then(Json::as_i64).unwrap_or(i64::MAX);
                assert_eq!(format == "int32", i32::try_from(most).is_ok(), "{at}: {format} up to {most}");
            }
            if value.get("type").is_some_and(|kind| kind == "object") {
                let shown = ["properties", "additionalProperties"].iter().any(|word| value.get(word).is_some());
                assert!(shown, "{at} is an object without a description");
            }
        });
    }
}

#[test]
fn shared_shape_has_one_name() {
    let document = generated(None, Version::Newer);
    let shapes = [
        ("received_at", "Moment"),
        ("rules", "RulesVersion"),
        ("seed", "Seed"),
        ("digest", "Digest"),
        ("same_as", "RunNumber"),
        ("index", "MoveIndex"),
        ("move_count", "MoveCount"),
        ("taken_back", "TakenBack"),
        ("assisted", "Assisted"),
    ];
    walk(&document["components"]["schemas"], "", &mut |at, value| {
        let Some((_, name)) = shapes.iter().find(|(field, _)| at.ends_with(&format!("/properties/{field}"))) else {
            return;
        };
        // A state or a run of a game is of one rules version.
        let of_one_version = *name == "RulesVersion" && value["const"].is_u64();
        // Darwinian Poker has seeds of its own, which are cards.
        let of_cards = *name == "Seed" && value["$ref"] == "#/components/schemas/Card";
        assert!(of_one_version || of_cards || value["$ref"] == format!("#/components/schemas/{name}"), "{at}: {value}");
    });
}

#[test]
fn game_ids_are_closed_in_requests_only() {
    let document = generated(None, Version::Newer);
    let schemas = &document["components"]["schemas"];
    let any = json!({ "$ref": "#/components/schemas/GameId" });
    let open = validator(&document, &any);
    assert!(open.is_valid(&json!("slide-jam")) && open.is_valid(&json!("a-game-to-come")) && !open.is_valid(&json!(1)));
    for (schema, field) in [("GameSummary", "id"), ("GameInfo", "id"), ("RunSummary", "game"), ("PlayersBest", "game")]
    {
        assert_eq!(schemas[schema]["properties"][field]["$ref"], any["$ref"], "{schema} {field}");
    }
}

#[test]
fn document_of_a_game_has_no_other_game() {
    let names = |document: &Json| -> BTreeSet<String> {
        document["components"]["schemas"].as_object().expect("schemas").keys().cloned().collect()
    };
    let slide_jam = generated(Some(Part::Game("slide-jam")), Version::Newer);
    let others = names(&slide_jam)
        .into_iter()
        .filter(|name| ["Catwalk", "MagicBag", "EasySlider"].iter().any(|g| name.starts_with(g)));
    assert_eq!(others.collect::<Vec<_>>(), Vec::<String>::new());
    let posted = &slide_jam["paths"]["/v1/runs"]["post"]["requestBody"]["content"]["application/json"]["schema"];
    assert_eq!(*posted, json!({ "$ref": "#/components/schemas/SlideJamRun" }));
    for game in registry::ids() {
        let document = generated(Some(Part::Game(game)), Version::Newer);
        let own: Vec<String> = operations(&document).into_iter().map(|(path, ..)| path).collect();
        for call in [format!("/v1/games/{game}/play"), format!("/v1/leaderboards/{game}"), "/v1/runs".to_owned()] {
            assert!(own.contains(&call), "{game}: {call}");
        }
        let of_others = |path: &&String| registry::ids().iter().any(|other| *other != game && path.ends_with(other));
        assert_eq!(own.iter().find(of_others), None, "{game}");
    }
}

#[test]
fn parts_together_have_every_call_of_the_whole() {
    let ids = |document: &Json| -> BTreeSet<String> {
        operations(document).iter().map(|(.., operation)| operation["operationId"].to_string()).collect()
    };
    let of_parts: BTreeSet<String> =
        parts().into_iter().flat_map(|part| ids(&generated(Some(part), Version::Newer))).collect();
    assert_eq!(of_parts, ids(&generated(None, Version::Newer)));
}

#[test]
fn examples_of_parts_fit_their_schemas() {
    let mut examples = 0;
    for part in parts() {
        for version in [Version::Newer, Version::Older] {
            let document = generated(Some(part), version);
            walk(&document["paths"], "", &mut |at, value| {
                let (Some(example), Some(schema)) = (value.get("example"), value.get("schema")) else { return };
                let errors: Vec<String> = validator(&document, schema)
                    .iter_errors(example)
                    .map(|e| format!("{e} at {}", e.instance_path()))
                    .collect();
                assert!(errors.is_empty(), "{part:?} {version:?} {at}: {errors:?}");
                examples += 1;
            });
        }
    }
    assert!(examples > 300, "{examples} examples");
}

#[test]
fn older_version_uses_no_newer_keyword() {
    for (name, document) in all().into_iter().filter(|(name, _)| name.ends_with("Older")) {
        assert_eq!(document["openapi"], "3.0.3");
        assert_eq!(document["info"]["license"], json!({ "name": "MIT OR Apache-2.0" }));
        walk(&document, "", &mut |at, value| {
            if at.contains("/example") || at.ends_with("/properties") {
                return;
            }
            for newer in ["const", "propertyNames", "examples", "prefixItems", "patternProperties"] {
                assert!(value.get(newer).is_none(), "{name}: {at} has {newer}");
            }
            assert!(value.get("type").is_none_or(|kind| !kind.is_array()), "{name}: {at} has several types");
            let alone = value.as_object().is_none_or(|fields| fields.len() == 1 || !fields.contains_key("$ref"));
            assert!(alone, "{name}: {at} has keywords next to a reference, which would be ignored");
        });
    }
}

#[test]
fn parts_are_served_as_generated() {
    for (version, folder) in [(Version::Newer, "openapi"), (Version::Older, "openapi-3.0")] {
        for (part, name) in [(Part::Service, "service"), (Part::Game("catwalk"), "catwalk")] {
            let served = get(&format!("/{folder}/{name}.json"));
            assert!(served.body == routes::documents().minified(Some(part), version), "{folder} {name}");
        }
        assert!(get(&format!("/{folder}.json")).body == routes::documents().minified(None, version), "{folder}");
        get(&format!("/{folder}/no-such-game.json")).problem(404, "not_found");
    }
}

#[test]
fn document_of_a_game_stays_small() {
    for game in all_ids() {
        let size = routes::documents().minified(Some(Part::Game(game)), Version::Newer).len();
        let max_size = match game {
            // It has the moves, events and tables of six games.
            "epic-funhouse" => 216_000,
            _ => 184_000,
        };
        assert!(size <= max_size, "{game}: {size} bytes");
    }
}

#[test]
fn asyncapi_is_served_and_complete() {
    let parts = [(None, "/asyncapi.json"), (Some(Part::Game("catwalk")), "/asyncapi/catwalk.json")];
    for (part, path) in parts {
        let served = get(path);
        assert!(served.body == routes::documents().asyncapi(part), "{path}");
        let document = served.json();
        assert!(document.get("servers").is_none(), "{path}: the service has no public address");
        let reached = reached(&document, &[&document["channels"], &document["operations"]]);
        for (kind, components) in document["components"].as_object().expect("components") {
            for name in components.as_object().expect("components by name").keys() {
                assert!(reached.contains(&format!("/components/{kind}/{name}")), "{path}: {name} is unused");
            }
        }
    }
    let query = get("/asyncapi.json").json()["operations"]["streamTableEvents"]["bindings"]["http"]["query"].clone();
    let names: Vec<&String> = query["properties"].as_object().expect("parameters").keys().collect();
    assert_eq!(names, ["after", "with_legal_moves", "with_text"]);
    get("/asyncapi/no-such-game.json").problem(404, "not_found");
}

#[test]
fn errors_page_states_the_actual_limits() {
    use funhouse::api::http::body::{MAX_BYTES, MAX_BYTES_OF_RUN};
    use funhouse::rules::replay::MAX_MOVES;

    let page = include_str!("../../../docs/errors.md");
    let bytes = format!("| {} KiB; {} MiB where a run is sent |", MAX_BYTES >> 10, MAX_BYTES_OF_RUN >> 20);
    let moves = format!("| moves of a run | {},{:03} |", MAX_MOVES / 1000, MAX_MOVES % 1000);
    assert!(page.contains(&bytes) && page.contains(&moves), "{bytes} {moves}");
}
