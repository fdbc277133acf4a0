//! `grading:` of `content/course.yaml`: what checks, parts and labs are worth, when they are due, and what being late costs.
//!
//! The key comes in as YAML, a [`Grading`] comes out, and everything wrong with it as problems with their places. Points are counted
//! in thousandths, so that sums are exact and the same on every machine. What a mark comes to is worked out in `class/marks.rs`;
//! docs/class.md has every key with an example.

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use sorted::SortedMap;

use super::front::Yaml;
use super::yaml::{Node, Value};

/// Thousandths of a point.
pub type Points = i64;

/// A point, in thousandths.
pub const POINT: Points = 1000;

/// No lab, part or check is worth more.
const MOST: f64 = 1_000_000.0;

/// Which of a learner's submissions counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keep {
    /// The one with the most points, late or not; of equals the first.
    #[default]
    Best,
    /// The last that was handed in before the cut-off.
    Last,
}

/// What being late costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Late {
    /// As long after the deadline nothing is late.
    pub grace: SignedDuration,
    /// Per cent of the points that each day takes which has begun since the deadline.
    pub per_day: u32,
    /// As long after the deadline a submission still counts; none: for ever.
    pub until: Option<SignedDuration>,
}

/// What a lab is worth, and when it is due.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabGrading {
    /// Of the whole lab; none: what its parts are worth.
    pub points: Option<Points>,
    /// Of parts, by id; of one that is not named: the sum of its checks' weights.
    pub parts: SortedMap<String, Points>,
    /// Weights of checks, by `part/check`; of one that is not named: 1.
    pub checks: SortedMap<String, Points>,
    /// When it is due.
    pub deadline: Option<Timestamp>,
    /// What being late costs here.
    pub late: Option<Late>,
    /// Where it stands in the file.
    pub place: (u32, u32),
}

/// The keys of `grading:`, of a lab in it, and of `late:`.
pub(crate) const KEYS: [&str; 4] = ["keep", "late", "labs", "zone"];
pub(crate) const LAB_KEYS: [&str; 5] = ["points", "parts", "checks", "deadline", "late"];
pub(crate) const LATE_KEYS: [&str; 3] = ["grace", "per_day", "until"];

/// What `grading:` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grading {
    /// Which submission counts.
    pub keep: Keep,
    /// What being late costs where a lab says nothing.
    pub late: Late,
    /// Labs by id.
    pub labs: SortedMap<String, LabGrading>,
}

/// Reads the key; what cannot be read is left out and is a problem.
pub(crate) fn read(yaml: &mut Yaml<'_>, node: &Node) -> Grading {
    let mut grading = Grading::default();
    let found = yaml.map(node, &KEYS, &[]);
    // Labs come last: their deadlines are in the zone, and their rules begin with the class's, wherever these stand.
    let mut zone = None;
    for (key, value) in found.iter().copied() {
        match key {
            "zone" => zone = self::zone(yaml, value),
            "keep" => grading.keep = keep(yaml, value),
            "late" => grading.late = late(yaml, value, Late::default()),
            _ => {}
        }
    }
    for (_, value) in found.into_iter().filter(|(key, _)| *key == "labs") {
        let Value::Map(pairs) = &value.value else {
            let help = "write the name of a lab, and below it, indented, what it is worth";
            wrong(
                yaml,
                value,
                "`labs` is a list of labs by name".to_owned(),
                help,
            );
            continue;
        };
        for (name, value) in pairs {
            let lab = lab(yaml, value, zone.as_ref(), grading.late);
            grading.labs.insert(yaml.text("labs", name), lab);
        }
    }
    grading
}

fn keep(yaml: &mut Yaml<'_>, node: &Node) -> Keep {
    match yaml.text("keep", node).as_str() {
        "last" => Keep::Last,
        "best" => Keep::Best,
        other => {
            let help = "`keep` is `best` or `last`: which of a learner's submissions counts";
            wrong(
                yaml,
                node,
                format!("`{other}` is neither best nor last"),
                help,
            );
            Keep::Best
        }
    }
}

fn zone(yaml: &mut Yaml<'_>, node: &Node) -> Option<TimeZone> {
    let name = yaml.text("zone", node);
    let zone = TimeZone::get(&name).ok();
    if zone.is_none() {
        let help = "write it as `Europe/Berlin`, `America/New_York` or `UTC`";
        wrong(yaml, node, format!("no time zone is called `{name}`"), help);
    }
    zone
}

