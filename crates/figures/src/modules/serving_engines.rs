//! Figures of the module on serving engines.
//!
//! Schedules are those that `kernels/examples/three-servers.cu` prints; sizes follow from the lessons' numbers, which
//! `tests/content_numbers/serving_engines.rs` works out again.

use super::Figure;
use crate::{Hue, Look, Rect, Text};

/// The folder of its pages, below `content`.
const FOLDER: &str = "serving/serving-engines";

/// In the order of their lessons.
pub fn all() -> Vec<Figure> {
    vec![
        three_servers(),
        limits(),
        waste(),
        table(),
        fork(),
        core(),
        delay(),
        roads(),
        gaps(),
        step(),
        memory(),
        pools(),
    ]
}

/// The colour of a request in the schedules.
fn hue_of(request: char) -> Look {
    match request {
        'A' | 'E' => Look::Wash(Hue::A),
        'B' => Look::Wash(Hue::B),
        'C' | 'F' => Look::Wash(Hue::C),
        _ => Look::Wash(Hue::D),
    }
}

/// Six requests in two slots, by three servers: the rows are what the program prints.
fn three_servers() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-batching-three",
        "One queue, three servers, two slots",
    )
    .argues(
        "The same six requests in two slots. Static batches take 15 steps, since a finished request keeps its slot; dynamic batches \
         16, since A starts alone; refilled slots 11, and almost no cell is empty.",
    )
    .high(346.0);
    let schedules = [
        ("static: 15 steps", [".AAAAAAC----E--", ".BB----DDDDDFFF"]),
        (
            "dynamic: 16 steps",
            ["AAAAAABBDDDDDFFF", "......C-E----..."],
        ),
        ("continuous: 11 steps", ["AAAAAA.EFFF", ".BBCDDDDD.."]),
    ];
    for (k, (name, rows)) in schedules.into_iter().enumerate() {
        let top = 102.0 * k as f64;
        figure.write(Text::new(name, 30.0, top + 16.0).bold());
        for (slot, row) in rows.into_iter().enumerate() {
            let y = top + 24.0 + 32.0 * slot as f64;
            figure.write(
                Text::new((slot + 1).to_string(), 20.0, y + 19.0)
                    .end()
                    .soft(),
            );
            for (step, who) in row.chars().enumerate() {
                let cell = Rect::new(30.0 + 27.5 * step as f64, y, 25.0, 28.0);
                match who {
                    '.' => figure.rect(cell, Look::Dashed),
                    '-' => figure.boxed("–", cell, Look::Hollow),
                    _ => figure.boxed(who.to_string(), cell, hue_of(who)),
                }
            }
        }
    }
    figure.arrow((30.0, 316.0), (470.0, 316.0), Hue::Soft);
    figure.write(Text::new("steps", 30.0, 336.0).soft());
    figure.write(Text::new("–: done, slot kept", 470.0, 336.0).end().soft());
    figure
}

/// A step that is full in one of three ways.
fn limits() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-01-batching-limits",
        "What a step may hold",
    )
    .argues(
        "A step has a token of each of eight requests that decode, and a piece of a prompt up to its budget. Below are the blocks of \
         the cache, most of them taken. Whichever of slots, budget and blocks runs out first ends the step.",
    )
    .high(262.0);
    figure.write(Text::new("slots", 12.0, 34.0).bold());
    for (slot, cell) in Rect::new(112.0, 14.0, 352.0, 30.0)
        .columns(10, 4.0)
        .into_iter()
        .enumerate()
    {
        let look = match slot {
            0..8 => Look::Wash(Hue::A),
            8 => Look::Wash(Hue::D),
            _ => Look::Dashed,
        };
        figure.rect(cell, look);
    }
    figure.write(Text::new("8 decode, 1 reads", 112.0, 62.0).soft());
    figure.write(Text::new("tokens", 12.0, 116.0).bold());
    for cell in Rect::new(112.0, 96.0, 88.0, 30.0).columns(8, 2.0) {
        figure.rect(cell, Look::Wash(Hue::A));
    }
    figure.boxed(
        "a piece of a prompt",
        Rect::new(204.0, 96.0, 200.0, 30.0),
        Look::Wash(Hue::D),
    );
    figure.rule((404.0, 84.0), (404.0, 136.0), Look::Outline(Hue::Ink));
    figure.write(Text::new("budget", 410.0, 116.0));
    figure.boxed(
        "the rest, next step",
        Rect::new(204.0, 138.0, 200.0, 26.0),
        Look::Dashed,
    );
    figure.write(Text::new("memory", 12.0, 208.0).bold());
    for row in 0..2 {
        let row_rect = Rect::new(112.0, 184.0 + 24.0 * f64::from(row), 352.0, 20.0);
        for (block, cell) in row_rect.columns(16, 4.0).into_iter().enumerate() {
            let free = row == 1 && block > 12;
            let look = if free {
                Look::Dashed
            } else {
                Look::Wash(Hue::A)
            };
            figure.rect(cell, look);
        }
    }
    figure.write(Text::new("blocks: 3 of 32 are free", 112.0, 250.0).soft());
    figure
}

