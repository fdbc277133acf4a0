//! An auditor of benchmark logs: it flags what contradicts itself, and leaves alone what is only rounded.

use audit_a_log::{LogError, Relation, Row, Verdict};

// Part printed.

/// The least and the greatest number that are printed so: digits, and a point among them or not. `None` for all else.
//@anchor printed
pub fn printed(text: &str) -> Option<(f64, f64)> {
    //@solution
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    if whole.len() + part.len() == 0 || !digits(whole) || !digits(part) {
        return None;
    }
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite())?;
    let half = 0.5 * 10f64.powi(-(part.len() as i32));
    Some(((value - half).max(0.0), value + half))
    //@starter
    //| todo!()
    //@end
}
//@endanchor printed

// Part verdict.

/// Keys whose numbers are rounded.
pub const ROUNDED: [&str; 15] = [
    "ms", "us", "gflops", "tflops", "gbs", "mb", "to_mb", "x", "from", "to", "pct_bw", "pct_fl", "pct_eff", "pct_occ", "ai",
];

/// Keys whose numbers are exact; so are those that begin with `dev_`.
pub const EXACT: [&str; 13] = [
    "flop", "m", "n", "k", "bytes", "peak_gbs", "peak_tflops", "values", "bits", "to_bits", "ndev", "resident", "limit",
];
//@solution

/// From the least to the greatest that a number can be.
pub type Span = (f64, f64);

/// What a value says, if its key is one with numbers.
pub fn span(key: &str, value: &str) -> Option<Span> {
    if ROUNDED.contains(&key) {
        return printed(value);
    }
    let number: f64 = value.parse().ok()?;
    (number.is_finite() && number >= 0.0).then_some((number, number))
}

pub fn number(row: &Row, key: &str) -> Option<Span> {
    span(key, row.get(key)?)
}

pub fn times(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    let (a, b) = (a?, b?);
    Some((a.0 * b.0, a.1 * b.1))
}

/// The least is the least over the greatest. What may be divided by 0 may be as large as you like.
pub fn per(a: Option<Span>, b: Option<Span>) -> Option<Span> {
    let (a, b) = (a?, b?);
    let most = if b.0 == 0.0 { f64::INFINITY } else { a.1 / b.0 };
    Some((a.0 / b.1, most))
}

pub fn scaled(a: Option<Span>, factor: f64) -> Option<Span> {
    a.map(|a| (a.0 * factor, a.1 * factor))
}

/// Whether two spans have a number in common, but for the rounding of this program.
pub fn meet(a: Span, b: Span) -> bool {
    let slack = 1.0 + 1e-9;
    a.0 <= b.1 * slack && b.0 <= a.1 * slack
}

/// Operations a second.
pub fn flop_rate(row: &Row) -> Option<Span> {
    per(flop(row), seconds(row))
}

pub fn flop(row: &Row) -> Option<Span> {
    let get = |key| number(row, key);
    let product = || scaled(times(times(get("m"), get("n")), get("k")), 2.0);
    get("flop").or_else(product)
}

pub fn seconds(row: &Row) -> Option<Span> {
    let ms = scaled(number(row, "ms"), 1e-3);
    ms.or_else(|| scaled(number(row, "us"), 1e-6))
}

