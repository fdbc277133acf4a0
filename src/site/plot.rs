//! Plots: a `plot` fence becomes a picture of curves and points, computed at build time, with its numbers in a table.
//!
//! ```text
//! title: What a GPU can compute of what it reads
//! x: 0.1..1000 log | FLOP per byte
//! y: log | TFLOPS
//! bw: dev.a100.bandwidth
//! = min(dev.a100.bf16, x * bw / 1000) | A100
//! points: 0.25 0.4, 12 9.5 | two kernels
//! ```
//!
//! `x` has a range, `y` may have one; `log` makes an axis logarithmic. A line with a name is a number or a figure by name. A line
//! that starts with `=` is a curve, a formula of `x`, of those names and of figures; `points` are pairs of numbers. Every curve and
//! list of points says behind `|` what it is. How it is drawn is in `plot_svg.rs`.

use std::ops::Range;

use super::markdown::Writer;
use super::named::What;
use super::parse::problem_at;
use crate::course::{Catalog, figures, formula, meant, nearest};

/// Curves and lists of points that one plot shows apart.
pub const MOST: usize = 6;
/// Points at which a curve is computed.
const STEPS: usize = 160;

/// A plot as asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Asked {
    title: String,
    x: Axis,
    y: Axis,
    /// Names, and the number or figure that each stands for.
    names: Vec<(String, String)>,
    series: Vec<(Source, String)>,
}

/// An axis as asked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What it is of, with its unit.
    pub words: String,
    /// Whether each step is a factor.
    pub log: bool,
    range: Option<(f64, f64)>,
}

/// Where a series comes from.
#[derive(Clone, Debug, PartialEq)]
enum Source {
    Formula(String),
    Points(Vec<(f64, f64)>),
}

/// A plot with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Plotted {
    /// Its title.
    pub title: String,
    /// The axis to the right.
    pub x: Axis,
    /// The axis up.
    pub y: Axis,
    /// What `x` spans.
    pub across: (f64, f64),
    /// What `y` spans.
    pub up: (f64, f64),
    /// In order.
    pub series: Vec<Series>,
    /// The numbers: `x`, and what each series has there.
    pub table: Vec<(f64, Vec<Option<f64>>)>,
}

/// A curve, or points.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What it is.
    pub words: String,
    /// Whether its points are marked: they were given, not computed.
    pub given: bool,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

// An `Asked` is compared with itself only, and holds no NaN: every number is read from text and finite.
impl Eq for Asked {}
impl Eq for Plotted {}

/// What is wrong, and what to do about it.
type Broken = (String, Option<String>);

fn broken<T>(message: impl Into<String>, help: &str) -> Result<T, Broken> {
    Err((message.into(), Some(help.to_owned())))
}

/// Reads the body of a `plot` fence.
///
/// # Errors
/// What cannot be understood.
pub fn ask(body: &str) -> Result<Asked, Broken> {
    let mut asked = Asked::default();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let (left, words) = line
            .split_once('|')
            .map_or((line, ""), |(left, words)| (left.trim(), words.trim()));
        let words = words.to_owned();
        if let Some(formula) = left.strip_prefix('=') {
            let source = Source::Formula(formula.trim().to_owned());
            asked.series.push((source, words));
            continue;
        }
        let Some((key, value)) = left.split_once(':') else {
            let help =
                "write `x: 1..100 | tokens`, `= 2 * x | bytes` or `points: 1 2, 2 4 | measured`";
            return broken(format!("`{left}` is no line of a plot"), help);
        };
        let value = value.trim();
        match key.trim() {
            "title" => asked.title = value.to_owned(),
            "x" => asked.x = axis(value, words)?,
            "y" => asked.y = axis(value, words)?,
            "points" => asked.series.push((Source::Points(points(value)?), words)),
            name if is_name(name) => asked.names.push((name.to_owned(), value.to_owned())),
            name => {
                let help = "names are lower-case letters, digits and `_`";
                return broken(format!("`{name}` is not a name"), help);
            }
        }
    }
    complete(&asked)?;
    Ok(asked)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// What a plot cannot do without.
