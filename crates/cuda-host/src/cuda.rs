//! The CUDA runtime below `cuda_runtime.h`: memory, copies, errors, properties.
//!
//! A call's arguments go in, a `cudaError_t` or a number comes out. The rule: the error that CUDA gives, kept as the last
//! one, and for ever once a kernel has faulted; all streams are one queue in the order of the calls, so every call is
//! done when it returns. Launches are in `launch`, what is asked and set of kernels in `kernels`.

use sorted::SortedMap;

use super::launch_memo::LaunchMemo;
use super::library::Answer;
use super::machine::{End, Machine};
use super::pace::{self, Traffic};
use super::program::{Denied, Undestroyed, Unseen, Untimed};
use super::streams::How;
use super::watching::Watching;
use cuda_ir::cuda_error;
use cuda_ir::format::Argument;
use cuda_ir::pointer::{MAX_IDS, OFFSET_BITS, Space, Target, pointer, target};
use cuda_ir::sys::SysFn;
use std::sync::Arc;
use warp::launch::{Allocation, Elem, Filled, Memory, Side, is_written, mark, unwritten};
use warp::report::FindingKind;
use warp::vm::facts::Facts;

/// `cudaError_t` that the machine itself makes.
pub(super) mod error {
    pub const INVALID_VALUE: i32 = 1;
    pub const OUT_OF_MEMORY: i32 = 2;
    pub const INVALID_CONFIGURATION: i32 = 9;
    pub const INVALID_SYMBOL: i32 = 13;
    pub const INVALID_DIRECTION: i32 = 21;
    pub const MISSING_CONFIGURATION: i32 = 52;
    pub const INVALID_DEVICE_FUNCTION: i32 = 98;
    pub const ILLEGAL_ADDRESS: i32 = 700;
    pub const OUT_OF_RESOURCES: i32 = 701;
    pub const ASSERT: i32 = 710;
    pub const ALREADY_REGISTERED: i32 = 712;
    pub const NOT_REGISTERED: i32 = 713;
    pub const LAUNCH_FAILURE: i32 = 719;
    pub const COOPERATIVE_TOO_LARGE: i32 = 720;
}

/// How many bytes a copy takes at a time.
pub(super) const COPIED_AT_ONCE: u64 = 1 << 16;

/// What the runtime remembers.
#[derive(Default)]
pub(super) struct Cuda {
    /// The last error that was not asked for.
    pub last: i32,
    /// A kernel's fault: nothing is done from then on.
    pub sticky: i32,
    /// Whether a call has waited for that kernel: only then do calls give its fault.
    pub seen: bool,
    /// Nanoseconds that launches and copies took, on our own clock.
    pub nanos: u64,
    /// The operations of the host that copies and fills are charged with: of their time, `nanos` has what the bytes take.
    pub moving: u64,
    /// Bytes of device memory in use.
    pub device_bytes: u64,
    /// Memory that was asked for in vain.
    pub denied: Vec<Denied>,
    /// Dynamic shared bytes that a kernel was allowed, by its number.
    pub opted_in: SortedMap<u32, u32>,
    /// Texts of errors that were given out.
    texts: SortedMap<(i32, bool), u64>,
    /// The index of each shape of launch in the report.
    pub shapes: SortedMap<(u32, [u32; 7]), Vec<usize>>,
    /// Warp instructions so far, and those of them that were executed.
    pub warp_instructions: u64,
    pub executed: u64,
    /// What the probes have watched.
    pub watching: Watching,
    /// What is known of a kernel's code, by its number.
    pub facts: SortedMap<u32, Arc<Facts>>,
    /// What a kernel moves, by its number, as far as it was watched last.
    pub traffic: SortedMap<u32, Traffic>,
    /// Streams and events that are not destroyed: name, line, and whether it is an event.
    pub handles: SortedMap<u64, Undestroyed>,
    /// Launches that need not be run again.
    pub launch_memo: LaunchMemo,
    /// What kernels printed and nothing has brought from the device yet, and the last launch of them.
    pub printed: Vec<u8>,
    pub unseen: Option<Unseen>,
    /// The first event whose time was asked for before anything had waited for it.
    pub untimed: Option<Untimed>,
}

impl Cuda {
    /// The fault that calls give. A launch and what does not wait for it succeed, as on a device.
    fn stays(&self) -> i32 {
        if self.seen { self.sticky } else { 0 }
    }

