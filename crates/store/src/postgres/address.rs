//! Addresses of PostgreSQL databases, in every form that `psql` accepts as a URL.

use std::borrow::Cow;
use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;

use super::hosts;
use crate::backend::opening::OpenError;

/// The hosts of a database, and which of them can be used.
#[derive(Clone, Debug)]
pub(super) struct Address {
    pub(super) hosts: Vec<PgConnectOptions>,
    pub(super) role: Role,
}

/// What a server must be. The service writes, so none of these is a standby.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Not a standby.
    Primary,
    /// Also not set to be read-only by default.
    ReadWrite,
}

/// Parses an address.
///
/// # Errors
/// If it is not valid. The error does not repeat the address, which may contain a password.
pub(super) fn parse(address: &str) -> Result<Address, OpenError> {
    require_known_parameters(address)?;
    require_escaped_slashes(address)?;
    let role = role_of(address)?;
    let one = |address: &String| {
        PgConnectOptions::from_str(&with_host(address)).map_err(|error| OpenError::InvalidAddress(reason(error)))
    };
    let hosts = hosts::split(address, &[&IGNORED[..], &[ROLE]].concat())?.iter().map(one).collect::<Result<_, _>>()?;
    Ok(Address { hosts, role })
}

/// Why an address with an unescaped slash is refused.
const SLASH: &str = "a slash in the user or the password of this one must be written as %2F";

/// Fails if an `@` follows the first slash, as after an unescaped slash in the password: a part of it would be taken for a host and be shown.
fn require_escaped_slashes(address: &str) -> Result<(), OpenError> {
    let before_parameters = address.split('?').next().unwrap_or_default();
    let path = before_parameters.split_once("://").and_then(|(_, rest)| rest.split_once('/'));
    if path.is_some_and(|(_, path)| path.contains('@')) {
        return Err(OpenError::InvalidAddress(SLASH.to_owned()));
    }
    Ok(())
}

/// Returns the role that the address requires; by default, and for `any`, the primary.
fn role_of(address: &str) -> Result<Role, OpenError> {
    let (_, parameters) = address.split_once('?').unwrap_or_default();
    let mut given =
        parameters.split(['&', '#']).filter_map(|parameter| parameter.strip_prefix(ROLE)?.strip_prefix('='));
    match given.next_back() {
        None | Some("any" | "primary") => Ok(Role::Primary),
        Some("read-write") => Ok(Role::ReadWrite),
        Some(_) => Err(OpenError::InvalidAddress(format!(
            "{ROLE} of this one must be any, primary or read-write, because the service writes"
        ))),
    }
}

/// The parameters that the driver understands.
const KNOWN: [&str; 18] = [
    "application_name",
    "dbname",
    "host",
    "hostaddr",
    "options",
    "password",
    "port",
    "ssl-ca",
    "ssl-cert",
    "ssl-key",
    "ssl-mode",
    "ssl-root-cert",
    "sslcert",
    "sslkey",
    "sslmode",
    "sslrootcert",
    "statement-cache-capacity",
    "user",
];
/// Parameters of `psql` that addresses of hosted servers often have, and that change nothing here.
const IGNORED: [&str; 4] = ["channel_binding", "client_encoding", "connect_timeout", "gssencmode"];
/// The parameter that selects one of several servers by its role.
const ROLE: &str = "target_session_attrs";

/// Fails if the address has a parameter that is not known: a typing error in `sslmode` would turn encryption off. The driver only logs such
/// parameters, with their values. The error does not repeat the parameter: after an unescaped question mark, it is a part of the password.
fn require_known_parameters(address: &str) -> Result<(), OpenError> {
    let Some((_, parameters)) = address.split_once('?') else { return Ok(()) };
    let mut parameters = parameters.split('#').next().unwrap_or_default().split('&');
    let is_known = |parameter: &str| {
        let name = parameter.split('=').next().unwrap_or_default();
        name.is_empty()
            || KNOWN.contains(&name)
            || IGNORED.contains(&name)
            || name == ROLE
            || name.starts_with("options[")
    };
    if parameters.all(is_known) {
        Ok(())
    } else {
        let known = [&KNOWN[..], &[ROLE]].concat().join(", ");
        Err(OpenError::InvalidAddress(format!("a parameter of this one is not known; the known ones are {known}")))
    }
}

/// Returns why an address is not valid, without repeating it.
fn reason(error: sqlx::Error) -> String {
    match error {
        sqlx::Error::Configuration(why) => why.to_string(),
        other => other.to_string(),
    }
}

/// Returns the same address as a valid URL, in which a user or port needs a host. Without a host, user, password and port become parameters,
/// and the server is the one whose socket `host=` names, or the local one.
fn with_host(address: &str) -> Cow<'_, str> {
    moved_to_parameters(address).map_or(Cow::Borrowed(address), Cow::Owned)
}

fn moved_to_parameters(address: &str) -> Option<String> {
    let (scheme, rest) = address.split_once("://")?;
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let (account, place) = authority.rsplit_once('@').unwrap_or(("", authority));
    let port = match place.split_once(':') {
        Some(("", port)) => port,
        None if place.is_empty() && !account.is_empty() => "",
        _ => return None,
    };
    let (user, password) = account.split_once(':').unwrap_or((account, ""));
    let given =
        [("user", user), ("password", password), ("port", port)].into_iter().filter(|(_, value)| !value.is_empty());
    let parameters: Vec<String> = given.map(|(name, value)| format!("{name}={}", escaped(value))).collect();
    let join = if path.contains('?') { '&' } else { '?' };
    Some(format!("{scheme}:///{}{join}{}", path.trim_start_matches('/'), parameters.join("&")))
}

