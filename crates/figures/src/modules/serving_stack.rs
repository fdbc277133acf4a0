//! Figures of the module on the inference stack: layers, a budget, routing, deployment.
//!
//! Times and tokens follow from the lessons' numbers; `tests/content_numbers/inference_stack.rs` works those out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

const FOLDER: &str = "serving/inference-stack";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![stack(), budget(), tree(), ten(), models(), image(), queue()]
}

/// The five layers and the way of a request through two of them.
fn stack() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-five-layers-stack",
        "Five layers and the way of a request",
    )
    .argues(
        "A request passes routing, which takes 5 ms, and the engine, where it waits in a queue and is read in 219 ms. The KV cache \
         is in the engine. Machines and hardware lie below: a replica takes a minute to start, and the floor of the prompt is \
         110 ms.",
    )
    .high(372.0);
    let (left, width) = (92.0, 178.0);
    let note = 288.0;
    figure.boxed(
        "user",
        Rect::new(12.0, 12.0, 58.0, 32.0),
        Look::Outline(Hue::Ink),
    );
    figure.boxed(
        "routing",
        Rect::new(left, 62.0, width, 40.0),
        Look::Wash(Hue::A),
    );
    let engine = Rect::new(left, 130.0, width, 112.0);
    figure.rect(engine, Look::Outline(Hue::B));
    figure.write(Text::new("engine", engine.cx(), 152.0).middle());
    figure.boxed(
        "KV cache: state",
        Rect::new(left + 16.0, 192.0, width - 32.0, 36.0),
        Look::Wash(Hue::A),
    );
    figure.boxed(
        "machines",
        Rect::new(left, 270.0, width, 40.0),
        Look::Wash(Hue::C),
    );
    figure.boxed(
        "hardware",
        Rect::new(left, 318.0, width, 40.0),
        Look::Wash(Hue::D),
    );
    // Down to the engine, and back to the user with tokens.
    figure.path("M70 28H181", Look::Outline(Hue::Ink));
    figure.arrow((181.0, 28.0), (181.0, 62.0), Hue::Ink);
    figure.arrow((181.0, 102.0), (181.0, 130.0), Hue::Ink);
    figure.path("M92 186H41", Look::Outline(Hue::Ink));
    figure.arrow((41.0, 186.0), (41.0, 44.0), Hue::Ink);
    figure.write(Text::new("tokens", 12.0, 206.0).soft());
    figure.write(Text::new("prompt", 84.0, 20.0).soft());
    figure.write(Text::new("adds to the wait", note, 32.0).bold());
    let lines = [
        (87.0, "5 ms"),
        (152.0, "queue: 0 to minutes"),
        (174.0, "own prompt: 219 ms"),
        (215.0, "a hit saves part of it"),
        (286.0, "no step of its own;"),
        (304.0, "to start: a minute"),
        (343.0, "floor: 110 ms"),
    ];
    for (y, words) in lines {
        figure.say(words, note, y);
    }
    figure
}

/// 800 ms and who spends them.
fn budget() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-five-layers-budget",
        "A budget of 800 ms",
    )
    .argues(
        "95 ms pass outside the card. Two prompts ahead take 219 ms each, the own prompt another 219, and 47 ms are left. A third \
         prompt ahead would break the promise.",
    )
    .high(128.0);
    let (left, scale) = (12.0, 0.57);
    let x = |ms: f64| left + scale * ms;
    let (outside, prompt) = (95.0, 219.2);
    let spent = outside + 3.0 * prompt;
    let pieces = [
        (0.0, outside, "95", Look::Wash(Hue::C)),
        (outside, outside + prompt, "ahead: 219", Look::Wash(Hue::B)),
        (
            outside + prompt,
            outside + 2.0 * prompt,
            "ahead: 219",
            Look::Wash(Hue::B),
        ),
        (
            outside + 2.0 * prompt,
            spent,
            "own: 219",
            Look::Wash(Hue::A),
        ),
        (spent, 800.0, "", Look::Dashed),
    ];
    for (from, to, words, look) in pieces {
        let rect = Rect::new(x(from), 44.0, x(to) - x(from), 40.0);
        match words.is_empty() {
            true => figure.rect(rect, look),
            false => figure.boxed(words, rect, look),
        }
    }
    figure.write(Text::new("outside the card", 12.0, 30.0).soft());
    figure.write(Text::new("promise: 800 ms", 468.0, 30.0).end().bold());
    figure.rule((x(800.0), 36.0), (x(800.0), 92.0), Look::Outline(Hue::Ink));
    for ms in [
        0.0,
        outside,
        outside + prompt,
        outside + 2.0 * prompt,
        spent,
    ] {
        figure.rule((x(ms), 84.0), (x(ms), 90.0), Look::Outline(Hue::Line));
        let at = x(ms).clamp(18.0, 460.0);
        figure.write(Text::new(format!("{ms:.0}"), at, 108.0).middle().mono());
    }
    figure
}

