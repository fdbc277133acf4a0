//! Exceptions: what was thrown, who takes it, and what ends on the way there.
//!
//! A `throw` looks for a handler first. If there is none the program ends at once, as with g++, and nothing is ended. If there is
//! one, what has guards ends, latest first, down to where its `try` began; the calls made since are over, and the `try`
//! returns once more, with the handler's number. The rule: no exception passes a call that the machine itself makes (a
//! destructor on the way, what `atexit` was given): the program ends there.

use super::machine::{End, Machine};
use cuda_ir::pointer::code_target;
use cuda_ir::sys::SysFn;
use cuda_ir::{CodeRef, D, ParamReg, Pc};
use std::rc::Rc;

/// What stands where the number of handlers would for a function that lets nothing out.
const NOTHING_PASSES: u32 = u32::MAX;

/// The most handlers and guards that may be waiting.
const MOST: usize = 1 << 20;

/// A `try` that is open.
struct Try {
    /// How many calls were open.
    depth: usize,
    /// The operation after the call that began it.
    pc: Pc,
    /// Where that call's result goes.
    result: Option<ParamReg>,
    /// The numbers of its handlers' types.
    handlers: Vec<u32>,
    /// Whether nothing may pass.
    shut: bool,
    /// How many guards and caught exceptions there were.
    guards: usize,
    caught: usize,
}

/// Objects that end if an exception passes.
struct Guard {
    first: u64,
    ends: u64,
    count: u64,
    size: u64,
}

/// An exception.
struct Exception {
    object: u64,
    /// What ends the object; 0 if nothing does.
    ends: u64,
    /// Its `what`; 0 if it has none.
    what: u64,
    /// Where in the object `what` finds its own.
    what_at: u64,
    /// The numbers of the types that take it, each with where in the object that part is.
    takers: Vec<(u32, u64)>,
    name: Vec<u8>,
}

/// An exception that a handler has.
struct Caught {
    exception: Rc<Exception>,
    /// The part that the handler sees.
    part: u64,
}

/// What a machine knows of exceptions.
#[derive(Default)]
pub(super) struct Exceptions {
    tries: Vec<Try>,
    guards: Vec<Guard>,
    caught: Vec<Caught>,
    /// Those that the program keeps; their numbers begin at 1.
    kept: Vec<Rc<Exception>>,
    /// How many are on their way to a handler.
    passing: u64,
    /// The first `try` that an exception can reach from here.
    floor: usize,
}

impl Exceptions {
    /// The machine makes a call: no exception passes it. What to set the floor to afterwards.
    pub fn shut(&mut self) -> usize {
        std::mem::replace(&mut self.floor, self.tries.len())
    }

    /// The machine's call is over.
    pub fn open(&mut self, floor: usize) {
        self.floor = floor;
    }
}

