//! `deploy/compose.yaml` starts what exists: files, commands, flags, ports and paths, with the configurations that it mounts.

#![allow(clippy::disallowed_methods, reason = "the test looks at files of the repository")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use yaml_rust2::{Yaml, YamlLoader};

use crate::support::harness::get;

const COMPOSE: &str = include_str!("../../../deploy/compose.yaml");
const CONTAINERFILE: &str = include_str!("../../../deploy/Containerfile");
const HAPROXY: &str = include_str!("../../../deploy/rolling-restart/haproxy.cfg");
const PROMETHEUS: &str = include_str!("../../../deploy/prometheus.yml");

/// The port in the containers of the service, and the one of its metrics.
const PORTS: [&str; 2] = ["8080", "9090"];

fn parsed(text: &str) -> Yaml {
    YamlLoader::load_from_str(text).expect("it is YAML").remove(0)
}

fn text(yaml: &Yaml) -> &str {
    yaml.as_str().unwrap_or_else(|| panic!("not a text: {yaml:?}"))
}

fn texts(yaml: &Yaml) -> Vec<&str> {
    yaml.as_vec().into_iter().flatten().map(text).collect()
}

/// The names and values of a map.
fn pairs(yaml: &Yaml) -> Vec<(&str, &Yaml)> {
    yaml.as_hash().into_iter().flatten().map(|(name, value)| (text(name), value)).collect()
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy")
}

/// The text that the program prints for `--help`, after a command.
fn help(command: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).args(command).arg("--help").output().expect("it runs");
    assert!(output.status.success(), "{command:?} is a command");
    String::from_utf8(output.stdout).expect("text")
}

/// The list in an instruction of the Containerfile, such as `["serve"]`.
fn instruction(name: &str) -> Vec<String> {
    let line = CONTAINERFILE.lines().rev().find_map(|line| line.strip_prefix(name)).expect(name);
    serde_json::from_str(&line[line.find('[').expect("a list")..]).expect("a list")
}

/// The services that run the program, each with its settings.
fn instances(compose: &Yaml) -> Vec<(&str, &Yaml)> {
    let services = pairs(&compose["services"]).into_iter();
    services.filter(|(_, service)| service["image"].as_str() == Some("funhouse")).collect()
}

#[test]
fn mounted_and_built_files_exist() {
    let compose = parsed(COMPOSE);
    let volumes: BTreeSet<&str> = pairs(&compose["volumes"]).into_iter().map(|(name, _)| name).collect();
    let mut files = 0;
    for (name, service) in pairs(&compose["services"]) {
        for mount in texts(&service["volumes"]) {
            let source = mount.split(':').next().expect("a source");
            match source.strip_prefix("./") {
                Some(file) => {
                    files += 1;
                    assert!(folder().join(file).is_file(), "{name} mounts {source}, which does not exist");
                }
                None => assert!(volumes.contains(source), "{name} mounts {source}, which is no volume"),
            }
        }
        let image = text(&service["image"]);
        let is_built = !service["build"].is_badvalue();
        assert!(is_built || image.rsplit_once(':').is_some_and(|(_, tag)| tag != "latest"), "{image} has no version");
    }
    assert_eq!(files, 3, "of HAProxy and Prometheus");
    let build = &instances(&compose)[0].1["build"];
    assert!(folder().join(text(&build["context"])).join(text(&build["dockerfile"])).is_file());
}

