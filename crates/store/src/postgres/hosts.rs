//! The hosts of an address. As in `psql`, each of host and port may be a list, separated by commas.

use crate::backend::opening::OpenError;

/// The parameters that may be lists.
const LISTS: [&str; 3] = ["host", "hostaddr", "port"];

/// Returns an address for each host, without the parameters that are left out.
///
/// # Errors
/// If the lists have different lengths. The error does not repeat the address.
pub(super) fn split(address: &str, left_out: &[&str]) -> Result<Vec<String>, OpenError> {
    let Some((scheme, rest)) = address.split_once("://") else { return Ok(vec![address.to_owned()]) };
    let (authority, rest) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    let account_end = authority.rfind('@').map_or(0, |at| at + 1);
    let (account, places) = authority.split_at(account_end);
    let (path, query) = rest.split_once('?').unwrap_or((rest, ""));
    let places = elements(places);
    let parameters: Vec<(&str, Vec<&str>)> =
        query.split('&').filter_map(|parameter| parameter_of(parameter, left_out)).collect();
    let count = parameters.iter().map(|(_, values)| values.len()).chain([places.len()]).max().unwrap_or(1);
    for (name, values) in parameters.iter().map(|(name, values)| (*name, values)).chain([("host", &places)]) {
        if values.len() != 1 && values.len() != count {
            let why =
                format!("{} values of {name} for {count} servers; one, or one per server is allowed", values.len());
            return Err(OpenError::InvalidAddress(why));
        }
    }
    let one = |n: usize| {
        let of = |values: &[&str]| values.get(n).or(values.first()).copied().unwrap_or_default().to_owned();
        let parameters: Vec<String> =
            parameters.iter().map(|(name, values)| format!("{name}={}", of(values))).collect();
        let join = if parameters.is_empty() { "" } else { "?" };
        format!("{scheme}://{account}{}{path}{join}{}", of(&places), parameters.join("&"))
    };
    Ok((0..count).map(one).collect())
}

/// Returns the values of a list. A comma may be escaped.
fn elements(list: &str) -> Vec<&str> {
    list.split(',').flat_map(|part| part.split("%2C")).flat_map(|part| part.split("%2c")).collect()
}

/// Returns the name of a parameter, and its values; none if it is empty or left out.
fn parameter_of<'a>(parameter: &'a str, left_out: &[&str]) -> Option<(&'a str, Vec<&'a str>)> {
    let (name, value) = parameter.split_once('=').unwrap_or((parameter, ""));
    let values = if LISTS.contains(&name) { elements(value) } else { vec![value] };
    (!name.is_empty() && !left_out.contains(&name)).then_some((name, values))
}

#[cfg(test)]
mod tests {
    use super::split;
    use crate::backend::opening::OpenError;

    #[test]
    fn each_host_gets_its_address() {
        for (address, due) in [
            ("postgres://u@h1:5432,h2:5433/db", vec!["postgres://u@h1:5432/db", "postgres://u@h2:5433/db"]),
            ("postgres://u:p,w@h1,[::1]:7/db", vec!["postgres://u:p,w@h1/db", "postgres://u:p,w@[::1]:7/db"]),
            (
                "postgres://u@/db?host=a,b&port=1,2&sslmode=require",
                vec![
                    "postgres://u@/db?host=a&port=1&sslmode=require",
                    "postgres://u@/db?host=b&port=2&sslmode=require",
                ],
            ),
            (
                "postgres:///db?host=/run/a%2C/run/b&port=7",
                vec!["postgres:///db?host=/run/a&port=7", "postgres:///db?host=/run/b&port=7"],
            ),
            (
                "postgres://u@h:7/db?host=/a,/b&gone=1",
                vec!["postgres://u@h:7/db?host=/a", "postgres://u@h:7/db?host=/b"],
            ),
            ("postgres://u@h/db", vec!["postgres://u@h/db"]),
            ("postgres://h", vec!["postgres://h"]),
        ] {
            assert_eq!(split(address, &["gone"]).expect(address), due);
        }
    }

    #[test]
    fn refuses_lists_of_different_lengths() {
        for address in [
            "postgres://u:swordfish@/db?host=a,b&port=1,2,3",
            "postgres://u:swordfish@h1,h2/db?host=a,b,c",
            "postgres://u:swordfish@h1,h2,h3/db?port=1,2",
        ] {
            let Err(OpenError::InvalidAddress(why)) = split(address, &[]) else { panic!("{address} is accepted") };
            assert!(why.contains("for 3 servers") && !why.contains("fish"), "{why}");
        }
    }
}
