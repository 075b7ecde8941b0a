//! Responses that depend on the caller are not cacheable for others.

use serde_json::json;

use crate::support::account::{Account, slide_jam};
use crate::support::harness::{Answer, Server};
use crate::support::tables::{make, path_of, players, seated};

fn assert_personal(answer: &Answer, what: &str) {
    assert_eq!(answer.header("cache-control"), "private, no-store", "{what}");
    let vary = answer.header("vary").to_lowercase();
    assert!(vary.split(", ").any(|name| name == "authorization"), "{what}: {vary}");
}

#[test]
fn etag_of_one_viewer_is_refreshed_for_another() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all[..2]);
    let path = path_of(&table);
    let viewers: [&[(&str, &str)]; 3] = [&[all[0].header()], &[all[1].header()], &[]];
    for own in viewers {
        let shown = server.send("GET", &path, own, None);
        let tag = ("if-none-match", shown.header("etag"));
        for other in viewers {
            let headers: Vec<_> = other.iter().copied().chain([tag]).collect();
            let again = server.send("GET", &path, &headers, None);
            assert_personal(&again, &path);
            assert_eq!(again.status, if other == own { 304 } else { 200 }, "{}", again.body);
        }
    }
    // All onlookers see the same, and share a tag.
    let onlookers = [&[][..], &[all[2].header()]];
    let [one, other] = onlookers.map(|viewer| server.send("GET", &path, viewer, None).header("etag").to_owned());
    assert_eq!(one, other);
}

#[test]
fn responses_that_depend_on_the_token_are_private() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = path_of(&seated(&server, "queensland", &all));
    let daily = path_of(&make(&server, &all[0], &json!({ "game": "slide-jam", "daily": true })));
    let of = |path: &str, suffix: &str| format!("{path}{suffix}");
    let paths = [
        table.clone(),
        of(&table, "?with_legal_moves=true"),
        of(&table, "/picture"),
        of(&table, "/run"),
        daily.clone(),
        of(&daily, "/picture"),
        of(&daily, "/run"),
        "/v1/players/me".to_owned(),
        "/v1/players/me/tables".to_owned(),
        "/v1/players/me/tokens".to_owned(),
        "/v1/players/me/runs".to_owned(),
    ];
    let unknown = format!("Bearer {:0>43}", 1);
    for path in &paths {
        for headers in [&[][..], &[all[0].header()], &[all[1].header()], &[("authorization", &unknown)]] {
            assert_personal(&server.send("GET", path, headers, None), path);
        }
    }
    let stream = ureq::get(format!("{}{table}/events", server.base())).call().expect("a stream");
    let header = |name: &str| stream.headers()[name].to_str().expect("text").to_lowercase();
    assert_eq!(header("cache-control"), "private, no-store");
    assert!(header("vary").contains("authorization"), "{}", header("vary"));
}

#[test]
fn public_responses_are_cacheable_with_and_without_token() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let run = ada.submit(&server, &slide_jam("public")).expect(201);
    let run = format!("/v1/runs/{}", run["run"]["id"].as_str().expect("a number"));
    for path in [run.clone(), format!("{run}/positions/1"), "/v1/games".into(), "/v1/leaderboards/slide-jam".into()] {
        let [with, without] = [&[ada.header()][..], &[]].map(|headers| server.send("GET", &path, headers, None));
        assert_eq!((with.header("cache-control"), with.header("etag")), ("no-cache", without.header("etag")), "{path}");
        assert_eq!((with.status, &with.body), (200, &without.body), "{path}");
    }
}
