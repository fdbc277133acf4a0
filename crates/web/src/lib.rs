//! What a page asks of the labs and the judge in its WebAssembly module: [`page!`] makes a crate of labs such a module; with the feature
//! `programs` one without labs, that runs whole programs.
//!
//! In: a request as UTF-8 text, in the room that `room` gives. Out: lines of JSON, one at a time, to the host's function
//! `line(address, bytes)`, each as soon as it is known; then 0, 1 where the request names nothing that there is, or 2 where the text
//! includes headers that are still to be brought: nothing was told, and after `bring` the same call is answered. The rule: one call at a
//! time, and but for those headers nothing is kept between calls; who embeds the module ends a call by ending the module.
//!
//! | export | request | told |
//! |---|---|---|
//! | `labs` | | the labs' names |
//! | `lab` | the name | what the page needs of it, see [`view::lab`] |
//! | `text` | the name, `starter` or `solution` | that text |
//! | `look` | the name or nothing, the learner's text | colours and diagnostics, see [`view::look`] |
//! | `check` | the name, `all`, a part or `part/check`, the learner's text | the records that `course check` writes, byte for byte |
//! | `trace` | the name, what to follow, the learner's text | the steps of a warp and the counts of its run, see [`view::trace`] |
//! | `bring` | the headers that are apart, see [`view::headers`] | |
//! | `outline` | a text | what of it can be started, see [`view::outline`] |
//! | `play` | a file's name, a launch, what to follow, a text | that launch, see [`view::play`] |
//! | `run` | a file's name, words of the command line, a text | its `main`, see `view::program`; with the feature `programs`, and then none of `labs`, `lab`, `text`, `check`, `trace` |
//!
//! What a request has before the learner's text are lines of their own.

mod host;
mod reply;
mod request;

use lab::{Folder, Lab, Language, Select};
use lab_sim::Simulated;

pub use host::room;
pub use reply::Reply;

use reply::{once, told, whole};
use request::{line, taken};

/// A call: the labs there are and the request come in.
pub type Export = fn(&[Folder], &str) -> Reply;

/// Exports a module's functions for these labs, a `&[lab::Folder]`: the whole of a crate of `crate-type = ["cdylib"]`.
#[macro_export]
macro_rules! page {
    ($labs:expr) => {
        /// Room for a request of so many bytes, until the next call.
        #[allow(unsafe_code, reason = "a name that a host can call")]
        #[unsafe(no_mangle)]
        pub extern "C" fn room(bytes: usize) -> *mut u8 {
            $crate::room(bytes)
        }
        $crate::exported_to_all!($labs);
    };
}

/// Exports what a lab's page asks for.
#[doc(hidden)]
#[cfg(not(feature = "programs"))]
#[macro_export]
macro_rules! exported_to_all {
    ($labs:expr) => {
        $crate::exported!($labs; labs, lab, text, look, check, trace, bring, outline, play);
    };
}

/// Exports what is asked of a program.
#[doc(hidden)]
#[cfg(feature = "programs")]
#[macro_export]
macro_rules! exported_to_all {
    ($labs:expr) => {
        $crate::exported!($labs; look, bring, outline, play, run);
    };
}

/// Exports these functions of this crate under their names.
#[doc(hidden)]
#[macro_export]
macro_rules! exported {
    ($labs:expr; $($name:ident),+) => {$(
        #[doc = concat!("`", stringify!($name), "`, as the table of the crate `web` says it.")]
        #[allow(unsafe_code, reason = "a name that a host can call")]
        #[unsafe(no_mangle)]
        pub extern "C" fn $name() -> u32 {
            $crate::call($crate::$name, $labs)
        }
    )+};
}

/// Answers the request that is in the room; the answer as a number.
pub fn call(call: Export, labs: &[Folder]) -> u32 {
    call(labs, &taken()) as u32
}

/// Tells the names of the labs in CUDA, a line each.
pub fn labs(labs: &[Folder], _: &str) -> Reply {
    let kernels = labs.iter().filter(|lab| lab.language == Language::Cuda);
    kernels.for_each(|lab| host::tell(&lab::json_text(lab.id)));
    Reply::Told
}

/// Tells what the page needs of a lab.
pub fn lab(labs: &[Folder], request: &str) -> Reply {
    once(kernel(labs, request).map(|lab| view::lab(&lab)))
}

/// Tells a text of a lab: the starter or the solution.
pub fn text(labs: &[Folder], request: &str) -> Reply {
    let text = line(request).and_then(|(name, which)| {
        let lab = kernel(labs, name)?;
        match which {
            "starter" => Some(lab.starter()),
            "solution" => Some(lab.solution()),
            _ => None,
        }
    });
    once(text.map(|text| lab::json_text(&text)))
}

/// Tells the colours and diagnostics of a text, which is a lab's where one is named.
pub fn look(labs: &[Folder], request: &str) -> Reply {
    let Some((name, text)) = line(request) else {
        return Reply::Nothing;
    };
    let file = match name {
        "" => Some("kernel.cu".to_owned()),
        name => kernel(labs, name).map(|lab| lab.file),
    };
    let Some(file) = file else {
        return Reply::Nothing;
    };
    whole(|tell| tell(&view::look(&file, text)))
}

/// Judges what the request asks for; each record is told as it is decided.
pub fn check(labs: &[Folder], request: &str) -> Reply {
    let Some((lab, select, text)) = asked(labs, request) else {
        return Reply::Nothing;
    };
    whole(|tell| {
        lab::judge(&lab, select, text, &mut Simulated::new(), &mut |record| {
            tell(&record.to_json());
        });
    })
}

/// Tells what a run of a case counted, and the steps of one of its warps.
pub fn trace(labs: &[Folder], request: &str) -> Reply {
    let named = line(request).and_then(|(name, rest)| Some((kernel(labs, name)?, rest)));
    let Some((lab, rest)) = named else {
        return Reply::Nothing;
    };
    told(|tell| view::trace(&lab, rest, tell))
}

/// Takes the headers that are apart.
pub fn bring(_: &[Folder], request: &str) -> Reply {
    match view::headers::bring(request.to_owned()) {
        true => Reply::Told,
        false => Reply::Nothing,
    }
}

/// Tells what of a text can be started.
pub fn outline(_: &[Folder], request: &str) -> Reply {
    whole(|tell| tell(&view::outline(request)))
}

/// Tells a launch of a kernel.
pub fn play(_: &[Folder], request: &str) -> Reply {
    told(|tell| view::play(request, &view::Means::default(), tell))
}

/// Tells a run of a program.
#[cfg(feature = "programs")]
pub fn run(_: &[Folder], request: &str) -> Reply {
    told(|tell| view::program(request, &view::Means::default(), tell))
}

fn kernel(labs: &[Folder], name: &str) -> Option<Lab> {
    let folder = labs.iter().find(|folder| folder.id == name)?;
    (folder.language == Language::Cuda).then(|| folder.lab())
}

/// The lab, the selection and the text of a request.
fn asked<'r>(labs: &[Folder], request: &'r str) -> Option<(Lab, Select<'r>, &'r str)> {
    let (name, rest) = line(request)?;
    let (select, text) = line(rest)?;
    let lab = kernel(labs, name)?;
    let select = match select {
        "all" => Select::All,
        id if id.contains('/') => Select::Check(id),
        part => Select::Part(part),
    };
    let any = lab
        .checks()
        .any(|(part, check)| select.takes(part.id, check.id));
    any.then_some((lab, select, text))
}