    /// Our own clock: the device's time and a nanosecond for three operations of the host.
    pub fn clock_nanos(&self, steps: u64) -> u64 {
        self.nanos + steps.saturating_sub(self.moving) / 3
    }
}

/// Whether a call waits for the device before it answers, and so learns of a kernel's fault; a copy does unless it is asynchronous.
fn waits(what: SysFn, asynchronous: i32) -> bool {
    match what {
        SysFn::CudaMalloc
        | SysFn::CudaMallocManaged
        | SysFn::CudaMallocHost
        | SysFn::CudaFree
        | SysFn::CudaFreeHost
        | SysFn::CudaHostRegister
        | SysFn::CudaMemcpy
        | SysFn::CudaSynchronizeStream
        | SysFn::CudaSynchronizeEvent
        | SysFn::CudaSynchronize => true,
        SysFn::CudaCopy => asynchronous == 0,
        _ => false,
    }
}

/// Whether an allocation holds that value there since its last change. A benchmark clears the cache so before each of its repetitions.
fn is_filled(b: &Allocation, (at, n): (usize, usize), value: u8) -> bool {
    let same = |filled: &Filled| {
        filled.stamp == b.stamp
            && filled.value == value
            && filled.place.start <= at
            && at.saturating_add(n) <= filled.place.end
    };
    b.filled.as_ref().is_some_and(same)
}

/// Bytes of an allocation of the device's, if all of them were written.
fn held(memory: &Memory, address: u64, n: usize) -> Option<&[u8]> {
    let (list, id, offset) = match target(address) {
        Target::In(Space::Global, id, offset) => (&memory.buffers, id, offset),
        Target::In(Space::Symbol, id, offset) => (&memory.symbols, id, offset),
        _ => return None,
    };
    let (b, at) = (list.get(id as usize)?, usize::try_from(offset).ok()?);
    let bytes = b.bytes.get(at..)?.get(..n)?;
    is_written(&b.written, at, n).then_some(bytes)
}

/// Who can reach an address, as copies see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reach {
    Host,
    Device,
    Both,
    /// Kernels alone: what they allocated themselves.
    Kernels,
    Nowhere,
}

impl<'a> Machine<'a> {
    /// Keeps an error as the last one, and gives it, or the one that stays.
    pub fn error(&mut self, code: i32) -> Answer {
        let code = match self.cuda.stays() {
            0 => code,
            stays => stays,
        };
        if code != 0 {
            self.cuda.last = code;
        }
        Ok(code as u32 as u64)
    }