impl Machine<'_> {
    /// The calls that exceptions are made of.
    pub(super) fn exception_call(
        &mut self,
        what: SysFn,
        args: [u64; 4],
        result: Option<ParamReg>,
    ) -> Result<(), End> {
        match what {
            SysFn::Try => return self.begin_try(args[0], result),
            SysFn::EndTry => drop(self.exceptions.tries.pop()),
            SysFn::Throw => return self.throw(args),
            SysFn::Rethrow => return self.rethrow(),
            SysFn::Caught => {
                let part = self.exceptions.caught.last().map_or(0, |c| c.part);
                result.into_iter().for_each(|to| self.set_slot(to, part));
            }
            SysFn::EndCatch => {
                let done = self.exceptions.caught.pop();
                return done.map_or(Ok(()), |c| self.forget(c.exception));
            }
            SysFn::Guard => {
                let [first, ends, count, size] = args;
                if self.exceptions.guards.len() >= MOST {
                    return Err(self.faulted("more objects live at once than the machine can end"));
                }
                let guard = Guard {
                    first,
                    ends,
                    count,
                    size,
                };
                self.exceptions.guards.push(guard);
            }
            SysFn::Terminate => return self.end_by_terminate(),
            SysFn::KeepException => {
                let number = self.keep_exception();
                result.into_iter().for_each(|to| self.set_slot(to, number));
            }
            SysFn::ThrowKept => return self.throw_kept(args[0]),
            SysFn::Uncaught => {
                let n = self.exceptions.passing;
                result.into_iter().for_each(|to| self.set_slot(to, n));
            }
            _ => {
                let guards = &mut self.exceptions.guards;
                if let Some(at) = guards.iter().rposition(|g| g.first == args[0]) {
                    guards.remove(at);
                }
            }
        }
        Ok(())
    }

    fn begin_try(&mut self, table: u64, result: Option<ParamReg>) -> Result<(), End> {
        if self.exceptions.tries.len() >= MOST {
            return Err(self.faulted("more `try` blocks are open than the machine can hold"));
        }
        let numbers = self.numbers(table);
        let shut = numbers.first() == Some(&NOTHING_PASSES);
        let n = numbers.first().map_or(0, |n| *n as usize);
        let mut handlers = numbers;
        handlers.drain(..1.min(handlers.len()));
        handlers.truncate(if shut { 0 } else { n });
        let state = &self.exceptions;
        let begun = Try {
            depth: self.calls.len(),
            pc: self.next_pc(),
            result,
            handlers,
            shut,
            guards: state.guards.len(),
            caught: state.caught.len(),
        };
        self.exceptions.tries.push(begun);
        result
            .into_iter()
            .for_each(|to| self.set_slot(to, u64::from(u32::MAX)));
        Ok(())
    }

    /// The words of a table.
    fn numbers(&mut self, table: u64) -> Vec<u32> {
        let view = self.view();
        let bytes = view.rest(table).unwrap_or_default();
        let words = bytes.chunks_exact(4).map(|word| {
            let word: [u8; 4] = word.try_into().unwrap_or_default();
            u32::from_le_bytes(word)
        });
        words.collect()
    }

    fn throw(&mut self, [object, told, ends, what]: [u64; 4]) -> Result<(), End> {
        let words = self.numbers(told);
        let n = words
            .first()
            .map_or(0, |n| *n as usize)
            .min(words.len() / 2);
        let takers = (0..n).filter_map(|k| {
            let at = 1 + 2 * k;
            Some((*words.get(at)?, u64::from(*words.get(at + 1)?)))
        });
        let takers = takers.collect();
        let what_at = words.get(1 + 2 * n).map_or(0, |at| u64::from(*at));
        let name = self
            .view()
            .text(told + 4 * (2 + 2 * n as u64))
            .map(<[u8]>::to_vec);
        let exception = Exception {
            object,
            ends,
            what,
            what_at,
            takers,
            name: name.unwrap_or_default(),
        };
        self.enter_catch(Rc::new(exception))
    }

    fn rethrow(&mut self) -> Result<(), End> {
        match self.exceptions.caught.last() {
            Some(caught) => {
                let exception = Rc::clone(&caught.exception);
                self.enter_catch(exception)
            }
            None => self.end_by_terminate(),
        }
    }

    /// Keeps the exception that was caught last; its number, 0 if there is none.
    fn keep_exception(&mut self) -> u64 {
        let state = &mut self.exceptions;
        let Some(caught) = state.caught.last() else {
            return 0;
        };
        let known = state
            .kept
            .iter()
            .position(|kept| Rc::ptr_eq(kept, &caught.exception));
        let at = known.unwrap_or_else(|| {
            state.kept.push(Rc::clone(&caught.exception));
            state.kept.len() - 1
        });
        at as u64 + 1
    }

    fn throw_kept(&mut self, number: u64) -> Result<(), End> {
        let at = usize::try_from(number).unwrap_or(0).checked_sub(1);
        match at.and_then(|at| self.exceptions.kept.get(at)) {
            Some(kept) => {
                let exception = Rc::clone(kept);
                self.enter_catch(exception)
            }
            None => self.end_by_terminate(),
        }
    }

    /// `std::terminate`.
    fn end_by_terminate(&mut self) -> Result<(), End> {
        match self.exceptions.caught.last() {
            Some(caught) => {
                let exception = Rc::clone(&caught.exception);
                self.terminate(&exception)
            }
            None => {
                self.write(2, b"terminate called without an active exception\n")?;
                self.abort("`std::terminate` was called")
            }
        }
    }

    /// Enters the `catch` that takes an exception, or ends the program.
    fn enter_catch(&mut self, exception: Rc<Exception>) -> Result<(), End> {
        let state = &self.exceptions;
        let open = state.tries.iter().enumerate().skip(state.floor).rev();
        let mut found = None;
        let mut shut = None;
        for (at, open) in open {
            if open.shut {
                shut = Some(open.guards);
                break;
            }
            let handlers = open.handlers.iter().enumerate();
            let taken = handlers.filter_map(|(n, number)| {
                let taker = exception.takers.iter().find(|(taker, _)| taker == number);
                match (number, taker) {
                    (0, _) => Some((n, 0)),
                    (_, Some((_, offset))) => Some((n, *offset)),
                    _ => None,
                }
            });
            if let Some((n, offset)) = { taken }.next() {
                found = Some((at, n, offset));
                break;
            }
        }
        let Some((at, handler, offset)) = found else {
            // What lets nothing out is where the way ends, and what is on the way ends first.
            while shut.is_some_and(|guards| self.exceptions.guards.len() > guards) {
                self.end_guarded()?;
            }
            return self.terminate(&exception);
        };
        let landing = self.exceptions.tries.drain(at..).next();
        let Some(landing) = landing else {
            return Ok(());
        };
        self.exceptions.passing += 1;
        while self.exceptions.guards.len() > landing.guards {
            self.end_guarded()?;
        }
        self.exceptions.passing -= 1;
        while self.exceptions.caught.len() > landing.caught {
            if let Some(left) = self.exceptions.caught.pop() {
                self.forget(left.exception)?;
            }
        }
        self.leave_calls(landing.depth, landing.pc);
        let part = exception.object.wrapping_add(offset);
        self.exceptions.caught.push(Caught { exception, part });
        let number = handler as u64;
        landing
            .result
            .into_iter()
            .for_each(|to| self.set_slot(to, number));
        Ok(())
    }

    /// Ends what the latest guard is for.
    fn end_guarded(&mut self) -> Result<(), End> {
        let Some(guard) = self.exceptions.guards.pop() else {
            return Ok(());
        };
        for k in (0..guard.count).rev() {
            self.end_object(
                guard.ends,
                guard.first.wrapping_add(k.wrapping_mul(guard.size)),
            )?;
        }
        Ok(())
    }

    /// Calls a destructor.
    pub(super) fn end_object(&mut self, ends: u64, object: u64) -> Result<(), End> {
        match code_target(ends) {
            Some(CodeRef::Function(func)) => {
                let this = (ParamReg::D(D(0)), object);
                self.call(func.0, &[this], None).map(|_| ())
            }
            _ => Ok(()),
        }
    }

    /// A handler is done with an exception; the last one ends it.
    fn forget(&mut self, exception: Rc<Exception>) -> Result<(), End> {
        match Rc::try_unwrap(exception) {
            Ok(exception) => {
                self.end_object(exception.ends, exception.object)?;
                self.free(exception.object).map(|_| ())
            }
            Err(_) => Ok(()),
        }
    }

    /// Nothing catches it.
    fn terminate(&mut self, exception: &Exception) -> Result<(), End> {
        let mut text = b"terminate called after throwing an instance of '".to_vec();
        text.extend(&exception.name);
        text.extend(b"'\n");
        let mut message = format!(
            "nothing catches {}",
            String::from_utf8_lossy(&exception.name)
        );
        if let Some(CodeRef::Function(func)) = code_target(exception.what) {
            let this = (ParamReg::D(D(0)), exception.object + exception.what_at);
            let said = self.call(func.0, &[this], Some(ParamReg::D(D(1))))?;
            let said = self.text(said)?;
            text.extend(b"  what():  ");
            text.extend(&said);
            text.push(b'\n');
            message += &format!(": {}", String::from_utf8_lossy(&said));
        }
        self.write(2, &text)?;
        self.abort(&message)
    }
}