#[test]
fn instances_use_existing_commands_and_flags() {
    let compose = parsed(COMPOSE);
    let instances = instances(&compose);
    assert_eq!(instances.len(), 2);
    for (name, instance) in instances {
        let serve = help(&texts(&instance["command"]));
        let settings = pairs(&instance["environment"]);
        let setting = |wanted: &str| {
            let found = settings.iter().find(|(variable, _)| *variable == wanted);
            text(found.unwrap_or_else(|| panic!("{name} lacks {wanted}")).1)
        };
        for (variable, _) in &settings {
            // Followed by `=` with its value, or by `]` if the value is hidden.
            let is_of = |end: char| serve.contains(&format!("[env: {variable}{end}"));
            assert!(is_of('=') || is_of(']'), "serve does not read {variable}");
        }
        let listens = ["FUNHOUSE_LISTEN", "FUNHOUSE_METRICS_LISTEN"].map(setting);
        assert_eq!(listens, PORTS.map(|port| format!("0.0.0.0:{port}")));
        assert_eq!(setting("FUNHOUSE_TRUSTED_PROXY"), subnet(&compose));
        assert!(setting("FUNHOUSE_DATABASE").contains("}@postgres/funhouse"), "it names the service of the database");
        let check = texts(&instance["healthcheck"]["test"]);
        assert_eq!((check[0], check[1]), ("CMD", instruction("ENTRYPOINT ")[0].as_str()));
        help(&check[2..]);
    }
}

/// The network of the containers.
fn subnet(compose: &Yaml) -> &str {
    text(&compose["networks"]["default"]["ipam"]["config"][0]["subnet"])
}

#[test]
fn dependencies_are_services_with_health_checks() {
    let compose = parsed(COMPOSE);
    let mut found = 0;
    for (name, service) in pairs(&compose["services"]) {
        for (dependency, _) in pairs(&service["depends_on"]) {
            found += 1;
            let check = &compose["services"][dependency]["healthcheck"]["test"];
            assert!(!check.is_badvalue(), "{name} waits for {dependency}, which has no health check");
        }
    }
    assert_eq!(found, 4);
}

#[test]
fn proxy_sends_requests_to_instances_that_are_ready() {
    let compose = parsed(COMPOSE);
    let environment = pairs(&compose["services"]["proxy"]["environment"]);
    let set: BTreeSet<&str> = environment.iter().map(|(name, _)| *name).collect();
    let settings = HAPROXY.lines().filter(|line| !line.starts_with('#'));
    let used: BTreeSet<&str> = settings
        .flat_map(|line| line.split("${").skip(1))
        .map(|rest| rest.split('}').next().expect("a name"))
        .collect();
    assert_eq!(set, used, "the variables that compose.yaml sets, and those that haproxy.cfg uses");
    let names: Vec<&str> = instances(&compose).into_iter().map(|(name, _)| name).collect();
    let targets: Vec<&str> =
        environment.iter().map(|(_, value)| text(value)).filter(|value| !value.starts_with(':')).collect();
    assert_eq!(targets, names.iter().map(|name| format!("{name}:{}", PORTS[0])).collect::<Vec<_>>());
    let checks: Vec<&str> =
        HAPROXY.lines().filter_map(|line| line.trim().strip_prefix("option httpchk GET ")).collect();
    assert!(checks.contains(&"/readyz"), "{checks:?}");
    for check in checks {
        assert_eq!(get(check).status, 200, "{check}");
    }
}

#[test]
fn prometheus_scrapes_all_instances_and_loads_the_alerts() {
    let compose = parsed(COMPOSE);
    let prometheus = parsed(PROMETHEUS);
    let scrape = &prometheus["scrape_configs"][0];
    assert_eq!(text(&scrape["job_name"]), "funhouse", "the alerts use this name");
    let names = instances(&compose).into_iter().map(|(name, _)| format!("{name}:{}", PORTS[1]));
    assert_eq!(texts(&scrape["static_configs"][0]["targets"]), names.collect::<Vec<_>>());
    let service = &compose["services"]["prometheus"];
    let mounts = texts(&service["volumes"]);
    for rules in texts(&prometheus["rule_files"]) {
        let mount = format!("./{rules}:/etc/prometheus/{rules}:ro");
        assert!(mounts.contains(&mount.as_str()), "{rules} is not mounted next to the configuration");
    }
    let file =
        texts(&service["command"]).into_iter().find_map(|flag| flag.strip_prefix("--config.file=")).expect("a file");
    assert!(mounts.contains(&format!("./prometheus.yml:{file}:ro").as_str()));
}