/// Three requests, reserved and paged, in a memory of 6,144 places.
fn waste() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-paged-attention-waste",
        "Reserved in one piece, and in blocks",
    )
    .argues(
        "Three requests of 300, 17 and 1,200 tokens. Reserved for 2,048 each they hold all of 6,144 places and use 1,517. In blocks of \
         16 they hold 1,536, and the rest is free for anybody.",
    )
    .high(270.0);
    let requests = [
        ("300", 300.0, Hue::A),
        ("17", 17.0, Hue::C),
        ("1,200", 1200.0, Hue::D),
    ];
    let scale = 456.0 / 6144.0;
    figure.write(Text::new("reserved: 2,048 each", 12.0, 20.0).bold());
    for (k, (name, tokens, hue)) in requests.into_iter().enumerate() {
        let piece = Rect::new(
            12.0 + 2048.0 * scale * k as f64,
            32.0,
            2048.0 * scale - 4.0,
            44.0,
        );
        figure.rect(piece, Look::Dashed);
        let used = Rect::new(
            piece.x,
            piece.y,
            (tokens * scale).min(piece.w).max(3.0),
            piece.h,
        );
        figure.rect(used, Look::Wash(hue));
        figure.write(Text::new(name, piece.x, 96.0));
    }
    figure.write(Text::new("75 % hold no token", 466.0, 20.0).end().soft());
    figure.write(Text::new("blocks of 16", 12.0, 146.0).bold());
    let mut x = 12.0;
    for (_, tokens, hue) in requests {
        let blocks: f64 = (tokens / 16.0_f64).ceil();
        let used = Rect::new(x, 158.0, (blocks * 16.0 * scale).max(4.0), 44.0);
        figure.rect(used, Look::Wash(hue));
        x = used.right() + 2.0;
    }
    figure.rect(Rect::new(x, 158.0, 468.0 - x, 44.0), Look::Hollow);
    figure.write(Text::new("free for anybody", f64::midpoint(x, 468.0), 185.0).middle());
    figure.write(Text::new("96 blocks held", 12.0, 224.0));
    figure.write(Text::new("288 blocks", 466.0, 224.0).end());
    figure.write(Text::new("dashed: held, no token", 12.0, 256.0).soft());
    figure
}

/// From a token's place through the table to a block.
fn table() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-paged-attention-table",
        "A table finds the block of each token",
    )
    .argues(
        "A request of 38 tokens has three logical blocks. Its table says 7, 2 and 5; that is where in the pool their keys and values \
         lie, the last block part empty. Other blocks belong to others or are free.",
    )
    .high(292.0);
    figure.write(Text::new("tokens", 12.0, 22.0).bold());
    figure.write(Text::new("table", 206.0, 22.0).bold());
    figure.write(Text::new("pool", 330.0, 22.0).bold());
    let pool: Vec<Rect> = Rect::new(356.0, 34.0, 110.0, 250.0).rows(10, 4.0);
    for (block, cell) in pool.iter().enumerate() {
        let look = match block {
            2 | 5 | 7 => Look::Wash(Hue::A),
            0 | 3 | 8 => Look::Wash(Hue::D),
            _ => Look::Dashed,
        };
        if block == 5 {
            figure.rect(*cell, Look::Hollow);
            figure.rect(
                Rect::new(cell.x, cell.y, cell.w * 6.0 / 16.0, cell.h),
                Look::Wash(Hue::A),
            );
        } else {
            figure.rect(*cell, look);
        }
        figure.write(
            Text::new(block.to_string(), 348.0, cell.cy() + 5.0)
                .end()
                .soft(),
        );
    }
    for (k, (words, entry)) in [("0 … 15", 7), ("16 … 31", 2), ("32 … 37", 5)]
        .into_iter()
        .enumerate()
    {
        let y = 70.0 + 62.0 * k as f64;
        let tokens = Rect::new(12.0, y, 150.0, 36.0);
        figure.rect(tokens, Look::Hollow);
        let filled = if k == 2 { 6.0 / 16.0 } else { 1.0 };
        figure.rect(
            Rect::new(tokens.x, tokens.y, tokens.w * filled, tokens.h),
            Look::Wash(Hue::A),
        );
        figure.write(Text::new(words, tokens.x, y + 52.0).soft());
        let cell = Rect::new(206.0, y, 44.0, 36.0);
        figure.boxed(entry.to_string(), cell, Look::Outline(Hue::Ink));
        figure.arrow((166.0, y + 18.0), (202.0, y + 18.0), Hue::Soft);
        figure.arrow((254.0, y + 18.0), (330.0, pool[entry].cy()), Hue::Ink);
    }
    figure.write(Text::new("other requests: hatched", 12.0, 272.0).soft());
    figure
}

