//! Canvas' gradebook: a CSV that its Gradebook → Import takes, with a column a lab.
//!
//! Canvas finds a student by `ID`, `SIS User ID` or `SIS Login ID`. Only Canvas knows these, so its own export is best given as the
//! roster: a learner is the row in which one of the three, or the local part of an address, is the learner's id. Without one the id is
//! taken for the login. What was not handed in, or could not be judged, stays empty: Canvas leaves an empty cell as it is.

use std::collections::HashMap;

use super::csv::{Cell, read, write};
use super::marks::{LabMark, MarkState, written};
use super::model::{Class, Pupil};
use crate::exit::Failure;

/// The columns that say who it is.
const WHO: [&str; 5] = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section"];

/// Canvas' students, each with the five columns that say who it is.
#[derive(Clone, Debug, Default)]
pub struct Students {
    rows: Vec<[String; 5]>,
    by_id: HashMap<String, usize>,
}

impl Students {
    /// The students of an export of Canvas' gradebook, or of a table with its first columns.
    ///
    /// # Errors
    /// When the table has no column by which a learner could be found.
    pub fn read(text: &str) -> Result<Students, Failure> {
        let rows = read(text);
        let head = rows.first().cloned().unwrap_or_default();
        let column = |name: &str| {
            head.iter()
                .position(|cell| cell.trim().eq_ignore_ascii_case(name))
        };
        let columns = WHO.map(column);
        if columns[1..4].iter().all(Option::is_none) {
            return Err(Failure::wrong_use(
                "the roster for Canvas has no column `ID`, `SIS User ID` or `SIS Login ID`",
            )
            .help("export the gradebook in Canvas (Gradebook, Export) and give that file"));
        }
        let mut students = Students::default();
        for row in rows.iter().skip(1) {
            let cell =
                |at: Option<usize>| at.and_then(|at| row.get(at)).cloned().unwrap_or_default();
            let who = columns.map(cell).map(|cell| cell.trim().to_owned());
            if who[1..4].iter().all(String::is_empty) {
                continue;
            }
            let at = students.rows.len();
            for id in who[1..4].iter().filter(|id| !id.is_empty()) {
                students.by_id.entry(id.to_lowercase()).or_insert(at);
                if let Some((local, _)) = id.split_once('@') {
                    students.by_id.entry(local.to_lowercase()).or_insert(at);
                }
            }
            students.rows.push(who);
        }
        Ok(students)
    }

    fn find(&self, id: &str) -> Option<&[String; 5]> {
        self.by_id.get(&id.to_lowercase()).map(|at| &self.rows[*at])
    }
}

/// The gradebook, and the learners that the roster does not have: they are left out, for Canvas would refuse the file.
pub fn csv(
    class: &Class,
    marks: &[Vec<LabMark>],
    roster: Option<&Students>,
) -> (String, Vec<String>) {
    let mut head = WHO.map(Cell::text).to_vec();
    let mut of = vec![Cell::text("Points Possible")];
    of.extend(std::iter::repeat_n(Cell::Empty, 4));
    for (at, lab) in class.labs.iter().enumerate() {
        head.push(Cell::text(&lab.title));
        let worth = marks
            .first()
            .and_then(|row| row.get(at))
            .map_or(0, |mark| mark.of);
        of.push(Cell::Number(written(worth)));
    }
    let mut rows = vec![head, of];
    let mut unknown = Vec::new();
    for (learner, marks) in class.learners.iter().zip(marks) {
        let Some(mut row) = who(learner, roster) else {
            unknown.push(learner.id.clone());
            continue;
        };
        row.extend(marks.iter().map(|mark| match (mark.state, mark.points) {
            (MarkState::Missing | MarkState::NotJudged, _) | (_, None) => Cell::Empty,
            (_, Some(points)) => Cell::Number(written(points)),
        }));
        rows.push(row);
    }
    (write(&rows), unknown)
}

fn who(learner: &Pupil, roster: Option<&Students>) -> Option<Vec<Cell>> {
    let text = |text: &String| match text.is_empty() {
        true => Cell::Empty,
        false => Cell::text(text),
    };
    match roster {
        Some(students) => Some(students.find(&learner.id)?.iter().map(text).collect()),
        None => {
            let (name, login) = (Cell::text(&learner.name), Cell::text(&learner.id));
            Some(vec![name, Cell::Empty, Cell::Empty, login, Cell::Empty])
        }
    }
}
