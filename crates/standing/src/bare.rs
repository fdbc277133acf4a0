//! What the module of pages has in the place of a standard library: memory, and an end where the program is wrong.
//!
//! In: sizes. Out: memory that nobody gives back. The rule: who embeds the module makes an instance for each call (`page.rs`), so memory
//! goes with the instance.
#![allow(unsafe_code, reason = "an allocator is unsafe by its trait")]

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32;
use core::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// How many bytes the host gives at once.
const PAGE: usize = 1 << 16;

/// Memory is taken from what the host gives on top, and never given back.
struct OnTop {
    /// The first address that is free.
    free: AtomicUsize,
    /// The first address that the host has not given.
    end: AtomicUsize,
}

#[global_allocator]
static MEMORY: OnTop = OnTop {
    free: AtomicUsize::new(0),
    end: AtomicUsize::new(0),
};

// SAFETY: addresses are aligned as asked, inside of what the host gave, and none is given twice. There is one thread.
unsafe impl GlobalAlloc for OnTop {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let aligned = self.free.load(Relaxed).next_multiple_of(layout.align());
        let missing = (aligned + layout.size()).saturating_sub(self.end.load(Relaxed));
        let mut start = aligned;
        if missing > 0 {
            let pages = missing.div_ceil(PAGE);
            let before = wasm32::memory_grow::<0>(pages);
            if before == usize::MAX {
                return core::ptr::null_mut();
            }
            // At first nothing was given: what the module itself needs lies below.
            if self.end.load(Relaxed) == 0 {
                start = before * PAGE;
            }
            self.end.store((before + pages) * PAGE, Relaxed);
        }
        self.free.store(start + layout.size(), Relaxed);
        start as *mut u8
    }

    unsafe fn dealloc(&self, _: *mut u8, _: Layout) {}
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    wasm32::unreachable()
}