fn complete(asked: &Asked) -> Result<(), Broken> {
    if asked.title.is_empty() {
        return broken(
            "a plot without a title",
            "write `title: …`: it is what a reader hears who cannot see the picture",
        );
    }
    for (axis, name) in [(&asked.x, "x"), (&asked.y, "y")] {
        if axis.words.is_empty() {
            let help = format!("write `{name}: … | tokens a second`, with the unit");
            return Err((
                format!("the plot does not say what `{name}` is"),
                Some(help),
            ));
        }
    }
    let computed = |(source, _): &(Source, String)| matches!(source, Source::Formula(_));
    if asked.x.range.is_none() && asked.series.iter().any(computed) {
        return broken("a curve needs the range of `x`", "write `x: 1..100 | …`");
    }
    if asked.series.is_empty() {
        let help = "write `= 2 * x | bytes` or `points: 1 2, 2 4 | measured`";
        return broken("a plot without a curve or points", help);
    }
    if asked.series.len() > MOST {
        let message = format!(
            "{} curves and lists of points in one plot",
            asked.series.len()
        );
        let help = format!("at most {MOST} can be told apart; make two plots");
        return Err((message, Some(help)));
    }
    match asked.series.iter().find(|(_, words)| words.is_empty()) {
        Some(_) => broken(
            "a curve or list of points that does not say what it is",
            "say it behind a `|`: `= 2 * x | bytes`",
        ),
        None => Ok(()),
    }
}

/// `0.1..1000 log`, `log`, or nothing.
fn axis(text: &str, words: String) -> Result<Axis, Broken> {
    let mut axis = Axis {
        words,
        ..Axis::default()
    };
    for word in text.split_whitespace() {
        if word == "log" {
            axis.log = true;
            continue;
        }
        let range = word.split_once("..");
        let range = range.and_then(|(from, to)| Some((number(from)?, number(to)?)));
        match range {
            Some((from, to)) if from < to => axis.range = Some((from, to)),
            _ => {
                let help = "write `1..100`, `1..100 log` or `log`";
                return broken(format!("`{word}` is no range of an axis"), help);
            }
        }
    }
    match axis.range {
        Some((from, _)) if axis.log && from <= 0.0 => broken(
            "a logarithmic axis starts above 0",
            "begin the range at a small number, such as 0.1",
        ),
        _ => Ok(axis),
    }
}

fn number(text: &str) -> Option<f64> {
    let number: f64 = text.trim().replace(',', "").parse().ok()?;
    number.is_finite().then_some(number)
}

/// `1 2, 2 4`: pairs.
fn points(text: &str) -> Result<Vec<(f64, f64)>, Broken> {
    let mut points = Vec::new();
    for pair in text.split(',').map(str::trim) {
        let (x, y) = pair.split_once(char::is_whitespace).unwrap_or((pair, ""));
        match (number(x), number(y)) {
            (Some(x), Some(y)) => points.push((x, y)),
            _ => {
                let help = "write pairs of `x` and `y` with commas between them: `1 2, 2 4`";
                return broken(format!("`{pair}` is no point"), help);
            }
        }
    }
    points.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    Ok(points)
}

/// Computes a plot.
///
/// # Errors
/// A figure or name that is not there, a formula without a value, nothing to show.
pub fn work(catalog: &Catalog, asked: &Asked) -> Result<Plotted, Broken> {
    let mut known: Vec<(&str, f64)> = Vec::new();
    for (name, text) in &asked.names {
        let value = number(text).or_else(|| figure(catalog, text));
        let Some(value) = value else {
            return Err(no_figure(catalog, text));
        };
        known.push((name, value));
    }
    let across = asked.x.range.unwrap_or_else(|| spanned(asked, |(x, _)| x));
    let value = |formula: &str, x: f64| {
        let name = |name: &str| match name {
            "x" => Some(x),
            _ => known
                .iter()
                .find(|(known, _)| *known == name)
                .map(|(_, value)| *value)
                .or_else(|| figure(catalog, name)),
        };
        formula::value(formula, &name).map_err(|(_, message)| {
            let mut names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            names.insert(0, "x");
            let help = format!("a curve knows {}, and figures by name", names.join(", "));
            (format!("`{formula}`: {message}"), Some(help))
        })
    };
    let mut series = Vec::new();
    for (source, words) in &asked.series {
        let points = match source {
            Source::Points(points) => points.clone(),
            Source::Formula(formula) => (0..=STEPS)
                .map(|step| {
                    let x = between(across, step as f64 / STEPS as f64, asked.x.log);
                    Ok((x, value(formula, x)?))
                })
                .collect::<Result<Vec<_>, Broken>>()?,
        };
        series.push(Series {
            words: words.clone(),
            given: matches!(source, Source::Points(_)),
            points,
        });
    }
    let up = height(&asked.y, &series)?;
    let mut at: Vec<f64> = ticks(across, asked.x.log);
    let given = series.iter().filter(|series| series.given);
    at.extend(given.flat_map(|series| series.points.iter().map(|(x, _)| *x)));
    at.sort_by(f64::total_cmp);
    at.dedup();
    let mut table = Vec::new();
    for x in at {
        let mut row = Vec::new();
        for ((source, _), series) in asked.series.iter().zip(&series) {
            row.push(match source {
                Source::Formula(formula) => Some(value(formula, x)?),
                Source::Points(_) => {
                    let same = series.points.iter().find(|(at, _)| *at == x);
                    same.map(|(_, y)| *y)
                }
            });
        }
        table.push((x, row));
    }
    Ok(Plotted {
        title: asked.title.clone(),
        x: asked.x.clone(),
        y: asked.y.clone(),
        across,
        up,
        series,
        table,
    })
}