/// Escapes a part of an address before its host as the value of a parameter.
fn escaped(part: &str) -> String {
    part.replace('&', "%26").replace('+', "%2B")
}

#[cfg(test)]
mod tests {
    use super::{Role, SLASH, parse, with_host};
    use crate::backend::opening::OpenError;

    #[test]
    fn host_may_be_left_out_after_user_and_before_port() {
        for (address, same_as) in [
            ("postgres://ada@/funhouse?host=/run", "postgres:///funhouse?host=/run&user=ada"),
            ("postgresql://ada@/funhouse", "postgresql:///funhouse?user=ada"),
            ("postgres://ada@", "postgres:///?user=ada"),
            ("postgres://ada@?host=/run", "postgres:///?host=/run&user=ada"),
            ("postgres://a%40b:s+w&f@:5433/funhouse", "postgres:///funhouse?user=a%40b&password=s%2Bw%26f&port=5433"),
            ("postgres://:5433/funhouse", "postgres:///funhouse?port=5433"),
        ] {
            assert_eq!(with_host(address), same_as);
            assert!(parse(address).is_ok(), "{address}");
        }
    }

    #[test]
    fn addresses_with_host_stay_as_they_are() {
        for address in [
            "postgres:///funhouse?host=/run",
            "postgres://ada:s@b@example.org:5433/funhouse",
            "postgres://[::1]:5433/funhouse",
            "postgres://%2Frun/funhouse",
        ] {
            assert_eq!(with_host(address), address);
            assert!(parse(address).is_ok(), "{address}");
        }
    }

    #[test]
    fn user_port_and_socket_are_those_of_the_address() {
        let address = parse("postgres://a%2Bb@:5433/funhouse?host=/run").expect("an address");
        let [options] = &address.hosts[..] else { panic!("one host: {address:?}") };
        assert_eq!(
            (options.get_username(), options.get_port(), options.get_database()),
            ("a+b", 5433, Some("funhouse"))
        );
        assert_eq!(options.get_socket().and_then(|socket| socket.to_str()), Some("/run"));
    }

    #[test]
    fn unknown_parameters_are_refused_and_not_repeated() {
        for address in [
            "postgres://ada@host/funhouse?sslmod=require",
            "postgres://ada@host/funhouse?host=/run&pasword=swordfish",
            "postgres://ada:sword?fish@host/funhouse",
            "postgres://ada:sword?fish&es@host/funhouse?sslmode=require",
        ] {
            let Err(OpenError::InvalidAddress(why)) = parse(address) else { panic!("{address} is accepted") };
            assert!(why.contains("a parameter of this one is not known") && !why.contains("fish"), "{why}");
        }
    }

    #[test]
    fn several_hosts_have_ports_of_their_own() {
        for address in [
            "postgres://ada@h1:5432,h2:5433/funhouse",
            "postgres://ada@/funhouse?host=h1,h2&port=5432,5433",
            "postgresql:///funhouse?host=h1,h2&port=5432,5433&user=ada&target_session_attrs=primary",
        ] {
            let hosts = parse(address).expect(address).hosts;
            let found: Vec<_> = hosts
                .iter()
                .map(|host| (host.get_host(), host.get_port(), host.get_username(), host.get_database()))
                .collect();
            assert_eq!(found, [("h1", 5432, "ada", Some("funhouse")), ("h2", 5433, "ada", Some("funhouse"))]);
        }
    }

    #[test]
    fn role_is_primary_unless_set() {
        for (parameter, due) in [
            ("", Role::Primary),
            ("?target_session_attrs=any", Role::Primary),
            ("?target_session_attrs=primary", Role::Primary),
            ("?sslmode=require&target_session_attrs=read-write", Role::ReadWrite),
        ] {
            assert_eq!(parse(&format!("postgres://ada@h1,h2/funhouse{parameter}")).expect(parameter).role, due);
        }
        for refused in ["standby", "prefer-standby", "read-only", ""] {
            let refused = parse(&format!("postgres://ada@h1,h2/funhouse?target_session_attrs={refused}"));
            let Err(OpenError::InvalidAddress(why)) = refused else { panic!("{refused:?}") };
            assert!(why.contains("must be any, primary or read-write"), "{why}");
        }
    }

    #[test]
    fn addresses_of_hosted_servers_are_accepted() {
        let address = "postgres://ada@host/funhouse?sslmode=require&channel_binding=require&connect_timeout=10&options[work_mem]=8MB";
        assert!(parse(address).is_ok());
    }

    #[test]
    fn refusals_name_the_reason_and_no_password() {
        for (address, reason) in [
            ("postgres://ada:swordfish@host:port/funhouse", "invalid port number"),
            ("postgres://ada:swordfish@:port/funhouse", "invalid digit found in string"),
            ("postgres://ada:sword/fish@host/funhouse", SLASH),
            ("postgres://ada:99,swordfish/x@host/funhouse", SLASH),
        ] {
            match parse(address) {
                Err(OpenError::InvalidAddress(why)) => assert_eq!(why, reason),
                other => panic!("{address}: {other:?}"),
            }
        }
    }
}
