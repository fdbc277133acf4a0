//! A request: lines that name something, then a text.

use crate::host;

/// The request as text; what is no UTF-8 in it is replaced.
pub(crate) fn taken() -> String {
    match String::from_utf8(host::take()) {
        Ok(request) => request,
        Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
    }
}

/// The first line, and what comes after it.
pub(crate) fn line(request: &str) -> Option<(&str, &str)> {
    request.split_once('\n')
}
