//! Every operation refuses what the document does not declare: parameters of the query, media types, and methods in preflight responses.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::api::endpoint::Endpoint;
use funhouse::api::routes;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Server, get_with, post, request};

/// Returns the path of an endpoint with 1 for each of its parameters.
fn example_path(endpoint: &Endpoint) -> String {
    let mut path = String::new();
    for (i, part) in endpoint.path.split(['{', '}']).enumerate() {
        path.push_str(if i % 2 == 0 { part } else { "1" });
    }
    path
}

/// Returns whether the success responses of an operation have a body.
fn has_body(endpoint: &Endpoint) -> bool {
    let responses = json!(endpoint.documented().operation)["responses"].clone();
    let successes = responses.as_object().expect("responses").iter().filter(|(status, _)| status.starts_with('2'));
    successes.into_iter().any(|(_, response)| response.get("content").is_some())
}

/// Sends a request to each operation and returns how many refused it with this problem. The moderator's refuse it for its token.
fn refused(ask: impl Fn(&Endpoint, &Server, (&str, &str)) -> Option<Json>, code: &str) -> usize {
    let server = Server::start_alone();
    let account = Account::new(&server, "Ada");
    let answers = routes::endpoints().into_iter().filter_map(|endpoint| {
        let problem = ask(&endpoint, &server, account.header())?;
        assert!(
            problem["code"] == code || problem["status"] == 401,
            "{} {}: {problem}",
            endpoint.method,
            endpoint.path
        );
        Some(problem["code"] == code)
    });
    answers.filter(|is_refused| *is_refused).count()
}

#[test]
fn unknown_query_parameters_are_refused_everywhere() {
    let ask = |endpoint: &Endpoint, server: &Server, token: (&str, &str)| {
        let path = format!("{}?no_such=1", example_path(endpoint));
        Some(server.send(endpoint.method.as_str(), &path, &[token], None).json())
    };
    let all = routes::endpoints().len();
    let refused = refused(ask, "invalid_query");
    assert!(refused > all - 20, "{refused} of {all}");
}

#[test]
fn unknown_parameter_is_named_with_the_known_ones() {
    let detail = |path: &str| request("GET", path, &[]).problem(400, "invalid_query")["detail"].clone();
    assert_eq!(detail("/v1/games?no_such=1"), "no_such is unknown; this operation has no parameters");
    assert_eq!(
        detail("/v1/games/slide-jam?no%2Dsuch"),
        "no-such is unknown; the parameters of this operation are rules"
    );
    assert_eq!(request("GET", "/v1/games/slide-jam?%72ules=1", &[]).status, 200, "an encoded name is known");
}