    pub fn cuda_call(&mut self, what: SysFn, args: &[Argument]) -> Answer {
        let a = |i: usize| args.get(i).map_or(0, |arg| arg.0);
        let int = |i: usize| a(i) as i32;
        if waits(what, int(4)) {
            self.cuda.seen = self.cuda.sticky != 0;
            self.fetch()?;
        }
        match what {
            SysFn::Launch => self.launch(args),
            SysFn::CudaLaunchKernel => self.launch_by_pointers(args),
            SysFn::CudaMalloc => {
                self.streams.idle();
                self.device_memory(a(0), a(1), Side::Device)
            }
            SysFn::CudaMallocAsync => self.pool_memory(a(0), a(1), a(2)),
            SysFn::CudaFreeAsync => {
                self.pooled(a(1), a(0), false);
                self.device_free(a(0), false)
            }
            SysFn::CudaMallocManaged => self.shared_memory(a(0), a(1), Side::Managed),
            SysFn::CudaMallocHost => self.shared_memory(a(0), a(1), Side::Pinned),
            SysFn::CudaFree | SysFn::CudaFreeHost => {
                self.streams.idle();
                self.device_free(a(0), what == SysFn::CudaFreeHost)
            }
            SysFn::CudaHostRegister => {
                self.streams.begin(self.options.checks);
                self.streams.idle();
                self.register(a(0), a(1))
            }
            SysFn::CudaMemcpy => self.device_copy((a(0), a(1)), a(2), (How::Alone, int(3))),
            SysFn::CudaCopy => {
                let how = How::from(int(4), a(5));
                self.device_copy((a(0), a(1)), a(2), (how, int(3)))
            }
            SysFn::CudaFill => {
                let how = How::from(int(3), a(4));
                self.device_fill((a(0), a(1) as u8), a(2), how)
            }
            SysFn::CudaStreamMade => self.stream_made(a(0), a(1), int(2) as u32),
            SysFn::CudaEventMade => Ok(self.handle_made(a(0), a(1), true)),
            SysFn::CudaHandleGone => self.handle_gone(a(0)),
            SysFn::CudaEventRecorded => self.event_recorded(a(0), a(1)),
            SysFn::CudaStreamWaits => self.stream_waits(a(0), a(1)),
            SysFn::CudaSynchronizeStream => self.host_waits_for_stream(a(0)),
            SysFn::CudaSynchronizeEvent => self.host_waits_for_event(a(0)),
            SysFn::CudaEventIsOver => self.event_is_over(a(0)),
            SysFn::CudaHostFunction => self.host_function(a(0), int(1) != 0),
            SysFn::CudaSymbolAddress => self.symbol_address(a(0), a(1)),
            SysFn::CudaSynchronize => {
                self.flush();
                self.streams.idle();
                self.error(0)
            }
            SysFn::CudaReset => {
                self.fetch()?;
                self.reset();
                Ok(0)
            }
            SysFn::CudaGetLastError => {
                let last = self.cuda.last;
                self.cuda.last = self.cuda.stays();
                Ok(last as u32 as u64)
            }
            SysFn::CudaPeekAtLastError => Ok(self.cuda.last as u32 as u64),
            SysFn::CudaSetError => self.error(int(0)),
            SysFn::CudaHeap => {
                if int(0) != 0 {
                    return Ok(u64::from(self.memory.limit_heap(a(1))));
                }
                Ok(self.memory.heap_limit())
            }
            SysFn::CudaGetErrorName => Ok(self.error_text(int(0), true)),
            SysFn::CudaGetErrorString => Ok(self.error_text(int(0), false)),
            SysFn::CudaDeviceProperty => Ok(self.options.device.attribute(int(0)) as u64),
            SysFn::CudaDeviceName => {
                let name = self.options.device.name.clone();
                self.print_to(a(0), a(1), name.as_bytes())?;
                Ok(0)
            }
            SysFn::CudaMemGetInfo => self.memory_info(a(0), a(1)),
            SysFn::CudaPointerKind => Ok(self.pointer_kind(a(0))),
            SysFn::CudaFuncProperty => Ok(self.function_property(a(0), int(1)) as u64),
            SysFn::CudaOccupancy => Ok(self.occupancy(a(0), int(1), a(2)) as u64),
            SysFn::CudaFuncSetAttribute => self.set_attribute(a(0), int(1), int(2)),
            SysFn::CudaElapsed => {
                self.steps += 3;
                Ok((self.cuda.clock_nanos(self.steps) as f64 / 1e6).to_bits())
            }
            other => {
                let message = format!("the call `{}` is not carried out", other.name());
                Err(self.faulted(&message))
            }
        }
    }

    fn error_text(&mut self, code: i32, name: bool) -> u64 {
        // All numbers that CUDA does not know have one text.
        let code = if cuda_error::name(code).starts_with("cuda") {
            code
        } else {
            i32::MIN
        };
        if let Some(known) = self.cuda.texts.get(&(code, name)) {
            return *known;
        }
        let text = if name {
            cuda_error::name(code)
        } else {
            cuda_error::text(code).to_string()
        };
        let address = self.keep_text(text.as_bytes());
        self.cuda.texts.insert((code, name), address);
        address
    }

    /// Writes a result through a pointer of the host's.
    fn give(&mut self, to: u64, value: u64) -> Result<(), End> {
        if self.view().store(to, value.to_le_bytes()) {
            return Ok(());
        }
        self.bad_range(to, 8, true)
    }

    // ---- memory ----

