//! The pages for people.

use super::harness::{get, get_with, post, url};

/// What a page loads: the addresses in its text.
fn links(page: &str) -> Vec<&str> {
    let quoted = page.split(['"', '\'']).skip(1).step_by(2);
    quoted.filter(|text| text.starts_with("/play/") || text.starts_with("./")).collect()
}

#[test]
fn the_pages_are_served_with_a_strict_policy_and_revalidated() {
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
fn every_file_that_a_page_or_module_names_is_served() {
    let mut seen = vec!["/".to_owned(), "/play".to_owned()];
    let mut next = 0;
    while let Some(path) = seen.get(next).cloned() {
        next += 1;
        let file = get(&path);
        assert_eq!(file.status, 200, "{path}");
        for link in links(&file.body) {
            // Types are for the checker alone.
            let link = link.replace("./", "/play/");
            if !link.ends_with("/types") && !link.contains('#') && !seen.contains(&link) {
                seen.push(link);
            }
        }
    }
    assert!(seen.iter().any(|path| path == "/play/moves.js"), "{seen:?}");
}

#[test]
fn a_page_that_is_not_there_is_a_problem() {
    get("/play/nothing.js").problem(404, "not_found");
    get("/play/").problem(404, "not_found");
    get("/index.html").problem(404, "not_found");
}

#[test]
fn a_page_can_only_be_got() {
    post("/play", &serde_json::json!({})).problem(405, "method_not_allowed");
}

#[test]
fn all_pages_together_are_small() {
    let mut bytes = 0;
    for file in std::fs::read_dir("web").expect("the pages' folder") {
        let path = file.expect("a file").path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_owned();
        if name.ends_with(".d.ts") || name.ends_with(".json") {
            continue;
        }
        let address = match name.as_str() {
            "index.html" => "/".to_owned(),
            "play.html" => "/play".to_owned(),
            name => format!("/play/{name}"),
        };
        let mut answer = ureq::get(url(&address)).header("Accept-Encoding", "br").call().expect("every file is served");
        bytes += answer.body_mut().read_to_vec().expect("the body").len();
    }
    assert!(bytes < 150_000, "{bytes} bytes");
}
