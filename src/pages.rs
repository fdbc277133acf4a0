//! Large memory in large pages.
//!
//! A command begins; it goes on in a process whose `malloc` asks the system for huge pages. Why: a program with gigabytes of arrays spends as long on the
//! faults of their first pages, of 4 KiB each, as on its work. Rule: glibc reads its tunables when a process begins and offers no other way without `unsafe`,
//! so the process begins once more, with the same number, arguments and streams. Where the system gives huge pages unasked, or to nobody, or the
//! variable is set already, it goes on as it is.

/// Where glibc's tunables are; no program that this runs is told of them.
pub const TUNABLES: &str = "GLIBC_TUNABLES";

/// Begins the process again with huge pages, if that is to be had; see the module's head.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn large() {
    use std::os::unix::process::CommandExt;
    let modes = std::fs::read_to_string("/sys/kernel/mm/transparent_hugepage/enabled");
    if std::env::var_os(TUNABLES).is_some() || !modes.is_ok_and(|m| m.contains("[madvise]")) {
        return;
    }
    let mut args = std::env::args_os();
    let (Some(name), Ok(file)) = (args.next(), std::env::current_exe()) else {
        return;
    };
    // It comes back only where it failed; then pages stay small.
    let _ = std::process::Command::new(file)
        .arg0(name)
        .args(args)
        .env(TUNABLES, "glibc.malloc.hugetlb=1")
        .exec();
}

/// Elsewhere the system's own choice is kept.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn large() {}
