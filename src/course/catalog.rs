//! Facts kept once: devices, papers, tools, terms, read from `content/data/*.yaml`.
//!
//! Every number has a unit in its name's documentation and a source in its row; what follows from other numbers (the ridge)
//! is computed. A file that is not there is an empty list; a wrong row is a problem with its place, like any other.

use std::path::Path;

use super::front::Yaml;
use super::problem::Problem;
use super::yaml::{Node, Value};

/// All the facts of a course.
#[derive(Clone, Debug, Default)]
pub struct Catalog {
    /// GPUs.
    pub devices: Vec<Device>,
    /// Papers, as listed.
    pub papers: Vec<Paper>,
    /// Tools, as listed.
    pub tools: Vec<Tool>,
    /// Words of the field.
    pub terms: Vec<Term>,
    /// Where each row's id stands.
    pub(crate) ids: Vec<Place>,
    /// Where each page that a term names stands.
    pub(crate) references: Vec<Place>,
}

/// An id and where it is written.
#[derive(Clone, Debug)]
pub(crate) struct Place {
    /// The id.
    pub id: String,
    /// The file, relative to the course's root.
    pub path: &'static str,
    /// Its line and column.
    pub at: (u32, u32),
}

/// A GPU. Compute figures are dense peaks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Device {
    /// `dev.h100`.
    pub id: String,
    /// `H100 SXM5`.
    pub name: String,
    /// Compute capability.
    pub cc: String,
    /// Multiprocessors.
    pub sms: u32,
    /// Device memory in GB (10⁹ bytes).
    pub memory: f64,
    /// `HBM3`, `GDDR6`, …
    pub memory_kind: String,
    /// Memory bandwidth in GB/s.
    pub bandwidth: f64,
    /// L2 cache in MB.
    pub l2: f64,
    /// FP32 in TFLOPS, without tensor cores.
    pub fp32: f64,
    /// BF16 and FP16 on tensor cores with FP32 sums, in TFLOPS.
    pub bf16: f64,
    /// FP8 on tensor cores, in TFLOPS.
    pub fp8: Option<f64>,
    /// INT8 on tensor cores, in TOPS.
    pub int8: Option<f64>,
    /// Shared memory of a multiprocessor, in KiB.
    pub shared_sm: u32,
    /// Shared memory that one block can have, in KiB.
    pub shared_block: u32,
    /// Resident warps of a multiprocessor at most.
    pub warps_sm: u32,
    /// Resident blocks of a multiprocessor at most.
    pub blocks_sm: u32,
    /// Bandwidth of all shared memory together, in TB/s.
    pub shared_bandwidth: f64,
    /// NVLink in one direction, in GB/s.
    pub nvlink: Option<f64>,
    /// Board power in W.
    pub power: f64,
    /// Where the figures come from.
    pub source: String,
    /// Keys whose figures were not checked against a page.
    pub unverified: Vec<String>,
}

/// A paper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paper {
    /// `paper.gptq`.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its first author, `and others`.
    pub authors: String,
    /// Of its first version.
    pub year: u32,
    /// Where to read it.
    pub url: String,
    /// What to read it for.
    pub why: String,
}

/// A tool.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tool {
    /// `tool.vllm`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// What it is for.
    pub group: String,
    /// Its home.
    pub url: String,
    /// What it does, in one sentence.
    pub note: String,
    /// Set when it is no longer developed.
    pub status: String,
}

/// A word of the field.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Term {
    /// `term.warp`.
    pub id: String,
    /// The word.
    pub name: String,
    /// What it means.
    pub text: String,
    /// Id of the page that teaches it.
    pub see: String,
}

impl Device {
    /// Peak BF16 over bandwidth, in FLOP a byte: below it a kernel is bound by memory.
    pub fn ridge(&self) -> f64 {
        self.bf16 * 1000.0 / self.bandwidth
    }
}

impl Catalog {
    /// The device of this id.
    pub fn device(&self, id: &str) -> Option<&Device> {
        self.devices.iter().find(|d| d.id == id)
    }
}

/// Reads the facts of the course at `root`.
pub(crate) fn read(root: &Path, problems: &mut Vec<Problem>) -> Catalog {
    let mut catalog = Catalog::default();
    let mut reader = Reader {
        root,
        problems,
        ids: Vec::new(),
        references: Vec::new(),
    };
    catalog.devices = reader.rows("content/data/devices.yaml", device);
    catalog.papers = reader.rows("content/data/papers.yaml", paper);
    catalog.tools = reader.rows("content/data/tools.yaml", tool);
    catalog.terms = reader.rows("content/data/terms.yaml", term);
    Catalog {
        ids: reader.ids,
        references: reader.references,
        ..catalog
    }
}

struct Reader<'a> {
    root: &'a Path,
    problems: &'a mut Vec<Problem>,
    ids: Vec<Place>,
    references: Vec<Place>,
}

impl Reader<'_> {
    fn rows<T>(&mut self, path: &'static str, row: fn(&mut Yaml<'_>, &Node) -> T) -> Vec<T> {
        let text = match std::fs::read_to_string(self.root.join(path)) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Vec::new(),
            Err(error) => {
                self.problems
                    .push(Problem::error(path, format!("cannot be read: {error}")));
                return Vec::new();
            }
        };
        let mut yaml = Yaml {
            path: Path::new(path),
            text: &text,
            skipped: 0,
            problems: self.problems,
        };
        let Some(root) = yaml.root(&text) else {
            return Vec::new();
        };
        let Value::List(nodes) = &root.value else {
            let message = format!("expected a list of rows, found {}", root.value.kind());
            yaml.add(root.line, root.column, message, None);
            return Vec::new();
        };
        let rows = nodes.iter().map(|node| row(&mut yaml, node)).collect();
        for node in nodes {
            self.ids.extend(place(node, "id", path));
            self.references.extend(place(node, "see", path));
        }
        rows
    }
}

