//! What is written, as texts with `@@name@@` where a name belongs: names and values come in, whole texts come out.

/// A text of `text/`.
macro_rules! text {
    ($path:literal) => {
        include_str!(concat!("text/", $path, ".txt"))
    };
}
pub(super) use text;

/// The text with each `@@name@@` replaced; a name that is not given stays, and a test finds it.
pub(super) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut rest = text;
    let mut out = String::with_capacity(text.len());
    while let Some((before, after)) = rest.split_once("@@") {
        out.push_str(before);
        let value = after.split_once("@@").and_then(|(name, after)| {
            let (_, value) = values.iter().find(|(known, _)| *known == name)?;
            Some((*value, after))
        });
        match value {
            Some((value, after)) => {
                out.push_str(value);
                rest = after;
            }
            None => {
                out.push_str("@@");
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_what_is_put_in_is_left_alone() {
        let values = [("a", "@@b@@"), ("b", "2")];
        assert_eq!(filled("x @@a@@ y @@b@@", &values), "x @@b@@ y 2");
        assert_eq!(filled("an @@c@@ @@b@@", &values), "an @@c@@ 2");
    }
}
