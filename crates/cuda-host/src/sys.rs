//! System calls: which of the machine's deeds each is. One line a call.
//!
//! A site goes in; its arguments are read from the slots of the running call, and its result goes back there. The rule:
//! what a call does stands in `library`, `output`, `cuda` or `launch`; here is only which.

use super::library::Answer;
use super::machine::{End, Machine};
use super::program::Ended;
use super::world::Entry;
use cuda_ir::format::Argument;
use cuda_ir::pointer::{Target, target};
use cuda_ir::sys::SysFn;
use warp::launch::{Elem, Halt};

impl Machine<'_> {
    /// Carries out a call.
    pub fn system_call(&mut self, site: u32) -> Result<(), End> {
        let Some(site) = self.here().and_then(|code| code.sys.get(site as usize)) else {
            return Ok(());
        };
        // A call may take long, and a loop of launches takes few instructions of the host.
        if self.options.halt.is_some_and(Halt::is_set) {
            return Err(self.still_running());
        }
        let mut room = [(0, Elem::U8); 12];
        let mut more = Vec::new();
        let args = if site.args.len() <= room.len() {
            for (to, (reg, elem)) in room.iter_mut().zip(&site.args) {
                *to = (self.slot(*reg), *elem);
            }
            &room[..site.args.len()]
        } else {
            more.extend(site.args.iter().map(|(reg, elem)| (self.slot(*reg), *elem)));
            &more[..]
        };
        self.steps += 4;
        if (SysFn::Try..=SysFn::Uncaught).contains(&site.what) {
            let given = std::array::from_fn(|k| args.get(k).map_or(0, |arg| arg.0));
            return self.exception_call(site.what, given, site.results.first().copied());
        }
        let answer = self.answer(site.what, args)?;
        if let Some(to) = site.results.first() {
            self.set_slot(*to, answer);
        }
        Ok(())
    }

    fn answer(&mut self, what: SysFn, args: &[Argument]) -> Answer {
        let a = |i: usize| args.get(i).map_or(0, |arg| arg.0);
        let int = |i: usize| a(i) as i32;
        let rest = |i: usize| args.get(i..).unwrap_or_default();
        match what {
            SysFn::Alloc => self.new_memory(a(0)),
            SysFn::Free | SysFn::CFree => self.free(a(0)),
            SysFn::Exit | SysFn::ExitAfter => {
                self.run_at_exit()?;
                Err(Box::new(Ended::Exit(int(0))))
            }
            SysFn::ExitNow => Err(Box::new(Ended::Exit(int(0)))),
            SysFn::Abort => self.abort("`abort` was called").map(|()| 0),
            SysFn::Fail => {
                let message = self.text(a(0))?;
                self.abort(&String::from_utf8_lossy(&message)).map(|()| 0)
            }
            SysFn::Limit => self.end_at_limit(a(0)),
            SysFn::AtExit => {
                self.library.at_exit.push((a(0), Vec::new()));
                Ok(0)
            }
            SysFn::EndAtExit => {
                self.library.end_at_exit(a(1), (a(0), a(2), a(3)));
                Ok(0)
            }
            SysFn::Malloc => Ok(self.allocate(a(0), false)),
            SysFn::Calloc => Ok(a(0)
                .checked_mul(a(1))
                .map_or(0, |bytes| self.allocate(bytes, true))),
            SysFn::Realloc => self.reallocate(a(0), a(1)),
            SysFn::Memcpy | SysFn::Memmove => self.copy(a(0), a(1), a(2)),
            SysFn::Memset => self.fill(a(0), a(1) as u8, a(2)),
            SysFn::Memcmp => self.compare(a(0), a(1), a(2)),
            SysFn::Strcmp => self.compare_texts(a(0), a(1)),
            SysFn::Strlen => Ok(self.text(a(0))?.len() as u64),
            SysFn::Fprintf
            | SysFn::Sprintf
            | SysFn::Snprintf
            | SysFn::Vfprintf
            | SysFn::Vsnprintf => self.text_call(what, args),
            SysFn::Sscanf => self.scan(a(0), a(1), rest(2)),
            SysFn::FormatDouble => self.format_double(a(0), a(1), a(2), (a(3) as u8, int(4))),
            SysFn::Strtod => self.read_number(a(0), a(1)),
            SysFn::Open => {
                let (path, mode) = (self.text(a(0))?, self.text(a(1))?);
                Ok(self.open_file(&path, &mode) as u64)
            }
            SysFn::Reopen => {
                let (path, mode) = (self.text(a(1))?, self.text(a(2))?);
                Ok(self.reopen_file(int(0) as i64, &path, &mode) as u64)
            }
            SysFn::Close => Ok(self.close_file(int(0) as i64) as u64),
            SysFn::Read => Ok(self.read_file(int(0) as i64, a(1), a(2))? as u64),
            SysFn::Write => {
                let n = self.available(a(1), a(2), false)?;
                let bytes = self
                    .view()
                    .range(a(1), n)
                    .map(<[u8]>::to_vec)
                    .unwrap_or_default();
                Ok(self.write(int(0) as i64, &bytes)? as u64)
            }
            SysFn::Seek => Ok(self.seek_file(int(0) as i64, a(1) as i64, int(2) as i64) as u64),
            SysFn::Remove | SysFn::Look | SysFn::Names | SysFn::MakeFolder => {
                self.path_call(what, a(0), (a(1), a(2)))
            }
            SysFn::Sleep => {
                self.sleep(a(0));
                Ok(0)
            }
            SysFn::Now => Ok(self.now()),
            SysFn::Wall => Ok(self.wall()),
            SysFn::Entropy => Ok(self.entropy()),
            SysFn::Twist => self.twist(a(0), a(1)),
            SysFn::Sort => self.sort(a(0), a(1), (int(2), a(3))),
            SysFn::Rand => Ok(self.library.rand.draw() as u64),
            SysFn::Srand => {
                self.library.rand = super::rand::Rand::seeded(a(0) as u32);
                Ok(0)
            }
            SysFn::Getenv => self.environment(a(0)),
            SysFn::System => self.command(a(0)),
            _ => self.cuda_call(what, args),
        }
    }

    /// What is asked of a path; `to` is memory and its size, for an answer in text.
    fn path_call(&mut self, what: SysFn, path: u64, to: (u64, u64)) -> Answer {
        let path = self.text(path)?;
        let path = String::from_utf8_lossy(&path);
        let done = match what {
            SysFn::Remove => self.world.remove(&path),
            SysFn::MakeFolder => self.world.make_folder(&path),
            SysFn::Names => {
                let Some(names) = self.world.names(&path) else {
                    return Ok(u64::MAX);
                };
                let all: String = names.iter().map(|name| format!("{name}/")).collect();
                return self.print_to(to.0, to.1, all.as_bytes());
            }
            _ => {
                return Ok(match self.world.look(&path) {
                    None => 0,
                    Some(Entry::File) => 1,
                    Some(Entry::Folder) => 2,
                });
            }
        };
        Ok(if done { 0 } else { u64::MAX })
    }

    /// `printf`'s kin: text to a file or to memory, its values as arguments or in a `va_list`.
    fn text_call(&mut self, what: SysFn, args: &[Argument]) -> Answer {
        let a = |i: usize| args.get(i).map_or(0, |arg| arg.0);
        let at = match what {
            SysFn::Snprintf | SysFn::Vsnprintf => 2,
            _ => 1,
        };
        let text = match what {
            SysFn::Vfprintf | SysFn::Vsnprintf => {
                let list = self.listed(a(at), a(at + 1))?;
                self.formatted(a(at), &list)?
            }
            _ => self.formatted(a(at), args.get(at + 1..).unwrap_or_default())?,
        };
        match what {
            SysFn::Fprintf | SysFn::Vfprintf => {
                let number = self.file_number(a(0))?;
                Ok(self.write(number, &text)? as u64)
            }
            SysFn::Sprintf => self.print_to(a(0), u64::MAX, &text),
            _ => self.print_to(a(0), a(1), &text),
        }
    }

    /// Ends at what this machine does not do.
    fn end_at_limit(&mut self, message: u64) -> Answer {
        let message = self.text(message)?;
        let message = String::from_utf8_lossy(&message).into_owned();
        let waits = message.contains("threads run one after the other");
        Err(Box::new(Ended::Limit {
            kind: warp::report::EndingKind::Limit,
            message,
            place: self.place("stopped here"),
            help: waits.then(|| "let no thread wait for what a later one does".to_string()),
        }))
    }

    /// `operator new`: there is no null for it.
    fn new_memory(&mut self, bytes: u64) -> Answer {
        match self.allocate(bytes, false) {
            0 => {
                let message = format!("std::bad_alloc: no memory left for {bytes} bytes");
                let text = "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n";
                self.write(2, text.as_bytes())?;
                self.abort(&message).map(|()| 0)
            }
            address => Ok(address),
        }
    }

    /// A `FILE *`: the file's number itself, or where it is kept.
    fn file_number(&mut self, file: u64) -> Result<i64, End> {
        if let Target::Null(number) = target(file) {
            return Ok(number & 63); // 64 is `stdin`, which is not null
        }
        match self.view().load::<4>(file) {
            Some(bytes) => Ok(i32::from_le_bytes(bytes) as i64),
            None => {
                self.bad_range(file, 4, false)?;
                Ok(-1)
            }
        }
    }
}