fn late(yaml: &mut Yaml<'_>, node: &Node, otherwise: Late) -> Late {
    let mut late = otherwise;
    for (key, value) in yaml.map(node, &LATE_KEYS, &[]) {
        match key {
            "grace" => late.grace = duration(yaml, key, value).unwrap_or(late.grace),
            "until" => late.until = duration(yaml, key, value).or(late.until),
            _ => match yaml.whole(key, value) {
                Some(share) if share <= 100 => late.per_day = share,
                Some(share) => {
                    let help = "`per_day` is from 0 to 100: per cent of the points for each day";
                    wrong(yaml, value, format!("{share} per cent a day"), help);
                }
                None => {}
            },
        }
    }
    late
}

fn lab(yaml: &mut Yaml<'_>, node: &Node, zone: Option<&TimeZone>, late: Late) -> LabGrading {
    let mut lab = LabGrading {
        place: (node.line, node.column),
        ..LabGrading::default()
    };
    for (key, value) in yaml.map(node, &LAB_KEYS, &[]) {
        match key {
            "points" => lab.points = points(yaml, key, value),
            "parts" => lab.parts = worth(yaml, key, value),
            "checks" => lab.checks = worth(yaml, key, value),
            "deadline" => lab.deadline = deadline(yaml, value, zone),
            _ => lab.late = Some(self::late(yaml, value, late)),
        }
    }
    lab
}

