//! What stands in the way of many programs: paths of `.cu` files on standard input, one line of text a file out.
//!
//! `find . -name '*.cu' | cargo run -p simt --example survey`. A line has four fields parted by tabs: the path, `ok` or
//! what stopped the compiler (`error CODE`, `panic`, `slow`), the place, and the first error's words.
//! Read `lib.rs` next: this only calls [`simt::compile`].

use std::io::{BufRead, Write};
use std::sync::mpsc;
use std::time::Duration;

use simt::source::Source;

/// How long one file may take.
const PATIENCE: Duration = Duration::from_secs(10);

fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    let mut out = std::io::stdout();
    for path in std::io::stdin().lock().lines().map_while(Result::ok) {
        let verdict = survey(&path);
        if writeln!(out, "{path}\t{verdict}").is_err() {
            return;
        }
    }
}

/// The verdict on one file, within a bounded time: a file that takes longer is left behind in its thread.
fn survey(path: &str) -> String {
    let Ok(bytes) = std::fs::read(path) else {
        return "unreadable\t\t".into();
    };
    let name = path.to_owned();
    let (tell, told) = mpsc::channel();
    let worker = std::thread::Builder::new()
        .stack_size(8 << 20)
        .spawn(move || {
            let source = Source::new(name, String::from_utf8_lossy(&bytes)).with_includes(beside);
            let said = tell.send(first_error(&source));
            drop(said);
        });
    match (worker, told.recv_timeout(PATIENCE)) {
        (Err(_), _) => "unstarted\t\t".into(),
        (Ok(_), Ok(verdict)) => verdict,
        (Ok(_), Err(mpsc::RecvTimeoutError::Timeout)) => "slow\t\t".into(),
        (Ok(worker), Err(mpsc::RecvTimeoutError::Disconnected)) => {
            let why = worker.join().err();
            let text = why
                .as_ref()
                .and_then(|any| any.downcast_ref::<String>().map(String::as_str));
            let text = text.or_else(|| {
                why.as_ref()
                    .and_then(|any| any.downcast_ref::<&str>().copied())
            });
            format!("panic\t\t{}", text.unwrap_or("").replace(['\n', '\t'], " "))
        }
    }
}

/// `ok`, or the first error: its code, place and words.
fn first_error(source: &Source) -> String {
    let made = simt::compile(source);
    let first = match &made {
        Err(diags) => diags.iter().find(|diag| diag.is_error()),
        Ok(_) => None,
    };
    match first {
        Some(diag) => {
            let at = source.line_column(diag.span.start);
            let words = diag.message.replace(['\n', '\t'], " ");
            format!("error {:?}\t{}:{}\t{words}", diag.code, at.line, at.column)
        }
        None if made.is_err() => "error without one\t\t".into(),
        None => "ok\t\t".into(),
    }
}

/// The text of a header beside the file that includes it, or in a folder that such headers often stand in.
fn beside(name: &str, from: &str) -> Option<(String, String)> {
    let folder = std::path::Path::new(from).parent()?;
    let near = folder.ancestors().take(4).flat_map(|above| {
        let folders = ["", "include", "common", "Common", "utils", "src"];
        folders.map(|inner| above.join(inner).join(name))
    });
    near.into_iter().find_map(|path| {
        let text = std::fs::read(&path).ok()?;
        Some((
            path.to_string_lossy().into_owned(),
            String::from_utf8_lossy(&text).into_owned(),
        ))
    })
}