#[test]
fn invalid_query_parameter_is_named_with_what_is_allowed() {
    let table = "/v1/tables/0123456789abcdef";
    for (path, detail) in [
        (format!("{table}?wait=soon"), r#"wait must be an integer from 0 to 30 (got "soon")"#),
        (format!("{table}?after=1&wait=31"), r#"wait must be an integer from 0 to 30 (got "31")"#),
        (format!("{table}?with_legal_moves=yes"), r#"with_legal_moves must be true or false (got "yes")"#),
        (format!("{table}?after=1&after=2"), "after must be given once"),
        (format!("{table}/events?after=-1"), r#"after must be an integer from 0 to 64000 (got "-1")"#),
        ("/v1/games/slide-jam?rules=%31x".to_owned(), r#"rules must be an integer from 0 to 4294967295 (got "1x")"#),
        ("/v1/tables?limit=0".to_owned(), r#"limit must be an integer from 1 to 100 (got "0")"#),
        ("/v1/tables?game=chess".to_owned(), r#"game must be the id of a game (got "chess")"#),
        (
            "/v1/leaderboards/slide-jam?period=year".to_owned(),
            r#"period must be one of all, day, week, month (got "year")"#,
        ),
        ("/v1/leaderboards/slide-jam?limit=5&limit=5".to_owned(), "limit must be given once"),
    ] {
        let problem = request("GET", &path, &[]).problem(400, "invalid_query");
        assert_eq!(problem["detail"], detail, "{path}");
    }
    let class = "class must be one of `daily`, `drawn`, `chosen`, `ranked`, `ranked_daily`, `contest` (got `best`)";
    let server = Server::start_alone();
    let account = Account::new(&server, "Ada");
    let problem = server.send("POST", "/v1/runs?class=best", &[account.header()], Some(&json!({})));
    let problem = problem.problem(400, "invalid_query");
    assert_eq!(problem["detail"], class);
}

#[test]
fn media_types_that_are_not_declared_are_refused_everywhere() {
    let ask = |endpoint: &Endpoint, server: &Server, token: (&str, &str)| {
        let method = endpoint.method.as_str();
        let accept = ("accept", "image/x-none, text/html;q=0, application/json;q=0");
        has_body(endpoint).then(|| server.send(method, &example_path(endpoint), &[token, accept], None).json())
    };
    let all = routes::endpoints().iter().filter(|endpoint| has_body(endpoint)).count();
    let refused = refused(ask, "unacceptable_media_type");
    assert!(refused > all - 20, "{refused} of {all}");
}

#[test]
fn responses_have_a_declared_media_type() {
    let mut checked = 0;
    for endpoint in routes::endpoints() {
        if endpoint.method != "GET" || endpoint.path.contains('{') {
            continue;
        }
        let answer = get_with(&endpoint.path, &[]);
        if answer.status != 200 {
            continue;
        }
        let content = json!(endpoint.documented().operation)["responses"]["200"]["content"].clone();
        let media_type = answer.header("content-type").split(';').next().expect("a media type").trim().to_owned();
        assert!(content.get(&media_type).is_some(), "{}: {media_type}", endpoint.path);
        for accept in [&media_type, "*/*", "text/html, */*;q=0.1"] {
            assert_eq!(get_with(&endpoint.path, &[("accept", accept)]).status, 200, "{}: {accept}", endpoint.path);
        }
        checked += 1;
    }
    assert!(checked > 60, "{checked} responses");
}

#[test]
fn preflight_responses_list_the_methods_of_the_path() {
    let mut methods: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for endpoint in routes::endpoints() {
        let known = methods.entry(example_path(&endpoint)).or_default();
        known.insert(endpoint.method.to_string());
        if endpoint.method == "GET" {
            known.insert("HEAD".to_owned());
        }
    }
    methods.insert("/nowhere".to_owned(), ["GET", "HEAD"].map(str::to_owned).into());
    for (path, known) in methods {
        let origin = ("origin", "https://example.org");
        let preflight = request("OPTIONS", &path, &[origin, ("access-control-request-method", "GET")]);
        assert_eq!(preflight.status, 200, "{path}");
        let listed: BTreeSet<String> =
            preflight.header("access-control-allow-methods").split(", ").map(str::to_owned).collect();
        assert_eq!(listed, known, "{path}");
    }
}

#[test]
fn paths_that_do_not_exist_are_explained() {
    let detail = |method, path| request(method, path, &[]).problem(404, "not_found")["detail"].clone();
    assert_eq!(
        detail("POST", "/v1/games/whack-a-dummy/plan"),
        "Whack-a-Dummy has no plan: only games for several seats have a built-in player"
    );
    assert_eq!(
        detail("POST", "/v1/games/whack-a-dummy/dance"),
        "/v1/games/whack-a-dummy/dance does not exist; Whack-a-Dummy has these calls: rules, deal, moves, play, view, score, picture, \
         replay, analysis"
    );
    let seated = detail("POST", "/v1/games/caribbean-star/analysis").to_string();
    assert!(seated.contains("Caribbean Star has these calls: ") && seated.contains("plan"), "{seated}");
    for path in ["/v1/runs/", "/v1/games/slide-jam/", "/v1/games/slide-jam/play/"] {
        assert_eq!(detail("POST", path), format!("{path} does not exist; paths have no slash at their end"));
    }
    assert_eq!(detail("GET", "/v1/nothing"), "/v1/nothing does not exist; /docs lists all calls");
}

#[test]
fn other_ways_to_ask_are_explained() {
    for name in ["format", "type"] {
        let path = format!("/v1/games/slide-jam/picture?{name}=png");
        assert_eq!(
            request("POST", &path, &[]).problem(400, "invalid_query")["detail"],
            format!(
                "{name} is unknown; the parameters of this operation are width; the header `Accept` selects the media type of the response"
            )
        );
    }
    let game = "/v1/games/slide-jam";
    let position = post(&format!("{game}/deal"), &json!({ "seed": "hints" })).ok();
    let detail =
        |call, body: Json| post(&format!("{game}/{call}"), &body).problem(400, "invalid_body")["detail"].clone();
    assert_eq!(
        detail("moves", json!({ "state": position })),
        "/state must be the `state` of a response, not the whole response"
    );
    assert_eq!(detail("deal", json!({ "with_text": true })), "/with_text is a field of `play`; a deal has no events");
}
