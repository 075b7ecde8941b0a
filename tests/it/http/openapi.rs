//! The OpenAPI document describes what the program does.

use std::collections::{BTreeMap, BTreeSet};

use expect_test::expect_file;
use funhouse::api::{openapi, routes};
use funhouse::rules::registry;
use serde_json::{Value as Json, json};

use crate::support::corrupt::corrupt;
use crate::support::harness::{get, get_with, post_bytes};
use crate::support::schema::{closed_document, document, operations, validator, walk};
use crate::support::walks;

#[test]
#[allow(clippy::disallowed_methods, reason = "the caller asks for a new golden file")]
fn document_in_repository_is_up_to_date() {
    let golden = expect_file!["../../../openapi/openapi.json"];
    let created = openapi::indented(&openapi::generated(&routes::endpoints()));
    // Two documents of this size take minutes to be compared line by line.
    if std::env::var("UPDATE_EXPECT").is_ok() || golden.data() == created {
        golden.assert_eq(&created);
    } else {
        panic!("openapi/openapi.json is stale; regenerate it with UPDATE_EXPECT=1");
    }
}

#[test]
fn served_document_is_the_one_in_repository() {
    let served = get("/openapi.json");
    let golden: Json = serde_json::from_str(include_str!("../../../openapi/openapi.json")).expect("it is JSON");
    assert!(served.json() == golden, "it is the one in the repository");
    assert!(!served.body.contains('\n'), "it is sent without white space");
    assert_eq!(served.header("content-type"), "application/json");
}

/// The object behind a reference.
fn resolved<'a>(document: &'a Json, value: &'a Json) -> &'a Json {
    let target = value.get("$ref").and_then(Json::as_str);
    target.map_or(value, |target| document.pointer(&target[1..]).expect("a reference has a target"))
}

/// The objects of a union, and of the unions in it.
fn variants<'a>(document: &'a Json, union: &'a Json) -> Vec<&'a Json> {
    let union = resolved(document, union);
    match union["oneOf"].as_array() {
        Some(items) => items.iter().flat_map(|item| variants(document, item)).collect(),
        None => vec![union],
    }
}

/// Whether no value is valid under both schemas: they are of different types, they require different constants, or one requires a field that
/// the other refuses.
fn exclude_each_other(one: &Json, other: &Json) -> bool {
    let required =
        |schema: &Json| -> Vec<String> { serde_json::from_value(schema["required"].clone()).unwrap_or_default() };
    let refuses = |schema: &Json, field: &String| {
        schema["additionalProperties"] == false && schema["properties"].get(field).is_none()
    };
    let constant = |schema: &Json, field: &String| schema["properties"][field].get("const").cloned();
    let differ = |field: &String| match (constant(one, field), constant(other, field)) {
        (Some(one), Some(other)) => one != other,
        _ => refuses(other, field),
    };
    let types = [one, other].map(|schema| schema["type"].as_str());
    types[0].is_some() && types[1].is_some() && types[0] != types[1]
        || required(one).iter().any(differ)
        || required(other).iter().any(|field| refuses(one, field))
}

#[test]
fn variants_of_a_union_exclude_each_other() {
    let document = document();
    let mut unions = 0;
    walk(&document["components"]["schemas"], "", &mut |at, value| {
        assert!(value.get("discriminator").is_none(), "{at}: some generators cannot read unions with it");
        if value.get("oneOf").is_none() {
            return;
        }
        unions += 1;
        let variants = variants(&document, value);
        for (n, one) in variants.iter().enumerate() {
            for other in &variants[n + 1..] {
                assert!(exclude_each_other(one, other), "{at}: {one} and {other}");
            }
        }
    });
    assert!(unions > 90, "{unions} unions");
}

#[test]
fn texts_come_after_objects_in_unions_sorted_by_name() {
    let document = document();
    let mut mixed = 0;
    walk(&document["components"]["schemas"], "", &mut |at, value| {
        let Some(variants) = value["oneOf"].as_array() else { return };
        let names_of = |kind: &str| {
            let names = variants.iter().filter_map(|variant| variant["$ref"].as_str()?.rsplit('/').next());
            names.filter(|name| document["components"]["schemas"][*name]["type"] == kind).collect::<Vec<_>>()
        };
        let (texts, objects) = (names_of("string"), names_of("object"));
        mixed += usize::from(!texts.is_empty() && !objects.is_empty());
        let is_sorted = texts.iter().all(|text| objects.iter().all(|object| object < text));
        assert!(is_sorted, "{at}: typescript-fetch compiles only if {objects:?} come before {texts:?}");
    });
    assert!(mixed > 20, "{mixed} unions of texts and objects");
}