fn figure(catalog: &Catalog, name: &str) -> Option<f64> {
    let (id, key) = name.rsplit_once('.')?;
    let (_, all) = figures::of(catalog, id)?;
    all.iter()
        .find(|figure| figure.key == key)
        .map(|figure| figure.value)
}

fn no_figure(catalog: &Catalog, name: &str) -> Broken {
    let (id, key) = name.rsplit_once('.').unwrap_or((name, ""));
    let devices = catalog.devices.iter().map(|row| row.id.as_str());
    let models = catalog.models.iter().map(|row| row.id.as_str());
    let help = match figures::of(catalog, id) {
        Some((_, all)) => {
            let keys: Vec<&str> = all.iter().map(|figure| figure.key).collect();
            meant(key, &keys)
        }
        None => {
            nearest(id, devices.chain(models)).map(|near| format!("did you mean `{near}.{key}`?"))
        }
    };
    (format!("`{name}` is neither a number nor a figure"), help)
}

/// What given points span along an axis.
fn spanned(asked: &Asked, along: impl Fn((f64, f64)) -> f64) -> (f64, f64) {
    let given = asked.series.iter().flat_map(|(source, _)| match source {
        Source::Points(points) => points.as_slice(),
        Source::Formula(_) => &[],
    });
    let values = given.map(|point| along(*point));
    wide(values.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    ))
}

/// A range of one value becomes one with room.
fn wide((least, most): (f64, f64)) -> (f64, f64) {
    if least < most {
        (least, most)
    } else {
        (least - 0.5, least + 0.5)
    }
}

/// What the axis up spans: as asked, or so that everything is seen, from 0 where it is not logarithmic.
fn height(axis: &Axis, series: &[Series]) -> Result<(f64, f64), Broken> {
    if let Some(range) = axis.range {
        return Ok(range);
    }
    let values = series.iter().flat_map(|series| &series.points);
    let values = values.map(|(_, y)| *y);
    if !axis.log {
        let (least, most) = values.fold((0.0, 0.0), |(least, most): (f64, f64), value| {
            (least.min(value), most.max(value))
        });
        let step = step(least, most);
        return Ok(wide((
            (least / step).floor() * step,
            (most / step).ceil() * step,
        )));
    }
    let above = values.filter(|value| *value > 0.0).map(f64::log10);
    let (least, most) = above.fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(least, most), value| (least.min(value), most.max(value)),
    );
    if least > most {
        return broken(
            "nothing of the plot is above 0, which a logarithmic axis needs",
            "leave out `log` behind `y:`",
        );
    }
    let (least, most) = (least.floor(), most.ceil().max(least.floor() + 1.0));
    Ok((10f64.powf(least), 10f64.powf(most)))
}

/// The value at a share of a range.
fn between((from, to): (f64, f64), share: f64, log: bool) -> f64 {
    if log {
        from * (to / from).powf(share)
    } else {
        from + (to - from) * share
    }
}

