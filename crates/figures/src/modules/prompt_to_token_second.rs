//! Figures of the module from a prompt to a token: the KV cache, batches and latency.
//!
//! Numbers follow from the shapes of models and from the sweep that the lessons give; `tests/content_numbers/prompt_to_token.rs`
//! works the lessons' numbers out again.

use super::Figure;
use super::prompt_to_token::FOLDER;
use crate::{Hue, Look, Rect, Text};

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        growing(),
        work(),
        sharing(),
        models(),
        timeline(),
        steps(),
        percentile(),
    ]
}

/// Two steps of decode: which keys and values are there, and which are new.
fn growing() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kv-cache-growing",
        "A step adds one key and one value, and reads all",
    )
    .argues(
        "In step 6 the query of token 6 is compared with six keys. Five keys and values were kept, one of each is new. In step 7 six \
         were kept. A query is used in its own step and never again, so none is kept.",
    )
    .high(324.0);
    for (top, tokens) in [(0.0, 6), (168.0, 7)] {
        figure.write(Text::new(format!("step {tokens}"), 12.0, top + 26.0).bold());
        let left = |token: i32| 52.0f64.mul_add(f64::from(token), 104.0);
        let query = Rect::new(left(tokens - 1), top + 8.0, 44.0, 26.0);
        figure.boxed(format!("q{tokens}"), query, Look::Wash(Hue::C));
        for token in 0..tokens {
            let new = token == tokens - 1;
            let look = if new {
                Look::Wash(Hue::D)
            } else {
                Look::Wash(Hue::A)
            };
            let to = (left(token) + 22.0, top + 70.0);
            figure.rule((query.cx(), query.bottom()), to, Look::Outline(Hue::Soft));
            for (row, letter) in [(70.0, "k"), (102.0, "v")] {
                let cell = Rect::new(left(token), top + row, 44.0, 26.0);
                figure.boxed(format!("{letter}{}", token + 1), cell, look);
            }
        }
        figure.write(Text::new("keys", 12.0, top + 88.0).soft());
        figure.write(Text::new("values", 12.0, top + 120.0).soft());
        figure.write(Text::new("kept", 104.0, top + 148.0).soft());
        figure.write(
            Text::new("new", left(tokens - 1) + 22.0, top + 148.0)
                .middle()
                .soft(),
        );
    }
    figure
}

/// Twelve steps without a cache and with one: what is computed.
fn work() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kv-cache-work",
        "78 tokens computed without a cache, 12 with one",
    )
    .argues(
        "Twelve steps, a row each. Without a cache step n turns n tokens into keys and values, 78 in all. With a cache each step turns \
         one, 12 in all, and keeps the others.",
    )
    .high(262.0);
    for (left, title, sum, cached) in [
        (54.0, "no cache", "78 computed", false),
        (272.0, "with a cache", "12 computed", true),
    ] {
        figure.write(Text::new(title, left, 18.0).bold());
        for step in 0..12 {
            for token in 0..=step {
                let (x, y) = (
                    left + 16.0 * f64::from(token),
                    30.0 + 16.0 * f64::from(step),
                );
                let computed = !cached || token == step;
                let look = if computed {
                    Look::Full(Hue::A)
                } else {
                    Look::Hollow
                };
                figure.rect(Rect::new(x, y, 12.0, 12.0), look);
            }
        }
        figure.write(Text::new(sum, left, 244.0));
    }
    figure.write(Text::new("step 1", 44.0, 41.0).end().soft());
    figure.write(Text::new("12", 44.0, 217.0).end().soft());
    figure.write(Text::new("hollow: kept", 466.0, 60.0).end().soft());
    figure
}

