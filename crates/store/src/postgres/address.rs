//! Addresses of PostgreSQL databases, in every form that `psql` accepts as a URL.

use std::borrow::Cow;
use std::str::FromStr as _;

use sqlx::postgres::PgConnectOptions;

use crate::backend::opening::OpenError;

/// Parses an address.
///
/// # Errors
/// If it is not valid. The error does not repeat the address, which may contain a password.
pub(super) fn parse(address: &str) -> Result<PgConnectOptions, OpenError> {
    PgConnectOptions::from_str(&with_host(address)).map_err(|error| OpenError::InvalidAddress(reason(error)))
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
    use super::{parse, with_host};
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
        let options = parse("postgres://a%2Bb@:5433/funhouse?host=/run").expect("an address");
        assert_eq!(
            (options.get_username(), options.get_port(), options.get_database()),
            ("a+b", 5433, Some("funhouse"))
        );
        assert_eq!(options.get_socket().and_then(|socket| socket.to_str()), Some("/run"));
    }

    #[test]
    fn refusals_name_the_reason_and_no_password() {
        for (address, reason) in [
            ("postgres://ada:swordfish@host:port/funhouse", "invalid port number"),
            ("postgres://ada:swordfish@:port/funhouse", "invalid digit found in string"),
            ("postgres://ada:sword/fish@host/funhouse", "invalid port number"),
        ] {
            match parse(address) {
                Err(OpenError::InvalidAddress(why)) => assert_eq!(why, reason),
                other => panic!("{address}: {other:?}"),
            }
        }
    }
}
