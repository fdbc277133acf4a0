//! `printf` in a kernel: each active lane's text, one after the other, lowest first.
//!
//! A site and a warp go in; bytes are added to what the launch printed. The rule: whole texts only, in the order in which
//! the warps come to them, and no more bytes a launch than its options say: after the first that
//! has no room they are counted only, so that a flood is as cheap as a loop; memory is read as by a load that cannot fail.

use super::Machine;
use super::lanes::Lanewise;
use super::mem::{Region, Space, Spaces, Target, target};
use super::warp::Warp;
use crate::report::{Print, Prints};
use cuda_ir::Elem;
use cuda_ir::ParamReg;
use cuda_ir::format;

/// Carries out the print with this number.
pub fn print<P>(cx: &mut Machine<'_, P>, w: &mut Warp, site: u32) {
    let Some(site) = cx.env.code(w.code).prints.get(site as usize) else {
        return;
    };
    let (count, mask) = (site.args.len() as u32, w.active);
    if cx.mem.print_full {
        cx.mem.prints.texts += mask.lanes().count() as u64;
        w.g.map32(site.dst, site.dst, mask, |_| count);
        return;
    }
    let mut form: Option<(u64, Vec<u8>)> = None;
    let mut out = Vec::new();
    for lane in mask.lanes() {
        let value = |reg: ParamReg| match reg {
            ParamReg::R(r) => w.g.r.get(r.0 as usize).map_or(0, |r| r[lane] as u64),
            ParamReg::D(d) => w.g.d.get(d.0 as usize).map_or(0, |d| d[lane]),
            ParamReg::P(p) => {
                w.g.p
                    .get(p.0 as usize)
                    .map_or(0, |p| (p >> lane & 1) as u64)
            }
        };
        let args: Vec<(u64, Elem)> = site.args.iter().map(|(r, e)| (value(*r), *e)).collect();
        let text = |address: u64| read(&cx.mem, w, lane, address);
        // Lanes mostly have one format, and then it is read once; what is local differs by lane.
        let at = value(ParamReg::D(site.format));
        let shared = cx
            .mem
            .region(at, w)
            .is_some_and(|region| !matches!(region.space, Space::Local));
        if !shared || form.as_ref().is_none_or(|(of, _)| *of != at) {
            form = text(at).map(|text| (at, text));
        }
        let Some((_, form)) = &form else {
            continue;
        };
        out.clear();
        let whole = format::format(form, &args, &mut |address| text(address), &mut out);
        cx.mem.prints.texts += 1;
        if whole.is_err() {
            continue;
        }
        cx.mem.print_full |= cx.mem.printed.len() + out.len() > cx.options.printed;
        if !cx.mem.print_full {
            cx.mem.printed.extend_from_slice(&out);
            if cx.mem.prints.first.len() < Prints::MOST {
                cx.mem.prints.first.push(Print {
                    block: w.block,
                    thread: w.thread(lane),
                    end: cx.mem.printed.len(),
                });
            }
        }
    }
    w.g.map32(site.dst, site.dst, mask, |_| count);
}

/// The text at an address, as one lane sees it, up to its zero or the end of its allocation.
fn read(mem: &Spaces<'_>, w: &Warp, lane: usize, address: u64) -> Option<Vec<u8>> {
    let region = mem.region(address, w)?;
    let Region {
        space, base, len, ..
    } = region;
    let Target::In(_, _, offset) = target(address) else {
        return None;
    };
    let from = u32::try_from(offset).ok().filter(|from| *from < len)?;
    let bytes = (base + from..base + len).map(|at| match space {
        Space::Local => {
            let row = w.local.rows.get(at as usize / 4);
            row.map_or(0, |row| (row[lane] >> (8 * (at % 4))) as u8)
        }
        _ => mem.bytes(region).0.get(at as usize).copied().unwrap_or(0),
    });
    Some(bytes.take_while(|b| *b != 0).collect())
}