/// A map of names and what they are worth.
fn worth(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> SortedMap<String, Points> {
    let Value::Map(pairs) = &node.value else {
        let help = "write `name: 2` a line, indented";
        wrong(
            yaml,
            node,
            format!("`{key}` is a list of names and points"),
            help,
        );
        return SortedMap::new();
    };
    let mut worth = SortedMap::new();
    for (name, value) in pairs {
        let name = yaml.text(key, name);
        if let Some(points) = points(yaml, &name, value) {
            worth.insert(name, points);
        }
    }
    worth
}

fn points(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> Option<Points> {
    let number = match node.value {
        Value::Int(number) => number as f64,
        Value::Float(number) => number,
        _ => f64::NAN,
    };
    if (0.0..=MOST).contains(&number) {
        return Some((number * POINT as f64).round() as Points);
    }
    let help = "points are a number from 0 to 1,000,000, with three digits behind the point";
    wrong(yaml, node, format!("`{key}` is worth no number"), help);
    None
}

/// `15 min`, `2 h`, `5 days`.
fn duration(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> Option<SignedDuration> {
    let words = match &node.value {
        Value::Text(words) => words.trim().to_owned(),
        Value::Int(0) => return Some(SignedDuration::ZERO),
        _ => String::new(),
    };
    let length = length(&words);
    if length.is_none() {
        let help = "write `15 min`, `2 hours` or `5 days`";
        wrong(yaml, node, format!("`{key}` is no length of time"), help);
    }
    length
}

/// A length of time as it is written: `15 min`, `2 hours`, `5 days`.
pub fn length(words: &str) -> Option<SignedDuration> {
    let at = words.find(|c: char| !c.is_ascii_digit())?;
    let number: i64 = words[..at].parse().ok().filter(|n| *n <= 100_000)?;
    match words[at..].trim() {
        "min" | "minute" | "minutes" => Some(SignedDuration::from_mins(number)),
        "h" | "hour" | "hours" => Some(SignedDuration::from_hours(number)),
        "d" | "day" | "days" => Some(SignedDuration::from_hours(24 * number)),
        _ => None,
    }
}

/// The same of one that is known.
pub fn length_words(length: SignedDuration) -> String {
    let minutes = length.as_mins();
    let (number, unit) = match minutes {
        _ if minutes % (24 * 60) == 0 => (minutes / (24 * 60), "day"),
        _ if minutes % 60 == 0 => (minutes / 60, "hour"),
        _ => return format!("{minutes} min"),
    };
    let many = if number == 1 { "" } else { "s" };
    format!("{number} {unit}{many}")
}

/// `2026-12-01T18:00-05:00`; with a zone `2026-12-01 18:00`, or `2026-12-01` alone for the whole of that day.
fn deadline(yaml: &mut Yaml<'_>, node: &Node, zone: Option<&TimeZone>) -> Option<Timestamp> {
    let words = yaml.text("deadline", node);
    if let Some(at) = instant(&words) {
        return Some(at);
    }
    let day = words.parse::<jiff::civil::Date>().ok();
    let is_day = !words.contains(':') && day.is_some();
    let time = match day.filter(|_| is_day) {
        // The first moment that is too late.
        Some(day) => day.tomorrow().ok().map(|day| day.at(0, 0, 0, 0)),
        None => words.parse::<jiff::civil::DateTime>().ok(),
    };
    match (time, zone) {
        (Some(time), Some(zone)) => zone.to_timestamp(time).ok(),
        (Some(_), None) => {
            let help = "add `zone: Europe/Berlin` to `grading`, or write `2026-12-01T18:00+01:00`";
            wrong(yaml, node, format!("`{words}` is in no time zone"), help);
            None
        }
        (None, _) => {
            let help = "write `2026-12-01`, `2026-12-01 18:00` or `2026-12-01T18:00+01:00`";
            wrong(yaml, node, format!("`{words}` is no date"), help);
            None
        }
    }
}

/// A time with its offset.
fn instant(words: &str) -> Option<Timestamp> {
    words.parse().ok()
}

fn wrong(yaml: &mut Yaml<'_>, node: &Node, message: String, help: &str) {
    yaml.add(node.line, node.column, message, Some(help.to_owned()));
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::problem::Problem;
    use super::*;

    fn graded(text: &str) -> (Grading, Vec<Problem>) {
        let mut problems = Vec::new();
        let mut yaml = Yaml::new(Path::new("content/course.yaml"), text, 0, &mut problems);
        let node = yaml.root(text).expect("YAML");
        let grading = read(&mut yaml, &node);
        (grading, problems)
    }

    #[test]
    fn every_key_is_read() {
        let (grading, problems) = graded(
            "keep: last\nzone: Europe/Berlin\nlate:\n  grace: 15 min\n  per_day: 10\n  until: 5 days\nlabs:\n  rope:\n    \
             points: 12.5\n    deadline: 2026-12-01\n    parts: {v0: 2, v1: 3}\n    checks:\n      v0/correct: 0.5\n    late:\n      \
             per_day: 20\n  softmax:\n    deadline: 2026-12-01 18:00\n  gemv:\n    deadline: 2026-12-01T18:00-05:00\n",
        );
        assert_eq!(problems, Vec::new());
        assert_eq!(grading.keep, Keep::Last);
        assert_eq!(grading.late.grace, SignedDuration::from_mins(15));
        let at = |lab: &str| grading.labs[lab].deadline.unwrap().to_string();
        assert_eq!(at("rope"), "2026-12-01T23:00:00Z");
        assert_eq!(at("softmax"), "2026-12-01T17:00:00Z");
        assert_eq!(at("gemv"), "2026-12-01T23:00:00Z");
        let rope = &grading.labs["rope"];
        assert_eq!(rope.points, Some(12_500));
        assert_eq!(rope.parts["v1"], 3_000);
        assert_eq!(rope.checks["v0/correct"], 500);
        let late = rope.late.unwrap();
        assert_eq!(late.per_day, 20);
        assert_eq!(late.until, Some(SignedDuration::from_hours(120)));
    }

    #[test]
    fn what_cannot_be_read_has_a_place_and_a_way_out() {
        for (text, said) in [
            ("keep: most\n", "neither best nor last"),
            ("zone: Mars\n", "no time zone is called `Mars`"),
            ("late:\n  per_day: 101\n", "101 per cent"),
            ("late:\n  grace: soon\n", "`grace` is no length of time"),
            (
                "labs:\n  rope:\n    deadline: 2026-12-01 18:00\n",
                "in no time zone",
            ),
            (
                "labs:\n  rope:\n    deadline: Friday\n",
                "`Friday` is no date",
            ),
            (
                "labs:\n  rope:\n    points: -1\n",
                "`points` is worth no number",
            ),
            ("labs:\n  rope:\n    parts: 3\n", "list of names and points"),
            (
                "labs:\n  rope:\n    checks: {v0/a: x}\n",
                "`v0/a` is worth no number",
            ),
            ("pionts: 3\n", "pionts"),
        ] {
            let (_, problems) = graded(text);
            assert_eq!(problems.len(), 1, "{text}: {problems:?}");
            assert!(problems[0].message.contains(said), "{:?}", problems[0]);
            assert!(
                problems[0].line > 0 && problems[0].help.is_some(),
                "{:?}",
                problems[0]
            );
        }
    }
}
