//! What a GPU measured, told in a line: a bar a time, the best, the last. Every number is said as well as drawn.

use lab::budget::number;
use serde_json::{Value, json};

use super::paint::{Paint, Role};
use crate::standing::timed::Timed;

/// How many of the newest are drawn.
const DRAWN: usize = 20;
const BARS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// `NVIDIA H200  ▅▇█  best 61.5 % of a copy, last 60 (3 times)`.
pub fn line(paint: Paint, timed: &Timed) -> String {
    let times = match timed.values.len() {
        1 => "once".to_owned(),
        many => format!("{many} times"),
    };
    format!(
        "{}  {}  best {} {}, last {} ({times})",
        timed.device,
        paint.on(Role::Good, &bars(&timed.values)),
        number(timed.best()),
        timed.unit,
        number(timed.last())
    )
}

/// A bar for each of the newest values; the highest is the best of these, the lowest is nothing.
fn bars(values: &[f64]) -> String {
    let shown = &values[values.len().saturating_sub(DRAWN)..];
    let most = shown.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
    let bar = |value: &f64| {
        let eighths = (value / most * 8.0).ceil().clamp(1.0, 8.0);
        BARS[eighths as usize - 1]
    };
    shown.iter().map(bar).collect()
}

/// The same as JSON.
pub fn json(timed: &Timed) -> Value {
    json!({
        "check": timed.check, "device": timed.device, "unit": timed.unit,
        "values": timed.values, "best": timed.best(), "last": timed.last(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_bar_a_time_and_the_numbers() {
        let timed = |values: &[f64]| Timed {
            check: "v3/speed".into(),
            device: "NVIDIA T4".into(),
            unit: "% of a copy",
            values: values.to_vec(),
        };
        assert_eq!(
            line(Paint::plain(), &timed(&[10.0, 80.0, 61.5])),
            "NVIDIA T4  ▁█▇  best 80 % of a copy, last 61.5 (3 times)"
        );
        assert!(line(Paint::plain(), &timed(&[0.0])).ends_with("last 0 (once)"));
        assert_eq!(bars(&[1.0; 50]).chars().count(), DRAWN);
    }
}
