//! Races between streams, and with the host, in words.
//!
//! Operations that race go in, and the bytes; findings come out. The rule: both places are lines of the learner's: of the kernel where it
//! is certain which of its instructions it was, else that of the call; a pair of lines is one finding, whichever came first.

use super::clock::DEFAULT;
use super::pending::{Deed, Dispute, Operation};
use super::{Raced, Streams};
use crate::machine::Machine;
use cuda_ir::Elem;
use warp::probe::Op;
use warp::probe::pieces::Piece;
use warp::report::{Finding, FindingKind, Place};

impl Deed {
    /// In a sentence.
    fn words(&self) -> String {
        match self {
            Deed::Kernel(Some(name)) => format!("kernel `{name}`"),
            Deed::Kernel(None) => "the kernel of a library".to_string(),
            Deed::Copy => "the copy".to_string(),
            Deed::Fill => "the memset".to_string(),
            Deed::Allocation => "the allocation".to_string(),
            Deed::Free => "the free".to_string(),
            Deed::HostFunction => "the host function".to_string(),
        }
    }

    /// What it does to this.
    fn does(&self, op: Op, what: &str) -> String {
        match (self, op) {
            (Deed::Allocation, _) => format!("allocates {what}"),
            (Deed::Free, _) => format!("frees {what}"),
            (_, Op::Load) => format!("reads {what}"),
            (_, Op::Store) => format!("writes {what}"),
            (_, Op::Atomic) => format!("changes {what} by an atomic"),
        }
    }
}

impl Streams {
    /// A stream, in a sentence.
    fn stream_name(&self, stream: usize) -> String {
        let known = self.clocks.streams.get(stream);
        match (stream, known) {
            (DEFAULT, _) | (_, None) => "the default stream".to_string(),
            (_, Some(s)) if !s.name.is_empty() => format!("stream `{}`", s.name),
            (_, Some(s)) if s.line > 0 => format!("the stream made on line {}", s.line),
            _ => "the per-thread default stream".to_string(),
        }
    }

    fn is_apart(&self, stream: usize) -> bool {
        self.clocks.streams.get(stream).is_some_and(|s| s.apart)
    }
}