/// Eight query heads over eight, two and one heads of keys and values.
fn sharing() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kv-cache-sharing",
        "Fewer heads of keys and values, a smaller cache",
    )
    .argues(
        "Eight query heads with eight, two and one heads of keys and values. The cache shrinks to a quarter and to an eighth; the number \
         of query heads stays.",
    )
    .high(314.0);
    for (top, name, kv, cache) in [
        (0.0, "MHA: one head each", 8, "cache: all"),
        (106.0, "GQA: four share one", 2, "cache: a quarter"),
        (212.0, "MQA: all share one", 1, "cache: an eighth"),
    ] {
        figure.write(Text::new(name, 12.0, top + 18.0).bold());
        figure.write(Text::new(cache, 466.0, top + 18.0).end());
        figure.write(Text::new("Q", 12.0, top + 43.0).soft());
        figure.write(Text::new("K, V", 12.0, top + 87.0).soft());
        let queries = Rect::new(60.0, top + 28.0, 278.0, 20.0).columns(8, 10.0);
        for group in queries.chunks(8 / kv) {
            let middle = f64::midpoint(group[0].x, group[group.len() - 1].right());
            for query in group {
                figure.rect(*query, Look::Wash(Hue::C));
                let ends = ((query.cx(), query.bottom()), (middle, top + 72.0));
                figure.rule(ends.0, ends.1, Look::Outline(Hue::Soft));
            }
            let shared = Rect::new(middle - group[0].w / 2.0, top + 72.0, group[0].w, 20.0);
            figure.rect(shared, Look::Wash(Hue::A));
        }
        let whole = Rect::new(370.0, top + 46.0, 96.0, 24.0);
        figure.rect(whole, Look::Hollow);
        let part = Rect::new(whole.x, whole.y, whole.w * kv as f64 / 8.0, whole.h);
        figure.rect(part, Look::Full(Hue::A));
    }
    figure
}

/// What one token keeps in four models.
fn models() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-kv-cache-models",
        "Bytes of cache for one token",
    )
    .argues(
        "For one token Llama 2 7B keeps 512 KiB, the ten times larger Llama 2 70B 320, Llama 3.1 8B 128 and Qwen2.5 3B 36. Layers times \
         heads of keys and values decide, not the size of the model.",
    )
    .high(242.0);
    for (k, (name, layers, heads)) in [
        ("Llama 2 7B", 32, 32),
        ("Llama 2 70B", 80, 8),
        ("Llama 3.1 8B", 32, 8),
        ("Qwen2.5 3B", 36, 2),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 8.0 + 58.0 * k as f64;
        let kib = f64::from(2 * layers * heads * 128 * 2) / 1024.0;
        figure.write(Text::new(name, 12.0, y + 14.0).bold());
        let shape = format!("{layers} layers, {heads} KV heads");
        figure.write(Text::new(shape, 466.0, y + 14.0).end().soft());
        let bar = Rect::new(12.0, y + 22.0, kib / 512.0 * 380.0, 22.0);
        figure.rect(bar, Look::Wash(Hue::A));
        figure.write(Text::new(
            format!("{kib} KiB"),
            bar.right() + 8.0,
            bar.cy() + 5.0,
        ));
    }
    figure
}

/// One request on the clock, and which span has which name.
fn timeline() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-batches-and-latency-timeline",
        "One request on the clock",
    )
    .argues(
        "A request waits, its prompt is read, then tokens come one by one. TTFT spans waiting and prefill; TPOT is the mean gap after \
         that; the whole answer takes TTFT plus TPOT for each token but the first.",
    )
    .high(226.0);
    let (start, first, last) = (16.0, 186.0, 452.0);
    for (from, to, y, words) in [
        (start, first, 40.0, "TTFT"),
        (first, last, 40.0, "7 gaps of TPOT"),
    ] {
        let d = format!("M{} {}V{y}H{}V{}", from + 2.0, y + 12.0, to - 2.0, y + 12.0);
        figure.path(&d, Look::Outline(Hue::Ink));
        figure.write(
            Text::new(words, f64::midpoint(from, to), y - 10.0)
                .middle()
                .bold(),
        );
    }
    figure.boxed("waits", Rect::new(start, 84.0, 86.0, 30.0), Look::Dashed);
    figure.boxed(
        "prefill",
        Rect::new(102.0, 84.0, 84.0, 30.0),
        Look::Wash(Hue::D),
    );
    for step in Rect::new(first, 84.0, last - first, 30.0).columns(7, 0.0) {
        figure.rect(step, Look::Wash(Hue::A));
    }
    figure.write(
        Text::new("decode, a step a token", 319.0, 76.0)
            .middle()
            .soft(),
    );
    figure.arrow((start, 122.0), (474.0, 122.0), Hue::Soft);
    for token in 0..8 {
        let x = first + f64::from(token) * (last - first) / 7.0;
        figure.circle((x, 122.0), 4.0, Look::Full(Hue::C));
        figure.write(Text::new((token + 1).to_string(), x, 144.0).middle());
    }
    figure.write(Text::new("tokens of the answer", start, 144.0).soft());
    figure.path("M18 160V172H450V160", Look::Outline(Hue::Ink));
    figure.write(Text::new("the whole answer:", 234.0, 194.0).middle().bold());
    figure.write(Text::new("TTFT + 7 × TPOT", 234.0, 214.0).middle());
    figure
}

