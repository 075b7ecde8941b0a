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
    let created = routes::documents().text(None, openapi::Version::Newer);
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
    assert!(served.body == include_str!("../../../openapi/openapi.json"), "it is the one in the repository");
    assert_eq!(served.header("content-type"), "application/json");
}

#[test]
fn each_union_tag_maps_to_its_own_schema() {
    let document = document();
    walk(&document, "", &mut |at, value| {
        let Some(key) = value.pointer("/discriminator/propertyName").and_then(Json::as_str) else { return };
        let mapping = value["discriminator"]["mapping"].as_object().expect("a mapping");
        let items = value["oneOf"].as_array().expect("a union");
        assert_eq!(mapping.len(), items.len(), "{at}: a tag for each variant");
        for (tag, target) in mapping {
            let schema = document.pointer(&target.as_str().expect("a reference")[1..]).expect("it is there");
            assert_eq!(schema["properties"][key]["const"], *tag, "{at}");
            assert!(items.contains(&json!({ "$ref": target })), "{at}");
        }
    });
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
        let due: &[&str] =
            if operation.get("requestBody").is_some() { &["400", "406", "408", "413", "415", "422"] } else { &["406"] };
        let of_token: &[&str] = if operation.get("security").is_some() { &["401"] } else { &[] };
        for status in due.iter().chain(of_token).chain(&["default"]) {
            assert!(answers.contains_key(*status), "{method} {path} answers {status}");
        }
        let parameters = operation["parameters"].as_array().cloned().unwrap_or_default();
        for part in path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')) {
            let reported = |parameter: &Json| parameter["name"] == part && parameter["in"] == "path";
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
            "/v1/daily",
            "/v1/moderation",
        ];
        if of_stored.iter().any(|stored| path.starts_with(stored)) {
            continue;
        }
        let shown = operation.pointer("/responses/200/content/application~1json/example");
        let answer = if method == "post" {
            let request = operation.pointer("/requestBody/content/application~1json/example").expect("an example");
            post_bytes(&path, request.to_string().as_bytes(), &[("content-type", "application/json")])
        } else {
            get_with(&path.replace("{part}", "service"), &[])
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
    use funhouse::rules::game::{Log, Solitaire, State};
    use funhouse::rules::registry::{Visitor, visit_all};
    use funhouse::rules::replay::replay_moves;
    use funhouse::rules::robot::Robot;

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
                let mut state = dealt.clone();
                let mut moves = Vec::new();
                player.play_out(&mut state, 120, |mv, _| moves.push(mv.clone()));
                let mut state = dealt.clone();
                for mv in &moves {
                    let mut log = Log::keep();
                    state.play(mv, &mut log).expect("the player makes legal moves");
                    let answer = Position::of(
                        state.clone(),
                        Some(vec![log.events()]),
                        Extras { legal_moves: true, picture: Some(funhouse::picture::draw) },
                    );
                    let answer = serde_json::to_value(&answer).expect("it is JSON");
                    if let Err(error) = position.validate(&answer) {
                        panic!("{}: {error} at {} of {answer}", G::ID, error.instance_path());
                    }
                }
                let answer =
                    serde_json::to_value(Verdict::of(replay_moves(dealt, &moves, true), Some(&1))).expect("it is JSON");
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
    use funhouse::engine::read::read;
    use funhouse::engine::request::PlayRequest;
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
            for n in 0..12 {
                let mut draws = walks::draws("schema", n);
                let mut state = State::<G>::deal(walks::seed("schema", n), G::Options::default());
                while let Some(mv) = walks::any_move(&state.legal_moves(), &mut draws) {
                    for _ in 0..4 {
                        let mut body = json!({ "state": state, "move": mv });
                        corrupt(&mut body, &mut draws);
                        let read = read::<PlayRequest<G>>(body.to_string().as_bytes());
                        let errors: Vec<String> =
                            validator.iter_errors(&body).map(|e| format!("{e} at {}", e.instance_path())).collect();
                        if read.is_ok() != errors.is_empty() {
                            let reported = read.as_ref().err().map(|refusal| format!("{refusal:?}"));
                            self.apart.insert(format!("{}: {reported:?} and {errors:?}", G::ID));
                        }
                        self.refused += usize::from(read.is_err());
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
