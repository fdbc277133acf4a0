//! The class as a table for spreadsheets: a row a learner, points in all and for each lab; CSV that computes nothing.

use super::csv::{Cell, write};
use super::marks::{LabMark, MarkState, total, written};
use super::model::Class;

/// The table: learners by id, labs in the course's order, a head.
pub fn csv(class: &Class, marks: &[Vec<LabMark>]) -> String {
    let mut head = ["learner", "name", "points", "of", "percent"]
        .map(Cell::text)
        .to_vec();
    for lab in &class.labs {
        for what in ["", " status", " days late", " submissions"] {
            head.push(Cell::text(format!("{}{what}", lab.id)));
        }
    }
    let mut rows = vec![head];
    for (learner, marks) in class.learners.iter().zip(marks) {
        let (points, of) = total(marks);
        let mut row = vec![
            Cell::text(&learner.id),
            Cell::text(&learner.name),
            Cell::Number(written(points)),
            Cell::Number(written(of)),
            percent(points, of),
        ];
        for mark in marks {
            row.push(
                mark.points
                    .map_or(Cell::Empty, |points| Cell::Number(written(points))),
            );
            row.push(Cell::text(mark.state.words()));
            match mark.state {
                MarkState::Missing => row.extend([Cell::Empty, Cell::Empty]),
                _ => {
                    row.push(Cell::Number(mark.days_late.to_string()));
                    row.push(Cell::count(mark.submissions));
                }
            }
        }
        rows.push(row);
    }
    write(&rows)
}

/// To a tenth.
fn percent(points: i64, of: i64) -> Cell {
    match of {
        0 => Cell::Empty,
        of => Cell::Number(format!("{:.1}", 100.0 * points as f64 / of as f64)),
    }
}
