//! The examples of the README: each command runs unchanged and prints the output shown.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::support::harness::Server;

const README: &str = include_str!("../../../README.md");

/// The commands of the `console` blocks, each with what it is said to print.
fn examples() -> Vec<(String, String)> {
    let blocks = README.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut examples: Vec<(String, String)> = Vec::new();
    for block in blocks {
        for part in block.split("$ ").skip(1) {
            let (command, output) = command_and_output(part);
            examples.push((command.to_owned(), output.to_owned()));
        }
    }
    examples
}

/// A command ends with its line, or with the line on which its quotes are closed.
fn command_and_output(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '\'';
        c == '\n' && !quoted
    });
    let end = end.expect("a command ends with a line");
    (&text[..end], &text[end + 1..])
}

/// The words of a command, as a shell splits them: single quotes keep a word together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in command.split('\'').enumerate() {
        if i % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Makes the request of a `curl` command: `-s URL -H header .. -d body`.
fn curl(server: &Server, words: &[String]) -> Json {
    let values_of = |flag: &'static str| {
        let pairs = words.iter().zip(words.iter().skip(1));
        pairs.filter(move |(word, _)| *word == flag).map(|(_, value)| value.as_str())
    };
    let path = words.iter().find_map(|word| word.strip_prefix("http://127.0.0.1:8080")).expect("the default address");
    let headers: Vec<(&str, &str)> = values_of("-H").map(|header| header.split_once(": ").expect("a header")).collect();
    let body = values_of("-d").next().map(|body| serde_json::from_str(body).expect("JSON"));
    let headers: Vec<(&str, &str)> =
        headers.into_iter().filter(|(name, value)| (*name, *value) != ("Content-Type", "application/json")).collect();
    let method = if body.is_some() { "POST" } else { "GET" };
    server.send(method, path, &headers, body.as_ref()).json()
}

/// Replaces what differs between runs: times, tokens and codes.
fn timeless(answer: &Json) -> Json {
    match answer {
        Json::Object(fields) => {
            let same = |(name, value): (&String, &Json)| match name.as_str() {
                "created_at" | "received_at" | "recovery_code" | "recovery_code_id" | "token" => {
                    (name.clone(), Json::from(value.as_str().map(str::len)))
                }
                _ => (name.clone(), timeless(value)),
            };
            Json::Object(fields.iter().map(same).collect())
        }
        Json::Array(items) => items.iter().map(timeless).collect(),
        other => other.clone(),
    }
}

/// Runs `funhouse` commands, the output of each being the input of the next.
fn pipeline(command: &str) -> String {
    let mut input = Vec::new();
    for stage in command.split(" | ") {
        let words = words(stage);
        assert_eq!(words[0], "funhouse", "{command}");
        let mut process = Command::new(env!("CARGO_BIN_EXE_funhouse"))
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        // A command that reads nothing may be gone already.
        let _ = process.stdin.take().expect("its input").write_all(&input);
        let output = process.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{stage}");
        input = output.stdout;
    }
    String::from_utf8(input).expect("it prints text")
}

#[test]
fn readme_commands_print_what_readme_shows() {
    let server = Server::start();
    let (mut requests, mut commands) = (0, 0);
    let mut tokens: Vec<(String, String)> = Vec::new();
    for (mut command, shown) in examples() {
        // A token in the README represents the one that the service returns.
        for (shown, given) in &tokens {
            command = command.replace(shown.as_str(), given);
        }
        if command.starts_with("curl ") {
            let shown: Json = serde_json::from_str(&shown).unwrap_or_else(|e| panic!("{command} shows no JSON: {e}"));
            let answer = curl(&server, &words(&command));
            assert_eq!(timeless(&answer), timeless(&shown), "{command}");
            if let (Some(shown), Some(given)) = (shown["token"].as_str(), answer["token"].as_str()) {
                tokens.push((shown.to_owned(), given.to_owned()));
            }
            requests += 1;
        } else {
            assert_eq!(pipeline(&command), shown, "{command}");
            commands += 1;
        }
    }
    assert_eq!((requests, commands), (6, 2), "all examples were found");
}
