//! What the checks call, from the file that the learner wrote: its pool, handles into one, and whether a handle can be cloned.

use std::cell::RefCell;
use std::marker::PhantomData;

use super::exercise::*;
use memory_pool::{Exercise, Handles, PoolError, Report, StreamOrdered};

/// They must be there, and have these types.
pub const EXERCISE: Exercise = Exercise {
    new: |bytes| Box::new(Pool::new(bytes)),
    handles: |bytes| {
        // It lives as long as the program, so that handles may.
        let pool: &'static RefCell<Pool> = Box::leak(Box::new(RefCell::new(Pool::new(bytes))));
        Box::new(HeldOf { pool, held: Vec::new() })
    },
    handle_clones: Probe::<Held<'static>>::CLONES,
};

/// A pool and handles into it.
struct HeldOf {
    pool: &'static RefCell<Pool>,
    held: Vec<Held<'static>>,
}

impl Handles for HeldOf {
    fn hold(&mut self, bytes: u64, stream: u32) -> Result<u64, PoolError> {
        let held = Held::new(self.pool, bytes, stream)?;
        let offset = held.offset();
        self.held.push(held);
        Ok(offset)
    }

    fn let_go(&mut self, nth: usize) {
        drop(self.held.remove(nth));
    }

    fn report(&self) -> Report {
        self.pool.borrow().report()
    }
}

/// Asks whether a type is `Clone`: its own constant is there only then, and hides the one of the trait.
struct Probe<T>(PhantomData<T>);

impl<T: Clone> Probe<T> {
    const CLONES: bool = true;
}

trait NotClone {
    const CLONES: bool = false;
}

impl<T> NotClone for Probe<T> {}
