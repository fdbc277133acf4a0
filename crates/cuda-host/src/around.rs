//! What a program asks of the machine around it: clocks, chance, the environment, commands.
//!
//! A system call's arguments go in, its result comes out. The rule: what the world does not say is the same in every run; no
//! command is run.

use super::library::Answer;
use super::machine::Machine;
use super::program::Command;
use cuda_ir::pointer::{Space, pointer};
use warp::launch::{HostBlock, HostKind};

/// How many commands that were not run are told.
const COMMANDS: usize = 16;

impl Machine<'_> {
    /// Nanoseconds on a clock that goes forward: the world's, or one that instructions advance.
    pub fn now(&mut self) -> u64 {
        self.steps += 1;
        let now = self.world.nanos();
        now.unwrap_or_else(|| self.cuda.clock_nanos(self.steps))
            .wrapping_add(self.library.slept)
    }

    /// Nanoseconds since 1970.
    pub fn wall(&mut self) -> u64 {
        const A_DAY: u64 = 1_767_225_600_000_000_000;
        let now = self.world.wall().unwrap_or(A_DAY);
        now.wrapping_add(self.library.slept)
    }

    /// Lets time pass on the program's clocks.
    pub fn sleep(&mut self, nanos: u64) {
        let nanos = (nanos as i64).max(0) as u64;
        self.library.slept = self.library.slept.wrapping_add(nanos);
    }

    pub fn entropy(&mut self) -> u64 {
        self.library.drawn += 1;
        let n = self.library.drawn;
        self.world.entropy().unwrap_or_else(|| {
            let x = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (x ^ x >> 31).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ x >> 27
        })
    }

    /// `getenv`: a text that the program keeps.
    pub fn environment(&mut self, name: u64) -> Answer {
        let name = self.text(name)?;
        if let Some(known) = self.library.environment.get(&name) {
            return Ok(*known);
        }
        let Some(value) = self.world.env(&String::from_utf8_lossy(&name)) else {
            return Ok(0);
        };
        let address = self.keep_text(value.as_bytes());
        self.library.environment.insert(name, address);
        Ok(address)
    }

    /// `system`: there is no shell, as a null command asks; a command fails, and the report tells of it.
    pub fn command(&mut self, command: u64) -> Answer {
        if command == 0 {
            return Ok(0);
        }
        let text = self.text(command)?;
        let text = String::from_utf8_lossy(&text).into_owned();
        let place = self.place("this command was not run");
        let known = &mut self.library.commands;
        let same = |c: &Command| c.text == text && c.place.span == place.span;
        let (at, room) = (known.iter().position(same), known.len() < COMMANDS);
        match at.and_then(|at| known.get_mut(at)) {
            Some(command) => command.times += 1,
            None if room => known.push(Command {
                text,
                place,
                times: 1,
            }),
            None => {}
        }
        Ok(-1i32 as u64)
    }

    /// A text in the host's memory, as a literal.
    pub fn keep_text(&mut self, text: &[u8]) -> u64 {
        let mut bytes = text.to_vec();
        bytes.push(0);
        self.used += bytes.len() as u64;
        let id = self.memory.hosted.add(HostBlock {
            kind: HostKind::Variable,
            bytes,
            ..HostBlock::default()
        });
        pointer(Space::Host, id, 0)
    }
}
