//! What a process of a stranger's may take: processor time, memory, bytes of a file; set by the process on itself before it begins.
//!
//! The limits come in by the environment, for only what starts a process knows them. The rule: they are set for good, so that
//! what runs under them cannot lift them. Elsewhere than on Unix only the time that passes is limited, by who waits.

/// What judging one submission may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Seconds of processor time.
    pub seconds: u64,
    /// Memory, in MiB.
    pub memory_mib: u64,
}

const SECONDS: &str = "COURSE_CPU_S";
const MEMORY: &str = "COURSE_MEMORY_MIB";
/// No file that a judge writes is longer, in bytes.
#[cfg(unix)]
const LONGEST_FILE: u64 = 32 << 20;

impl Bounds {
    /// How long such a process may take by the clock, in seconds: many times its processor time, for a machine that is busy elsewhere.
    pub(super) fn patience(self) -> u64 {
        120 + 20 * self.seconds
    }

    /// What the process reads of its environment.
    pub(super) fn environment(self) -> [(String, String); 2] {
        [
            (SECONDS.to_owned(), self.seconds.to_string()),
            (MEMORY.to_owned(), self.memory_mib.to_string()),
        ]
    }
}

/// Sets the limits that the environment names on this process; none where it names none.
pub(super) fn take() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, setrlimit};
        let number = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
        let set = |resource, most: u64, later: u64| {
            let limit = Rlimit {
                current: Some(most),
                maximum: Some(most + later),
            };
            // Where the system has no such limit, the others stand.
            let _ = setrlimit(resource, limit);
        };
        let Some(seconds) = number(SECONDS) else {
            return;
        };
        set(Resource::Core, 0, 0);
        // A second apart, so that the signal of the first says what happened.
        set(Resource::Cpu, seconds, 1);
        set(Resource::Fsize, LONGEST_FILE, 0);
        if let Some(mib) = number(MEMORY) {
            set(Resource::Data, mib << 20, 0);
        }
    }
}

/// Why such a process was cut short, where that was at a limit: how it died and what it said come in.
pub(super) fn limit(signal: Option<i32>, said: &str, bounds: Bounds) -> Option<String> {
    const ABORT: i32 = 6;
    const KILL: i32 = 9;
    const XCPU: i32 = 24;
    const XFSZ: i32 = 25;
    let no_memory =
        said.contains("memory allocation of") || said.contains("no thread could be started");
    match signal {
        Some(XCPU) => Some(format!(
            "judging took more than {} s of processor time and was ended",
            bounds.seconds
        )),
        Some(KILL) => Some("judging was killed, perhaps for the memory it took".to_owned()),
        Some(XFSZ) => Some("judging wrote more than a judge may, and was ended".to_owned()),
        Some(ABORT) | None if no_memory => Some(format!(
            "judging took more than {} MiB of memory and was ended",
            bounds.memory_mib
        )),
        _ => None,
    }
}
