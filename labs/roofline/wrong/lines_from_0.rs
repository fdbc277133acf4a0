// must fail: csv/errors — counts lines from 0
use ::roofline::{CsvError, Point};

pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError> {
    let lines = csv.lines().map(str::trim).zip(0..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    match lines.next() {
        Some(("m,n,k,us", _)) => {}
        _ => return Err(CsvError::Header),
    }
    lines.map(|(line, number)| row(line).ok_or(CsvError::Row(number))).collect()
}
