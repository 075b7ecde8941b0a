//! The pages of the front end.

use crate::support::harness::{get, get_with, post, resolved, url};

/// The addresses in a page or module, which it loads.
fn links(path: &str, text: &str) -> Vec<String> {
    let texts = text.split(['"', '\'']).skip(1).step_by(2);
    let files = texts.filter(|text| ["/", "./", "../"].iter().any(|start| text.starts_with(start)));
    let files = files.map(|link| resolved(path, link));
    files.filter(|file| ["/play/", "/docs/"].iter().any(|folder| file.starts_with(folder) && file != folder)).collect()
}

/// The folder of the files of `/play`.
fn folder() -> String {
    folder_with("/play", "style.css")
}

/// The folder of the files of a page, of which this is one.
fn folder_with(path: &str, file: &str) -> String {
    let page = get(path).body;
    let address = page.split('"').find(|text| text.ends_with(&format!("/{file}"))).expect("the page loads it");
    resolved(path, address.trim_end_matches(file))
}

/// An answer compressed as browsers ask for it: whether it is one of 200, and its bytes.
fn compressed(address: &str) -> (bool, usize) {
    let asked = ureq::get(url(address)).config().http_status_as_error(false).build();
    let asked = asked.header("Accept-Encoding", "br").header("Accept", "text/html, */*");
    let mut answer = asked.call().expect("every file is served");
    (answer.status() == 200, answer.body_mut().read_to_vec().expect("the body").len())
}

#[test]
fn pages_have_strict_policy_and_are_revalidated() {
    for path in ["/", "/play"] {
        let page = get(path);
        assert_eq!(page.status, 200);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        let policy = page.header("content-security-policy");
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self'"), "{policy}");
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("x-content-type-options"), "nosniff");
        let tag = page.header("etag").to_owned();
        assert_eq!(get_with(path, &[("If-None-Match", &tag)]).status, 304);
    }
}

