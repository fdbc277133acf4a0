//! Reads of memory that nobody wrote.
//!
//! **Definition.** Each byte of a buffer made with `Init::Uninit`, of shared memory (anew for each block) and of local
//! memory knows whether it was written; a load or atomic that touches one that was not is a finding. **Cannot see:** a local
//! variable that lives in a register (the compiler warns of those). **Can be wrong:** no, though a program may read such
//! a byte and not use it, as a vector load over a tail does.

use super::Access;
use super::bounds::index_text;
use super::found::{Findings, Words};
use super::scene::Scene;
use crate::report::FindingKind;
use crate::vm::mem::Space;

/// Notes the lanes of `access.unwritten`, of which there is at least one.
#[cold]
pub fn access(access: &Access<'_>, scene: &Scene<'_>, found: &mut Findings) {
    let span = scene.at().span;
    found.note(
        FindingKind::Uninitialised,
        (span, span),
        access.unwritten.count(),
        || words(access, scene),
    );
}

fn words(access: &Access<'_>, scene: &Scene<'_>) -> Words {
    let lane = access.unwritten.lead();
    let region = access.group.region;
    let (name, elem, _) = scene.env.name(region.space, region.id, scene.warp);
    let index = index_text(elem, access.group.at[lane] - region.base);
    let message = format!(
        "{} of `{name}{index}`, which was never written",
        access.op.word()
    );
    let help = match region.space {
        Space::Shared => {
            "shared memory starts undefined in every block: does every thread write its part, also at the edges, before the barrier?"
        }
        Space::Local => "give the variable a value where it is declared",
        _ => {
            "`cudaMalloc` does not clear memory: write before reading, or start from a known value"
        }
    };
    Words {
        message,
        places: vec![scene.place(lane, "read here")],
        help: Some(help.to_string()),
    }
}