/// Prompts that begin alike, and how far each replica has been down the tree.
fn tree() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-routing-tree",
        "A tree of prompts and three replicas",
    )
    .argues(
        "A new prompt consists of the system prompt, document A and talk 2. A replica that has seen the system prompt and document \
         A can reuse both; one that has seen document B only the system prompt; an empty one nothing.",
    )
    .high(348.0);
    let root = Rect::new(12.0, 74.0, 122.0, 36.0);
    let documents = [
        Rect::new(182.0, 44.0, 110.0, 36.0),
        Rect::new(182.0, 128.0, 110.0, 36.0),
    ];
    let talks = [
        Rect::new(342.0, 14.0, 90.0, 36.0),
        Rect::new(342.0, 74.0, 90.0, 36.0),
        Rect::new(342.0, 128.0, 90.0, 36.0),
    ];
    figure.boxed("system prompt", root, Look::Wash(Hue::A));
    figure.boxed("document A", documents[0], Look::Wash(Hue::A));
    figure.boxed("document B", documents[1], Look::Outline(Hue::Line));
    figure.boxed("talk 1", talks[0], Look::Outline(Hue::Line));
    figure.boxed("talk 2", talks[1], Look::Wash(Hue::A));
    figure.boxed("talk 3", talks[2], Look::Outline(Hue::Line));
    for (from, to) in [
        (root, documents[0]),
        (root, documents[1]),
        (documents[0], talks[0]),
        (documents[0], talks[1]),
        (documents[1], talks[2]),
    ] {
        figure.arrow((from.right(), from.cy()), (to.x, to.cy()), Hue::Ink);
    }
    figure.write(Text::new("filled: a new prompt", 12.0, 196.0).bold());
    figure.write(Text::new("in the cache of", 12.0, 226.0).soft());
    figure.write(Text::new("found", 400.0, 226.0).soft());
    let rows: [(&str, &[(&str, bool)], &str); 3] = [
        (
            "replica 1",
            &[("system", true), ("A", true), ("talk 1", false)],
            "2 pieces",
        ),
        (
            "replica 2",
            &[("system", true), ("B", false), ("talk 3", false)],
            "1 piece",
        ),
        ("replica 3", &[], "nothing"),
    ];
    for (n, (name, pieces, found)) in rows.into_iter().enumerate() {
        let y = 236.0 + 36.0 * n as f64;
        figure.say(name, 12.0, y + 20.0);
        for (k, (words, reused)) in pieces.iter().enumerate() {
            let look = if *reused {
                Look::Wash(Hue::Good)
            } else {
                Look::Hollow
            };
            let cell = Rect::new(96.0 + 98.0 * k as f64, y, 90.0, 30.0);
            figure.boxed(*words, cell, look);
        }
        if pieces.is_empty() {
            figure.rect(Rect::new(96.0, y, 286.0, 30.0), Look::Dashed);
        }
        figure.write(Text::new(found, 400.0, y + 20.0).bold());
    }
    figure
}

