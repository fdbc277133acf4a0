//! The buffers of a case on a device, each between guard bytes that nothing may change.
//!
//! In: a case. Out: device memory with every buffer at an address, and what was stored beside them. The rule: a guard
//! begins at the very byte behind a buffer's last, so that one element too far is seen; what nobody wrote yet is filled
//! with a pattern that is no number a kernel would make (of floats a NaN), so that reading it shows. For a tool that
//! watches memory itself buffers lie alone, and what nobody wrote is left as it was.

use lab::{Case, Copy, Data, Elem, Layout};

use crate::driver::{Address, Driver};
use crate::trouble::Trouble;

/// Bytes of guard before the first buffer, between two, and behind the last, at least.
const GUARD: usize = 4096;
/// What guards hold.
const GUARD_BYTE: u8 = 0xa7;
/// What buffers of floats hold before anybody wrote them: NaN of each width.
const UNWRITTEN_FLOAT: u8 = 0xff;
/// What all other buffers hold.
const UNWRITTEN: u8 = 0xa5;
/// Where buffers begin: at multiples of this, as the driver's own allocations do.
const ALIGN: usize = 256;

/// How buffers lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Placement {
    /// In one allocation, between guards.
    #[default]
    Guarded,
    /// Each in an allocation of its own.
    Alone,
}

/// One buffer's place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Held {
    name: &'static str,
    at: Address,
    len: usize,
    /// The bytes of an element.
    element: usize,
}

/// A guard, with the numbers of the buffers before and behind it.
#[derive(Clone, Copy, Debug)]
struct Guard {
    at: Address,
    len: usize,
    before: Option<usize>,
    behind: Option<usize>,
}

/// The buffers of one case on a device.
#[derive(Debug)]
pub struct Arena {
    allocations: Vec<Address>,
    buffers: Vec<Held>,
    guards: Vec<Guard>,
}

/// A store beside a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// The buffer that it is nearest to.
    pub buffer: &'static str,
    /// The element that would be there, had the buffer one: negative before it.
    pub element: i64,
    /// How many bytes of the guard were changed.
    pub bytes: usize,
}

impl Arena {
    /// Brings a case's buffers to the device.
    ///
    /// # Errors
    /// When there is no room, or as the driver says.
    pub fn of(
        driver: &mut dyn Driver,
        case: &Case,
        placement: Placement,
    ) -> Result<Arena, Trouble> {
        let mut arena = Arena {
            allocations: Vec::new(),
            buffers: Vec::new(),
            guards: Vec::new(),
        };
        let made = match placement {
            Placement::Guarded => arena.guarded(driver, case),
            Placement::Alone => arena.alone(driver, case),
        };
        match made {
            Ok(()) => Ok(arena),
            Err(trouble) => {
                arena.free(driver);
                Err(trouble)
            }
        }
    }

    /// Bytes that a case takes, guards included.
    pub fn size_of(case: &Case) -> usize {
        laid_out(case).1
    }

    fn guarded(&mut self, driver: &mut dyn Driver, case: &Case) -> Result<(), Trouble> {
        let (places, bytes) = laid_out(case);
        let mut image = vec![GUARD_BYTE; bytes];
        for (&(at, len), buffer) in places.iter().zip(&case.buffers) {
            let room = &mut image[at..at + len];
            match buffer.data.bytes() {
                Some(given) => room.copy_from_slice(given),
                None => room.fill(unwritten(&buffer.data)),
            }
        }
        let base = driver.allocate(bytes)?;
        self.allocations.push(base);
        let mut start = 0;
        for (number, (&(at, len), buffer)) in places.iter().zip(&case.buffers).enumerate() {
            self.hold(buffer, base.plus(at));
            self.guards.push(Guard {
                at: base.plus(start),
                len: at - start,
                before: number.checked_sub(1),
                behind: Some(number),
            });
            start = at + len;
        }
        self.guards.push(Guard {
            at: base.plus(start),
            len: bytes - start,
            before: places.len().checked_sub(1),
            behind: None,
        });
        driver.write(base, &image)
    }

    fn alone(&mut self, driver: &mut dyn Driver, case: &Case) -> Result<(), Trouble> {
        for buffer in &case.buffers {
            let at = driver.allocate(buffer.data.len() * buffer.data.layout().bytes())?;
            self.allocations.push(at);
            self.hold(buffer, at);
            if let Some(given) = buffer.data.bytes() {
                driver.write(at, given)?;
            }
        }
        Ok(())
    }

