//! The files under `deploy/` use only existing metrics, labels, flags and variables.

#![allow(clippy::disallowed_methods, reason = "the test reads the files of the repository")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::Value as Json;
use yaml_rust2::{Yaml, YamlLoader};

use crate::support::databases::{Kind, Of};
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::installed::are_installed;
use crate::support::metrics::{all, samples, text};

const DASHBOARD: &str = include_str!("../../../deploy/grafana-dashboard.json");
const ALERTS: &str = include_str!("../../../deploy/alerts.yaml");
const CONTAINERFILE: &str = include_str!("../../../deploy/Containerfile");
const UNIT: &str = include_str!("../../../deploy/funhouse.service");
const OPERATING: &str = include_str!("../../../docs/operating.md");

const HAPROXY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/deploy/rolling-restart/haproxy.cfg");
const NGINX: &str = include_str!("../../../deploy/rolling-restart/nginx.conf");

/// Labels that Prometheus adds.
const OF_PROMETHEUS: [&str; 2] = ["instance", "job"];

/// Metrics of databases on a server, with a listener or not.
const OF_SERVERS: [&str; 3] =
    ["funhouse_database_primary", "funhouse_database_listener_age_seconds", "funhouse_database_reconnects_total"];

/// The metrics that the service exports, each with its labels.
type Exported = BTreeMap<String, BTreeSet<String>>;

fn exported(text: &str) -> Exported {
    let known = OF_SERVERS.into_iter().chain(["up"]).map(|name| (name.to_owned(), BTreeSet::new()));
    let mut exported: Exported = known.collect();
    for (name, labels) in samples(text) {
        exported.entry(name).or_default().extend(labels.into_keys());
    }
    exported
}

/// The words of an expression: names, and everything else one character at a time. Strings are left out.
fn words(expression: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut is_in_word = false;
    let mut characters = expression.chars();
    while let Some(c) = characters.next() {
        let is_of_word = c.is_ascii_alphanumeric() || c == '_';
        match words.last_mut() {
            _ if c == '"' => drop(characters.by_ref().find(|c| *c == '"')),
            Some(word) if is_of_word && is_in_word => word.push(c),
            _ if c.is_whitespace() => {}
            _ => words.push(c.into()),
        }
        is_in_word = is_of_word;
    }
    words
}

/// The names between the parentheses or braces that open at a place. In braces, those before a comparison.
fn names_in(words: &[String], open: usize, close: &str) -> Vec<String> {
    let inner = words[open + 1..].iter().take_while(|word| *word != close);
    inner.filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic())).cloned().collect()
}

/// The faults in metrics and labels of an expression. `shown` are labels that its legend shows.
fn faults(expression: &str, shown: &[String], exported: &Exported) -> Vec<String> {
    let words = words(expression);
    let is_metric = |word: &String| word.starts_with("funhouse_") || word == "up";
    let (mut faults, mut labels) = (Vec::new(), BTreeSet::from(OF_PROMETHEUS.map(str::to_owned)));
    for (at, metric) in words.iter().enumerate().filter(|(_, word)| is_metric(word)) {
        let Some(own) = exported.get(metric) else {
            faults.push(format!("there is no metric {metric}"));
            continue;
        };
        labels.extend(own.iter().cloned());
        if words.get(at + 1).is_some_and(|word| word == "{") {
            for name in names_in(&words, at + 1, "}") {
                if !own.contains(&name) && !OF_PROMETHEUS.contains(&name.as_str()) {
                    faults.push(format!("{metric} has no label {name}"));
                }
            }
        }
    }
    if !words.iter().any(is_metric) {
        faults.push("it has no metric".to_owned());
    }
    let grouped =
        words.iter().enumerate().filter(|(_, word)| *word == "by").map(|(at, _)| names_in(&words, at + 1, ")"));
    for name in grouped.flatten().chain(shown.iter().cloned()) {
        if !labels.contains(&name) {
            faults.push(format!("nothing has the label {name}"));
        }
    }
    faults.iter().map(|fault| format!("{fault}: {expression}")).collect()
}

