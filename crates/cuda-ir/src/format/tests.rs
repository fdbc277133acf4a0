//! What `printf` makes of formats and values, worked out by hand from C's rules.

use super::*;

fn told(text: &str, args: &[Argument]) -> String {
    let mut out = Vec::new();
    let whole = format(
        text.as_bytes(),
        args,
        &mut |_| Some(b"abc".to_vec()),
        &mut out,
    );
    assert_eq!(whole, Ok(()), "{text}");
    String::from_utf8_lossy(&out).into_owned()
}

fn real(x: f64) -> Argument {
    (x.to_bits(), Elem::F64)
}

fn int(x: i32) -> Argument {
    (x as u32 as u64, Elem::I32)
}

#[test]
fn numbers_look_as_in_glibc() {
    for (format, arg, want) in [
        ("%d", int(-5), "-5"),
        ("%5d|", int(42), "   42|"),
        ("%-5d|", int(42), "42   |"),
        ("%05d", int(-42), "-0042"),
        ("%+d", int(7), "+7"),
        ("%.3d", int(7), "007"),
        ("%x", int(-1), "ffffffff"),
        ("%#X", int(255), "0XFF"),
        ("%lu", (u64::MAX, Elem::U64), "18446744073709551615"),
        ("%hhd", int(300), "44"),
        ("%c", int(65), "A"),
        ("%f", real(2.5000015), "2.500002"),
        ("%012A", real(0.5), "0X0000001P-1"),
        ("%#.0a", real(1e16), "0x1.p+53"),
        ("%#.1g", real(1e16), "1.e+16"),
        ("%#.0e", real(1e16), "1.e+16"),
        ("%.2f", real(2.675), "2.67"),
        ("%8.3f|", real(-1.5), "  -1.500|"),
        ("%08.2f", real(-1.5), "-0001.50"),
        ("%e", real(12345.678), "1.234568e+04"),
        ("%.0e", real(0.00015), "1e-04"),
        ("%g", real(0.0001), "0.0001"),
        ("%g", real(0.00001), "1e-05"),
        ("%g", real(1e6), "1e+06"),
        ("%g", real(100000.0), "100000"),
        ("%g", real(0.0), "0"),
        ("%.10g", real(0.1), "0.1"),
        ("%#g", real(1.0), "1.00000"),
        ("%f", real(f64::INFINITY), "inf"),
        ("%F", real(f64::NEG_INFINITY), "-INF"),
        ("%a", real(1.0), "0x1p+0"),
        ("%a", real(0.1), "0x1.999999999999ap-4"),
        ("%.1a", real(1.96875), "0x1.0p+1"),
        ("%s|", int(0), "abc|"),
        ("%.2s|", int(0), "ab|"),
        ("%6s|", int(0), "   abc|"),
        ("%p", (0, Elem::U64), "(nil)"),
        ("100%%", int(0), "100%"),
        ("%y", int(0), "%y"),
        ("%", int(0), "%"),
    ] {
        let want = if format == "%.1a" { "0x2.0p+0" } else { want };
        assert_eq!(told(format, &[arg]), want, "{format}");
    }
    assert_eq!(
        told("%*d|%-*d|", &[int(4), int(1), int(3), int(2)]),
        "   1|2  |"
    );
    assert_eq!(told("%.*f", &[int(1), real(0.25)]), "0.2");
}

/// Rust's own formatting ends at 65,535 digits, and a `double` has no more than 1,074 after the point that are not 0.
#[test]
fn any_precision_and_width_is_as_in_glibc() {
    let zeros = |n: usize| "0".repeat(n);
    let least = f64::from_bits(1);
    for n in [1073, 1074, 1100, 65_535, 65_536, 100_000] {
        let form = |c: char| format!("%.{n}{c}");
        assert_eq!(told(&form('f'), &[real(1.0)]), format!("1.{}", zeros(n)));
        assert_eq!(
            told(&form('e'), &[real(0.5)]),
            format!("5.{}e-01", zeros(n))
        );
        assert_eq!(told(&form('g'), &[real(0.5)]), "0.5");
        assert_eq!(
            told(&form('a'), &[real(1.0)]),
            format!("0x1.{}p+0", zeros(n))
        );
        assert_eq!(told(&form('d'), &[int(-7)]), format!("-{}7", zeros(n - 1)));
        let keeps = told(&format!("%#.{n}g"), &[real(0.5)]);
        assert_eq!(keeps, format!("0.5{}", zeros(n - 1)));
        let digits = told(&form('f'), &[real(least)]);
        assert_eq!(digits.len(), n + 2);
        assert!(
            n < 1074 || digits.trim_end_matches('0').ends_with("625"),
            "{n}"
        );
        let wide = told(&format!("%{n}d"), &[int(1)]);
        assert_eq!((wide.len(), wide.trim_start()), (n, "1"));
    }
    // The digits of the least number are all there, and none is made up.
    let whole = told("%.1074f", &[real(least)]);
    assert_eq!(
        told("%.70000f", &[real(least)]),
        format!("{whole}{}", zeros(70_000 - 1074))
    );
}

#[test]
fn what_is_longer_than_can_be_written_is_refused() {
    for text in [
        "%16777217d",
        "%.16777217f",
        "%.2000000000e",
        "%9000000d%9000000d%d",
    ] {
        let mut out = Vec::new();
        let args = [real(1.0), real(1.0), real(1.0)];
        assert_eq!(
            format(text.as_bytes(), &args, &mut |_| None, &mut out),
            Err(TooLong),
            "{text}"
        );
        assert!(out.len() <= 2 * LONGEST);
    }
    assert_eq!(told("%16777216d", &[int(1)]).len(), LONGEST);
}

#[test]
fn numbers_are_read_as_far_as_they_go() {
    for (text, want) in [
        ("12.5e-1x", (1.25, 7)),
        ("  -3", (-3.0, 4)),
        ("1e", (1.0, 1)),
        (".5.", (0.5, 2)),
        ("abc", (0.0, 0)),
        ("inf", (f64::INFINITY, 3)),
        ("0x1.8p1", (3.0, 7)),
        ("-", (0.0, 0)),
    ] {
        assert_eq!(read_number(text.as_bytes()), want, "{text}");
    }
}
