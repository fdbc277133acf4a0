//! Why a text has nothing to start: what the compiler said comes in, a sentence with the line of the first error goes out.

use simt::diag::{Diags, Severity};
use simt::source::Source;

use crate::told::Failed;

/// The first error; of one in a header of ours, the line of the text that led there.
pub(crate) fn first(source: &Source, diags: &Diags) -> Failed {
    let is_error = |diag: &&simt::diag::Diag| diag.severity == Severity::Error;
    let Some(diag) = diags.iter().find(is_error).or(diags.iter().next()) else {
        return "The text does not compile.".to_owned().into();
    };
    let spans = std::iter::once(diag.span).chain(diag.labels.iter().map(|(span, _)| *span));
    let main = spans.into_iter().find(|span| span.is_main());
    let line = main.map_or(0, |span| source.line(span.start));
    let said = diag.message.trim_end_matches('.');
    let message = match line {
        0 => format!("The text does not compile ({said})."),
        line => format!("The text does not compile (line {line}: {said})."),
    };
    Failed { message, line }
}
