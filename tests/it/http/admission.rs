//! Decisions before a body is read.

use crate::support::account::Account;
use crate::support::harness::{Server, get, request};
use crate::support::raw::Raw;

const UNKNOWN: &str = "authorization: Bearer dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE\r\n";

fn head(method_and_path: &str, more: &str) -> String {
    format!(
        "{method_and_path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n{more}\r\n"
    )
}

#[test]
fn missing_token_is_rejected_before_body_is_sent() {
    let server = Server::start();
    for call in ["POST /v1/runs", "POST /v1/players/me/token", "DELETE /v1/players/me"] {
        for (more, body) in [("", ""), (UNKNOWN, ""), (UNKNOWN, "{\"game\":"), ("authorization: Basic eDp5\r\n", "")] {
            let mut raw = Raw::connect(server.base());
            raw.send(head(call, more) + body);
            raw.answer().problem(401, "unauthorized");
            raw.closed();
        }
    }
}

#[test]
fn valid_token_gets_100_continue() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let mut raw = Raw::connect(server.base());
    let (name, value) = ada.header();
    raw.send(head("POST /v1/runs", &format!("{name}: {value}\r\nexpect: 100-continue\r\n")));
    assert_eq!(raw.answer().status, 100);
    raw.send("x".repeat(1000));
    raw.answer().problem(400, "invalid_json");
}

#[test]
fn content_type_of_each_response_is_binding() {
    let paths = ["/", "/play", "/docs", "/docs/", "/openapi.json", "/healthz", "/metrics", "/v1/games", "/nothing"];
    let preflight = [("origin", "https://front.example"), ("access-control-request-method", "POST")];
    let answers = paths.map(get).into_iter().chain([
        request("DELETE", "/v1/games", &[]),
        request("HEAD", "/v1/games", &[("accept-encoding", "identity")]),
        request("OPTIONS", "/v1/runs", &preflight),
        request("DELETE", "/v1/players/me", &[]),
    ]);
    for answer in answers {
        assert_eq!(answer.header("x-content-type-options"), "nosniff", "{}: {}", answer.status, answer.body);
    }
}
