//! A course of any size from a seed: parts of ten modules of twenty-five lessons, each lesson about 6 KB.
//!
//! A lesson has four code blocks (CUDA, Rust, Python, bash; 60 lines), a table, three formulas, five items to tick and
//! four links to other lessons. Words follow Zipf's law over a few thousand, so that a search index meets what it would
//! in prose; identifiers are drawn anew, so that no cache helps between lessons.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

/// Lessons of a module.
const LESSONS: usize = 25;
/// Modules of a part.
const MODULES: usize = 10;
/// Words that prose is made of.
const WORDS: usize = 6000;

/// Numbers from a seed (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `end`.
    fn below(&mut self, end: usize) -> usize {
        (self.roll() % end.max(1) as u64) as usize
    }

    /// One of these.
    fn of<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }
}

const COMMON: &str = "the of a to and in is that for it as on with by at from memory warp thread block grid kernel lane load store register \
shared global cache bank sector bandwidth latency byte bits weight scale model tensor matrix vector row column tile value error \
number count time cost limit bound measure step token batch sequence head layer attention quantise round integer float range \
first next last every each one two three when where which what how much many more less than only before after again between \
without into over under up down reads writes runs waits holds needs gives takes makes keeps finds shows counts fits grows moves";

const SYLLABLES: [&str; 24] = [
    "ba", "cor", "del", "fen", "gra", "hil", "in", "jo", "ka", "lum", "mor", "nes", "or", "pel",
    "qui", "ras", "sol", "tan", "un", "vel", "wi", "xen", "yor", "zim",
];

/// The words, commonest first.
fn vocabulary() -> Vec<String> {
    let mut words: Vec<String> = COMMON.split_whitespace().map(str::to_owned).collect();
    let mut dice = Dice(7);
    let mut known: std::collections::HashSet<String> = words.iter().cloned().collect();
    while words.len() < WORDS {
        let word: String = (0..2 + dice.below(3))
            .map(|_| dice.of(&SYLLABLES))
            .collect();
        if known.insert(word.clone()) {
            words.push(word);
        }
    }
    words
}

struct Writer {
    words: Vec<String>,
    /// Sums of the words' weights.
    sums: Vec<f64>,
    dice: Dice,
    /// Lessons in all.
    lessons: usize,
}

/// Writes a course of this many lessons below `root`; gives the bytes of all lessons.
///
/// # Errors
/// What the system says when a file cannot be written.
pub fn write(root: &Path, lessons: usize) -> io::Result<usize> {
    let words = vocabulary();
    let mut sum = 0.0;
    let sums = (0..words.len())
        .map(|rank| {
            sum += 1.0 / (rank as f64 + 2.0);
            sum
        })
        .collect();
    let mut writer = Writer {
        words,
        sums,
        dice: Dice(lessons as u64),
        lessons,
    };
    let content = root.join("content");
    std::fs::create_dir_all(&content)?;
    let mut plan =
        String::from("title: A course to measure\ntagline: Made by gen-course\n\nparts:\n");
    let mut bytes = 0;
    for part in 0..lessons.div_ceil(LESSONS * MODULES) {
        let title = writer.title(2);
        let _ = write!(
            plan,
            "  - id: p{part}\n    dir: part-{part}\n    title: {title}\n    tagline: {title}\n    modules:\n"
        );
        for module in part * MODULES..((part + 1) * MODULES).min(lessons.div_ceil(LESSONS)) {
            let _ = writeln!(plan, "      - module-{module}");
            bytes += writer.module(
                &content.join(format!("part-{part}/module-{module}")),
                module,
            )?;
        }
    }
    std::fs::write(content.join("course.yaml"), plan)?;
    std::fs::write(
        content.join("index.md"),
        "---\nid: course\nkind: course\ntitle: A course to measure\n---\n\nMade by `gen-course`.\n",
    )?;
    course::course::lock::update(root).map_err(|problems| {
        let all: Vec<String> = problems.iter().take(5).map(ToString::to_string).collect();
        io::Error::other(all.join("; "))
    })?;
    Ok(bytes)
}

/// The file of a lesson below its module's folder.
pub fn lesson_file(lesson: usize) -> String {
    format!("lesson-{:02}-l{lesson}.md", lesson % LESSONS + 1)
}

/// The folder of a lesson's module below `content/`.
pub fn module_folder(lesson: usize) -> String {
    let module = lesson / LESSONS;
    format!("part-{}/module-{module}", module / MODULES)
}

impl Writer {
    fn module(&mut self, folder: &Path, module: usize) -> io::Result<usize> {
        std::fs::create_dir_all(folder)?;
        let title = self.title(3);
        std::fs::write(
            folder.join("index.md"),
            format!(
                "---\nid: mod.m{module}\nkind: module\ntitle: {title}\n---\n\n{}\n",
                self.prose(60)
            ),
        )?;
        let mut bytes = 0;
        for lesson in module * LESSONS..((module + 1) * LESSONS).min(self.lessons) {
            let text = self.lesson(lesson);
            bytes += text.len();
            std::fs::write(folder.join(lesson_file(lesson)), text)?;
        }
        Ok(bytes)
    }