/// Copy on write, before and after.
fn fork() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-02-paged-attention-fork",
        "Shared until somebody writes",
    )
    .argues(
        "Two answers share three blocks, the last half full. When the second writes its next token it gets a copy of the last block; \
         the two full blocks stay shared.",
    )
    .high(286.0);
    for (top, title, copied) in [(0.0, "before", false), (146.0, "the second writes", true)] {
        figure.write(Text::new(title, 12.0, top + 20.0).bold());
        let blocks = [
            (3, 2, 1.0),
            (8, 2, 1.0),
            (1, if copied { 1 } else { 2 }, 0.5),
        ];
        for (k, (block, owners, filled)) in blocks.into_iter().enumerate() {
            let cell = Rect::new(116.0 + 92.0 * k as f64, top + 46.0, 80.0, 36.0);
            figure.rect(cell, Look::Hollow);
            let full = Rect::new(cell.x, cell.y, cell.w * filled, cell.h);
            let look = if owners == 2 {
                Look::Wash(Hue::A)
            } else {
                Look::Wash(Hue::C)
            };
            figure.rect(full, look);
            figure.write(Text::new(format!("block {block}"), cell.x, top + 38.0).soft());
            figure.write(Text::new(format!("owners: {owners}"), cell.x, top + 100.0));
        }
        if copied {
            let cell = Rect::new(392.0, top + 46.0, 76.0, 36.0);
            figure.rect(cell, Look::Hollow);
            figure.rect(
                Rect::new(cell.x, cell.y, cell.w * 0.62, cell.h),
                Look::Wash(Hue::D),
            );
            figure.write(Text::new("block 6", cell.x, top + 38.0).soft());
            figure.write(Text::new("owners: 1", cell.x, top + 100.0));
            figure.write(Text::new("answer 1: 3, 8, 1", 12.0, top + 126.0));
            figure.write(Text::new("answer 2: 3, 8, 6", 466.0, top + 126.0).end());
        } else {
            figure.write(Text::new("answer 1: 3, 8, 1", 12.0, top + 126.0));
            figure.write(Text::new("answer 2: 3, 8, 1", 466.0, top + 126.0).end());
        }
    }
    figure
}

/// A core with queues, and backends behind it.
fn core() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-triton-server-core",
        "One core, many backends",
    )
    .argues(
        "Requests come in by HTTP or gRPC. The core keeps a queue for each model and puts batches together; a backend, a library for \
         one kind of model, runs them.",
    )
    .high(300.0);
    figure.boxed(
        "HTTP 8000",
        Rect::new(8.0, 66.0, 104.0, 32.0),
        Look::Outline(Hue::Ink),
    );
    figure.boxed(
        "gRPC 8001",
        Rect::new(8.0, 112.0, 104.0, 32.0),
        Look::Outline(Hue::Ink),
    );
    figure.boxed(
        "metrics 8002",
        Rect::new(8.0, 206.0, 104.0, 32.0),
        Look::Hollow,
    );
    let core = Rect::new(136.0, 30.0, 180.0, 236.0);
    figure.rect(core, Look::Outline(Hue::Ink));
    figure.write(Text::new("core", 148.0, 20.0).bold());
    figure.write(Text::new("backends", 348.0, 20.0).bold());
    for (k, (queue, name)) in [
        (3, "ONNX Runtime"),
        (1, "TensorRT"),
        (2, "PyTorch"),
        (1, "Python"),
        (4, "vLLM"),
    ]
    .into_iter()
    .enumerate()
    {
        let y = 40.0 + 45.0 * k as f64;
        for place in 0..4 {
            let cell = Rect::new(148.0 + 16.0 * f64::from(place), y + 8.0, 12.0, 20.0);
            let look = if 3 - place < queue {
                Look::Wash(Hue::A)
            } else {
                Look::Dashed
            };
            figure.rect(cell, look);
        }
        let last = name == "vLLM";
        figure.boxed(
            if last { "pass on" } else { "batch" },
            Rect::new(234.0, y + 4.0, 70.0, 28.0),
            if last {
                Look::Hollow
            } else {
                Look::Wash(Hue::C)
            },
        );
        figure.arrow((214.0, y + 18.0), (232.0, y + 18.0), Hue::Soft);
        figure.arrow((306.0, y + 18.0), (346.0, y + 18.0), Hue::Ink);
        figure.boxed(name, Rect::new(348.0, y, 120.0, 36.0), Look::Wash(Hue::D));
    }
    figure.arrow((114.0, 82.0), (134.0, 82.0), Hue::Ink);
    figure.arrow((114.0, 128.0), (134.0, 128.0), Hue::Ink);
    figure.write(Text::new("a queue for each model", 148.0, 288.0).soft());
    figure
}

