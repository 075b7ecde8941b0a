//! The public address of the service.

use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

use actix_web::http::Uri;
use actix_web::http::uri::Scheme;

/// The public address of the service, such as `https://play.example.org`: a scheme and a host, without a slash at its end.
///
/// The operator sets it. It is never read from the `Host` of a request, which the client chooses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PublicUrl(String);

impl PublicUrl {
    /// Returns what follows this address in a URL: a path, a query and a fragment. None if the URL has another host.
    #[must_use]
    pub fn path_in<'a>(&self, url: &'a str) -> Option<&'a str> {
        let (start, rest) = url.split_at_checked(self.0.len())?;
        start.eq_ignore_ascii_case(&self.0).then_some(rest).filter(|rest| rest.starts_with('/'))
    }
}

impl FromStr for PublicUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let expected = || "must be a scheme and a host, such as https://play.example.org".to_owned();
        let uri: Uri = text.parse().map_err(|_| expected())?;
        let (scheme, authority) = uri.scheme().zip(uri.authority()).ok_or_else(expected)?;
        let is_web = *scheme == Scheme::HTTP || *scheme == Scheme::HTTPS;
        let is_root = uri.path() == "/" && uri.query().is_none();
        let host = authority.host();
        let port = authority.as_str().strip_prefix(host).ok_or_else(expected)?;
        let is_port = port.is_empty() || port.starts_with(':') && authority.port_u16().is_some_and(|port| port > 0);
        let default_port = if *scheme == Scheme::HTTP { ":80" } else { ":443" };
        if is_web && is_root && is_host(host) && is_port && !text.contains('#') {
            let port = if port == default_port { "" } else { port };
            Ok(Self(format!("{scheme}://{host}{port}").to_ascii_lowercase()))
        } else {
            Err(expected())
        }
    }
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
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn public_url_is_scheme_and_host() {
        for (text, url) in [
            ("https://play.example.org", "https://play.example.org"),
            ("https://Play.Example.ORG/", "https://play.example.org"),
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("https://example.org:443", "https://example.org"),
            ("http://example.org:443", "http://example.org:443"),
        ] {
            assert_eq!(text.parse::<PublicUrl>().map(|url| url.to_string()), Ok(url.to_owned()), "{text}");
        }
        for text in [
            "",
            "play.example.org",
            "/play",
            "ftp://example.org",
            "https://",
            "https://example.org/path",
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
    }
}