    fn lesson(&mut self, lesson: usize) -> String {
        let title = self.title(4);
        let mut text = format!(
            "---\nid: lesson.l{lesson}\nkind: lesson\ntitle: {title}\ngoal: You can {}.\nminutes: {}\n---\n\n",
            self.sentence(8),
            10 + self.dice.below(50)
        );
        let blocks = [cuda, rust, python, bash];
        for (at, block) in blocks.iter().enumerate() {
            let heading = self.title(3);
            let _ = write!(
                text,
                "## {heading}\n\n{}\n\n{}\n\n",
                self.prose(70),
                self.prose(50)
            );
            let names = self.names();
            text.push_str(&block(&names, &mut self.dice));
            let other = self.dice.below(self.lessons);
            let (folder, file) = (module_folder(other), lesson_file(other));
            let words = self.title(2);
            let _ = write!(
                text,
                "See [{words}](../../{folder}/{file}) for more, and count $n_{{{at}}} = 2^{{{}}}$.\n\n",
                self.dice.below(12)
            );
        }
        text.push_str("| Format | Bits | Bytes a weight |\n|---|--:|--:|\n");
        for _ in 0..5 {
            let bits = 2 + self.dice.below(15);
            let _ = writeln!(
                text,
                "| {} | {bits} | {} |",
                self.title(1),
                bits as f64 / 8.0
            );
        }
        text.push_str("\n$$ t = \\frac{\\text{bytes}}{\\text{bandwidth}} + \\sum_{i=0}^{n} x_i^2 $$\n\n## Core concepts checklist\n\n");
        for _ in 0..5 {
            let _ = writeln!(text, "- [ ] {}", self.sentence(9));
        }
        text
    }

    fn word(&mut self) -> String {
        let all = self.sums.last().copied().unwrap_or(1.0);
        let at = self.dice.below(1 << 30) as f64 / f64::from(1 << 30) * all;
        let rank = self.sums.partition_point(|sum| *sum < at);
        self.words[rank.min(self.words.len() - 1)].clone()
    }

    fn sentence(&mut self, words: usize) -> String {
        (0..words)
            .map(|_| self.word())
            .collect::<Vec<_>>()
            .join(" ")
    }

    fn title(&mut self, words: usize) -> String {
        let text = self.sentence(words);
        text[..1].to_uppercase() + &text[1..]
    }

    /// Sentences of about this many words in all, with some code and emphasis among them.
    fn prose(&mut self, words: usize) -> String {
        let mut text = String::new();
        for _ in 0..words / 12 {
            let odd = self.dice.below(6);
            let (open, close) = [
                ("", ""),
                ("", ""),
                ("", ""),
                ("", ""),
                ("`", "`"),
                ("**", "**"),
            ][odd];
            let _ = write!(
                text,
                "{} {open}{}{close} {}. ",
                self.title(5),
                self.word(),
                self.sentence(6)
            );
        }
        text.trim_end().to_owned()
    }

    /// Names for a code block: two of words, one that is new.
    fn names(&mut self) -> [String; 3] {
        [
            format!("{}_{}", self.word(), self.word()),
            format!("{}_{}", self.word(), self.word()),
            format!("v{:x}", self.dice.roll() & 0xff_ffff),
        ]
    }
}

fn cuda([f, g, x]: &[String; 3], dice: &mut Dice) -> String {
    let n = 32 << dice.below(4);
    format!(
        "```cuda\n#include <cuda_runtime.h>\n\n// {f}: one block a row, {n} threads.\n__global__ void {f}(const float* __restrict__ in, float* out, int n) {{\n  __shared__ float {g}[{n}];\n  int i = blockIdx.x * blockDim.x + threadIdx.x;\n  float {x} = i < n ? in[i] : 0.0f;\n  for (int offset = 16; offset > 0; offset /= 2)\n    {x} += __shfl_down_sync(0xffffffff, {x}, offset);\n  if (threadIdx.x % 32 == 0) {g}[threadIdx.x / 32] = {x};\n  __syncthreads();\n  if (threadIdx.x == 0) {{\n    for (int w = 1; w < {n} / 32; ++w) {x} += {g}[w];\n    out[blockIdx.x] = {x} * {}.5f; /* scaled */\n  }}\n}}\n```\n\n",
        dice.below(100)
    )
}

fn rust([f, g, x]: &[String; 3], dice: &mut Dice) -> String {
    let n = dice.below(1000);
    format!(
        "```rust\n/// Adds up what {f} found.\npub fn {f}(values: &[f32], {x}: usize) -> Result<f32, String> {{\n    let mut {g} = Vec::with_capacity({n});\n    for (at, value) in values.iter().enumerate() {{\n        if at % {} == 0 {{\n            {g}.push(*value as f64);\n        }}\n    }}\n    match {g}.len() {{\n        0 => Err(format!(\"nothing in {x}: {{}}\", values.len())),\n        n => Ok({g}.iter().sum::<f64>() as f32 / n as f32), // the mean\n    }}\n}}\n```\n\n",
        2 + dice.below(9)
    )
}

fn python([f, g, x]: &[String; 3], dice: &mut Dice) -> String {
    format!(
        "```python\nimport torch\nfrom dataclasses import dataclass\n\n@dataclass\nclass {}:\n    \"\"\"What {f} needs.\"\"\"\n    {g}: int = {}\n\ndef {f}({x}, scale=None):\n    # Per-row scales, symmetric.\n    if scale is None:\n        scale = {x}.abs().max(dim=-1).values / 127.0\n    q = torch.round({x} / scale[:, None]).clamp(-128, 127)\n    print(f\"{g} {{q.shape}}\")\n    return q.to(torch.int8), scale\n```\n\n",
        x.to_uppercase(),
        dice.below(4096)
    )
}

fn bash([f, g, x]: &[String; 3], dice: &mut Dice) -> String {
    format!(
        "```bash\n#!/usr/bin/env bash\nset -euo pipefail\n# Runs {f} on each file.\nfor {x} in data/{g}-*.bin; do\n  if [ -s \"${x}\" ]; then\n    nvcc -O3 -arch=sm_{} -o {f} {f}.cu && ./{f} \"${x}\" --rounds {} | tee -a \"{g}.log\"\n  else\n    echo \"empty: ${x}\" >&2\n  fi\ndone\n```\n\n",
        70 + dice.below(30),
        dice.below(50)
    )
}
