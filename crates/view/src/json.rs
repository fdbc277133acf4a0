//! JSON written as it goes: objects and lists of what is JSON already.

use lab::json_text;

/// An object of these members, whose values are JSON already.
pub(crate) fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members
        .iter()
        .map(|(key, value)| format!("{}:{value}", json_text(key)))
        .collect();
    format!("{{{}}}", members.join(","))
}

/// A list of what is JSON already.
pub(crate) fn list(items: impl IntoIterator<Item = String>) -> String {
    let items: Vec<String> = items.into_iter().collect();
    format!("[{}]", items.join(","))
}

/// A string, or `null`.
pub(crate) fn opt_text(text: Option<&str>) -> String {
    text.map_or_else(|| "null".to_owned(), json_text)
}