/// Time and tokens of one step at three batches, to scale.
fn steps() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-batches-and-latency-step",
        "64 tokens in 1.6 times the time of one",
    )
    .argues(
        "A decode step takes 12.1 ms for one token, 19.4 ms for 64 and about 25.8 ms for 128: the tokens of a step grow far faster than \
         its time.",
    )
    .high(270.0);
    for (k, (batch, ms)) in [(1, 12.1), (64, 19.4), (128, 25.8)].into_iter().enumerate() {
        let y = 8.0 + 88.0 * k as f64;
        figure.write(Text::new(format!("batch {batch}"), 12.0, y + 14.0).bold());
        let bar = Rect::new(12.0, y + 24.0, ms * 9.6, 36.0);
        figure.boxed(format!("{ms} ms"), bar, Look::Wash(Hue::A));
        for token in 0..batch {
            let (x, y) = (
                270.0 + 7.0 * f64::from(token % 16),
                y + 12.0 + 7.0 * f64::from(token / 16),
            );
            figure.rect(Rect::new(x, y, 4.0, 4.0), Look::Full(Hue::C));
        }
        let words = if batch == 1 {
            "1 token".to_owned()
        } else {
            format!("{batch} tokens")
        };
        let rows = f64::from((batch + 15) / 16);
        let x = if batch == 1 { 286.0 } else { 390.0 };
        figure.write(Text::new(words, x, y + 12.0 + 3.5 * rows + 4.0));
    }
    figure
}

/// Twenty waits in order, with the places of p50 and p95 and the mean across.
fn percentile() -> Figure {
    let waits = [
        48, 49, 50, 51, 52, 53, 53, 54, 55, 56, 57, 58, 60, 62, 64, 67, 71, 84, 160, 940,
    ];
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-batches-and-latency-percentile",
        "Twenty waits in order: mean, p50, p95",
    )
    .argues(
        "Twenty times to first token, sorted. The tenth, p50, is 56 ms; the nineteenth, p95, is 160 ms; the largest is 940 ms. The mean, \
         107 ms, lies above eighteen of the twenty.",
    )
    .high(252.0);
    let y = |ms: f64| 202.0 - ms * 0.184;
    for ms in [0.0, 250.0, 500.0, 750.0, 1000.0] {
        figure.rule((52.0, y(ms)), (462.0, y(ms)), Look::Outline(Hue::Line));
        figure.write(Text::new(format!("{ms}"), 44.0, y(ms) + 5.0).end().soft());
    }
    figure.write(Text::new("ms", 60.0, 34.0).soft());
    let mean = f64::from(waits.iter().sum::<i32>()) / waits.len() as f64;
    for (k, wait) in waits.into_iter().enumerate() {
        let top = y(f64::from(wait));
        let look = if k == 9 || k == 18 {
            Look::Full(Hue::D)
        } else {
            Look::Wash(Hue::A)
        };
        figure.rect(
            Rect::new(60.0 + 20.0 * k as f64, top, 14.0, 202.0 - top),
            look,
        );
    }
    figure.rule((52.0, y(mean)), (414.0, y(mean)), Look::Outline(Hue::Ink));
    figure.write(Text::new(
        format!("mean: {mean:.0} ms"),
        64.0,
        y(mean) - 10.0,
    ));
    figure.write(Text::new("10th: p50", 247.0, 222.0).middle());
    figure.write(Text::new("56 ms", 247.0, 242.0).middle().bold());
    figure.write(Text::new("19th: p95", 427.0, 222.0).middle());
    figure.write(Text::new("160 ms", 427.0, 242.0).middle().bold());
    figure
}
