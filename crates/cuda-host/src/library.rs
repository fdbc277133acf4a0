//! The C library below its headers: the heap, bytes, text, `rand`.
//!
//! A system call's arguments as bits go in, its result comes out. The rule: what the C library does, with every range
//! checked; a range that leaves its allocation is a finding, and what is inside it is done.

use sorted::SortedMap;

use super::cuda::COPIED_AT_ONCE;
use super::machine::{End, Machine};
use super::program::{Command, Ended};
use super::rand::Rand;
use super::scan::{Scanned, scan};
use cuda_ir::ParamReg;
use cuda_ir::format::{self, Argument};
use cuda_ir::pointer::{MAX_IDS, OFFSET_BITS, Space, Target, pointer, target};
use warp::launch::{Elem, HostBlock, HostKind};
use warp::report::{EndingKind, FindingKind};

/// How often `exit` may be called while the program ends.
const EXITS: u32 = 64;

/// The most bytes of a block that may come from the reserve.
const SMALL: u64 = 4096;
/// How many bytes small blocks may take beyond a program's limit.
const RESERVE: u64 = 16 << 20;

/// What the library remembers.
#[derive(Default)]
pub(super) struct Library {
    pub rand: Rand,
    /// What is called at the end: what `atexit` was given, and destructors with their objects.
    pub at_exit: Vec<(u64, Vec<u64>)>,
    /// The slots of the function that returned to the machine last.
    pub returned: Vec<u64>,
    /// The nanoseconds that the program has slept: its clocks run ahead by them, and nobody waits.
    pub slept: u64,
    /// How many numbers of chance were given.
    pub drawn: u64,
    /// Commands that were not run.
    pub commands: Vec<Command>,
    /// How often the program has begun to end.
    exits: u32,
    /// Texts of the environment that were given out.
    pub environment: SortedMap<Vec<u8>, u64>,
}

/// The result of a system call.
pub(super) type Answer = Result<u64, End>;

impl Library {
    /// Notes the objects of a variable of the program, which a function ends: the first, how many, their size.
    pub fn end_at_exit(&mut self, ends: u64, (first, count, size): (u64, u64, u64)) {
        let objects = (0..count).rev();
        let objects = objects.map(|k| first.wrapping_add(k.wrapping_mul(size)));
        self.at_exit.push((ends, objects.collect()));
    }
}

