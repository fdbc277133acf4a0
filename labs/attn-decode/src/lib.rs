//! Lab C21: one query against a long cache with shared heads. A lab's checks and cases; its words are in `lab.md`.
//!
//! The oracle works in double precision. A result may be off by `4 · 2⁻²⁴ · (2D · max Σ|qk| · scale + 2N + 8) · Σ p|v|`: a score's
//! rounding becomes a share of its exponential, and sums over the keys round in turn. Slots behind a sequence's end hold NaN.

mod cases;
mod oracle;
mod timed;

use lab::{Amount, Case, PartSpec, loads, part, stores};

use cases::ROUND;

/// The parts of the lab.
pub fn parts() -> Vec<PartSpec> {
    let per_head = part(
        "per-head",
        "__global__ void attn_per_head(const __half* q, const __half* k, const __half* v, float* o, const int* len, int QH, int KH, int N, float scale)",
    );
    let per_head = attended(per_head);
    let per_head = cache_read(
        per_head,
        "price",
        "every query head reads its keys and values",
        |c: &Case| 4 * cached(c),
    )
    .cases(|seed| cases::whole(seed, "attn_per_head", 1));
    let grouped = part(
        "grouped",
        "__global__ void attn_grouped(const __half* q, const __half* k, const __half* v, float* o, const int* len, int QH, int KH, int N, float scale)",
    );
    let grouped = attended(grouped);
    let grouped = cache_read(
        grouped,
        "once",
        "keys are read once for four query heads",
        cached,
    )
    .budget(
        "once-v",
        "values are read once for four query heads",
        loads().of("v").bytes().on(ROUND).exactly(cached),
    )
    .cases(|seed| cases::whole(seed, "attn_grouped", 4));
    let split = part(
        "split",
        "__global__ void attn_split(const __half* q, const __half* k, const __half* v, float* part, float* m, float* l, const int* len, int QH, int KH, int N, float scale)",
    );
    let split = attended(split);
    let split = cache_read(
        split,
        "once",
        "keys are read once, whatever the pieces",
        cached,
    )
    .cases(cases::split);
    let combine = part(
        "combine",
        "__global__ void attn_combine(const float* part, const float* m, const float* l, float* o, int QH, int splits)",
    );
    let combine = combine
        .correct("every result is right, from pieces that are empty too")
        .sound()
        .budget(
            "stores",
            "results are written in whole sectors",
            stores().of("o").sectors().on(ROUND).at_most(4.0, 4.5),
        )
        .cases(cases::combine);
    vec![
        timed::as_a_copy(per_head, 0.02, |room| {
            timed::whole("attn_per_head", 1, room)
        }),
        timed::as_a_copy(grouped, 0.03, |room| timed::whole("attn_grouped", 4, room)),
        timed::as_a_copy(split, 0.03, timed::split),
        combine,
    ]
}

/// What all that read the cache ask.
fn attended(part: PartSpec) -> PartSpec {
    part.correct("every result is right, for sequences of any length, and slots behind their ends are left alone")
        .sound()
        .budget(
            "sectors",
            "keys are read in whole sectors",
            loads().of("k").sectors().on(ROUND).at_most(4.0, 4.5),
        )
}

fn cache_read(
    part: PartSpec,
    id: &'static str,
    title: &'static str,
    bytes: impl Amount,
) -> PartSpec {
    part.budget(id, title, loads().of("k").bytes().on(ROUND).exactly(bytes))
}

/// Bytes of the keys of all tokens and key/value heads.
fn cached(case: &Case) -> u64 {
    2 * 64 * case["KH"] * case["tokens"]
}
