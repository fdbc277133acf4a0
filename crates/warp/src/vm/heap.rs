//! The device's heap: `malloc`, `free`, `new` and `delete` in a kernel.
//!
//! A site and a warp go in; each active lane, lowest first, gets memory of its own, or gives some back. The rule: a piece
//! of the heap is a global allocation like any other, so that every access to it is checked; it outlives the launch, and
//! all pieces together stay within the heap's limit, beyond which `malloc` gives null, as CUDA's does.

use super::mask::LANES;
use super::mem::{Ground, Space, Target, pointer, target};
use super::{Machine, Warp};
use crate::probe::Probe;
use crate::probe::found::Words;
use crate::probe::scene::Scene;
use crate::report::FindingKind;
use cuda_ir::ParamReg;
use cuda_ir::sys::SysFn;

/// Carries out the call with this number.
pub fn call<P: Probe>(cx: &mut Machine<'_, P>, w: &mut Warp, site: u32) {
    let Some(site) = cx.env.code(w.code).sys.get(site as usize) else {
        return;
    };
    let Some((ParamReg::D(given), _)) = site.args.first() else {
        return;
    };
    let given = w.g.d.get(given.0 as usize).copied().unwrap_or([0; LANES]);
    let mut made = [0; LANES];
    for lane in w.active.lanes() {
        match site.what {
            SysFn::Malloc => made[lane] = allocate(cx, w, given[lane]),
            _ => free(cx, w, lane, given[lane]),
        }
    }
    if let Some(ParamReg::D(to)) = site.results.first()
        && let Some(row) = w.g.d.get_mut(to.0 as usize)
    {
        w.active.lanes().for_each(|lane| row[lane] = made[lane]);
    }
}

/// New memory of the heap; null if there is none left.
fn allocate<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, bytes: u64) -> u64 {
    let line = Scene::of(cx.env, w).at().line;
    let Ground::Whole(memory) = &mut cx.mem.ground else {
        return 0;
    };
    let Some(id) = memory.take_from_heap(bytes, line, cx.options.poison) else {
        return 0;
    };
    cx.env.renew(id, memory);
    cx.probe.renewed(id);
    pointer(Space::Global, id, 0)
}

fn free<P: Probe>(cx: &mut Machine<'_, P>, w: &Warp, lane: usize, address: u64) {
    if address == 0 {
        return;
    }
    let (id, whole) = match target(address) {
        Target::In(Space::Global, id, offset) => (Some(id), offset == 0),
        _ => (None, false),
    };
    if let (Ground::Whole(memory), Some(id)) = (&mut cx.mem.ground, id)
        && whole
        && memory.give_to_heap(id)
    {
        cx.env.renew(id, memory);
        return;
    }
    if !P::ON {
        return;
    }
    let scene = Scene::of(cx.env, w);
    let span = scene.at().span;
    cx.found.note(FindingKind::BadFree, (span, span), 1, || {
        let message = match id {
            Some(id) if scene.env.is_freed(Space::Global, id) => {
                "memory of the device's heap is freed a second time"
            }
            _ => "what is freed here is not what `malloc` or `new` gave in a kernel",
        };
        let help = "free what `malloc` and `new` gave in a kernel, once, by its first byte; what \
                    `cudaMalloc` gave goes to `cudaFree` on the host";
        Words {
            message: message.to_string(),
            places: vec![scene.place(lane, "freed here")],
            help: Some(help.to_string()),
        }
    });
}