/// A delay on an idle and on a busy instance.
fn delay() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-03-triton-server-delay",
        "A delay on an idle and a busy instance",
    )
    .argues(
        "On an idle instance a request is held for 5 ms, nobody else comes, and it runs alone, later. On a busy one five requests come \
         while a batch runs; they run together when it ends, whatever the delay.",
    )
    .high(282.0);
    let x = |ms: f64| 12.0 + 16.0 * ms;
    figure.write(Text::new("idle: it pays 5 ms", 12.0, 20.0).bold());
    figure.boxed("held", Rect::new(x(4.0), 46.0, 80.0, 32.0), Look::Dashed);
    figure.boxed(
        "a batch of 1",
        Rect::new(x(9.0), 46.0, 16.0 * 10.2, 32.0),
        Look::Wash(Hue::A),
    );
    figure.arrow((x(4.0), 110.0), (x(4.0), 82.0), Hue::Ink);
    figure.write(Text::new("a request comes", x(4.0) - 6.0, 126.0));
    figure.write(Text::new("busy: nothing to hold", 12.0, 164.0).bold());
    figure.boxed(
        "the batch before",
        Rect::new(x(0.0), 178.0, 16.0 * 12.0 - 3.0, 32.0),
        Look::Hollow,
    );
    figure.boxed(
        "a batch of 5",
        Rect::new(x(12.0), 178.0, 16.0 * 11.0, 32.0),
        Look::Wash(Hue::A),
    );
    for ms in [1.4, 3.1, 6.0, 8.2, 10.9] {
        figure.arrow((x(ms), 238.0), (x(ms), 213.0), Hue::Ink);
    }
    figure.write(Text::new("five come while it runs", x(0.0), 254.0));
    figure.arrow((12.0, 266.0), (468.0, 266.0), Hue::Soft);
    figure.write(Text::new("time", 466.0, 254.0).end().soft());
    figure
}

/// Ahead of time and at the start.
fn roads() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-tensorrt-llm-roads",
        "Two roads from a checkpoint",
    )
    .argues(
        "Ahead of time: a checkpoint is converted and built for one card, shapes and precision, and the file is run. At the start: the \
         checkpoint is loaded, graphs are captured, and the rest is decided in each step.",
    )
    .high(308.0);
    for (top, title, stages, notes) in [
        (
            0.0,
            "ahead of time",
            ["convert", "build", "engine", "run"],
            [
                "model written",
                "again",
                "card, shapes, bits,",
                "kernels, memory",
            ],
        ),
        (
            160.0,
            "at the start, and later",
            ["load", "measure", "capture", "run"],
            [
                "a published",
                "checkpoint",
                "memory, graphs of",
                "some batch sizes",
            ],
        ),
    ] {
        figure.write(Text::new(title, 12.0, top + 20.0).bold());
        let boxes = Rect::new(12.0, top + 34.0, 456.0, 40.0).columns(4, 28.0);
        for (k, (cell, words)) in boxes.iter().zip(stages).enumerate() {
            let look = match (words, k) {
                ("build", _) => Look::Wash(Hue::D),
                ("run", _) => Look::Wash(Hue::A),
                ("engine", _) => Look::Outline(Hue::Ink),
                _ => Look::Wash(Hue::C),
            };
            figure.boxed(words, *cell, look);
            if k < 3 {
                figure.arrow(
                    (cell.right() + 2.0, cell.cy()),
                    (boxes[k + 1].x - 2.0, cell.cy()),
                    Hue::Ink,
                );
            }
        }
        figure.write(Text::new(notes[0], 12.0, top + 98.0).soft());
        figure.write(Text::new(notes[1], 12.0, top + 116.0).soft());
        figure.write(Text::new(notes[2], boxes[1].x + 6.0, top + 98.0).soft());
        figure.write(Text::new(notes[3], boxes[1].x + 6.0, top + 116.0).soft());
        figure.write(Text::new("who is in,", 466.0, top + 98.0).end().soft());
        figure.write(
            Text::new("with which blocks", 466.0, top + 116.0)
                .end()
                .soft(),
        );
    }
    figure
}

