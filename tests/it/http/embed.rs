//! Runs on other sites: the page that they frame, link previews, and oEmbed.

use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::harness::{Answer, Server, resolved};
use crate::support::store::meddle;

const BASE: &str = "https://play.example.org";
const TOKEN: &str = "an-example-of-a-moderator-token-0123456789";
const BROWSER: (&str, &str) = ("accept", "text/html,application/xhtml+xml,*/*;q=0.8");

/// A server with a public address, and a run by Ada.
fn start() -> (Server, Account, Json) {
    let server = Server::start_all(&["--no-limits", "--public-url", BASE, "--moderator-token", TOKEN]);
    let ada = Account::new(&server, "Ada");
    let run = ada.submit(&server, &slide_jam("embedded")).expect(201)["run"].clone();
    (server, ada, run)
}

fn page(server: &Server, id: &str) -> Answer {
    server.send("GET", &format!("/embed/runs/{id}"), &[BROWSER], None)
}

/// Asks how to embed an address, whose characters need no escape in a query except `#`.
fn oembed(server: &Server, url: &str, query: &str) -> Answer {
    server.send("GET", &format!("/oembed?url={}{query}", url.replace('#', "%23")), &[], None)
}

fn hide(server: &Server) {
    let body = json!({ "action": "hide_run", "run": "1", "reason": "a reason" });
    let bearer = format!("Bearer {TOKEN}");
    server.send("POST", "/v1/moderation/actions", &[("authorization", &bearer)], Some(&body)).ok();
}

