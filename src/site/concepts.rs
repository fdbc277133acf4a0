//! A checklist's concepts lead to where they are taught: `**Warp**: 32 lanes ([where](x.md#warps))` comes in, events in which the
//! concept itself is the link come out, so that a list does not say “(where)” again and again.
//!
//! The rule: only an entry with a checkbox whose words begin in bold. Everything else stays as it is written.

use std::ops::Range;

use pulldown_cmark::{Event, Tag, TagEnd};

/// An event and its bytes in the source.
type Placed<'a> = (Event<'a>, Range<usize>);

/// Moves each `([where](…))` to the concept that it is about.
pub(super) fn linked(mut events: Vec<Placed<'_>>) -> Vec<Placed<'_>> {
    let mut at = 0;
    while at < events.len() {
        if is_where(&events, at)
            && let Some((from, to)) = concept(&events, at)
        {
            move_link(&mut events, at, from..to);
        }
        at += 1;
    }
    events
}

/// Whether the link `([where](…))` begins at this event.
fn is_where(events: &[Placed<'_>], at: usize) -> bool {
    let text = |at: usize| match events.get(at) {
        Some((Event::Text(text), _)) => &**text,
        _ => "",
    };
    matches!(events[at].0, Event::Start(Tag::Link { .. }))
        && at > 0
        && text(at - 1).ends_with('(')
        && text(at + 1) == "where"
        && text(at + 3).starts_with(')')
}

/// The bold words that open the entry with the event `at`: the places of their start and their end.
fn concept(events: &[Placed<'_>], at: usize) -> Option<(usize, usize)> {
    let marker = events[..at]
        .iter()
        .rposition(|(event, _)| matches!(event, Event::TaskListMarker(_)))?;
    let start = marker + 1;
    if !matches!(events[start].0, Event::Start(Tag::Strong)) {
        return None;
    }
    let inner = &events[start..at];
    let len = inner
        .iter()
        .position(|(event, _)| matches!(event, Event::End(TagEnd::Strong)))?;
    // A link of its own stays, and so does one that belongs to an entry further down.
    let is_other =
        |(event, _): &Placed<'_>| matches!(event, Event::Start(Tag::Link { .. } | Tag::Item));
    let plain = !inner[..len].iter().any(is_other);
    let same = !inner
        .iter()
        .any(|(event, _)| matches!(event, Event::Start(Tag::Item)));
    (plain && same).then_some((start, start + len))
}

/// Takes the link at `at` from its brackets and puts it around the events of `words`.
fn move_link(events: &mut Vec<Placed<'_>>, at: usize, words: Range<usize>) {
    if let (Event::Text(text), range) = &mut events[at - 1] {
        let kept = text.trim_end_matches('(').trim_end().len();
        range.end -= text.len() - kept;
        *text = text[..kept].to_owned().into();
    }
    if let (Event::Text(text), range) = &mut events[at + 3] {
        range.start += 1;
        *text = text[1..].to_owned().into();
    }
    let mut link: Vec<Placed<'_>> = events.drain(at..at + 3).collect();
    let (Some(end), Some(_), Some(start)) = (link.pop(), link.pop(), link.pop()) else {
        return;
    };
    events.insert(words.end + 1, end);
    events.insert(words.start, start);
}

#[cfg(test)]
mod tests {
    use pulldown_cmark::{Parser, html};

    use super::*;
    use crate::course::page::options;

    fn shown(text: &str) -> String {
        let events = Parser::new_ext(text, options()).into_offset_iter();
        let events = linked(events.collect());
        let mut out = String::new();
        html::push_html(&mut out, events.into_iter().map(|(event, _)| event));
        out.replace("<input disabled=\"\" type=\"checkbox\"/>\n", "[]")
            .replace('\n', "")
    }

    #[test]
    fn the_concept_is_the_link() {
        assert_eq!(
            shown("- [ ] **Warp, lane**: what is 32 ([where](x.md#w)) {#c1}"),
            "<ul><li>[]<a href=\"x.md#w\"><strong>Warp, lane</strong></a>: what is 32 {#c1}</li></ul>"
        );
        assert_eq!(
            shown("- [ ] **A**: a ([where](a))\n- [ ] **B** ([where](b))"),
            "<ul><li>[]<a href=\"a\"><strong>A</strong></a>: a</li><li>[]<a href=\"b\"><strong>B</strong></a></li></ul>"
        );
    }

    #[test]
    fn what_is_no_concept_stays_as_it_is() {
        for text in [
            "- **A**: a ([where](a))",
            "- [ ] A: a ([where](a))",
            "- [ ] **[A](b)**: a ([where](a))",
            "- [ ] **A**: see [where](a)",
        ] {
            assert!(shown(text).contains(">where</a>"), "{text}");
        }
    }
}