/// Each relation that applies, with its two sides; in the order of `Relation`.
//@anchor claims
pub fn claims(row: &Row) -> Vec<(Relation, Span, Span)> {
    use Relation::*;
    let get = |key| number(row, key);
    let ratio = per(get("from"), get("to"));
    let unit = row.get("unit").map(|unit| format!("dev_{unit}"));
    let device = unit.and_then(|key| number(row, &key));
    let sides = [
        (Flops, scaled(flop_rate(row), 1e-9), get("gflops")),
        (Flops, scaled(flop_rate(row), 1e-12), get("tflops")),
        (Rate, scaled(per(get("bytes"), seconds(row)), 1e-9), get("gbs")),
        (ShareBw, scaled(per(get("gbs"), get("peak_gbs")), 100.0), get("pct_bw")),
        (ShareFl, scaled(per(get("tflops"), get("peak_tflops")), 100.0), get("pct_fl")),
        (Intensity, per(flop(row), get("bytes")), get("ai")),
        (Size, scaled(times(get("values"), get("bits")), 1.0 / 8e6), get("mb")),
        (Size, scaled(times(get("values"), get("to_bits")), 1.0 / 8e6), get("to_mb")),
        (Ratio, per(get("bits"), get("to_bits")).or(ratio), get("x")),
        (Efficiency, scaled(per(ratio, get("ndev")), 100.0), get("pct_eff")),
        (Occupancy, scaled(per(get("resident"), get("limit")), 100.0), get("pct_occ")),
        (Slots, get("limit"), device),
    ];
    sides.into_iter().filter_map(|(relation, a, b)| Some((relation, a?, b?))).collect()
}
//@endanchor claims

/// Whether a rate, all of its span, is above its device's peak.
pub fn above_roof(row: &Row) -> bool {
    let get = |key| number(row, key);
    let bytes = scaled(per(get("bytes"), seconds(row)), 1e-9).or(get("gbs"));
    let flops = scaled(flop_rate(row), 1e-12).or(get("tflops"));
    let tops = |rate: Option<Span>, peak: Option<Span>| match (rate, peak) {
        (Some(rate), Some(peak)) => rate.0 > peak.1,
        _ => false,
    };
    tops(bytes, get("peak_gbs")) || tops(flops, get("peak_tflops"))
}
//@end

/// Which relations of a row do not hold; whether it is above a roof; whether there was anything to compare.
//@anchor verdict
pub fn verdict(row: &Row) -> Verdict {
    //@solution
    let claims = claims(row);
    let broken = claims.iter().filter(|(_, a, b)| !meet(*a, *b));
    let mut wrong: Vec<Relation> = broken.map(|(relation, ..)| *relation).collect();
    wrong.dedup();
    match (wrong.is_empty(), claims.is_empty()) {
        (false, _) => Verdict::Wrong(wrong),
        _ if above_roof(row) => Verdict::AboveRoof,
        (_, true) => Verdict::Unchecked,
        (_, false) => Verdict::Consistent,
    }
    //@starter
    //| // For each relation: are all its keys there? Then what do they come to, from least to greatest, and does that meet
    //| // what is printed?
    //| todo!()
    //@end
}
//@endanchor verdict

// Part audit.

/// The verdict on each row of a log, or the first thing in it that cannot be read.
//@anchor audit
pub fn audit(log: &str) -> Result<Vec<(String, Verdict)>, LogError> {
    //@solution
    let mut verdicts = Vec::new();
    for (text, line) in log.lines().zip(1..) {
        let text = text.split('#').next().unwrap_or_default().trim();
        if text.is_empty() {
            continue;
        }
        let (id, words) = text.split_once(':').ok_or(LogError::NoId(line))?;
        if id.is_empty() || id.contains(char::is_whitespace) || id.contains('=') {
            return Err(LogError::NoId(line));
        }
        verdicts.push((id.to_owned(), verdict(&row(words, line)?)));
    }
    Ok(verdicts)
    //@starter
    //| todo!()
    //@end
}
//@solution

/// The keys and values of a line.
pub fn row(words: &str, line: usize) -> Result<Row, LogError> {
    let mut row = Row::new();
    for word in words.split_whitespace() {
        let pair = word.split_once('=').filter(|(key, value)| !key.is_empty() && !value.is_empty());
        let (key, value) = pair.ok_or(LogError::NotAPair(line))?;
        if row.insert(key.to_owned(), value.to_owned()).is_some() {
            return Err(LogError::TwiceKey(line));
        }
        let known = ROUNDED.contains(&key) || EXACT.contains(&key) || key.starts_with("dev_");
        if known && span(key, value).is_none() {
            return Err(LogError::NotANumber(line));
        }
    }
    Ok(row)
}
//@end
//@endanchor audit