/// Launches one by one, and a graph.
fn gaps() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-04-tensorrt-llm-gaps",
        "Gaps between short kernels, and none",
    )
    .argues(
        "Eager: the host starts kernels one after the other, and the card waits between those that are shorter than a launch. Graph: \
         one call, and the kernels follow one another.",
    )
    .high(250.0);
    let x = |us: f64| 84.0 + 11.5 * us;
    for (top, title) in [(0.0, "eager"), (128.0, "a graph")] {
        figure.write(Text::new(title, 12.0, top + 20.0).bold());
        figure.write(Text::new("host", 12.0, top + 52.0).soft());
        figure.write(Text::new("card", 12.0, top + 96.0).soft());
    }
    let kernels = [2.0, 3.0, 2.0, 7.0, 2.0, 3.0];
    let mut card = 0.0_f64;
    for (k, length) in kernels.into_iter().enumerate() {
        let launch = 5.0 * k as f64;
        let cell = Rect::new(x(launch), 34.0, 5.0 * 11.5 - 3.0, 28.0);
        figure.rect(cell, Look::Wash(Hue::C));
        let begins = card.max(launch + 5.0);
        figure.rect(
            Rect::new(x(begins), 78.0, length * 11.5 - 2.0, 28.0),
            Look::Wash(Hue::A),
        );
        card = begins + length;
    }
    figure.boxed(
        "replay",
        Rect::new(x(0.0), 162.0, 66.0, 28.0),
        Look::Wash(Hue::C),
    );
    let mut card = 6.0;
    for length in kernels {
        figure.rect(
            Rect::new(x(card), 206.0, length * 11.5 - 2.0, 28.0),
            Look::Wash(Hue::A),
        );
        card += length;
    }
    figure.write(Text::new("free for something else", x(7.0), 181.0).soft());
    figure
}

/// The loop of an engine.
fn step() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-inside-vllm-step",
        "One step of an engine",
    )
    .argues(
        "Requests wait, are scheduled, get blocks, are run on the GPU, where each gets a token. Who is done leaves and frees its blocks; \
         who is not comes round again.",
    )
    .high(264.0);
    figure.write(Text::new("waiting", 12.0, 40.0).bold());
    for (k, cell) in Rect::new(12.0, 52.0, 84.0, 28.0)
        .columns(4, 4.0)
        .into_iter()
        .enumerate()
    {
        let look = if k == 0 {
            Look::Dashed
        } else {
            Look::Wash(Hue::A)
        };
        figure.rect(cell, look);
    }
    let schedule = Rect::new(132.0, 40.0, 140.0, 52.0);
    let blocks = Rect::new(328.0, 40.0, 140.0, 52.0);
    let run = Rect::new(328.0, 176.0, 140.0, 52.0);
    let sample = Rect::new(132.0, 176.0, 140.0, 52.0);
    figure.boxed("1 schedule", schedule, Look::Wash(Hue::C));
    figure.boxed("2 find blocks", blocks, Look::Wash(Hue::C));
    figure.boxed("3 run, sample", run, Look::Wash(Hue::D));
    figure.boxed("4 send", sample, Look::Wash(Hue::C));
    figure.arrow((98.0, 66.0), (129.0, 66.0), Hue::Ink);
    figure.arrow((274.0, 66.0), (325.0, 66.0), Hue::Ink);
    figure.arrow((398.0, 95.0), (398.0, 173.0), Hue::Ink);
    figure.arrow((325.0, 202.0), (274.0, 202.0), Hue::Ink);
    figure.arrow((202.0, 173.0), (202.0, 95.0), Hue::Ink);
    figure.write(Text::new("not done: again", 212.0, 138.0).soft());
    figure.write(Text::new("the GPU's", 468.0, 248.0).end().soft());
    figure.arrow((129.0, 202.0), (100.0, 202.0), Hue::Ink);
    figure.write(Text::new("done", 92.0, 207.0).end().bold());
    figure.write(Text::new("its blocks", 12.0, 234.0).soft());
    figure.write(Text::new("are free", 12.0, 252.0).soft());
    figure.write(Text::new("none free: preempt", 468.0, 28.0).end().soft());
    figure.write(Text::new("budget, slots", 132.0, 28.0).soft());
    figure
}