fn place(row: &Node, key: &str, path: &'static str) -> Option<Place> {
    let Value::Map(pairs) = &row.value else {
        return None;
    };
    let (_, value) = pairs
        .iter()
        .find(|(k, _)| matches!(&k.value, Value::Text(name) if name == key))?;
    let Value::Text(id) = &value.value else {
        return None;
    };
    Some(Place {
        id: id.clone(),
        path,
        at: (value.line, value.column),
    })
}

fn device(yaml: &mut Yaml<'_>, node: &Node) -> Device {
    const KEYS: [&str; 21] = [
        "id",
        "name",
        "cc",
        "sms",
        "memory",
        "memory_kind",
        "bandwidth",
        "l2",
        "fp32",
        "bf16",
        "fp8",
        "int8",
        "shared_sm",
        "shared_block",
        "warps_sm",
        "blocks_sm",
        "shared_bandwidth",
        "nvlink",
        "power",
        "source",
        "unverified",
    ];
    let optional = ["fp8", "int8", "nvlink", "unverified"];
    let required: Vec<&str> = KEYS
        .into_iter()
        .filter(|key| !optional.contains(key))
        .collect();
    let mut row = Device::default();
    for (key, value) in yaml.map(node, &KEYS, &required) {
        let number = |yaml: &mut Yaml<'_>| number(yaml, key, value);
        let whole = |yaml: &mut Yaml<'_>| yaml.whole(key, value).unwrap_or(0);
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "cc" => row.cc = yaml.text(key, value),
            "sms" => row.sms = whole(yaml),
            "memory" => row.memory = number(yaml),
            "memory_kind" => row.memory_kind = yaml.text(key, value),
            "bandwidth" => row.bandwidth = number(yaml),
            "l2" => row.l2 = number(yaml),
            "fp32" => row.fp32 = number(yaml),
            "bf16" => row.bf16 = number(yaml),
            "fp8" => row.fp8 = Some(number(yaml)),
            "int8" => row.int8 = Some(number(yaml)),
            "shared_sm" => row.shared_sm = whole(yaml),
            "shared_block" => row.shared_block = whole(yaml),
            "warps_sm" => row.warps_sm = whole(yaml),
            "blocks_sm" => row.blocks_sm = whole(yaml),
            "shared_bandwidth" => row.shared_bandwidth = number(yaml),
            "nvlink" => row.nvlink = Some(number(yaml)),
            "power" => row.power = number(yaml),
            "source" => row.source = yaml.text(key, value),
            _ => {
                row.unverified = yaml.texts(key, value);
                for (name, at) in row.unverified.iter().zip(yaml.list(key, value)) {
                    if !KEYS.contains(&name.as_str()) {
                        let help = super::problem::meant(name, &KEYS);
                        yaml.add(
                            at.line,
                            at.column,
                            format!("`{name}` is no key of a device"),
                            help,
                        );
                    }
                }
            }
        }
    }
    row
}

fn paper(yaml: &mut Yaml<'_>, node: &Node) -> Paper {
    let mut row = Paper::default();
    let keys = ["id", "title", "authors", "year", "url", "for"];
    for (key, value) in yaml.map(node, &keys, &["id", "title", "authors", "year", "url"]) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "title" => row.title = yaml.text(key, value),
            "authors" => row.authors = yaml.text(key, value),
            "year" => row.year = yaml.whole(key, value).unwrap_or(0),
            "url" => row.url = url(yaml, key, value),
            _ => row.why = yaml.text(key, value),
        }
    }
    row
}

fn tool(yaml: &mut Yaml<'_>, node: &Node) -> Tool {
    let mut row = Tool::default();
    let keys = ["id", "name", "group", "url", "note", "status"];
    for (key, value) in yaml.map(node, &keys, &["id", "name", "group", "url", "note"]) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "group" => row.group = yaml.text(key, value),
            "url" => row.url = url(yaml, key, value),
            "note" => row.note = yaml.text(key, value),
            _ => row.status = yaml.text(key, value),
        }
    }
    row
}

fn term(yaml: &mut Yaml<'_>, node: &Node) -> Term {
    let mut row = Term::default();
    for (key, value) in yaml.map(
        node,
        &["id", "name", "text", "see"],
        &["id", "name", "text"],
    ) {
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "text" => row.text = yaml.text(key, value),
            _ => row.see = yaml.id(key, value),
        }
    }
    row
}

/// A number above nothing; a text that looks like one is told to lose its quotes.
fn number(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> f64 {
    let number = match &node.value {
        Value::Int(n) => *n as f64,
        Value::Float(x) => *x,
        _ => f64::NAN,
    };
    if number.is_finite() && number > 0.0 {
        return number;
    }
    let message = format!(
        "`{key}` must be a number above 0, found {}",
        node.value.kind()
    );
    yaml.add(node.line, node.column, message, None);
    0.0
}

fn url(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> String {
    let url = yaml.text(key, node);
    if !url.is_empty() && !url.starts_with("https://") {
        yaml.add(
            node.line,
            node.column,
            format!("`{url}` is not an address"),
            Some("start it with `https://`".into()),
        );
    }
    url
}