/// The labels in a text such as `{{instance}}` or `{{ $labels.instance }}`.
fn labels_shown(text: &str) -> Vec<String> {
    let parts = text.split("{{").skip(1).filter_map(|part| part.split("}}").next()).map(str::trim);
    let label = |part: &str| match part.strip_prefix("$labels.") {
        Some(label) => Some(label.to_owned()),
        None => (!part.starts_with('$')).then(|| part.to_owned()),
    };
    parts.filter_map(label).collect()
}

/// The expressions of the dashboard, each with its legend.
fn of_dashboard() -> Vec<(String, String)> {
    let dashboard: Json = serde_json::from_str(DASHBOARD).expect("it is JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().flat_map(|panel| panel["targets"].as_array().into_iter().flatten());
    let text = |target: &Json, name: &str| target[name].as_str().expect("a text").to_owned();
    targets.map(|target| (text(target, "expr"), text(target, "legendFormat"))).collect()
}

/// The rules of the alerts: name, expression, and annotations.
fn of_alerts() -> Vec<(String, String, BTreeMap<String, String>)> {
    let alerts = YamlLoader::load_from_str(ALERTS).expect("it is YAML");
    let text = |yaml: &Yaml| yaml.as_str().expect("a text").to_owned();
    let list = |yaml: &Yaml| yaml.as_vec().expect("a list").clone();
    let rules = list(&alerts[0]["groups"]).iter().flat_map(|group| list(&group["rules"])).collect::<Vec<_>>();
    let annotations = |rule: &Yaml| {
        let annotations = rule["annotations"].as_hash().expect("annotations").iter();
        annotations.map(|(name, value)| (text(name), text(value))).collect()
    };
    rules.iter().map(|rule| (text(&rule["alert"]), text(&rule["expr"]), annotations(rule))).collect()
}

#[test]
fn each_metric_is_exported_and_shown_or_documented() {
    let server = Server::start_alone();
    let exported = exported(&all(&server));
    let dashboard = of_dashboard();
    assert!(dashboard.len() > 30, "all panels were found");
    let alerts = of_alerts();
    assert!(alerts.len() > 10, "all rules were found");
    let mut found: Vec<String> =
        dashboard.iter().flat_map(|(expr, legend)| faults(expr, &labels_shown(legend), &exported)).collect();
    for (name, expr, annotations) in &alerts {
        found.extend(faults(expr, &labels_shown(&annotations["summary"]), &exported));
        let anchor = format!("docs/operating.md#{}", name.to_lowercase());
        assert_eq!(annotations["runbook"], anchor);
        if !OPERATING.contains(&format!("\n### {name}\n")) {
            found.push(format!("docs/operating.md does not describe the alert {name}"));
        }
    }
    let shown: BTreeSet<String> = dashboard.iter().flat_map(|(expr, _)| words(expr)).collect();
    for metric in exported.keys().filter(|metric| *metric != "up") {
        let family = ["_bucket", "_count", "_sum"].iter().find_map(|end| metric.strip_suffix(end)).unwrap_or(metric);
        let is_shown = shown
            .iter()
            .any(|word| word.strip_prefix(family).is_some_and(|rest| rest.is_empty() || rest.starts_with('_')));
        if !is_shown && !OPERATING.contains(&format!("`{family}`")) {
            found.push(format!("{metric} is neither in the dashboard nor in docs/operating.md"));
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn metrics_of_database_server_are_exported() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let _chosen = Of::kind(Kind::Postgres);
    let server = Server::start_alone();
    for metric in OF_SERVERS {
        until(metric, || samples(&text(&server)).iter().any(|(name, _)| name == metric));
    }
}

#[test]
fn unknown_metrics_and_labels_are_found() {
    let exported = exported("funhouse_a_total{kind=\"x\"} 1\nfunhouse_b_bucket{lane=\"r\",le=\"1.0\"} 2\n# EOF\n");
    let faults = |expression: &str, shown: &str| faults(expression, &labels_shown(shown), &exported).len();
    assert_eq!(
        faults("sum by (kind, job) (rate(funhouse_a_total{kind=~\"by|lane\"}[5m])) > 0", "{{kind}} {{ $value }}"),
        0
    );
    assert_eq!(faults("histogram_quantile(0.9, sum by (lane, le) (funhouse_b_bucket))", "{{ $labels.lane }}"), 0);
    assert_eq!(faults("funhouse_c", ""), 1);
    assert_eq!(faults("funhouse_a_total{lane=\"r\"}", ""), 1);
    assert_eq!(faults("sum by (lane) (funhouse_a_total)", ""), 1);
    assert_eq!(faults("funhouse_a_total", "{{lane}}"), 1);
    assert_eq!(faults("rate(b[5m])", ""), 1);
}

/// The instructions of the Containerfile, with continued lines joined.
fn instructions() -> Vec<(String, String)> {
    let joined = CONTAINERFILE.replace("\\\n", " ");
    let lines = joined.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    let instruction = |line: &str| line.split_once(' ').map(|(word, rest)| (word.to_owned(), rest.trim().to_owned()));
    lines.filter_map(instruction).collect()
}

/// The text that a command prints about its flags.
fn help(command: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).args([command, "--help"]).output().expect("it runs");
    assert!(output.status.success());
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn container_runs_without_root_and_uses_existing_flags() {
    let instructions = instructions();
    let last = |word: &str| {
        let found = instructions.iter().rev().find(|(instruction, _)| instruction == word);
        found.map(|(_, rest)| rest.as_str()).unwrap_or_else(|| panic!("there is no {word}"))
    };
    let user: u32 = last("USER").split(':').next().and_then(|user| user.parse().ok()).expect("a number");
    assert!(user > 0);
    assert!(
        last("FROM") == "scratch"
            && instructions.iter().any(|(_, rest)| rest.contains("--profile dist --features jemalloc"))
    );
    let serve = help("serve");
    for variable in last("ENV").split_whitespace().filter_map(|pair| pair.split_once('=')) {
        assert!(serve.contains(&format!("[env: {}", variable.0)), "{}", variable.0);
    }
    let check = last("HEALTHCHECK").split_once("CMD ").expect("a command").1;
    let check: Vec<String> = serde_json::from_str(check).expect("a list");
    let entry: Vec<String> = serde_json::from_str(last("ENTRYPOINT")).expect("a list");
    assert_eq!((check[0].as_str(), check[1].as_str()), (entry[0].as_str(), "health"));
    assert!(help("health").contains("FUNHOUSE_LISTEN"), "it asks where the service listens");
    assert_eq!(last("CMD"), "[\"serve\"]");
    // The version of Rust is the one of Cargo.toml.
    let manifest = include_str!("../../../Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("a version");
    let image =
        instructions.iter().find_map(|(_, rest)| rest.strip_suffix(" AS build")).expect("the stage of the build");
    assert!(image.starts_with(&format!("rust:{}-", version.trim_matches('"'))), "{image}");
}

#[test]
fn unit_starts_service_and_lets_it_stop() {
    let value = |name: &str| UNIT.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('=')).expect(name);
    assert_eq!(value("ExecStart"), "/usr/local/bin/funhouse serve");
    assert_eq!((value("DynamicUser"), value("StateDirectory")), ("yes", "funhouse"));
    assert_eq!(value("Restart"), "on-failure");
    let seconds: u64 = value("TimeoutStopSec").parse().expect("seconds");
    // `--shutdown-timeout`, and the time in which the store is closed.
    assert!(seconds > 10 + 10);
}

/// Fails unless a program accepts its configuration without a warning.
fn accepts_configuration(check: &mut Command) {
    let output = check.output().expect("it runs");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && !errors.to_lowercase().contains("warn"), "{check:?}: {errors}");
}

#[test]
fn haproxy_accepts_its_configuration() {
    if !are_installed(&["haproxy"]) {
        return;
    }
    let mut check = Command::new("haproxy");
    let addresses = [("LISTEN", "127.0.0.1:1"), ("SERVER_A", "127.0.0.1:2"), ("SERVER_B", "127.0.0.1:3")];
    accepts_configuration(check.args(["-c", "-f", HAPROXY]).envs(addresses));
}

#[test]
fn nginx_accepts_its_configuration() {
    if !are_installed(&["nginx"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
    write("nginx.conf", &NGINX.replace("LISTEN", "127.0.0.1:1"));
    write("servers.conf", "server 127.0.0.1:2;\nserver 127.0.0.1:3 down;\n");
    let mut check = Command::new("nginx");
    accepts_configuration(check.args(["-t", "-c", "nginx.conf", "-e", "stderr", "-p"]).arg(folder.path()));
}
