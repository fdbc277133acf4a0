//! The calls that each check makes, and the right answers, worked by hand.

use lab::{Asking, ask};

use super::{Exercise, PageError};

pub(crate) fn ceil(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(8, 4);
    ask!(ask, on pager.add(1, 8)).is(Ok(()));
    ask!(ask, on pager.add(2, 1)).is(Ok(()));
    ask!(ask, on pager.add(3, 0)).is(Ok(()));
    ask!(ask, on pager.table(1)).is(Some(vec![0, 1]));
    ask!(ask, on pager.table(2)).is(Some(vec![2]));
    ask!(ask, on pager.table(3)).is(Some(vec![]));
    ask!(ask, on pager.free_blocks()).is(5u32);
}

pub(crate) fn lowest(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(8, 4);
    for seq in 1..=4 {
        ask!(ask, on pager.add(seq, 4)).is(Ok(()));
    }
    ask!(ask, on pager.release(2)).is(Ok(()));
    ask!(ask, on pager.release(4)).is(Ok(()));
    ask!(ask, on pager.add(5, 8)).is(Ok(()));
    ask!(ask, on pager.table(5)).is(Some(vec![1, 3]));
}

pub(crate) fn all_or_nothing(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(3, 4);
    ask!(ask, on pager.add(1, 4)).is(Ok(()));
    ask!(ask, on pager.add(2, 12)).is(Err(PageError::Full));
    ask!(ask, on pager.free_blocks()).is(2u32);
    ask!(ask, on pager.table(2)).is(None::<Vec<u32>>);
    ask!(ask, on pager.add(2, 8)).is(Ok(()));
}

pub(crate) fn errors(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(3, 4);
    ask!(ask, on pager.add(1, 4)).is(Ok(()));
    ask!(ask, on pager.add(1, 4)).is(Err(PageError::Exists));
    ask!(ask, on pager.release(7)).is(Err(PageError::Unknown));
    ask!(ask, on pager.table(7)).is(None::<Vec<u32>>);
    ask!(ask, on pager.release(1)).is(Ok(()));
    ask!(ask, on pager.release(1)).is(Err(PageError::Unknown));
    ask!(ask, on pager.free_blocks()).is(3u32);
}

pub(crate) fn boundary(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(2, 4);
    ask!(ask, on pager.add(1, 3)).is(Ok(()));
    ask!(ask, on pager.append(1)).is(Ok(None));
    ask!(ask, on pager.table(1)).is(Some(vec![0]));
    ask!(ask, on pager.append(1)).is(Ok(None));
    ask!(ask, on pager.table(1)).is(Some(vec![0, 1]));
    for _ in 0..3 {
        ask!(ask, on pager.append(1)).is(Ok(None));
    }
    ask!(ask, on pager.append(1)).is(Err(PageError::Full));
    ask!(ask, on pager.append(9)).is(Err(PageError::Unknown));
    ask!(ask, on pager.table(1)).is(Some(vec![0, 1]));
}

pub(crate) fn copy_on_write(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(8, 4);
    ask!(ask, on pager.add(1, 6)).is(Ok(()));
    ask!(ask, on pager.fork(1, 2)).is(Ok(()));
    ask!(ask, on pager.table(2)).is(Some(vec![0, 1]));
    ask!(ask, on pager.free_blocks()).is(6u32);
    ask!(ask, on pager.append(2)).is(Ok(Some((1, 2))));
    ask!(ask, on pager.table(2)).is(Some(vec![0, 2]));
    ask!(ask, on pager.append(1)).is(Ok(None));
    ask!(ask, on pager.table(1)).is(Some(vec![0, 1]));
    ask!(ask, on pager.fork(1, 2)).is(Err(PageError::Exists));
    ask!(ask, on pager.fork(9, 3)).is(Err(PageError::Unknown));
}

pub(crate) fn full_block(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(8, 4);
    ask!(ask, on pager.add(1, 4)).is(Ok(()));
    ask!(ask, on pager.fork(1, 2)).is(Ok(()));
    ask!(ask, on pager.append(2)).is(Ok(None));
    ask!(ask, on pager.table(2)).is(Some(vec![0, 1]));
    ask!(ask, on pager.table(1)).is(Some(vec![0]));
}

pub(crate) fn release(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(4, 4);
    ask!(ask, on pager.add(1, 8)).is(Ok(()));
    ask!(ask, on pager.fork(1, 2)).is(Ok(()));
    ask!(ask, on pager.release(1)).is(Ok(()));
    ask!(ask, on pager.free_blocks()).is(2u32);
    ask!(ask, on pager.add(3, 8)).is(Ok(()));
    ask!(ask, on pager.table(3)).is(Some(vec![2, 3]));
    ask!(ask, on pager.release(2)).is(Ok(()));
    ask!(ask, on pager.free_blocks()).is(2u32);
}

pub(crate) fn count(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(64, 16);
    for (seq, tokens) in [(1, 300), (2, 1), (3, 16), (4, 17)] {
        ask!(ask, on pager.add(seq, tokens)).is(Ok(()));
    }
    // 304 − 300, 16 − 1, 0, 32 − 17.
    ask!(ask, on pager.waste()).is(34u32);
}

pub(crate) fn trace(e: &Exercise, ask: &mut Asking) {
    let mut pager = (e.new)(8, 4);
    let state = |pager: &dyn super::Pages, ask: &mut Asking, free: u32, waste: u32| {
        ask!(ask, on pager.free_blocks()).is(free);
        ask!(ask, on pager.waste()).is(waste);
    };
    ask!(ask, on pager.add(1, 6)).is(Ok(()));
    state(&*pager, ask, 6, 2);
    ask!(ask, on pager.add(2, 4)).is(Ok(()));
    state(&*pager, ask, 5, 2);
    ask!(ask, on pager.append(2)).is(Ok(None));
    ask!(ask, on pager.table(2)).is(Some(vec![2, 3]));
    state(&*pager, ask, 4, 5);
    ask!(ask, on pager.fork(1, 3)).is(Ok(()));
    state(&*pager, ask, 4, 5);
    ask!(ask, on pager.append(3)).is(Ok(Some((1, 4))));
    ask!(ask, on pager.table(3)).is(Some(vec![0, 4]));
    state(&*pager, ask, 3, 6);
    for _ in 0..3 {
        ask!(ask, on pager.append(1)).is(Ok(None));
    }
    ask!(ask, on pager.table(1)).is(Some(vec![0, 1, 5]));
    state(&*pager, ask, 2, 7);
    ask!(ask, on pager.release(2)).is(Ok(()));
    state(&*pager, ask, 4, 4);
    ask!(ask, on pager.add(4, 9)).is(Ok(()));
    ask!(ask, on pager.table(4)).is(Some(vec![2, 3, 6]));
    state(&*pager, ask, 1, 7);
    ask!(ask, on pager.release(1)).is(Ok(()));
    state(&*pager, ask, 3, 4);
    ask!(ask, on pager.release(3)).is(Ok(()));
    state(&*pager, ask, 5, 3);
}
