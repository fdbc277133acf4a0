//! The roofline as an SVG: a device's roofs and where each kernel lies under them.
//!
//! Kernels go in, markup comes out. Both axes are logarithmic, a grid line a factor of ten. A kernel has an intensity and a roof
//! above it, but no measured speed here, so it stands as a line up to its roof with a mark where the roof is.

use std::fmt::Write;

use super::Kernel;
use super::roofline::Roofline;
use crate::course::Device;
use crate::html::escape;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 48.0;

/// What the axes span, in powers of ten.
struct Axes {
    /// FLOP a byte.
    x: (f64, f64),
    /// FLOP a second.
    y: (f64, f64),
}

impl Axes {
    fn around(points: &[&Roofline]) -> Axes {
        let intensities = points
            .iter()
            .flat_map(|r| [r.intensity().filter(|i| *i > 0.0), Some(r.ridge())]);
        let logs: Vec<f64> = intensities.flatten().map(f64::log10).collect();
        let least = logs.iter().copied().fold(0.0, f64::min).floor() - 1.0;
        let most = logs.iter().copied().fold(1.0, f64::max).ceil() + 1.0;
        let peak = points
            .iter()
            .map(|r| r.peak.log10())
            .fold(1.0, f64::max)
            .ceil();
        let slowest = points.iter().map(|r| (r.bandwidth.log10() + least).floor());
        Axes {
            x: (least, most),
            y: (slowest.fold(peak - 3.0, f64::min), peak),
        }
    }

    fn at_x(&self, intensity: f64) -> f64 {
        let share = (intensity.log10() - self.x.0) / (self.x.1 - self.x.0);
        LEFT + share.clamp(0.0, 1.0) * (WIDTH - LEFT - RIGHT)
    }

    fn at_y(&self, flops: f64) -> f64 {
        let share = (flops.log10() - self.y.0) / (self.y.1 - self.y.0);
        HEIGHT - BOTTOM - share.clamp(0.0, 1.0) * (HEIGHT - TOP - BOTTOM)
    }
}

/// The chart of these kernels; empty if none of them computes and moves anything.
pub fn roofline(kernels: &[Kernel], device: &Device) -> String {
    let shown: Vec<(usize, &Kernel)> = kernels
        .iter()
        .enumerate()
        .filter(|(_, kernel)| kernel.roofline.flops > 0 && kernel.roofline.bytes > 0)
        .collect();
    if shown.is_empty() {
        return String::new();
    }
    let points: Vec<&Roofline> = shown.iter().map(|(_, kernel)| &kernel.roofline).collect();
    let axes = Axes::around(&points);
    let mut out = format!(
        "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"Roofline of the {}\" class=\"roofline\">",
        escape(&device.name)
    );
    grid(&mut out, &axes);
    roofs(&mut out, &axes, &points);
    for group in together(&axes, shown) {
        point(&mut out, &axes, &group);
    }
    out.push_str("</svg>");
    out
}

fn grid(out: &mut String, axes: &Axes) {
    let (right, foot) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    for power in axes.x.0 as i32..=axes.x.1 as i32 {
        let x = axes.at_x(10f64.powi(power));
        let label = power_of_ten(power);
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{foot}\"/>\
             <text x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>",
            foot + 16.0
        );
    }
    for power in axes.y.0 as i32..=axes.y.1 as i32 {
        let y = axes.at_y(10f64.powi(power));
        let _ = write!(
            out,
            "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            y + 4.0,
            rate(power)
        );
    }
    let _ = write!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">FLOP a byte that must move</text>",
        (LEFT + right) / 2.0,
        HEIGHT - 8.0
    );
}

/// One slope for memory, one ceiling for each kind of arithmetic in use.
fn roofs(out: &mut String, axes: &Axes, points: &[&Roofline]) {
    let mut drawn: Vec<f64> = Vec::new();
    for of in points {
        if drawn.contains(&of.peak) {
            continue;
        }
        drawn.push(of.peak);
        let from = 10f64
            .powf(axes.x.0)
            .max(10f64.powf(axes.y.0) / of.bandwidth);
        let path = [
            (axes.at_x(from), axes.at_y(of.attainable(from))),
            (axes.at_x(of.ridge()), axes.at_y(of.peak)),
            (WIDTH - RIGHT, axes.at_y(of.peak)),
        ];
        let path: Vec<String> = path.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let _ = write!(
            out,
            "<polyline class=\"roof\" points=\"{}\"/><text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            path.join(" "),
            WIDTH - RIGHT - 4.0,
            axes.at_y(of.peak) - 5.0,
            of.unit.words()
        );
    }
}

/// A kernel and its number on the page.
type Numbered<'a> = (usize, &'a Kernel);

/// Kernels whose marks would lie on one another, together: their labels would not be legible apart.
fn together<'a>(axes: &Axes, shown: Vec<Numbered<'a>>) -> Vec<Vec<Numbered<'a>>> {
    let mut groups: Vec<(f64, Vec<Numbered<'a>>)> = Vec::new();
    for (number, kernel) in shown {
        let x = axes.at_x(kernel.roofline.intensity().unwrap_or(1.0));
        match groups.iter_mut().find(|(at, _)| (at - x).abs() < 8.0) {
            Some((_, group)) => group.push((number, kernel)),
            None => groups.push((x, vec![(number, kernel)])),
        }
    }
    groups.into_iter().map(|(_, group)| group).collect()
}

fn point(out: &mut String, axes: &Axes, group: &[Numbered<'_>]) {
    let Some((_, first)) = group.first() else {
        return;
    };
    let intensity = first.roofline.intensity().unwrap_or(1.0);
    let (x, y) = (
        axes.at_x(intensity),
        axes.at_y(first.roofline.attainable(intensity)),
    );
    let titles: Vec<String> = group.iter().map(|(_, of)| of.title()).collect();
    let numbers: Vec<String> = group.iter().map(|(at, _)| (at + 1).to_string()).collect();
    let _ = write!(
        out,
        "<g class=\"kernel\"><title>{}</title><line x1=\"{x:.1}\" y1=\"{:.1}\" x2=\"{x:.1}\" y2=\"{y:.1}\"/>\
         <circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"5\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>",
        escape(&titles.join(", ")),
        HEIGHT - BOTTOM,
        x + 8.0,
        y + 14.0,
        numbers.join(", ")
    );
}

fn power_of_ten(power: i32) -> String {
    match power {
        -3..=3 => format!("{}", 10f64.powi(power)),
        _ => format!("10<tspan dy=\"-4\" font-size=\"8\">{power}</tspan>"),
    }
}

/// 10^power FLOP a second with its prefix.
fn rate(power: i32) -> String {
    let prefixes = [(15, "P"), (12, "T"), (9, "G"), (6, "M"), (3, "k")];
    let (of, prefix) = prefixes
        .into_iter()
        .find(|(of, _)| *of <= power)
        .unwrap_or((0, ""));
    format!("{} {prefix}FLOP/s", 10f64.powi(power - of))
}