/// A name as generators compare them: without case and separators.
fn folded(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_lowercase()
}

/// Names of schemas that collide with a name that a generator derives: from an operation, its request or response type; from a schema, its
/// constructor in Go.
fn collisions(operation_ids: &[String], schemas: &[String]) -> Vec<String> {
    let mut derived: BTreeMap<String, String> = BTreeMap::new();
    for id in operation_ids {
        for suffix in ["", "Request", "Response", "Params", "Body", "Error", "Success"] {
            derived.insert(folded(&format!("{id}{suffix}")), format!("operation {id}"));
        }
    }
    for schema in schemas {
        derived.insert(folded(&format!("New{schema}")), format!("schema {schema}"));
        derived.insert(folded(&format!("Nullable{schema}")), format!("schema {schema}"));
    }
    let collides = |schema: &String| derived.get(&folded(schema)).map(|with| format!("{schema} with {with}"));
    let mut collisions: Vec<String> = schemas.iter().filter_map(collides).collect();
    let mut seen = BTreeMap::new();
    for name in schemas.iter().chain(operation_ids) {
        if let Some(other) = seen.insert(folded(name), name) {
            collisions.push(format!("{name} with {other}"));
        }
    }
    collisions
}

#[test]
fn generated_names_do_not_collide() {
    let document = document();
    let ids: Vec<String> = operations(&document)
        .iter()
        .map(|(.., operation)| operation["operationId"].as_str().expect("an id").to_owned())
        .collect();
    let schemas: Vec<String> =
        document["components"]["schemas"].as_object().expect("schemas").keys().cloned().collect();
    assert_eq!(collisions(&ids, &schemas), Vec::<String>::new());

    let collide = |id: &str, schemas: &[&str]| {
        !collisions(&[id.to_owned()], &schemas.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()).is_empty()
    };
    assert!(collide("slide_jam_moves", &["SlideJamMovesRequest"]), "typescript-fetch");
    assert!(collide("health", &["Health"]) && collide("a", &["Player", "NewPlayer"]), "Go");
    assert!(!collide("deal_slide_jam", &["SlideJamDealRequest", "Player"]));
}

#[test]
fn no_name_has_two_schemas() {
    let mut known: BTreeMap<String, Json> = BTreeMap::new();
    for (name, schema) in openapi::gathered_schemas(&routes::endpoints()) {
        let schema = serde_json::to_value(schema).expect("a schema is JSON");
        let first = known.entry(name.clone()).or_insert_with(|| schema.clone());
        assert_eq!(*first, schema, "{name}");
    }
    assert!(known.len() > 100);
}

#[test]
fn operations_have_id_description_and_error_responses() {
    let document = document();
    let mut ids = Vec::new();
    for (path, method, operation) in operations(&document) {
        let id = operation["operationId"].as_str().expect("an id").to_owned();
        assert!(!ids.contains(&id), "{id} is there twice");
        ids.push(id);
        assert!(operation["summary"].is_string() && operation["description"].is_string(), "{method} {path}");
        let answers = operation["responses"].as_object().expect("answers");
        assert!(answers.keys().any(|status| status.starts_with('2')), "{method} {path} can go well");
        let due: &[&str] = if operation.get("requestBody").is_some() { &["400", "422"] } else { &[] };
        let security = operation["security"].as_array().expect("public operations have an empty list");
        let of_token: &[&str] = if security.is_empty() { &[] } else { &["401"] };
        for status in due.iter().chain(of_token).chain(&["default"]) {
            assert!(answers.contains_key(*status), "{method} {path} answers {status}");
        }
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let reported = |parameter: &Json| {
                let parameter = resolved(&document, parameter);
                parameter["name"] == part && parameter["in"] == "path"
            };
            assert!(parameters.iter().any(reported), "{method} {path} says what {part} is");
        }
    }
    for game in registry::ids() {
        for call in ["deal", "moves", "play", "score", "picture", "replay"] {
            assert!(document["paths"].get(format!("/v1/games/{game}/{call}")).is_some(), "{game} {call}");
        }
    }
}

