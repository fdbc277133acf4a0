//! Every lab of this course and its judge as one WebAssembly module.
//!
//! In: a request as text, in the room that [`room`] gives: the lab's name on a line, what is asked of it on the next (`all`, a part, or
//! `part/check`), and the learner's text after it. Out: lines of JSON, one at a time, to the host's function `line(address, bytes)`, each as
//! soon as it is known: the records that `course check` writes, byte for byte. The rule: one call at a time, and nothing is kept between
//! calls; who embeds the module ends a call by ending the module.
#![allow(
    unsafe_code,
    reason = "names that a host can call, and the one function of the host's"
)]

use lab::{Candidate, Lab, Language, Select};
use lab_sim::Simulated;
use std::cell::RefCell;

thread_local! {
    static ROOM: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The host's side.
mod host {
    #[cfg(target_arch = "wasm32")]
    #[link(wasm_import_module = "host")]
    unsafe extern "C" {
        /// Takes a line, which is UTF-8 and has no end of line.
        safe fn line(address: *const u8, bytes: usize);
    }

    /// Gives the host a line.
    pub fn tell(text: &str) {
        #[cfg(target_arch = "wasm32")]
        line(text.as_ptr(), text.len());
        // Elsewhere there is no host; the module is built there for the lints alone.
        #[cfg(not(target_arch = "wasm32"))]
        let _ = text;
    }
}

/// Room for a request of so many bytes, until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    ROOM.with_borrow_mut(|room| {
        room.clear();
        room.resize(bytes, 0);
        room.as_mut_ptr()
    })
}

/// Judges what the request asks for. 0: done; 1: the request names nothing that there is.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> u32 {
    let request = ROOM.take();
    let request = String::from_utf8_lossy(&request);
    let Some((lab, select, text)) = asked(&request) else {
        return 1;
    };
    lab::judge(&lab, select, text, &mut Simulated::new(), &mut |record| {
        host::tell(&record.to_json());
    });
    0
}

/// Tells the names of the labs in CUDA, a line each.
#[unsafe(no_mangle)]
pub extern "C" fn labs() {
    kernels().for_each(|lab| host::tell(&lab::json_text(lab.id)));
}

/// Proves the lab that the request names: a line for everything that is wrong with it. 0: it was proved; 1: there is no such lab.
#[unsafe(no_mangle)]
pub extern "C" fn prove() -> u32 {
    let request = ROOM.take();
    let Some(lab) = kernel(&String::from_utf8_lossy(&request)) else {
        return 1;
    };
    let mut machine = Simulated::new();
    let wrong = lab::verify(&lab, &mut |candidate: Candidate<'_>, select: Select<'_>| {
        let mut records = Vec::new();
        lab::judge(&lab, select, candidate.text, &mut machine, &mut |record| {
            records.push(record);
        });
        records
    });
    wrong
        .iter()
        .for_each(|wrong| host::tell(&lab::json_text(wrong)));
    0
}

/// Tells a text of the lab that the request names: the starter or the solution, as the request's second line says. 0: told; 1: there is none.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> u32 {
    let request = ROOM.take();
    let request = String::from_utf8_lossy(&request);
    let Some((name, which)) = request.split_once('\n') else {
        return 1;
    };
    let lab = kernel(name);
    let text = lab.and_then(|lab| match which {
        "starter" => Some(lab.starter()),
        "solution" => Some(lab.solution()),
        _ => None,
    });
    text.map_or(1, |text| {
        host::tell(&lab::json_text(&text));
        0
    })
}

/// The labs in CUDA.
fn kernels() -> impl Iterator<Item = Lab> {
    let labs = shelf::ALL.iter().map(|folder| folder.lab());
    labs.filter(|lab| lab.language == Language::Cuda)
}

fn kernel(name: &str) -> Option<Lab> {
    let folder = shelf::ALL.iter().find(|folder| folder.id == name)?;
    Some(folder.lab()).filter(|lab| lab.language == Language::Cuda)
}

/// The lab, the selection and the text of a request.
fn asked(request: &str) -> Option<(Lab, Select<'_>, &str)> {
    let (name, rest) = request.split_once('\n')?;
    let (select, text) = rest.split_once('\n')?;
    let lab = kernel(name)?;
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