/// A step of 1, 2 or 5 times a power of ten, such that a range has about five of them.
fn step(from: f64, to: f64) -> f64 {
    let rough = ((to - from) / 5.0).max(f64::MIN_POSITIVE);
    let power = 10f64.powf(rough.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
    let enough = steps.into_iter().find(|step| *step >= rough * 0.999);
    enough.unwrap_or(rough)
}

/// Where an axis says its value: powers of ten, or multiples of a round step.
pub fn ticks((from, to): (f64, f64), log: bool) -> Vec<f64> {
    if log {
        let (first, last) = (from.log10().ceil() as i32, to.log10().floor() as i32);
        let powers: Vec<f64> = (first..=last).map(|power| 10f64.powi(power)).collect();
        return if powers.len() < 2 {
            vec![from, to]
        } else {
            powers
        };
    }
    let step = step(from, to);
    let first = (from / step - 1e-9).ceil() as i64;
    let last = (to / step + 1e-9).floor() as i64;
    (first..=last).map(|at| at as f64 * step).collect()
}

impl Writer<'_> {
    /// A `plot` fence.
    pub(super) fn plot_fence(&mut self, text: &str, range: &Range<usize>) {
        let drawn = ask(text).map(|asked| (asked.title.clone(), What::Plot(asked)));
        self.drawn(drawn, range);
    }

    /// A picture that is drawn when the page is rendered, heard by its title; or why it cannot be asked for, and what helps.
    pub(super) fn drawn(
        &mut self,
        asked: Result<(String, What), (String, Option<String>)>,
        range: &Range<usize>,
    ) {
        match asked {
            Ok((title, what)) => {
                self.index_words(&format!("{title} "));
                self.named(what, range.clone());
            }
            Err((message, help)) => {
                let mut problem = problem_at(self.page, range.start, message);
                problem.help = help;
                self.out.problems.push(problem);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plotted(body: &str) -> Result<Plotted, String> {
        let asked = ask(body).map_err(|(message, _)| message)?;
        work(&Catalog::default(), &asked).map_err(|(message, _)| message)
    }

    #[test]
    fn curves_and_points_share_a_table() {
        let body =
            "title: T\nx: 0..10 | things\ny: | cost\na: 3\n= a * x | all\npoints: 4 9, 1 2 | some";
        let plot = plotted(body).unwrap();
        assert_eq!((plot.across, plot.up), ((0.0, 10.0), (0.0, 30.0)));
        assert_eq!(plot.series[1].points, [(1.0, 2.0), (4.0, 9.0)]);
        let row = |x: f64| {
            plot.table
                .iter()
                .find(|(at, _)| *at == x)
                .unwrap()
                .1
                .clone()
        };
        assert_eq!(row(4.0), [Some(12.0), Some(9.0)]);
        assert_eq!(row(2.0), [Some(6.0), None]);
    }

    #[test]
    fn a_logarithmic_axis_has_powers_of_ten() {
        assert_eq!(ticks((0.1, 1000.0), true), [0.1, 1.0, 10.0, 100.0, 1000.0]);
        assert_eq!(ticks((0.0, 7.0), false), [0.0, 2.0, 4.0, 6.0]);
        let plot = plotted("title: T\nx: 1..100 log | a\ny: log | b\n= 30 / x | c").unwrap();
        assert_eq!(plot.up, (0.1, 100.0));
    }

    #[test]
    fn what_is_wrong_is_said() {
        let wrong = |rest: &str| plotted(&format!("title: T\n{rest}")).unwrap_err();
        let axes = "x: 1..2 | a\ny: | b\n";
        assert_eq!(
            plotted("x: 1..2 | a").unwrap_err(),
            "a plot without a title"
        );
        assert_eq!(wrong("x: 1..2 | a"), "the plot does not say what `y` is");
        assert_eq!(wrong("x: 2..1 | a"), "`2..1` is no range of an axis");
        assert_eq!(
            wrong("x: 0..1 log | a"),
            "a logarithmic axis starts above 0"
        );
        assert_eq!(wrong(axes), "a plot without a curve or points");
        assert_eq!(
            wrong(&format!("{axes}= x * b | c")),
            "`x * b`: `b` is no input"
        );
        assert_eq!(wrong(&format!("{axes}points: 1 | c")), "`1` is no point");
        assert_eq!(
            wrong(&format!("{axes}b: dev.x.y\n= b | c")),
            "`dev.x.y` is neither a number nor a figure"
        );
        assert_eq!(
            wrong("x: | a\ny: | b\n= x | c"),
            "a curve needs the range of `x`"
        );
    }
}