#[test]
fn no_description_is_missing() {
    let document = document();
    for (name, schema) in document["components"]["schemas"].as_object().expect("schemas") {
        assert!(schema["description"].is_string(), "{name} says what it is");
    }
}

#[test]
fn every_example_fits_its_schema() {
    let document = closed_document();
    let mut examples = 0;
    walk(&document, "", &mut |at, value| {
        if let (Some(example), Some(schema)) = (value.get("example"), value.get("schema")) {
            let validator = validator(&document, schema);
            let errors: Vec<String> =
                validator.iter_errors(example).map(|e| format!("{e} at {}", e.instance_path())).collect();
            assert!(errors.is_empty(), "{at}: {errors:?}");
            examples += 1;
        }
    });
    assert!(examples > 70, "{examples} examples");
}

#[test]
fn undocumented_response_field_is_found() {
    let health = json!({ "$ref": "#/components/schemas/Health" });
    let answer = json!({ "status": "ok", "since": 1 });
    assert!(validator(&document(), &health).is_valid(&answer), "clients of today take a field of tomorrow");
    assert!(!validator(&closed_document(), &health).is_valid(&answer), "our own tests do not");
}

#[test]
fn every_example_works_and_returns_the_example_response() {
    let document = document();
    for (path, method, operation) in operations(&document) {
        // What is stored differs from day to day; the tests of runs and players compare it with its schemas.
        let of_stored = [
            "/v1/players",
            "/v1/recovery",
            "/v1/runs",
            "/v1/tables",
            "/v1/leaderboards",
            "/v1/ratings",
            "/v1/daily",
            "/v1/moderation",
            "/v1/apps",
            "/v1/app_links",
            "/v1/contests",
            "/v1/pairings",
        ];
        // A body that is not JSON has no example; that of docs/api.md is tested with the page.
        if of_stored.iter().any(|stored| path.starts_with(stored)) || path == "/v1/verifications" {
            continue;
        }
        let shown = operation.pointer("/responses/200/content/application~1json/example");
        let answer = if method == "post" {
            let request = operation.pointer("/requestBody/content/application~1json/example").expect("an example");
            post_bytes(&path, request.to_string().as_bytes(), &[("content-type", "application/json")])
        } else {
            get_with(&path.replace("{part}", "service").replace("{game}", "catwalk"), &[])
        };
        assert_eq!(answer.status, 200, "{method} {path}: {}", answer.body);
        if let Some(shown) = shown {
            let mut answer = answer.json();
            // The example of the rules, which are long, is how they begin.
            for text in ["markdown", "html"].into_iter().filter(|_| path.ends_with("/rules")) {
                let begins = shown[text].as_str().expect("a text");
                assert!(answer[text].as_str().is_some_and(|whole| whole.starts_with(begins)), "{path}");
                answer[text] = begins.into();
            }
            // The example of a game has the first entry of each long list.
            for list in ["rulings", "refusing_rules", "faults"] {
                if let Some(entries) = answer.get_mut(list).and_then(Json::as_array_mut) {
                    entries.truncate(1);
                }
            }
            // The example does not change with the rules.
            if let Some(digest) = answer.get_mut("rules_digest") {
                assert_ne!(*digest, shown["rules_digest"], "{path}");
                *digest = shown["rules_digest"].clone();
            }
            assert_eq!(answer, *shown, "{method} {path}");
        }
        if let Some(shown) = operation.pointer("/responses/200/content/text~1plain/example") {
            let request = operation.pointer("/requestBody/content/application~1json/example").expect("an example");
            let headers = [("content-type", "application/json"), ("accept", "text/plain")];
            assert_eq!(Json::from(post_bytes(&path, request.to_string().as_bytes(), &headers).body), *shown, "{path}");
        }
    }
}

