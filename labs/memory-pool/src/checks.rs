//! The calls that each check makes, and the right answers, worked by hand; those of the long trace by the model.

use lab::{Asking, Seeded, ask};

use super::model::Model;
use super::{Exercise, PoolError, Report};

pub(crate) fn rounds(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(1024);
    ask!(ask, on pool.alloc(1, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(257, 1)).is(Ok(256));
    ask!(ask, on pool.alloc(256, 2)).is(Ok(768));
    let mut pool = (e.new)(4096);
    ask!(ask, on pool.alloc(255, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(256));
    ask!(ask, on pool.alloc(513, 1)).is(Ok(768));
    ask!(ask, on pool.alloc(1, 1)).is(Ok(1536));
}

pub(crate) fn full(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(1024);
    ask!(ask, on pool.alloc(0, 1)).is(Err(PoolError::Zero));
    ask!(ask, on pool.alloc(1280, 1)).is(Err(PoolError::Full(1024)));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(768, 1)).is(Err(PoolError::Full(512)));
    ask!(ask, on pool.alloc(u64::MAX, 1)).is(Err(PoolError::Full(512)));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(512));
    ask!(ask, on pool.alloc(1, 1)).is(Err(PoolError::Full(0)));
    // 1,000 bytes are three whole pieces.
    let mut pool = (e.new)(1000);
    ask!(ask, on pool.alloc(1024, 1)).is(Err(PoolError::Full(768)));
    ask!(ask, on pool.alloc(768, 1)).is(Ok(0));
    let mut pool = (e.new)(0);
    ask!(ask, on pool.alloc(1, 1)).is(Err(PoolError::Full(0)));
}

pub(crate) fn lowest(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(2048);
    for at in [0, 512, 768, 1024] {
        let bytes = if at == 0 { 512 } else { 256 };
        ask!(ask, on pool.alloc(bytes, 1)).is(Ok(at));
    }
    // Free are 0 to 511, 768 to 1023 and 1280 to 2047: 256 bytes would fit best in the second, and go into the first.
    ask!(ask, on pool.free(768, 1)).is(Ok(()));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(1280));
    ask!(ask, on pool.alloc(256, 1)).is(Ok(256));
    ask!(ask, on pool.alloc(256, 1)).is(Ok(768));
}

pub(crate) fn merge(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(1024);
    for at in [0, 256, 512, 768] {
        ask!(ask, on pool.alloc(256, 1)).is(Ok(at));
    }
    ask!(ask, on pool.free(512, 1)).is(Ok(()));
    ask!(ask, on pool.free(256, 1)).is(Ok(()));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(256));
    // What was freed and what was never used are one piece, too.
    let mut pool = (e.new)(1024);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(256, 1)).is(Ok(256));
    ask!(ask, on pool.free(256, 1)).is(Ok(()));
    ask!(ask, on pool.alloc(768, 1)).is(Ok(256));
}

pub(crate) fn not_live(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(1024);
    ask!(ask, on pool.alloc(512, 1)).is(Ok(0));
    ask!(ask, on pool.free(256, 1)).is(Err(PoolError::NotLive));
    ask!(ask, on pool.free(512, 1)).is(Err(PoolError::NotLive));
    ask!(ask, on pool.free(u64::MAX, 1)).is(Err(PoolError::NotLive));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    ask!(ask, on pool.free(0, 1)).is(Err(PoolError::NotLive));
    ask!(ask, on pool.alloc(512, 1)).is(Ok(0));
}

pub(crate) fn own(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(512);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.alloc(256, 2)).is(Ok(256));
    // What counts is the stream that frees, not the one that asked for it.
    ask!(ask, on pool.free(0, 2)).is(Ok(()));
    ask!(ask, on pool.alloc(256, 2)).is(Ok(0));
    ask!(ask, on pool.free(0, 2)).is(Ok(()));
    ask!(ask, on pool.alloc(256, 1)).is(Err(PoolError::Full(0)));
}

pub(crate) fn before(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(256);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    pool.wait(2, 1);
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    ask!(ask, on pool.alloc(256, 2)).is(Err(PoolError::Full(0)));
    // Nor does 1's own wait for 2 say anything to 2.
    pool.wait(1, 2);
    ask!(ask, on pool.alloc(256, 2)).is(Err(PoolError::Full(0)));
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
}

pub(crate) fn after(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(768);
    ask!(ask, on pool.alloc(512, 1)).is(Ok(0));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    ask!(ask, on pool.alloc(512, 2)).is(Err(PoolError::Full(256)));
    pool.wait(2, 1);
    ask!(ask, on pool.alloc(256, 2)).is(Ok(0));
    // The second half is still 1's, too.
    ask!(ask, on pool.alloc(256, 1)).is(Ok(256));
}