/// The values of an attribute in a page.
fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    let before = format!("{attribute}=\"");
    page.split(&before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn page_of_run_can_be_framed_and_has_no_scripts() {
    let (server, _, run) = start();
    let page = page(&server, "1");
    assert_eq!((page.status, page.header("content-type")), (200, "text/html; charset=utf-8"));
    let policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; \
                  frame-ancestors *";
    assert_eq!(page.header("content-security-policy"), policy);
    assert_eq!((page.header("x-frame-options"), page.header("x-content-type-options")), ("", "nosniff"));
    assert!(!page.body.contains("<script"), "{}", page.body);
    let day = run["received_at"].as_str().expect("a time").split('T').next().expect("a day");
    let score = format!("Score {}<", run["score"]["total"]);
    for shown in ["<h1>Slide Jam</h1>", "<main>", &score, "Ada", day, "/play#/runs/1", "/play#/start/slide-jam"] {
        assert!(page.body.contains(shown), "{shown}: {}", page.body);
    }
    for other in ["/", "/play", "/docs/guide"] {
        assert_eq!(server.send("GET", other, &[BROWSER], None).header("x-frame-options"), "DENY", "{other}");
    }
}

#[test]
fn page_of_run_loads_its_style_and_picture() {
    let (server, _, run) = start();
    let page = page(&server, "1").body;
    let path_of = |link: &str| resolved("/embed/runs/1", link);
    let links: Vec<String> = values(&page, "href").into_iter().map(path_of).collect();
    let [icon, style] = &links.iter().filter(|link| link.starts_with("/play/")).collect::<Vec<_>>()[..] else {
        panic!("{page}")
    };
    assert_eq!(server.send("GET", icon, &[], None).header("content-type"), "image/svg+xml");
    assert_eq!(server.send("GET", style, &[], None).header("content-type"), "text/css; charset=utf-8");
    let end = format!("/v1/runs/1/positions/{}/picture", run["move_count"]);
    assert_eq!(values(&page, "src").into_iter().map(path_of).collect::<Vec<_>>(), [end.as_str()]);
    assert_eq!(server.send("GET", &end, &[], None).header("content-type"), "image/svg+xml");
}

#[test]
fn page_of_run_is_revalidated() {
    let (server, _, _) = start();
    let first = page(&server, "1");
    assert_eq!(first.header("cache-control"), "no-cache");
    let known = [("if-none-match", first.header("etag"))];
    assert_eq!(server.send("GET", "/embed/runs/1", &known, None).status, 304);
    meddle(&server, "UPDATE players SET name = 'Ida'");
    let renamed = server.send("GET", "/embed/runs/1", &known, None);
    assert!(renamed.status == 200 && renamed.body.contains("Ida"), "{}", renamed.body);
}

#[test]
fn names_are_escaped() {
    let (server, _, _) = start();
    meddle(&server, "UPDATE players SET name = '\"><script>alert(1)</script>&''<!-- body -->'");
    let page = page(&server, "1").body;
    let escaped = "&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;&lt;!-- body --&gt;";
    assert_eq!((page.matches(escaped).count(), page.matches("alert(1)").count()), (4, 4), "{page}");
    let described = oembed(&server, &format!("{BASE}/embed/runs/1"), "").ok();
    let html = described["html"].as_str().expect("text");
    assert!(html.contains(escaped) && html.matches("alert").count() == 1, "{html}");
    assert_eq!(described["author_name"], "\"><script>alert(1)</script>&'<!-- body -->");
}

#[test]
fn missing_and_hidden_runs_are_404() {
    let (server, _, _) = start();
    hide(&server);
    for id in ["1", "2", "0", "01", "x", "99999999999999999999", "%3Cscript%3E"] {
        server.send("GET", &format!("/embed/runs/{id}"), &[], None).problem(404, "unknown_run");
        let shown = page(&server, id);
        assert_eq!((shown.status, shown.header("content-type")), (404, "text/html; charset=utf-8"), "{id}");
        assert_eq!(values(&shown.body, "target"), ["_blank"], "a way out of the frame");
        assert!(shown.body.contains("Run not available") && !shown.body.contains("<script"), "{}", shown.body);
        assert!(shown.header("content-security-policy").ends_with("frame-ancestors *"), "{id}");
        assert!(shown.header("vary").contains("accept") || shown.header("vary").contains("Accept"), "{id}");
    }
    oembed(&server, &format!("{BASE}/embed/runs/1"), "").problem(404, "unknown_run");
}

#[test]
fn run_of_deleted_player_has_no_name() {
    let (server, ada, _) = start();
    assert_eq!(server.send("DELETE", &format!("/v1/players/{}", ada.id), &[ada.header()], None).status, 204);
    let page = page(&server, "1");
    assert!(
        page.status == 200 && page.body.contains("A deleted player") && !page.body.contains("Ada"),
        "{}",
        page.body
    );
    let described = oembed(&server, &format!("{BASE}/embed/runs/1"), "").ok();
    assert!(described.get("author_name").is_none() && !described.to_string().contains("Ada"), "{described}");
}

#[test]
fn daily_run_has_no_picture_until_day_is_over() {
    let (server, ada, _) = start();
    let daily = server.send("GET", "/v1/daily", &[], None).ok();
    let run = slide_jam(daily["games"]["slide-jam"]["seed"].as_str().expect("a seed"));
    ada.submit(&server, &run).expect(201);
    let shown = page(&server, "2").body;
    assert!(shown.contains("stay secret until") && !shown.contains("/picture"), "{shown}");
    let described = oembed(&server, &format!("{BASE}/embed/runs/2"), "").ok();
    assert!(described.get("thumbnail_url").is_none() && described["height"] == 200, "{described}");
    // The player's token changes nothing: the page shows the same to everyone.
    let own = server.send("GET", "/embed/runs/2", &[BROWSER, ada.header()], None);
    assert!(own.body == shown, "{}", own.body);
    let picture = format!("/v1/runs/2/positions/{}/picture", run["moves"].as_array().expect("moves").len());
    server.send("GET", &picture, &[], None).problem(403, "embargoed");

    server.shared.clock.set_ahead(24 * 3_600_000);
    let shown = page(&server, "2").body;
    assert!(shown.contains(&picture) && !shown.contains("stay secret until"), "{shown}");
    let described = oembed(&server, &format!("{BASE}/embed/runs/2"), "").ok();
    assert!(described["thumbnail_url"].as_str().expect("a picture").contains(&picture), "{described}");
    assert_eq!(server.send("GET", &picture, &[], None).status, 200);
}

#[test]
fn link_previews_have_whole_addresses() {
    let (server, _, run) = start();
    let page = page(&server, "1").body;
    let picture = format!("{BASE}/v1/runs/1/positions/{}/picture?width=800", run["move_count"]);
    let title = format!("Slide Jam, score {}, by Ada", run["score"]["total"]);
    for content in ["website", &title, &format!("{BASE}/embed/runs/1"), &picture, "summary_large_image"] {
        assert!(values(&page, "content").contains(&content), "{content}: {page}");
    }
    // Services that fetch previews accept everything.
    let path = picture.trim_start_matches(BASE);
    let answer = ureq::get(format!("{}{path}", server.base())).header("Accept", "*/*").call().expect("a picture");
    assert_eq!(answer.headers()["content-type"], "image/png");
    let discovery = values(&page, "href").into_iter().find(|link| link.contains("/oembed?")).expect("a link");
    let path = discovery.trim_start_matches(BASE).replace("&amp;", "&");
    assert_eq!(server.send("GET", &path, &[], None).ok()["title"], title);
}

#[test]
fn oembed_describes_the_frame_of_a_run() {
    let (server, _, run) = start();
    for path in [
        "/embed/runs/1",
        "/play#/runs/1",
        "/v1/runs/1",
        "/embed/runs/1/",
        "/embed/runs/1%3Futm_source=x",
        "/v1/runs/1%23a",
    ] {
        // Consumers send parameters of their own.
        let described = oembed(&server, &format!("{BASE}{path}"), "&format=json&dnt=1").ok();
        let title = format!("Slide Jam, score {}, by Ada", run["score"]["total"]);
        let (width, height) =
            (described["width"].as_u64().expect("a width"), described["height"].as_u64().expect("a height"));
        let html = format!(
            "<iframe src=\"{BASE}/embed/runs/1\" title=\"{title}\" width=\"{width}\" height=\"{height}\" \
             style=\"border: 0\" loading=\"lazy\"></iframe>"
        );
        // The picture of a Slide Jam is 1264 high if it is 1200 wide.
        assert_eq!((width, height), (480, 506 + 130), "{described}");
        let picture = format!("{BASE}/v1/runs/1/positions/{}/picture?width=800", run["move_count"]);
        let expected = json!({
            "version": "1.0", "type": "rich", "title": title, "author_name": "Ada", "provider_name": "funhouse",
            "provider_url": BASE, "html": html, "width": width, "height": height,
            "thumbnail_url": picture, "thumbnail_width": 800, "thumbnail_height": 843,
        });
        assert_eq!(described, expected, "{path}");
    }
}

#[test]
fn oembed_respects_maximum_sizes() {
    let (server, _, _) = start();
    for (query, frame, thumbnail) in [
        ("&maxwidth=300", (300, 316 + 130), Some((300, 316))),
        ("&maxheight=400", (480, 400), Some((379, 400))),
        ("&maxwidth=1000&maxheight=2000", (480, 636), Some((800, 843))),
        ("&maxwidth=64&maxheight=68", (64, 68), Some((64, 68))),
        ("&maxwidth=63", (63, 66 + 130), None),
        ("&maxwidth=1&maxheight=1", (1, 1), None),
    ] {
        let described = oembed(&server, &format!("{BASE}/embed/runs/1"), query).ok();
        assert_eq!([&described["width"], &described["height"]], [frame.0, frame.1], "{query}: {described}");
        let size = described.get("thumbnail_url").map(|url| {
            let width = url.as_str().and_then(|url| url.split("?width=").nth(1)).expect("a width");
            assert_eq!(described["thumbnail_width"].to_string(), width);
            (described["thumbnail_width"].as_u64(), described["thumbnail_height"].as_u64())
        });
        assert_eq!(size, thumbnail.map(|(width, height)| (Some(width), Some(height))), "{query}");
    }
}

#[test]
fn oembed_refuses_other_addresses_and_formats() {
    let (server, _, _) = start();
    for url in [
        "",
        "x",
        "/embed/runs/1",
        "https://example.org/embed/runs/1",
        "https://play.example.org.evil.test/embed/runs/1",
        "https://play.example.org@evil.test/embed/runs/1",
        "http://play.example.org/embed/runs/1",
        "https://play.example.org",
        "https://play.example.org/play",
        "https://play.example.org/embed/runs",
        "https://play.example.org/embed/runs/1/2",
        "https://play.example.org/v1/runs/1/positions/3",
        "javascript:alert(1)//https://play.example.org/embed/runs/1",
    ] {
        oembed(&server, url, "").problem(404, "not_found");
    }
    let known = format!("{BASE}/embed/runs/");
    for id in ["2", "01", "", "%00", "%F0%9F%8E%B2"] {
        oembed(&server, &format!("{known}{id}"), "").problem(404, "unknown_run");
    }
    let one = format!("{known}1");
    for format in ["xml", "XML", "", "yaml"] {
        oembed(&server, &one, &format!("&format={format}")).problem(501, "unsupported_format");
    }
    for query in
        ["&maxwidth=0", "&maxheight=-1", "&maxwidth=x", "&maxheight=99999999999", "&maxwidth=1&maxwidth=2", "&url=x"]
    {
        oembed(&server, &one, query).problem(400, "invalid_query");
    }
    server.send("GET", "/oembed", &[], None).problem(400, "invalid_query");
    server.send("POST", "/oembed", &[], Some(&json!({}))).problem(405, "method_not_allowed");
}

#[test]
fn without_public_url_nothing_depends_on_the_host() {
    let server = Server::start();
    Account::new(&server, "Ada").submit(&server, &slide_jam("embedded")).expect(201);
    let page = page(&server, "1");
    assert!(page.status == 200 && !page.body.contains("og:") && !page.body.contains("oembed"), "{}", page.body);
    let url = format!("{}/embed/runs/1", server.base());
    let problem = oembed(&server, &url, "").problem(404, "not_found");
    assert!(problem["detail"].as_str().expect("text").contains("--public-url"), "{problem}");
}

#[test]
fn service_below_a_path_says_so() {
    let server = Server::start_flagged(&["--public-url", "https://site.example/games"]);
    let ada = server.send("POST", "/v1/players", &[], Some(&json!({ "name": "Ada" })));
    assert!(ada.header("location").starts_with("/games/v1/players/"), "{}", ada.header("location"));
    let moved = server.send("GET", "/docs", &[], None);
    assert_eq!((moved.status, moved.header("location")), (308, "docs/"));
    for path in ["/openapi.json", "/openapi/slide-jam.json", "/openapi-3.0/service.json"] {
        let servers = server.send("GET", path, &[], None).ok()["servers"].clone();
        assert_eq!(servers, json!([{ "url": "https://site.example/games" }]), "{path}");
    }
    for path in ["/asyncapi.json", "/asyncapi/slide-jam.json"] {
        let servers = server.send("GET", path, &[], None).ok()["servers"].clone();
        let service = json!({ "host": "site.example", "protocol": "https", "pathname": "/games" });
        assert_eq!(servers, json!({ "service": service }), "{path}");
    }
    for path in ["/", "/play", "/docs/", "/docs/guide", "/embed/runs/1", "/a/b/nothing"] {
        let page = server.send("GET", path, &[BROWSER], None).body;
        assert!(page.contains("<html") && !page.contains("=\"/"), "{path}: {page}");
    }
}
