//! Pictures as PNG.

use funhouse::engine;
use funhouse::picture::DEFAULT_WIDTH;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::harness::{Answer, Server, agent, get, post, post_bytes, url};

/// The bytes of a PNG with its size, and its entity tag.
struct Png {
    bytes: Vec<u8>,
    width: u32,
    height: u32,
    tag: String,
}

impl Png {
    fn of(mut answer: ureq::http::Response<ureq::Body>) -> Self {
        let header =
            |name: &str| answer.headers().get(name).map_or("", |value| value.to_str().expect("text")).to_owned();
        assert_eq!((answer.status().as_u16(), header("content-type").as_str()), (200, "image/png"));
        assert!(header("vary").to_lowercase().contains("accept"), "{}", header("vary"));
        let tag = header("etag");
        let bytes = answer.body_mut().read_to_vec().expect("the body");
        assert_eq!(&bytes[..16], b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR");
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four bytes"));
        Self { width: number(16), height: number(20), tag, bytes }
    }

    fn get(address: &str, accept: &str) -> Self {
        Self::of(ureq::get(address).header("Accept", accept).call().expect("a picture"))
    }

    fn post(path: &str, body: &Json) -> Self {
        let request = ureq::post(url(path)).header("Accept", "image/png").content_type("application/json");
        Self::of(request.send(body.to_string()).expect("a picture"))
    }
}

/// A state of a game after the deal, for the fewest players.
fn dealt(game: &str) -> Json {
    let ruleset = engine::game(game).expect("a game").newest();
    let seats = match ruleset.ranked() {
        Some(_) => json!({ "seed": "png" }),
        None => json!({ "seed": "png", "seats": ruleset.facts().seats.0 }),
    };
    json!({ "state": post(&format!("/v1/games/{game}/deal"), &seats).ok()["state"] })
}

/// The height of an SVG that is 1200 wide.
fn height_of(svg: &str) -> u32 {
    let rest = svg.split("viewBox=\"0 0 1200 ").nth(1).expect("a view box");
    rest.split('"').next().and_then(|height| height.parse().ok()).expect("a height")
}

#[test]
fn every_game_has_a_png_as_high_as_its_svg() {
    for game in engine::games() {
        let (state, path) = (dealt(game.id()), format!("/v1/games/{}/picture", game.id()));
        let png = Png::post(&format!("{path}?width=120"), &state);
        let height = height_of(&post(&path, &state).body).div_ceil(10);
        assert_eq!((png.width, png.height), (120, height), "{}", game.id());
    }
}

#[test]
fn png_has_the_requested_width_or_the_default() {
    let state = dealt("slide-jam");
    for (query, width) in [("", DEFAULT_WIDTH), ("?width=64", 64), ("?width=2048", 2048)] {
        assert_eq!(Png::post(&format!("/v1/games/slide-jam/picture{query}"), &state).width, width, "{query}");
    }
}

#[test]
fn rejects_widths_that_no_picture_can_have() {
    let state = dealt("slide-jam").to_string();
    let with = |query: &str, accept: &str| -> Answer {
        let headers = [("content-type", "application/json"), ("accept", accept)];
        post_bytes(&format!("/v1/games/slide-jam/picture?{query}"), state.as_bytes(), &headers)
    };
    for width in ["63", "2049", "0", "-100", "1e3", "100.0", "", "wide", "99999999999"] {
        for accept in ["image/png", "image/svg+xml", "text/plain"] {
            let problem = with(&format!("width={width}"), accept).problem(400, "invalid_query");
            let detail = format!("width must be an integer from 64 to 2048 (got {width:?})");
            assert_eq!(problem["detail"], detail, "{accept}");
        }
    }
    with("width=100&width=200", "image/png").problem(400, "invalid_query");
    with("height=100", "image/png").problem(400, "invalid_query");
}

#[test]
fn rejects_png_with_too_many_pixels() {
    let state =
        json!({ "state": post("/v1/games/dungeon-crawl/deal", &json!({ "seed": "png", "seats": 6 })).ok()["state"] });
    let with = |width: u32| {
        let headers = [("content-type", "application/json"), ("accept", "image/png")];
        let path = format!("/v1/games/dungeon-crawl/picture?width={width}");
        post_bytes(&path, state.to_string().as_bytes(), &headers)
    };
    let problem = with(2048).problem(400, "invalid_query");
    let detail = problem["detail"].as_str().expect("text");
    let max = detail.split("at most ").nth(1).and_then(|rest| rest.split(' ').next()).expect("the maximum");
    assert_eq!(detail, format!("width must be at most {max} for this picture, which is tall (got 2048)"));
    let max: u32 = max.parse().expect("a number");
    with(max + 1).problem(400, "invalid_query");
    let png = Png::post(&format!("/v1/games/dungeon-crawl/picture?width={max}"), &state);
    let pixels = png.width * png.height;
    assert!((8_000_000..=8 << 20).contains(&pixels), "{pixels} pixels");
}

#[test]
fn png_counts_as_long_work_and_svg_does_not() {
    let server = Server::start_flagged(&["--limit-work", "2/1h"]);
    let player = Account::new(&server, "Ada");
    let table =
        server.send("POST", "/v1/tables", &[player.header()], Some(&json!({ "game": "slide-jam" }))).expect(201);
    let table = format!("/v1/tables/{}/picture", table["id"].as_str().expect("an id"));
    let state = dealt("slide-jam");
    let posted = "/v1/games/slide-jam/picture";
    let status = |method: &str, path: &str, accept: &str| {
        let body = (method == "POST").then_some(&state);
        let request = ureq::http::Request::builder().method(method).uri(format!("{}{path}", server.base()));
        let request = request.header("accept", accept).header("content-type", "application/json");
        let request = request.body(body.map(ToString::to_string).unwrap_or_default()).expect("a request");
        agent().run(request).expect("a response").status().as_u16()
    };
    for expected in [200, 429] {
        for (method, path) in [("POST", posted), ("GET", table.as_str())] {
            assert_eq!(status(method, path, "image/png"), expected, "{method} {path}");
            assert_eq!(status(method, path, "image/svg+xml"), 200, "{method} {path}");
        }
    }
}

#[test]
fn png_is_preferred_only_by_accept_or_width() {
    let server = Server::start_alone();
    Account::new(&server, "Ada").submit(&server, &slide_jam("png")).expect(201);
    let path = "/v1/runs/1/positions/3/picture";
    let browser = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
    for (query, accept, media_type) in [
        ("", "*/*", "image/svg+xml"),
        ("", browser, "image/svg+xml"),
        ("", "image/png", "image/png"),
        ("", "image/png, image/svg+xml;q=0.9", "image/png"),
        ("", "image/*;q=0.9, image/svg+xml;q=0.1, text/plain;q=0.5", "image/png"),
        ("?width=100", "*/*", "image/png"),
        ("?width=100", browser, "image/png"),
        ("?width=100", "image/svg+xml", "image/svg+xml"),
        ("?width=100", "text/plain", "text/plain; charset=utf-8"),
    ] {
        let address = format!("{}{path}{query}", server.base());
        let answer = ureq::get(address).header("Accept", accept).call().expect("a picture");
        assert_eq!(answer.headers()["content-type"], media_type, "{query} {accept}");
    }
    server.send("GET", path, &[("accept", "image/jpeg")], None).problem(406, "unacceptable_media_type");
}

#[test]
fn png_of_a_position_is_stable_and_has_a_tag() {
    let server = Server::start_alone();
    Account::new(&server, "Ada").submit(&server, &slide_jam("png")).expect(201);
    let path = |query: &str| format!("/v1/runs/1/positions/3/picture{query}");
    let at = |query: &str| Png::get(&format!("{}{}", server.base(), path(query)), "image/png");
    let (one, again, other) = (at("?width=200"), at("?width=200"), at("?width=201"));
    assert!(one.bytes == again.bytes && one.tag == again.tag, "the same bytes");
    assert!(one.tag != other.tag && !one.tag.is_empty(), "{} {}", one.tag, other.tag);
    let known = [("if-none-match", one.tag.as_str()), ("accept", "image/png")];
    assert_eq!(server.send("GET", &path("?width=200"), &known, None).status, 304);
    let state = json!({ "state": server.send("GET", "/v1/runs/1/positions/3", &[], None).ok()["state"] });
    assert!(Png::post("/v1/games/slide-jam/picture?width=200", &state).bytes == one.bytes, "it is that position");
}

#[test]
fn table_is_drawn_as_png_for_its_viewer() {
    let server = Server::start_alone();
    let ann = Account::new(&server, "Ann");
    let request = json!({ "game": "penniless-and-insane", "seats": ["you", "robot", "robot"] });
    let table = server.send("POST", "/v1/tables", &[ann.header()], Some(&request)).expect(201);
    let address = format!("{}/v1/tables/{}/picture?width=300", server.base(), table["id"].as_str().expect("an id"));
    let onlooker = Png::get(&address, "image/png");
    let seated = ureq::get(&address).header("Accept", "image/png").header(ann.header().0, ann.header().1).call();
    let seated = seated.expect("a picture");
    assert!(seated.headers()["cache-control"].to_str().expect("text").contains("no-store"));
    assert!(Png::of(seated).bytes != onlooker.bytes, "only Ann sees her hand");
}

#[test]
fn documents_describe_the_formats_of_pictures() {
    let document: Json = serde_json::from_str(&get("/openapi/slide-jam.json").body).expect("JSON");
    let draw = &document["paths"]["/v1/games/slide-jam/picture"]["post"];
    let types = draw["responses"]["200"]["content"].as_object().expect("media types");
    assert_eq!(types.keys().collect::<Vec<_>>(), ["image/png", "image/svg+xml", "text/plain"]);
    let width = &document["components"]["parameters"]["Width"];
    assert_eq!(draw["parameters"], json!([{ "$ref": "#/components/parameters/Width" }]));
    let schema = &width["schema"];
    assert_eq!([&schema["minimum"], &schema["maximum"], &schema["default"]], [64, 2048, DEFAULT_WIDTH]);
}