#[test]
fn real_answers_fit_the_schemas_through_whole_games() {
    use funhouse::engine::answer::{Extras, Position, Verdict};
    use funhouse::engine::request::Claim;
    use funhouse::rules::erased::TypedState;
    use funhouse::rules::game::{Solitaire, State, Viewer};
    use funhouse::rules::mode::SolitaireMode;
    use funhouse::rules::registry::{Visitor, visit_all};
    use funhouse::rules::replay::replay;
    use funhouse::rules::robot::Robot;

    type Typed<G> = TypedState<G, SolitaireMode>;

    struct Fit {
        document: Json,
    }
    impl Fit {
        fn validator(&self, name: String) -> jsonschema::Validator {
            validator(&self.document, &json!({ "$ref": format!("#/components/schemas/{name}") }))
        }
    }
    impl Visitor for Fit {
        fn visit<G: Solitaire>(&mut self) {
            let position = self.validator(format!("{}Position", G::NAME));
            let verdict = self.validator(format!("{}Verdict", G::NAME));
            for (n, player) in [Robot::Random, Robot::Greedy].into_iter().enumerate() {
                let seed: funhouse::rules::chance::Seed = format!("fit-{n}").parse().expect("a seed");
                let dealt = State::<G>::deal(seed, G::Options::default());
                let mut moves = Vec::new();
                player.play_out(&mut dealt.clone(), 120, |mv, _| moves.push(Typed::<G>::shared(mv.clone())));
                let dealt = Typed::<G>::boxed(dealt);
                let mut state = dealt.copy();
                for mv in &moves {
                    let played = state.play(&**mv).expect("the player makes legal moves");
                    let extras = Extras { legal_moves: true, picture: Some(funhouse::picture::draw) };
                    let events = Some(vec![played.json(Viewer::Host, true)]);
                    let answer = Position::of(G::ID, &*state, events, extras, None);
                    let answer = serde_json::to_value(&answer).expect("it is JSON");
                    if let Err(error) = position.validate(&answer) {
                        panic!("{}: {error} at {} of {answer}", G::ID, error.instance_path());
                    }
                }
                let replayed = replay(dealt, &moves, 0, Some(0..usize::MAX)).expect("its own moves");
                let answer =
                    serde_json::to_value(Verdict::of(G::ID, replayed, Some(&Claim::Score(1)))).expect("it is JSON");
                if let Err(error) = verdict.validate(&answer) {
                    panic!("{}: {error} at {}", G::ID, error.instance_path());
                }
            }
        }
    }
    visit_all(&mut Fit { document: closed_document() });
}

#[test]
fn body_is_accepted_exactly_when_schema_allows_it() {
    use funhouse::engine::{Refusal, Ruleset};
    use funhouse::rules::erased::solitaire;
    use funhouse::rules::game::{Log, Options as _, Solitaire, State};
    use funhouse::rules::registry::{Visitor, visit_all};

    struct Agree {
        document: Json,
        refused: usize,
        apart: BTreeSet<String>,
    }
    impl Visitor for Agree {
        fn visit<G: Solitaire>(&mut self) {
            let schema = json!({ "$ref": format!("#/components/schemas/{}PlayRequest", G::NAME) });
            let validator = validator(&self.document, &schema);
            assert!(G::Options::LIST.len() < 10);
            let ruleset = Ruleset::new(solitaire::<G>());
            for n in 0..12 {
                let mut draws = walks::draws("schema", n);
                let mut state = State::<G>::deal(walks::seed("schema", n), G::Options::default());
                while let Some(mv) = walks::any_move(&state.legal_moves(), &mut draws) {
                    for _ in 0..4 {
                        let mut body = json!({ "state": state, "move": mv });
                        corrupt(&mut body, &mut draws);
                        let played = ruleset.play(body.to_string().as_bytes(), |_| String::new());
                        let misfit = played.err().filter(|refusal| matches!(refusal, Refusal::NotOfSchema { .. }));
                        let errors: Vec<String> =
                            validator.iter_errors(&body).map(|e| format!("{e} at {}", e.instance_path())).collect();
                        if misfit.is_none() != errors.is_empty() {
                            self.apart.insert(format!("{}: {misfit:?} and {errors:?}", G::ID));
                        }
                        self.refused += usize::from(misfit.is_some());
                    }
                    state.play(&mv, &mut Log::discard()).expect("a listed move is legal");
                    if draws.below(60) == 0 {
                        break;
                    }
                }
            }
        }
    }
    let mut agree = Agree { document: document(), refused: 0, apart: BTreeSet::new() };
    visit_all(&mut agree);
    assert!(agree.apart.is_empty(), "{:#?}", agree.apart);
    assert!(agree.refused > 1000, "{} bodies were refused by both", agree.refused);
}
