//! Who may ask: pages of this server, under the names it is known by; nobody else's pages, under no other name.
//!
//! A page from elsewhere can make a browser send requests here, and can give this machine a name of its own (DNS
//! rebinding). So a request needs a `Host` we answer to, and an `Origin`, where there is one, that is the same. Every
//! answer forbids scripts from elsewhere, inline scripts, framing and guessing of types.

use std::net::IpAddr;
use std::sync::LazyLock;

use axum::extract::{Request, State};
use axum::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use axum::http::{StatusCode, uri::Authority};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::Shared;

/// A page's policy, and that no other page may frame it.
static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = format!("{}; frame-ancestors 'none'", crate::site::policy::POLICY);
    // Were it no header's text, nothing at all would be let in.
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static("default-src 'none'"))
});

/// The names a server answers to.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// The address it was told to bind, when that is not loopback: then any address of this machine is right.
    pub bound: Option<String>,
}

impl Names {
    /// For an address to bind.
    pub fn of(host: &str) -> Names {
        let loopback =
            host == "localhost" || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback());
        Names {
            bound: (!loopback).then(|| host.to_owned()),
        }
    }

    /// Whether a `Host` header names this server.
    pub fn answers_to(&self, host: &str) -> bool {
        let Ok(authority) = host.parse::<Authority>() else {
            return false;
        };
        if authority.as_str().contains('@') {
            return false;
        }
        let name = authority
            .host()
            .trim_start_matches('[')
            .trim_end_matches(']');
        let address = name.parse::<IpAddr>().ok();
        name.eq_ignore_ascii_case("localhost")
            || address.is_some_and(|ip| ip.is_loopback())
            || self
                .bound
                .as_ref()
                .is_some_and(|bound| address.is_some() || name.eq_ignore_ascii_case(bound))
    }
}

/// Lets through what may ask, and seals every answer.
pub(super) async fn guard(State(server): State<Shared>, request: Request, next: Next) -> Response {
    let mut response = match refusal(&server.names, request.headers(), request.uri().host()) {
        None => next.run(request).await,
        Some(why) => {
            let body = serde_json::json!({ "error": why });
            (StatusCode::FORBIDDEN, axum::Json(body)).into_response()
        }
    };
    let seals: [(HeaderName, &str); 4] = [
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-resource-policy"),
            "same-origin",
        ),
    ];
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, POLICY.clone());
    for (name, value) in seals {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers
        .entry(header::CACHE_CONTROL)
        .or_insert(HeaderValue::from_static("no-cache"));
    response
}

fn refusal(names: &Names, headers: &HeaderMap, target: Option<&str>) -> Option<String> {
    let text = |name: HeaderName| headers.get(name).map(|value| value.to_str().unwrap_or("?"));
    let Some(host) = text(header::HOST).or(target) else {
        return Some("the request has no `Host`".to_owned());
    };
    if !names.answers_to(host) {
        return Some(format!("this server is not called `{host}`"));
    }
    match text(header::ORIGIN) {
        Some(origin) if !same(origin, host) => {
            Some(format!("pages of `{origin}` may not ask here"))
        }
        _ => None,
    }
}

fn same(origin: &str, host: &str) -> bool {
    origin.split_once("://").is_some_and(|(scheme, rest)| {
        matches!(scheme, "http" | "https") && rest.eq_ignore_ascii_case(host)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_names_are_answered() {
        let names = Names::of("127.0.0.1");
        for host in [
            "localhost:4680",
            "127.0.0.1:4680",
            "[::1]:4680",
            "LOCALHOST",
            "127.0.0.1",
        ] {
            assert!(names.answers_to(host), "{host}");
        }
        for host in [
            "evil.example",
            "evil.example:4680",
            "192.168.1.5",
            "localhost.evil.example",
            "x@localhost",
            "",
        ] {
            assert!(!names.answers_to(host), "{host}");
        }
        let open = Names::of("0.0.0.0");
        assert!(open.answers_to("192.168.1.5:4680"));
        assert!(!open.answers_to("evil.example"));
        assert!(Names::of("box.lan").answers_to("box.lan:1"));
    }

    #[test]
    fn a_foreign_origin_is_no_origin() {
        assert!(same("http://localhost:1", "localhost:1"));
        assert!(!same("http://localhost:2", "localhost:1"));
        assert!(!same("null", "localhost:1"));
        assert!(!same("file://localhost:1", "localhost:1"));
    }
}
