//! A plot as SVG and table: colours are the page's own, so that it is right in light and dark, and no line is told by its colour alone.

use std::fmt::Write as _;

use super::highlight::escape;
use super::plot::{Plotted, Series, ticks};
use crate::course::figures;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 380.0;
const LEFT: f64 = 64.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 66.0;

/// The figure: picture, what its lines are, and its numbers.
pub fn html(plot: &Plotted) -> String {
    let mut html = format!(
        "<figure class=\"plot\">\n<figcaption>{}</figcaption>\n",
        escape(&plot.title)
    );
    html.push_str(&svg(plot));
    html.push_str("<ul class=\"plot-key\">");
    for (at, series) in plot.series.iter().enumerate() {
        let _ = write!(
            html,
            "<li><svg viewBox=\"0 0 28 8\" width=\"28\" height=\"8\" aria-hidden=\"true\" class=\"plot-line plot-{}\">{}</svg>{}</li>",
            at + 1,
            if series.given {
                dot(14.0, 4.0, at)
            } else {
                "<path d=\"M0 4H28\"/>".to_owned()
            },
            escape(&series.words)
        );
    }
    html.push_str("</ul>\n");
    table(&mut html, plot);
    html.push_str("</figure>\n");
    html
}

/// Where values lie in the picture.
struct Ground<'p>(&'p Plotted);

fn share(value: f64, (from, to): (f64, f64), log: bool) -> f64 {
    if log {
        (value.max(f64::MIN_POSITIVE) / from).ln() / (to / from).ln()
    } else {
        (value - from) / (to - from)
    }
}

impl Ground<'_> {
    fn x(&self, value: f64) -> f64 {
        LEFT + share(value, self.0.across, self.0.x.log) * (WIDTH - LEFT - RIGHT)
    }

    /// Not far outside, so that no viewer meets numbers that it cannot draw.
    fn y(&self, value: f64) -> f64 {
        let share = share(value, self.0.up, self.0.y.log).clamp(-1.0, 2.0);
        HEIGHT - BOTTOM - share * (HEIGHT - TOP - BOTTOM)
    }
}

/// Distances of words are in their own size, which is larger on narrow screens.
fn svg(plot: &Plotted) -> String {
    let ground = Ground(plot);
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    let said: Vec<&str> = plot
        .series
        .iter()
        .map(|series| series.words.as_str())
        .collect();
    let label = format!(
        "{}: {} against {}. {}. The numbers are in the table below.",
        plot.title,
        plot.y.words,
        plot.x.words,
        said.join("; ")
    );
    let mut svg = format!(
        "<svg class=\"plot-picture\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{}\">\n<g class=\"plot-grid\">",
        escape(&label)
    );
    for tick in ticks(plot.across, plot.x.log) {
        let x = ground.x(tick);
        let _ = write!(
            svg,
            "<path d=\"M{x:.1} {TOP}V{bottom}\"/><text x=\"{x:.1}\" y=\"{:.1}\" dy=\"1.15em\" text-anchor=\"middle\">{}</text>",
            bottom + 3.0,
            short(tick)
        );
    }
    for tick in ticks(plot.up, plot.y.log) {
        let y = ground.y(tick);
        let _ = write!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{right}\"/><text x=\"{:.1}\" y=\"{y:.1}\" dy=\"0.3em\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            short(tick)
        );
    }
    let _ = write!(
        svg,
        "</g>\n<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text><text x=\"0\" y=\"0\" dy=\"0.8em\">{}</text>\n",
        (LEFT + right) / 2.0,
        HEIGHT - 8.0,
        escape(&plot.x.words),
        escape(&plot.y.words)
    );
    // A picture of its own cuts off what leaves the axes, with no id that a page could hold twice.
    let _ = write!(
        svg,
        "<svg x=\"{LEFT}\" y=\"{TOP}\" width=\"{0:.1}\" height=\"{1:.1}\" viewBox=\"{LEFT} {TOP} {0:.1} {1:.1}\">",
        right - LEFT,
        bottom - TOP
    );
    for (at, series) in plot.series.iter().enumerate() {
        let _ = write!(
            svg,
            "<g class=\"plot-line plot-{}\">{}</g>",
            at + 1,
            line(&ground, series, at)
        );
    }
    svg.push_str("</svg>\n</svg>\n");
    svg
}

fn line(ground: &Ground<'_>, series: &Series, at: usize) -> String {
    let places = series
        .points
        .iter()
        .map(|(x, y)| (ground.x(*x), ground.y(*y)));
    if series.given {
        return places.map(|(x, y)| dot(x, y, at)).collect();
    }
    let mut path = String::new();
    for (x, y) in places {
        let pen = if path.is_empty() { 'M' } else { 'L' };
        let _ = write!(path, "{pen}{x:.1} {y:.1}");
    }
    format!("<path d=\"{path}\"/>")
}

/// A mark of its own shape for each list of points.
fn dot(x: f64, y: f64, at: usize) -> String {
    match at % 3 {
        0 => format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\"/>"),
        1 => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"7\" height=\"7\"/>",
            x - 3.5,
            y - 3.5
        ),
        _ => format!(
            "<path class=\"plot-mark\" d=\"M{x:.1} {:.1}l4.5 8h-9z\"/>",
            y - 4.5
        ),
    }
}

/// A number in the room of a tick: `10 k`, `0.1`.
fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 || (0.01..10_000.0).contains(&size) {
        return figures::written(value);
    }
    for (scale, letter) in [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")] {
        if (scale..scale * 1e4).contains(&size) {
            return format!("{}\u{a0}{letter}", figures::written(value / scale));
        }
    }
    format!("{value:.0e}")
}

fn table(html: &mut String, plot: &Plotted) {
    html.push_str("<details class=\"plot-numbers\"><summary>The numbers</summary>\n<div class=\"table-wrap\" tabindex=\"0\" role=\"group\" aria-label=\"");
    let _ = write!(
        html,
        "{}\">",
        escape(&format!("{}: the numbers", plot.title))
    );
    let _ = write!(
        html,
        "<table><thead><tr><th scope=\"col\">{}</th>",
        escape(&plot.x.words)
    );
    for series in &plot.series {
        let _ = write!(html, "<th scope=\"col\">{}</th>", escape(&series.words));
    }
    html.push_str("</tr></thead>\n<tbody>\n");
    for (x, row) in &plot.table {
        let _ = write!(html, "<tr><td>{}</td>", significant(*x));
        for value in row {
            let shown = value.map_or_else(|| "–".to_owned(), significant);
            let _ = write!(html, "<td>{shown}</td>");
        }
        html.push_str("</tr>\n");
    }
    html.push_str("</tbody></table></div>\n</details>\n");
}

/// Three digits that count, more where they stand before the point.
fn significant(value: f64) -> String {
    if value == 0.0 || value.abs() >= 0.1 {
        return figures::written(value);
    }
    let digits = (2.0 - value.abs().log10().floor()).clamp(0.0, 12.0) as usize;
    let text = format!("{value:.digits$}");
    text.trim_end_matches('0').to_owned()
}
