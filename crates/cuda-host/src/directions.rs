//! Copies and fills that the runtime refuses: what is said of them.
//!
//! A refused call's addresses go in; out come findings of what of the range is no memory, and of a pointer that does not
//! lie where the call says. The call itself has done nothing and gives `cudaErrorInvalidValue`, which few programs look at.

use super::cuda::Reach;
use super::machine::Machine;
use cuda_ir::pointer::{Target, target};
use warp::report::FindingKind;

/// Where a copy of each kind comes from and goes to, by its number in `cudaMemcpyKind`; none where any memory will do.
const COPIES: [(&str, Option<Reach>, Option<Reach>); 5] = {
    const HOST: Option<Reach> = Some(Reach::Host);
    const DEVICE: Option<Reach> = Some(Reach::Device);
    [
        ("cudaMemcpyHostToHost", HOST, HOST),
        ("cudaMemcpyHostToDevice", None, DEVICE),
        ("cudaMemcpyDeviceToHost", DEVICE, None),
        ("cudaMemcpyDeviceToDevice", DEVICE, DEVICE),
        ("cudaMemcpyDefault", None, None),
    ]
};

impl Machine<'_> {
    /// Says why a copy of so many bytes was refused.
    pub(super) fn refused_copy(&mut self, (to, from): (u64, u64), bytes: u64, kind: i32) {
        let Some((name, source, goal)) = COPIES.get(kind as usize) else {
            return;
        };
        for (address, deed, meant) in [(from, "a copy from", source), (to, "a copy to", goal)] {
            self.refused_range(address, bytes, deed);
            let call = format!("`{name}` given for {deed}");
            let help = "give the direction that the pointers have, or `cudaMemcpyDefault`";
            self.elsewhere(address, *meant, (&call, help));
        }
    }

    /// Says why a fill of so many bytes was refused.
    pub(super) fn refused_fill(&mut self, to: u64, bytes: u64) {
        self.refused_range(to, bytes, "a fill of");
        let help = "`memset` fills memory of the host";
        self.elsewhere(to, Some(Reach::Device), ("`cudaMemset` of", help));
    }

    /// Notes a pointer that is none, or that lies on the other side than is meant.
    fn elsewhere(&mut self, address: u64, meant: Option<Reach>, (call, help): (&str, &str)) {
        const REFUSED: &str = "the call did nothing and gave `cudaErrorInvalidValue`";
        let named = self.pointer_name(address).map(|name| format!("`{name}`"));
        let (kind, what, help) = match (target(address), self.side(address), meant) {
            (Target::Null(_), ..) => {
                let name = named.map_or("a null pointer".to_string(), |p| {
                    format!("{p}, which is null")
                });
                (FindingKind::NullPointer, name, "allocate the memory first")
            }
            (Target::Wild, ..) => {
                let name = named.unwrap_or_else(|| format!("{address:#x}"));
                let what = format!("{name}, which is no pointer");
                (FindingKind::WildPointer, what, "give it an address first")
            }
            (Target::In(space, id, _), Reach::Kernels, _) => {
                let name = named.unwrap_or_else(|| self.allocation_name(space, id));
                let what = format!("{name}, which a kernel got from `malloc` or `new`");
                let help = "the runtime does not know memory that kernels allocate: let a kernel copy it to memory from `cudaMalloc`";
                (FindingKind::WrongSide, what, help)
            }
            (Target::In(space, id, _), found @ (Reach::Host | Reach::Device), Some(meant))
                if found != meant =>
            {
                let name = named.unwrap_or_else(|| self.allocation_name(space, id));
                let side = if found == Reach::Host {
                    "host"
                } else {
                    "device"
                };
                let what = format!("{name}, which is memory of the {side}");
                (FindingKind::WrongSide, what, help)
            }
            _ => return,
        };
        self.note(
            kind,
            format!("{call} {what}"),
            &format!("{help}; {REFUSED}"),
        );
    }
}