/// Ten requests under two policies.
fn ten() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-routing-ten",
        "Ten requests, two policies",
    )
    .argues(
        "In turn, five of ten requests find their prefix and the replicas compute 6,500 and 4,500 tokens. With affinity seven find \
         it and the replicas compute 2,600 and 4,400.",
    )
    .high(318.0);
    let prefixes = ["A", "A", "B", "A", "C", "B", "A", "A", "C", "A"];
    let policies: [(&str, [usize; 10]); 2] = [
        ("in turn", [1, 2, 1, 2, 1, 2, 1, 2, 1, 2]),
        ("affinity", [1, 1, 2, 1, 2, 2, 1, 1, 2, 1]),
    ];
    let mut computed = Vec::new();
    for (n, (name, replicas)) in policies.into_iter().enumerate() {
        let y = 30.0 + 92.0 * n as f64;
        figure.write(Text::new(name, 12.0, y - 10.0).bold());
        let mut seen: Vec<(&str, usize)> = Vec::new();
        let mut tokens = [0, 0];
        for (k, prefix) in prefixes.into_iter().enumerate() {
            let replica = replicas[k];
            let hit = seen.contains(&(prefix, replica));
            seen.push((prefix, replica));
            tokens[replica - 1] += if hit { 100 } else { 2100 };
            let cell = Rect::new(92.0 + 37.6 * k as f64, y, 33.6, 28.0);
            let look = if hit {
                Look::Wash(Hue::Good)
            } else {
                Look::Wash(Hue::Bad)
            };
            figure.boxed(prefix, cell, look);
            let number = Text::new(format!("{replica}"), cell.cx(), y + 46.0).middle();
            figure.write(number.mono());
        }
        figure.say("prefix", 12.0, y + 19.0);
        figure.write(Text::new("replica", 12.0, y + 46.0).soft());
        computed.extend([(name, 1, tokens[0]), (name, 2, tokens[1])]);
    }
    figure.rect(Rect::new(92.0, 188.0, 20.0, 14.0), Look::Wash(Hue::Good));
    figure.say("found", 118.0, 200.0);
    figure.rect(Rect::new(176.0, 188.0, 20.0, 14.0), Look::Wash(Hue::Bad));
    figure.say("computed in full", 202.0, 200.0);
    for (n, (name, replica, tokens)) in computed.into_iter().enumerate() {
        let y = 220.0 + 24.0 * n as f64;
        figure.say(format!("{name}, replica {replica}"), 12.0, y + 13.0);
        let bar = Rect::new(150.0, y, 0.03 * f64::from(tokens), 16.0);
        figure.rect(bar, Look::Wash(if replica == 1 { Hue::A } else { Hue::B }));
        let words = format!("{},{:03} tokens", tokens / 1000, tokens % 1000);
        figure.say(words, bar.right() + 8.0, y + 13.0);
    }
    figure
}

/// Who has which layer.
fn models() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-deployment-models",
        "Three models of deployment",
    )
    .argues(
        "Built: routing, engine and machines are yours, hardware is rented or own. Integrated: you choose the engine, the platform \
         has routing and machines, cards are reserved for you. Rented: all four are the provider's, shared with others.",
    )
    .high(226.0);
    let columns = [
        (
            "build",
            [
                ("yours", Look::Wash(Hue::A)),
                ("yours", Look::Wash(Hue::A)),
                ("yours", Look::Wash(Hue::A)),
                ("own or rented", Look::Wash(Hue::C)),
            ],
        ),
        (
            "integrate",
            [
                ("provider's", Look::Wash(Hue::D)),
                ("you choose", Look::Wash(Hue::C)),
                ("provider's", Look::Wash(Hue::D)),
                ("reserved", Look::Wash(Hue::C)),
            ],
        ),
        (
            "rent",
            [
                ("provider's", Look::Wash(Hue::D)),
                ("provider's", Look::Wash(Hue::D)),
                ("provider's", Look::Wash(Hue::D)),
                ("shared", Look::Wash(Hue::D)),
            ],
        ),
    ];
    for (n, name) in ["routing", "engine", "machines", "hardware"]
        .into_iter()
        .enumerate()
    {
        figure.say(name, 12.0, 60.0 + 46.0 * n as f64);
    }
    for (k, (name, cells)) in columns.into_iter().enumerate() {
        let x = 92.0 + 128.0 * k as f64;
        figure.write(Text::new(name, x + 59.0, 22.0).middle().bold());
        for (n, (words, look)) in cells.into_iter().enumerate() {
            figure.boxed(
                words,
                Rect::new(x, 36.0 + 46.0 * n as f64, 118.0, 38.0),
                look,
            );
        }
    }
    figure
}