#[test]
fn pages_have_no_inline_scripts_nor_frames() {
    for path in ["/", "/play", "/docs/", "/docs/guide"] {
        let page = get(path);
        assert_eq!(page.status, 200, "{path}");
        let policy = page.header("content-security-policy");
        let directives: Vec<&str> = policy.split("; ").collect();
        for directive in ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'"] {
            assert!(directives.contains(&directive), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(page.header("x-frame-options"), "DENY", "{path}");
        assert_eq!(page.header("x-content-type-options"), "nosniff", "{path}");
    }
}

#[test]
fn every_file_of_pages_is_served_and_immutable() {
    let pages = ["/", "/play", "/docs/", "/docs/guide"];
    let mut seen = pages.map(str::to_owned).to_vec();
    let mut next = 0;
    while let Some(path) = seen.get(next).cloned() {
        next += 1;
        if path.ends_with(".png") {
            continue;
        }
        let file = get(&path);
        assert_eq!(file.status, 200, "{path}");
        let is_page = file.header("content-type").starts_with("text/html");
        let caching = if is_page { "no-cache" } else { "public, max-age=31536000, immutable" };
        assert_eq!(file.header("cache-control"), caching, "{path}");
        // What Swagger UI consists of is not loaded as modules, and one document is enough.
        if path.starts_with("/docs/") && !pages.contains(&path.as_str()) {
            continue;
        }
        for link in links(&path, &file.body) {
            // Types are for the checker alone.
            if !link.ends_with("/types") && !link.contains('#') && !seen.contains(&link) {
                seen.push(link);
            }
        }
    }
    let module = format!("{}game/choice.js", folder());
    assert!(seen.contains(&module) && seen.iter().any(|path| path.ends_with("/swagger-ui-bundle.js")), "{seen:?}");
}

#[test]
fn files_of_other_builds_redirect_to_current_address() {
    let todays = format!("{}play.js", folder());
    let old = "/play/0123456789abcdef/play.js";
    let answer = get(old);
    assert_eq!((answer.status, resolved(old, answer.header("location"))), (307, todays));
    assert_eq!(answer.header("cache-control"), "no-cache");
    get("/play/0123456789abcdef/nothing.js").problem(404, "not_found");
}

#[test]
fn build_without_bundled_pages_has_no_service_worker_or_module() {
    for path in ["/service-worker.js", "/module/importmap.json", "/module/funhouse.js"] {
        get(path).problem(404, "not_found");
    }
    assert!(!get("/play").body.contains("module-worker"));
}

#[test]
fn missing_page_is_a_problem() {
    get("/play/nothing.js").problem(404, "not_found");
    get("/play/").problem(404, "not_found");
    get("/index.html").problem(404, "not_found");
}

#[test]
fn browsers_get_a_not_found_page() {
    let as_browser = [("Accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")];
    for path in
        ["/index.html", "/play/", "/plya", "/play/0123456789abcdef/nothing.js", "/docs/0123456789abcdef/nothing.js"]
    {
        let page = get_with(path, &as_browser);
        assert_eq!((page.status, page.header("content-type")), (404, "text/html; charset=utf-8"), "{path}");
        assert!(page.header("vary").contains("Accept"), "{path}");
        assert!(page.header("content-security-policy").starts_with("default-src 'none'"), "{path}");
        assert!(page.body.contains("Page not found") && page.body.contains("play/"), "{path}");
        get(path).problem(404, "not_found");
        get_with(path, &[("Accept", "*/*")]).problem(404, "not_found");
        get_with(path, &[("Accept", "text/html;q=0, */*")]).problem(404, "not_found");
    }
    for (path, code) in [
        ("/v1/nothing", "not_found"),
        ("/v1/games/nothing", "unknown_game"),
        ("/v1/runs/999999", "unknown_run"),
        ("/openapi/nothing.json", "not_found"),
    ] {
        get_with(path, &as_browser).problem(404, code);
    }
    let headers = [("Accept", "text/html")];
    assert_eq!(get_with("/docs/", &headers).status, 200);
}

#[test]
fn each_game_has_one_immutable_picture() {
    let games: serde_json::Value = serde_json::from_str(&get("/v1/games").body).expect("JSON");
    for game in games["games"].as_array().expect("a list") {
        let id = game["id"].as_str().expect("an id");
        let picture = get(&format!("{}look-{id}.svg", folder()));
        assert_eq!((picture.status, picture.header("content-type")), (200, "image/svg+xml"), "{id}");
        assert_eq!(picture.header("cache-control"), "public, max-age=31536000, immutable", "{id}");
        let title = game["title"].as_str().expect("a title");
        assert!(picture.body.contains(title) || id == "epic-funhouse", "{id}");
    }
}

#[test]
fn pages_allow_only_get_and_head() {
    post("/play", &serde_json::json!({})).problem(405, "method_not_allowed");
}

/// The files of a folder and its subfolders that browsers load, by their paths in it.
fn files_of(folder: &str) -> Vec<String> {
    let mut found = Vec::new();
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("a name").to_owned();
        if path.is_dir() {
            let within = files_of(path.to_str().expect("a path"));
            found.extend(within.into_iter().map(|file| format!("{name}/{file}")));
        } else if !name.ends_with(".ts") && !name.ends_with(".json") {
            found.push(name);
        }
    }
    found
}

#[test]
fn total_size_of_pages_is_small() {
    let (folder, docs, mut bytes) = (folder(), folder_with("/docs/", "docs.js"), 0);
    for name in files_of("web") {
        let address = match name.as_str() {
            "index.html" => "/".to_owned(),
            "play.html" => "/play".to_owned(),
            "docs/docs.html" => "/docs/".to_owned(),
            "docs/document.html" => "/docs/errors".to_owned(),
            "not-found.html" => "/nothing-here".to_owned(),
            "docs/docs.css" | "docs/docs.js" | "docs/document.css" => {
                format!("{docs}{}", name.trim_start_matches("docs/"))
            }
            name => format!("{folder}{name}"),
        };
        let (found, size) = compressed(&address);
        assert_eq!(found, name != "not-found.html", "{name}");
        // The page loads only the lesson and the tutorial of the game that is opened.
        if name.starts_with("lessons/games/") {
            assert!(size < 1000, "{name}: {size} bytes");
        } else if name.starts_with("tutorials/games/") {
            assert!(size < 2000, "{name}: {size} bytes");
        } else if name == "texts/en.js" {
            assert!(size < 25_000, "{name}: {size} bytes");
        } else {
            bytes += size;
        }
    }
    assert!(bytes < 242_000, "{bytes} bytes");
}

#[test]
fn documentation_ships_only_needed_files_of_swagger_ui() {
    let files = links("/docs/", &get("/docs/").body);
    let bytes: usize = files.iter().filter(|file| file.starts_with("/docs/")).map(|file| compressed(file).1).sum();
    assert!((300_000..420_000).contains(&bytes), "{bytes} bytes in {files:?}");
}