impl Machine<'_> {
    // ---- the heap ----

    /// New memory of the host; 0 if there is none left.
    pub fn allocate(&mut self, bytes: u64, zeroed: bool) -> u64 {
        // Small blocks have a reserve: the library's own, such as a stream's, must not fail for a program's large ones.
        let reserve = RESERVE.min(self.options.memory_bytes / 64);
        let reserve = if bytes <= SMALL { reserve } else { 0 };
        let limit = self.options.memory_bytes.saturating_add(reserve);
        let over = self.used.saturating_add(bytes) > limit;
        if over || self.memory.hosted.blocks.len() + 1 >= MAX_IDS {
            return 0;
        }
        let fill = if self.options.poison && !zeroed {
            0xcd
        } else {
            0
        };
        let Some(content) = self.content(bytes, fill) else {
            return 0;
        };
        let line = self.line();
        self.used += bytes;
        let id = self.memory.hosted.add(HostBlock {
            kind: HostKind::Heap,
            bytes: content,
            line,
            ..HostBlock::default()
        });
        pointer(Space::Host, id, 0)
    }

    /// So many bytes; none if the machine that we run on has not got them.
    pub fn content(&mut self, bytes: u64, fill: u8) -> Option<Vec<u8>> {
        const LARGE: usize = 64 << 20;
        let n = usize::try_from(bytes).ok()?;
        if fill != 0 {
            self.steps += bytes / 16;
        }
        if let Some(row) = self.memory.spare.take(n, fill) {
            return Some(row);
        }
        if n > LARGE {
            // Asked for and given back: zeros that nobody touches take no memory.
            Vec::<u8>::new().try_reserve_exact(n).ok()?;
        }
        Some(vec![fill; n])
    }

    pub fn free(&mut self, address: u64) -> Answer {
        if address == 0 {
            return Ok(0);
        }
        let (kind, id) = match target(address) {
            Target::In(Space::Host, id, 0) => (
                self.memory.hosted.blocks.get(id as usize).map(|b| b.kind),
                id,
            ),
            _ => (None, 0),
        };
        match kind {
            Some(HostKind::Heap) => {
                let line = self.line();
                self.streams.forget_unwritten((Space::Host, id));
                let bytes = self.memory.hosted.release(id, line);
                self.used -= (bytes.len() as u64).min(self.used);
                self.memory.spare.keep(bytes);
            }
            Some(HostKind::Freed) => {
                let line = self.memory.hosted.freed_on(id);
                let message = format!("memory is freed a second time; it was freed on line {line}");
                self.note(
                    FindingKind::BadFree,
                    message,
                    "free what is allocated once, and set the pointer to null after it",
                );
            }
            _ => {
                let message = match target(address) {
                    Target::In(Space::Global, ..) => {
                        "`free` of memory from the CUDA runtime".to_string()
                    }
                    _ => "`free` of what `malloc` and `new` did not give".to_string(),
                };
                self.note(FindingKind::BadFree, message, "what `cudaMalloc` gives goes to `cudaFree`; a pointer into a block is not the block");
            }
        }
        Ok(0)
    }

    pub fn reallocate(&mut self, address: u64, bytes: u64) -> Answer {
        if address == 0 {
            return Ok(self.allocate(bytes, false));
        }
        let Some(old) = self.view().rest(address).map(<[u8]>::len) else {
            self.bad_range(address, 1, false)?;
            return Ok(0);
        };
        let new = self.allocate(bytes, false);
        if new != 0 {
            self.copy(new, address, (old as u64).min(bytes))?;
            self.free(address)?;
        }
        Ok(new)
    }

    // ---- bytes ----

    /// How many of the bytes at an address exist; a finding if not all.
    pub fn available(&mut self, address: u64, bytes: u64, store: bool) -> Result<u64, End> {
        self.host_touches(address, bytes, store);
        if bytes == 0 || self.view().range(address, bytes).is_some() {
            return Ok(bytes);
        }
        self.bad_range(address, bytes, store)?;
        Ok(self
            .view()
            .rest(address)
            .map_or(0, |rest| rest.len() as u64)
            .min(bytes))
    }

    /// `memcpy` and `memmove`.
    pub fn copy(&mut self, to: u64, from: u64, bytes: u64) -> Answer {
        let bytes = self.available(from, bytes, false)?;
        let bytes = self.available(to, bytes, true)?;
        // In pieces that stay in the processor's cache; one that may overlap itself in one piece.
        let apart = to >> OFFSET_BITS != from >> OFFSET_BITS;
        let piece = if apart { COPIED_AT_ONCE } else { bytes.max(1) };
        let mut at = 0;
        while at < bytes {
            let n = piece.min(bytes - at);
            let mut view = self.view();
            let data = view.range(from.wrapping_add(at), n).map(<[u8]>::to_vec);
            let data = data.unwrap_or_default();
            match view.range_mut(to.wrapping_add(at), n) {
                Some(place) if place.len() == data.len() => place.copy_from_slice(&data),
                _ => {
                    self.bad_range(to, bytes, true)?;
                    break;
                }
            }
            at += n;
        }
        self.steps += bytes / 16;
        Ok(to)
    }

    pub fn fill(&mut self, to: u64, value: u8, bytes: u64) -> Answer {
        let bytes = self.available(to, bytes, true)?;
        match self.view().range_mut(to, bytes) {
            Some(place) => place.fill(value),
            None if bytes > 0 => self.bad_range(to, bytes, true)?,
            None => {}
        }
        self.steps += bytes / 16;
        Ok(to)
    }

    pub fn compare(&mut self, a: u64, b: u64, bytes: u64) -> Answer {
        let bytes = self.available(a, bytes, false)?;
        let bytes = self.available(b, bytes, false)?;
        let view = self.view();
        let [x, y] = [a, b].map(|from| view.range(from, bytes).unwrap_or_default());
        // As glibc has it: how far apart the first two bytes are that differ.
        let unlike = x.iter().zip(y).find(|(x, y)| x != y);
        Ok(unlike.map_or(0, |(x, y)| (i64::from(*x) - i64::from(*y)) as u64))
    }

    // ---- text ----

    /// A text up to its zero; a finding if there is none, and then what there is.
    pub fn text(&mut self, address: u64) -> Result<Vec<u8>, End> {
        if let Some(text) = self.view().text(address).map(<[u8]>::to_vec) {
            self.steps += text.len() as u64 / 16;
            self.host_touches(address, text.len() as u64 + 1, false);
            return Ok(text);
        }
        let there = self.view().rest(address).map(<[u8]>::to_vec);
        let past = address.wrapping_add(there.as_ref().map_or(0, |t| t.len() as u64));
        self.bad_range(past, 1, false)?;
        Ok(there.unwrap_or_default())
    }

    pub fn compare_texts(&mut self, a: u64, b: u64) -> Answer {
        let (x, y) = (self.text(a)?, self.text(b)?);
        Ok(order(x.cmp(&y)))
    }

    /// The text of a `printf`.
    pub fn formatted(&mut self, format: u64, args: &[Argument]) -> Result<Vec<u8>, End> {
        let format = self.text(format)?;
        let mut out = Vec::new();
        let mut failed = None;
        let view = self.view();
        let mut text = |address: u64| {
            if address == 0 {
                return None;
            }
            let found = view.text(address).map(<[u8]>::to_vec);
            if found.is_none() {
                failed = Some(address);
            }
            found
                .or_else(|| view.rest(address).map(<[u8]>::to_vec))
                .or_else(|| Some(Vec::new()))
        };
        let whole = format::format(&format, args, &mut text, &mut out);
        if let Some(address) = failed {
            self.text(address)?;
        }
        if whole.is_err() {
            return Err(self.too_long());
        }
        self.steps += 20 + out.len() as u64;
        Ok(out)
    }

    /// The end of a program that asks for a text of millions of characters.
    fn too_long(&self) -> End {
        let message = format!(
            "this text is longer than {} bytes, the most that one call writes here",
            format::LONGEST
        );
        let help = "ask for a smaller width or precision";
        Box::new(Ended::Limit {
            kind: EndingKind::Limit,
            message,
            place: self.place("written here"),
            help: Some(help.into()),
        })
    }

    /// The arguments of a `va_list` that a format asks for: eight bytes each, whose type the format alone knows.
    pub fn listed(&mut self, format: u64, list: u64) -> Result<Vec<Argument>, End> {
        let format = self.text(format)?;
        let kinds = format::kinds(&format);
        let view = self.view();
        let slots = view.rest(list).unwrap_or_default().chunks_exact(8);
        let words = slots.map(|slot| u64::from_le_bytes(slot.try_into().unwrap_or_default()));
        Ok(words.zip(kinds).collect())
    }

    /// `printf` itself.
    pub fn print(&mut self, site: u32) -> Result<(), End> {
        let Some(site) = self.here().and_then(|code| code.prints.get(site as usize)) else {
            return Ok(());
        };
        let args: Vec<Argument> = site
            .args
            .iter()
            .map(|(reg, elem)| (self.slot(*reg), *elem))
            .collect();
        let text = self.formatted(self.slot(ParamReg::D(site.format)), &args)?;
        self.write(1, &text)?;
        self.set_slot(ParamReg::R(site.dst), text.len() as u64);
        Ok(())
    }

    /// `snprintf` and `sprintf`: the text goes to memory, cut to the room.
    pub fn print_to(&mut self, to: u64, room: u64, text: &[u8]) -> Answer {
        if room > 0 {
            let n = text.len().min(room as usize - 1);
            let mut bytes = text[..n].to_vec();
            bytes.push(0);
            let n = self.available(to, bytes.len() as u64, true)?;
            if let Some(place) = self.view().range_mut(to, n) {
                place.copy_from_slice(&bytes[..n as usize]);
            }
        }
        Ok(text.len() as u64)
    }

    pub fn scan(&mut self, text: u64, format: u64, pointers: &[Argument]) -> Answer {
        let (text, format) = (self.text(text)?, self.text(format)?);
        let (values, count) = scan(&text, &format);
        for (value, (address, _)) in values.into_iter().zip(pointers) {
            let bytes = match value {
                Scanned::Int(value, size) => value.to_le_bytes()[..(size as usize).min(8)].to_vec(),
                Scanned::Single(value) => value.to_le_bytes().to_vec(),
                Scanned::Double(value) => value.to_le_bytes().to_vec(),
                Scanned::Text(bytes) => bytes,
            };
            let n = self.available(*address, bytes.len() as u64, true)?;
            if let Some(place) = self.view().range_mut(*address, n) {
                place.copy_from_slice(&bytes[..n as usize]);
            }
        }
        Ok(count as u32 as u64)
    }

    /// `strtod`: the number's bits; where it ends goes to `end` unless that is null.
    pub fn read_number(&mut self, text: u64, end: u64) -> Answer {
        let found = self.text(text)?;
        let (value, n) = format::read_number(&found);
        if end != 0
            && !self
                .view()
                .store(end, text.wrapping_add(n as u64).to_le_bytes())
        {
            self.bad_range(end, 8, true)?;
        }
        Ok(value.to_bits())
    }

    /// `__simt_format_double`.
    pub fn format_double(
        &mut self,
        to: u64,
        room: u64,
        value: u64,
        (how, precision): (u8, i32),
    ) -> Answer {
        let mut text = Vec::new();
        let spec = [b'%', b'.', b'*', how];
        let args = [(precision as u32 as u64, Elem::I32), (value, Elem::F64)];
        if format::format(&spec, &args, &mut |_| None, &mut text).is_err() {
            return Err(self.too_long());
        }
        self.steps += text.len() as u64;
        self.print_to(to, room, &text)
    }

    // ---- the end ----

    /// Runs what `atexit` was given, latest first.
    pub fn run_at_exit(&mut self) -> Result<(), End> {
        // A function that ends the program again, and wants to be run again, would go on for ever.
        self.library.exits += 1;
        if self.library.exits > EXITS {
            return Ok(());
        }
        while let Some((address, objects)) = self.library.at_exit.pop() {
            if !objects.is_empty() {
                for object in objects {
                    self.end_object(address, object)?;
                }
                continue;
            }
            if let Some(cuda_ir::CodeRef::Function(func)) = cuda_ir::pointer::code_target(address) {
                self.call(func.0, &[], None)?;
            }
        }
        Ok(())
    }

    /// Ends as `abort` does.
    pub fn abort(&mut self, message: &str) -> Result<(), End> {
        self.flush();
        let place = self.place("stopped here");
        Err(Box::new(Ended::Aborted {
            message: message.to_string(),
            place,
        }))
    }
}

fn order(of: std::cmp::Ordering) -> u64 {
    of as i8 as i32 as u32 as u64
}
