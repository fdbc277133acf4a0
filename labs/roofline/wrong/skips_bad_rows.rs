// must fail: csv/errors — leaves out what is no measurement
use ::roofline::{CsvError, Point};

pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError> {
    let lines = csv.lines().map(str::trim).zip(1..);
    let mut lines = lines.filter(|(line, _)| !line.is_empty());
    match lines.next() {
        Some(("m,n,k,us", _)) => {}
        _ => return Err(CsvError::Header),
    }
    Ok(lines.filter_map(|(line, _)| row(line)).collect())
}