impl Machine<'_> {
    /// Notes all of them.
    pub(super) fn tell_raced(&mut self, raced: &Raced) {
        for (old, new, dispute) in &raced.pairs {
            let finding = match raced.stream {
                Some(_) => self.between_streams(old, new, dispute),
                None => self.with_the_host(old, new, dispute),
            };
            self.found.add(finding, None);
        }
    }

    fn between_streams(&self, old: &Operation, new: &Operation, dispute: &Dispute) -> Finding {
        let streams = [old, new].map(|o| self.streams.stream_name(o.mark.0));
        let words = [old, new].map(|o| o.deed.words());
        let (what, it) = self.disputed(old, new, dispute);
        let message = format!(
            "nothing orders {} in {} and {} in {}: the first {}, the second {}",
            words[0],
            streams[0],
            words[1],
            streams[1],
            old.deed.does(dispute.ops[0], &what),
            new.deed.does(dispute.ops[1], it),
        );
        let mut places = vec![
            self.place_of(old, (dispute, 0), (it, &streams[0])),
            self.place_of(new, (dispute, 1), (it, &streams[1])),
        ];
        let kind = FindingKind::StreamRace;
        if self.found.knows(kind, (places[1].span, places[0].span)) {
            places.swap(0, 1);
        }
        Finding {
            kind,
            message,
            places,
            count: 1,
            help: Some(self.order_them((old, new), (&words, &streams))),
        }
    }

    fn order_them(
        &self,
        (old, new): (&Operation, &Operation),
        (words, streams): (&[String; 2], &[String; 2]),
    ) -> String {
        let wait = format!(
            "record an event in {} after {}, and let {} wait for it (`cudaStreamWaitEvent`) before {}; or put both into one stream",
            streams[0], words[0], streams[1], words[1]
        );
        let apart = [old, new].map(|o| self.streams.is_apart(o.mark.0));
        match (old.mark.0, new.mark.0, apart) {
            (DEFAULT, _, [_, true]) | (_, DEFAULT, [true, _]) => {
                format!(
                    "a stream made with `cudaStreamNonBlocking` is not ordered with the default one: {wait}"
                )
            }
            _ => wait,
        }
    }

    fn with_the_host(&self, old: &Operation, new: &Operation, dispute: &Dispute) -> Finding {
        let stream = self.streams.stream_name(old.mark.0);
        let words = old.deed.words();
        let (what, it) = self.disputed(old, new, dispute);
        let message = format!(
            "the host {} without having waited for {words} in {stream}, which {}",
            new.deed.does(dispute.ops[1], &what),
            old.deed.does(dispute.ops[0], it),
        );
        let here = Place {
            note: format!("the host {}", new.deed.does(dispute.ops[1], it)),
            ..new.place.clone()
        };
        let wait = match old.mark.0 {
            DEFAULT => "`cudaDeviceSynchronize()`".to_string(),
            _ => {
                "`cudaStreamSynchronize` of that stream, or `cudaDeviceSynchronize()`,".to_string()
            }
        };
        let returns = match old.deed {
            Deed::Kernel(_) => "a launch returns at once",
            _ => "the call returns before the work is done",
        };
        Finding {
            kind: FindingKind::HostRace,
            message,
            places: vec![here, self.place_of(old, (dispute, 0), (it, &stream))],
            count: 1,
            help: Some(format!("{returns}: put {wait} between the two")),
        }
    }

    /// The line that did it.
    fn place_of(
        &self,
        o: &Operation,
        (dispute, i): (&Dispute, usize),
        (it, stream): (&str, &str),
    ) -> Place {
        let op = dispute.ops[i];
        let mut parts = o.touched.parts.iter().filter(|p| p.of == dispute.of);
        let site = parts.next().and_then(|p| p.site(op, dispute.run.0));
        let does = o.deed.does(op, it);
        let Some(site) = site.filter(|s| !s.at.span.is_system()) else {
            let note = match &o.deed {
                Deed::Kernel(_) => format!("launched into {stream}, {does}"),
                _ => format!("{does}, in {stream}"),
            };
            return Place {
                note,
                ..o.place.clone()
            };
        };
        Place {
            span: site.at.span,
            line: site.at.line,
            column: site.at.column,
            note: format!("{does}; launched on line {}", o.place.line),
            host: true,
            ..Place::default()
        }
    }

    /// The bytes in dispute, as elements where it is known what they are; and "it" or "them".
    fn disputed(
        &self,
        old: &Operation,
        new: &Operation,
        dispute: &Dispute,
    ) -> (String, &'static str) {
        let (space, id) = dispute.of;
        let name = self.allocation_name(space, id);
        let parts = [old, new].map(|o| o.touched.parts.iter().find(|p| p.of == dispute.of));
        let elems = parts.iter().flatten().map(|p| p.elem);
        let elem = elems.max_by_key(|e| e.bytes()).unwrap_or_default();
        let whole = self.size_of(space, id) == Some(elem.bytes() as u64);
        let size = (elem != Elem::default()).then_some(elem.bytes() as u32);
        range_words(name, size, dispute.run, whole)
    }
}

/// Bytes of an allocation of this name, as elements where their size is known (`whole`: it is one element); and "it" or "them".
pub(super) fn range_words(
    name: String,
    size: Option<u32>,
    (start, end): Piece,
    whole: bool,
) -> (String, &'static str) {
    let each = size.unwrap_or(1).max(1);
    let (first, last) = (start / each, end.saturating_sub(1) / each);
    let plain = name.strip_prefix('`').and_then(|n| n.strip_suffix('`'));
    match plain.filter(|_| size.is_some()) {
        Some(_) if whole => (name, "it"),
        Some(plain) if first == last => (format!("`{plain}[{first}]`"), "it"),
        Some(plain) => (format!("`{plain}[{first}]` to `{plain}[{last}]`"), "them"),
        None if start + 1 == end => (format!("byte {start} of {name}"), "it"),
        None => (format!("bytes {start} to {} of {name}", end - 1), "them"),
    }
}