/// What fills a card of 16 GB, for two sizes of weights.
fn memory() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-inside-vllm-memory",
        "The same memory, filled in two ways",
    )
    .argues(
        "vLLM takes 92 % of 16 GB in both cases, 14.7 GB. With BF16 weights 7.5 GB of it are cache, with 4-bit weights 11.7: the idle \
         memory is the same, the room for tokens is not.",
    )
    .high(236.0);
    let scale = 456.0 / 16.0;
    for (top, name, weights, weight_words, cache_words, tokens) in [
        (
            0.0,
            "BF16",
            6.17,
            "weights 6.2",
            "cache 7.5",
            "204,752 tokens",
        ),
        (104.0, "4 bits", 2.06, "2.1", "cache 11.7", "316,192 tokens"),
    ] {
        figure.write(Text::new(name, 12.0, top + 20.0).bold());
        figure.write(Text::new(tokens, 422.0, top + 20.0).end());
        let bar = Rect::new(12.0, top + 32.0, weights * scale, 40.0);
        figure.boxed(weight_words, bar, Look::Wash(Hue::A));
        let other = Rect::new(bar.right(), bar.y, scale, 40.0);
        figure.boxed("1", other, Look::Wash(Hue::D));
        let cache = Rect::new(other.right(), bar.y, (14.72 - weights - 1.0) * scale, 40.0);
        figure.boxed(cache_words, cache, Look::Wash(Hue::C));
        figure.rect(
            Rect::new(cache.right(), bar.y, 1.28 * scale, 40.0),
            Look::Dashed,
        );
    }
    let edge = 12.0 + 14.72 * scale;
    figure.rule((edge, 26.0), (edge, 190.0), Look::Outline(Hue::Ink));
    figure.write(Text::new("0.92 · 16 = 14.7 GB", edge - 4.0, 206.0).end());
    figure.write(Text::new("GB; 1: everything else", 12.0, 228.0).soft());
    figure
}

/// A pool that reads and a pool that writes.
fn pools() -> Figure {
    let mut figure = Figure::new(
        FOLDER,
        "lesson-05-inside-vllm-pools",
        "Two pools, and a cache that travels",
    )
    .argues(
        "Some GPUs read prompts and are bound by arithmetic; others write answers and are bound by bandwidth. Between them the cache of \
         a request travels once: 640 MiB for 2,048 tokens of a 70B.",
    )
    .high(220.0);
    for (left, title, one, two, hue) in [
        (
            12.0,
            "prefill",
            "many tokens a step:",
            "bound by FLOPS",
            Hue::D,
        ),
        (
            328.0,
            "decode",
            "a token a request:",
            "bound by GB/s",
            Hue::A,
        ),
    ] {
        figure.write(Text::new(title, left, 22.0).bold());
        let pool = Rect::new(left, 32.0, 140.0, 132.0);
        figure.rect(pool, Look::Outline(Hue::Ink));
        for cell in pool.inset(12.0).rows(2, 12.0) {
            for gpu in cell.columns(2, 12.0) {
                figure.boxed("GPU", gpu, Look::Wash(hue));
            }
        }
        figure.write(Text::new(one, left, 188.0).soft());
        figure.write(Text::new(two, left, 206.0).soft());
    }
    figure.flow(
        (158.0, 98.0),
        (322.0, 98.0),
        crate::motion::Flow {
            width: 18.0,
            hue: Hue::C,
        },
    );
    figure.write(Text::new("640 MiB", 240.0, 76.0).middle().bold());
    figure.write(Text::new("NVLink: 1.5 ms", 240.0, 134.0).middle());
    figure.write(Text::new("network: 13.4 ms", 240.0, 154.0).middle());
    figure.write(
        Text::new("once for each request", 240.0, 174.0)
            .middle()
            .soft(),
    );
    figure
}
