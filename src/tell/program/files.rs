//! What a program left in files, told: what it wrote and where, and what it removed for itself alone. Nothing where it left nothing.

use crate::program::files::Wrote;
use crate::tell::paint::{Paint, Role};

/// How many files are named.
const NAMED: usize = 8;

/// The lines of it, for standard error.
pub fn files(paint: Paint, wrote: &Wrote) -> String {
    let mut out = String::new();
    let folder = &wrote.folder;
    if !wrote.files.is_empty() {
        let written = wrote.files.iter();
        let written = written.map(|(name, bytes)| format!("`{name}` ({})", size(*bytes)));
        out.push_str(&line(paint, &format!("written to `{folder}`"), written));
    }
    if !wrote.hidden.is_empty() {
        let hidden = wrote.hidden.iter().map(|name| format!("`{name}`"));
        let said = "removed for this run alone, and still there";
        out.push_str(&line(paint, said, hidden));
    }
    out
}

/// One line: what it is of, and the names, the first of them.
fn line(paint: Paint, what: &str, names: impl ExactSizeIterator<Item = String>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let named: Vec<String> = names.take(NAMED).collect();
    let more = (more > 0).then(|| format!(" and {more} more"));
    let told = format!("{what}: {}{}", named.join(", "), more.unwrap_or_default());
    format!("{}\n", paint.on(Role::Dim, &told))
}

fn size(bytes: u64) -> String {
    match bytes {
        1 => "1 byte".to_owned(),
        0..1_000_000 => format!("{bytes} bytes"),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::ColourWhen;

    #[test]
    fn files_are_named_with_their_sizes_and_their_folder() {
        let paint = Paint::stderr(ColourWhen::Never);
        assert_eq!(files(paint, &Wrote::default()), "");
        let file = |n: u64| (format!("f{n}"), n);
        let wrote = Wrote {
            folder: ".course/files/a.cu".to_owned(),
            files: (0..10).map(file).collect(),
            hidden: vec!["gone".to_owned()],
        };
        let told = files(paint, &wrote);
        assert!(
            told.starts_with("written to `.course/files/a.cu`: `f0` (0 bytes), `f1` (1 byte), "),
            "{told}"
        );
        assert!(
            told.contains(" and 2 more\nremoved for this run alone, and still there: `gone`\n")
        );
        assert_eq!(size(2_500_000), "2 MB");
    }
}
