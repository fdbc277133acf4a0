//! The captain's log as others may read it: what its author wrote, on the log's page and as a feed.
//!
//! Entries come in from whoever builds: the site opens no store. Only a course that says `publish_log: true` gives them away, and
//! only those that were written by hand: attempts stay at home.

use serde_json::{Value, json};

use super::highlight;
use super::link::LinkedSite;
use crate::course::template::LOG_FIELDS;
use crate::store::{LogEntry, LogKind, LogRow};

/// The address of the feed.
pub(super) const FEED: &str = "log/feed.xml";

/// An entry as the log's page shows it, published or served.
pub fn log_entry(entry: &LogEntry) -> Value {
    let row = &entry.row;
    json!({
        "number": entry.number,
        "anchor": anchor(entry),
        "date": row.date,
        "module": row.module,
        "progress": row.progress,
        "insight": row.insight,
        "challenge": row.challenge,
        "next": row.next,
        "kind": match row.kind { LogKind::Auto => "auto", LogKind::Own => "own" },
    })
}

fn anchor(entry: &LogEntry) -> String {
    let short: String = entry
        .row
        .entry
        .chars()
        .filter(char::is_ascii_alphanumeric)
        .take(12)
        .collect();
    format!("entry-{short}")
}

/// Text as XML has it: escaped, and without the signs that no XML may hold.
fn escape(text: &str) -> String {
    let taken = |c: char| {
        matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'))
    };
    let known: String = text
        .chars()
        .map(|c| if taken(c) { c } else { '\u{fffd}' })
        .collect();
    highlight::escape(&known)
}

/// The feed, in Atom's form.
pub(super) fn feed(site: &LinkedSite, entries: &[LogEntry]) -> String {
    let url = escape(&site.course.url);
    let title = escape(&site.course.title);
    // A feed has to say when it changed; one without entries never did.
    let changed = entries.iter().map(|entry| entry.row.at.as_str()).max();
    let changed = escape(changed.unwrap_or("1970-01-01T00:00:00Z"));
    let mut xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <title>{title}: captain’s log</title>\n<id>{url}log/</id>\n<updated>{changed}</updated>\n\
         <author><name>{title}</name></author>\n<link rel=\"alternate\" type=\"text/html\" href=\"{url}log/\"/>\n\
         <link rel=\"self\" type=\"application/atom+xml\" href=\"{url}{FEED}\"/>\n"
    );
    for entry in entries {
        let address = format!("{url}log/#{}", anchor(entry));
        let row = &entry.row;
        let name = match row.module.as_str() {
            "" => row.date.clone(),
            module => format!("{}: {module}", row.date),
        };
        xml.push_str(&format!(
            "<entry>\n<title>{}</title>\n<id>{address}</id>\n<link rel=\"alternate\" type=\"text/html\" href=\"{address}\"/>\n\
             <published>{}</published>\n<updated>{}</updated>\n<content type=\"html\">{}</content>\n</entry>\n",
            escape(&name),
            escape(&entry.first),
            escape(&row.at),
            escape(&text(row))
        ));
    }
    xml.push_str("</feed>\n");
    xml
}

/// An entry's fields as HTML.
fn text(row: &LogRow) -> String {
    let fields = [&row.progress, &row.insight, &row.challenge, &row.next];
    let said = LOG_FIELDS
        .iter()
        .zip(fields)
        .filter(|(_, text)| !text.is_empty());
    let one = |(name, text): (&&str, &String)| format!("<dt>{name}</dt><dd>{}</dd>", escape(text));
    format!("<dl>{}</dl>", said.map(one).collect::<String>())
}
