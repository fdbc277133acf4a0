//! What a kernel can call.
//!
//! A launch's kernel and module go in, codes and their instructions come out. The rule: who calls by a pointer may reach every function whose
//! address is taken somewhere, in code or in what a variable is initialised with (the functions of a class with virtual ones), and no other.

use super::Env;
use cuda_ir::pointer::code_target;
use cuda_ir::{Code, CodeRef, Ins, Module};

/// The instructions of the kernel and of what it can call.
pub fn reached<'a>(env: &Env<'a>) -> Vec<&'a Ins> {
    reached_codes(env).iter().flat_map(|c| &c.ins).collect()
}

/// The codes of the kernel and of what it can call.
pub fn reached_codes<'a>(env: &Env<'a>) -> Vec<&'a Code> {
    let mut open = vec![0u32];
    let mut seen = vec![false; env.module.functions.len() + 1];
    let (mut out, mut pointed) = (Vec::new(), None);
    while let Some(code) = open.pop() {
        if std::mem::replace(&mut seen[code as usize], true) {
            continue;
        }
        let body = env.code(code);
        out.push(body);
        let calls = body.calls.iter();
        open.extend(calls.filter_map(|call| call.func.map(|f| f.0 + 1)));
        let by_pointer = |ins: &Ins| matches!(ins, Ins::CallPointer { .. });
        if body.ins.iter().any(by_pointer) {
            open.extend(pointed.get_or_insert_with(|| pointed_at(env.module)).iter());
        }
    }
    out
}

/// The codes of the device's functions whose addresses are taken.
fn pointed_at(module: &Module) -> Vec<u32> {
    let functions = module.functions.iter().map(|f| &f.code);
    let codes = functions.chain(module.kernels.iter().map(|k| &k.code));
    let taken = codes
        .flat_map(|code| &code.ins)
        .filter_map(|ins| match ins {
            Ins::FuncAddr { func, .. } => Some(*func),
            _ => None,
        });
    let words = module.globals.iter().filter_map(|g| g.init.as_ref());
    let words = words.flat_map(|bytes| bytes.as_chunks::<8>().0);
    let held = words.filter_map(|word| code_target(u64::from_le_bytes(*word)));
    let called = taken.chain(held).filter_map(|code| match code {
        CodeRef::Function(f) if !module.functions.get(f.0 as usize)?.host => Some(f.0 + 1),
        _ => None,
    });
    called.collect()
}
