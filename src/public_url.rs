//! The public address of the service.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use actix_web::http::Uri;
use actix_web::http::uri::Scheme;

/// The public address of the service, such as `https://play.example.org` or `https://example.org/games`: a scheme, a host and perhaps a path,
/// without a slash at its end. A proxy removes the path from requests.
///
/// The operator sets it. It is never read from the `Host` of a request, which the client chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl {
    origin: String,
    path: String,
}

impl PublicUrl {
    /// Returns what follows this address in a URL: a path, a query and a fragment. None if the URL is elsewhere.
    #[must_use]
    pub fn path_in<'a>(&self, url: &'a str) -> Option<&'a str> {
        let (start, rest) = url.split_at_checked(self.origin.len())?;
        let rest = rest.strip_prefix(&self.path).filter(|_| start.eq_ignore_ascii_case(&self.origin));
        rest.filter(|rest| rest.starts_with('/'))
    }

    /// Returns the path below which the service is, without a slash at its end; empty at the root of its host.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || "must be a scheme, a host and perhaps a path, such as https://example.org/games".to_owned();
        let uri: Uri = text.parse().map_err(|_| expected())?;
        let (scheme, authority) = uri.scheme().zip(uri.authority()).ok_or_else(expected)?;
        let is_web = *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS;
        let path = uri.path().strip_suffix('/').unwrap_or(uri.path());
        let is_place = path.split('/').skip(1).all(is_segment) && uri.query().is_none();
        let host = authority.host();
        let port = authority.as_str().strip_prefix(host).ok_or_else(expected)?;
        let is_port = port.is_empty() || port.starts_with(':') && authority.port_u16().is_some_and(|port| port > 0);
        let default_port = if *scheme == Scheme::HTTP { ":80" } else { ":443" };
        if is_web && is_place && is_host(host) && is_port && !text.contains('#') {
            let port = if port == default_port { "" } else { port };
            Ok(Self { origin: format!("{scheme}://{host}{port}").to_ascii_lowercase(), path: path.to_owned() })
        } else {
            Err(expected())
        }
    }
}

/// Whether a text is a segment of a path that needs no escapes anywhere.
fn is_segment(text: &str) -> bool {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte));
    is_plain && !["", ".", ".."].contains(&text)
}

/// Whether a text is the name or the address of a host. Other characters have a meaning in HTML or in URLs.
fn is_host(text: &str) -> bool {
    let address = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
    match address {
        Some(address) => address.parse::<Ipv6Addr>().is_ok(),
        None => !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-.".contains(&byte)),
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.origin, self.path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_url_is_scheme_host_and_path() {
        for (text, url) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://Play.Example.ORG/", "https://play.example.org"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("https://example.org:443", "https://example.org"),
            ("http://example.org:443", "http://example.org:443"),
            ("https://Example.org/Games/", "https://example.org/Games"),
            ("https://example.org/a-b/c.d_~1", "https://example.org/a-b/c.d_~1"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()), Ok(url.to_owned()), "{text}");
        }
        for text in [
            "",
            "play.example.org",
            "/play",
            "ftp://example.org",
            "https://",
            "https://example.org//",
            "https://example.org/a//b",
            "https://example.org/../a",
            "https://example.org/a\"b",
            "https://example.org/a%20b",
            "https://example.org/?a",
            "https://example.org/#a",
            "https://user@example.org",
            "https://exa mple.org",
            "https://example.org\"onload",
            "https://example.org:",
            "https://example.org:0",
            "https://example.org:99999",
            "https://example.org:80x",
            "https://*",
            "https://a'b&c",
            "https://[::x]",
        ] {
            assert!(text.parse::<PublicUrl>().is_err(), "{text}");
        }
    }

    #[test]
    fn urls_of_other_hosts_have_no_path() {
        let of = |url| "https://example.org".parse::<PublicUrl>().expect("an address").path_in(url);
        assert_eq!(of("https://example.org/v1/runs/1"), Some("/v1/runs/1"));
        assert_eq!(of("HTTPS://EXAMPLE.org/play#/runs/1"), Some("/play#/runs/1"));
        for url in [
            "",
            "https://example.org",
            "https://example.org.evil.test/v1/runs/1",
            "https://example.org@evil.test/",
            "https://example.org:81/v1/runs/1",
            "http://example.org/v1/runs/1",
            "https://example.or\u{e9}/",
        ] {
            assert_eq!(of(url), None, "{url}");
        }
        let of = |url| "https://example.org/games".parse::<PublicUrl>().expect("an address").path_in(url);
        assert_eq!(of("https://EXAMPLE.org/games/v1/runs/1"), Some("/v1/runs/1"));
        for url in ["https://example.org/v1/runs/1", "https://example.org/Games/v1", "https://example.org/games2/v1"] {
            assert_eq!(of(url), None, "{url}");
        }
    }
}