    fn hold(&mut self, buffer: &lab::Buffer, at: Address) {
        let element = buffer.data.layout().bytes();
        self.buffers.push(Held {
            name: buffer.name,
            at,
            len: buffer.data.len() * element,
            element,
        });
    }

    /// Gives the room back.
    pub fn free(self, driver: &mut dyn Driver) {
        self.allocations.into_iter().for_each(|at| driver.free(at));
    }

    /// The address of an element of a buffer.
    pub fn address(&self, buffer: &str, skip: usize) -> Option<Address> {
        let held = self.held(buffer)?;
        Some(held.at.plus(skip * held.element))
    }

    fn held(&self, buffer: &str) -> Option<&Held> {
        self.buffers.iter().find(|held| held.name == buffer)
    }

    /// Copies between two buffers, as far as both go.
    ///
    /// # Errors
    /// As the driver says.
    pub fn copy(&self, driver: &mut dyn Driver, of: &Copy) -> Result<(), Trouble> {
        let (Some(from), Some(to)) = (self.held(of.from.0), self.held(of.to.0)) else {
            return Ok(());
        };
        let (skipped, kept) = (of.from.1 * from.element, of.to.1 * to.element);
        let room = from.len.saturating_sub(skipped);
        let room = room.min(to.len.saturating_sub(kept));
        match (of.len * from.element).min(room) {
            0 => Ok(()),
            bytes => driver.copy(from.at.plus(skipped), to.at.plus(kept), bytes),
        }
    }

    /// The stores beside buffers that guards show now, one a guard.
    ///
    /// # Errors
    /// As the driver says.
    pub fn beside(&self, driver: &mut dyn Driver) -> Result<Vec<Beside>, Trouble> {
        let mut found = Vec::new();
        for guard in &self.guards {
            let mut bytes = vec![0; guard.len];
            driver.read(guard.at, &mut bytes)?;
            found.extend(self.changed(guard, &bytes));
        }
        Ok(found)
    }

    /// What a guard with these bytes shows.
    fn changed(&self, guard: &Guard, bytes: &[u8]) -> Option<Beside> {
        let is_changed = |byte: &u8| *byte != GUARD_BYTE;
        let first = bytes.iter().position(is_changed)?;
        let last = bytes.iter().rposition(is_changed)?;
        let of = |number: Option<usize>| number.and_then(|n| self.buffers.get(n));
        // A guard has two neighbours; the store is told of the one that it is nearer to.
        let to_next = bytes.len() - 1 - last;
        let (held, element) = match (of(guard.before), of(guard.behind)) {
            (Some(held), next) if first <= to_next || next.is_none() => {
                let beyond = (held.len + first) / held.element.max(1);
                (held, i64::try_from(beyond).ok()?)
            }
            (_, Some(held)) => {
                let short = (bytes.len() - last).div_ceil(held.element.max(1));
                (held, -i64::try_from(short).ok()?)
            }
            (_, None) => return None,
        };
        Some(Beside {
            buffer: held.name,
            element,
            bytes: bytes.iter().filter(|byte| is_changed(byte)).count(),
        })
    }

    /// The contents of every buffer.
    ///
    /// # Errors
    /// As the driver says.
    pub fn contents(
        &self,
        driver: &mut dyn Driver,
    ) -> Result<Vec<(&'static str, Vec<u8>)>, Trouble> {
        let mut contents = Vec::new();
        for held in &self.buffers {
            let mut bytes = vec![0; held.len];
            driver.read(held.at, &mut bytes)?;
            contents.push((held.name, bytes));
        }
        Ok(contents)
    }
}

/// Where each buffer begins in one allocation and its bytes, and the bytes of all.
fn laid_out(case: &Case) -> (Vec<(usize, usize)>, usize) {
    let mut at = GUARD;
    let mut places = Vec::new();
    for buffer in &case.buffers {
        let len = buffer.data.len() * buffer.data.layout().bytes();
        places.push((at, len));
        at = (at + len + GUARD).next_multiple_of(ALIGN);
    }
    (places, at)
}

fn unwritten(data: &Data) -> u8 {
    match data.layout() {
        Layout::Number(Elem::F16 | Elem::Bf16 | Elem::F32 | Elem::F64) => UNWRITTEN_FLOAT,
        Layout::Number(_) | Layout::Record(_) => UNWRITTEN,
    }
}
