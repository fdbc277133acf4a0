//! A buffer's padding: the bytes from its end to the next multiple of 256, where the device has no other buffer.
//!
//! The lanes that leave a buffer go in; those whose access ends in the padding come out, as a group on a window: a copy of
//! the buffer's last bytes and of its padding, which is put back after a store. The rule: the access is a finding all the
//! same, and does what the device does. A vector that reaches over the end gives and takes the parts that are inside, and
//! what is stored in the padding is there for later kernels; before that it is 0. Blocks that run in jobs need none of
//! it, since a job with a finding is thrown away.

use super::lanes::Lanes64;
use super::mask::{LANES, LaneMask};
use super::mem::{Fault, Ground, Group, Halves, Region, Shape, Space, Spaces, Why};
use crate::launch::{Allocation, mark};
use cuda_ir::pointer::{MAX_IDS, Target, target};

/// Where a buffer begins, in bytes: at a multiple of this.
const GRAIN: u64 = 256;

/// The longest access of a lane, and the bytes of a buffer that a window may begin with.
const LONGEST: u32 = 16;

/// The number of the window among buffers, which no pointer can name.
pub const WINDOW: u32 = MAX_IDS as u32;

impl Allocation {
    /// How many bytes there are after the end, if kernels may come upon any.
    fn padding(&self) -> Option<u64> {
        let len = self.bytes.len() as u64;
        let has = !self.freed && !self.heap;
        has.then_some(len.next_multiple_of(GRAIN) - len)
    }
}

/// The first byte of a buffer that its window has.
fn from(region: Region) -> u32 {
    region.len - region.len % LONGEST
}

impl Spaces<'_> {
    /// The lanes of a fault whose access goes over the end of a buffer and no further than its padding; and the buffer.
    #[cold]
    pub fn past_end(
        &self,
        fault: &Fault,
        addresses: &Lanes64,
        bytes: u32,
    ) -> Option<(Group, Region)> {
        let (Why::Outside(region), Ground::Whole(memory)) = (fault.why, &self.ground) else {
            return None;
        };
        if region.space != Space::Global {
            return None;
        }
        let padding = memory.buffers.get(region.id as usize)?.padding()?;
        let (first, end) = (from(region), i64::from(region.len) + padding as i64);
        let place = |lane: usize| match target(addresses[lane]) {
            Target::In(_, _, offset) => Some(offset).filter(|at| {
                let inside = *at >= i64::from(first) && at + i64::from(bytes) <= end;
                inside && at % i64::from(bytes) == 0
            }),
            Target::Null(_) | Target::Wild => None,
        };
        let lanes = fault.mask.lanes().filter(|lane| place(*lane).is_some());
        let mask = lanes.fold(LaneMask::NONE, |set, lane| set.or(LaneMask::only(lane)));
        if mask.is_empty() {
            return None;
        }
        let mut at = [0; LANES];
        for (lane, at) in at.iter_mut().enumerate() {
            let lane = if mask.has(lane) { lane } else { mask.lead() };
            *at = place(lane).map_or(0, |offset| (offset - i64::from(first)) as u32);
        }
        let window = Region {
            space: Space::Global,
            id: WINDOW,
            base: 0,
            len: (end - i64::from(first)) as u32,
        };
        let (shape, halves) = (Shape::Any, Halves::Any);
        let group = Group {
            region: window,
            mask,
            shape,
            halves,
            at,
        };
        Some((group, region))
    }

    /// Opens the window on a buffer's end.
    #[cold]
    pub fn open_window(&mut self, region: Region) {
        let Ground::Whole(memory) = &self.ground else {
            return;
        };
        self.window.clear();
        let Some(b) = memory.buffers.get(region.id as usize) else {
            return;
        };
        let last = b.bytes.get(from(region) as usize..).unwrap_or(&[]);
        self.window.extend_from_slice(last);
        self.window.extend_from_slice(&b.padding);
        let whole = last.len() + b.padding().unwrap_or(0) as usize;
        self.window.resize(whole, 0);
    }

    /// Puts back what a group of so many bytes a lane has changed in the window.
    #[cold]
    pub fn close_window(&mut self, region: Region, group: &Group, bytes: u32) {
        let Ground::Whole(memory) = &mut self.ground else {
            return;
        };
        let Some(b) = memory.buffers.get_mut(region.id as usize) else {
            return;
        };
        let (len, first) = (b.bytes.len(), from(region) as usize);
        let inside = len.saturating_sub(first).min(self.window.len());
        let (last, padding) = self.window.split_at(inside);
        if let Some(to) = b.bytes.get_mut(first..first + inside) {
            to.copy_from_slice(last);
        }
        b.padding.clear();
        b.padding.extend_from_slice(padding);
        for lane in group.mask.lanes() {
            let start = first + group.at[lane] as usize;
            let end = (start + bytes as usize).min(len);
            mark(&mut b.written, start, end.saturating_sub(start));
        }
    }
}
