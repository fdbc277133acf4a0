//! Figures written by hand: their text goes in, what is wrong with it comes out, or the same text with the one style in it.
//!
//! A file by hand is SVG with `<title>` and `<desc>` first. It may leave out `<style>`: it gets the one that all figures have.

use super::figure::{THEME, widest};

/// The text with the one style behind its description; `stem` is the file's name without its ending.
///
/// # Errors
/// What is wrong, in a sentence each.
pub fn stamped(stem: &str, text: &str) -> Result<String, Vec<String>> {
    let faults = faults(text, widest(stem));
    if !faults.is_empty() {
        return Err(faults);
    }
    let style = format!("<style>{}</style>", THEME.trim());
    if text.contains(&style) {
        return Ok(text.to_owned());
    }
    let bare = match (text.find("<style>"), text.find("</style>")) {
        (Some(from), Some(to)) => format!("{}{}", &text[..from], text[to + 8..].trim_start()),
        _ => text.to_owned(),
    };
    Ok(bare.replacen("</desc>", &format!("</desc>\n{style}"), 1))
}

/// What the texts of figures must hold; what only a browser can tell (overlaps, contrast) is tested there.
fn faults(text: &str, widest: f64) -> Vec<String> {
    let mut faults = Vec::new();
    let mut need = |holds: bool, what: &str| {
        if !holds {
            faults.push(what.to_owned());
        }
    };
    let drawn = text.split("</style>").last().unwrap_or_default();
    need(
        text.trim_start().starts_with("<svg "),
        "it begins with `<svg`",
    );
    need(
        text.contains("viewBox=\"0 0 "),
        "it needs `viewBox=\"0 0 480 …\"`",
    );
    need(
        text.contains("<title>") && text.contains("</desc>"),
        "it needs `<title>` and, behind it, `<desc>` with what it argues",
    );
    need(
        ![
            "<script",
            "<foreignObject",
            "<image",
            "<a ",
            "href=\"http",
            "<animate",
        ]
        .iter()
        .any(|word| drawn.contains(word)),
        "nothing that runs, moves or reaches outside: no script, foreignObject, image, link or animation",
    );
    need(
        width(text).is_some_and(|w| w <= widest),
        &format!("its viewBox is at most {widest} wide"),
    );
    for (name, value) in colours(drawn) {
        need(
            allowed(value),
            &format!(
                "`{name}=\"{value}\"`: a colour is one of `var(--fig-ink)`, soft, line, a … d, good, bad"
            ),
        );
    }
    for size in values(drawn, "font-size") {
        let big = size.parse::<f64>().is_ok_and(|size| size >= 14.0);
        need(
            big,
            &format!("`font-size=\"{size}\"`: text has 14 units or more"),
        );
    }
    need(
        !drawn.contains("style=\""),
        "no `style` attribute: attributes of SVG do",
    );
    faults
}

fn width(text: &str) -> Option<f64> {
    let numbers = text.split("viewBox=\"0 0 ").nth(1)?;
    numbers.split([' ', '"']).next()?.parse().ok()
}

/// Values of an attribute.
fn values<'t>(text: &'t str, name: &str) -> Vec<&'t str> {
    let open = format!(" {name}=\"");
    let parts = text.split(open.as_str()).skip(1);
    parts.filter_map(|rest| rest.split('"').next()).collect()
}

fn colours(text: &str) -> Vec<(&'static str, &str)> {
    let names = ["fill", "stroke", "color", "stop-color"];
    names
        .into_iter()
        .flat_map(|name| {
            values(text, name)
                .into_iter()
                .map(move |value| (name, value))
        })
        .collect()
}

fn allowed(value: &str) -> bool {
    let names = ["ink", "soft", "line", "a", "b", "c", "d", "good", "bad"];
    let variable = value
        .strip_prefix("var(--fig-")
        .and_then(|rest| rest.strip_suffix(')'));
    value == "none" || value.starts_with("url(#") || variable.is_some_and(|v| names.contains(&v))
}
