//! Two logs as somebody wrote them, in the form of the lab; nothing goes in, a text comes out.

/// Seven rows of reports, with the mistakes that they had in print, and two rows that are right.
pub(crate) const SEEDS: &str = "\
# attention, sizes, products
att: flop=536870912 ms=8.234 gflops=45.2
size: values=16777216 bits=32 mb=64.00 to_bits=4.5 to_mb=9.44 x=6.78
gemm: m=4096 n=4096 k=4096 ms=35.123 gflops=244.67

rate: bytes=17825792 ms=35.123 gbs=1.23
copy: ms=0.234 gbs=195.34 peak_gbs=2039 pct_bw=95.8
occ: unit=blocks resident=48 limit=64 pct_occ=75.0 dev_warps=64 dev_blocks=32
q4k: values=256 bits=4.625 mb=0.000144
fp8: from=120 to=43 x=2.8
tp: from=50 to=28 x=1.79 ndev=2 pct_eff=90
";

/// Numbers as they were printed, beside an m.
type Printed = (
    u64,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

/// m, microseconds, TFLOPS, % of 112.6 TFLOPS, GB/s, % of 960 GB/s and FLOP a byte, as a report printed them: a product of
/// m × 2,048 with 2,048 × 11,008 in 16 bits on an RTX 5080.
const PRINTED: [Printed; 12] = [
    (1, "68.7", "0.7", "0.6", "656", "68", "1.0"),
    (2, "39.5", "2.3", "2.0", "1142", "119", "2.0"),
    (4, "39.6", "4.6", "4.0", "1142", "119", "4.0"),
    (8, "40.9", "8.8", "7.8", "1108", "115", "8.0"),
    (16, "43.3", "16.7", "14.8", "1052", "110", "15.9"),
    (32, "36.0", "40.0", "35.6", "1274", "133", "31.4"),
    (64, "36.6", "78.8", "70.0", "1276", "133", "61.7"),
    (128, "66.0", "87.5", "77.7", "734", "76", "119.2"),
    (256, "123.0", "93.9", "83.4", "421", "44", "222.9"),
    (512, "233.1", "99.0", "88.0", "251", "26", "394.9"),
    (1024, "454.8", "101.5", "90.2", "158", "16", "642.8"),
    (2048, "927.4", "99.6", "88.4", "106", "11", "936.9"),
];

/// That sweep as a log; the id of a row is its m.
pub(crate) fn sweep() -> String {
    let row = |&(m, us, tflops, pct_fl, gbs, pct_bw, ai): &Printed| {
        let flop = 2 * m * 11008 * 2048;
        let bytes = 2 * (m * 2048 + 2048 * 11008 + m * 11008);
        format!(
            "{m}: flop={flop} bytes={bytes} us={us} tflops={tflops} pct_fl={pct_fl} gbs={gbs} pct_bw={pct_bw} ai={ai} \
             peak_tflops=112.6 peak_gbs=960\n"
        )
    };
    PRINTED.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sweep_is_written_with_its_operations_and_bytes() {
        let sweep = sweep();
        assert_eq!(sweep.lines().count(), 12);
        // 2 · 64 · 11,008 · 2,048 and 2 · (131,072 + 22,544,384 + 704,512), by hand.
        assert!(sweep.contains("64: flop=2885681152 bytes=46759936 us=36.6 tflops=78.8 "));
    }
}