pub(crate) fn chain(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(256);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    pool.wait(2, 1);
    pool.wait(3, 2);
    ask!(ask, on pool.alloc(256, 3)).is(Ok(0));
    // The other way round it is no chain: 3 waited on 2 before 2 waited on 1.
    let mut pool = (e.new)(256);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    pool.wait(3, 2);
    pool.wait(2, 1);
    ask!(ask, on pool.alloc(256, 3)).is(Err(PoolError::Full(0)));
}

pub(crate) fn back(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(256);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
    ask!(ask, on pool.free(0, 1)).is(Ok(()));
    pool.wait(2, 1);
    ask!(ask, on pool.alloc(256, 2)).is(Ok(0));
    ask!(ask, on pool.free(0, 2)).is(Ok(()));
    // 1 freed it once, but 2 had it since.
    ask!(ask, on pool.alloc(256, 1)).is(Err(PoolError::Full(0)));
    pool.wait(1, 2);
    ask!(ask, on pool.alloc(256, 1)).is(Ok(0));
}

pub(crate) fn numbers(e: &Exercise, ask: &mut Asking) {
    let mut pool = (e.new)(2560);
    for at in [0, 512, 1024, 1536, 2048] {
        ask!(ask, on pool.alloc(512, 1)).is(Ok(at));
    }
    ask!(ask, on pool.report()).is(Report {
        live: 2560,
        peak: 2560,
        free: 0,
        largest: 0,
        fragmentation: 0.0,
    });
    for at in [0, 1024, 1536] {
        ask!(ask, on pool.free(at, 1)).is(Ok(()));
    }
    ask!(ask, on pool.report().live).is(1024u64);
    ask!(ask, on pool.report().peak).is(2560u64);
    ask!(ask, on pool.report().free).is(1536u64);
    ask!(ask, on pool.report().largest).is(1024u64);
    ask!(ask, on pool.report().fragmentation).near(1.0 / 3.0);
    let mut pool = (e.new)(1000);
    ask!(ask, on pool.alloc(1, 1)).is(Ok(0));
    ask!(ask, on pool.report()).is(Report {
        live: 256,
        peak: 256,
        free: 512,
        largest: 512,
        fragmentation: 0.0,
    });
}

pub(crate) fn trace(e: &Exercise, ask: &mut Asking) {
    let (pieces, streams) = (64, 4);
    let mut seeded = Seeded::new(6);
    let mut pool = (e.new)(pieces as u64 * 256);
    let mut model = Model::new(pieces, streams as usize);
    let mut live = Vec::new();
    for _ in 0..1000 {
        let stream = seeded.below(streams) as u32;
        match seeded.below(8) {
            0 => {
                let on = seeded.below(streams) as u32;
                pool.wait(stream, on);
                model.wait(stream, on);
            }
            1..=3 if !live.is_empty() => {
                let offset = live.swap_remove(seeded.below(live.len() as u64) as usize);
                ask!(ask, on pool.free(offset, stream)).is(Ok(()));
                model.free(offset, stream);
            }
            _ => {
                let bytes = 1 + seeded.below(3000);
                let right = model.alloc(bytes, stream);
                ask!(ask, on pool.alloc(bytes, stream)).is(right);
                live.extend(right);
            }
        }
    }
}

pub(crate) fn frees(e: &Exercise, ask: &mut Asking) {
    let mut handles = (e.handles)(1024);
    ask!(ask, on handles.hold(256, 1)).is(Ok(0));
    ask!(ask, on handles.hold(256, 2)).is(Ok(256));
    ask!(ask, on handles.hold(1024, 1)).is(Err(PoolError::Full(512)));
    ask!(ask, on handles.report().live).is(512u64);
    handles.let_go(0);
    ask!(ask, on handles.report().live).is(256u64);
    // It went in the stream for which it was taken.
    ask!(ask, on handles.hold(256, 2)).is(Ok(512));
    ask!(ask, on handles.hold(256, 1)).is(Ok(0));
    handles.let_go(0);
    handles.let_go(0);
    handles.let_go(0);
    ask!(ask, on handles.report().live).is(0u64);
}

pub(crate) fn not_clone(e: &Exercise, ask: &mut Asking) {
    ask.holds(
        "a handle cannot be cloned: two would free one piece twice",
        !e.handle_clones,
    );
    // A handle that goes must leave others alone.
    let mut handles = (e.handles)(512);
    ask!(ask, on handles.hold(256, 1)).is(Ok(0));
    ask!(ask, on handles.hold(256, 1)).is(Ok(256));
}
