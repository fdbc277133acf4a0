// must fail: csv/errors — refuses a time that is 0 or less, which NaN is not
use ::roofline::{CsvError, Point};

pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError> {
    let lines = csv.lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    match lines.next() {
        Some(("m,n,k,us", _)) => {}
        _ => return Err(CsvError::Header),
    }
    lines.map(|(line, number)| row(line).ok_or(CsvError::Row(number))).collect()
}

pub fn row(line: &str) -> Option<Point> {
    let fields: Vec<&str> = line.split(',').map(str::trim).collect();
    let [m, n, k, us] = fields.as_slice() else {
        return None;
    };
    let count = |text: &str| text.parse::<u64>().ok().filter(|n| *n > 0);
    let us: f64 = us.parse().ok()?;
    let (m, n, k) = (count(m)?, count(n)?, count(k)?);
    (!(us <= 0.0)).then_some(Point { m, n, k, us })
}