/// What is in an image, and what comes from the machine.
fn image() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-deployment-image",
        "An image and what is not in it",
    )
    .argues(
        "The image holds engine, Python and CUDA's libraries. The driver's library comes into the container from the machine, which \
         has the operating system's kernel, the driver and the card. Weights come from a disk.",
    )
    .high(312.0);
    figure.rect(Rect::new(12.0, 34.0, 300.0, 138.0), Look::Dashed);
    figure.write(Text::new("container", 12.0, 24.0).bold());
    let image = Rect::new(24.0, 46.0, 150.0, 114.0);
    figure.rect(image, Look::Outline(Hue::Line));
    for (row, words) in
        image
            .inset(6.0)
            .rows(3, 4.0)
            .into_iter()
            .zip(["engine", "Python", "CUDA libraries"])
    {
        figure.boxed(words, row, Look::Wash(Hue::A));
    }
    figure.write(Text::new("from the image", 186.0, 76.0).soft());
    figure.boxed(
        "libcuda.so",
        Rect::new(190.0, 118.0, 108.0, 36.0),
        Look::Wash(Hue::D),
    );
    figure.write(Text::new("machine", 12.0, 206.0).bold());
    figure.rect(
        Rect::new(12.0, 216.0, 300.0, 82.0),
        Look::Outline(Hue::Line),
    );
    figure.boxed(
        "system's kernel",
        Rect::new(24.0, 228.0, 140.0, 28.0),
        Look::Wash(Hue::C),
    );
    figure.boxed(
        "GPU driver",
        Rect::new(190.0, 228.0, 108.0, 28.0),
        Look::Wash(Hue::D),
    );
    figure.boxed(
        "card",
        Rect::new(24.0, 262.0, 274.0, 28.0),
        Look::Outline(Hue::Ink),
    );
    figure.arrow((244.0, 228.0), (244.0, 154.0), Hue::Ink);
    figure.say("put in at the start", 254.0, 202.0);
    figure.boxed(
        "weights",
        Rect::new(376.0, 46.0, 92.0, 36.0),
        Look::Wash(Hue::B),
    );
    figure.say("on a disk", 376.0, 102.0);
    figure.arrow((376.0, 64.0), (312.0, 64.0), Hue::Ink);
    figure
}

/// The queue while a replica starts.
fn queue() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-deployment-queue",
        "The queue while a replica starts",
    )
    .argues(
        "For 75 s the queue grows by 7 a second to 525 requests. When the fifth replica is there it shrinks by 7 a second, and is \
         empty after 150 s.",
    )
    .high(212.0);
    let floor = 162.0;
    let axis = figure.axis(
        Rect::new(64.0, floor, 386.0, 0.0),
        (0.0, 160.0),
        &[(0.0, "0"), (75.0, "75"), (150.0, "150")],
        "seconds",
    );
    let top = floor - 525.0 * 0.22;
    let triangle = format!(
        "M{} {floor}L{} {top}L{} {floor}Z",
        axis.x(0.0),
        axis.x(75.0),
        axis.x(150.0)
    );
    figure.path(&triangle, Look::Wash(Hue::B));
    figure.rule(
        (axis.x(75.0), floor),
        (axis.x(75.0), top),
        Look::Outline(Hue::Ink),
    );
    figure.write(
        Text::new("525 wait", axis.x(75.0), top - 10.0)
            .middle()
            .bold(),
    );
    figure.write(Text::new("+7 a second", axis.x(28.0), top + 24.0).end());
    figure.write(Text::new("−7 a second", axis.x(122.0), top + 24.0));
    figure.write(Text::new("the fifth is ready", axis.x(75.0), 204.0).middle());
    figure
}
