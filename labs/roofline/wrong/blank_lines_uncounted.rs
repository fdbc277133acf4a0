// must fail: csv/errors — counts only the lines that are not blank
use ::roofline::{CsvError, Point};

pub fn parse(csv: &str) -> Result<Vec<Point>, CsvError> {
    let lines = csv.lines().map(str::trim).filter(|line| !line.is_empty());
    let mut lines = lines.zip(1..);
    match lines.next() {
        Some(("m,n,k,us", _)) => {}
        _ => return Err(CsvError::Header),
    }
    lines.map(|(line, number)| row(line).ok_or(CsvError::Row(number))).collect()
}
