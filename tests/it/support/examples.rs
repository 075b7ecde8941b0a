//! Examples in Markdown: the fenced blocks of code, and commands that run as shown.

use std::io::Write as _;
use std::process::{Command, Stdio};

use serde_json::Value as Json;

use crate::support::harness::{Server, post_text};

/// The address of the service in examples.
pub(crate) const ADDRESS: &str = "http://127.0.0.1:8080";

/// A fenced block of code.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) language: String,
    pub(crate) text: String,
}

/// The fenced blocks of a text, in order.
pub(crate) fn blocks(markdown: &str) -> Vec<Block> {
    let (mut blocks, mut open) = (Vec::new(), None::<Block>);
    for line in markdown.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(language), None) => open = Some(Block { language: language.to_owned(), text: String::new() }),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some(block)) => block.text.extend([line, "\n"]),
            (None, None) => {}
        }
    }
    assert!(open.is_none(), "each block is closed");
    blocks
}

/// The commands of a `console` block, each with the output shown.
pub(crate) fn commands(block: &str) -> Vec<(String, String)> {
    block.split("$ ").skip(1).map(command_and_output).collect()
}

/// A command ends with its line, or with the line on which its quotes are closed.
fn command_and_output(text: &str) -> (String, String) {
    let mut quoted = false;
    let end = text.find(|c| {
        quoted ^= c == '\'';
        c == '\n' && !quoted
    });
    let end = end.expect("a command ends with a line");
    (text[..end].to_owned(), text[end + 1..].to_owned())
}

/// The words of a command, as a shell splits them: single quotes keep a word together.
pub(crate) fn words(command: &str) -> Vec<String> {
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

/// A session of `curl` commands with one server.
pub(crate) struct Session<'a> {
    server: &'a Server,
    /// Tokens as shown, each with the one that the service returned for it.
    tokens: Vec<(String, String)>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(server: &'a Server) -> Self {
        Self { server, tokens: Vec::new() }
    }

    /// Makes the request of a `curl` command, and compares the response with the one shown: as JSON values, unless text is shown.
    pub(crate) fn run(&mut self, command: &str, shown: &str) {
        let command =
            self.tokens.iter().fold(command.to_owned(), |command, (shown, token)| command.replace(shown, token));
        let answer = curl(self.server, &words(&command));
        let Some(shown) = values(shown) else {
            assert_eq!(answer, shown, "{command}");
            return;
        };
        let answer = values(&answer).unwrap_or_else(|| panic!("{command}: no JSON in {answer}"));
        let all_timeless = |values: &[Json]| values.iter().map(timeless).collect::<Vec<_>>();
        assert_eq!(all_timeless(&answer), all_timeless(&shown), "{command}");
        for (shown, answer) in shown.iter().zip(&answer) {
            if let (Some(shown), Some(token)) = (shown["token"].as_str(), answer["token"].as_str()) {
                self.tokens.push((shown.to_owned(), token.to_owned()));
            }
        }
    }
}

/// The JSON values of a text, at least one; none if it is no JSON.
fn values(text: &str) -> Option<Vec<Json>> {
    let values = serde_json::Deserializer::from_str(text).into_iter().collect::<Result<Vec<Json>, _>>().ok()?;
    (!values.is_empty()).then_some(values)
}

/// Makes the request of a `curl` command: `-s URL -H header .. -d body`, or with `--data-binary` a body that is not JSON. Returns the body
/// of the response.
fn curl(server: &Server, words: &[String]) -> String {
    let values_of = |flag: &'static str| {
        let pairs = words.iter().zip(words.iter().skip(1));
        pairs.filter(move |(word, _)| *word == flag).map(|(_, value)| value.as_str())
    };
    let path = words.iter().find_map(|word| word.strip_prefix(ADDRESS)).expect("the default address");
    let headers = values_of("-H").map(|header| header.split_once(": ").expect("a header"));
    if let Some(text) = values_of("--data-binary").next() {
        let (media_types, headers): (Vec<_>, Vec<_>) = headers.partition(|(name, _)| *name == "Content-Type");
        let (_, media_type) = media_types.first().expect("a media type");
        return post_text(server.base(), path, media_type, &headers, text).body;
    }
    let body = values_of("-d").next().map(|body| serde_json::from_str(body).expect("JSON"));
    // The client of the tests adds the media type of a body itself.
    let headers: Vec<(&str, &str)> = headers.filter(|header| *header != ("Content-Type", "application/json")).collect();
    let method = if body.is_some() { "POST" } else { "GET" };
    server.send(method, path, &headers, body.as_ref()).body
}

/// Replaces what differs between runs and builds: times, tokens, codes and the digest of the rules.
fn timeless(answer: &Json) -> Json {
    match answer {
        Json::Object(fields) => {
            let same = |(name, value): (&String, &Json)| match name.as_str() {
                "created_at" | "received_at" | "recovery_code" | "recovery_code_id" | "rules_digest" | "token" => {
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
pub(crate) fn pipeline(command: &str) -> String {
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