    /// Why so many bytes more of device memory are not to be had.
    fn too_much(&self, bytes: u64) -> Option<&'static str> {
        let (used, own) = (self.used, self.cuda.device_bytes);
        if bytes >= u64::from(u32::MAX) {
            return Some("one allocation has less than 4 GiB here");
        }
        if own.saturating_add(bytes) > self.options.device.memory_bytes {
            return Some("the device has no room for it");
        }
        if used.saturating_add(bytes) > self.options.memory_bytes {
            return Some("the run has no room for it");
        }
        let full = self.memory.buffers.len() + 1 >= MAX_IDS;
        full.then_some("there are too many allocations")
    }

    /// An allocation fails, and the report tells of it.
    fn deny(&mut self, bytes: u64, why: &'static str) -> Answer {
        const TOLD: usize = 4;
        let place = self.place("asked for here");
        let denied = &mut self.cuda.denied;
        if denied.len() < TOLD && denied.iter().all(|d| d.place.span != place.span) {
            denied.push(Denied { bytes, why, place });
        }
        self.error(error::OUT_OF_MEMORY)
    }

    fn device_memory(&mut self, at: u64, bytes: u64, side: Side) -> Answer {
        if self.cuda.sticky != 0 {
            return self.error(0);
        }
        if at == 0 {
            return self.error(error::INVALID_VALUE);
        }
        if bytes == 0 {
            self.give(at, 0)?;
            return self.error(0);
        }
        if let Some(why) = self.too_much(bytes) {
            return self.deny(bytes, why);
        }
        let fill = if self.options.poison { 0xcd } else { 0 };
        let Some(content) = self.content(bytes, fill) else {
            return self.deny(bytes, "this machine has no room for it");
        };
        self.used += bytes;
        self.cuda.device_bytes += if side == Side::Pinned { 0 } else { bytes };
        // The host's own memory is not asked what was written; managed memory reads as zeros.
        let known = side == Side::Device;
        let written = match known {
            true => self.memory.cleared((bytes as usize).div_ceil(8)),
            false => Vec::new(),
        };
        let (name, to) = self.pointer_at(at).unwrap_or_default();
        let made = Allocation {
            name,
            elem: to.elem.unwrap_or_default(),
            parts: to.row(),
            bytes: content,
            written,
            side,
            unnamed: true,
            line: self.line(),
            span: self.span(),
            ..Allocation::default()
        };
        let id = self.memory.add(made);
        self.streams.forget((Space::Global, id));
        self.give(at, pointer(Space::Global, id, 0))?;
        self.error(0)
    }

    /// Memory that both sides reach: from here on it matters what the host has waited for.
    fn shared_memory(&mut self, at: u64, bytes: u64, side: Side) -> Answer {
        self.streams.begin(self.options.checks);
        self.streams.idle();
        self.device_memory(at, bytes, side)
    }

    /// `cudaMallocAsync`: in the order of a stream.
    fn pool_memory(&mut self, at: u64, bytes: u64, stream: u64) -> Answer {
        let answer = self.device_memory(at, bytes, Side::Device)?;
        if answer == 0
            && let Some(made) = self.view().load::<8>(at)
        {
            self.pooled(stream, u64::from_le_bytes(made), true);
        }
        Ok(answer)
    }

    fn device_free(&mut self, address: u64, pinned: bool) -> Answer {
        if address == 0 || self.cuda.sticky != 0 {
            return self.error(0);
        }
        if let Target::In(Space::Global, id, offset) = target(address)
            && let Some(b) = self.memory.buffers.get(id as usize)
        {
            let (freed, line) = (b.freed, b.line);
            if !freed && !b.heap && offset == 0 && (b.side == Side::Pinned) == pinned {
                let bytes = self.memory.release(id) as u64;
                self.used -= bytes.min(self.used);
                if !pinned {
                    self.cuda.device_bytes -= bytes.min(self.cuda.device_bytes);
                }
                return self.error(0);
            }
            let name = self.allocation_name(Space::Global, id);
            let message = match (freed, offset) {
                _ if b.heap => format!("{name} came from `malloc` or `new` in a kernel"),
                (true, _) => format!("{name} is freed a second time; it was made on line {line}"),
                (_, 0) => format!(
                    "{name} is freed by the wrong function: `cudaFreeHost` is for `cudaMallocHost`"
                ),
                _ => format!("a pointer into {name} is freed, not its start"),
            };
            self.note(
                FindingKind::BadFree,
                message,
                "free what `cudaMalloc` gave, once",
            );
        } else {
            let called = if pinned { "cudaFreeHost" } else { "cudaFree" };
            let message = format!("`{called}` of memory that the CUDA runtime did not give");
            self.note(
                FindingKind::BadFree,
                message,
                "what `malloc` and `new` give goes to `free` and `delete`",
            );
        }
        self.error(error::INVALID_VALUE)
    }

    /// `cudaDeviceReset`: what the program had on the device is gone, its faults too.
    fn reset(&mut self) {
        self.flush();
        self.streams.idle();
        for id in 0..self.memory.buffers.len() as u32 {
            let ours = self
                .memory
                .buffers
                .get(id as usize)
                .is_some_and(|b| b.unnamed);
            if ours && !self.memory.give_to_heap(id) {
                self.used -= (self.memory.release(id) as u64).min(self.used);
            }
        }
        (self.cuda.last, self.cuda.sticky, self.cuda.seen) = (0, 0, false);
        self.cuda.device_bytes = 0;
        self.memory.begin_heap();
    }

    fn register(&mut self, address: u64, bytes: u64) -> Answer {
        let Target::In(Space::Host, id, _) = target(address) else {
            return self.error(error::INVALID_VALUE);
        };
        let Some(block) = self.memory.hosted.blocks.get(id as usize) else {
            return self.error(error::INVALID_VALUE);
        };
        let code = match (bytes, block.device) {
            (0, false) => error::NOT_REGISTERED,
            (0, true) | (_, false) => 0,
            _ => error::ALREADY_REGISTERED,
        };
        self.memory.hosted.register(id, bytes != 0);
        self.error(code)
    }

    pub(super) fn side(&self, address: u64) -> Reach {
        match target(address) {
            Target::In(Space::Stack, id, _) if self.stack.size(id).is_some() => Reach::Host,
            Target::In(Space::Host, id, _) => match self.memory.hosted.blocks.get(id as usize) {
                Some(b) if b.device && b.kind != warp::launch::HostKind::Literal => Reach::Both,
                Some(_) => Reach::Host,
                None => Reach::Nowhere,
            },
            Target::In(space @ (Space::Global | Space::Symbol), id, _) => {
                let list = if space == Space::Global {
                    &self.memory.buffers
                } else {
                    &self.memory.symbols
                };
                match list.get(id as usize) {
                    Some(b) if b.freed => Reach::Nowhere,
                    Some(b) if b.heap => Reach::Kernels,
                    Some(b) if b.side == Side::Device => Reach::Device,
                    Some(_) => Reach::Both,
                    None => Reach::Nowhere,
                }
            }
            _ => Reach::Nowhere,
        }
    }

    /// Whether a range lies inside device memory.
    fn fits(&self, address: u64, bytes: u64) -> bool {
        let Target::In(space, id, offset) = target(address) else {
            return false;
        };
        let size = self.size_of(space, id).unwrap_or(0);
        offset >= 0
            && (offset as u64)
                .checked_add(bytes)
                .is_some_and(|end| end <= size)
    }

    fn device_copy(
        &mut self,
        (to, from): (u64, u64),
        bytes: u64,
        (how, kind): (How, i32),
    ) -> Answer {
        if self.cuda.sticky != 0 || bytes == 0 {
            return self.error(0);
        }
        let host = |side: Reach| matches!(side, Reach::Host | Reach::Both);
        let device = |side: Reach| matches!(side, Reach::Device | Reach::Both);
        let any = |side: Reach| host(side) || device(side);
        let (t, f) = (self.side(to), self.side(from));
        // Under unified addressing the driver goes by the pointer where a host address was promised.
        let fits = match kind {
            0 => host(t) && host(f),
            1 => device(t) && any(f),
            2 => any(t) && device(f),
            3 => device(t) && device(f),
            4 => any(t) && any(f),
            _ => return self.error(error::INVALID_DIRECTION),
        };
        let inside = |side: Reach, address: u64| side == Reach::Host || self.fits(address, bytes);
        if !fits || !inside(t, to) || !inside(f, from) {
            self.refused_copy((to, from), bytes, kind);
            return self.error(error::INVALID_VALUE);
        }
        let mut n = bytes;
        if f == Reach::Host {
            n = self.available(from, n, false)?;
        }
        if t == Reach::Host {
            n = self.available(to, n, true)?;
        }
        self.copied((to, from), n, (how, kind));
        let within = matches!((t, f), (Reach::Device, Reach::Device));
        self.cuda.nanos += pace::copied(&self.options.device, n, within);
        self.steps += n / 16;
        self.cuda.moving += n / 16;
        // In pieces that stay in the processor's cache; one that may overlap itself in one piece.
        let apart = to >> OFFSET_BITS != from >> OFFSET_BITS;
        let piece = if apart { COPIED_AT_ONCE } else { n.max(1) };
        if apart {
            self.overwrites_all(to, from, n);
        }
        let mut at = 0;
        while at < n {
            let (ends, part) = ((to + at, from + at), piece.min(n - at));
            at += piece;
            // A benchmark copies the same again and again, and its launches are known by stamps.
            if apart && self.is_there(ends, part) {
                self.brought(ends, &[]);
                continue;
            }
            let data = self.device_bytes(ends.1, part);
            self.put_device_bytes(ends.0, &data);
            self.brought(ends, &data.1);
        }
        self.error(0)
    }

    /// Whether a copy to the device would bring what is there already, and all of it was written on both sides.
    fn is_there(&mut self, (to, from): (u64, u64), bytes: u64) -> bool {
        let view = self.view();
        let n = bytes as usize;
        let Some(there) = held(view.memory, to, n) else {
            return false;
        };
        let source = match target(from) {
            Target::In(Space::Host, id, _) => {
                let block = view.memory.hosted.blocks.get(id as usize);
                let whole = block.is_some_and(|b| b.written.is_empty());
                view.range(from, bytes).filter(|_| whole)
            }
            _ => held(view.memory, from, n),
        };
        source.is_some_and(|source| source == there)
    }

    /// Notes of a copy that fills an allocation with written bytes that all of it is written.
    fn overwrites_all(&mut self, to: u64, from: u64, bytes: u64) {
        let complete = match self.allocation_of(from) {
            Some((b, at)) => is_written(&b.written, at, bytes as usize),
            None => self.missing_of_host(from, bytes as usize).is_empty(),
        };
        let stamp = self.memory.next_stamp();
        if let Some((b, 0)) = self.allocation_of(to)
            && complete
            && b.bytes.len() as u64 == bytes
            && !b.written.is_empty()
        {
            b.stamp = stamp;
            let marks = std::mem::take(&mut b.written);
            self.memory.spare.keep(marks);
        }
    }

    /// An allocation of the device's or a variable's, and a place in it.
    fn allocation_of(&mut self, address: u64) -> Option<(&mut Allocation, usize)> {
        let Target::In(space, id, offset) = target(address) else {
            return None;
        };
        let list = match space {
            Space::Global => &mut self.memory.buffers,
            Space::Symbol => &mut self.memory.symbols,
            _ => return None,
        };
        Some((list.get_mut(id as usize)?, usize::try_from(offset).ok()?))
    }

    /// Bytes from anywhere, with those that were never written.
    fn device_bytes(&mut self, from: u64, bytes: u64) -> (Vec<u8>, Vec<bool>) {
        let n = bytes as usize;
        if let Target::In(space @ (Space::Global | Space::Symbol), id, offset) = target(from) {
            let list = if space == Space::Global {
                &self.memory.buffers
            } else {
                &self.memory.symbols
            };
            let Some(b) = list.get(id as usize) else {
                return Default::default();
            };
            let at = offset as usize;
            let data = b.bytes.get(at..at + n).unwrap_or_default().to_vec();
            let missing = unwritten(&b.written, at, data.len());
            return (data, missing);
        }
        let data = self.view().range(from, bytes).map(<[u8]>::to_vec);
        let data = data.unwrap_or_default();
        let missing = self.missing_of_host(from, data.len());
        (data, missing)
    }

    /// Which of the bytes of a block of the host nothing has written, true a byte; empty if all are.
    fn missing_of_host(&self, from: u64, bytes: usize) -> Vec<bool> {
        let Target::In(Space::Host, id, at) = target(from) else {
            return Vec::new();
        };
        let block = self.memory.hosted.blocks.get(id as usize);
        block.map_or_else(Vec::new, |b| unwritten(&b.written, at as usize, bytes))
    }

    fn put_device_bytes(&mut self, to: u64, (data, missing): &(Vec<u8>, Vec<bool>)) {
        let Target::In(space @ (Space::Global | Space::Symbol), id, offset) = target(to) else {
            if let Some(place) = self.view().range_mut(to, data.len() as u64) {
                place.copy_from_slice(data);
            }
            return;
        };
        let stamp = self.memory.next_stamp();
        let list = if space == Space::Global {
            &mut self.memory.buffers
        } else {
            &mut self.memory.symbols
        };
        let Some(b) = list.get_mut(id as usize) else {
            return;
        };
        let at = offset as usize;
        b.stamp = stamp;
        if let Some(place) = b.bytes.get_mut(at..at + data.len()) {
            place.copy_from_slice(data);
        }
        if missing.is_empty() {
            if data.len() == b.bytes.len() {
                b.written = Vec::new();
            }
            mark(&mut b.written, at, data.len());
            return;
        }
        for (i, _) in missing.iter().enumerate().filter(|(_, missing)| !**missing) {
            mark(&mut b.written, at + i, 1);
        }
    }

    fn device_fill(&mut self, (to, value): (u64, u8), bytes: u64, how: How) -> Answer {
        if self.cuda.sticky != 0 || bytes == 0 {
            return self.error(0);
        }
        let fits = matches!(self.side(to), Reach::Device | Reach::Both) && self.fits(to, bytes);
        if !fits {
            self.refused_fill(to, bytes);
            return self.error(error::INVALID_VALUE);
        }
        self.copied((to, 0), bytes, (how, 0));
        self.cuda.nanos += 1_500 + bytes / 1000;
        self.steps += bytes / 16;
        self.cuda.moving += bytes / 16;
        let n = bytes as usize;
        let stamp = self.memory.next_stamp();
        match self.allocation_of(to) {
            Some((b, at)) if b.side == Side::Device && is_filled(b, (at, n), value) => {}
            Some((b, at)) => {
                b.stamp = stamp;
                b.filled = Some(Filled {
                    stamp,
                    value,
                    place: at..at.saturating_add(n),
                });
                if n == b.bytes.len() {
                    b.written = Vec::new();
                }
                mark(&mut b.written, at, n);
                if let Some(place) = b.bytes.get_mut(at..at.saturating_add(n)) {
                    place.fill(value);
                }
            }
            None => {
                if let Some(place) = self.view().range_mut(to, bytes) {
                    place.fill(value);
                }
            }
        }
        self.error(0)
    }

    fn symbol_address(&mut self, at: u64, symbol: u64) -> Answer {
        if !matches!(target(symbol), Target::In(Space::Symbol, ..)) {
            return self.error(error::INVALID_SYMBOL);
        }
        self.give(at, symbol)?;
        self.error(0)
    }

    fn memory_info(&mut self, free: u64, total: u64) -> Answer {
        let all = self.options.device.memory_bytes;
        // What the driver and a context take before the program asks for anything.
        let taken = self.cuda.device_bytes + (448 << 20);
        // Nor is there more than the program may have here, whatever the device has: some ask how much is free, and take most of it.
        let left = self.options.memory_bytes.saturating_sub(self.used);
        self.give(free, all.saturating_sub(taken).min(left))?;
        self.give(total, all)?;
        self.error(0)
    }

    /// A `cudaMemoryType`.
    fn pointer_kind(&self, address: u64) -> u64 {
        match target(address) {
            Target::In(Space::Global, id, _) => match self.memory.buffers.get(id as usize) {
                Some(b) if b.side == Side::Pinned => 1,
                Some(b) if b.side == Side::Managed => 3,
                _ => 2,
            },
            Target::In(Space::Symbol, id, _) => match self.memory.symbols.get(id as usize) {
                Some(s) if s.side == Side::Managed => 3,
                _ => 2,
            },
            Target::In(Space::Host, id, _) => {
                let block = self.memory.hosted.blocks.get(id as usize);
                block.is_some_and(|b| b.device && b.kind != warp::launch::HostKind::Literal) as u64
            }
            _ => 0,
        }
    }
}

/// Which kind of element a parameter of so many bytes is, for its bits.
pub(super) fn widened(elem: Elem, bytes: &[u8]) -> u64 {
    let raw = bytes
        .iter()
        .take(elem.bytes())
        .rev()
        .fold(0u64, |all, b| all << 8 | *b as u64);
    match elem {
        Elem::I8 => raw as u8 as i8 as i32 as u32 as u64,
        Elem::I16 => raw as u16 as i16 as i32 as u32 as u64,
        _ => raw,
    }
}
