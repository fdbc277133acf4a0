//! `content/course.yaml`: the title, the parts and their modules in order, the tracks.
//!
//! Order is what the list says. A part or module that comes later than the list shows, since others are still to be
//! written, says so with `order`, and those after it count on from there.

use std::path::Path;

use clap::ValueEnum as _;

use super::disk::{self, Unread};
use super::front::Yaml;
use super::grading::{self, Grading};
use super::interface::{self, Interface};
use super::model::{Group, Minutes, Stage, Track};
use super::problem::Problem;
use super::yaml::{Node, Value};

/// Where the plan stands, relative to the course's root.
pub(crate) const PLAN: &str = "content/course.yaml";

/// The keys of `course.yaml`, those of its interface aside.
const OWN_KEYS: [&str; 13] = [
    "title",
    "tagline",
    "url",
    "parts",
    "tracks",
    "edit",
    "last_updated",
    "publish_log",
    "labs",
    "only_listed_labs",
    "begin",
    "device",
    "grading",
];

/// The keys of a part, a module, a stage of labs, a track and a stop of a track.
pub(crate) const PART_KEYS: [&str; 6] = ["id", "dir", "title", "tagline", "modules", "order"];
pub(crate) const MODULE_KEYS: [&str; 2] = ["dir", "order"];
pub(crate) const STAGE_KEYS: [&str; 2] = ["title", "labs"];
pub(crate) const TRACK_KEYS: [&str; 3] = ["id", "title", "groups"];
pub(crate) const GROUP_KEYS: [&str; 3] = ["title", "time", "items"];

/// Every key that `course.yaml` may have.
pub fn keys() -> Vec<&'static str> {
    [&OWN_KEYS[..], &interface::KEYS].concat()
}

/// What `course.yaml` says.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    /// The file's text, for excerpts.
    pub text: String,
    pub title: String,
    pub tagline: String,
    pub url: String,
    pub parts: Vec<PlannedPart>,
    pub tracks: Vec<Track>,
    pub edit: String,
    pub last_updated: bool,
    pub publish_log: bool,
    pub interface: Interface,
    /// What judges unless the command line says otherwise.
    pub device: On,
    /// What labs are worth, and when they are due.
    pub grading: Grading,
    /// The track that is walked first, with its place.
    pub begin: (String, (u32, u32)),
    /// The order in which a learner meets the labs, each with its place.
    pub labs: Vec<(String, (u32, u32))>,
    /// Whether the course has no lab but those.
    pub only_listed_labs: bool,
    /// The stages of the labs' page.
    pub stages: Vec<Stage>,
    /// Where each track's references stand, for checking them.
    pub references: Vec<(String, u32, u32)>,
}

impl Plan {
    /// An error at a place of the plan.
    pub fn problem(&self, (line, column): (u32, u32), message: String) -> Problem {
        Problem::error(PLAN, message)
            .at(line, column)
            .excerpt(&self.text)
    }
}

/// A part as planned.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedPart {
    pub id: String,
    pub number: u32,
    pub dir: String,
    pub title: String,
    pub tagline: String,
    pub modules: Vec<PlannedModule>,
    pub place: (u32, u32),
}

/// A module as planned.
#[derive(Clone, Debug, Default)]
pub(crate) struct PlannedModule {
    pub dir: String,
    pub number: u32,
    pub place: (u32, u32),
}

/// What judges a kernel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum On {
    /// The simulated machine, and the GPU beside it where there is one
    #[default]
    Auto,
    /// The simulated machine alone
    Cpu,
    /// The GPU alone
    Gpu,
}

/// The labs that a course names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LabOrder {
    /// Their names, in the order in which a learner meets them.
    pub named: Vec<String>,
    /// Whether the program's other labs are no part of the course.
    pub only_these: bool,
}

impl LabOrder {
    /// Whether the course has this lab of the program's.
    pub fn has(&self, id: &str) -> bool {
        !self.only_these || self.named.iter().any(|named| named == id)
    }
}

/// The labs that the course at `root` names, in its order.
pub fn lab_order(root: &Path) -> LabOrder {
    let plan = read(root, &mut Vec::new());
    LabOrder {
        named: plan.labs.into_iter().map(|(id, _)| id).collect(),
        only_these: plan.only_listed_labs,
    }
}

/// What judges the labs of the course at `root` where the command line does not say.
pub fn device(root: &Path) -> On {
    read(root, &mut Vec::new()).device
}

/// What the course at `root` says of marks; where it says something that cannot be, all that is wrong with its plan.
///
/// # Errors
/// The problems of the plan, when there is one.
pub fn grading(root: &Path) -> Result<(String, Grading), Vec<Problem>> {
    let mut problems = Vec::new();
    let plan = read(root, &mut problems);
    match problems.is_empty() {
        true => Ok((plan.title, plan.grading)),
        false => Err(problems),
    }
}

/// Whether the course at `root` publishes its log.
pub fn publishes_log(root: &Path) -> bool {
    read(root, &mut Vec::new()).publish_log
}

/// Reads the plan; what cannot be read leaves its place empty and adds a problem.
pub(crate) fn read(root: &Path, problems: &mut Vec<Problem>) -> Plan {
    let folder_of_course = root;
    let text = match disk::text(root, Path::new(PLAN)) {
        Ok(text) => text,
        Err(Unread::Missing) => {
            problems.push(
                Problem::error(PLAN, "there is no such file")
                    .help("a course's title, parts and modules stand in it"),
            );
            return Plan::default();
        }
        Err(unread) => {
            problems.push(unread.problem(Path::new(PLAN)));
            return Plan::default();
        }
    };
    let mut yaml = Yaml::new(Path::new(PLAN), &text, 0, problems);
    let mut plan = Plan {
        text: text.clone(),
        ..Plan::default()
    };
    plan.interface.command = interface::derived_command(root).to_owned();
    let Some(root) = yaml.root(&text) else {
        return plan;
    };
    let mut published = (0, 0);
    for (key, value) in yaml.map(&root, &keys(), &["title", "parts"]) {
        match key {
            "title" => plan.title = yaml.text(key, value),
            "tagline" => plan.tagline = yaml.text(key, value),
            "edit" => plan.edit = edit(&mut yaml, value),
            "begin" => plan.begin = (yaml.text(key, value), (value.line, value.column)),
            "labs" => {
                for node in yaml.list(key, value) {
                    stage_or_lab(&mut yaml, node, &mut plan);
                }
            }
            "device" => plan.device = device_named(&mut yaml, value),
            "grading" => plan.grading = grading::read(&mut yaml, value),
            "only_listed_labs" => plan.only_listed_labs = yaml.flag(key, value),
            "last_updated" => plan.last_updated = yaml.flag(key, value),
            "publish_log" => {
                plan.publish_log = yaml.flag(key, value);
                published = (value.line, value.column);
            }
            "url" => plan.url = site_url(&mut yaml, key, value),
            key if interface::KEYS.contains(&key) => {
                interface::read(&mut yaml, key, value, &mut plan.interface);
            }
            "parts" => {
                let mut last = 0;
                for node in yaml.list(key, value) {
                    let part = part(&mut yaml, node, last);
                    last = part.number;
                    plan.parts.push(part);
                }
            }
            _ => {
                for node in yaml.list(key, value) {
                    track(&mut yaml, node, &mut plan);
                }
            }
        }
    }
    let (begin, (line, column)) = plan.begin.clone();
    if !begin.is_empty() && !plan.tracks.iter().any(|track| track.id == begin) {
        let help = "`begin` names one of the course's `tracks`".to_owned();
        yaml.add(line, column, format!("no track `{begin}`"), Some(help));
    }
    if plan.publish_log && plan.url.is_empty() {
        let help = "add `url: https://…`, where the site is published".to_owned();
        let message = "a published log needs the address of the site".to_owned();
        yaml.add(published.0, published.1, message, Some(help));
    }
    plan.interface.words = interface::words(folder_of_course, problems);
    plan
}

/// `auto`, `cpu` or `gpu`.
fn device_named(yaml: &mut Yaml<'_>, node: &Node) -> On {
    let named = yaml.text("device", node);
    On::from_str(&named, false).unwrap_or_else(|_| {
        let help =
            "`device` is `auto`, `cpu` or `gpu`: what judges labs where `--device` says nothing";
        let message = format!("no device is called `{named}`");
        yaml.add(node.line, node.column, message, Some(help.to_owned()));
        On::Auto
    })
}

/// Where a page can be edited: an address with `{path}` in it.
fn edit(yaml: &mut Yaml<'_>, node: &Node) -> String {
    let address = yaml.text("edit", node);
    if address.starts_with("https://") && address.contains("{path}") {
        return address;
    }
    if !address.is_empty() {
        let help = "write `https://…/{path}`; the page's path takes the place of `{path}`";
        let message = format!("`{address}` is no address of a page's source");
        yaml.add(node.line, node.column, message, Some(help.to_owned()));
    }
    String::new()
}

/// Where the site is published, with a slash at the end.
fn site_url(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> String {
    let url = yaml.text(key, node);
    let host = url.strip_prefix("https://").or(url.strip_prefix("http://"));
    if host.is_none_or(|host| {
        host.is_empty() || host.starts_with('/') || host.contains(['?', '#', '"', '<', ' '])
    }) {
        yaml.add(
            node.line,
            node.column,
            format!("`{url}` is not the address of a site"),
            Some("write it as `https://example.org/course/`".to_owned()),
        );
        return String::new();
    }
    format!("{}/", url.trim_end_matches('/'))
}

fn part(yaml: &mut Yaml<'_>, node: &Node, last: u32) -> PlannedPart {
    let mut part = PlannedPart {
        number: last + 1,
        place: (node.line, node.column),
        ..PlannedPart::default()
    };
    for (key, value) in yaml.map(node, &PART_KEYS, &["id", "dir", "title"]) {
        match key {
            "id" => part.id = yaml.id(key, value),
            "dir" => part.dir = folder(yaml, key, value),
            "title" => part.title = yaml.text(key, value),
            "tagline" => part.tagline = yaml.text(key, value),
            "order" => part.number = order(yaml, value, last),
            _ => {
                let mut last = 0;
                for node in yaml.list(key, value) {
                    let module = module(yaml, node, last);
                    last = module.number;
                    part.modules.push(module);
                }
            }
        }
    }
    part
}

fn module(yaml: &mut Yaml<'_>, node: &Node, last: u32) -> PlannedModule {
    let mut module = PlannedModule {
        number: last + 1,
        place: (node.line, node.column),
        dir: String::new(),
    };
    if matches!(node.value, Value::Text(_)) {
        module.dir = folder(yaml, "modules", node);
        return module;
    }
    for (key, value) in yaml.map(node, &MODULE_KEYS, &["dir"]) {
        match key {
            "dir" => module.dir = folder(yaml, key, value),
            _ => module.number = order(yaml, value, last),
        }
    }
    module
}

/// An entry of `labs:`: a lab's name, or a stage with a title and labs of its own.
fn stage_or_lab(yaml: &mut Yaml<'_>, node: &Node, plan: &mut Plan) {
    if !matches!(node.value, Value::Map(_)) {
        plan.labs
            .push((yaml.text("labs", node), (node.line, node.column)));
        return;
    }
    let mut stage = Stage::default();
    for (key, value) in yaml.map(node, &STAGE_KEYS, &STAGE_KEYS) {
        match key {
            "title" => stage.title = yaml.text(key, value),
            _ => {
                stage.labs = yaml.texts(key, value);
                let places = yaml.list(key, value).iter().map(|n| (n.line, n.column));
                plan.labs.extend(stage.labs.iter().cloned().zip(places));
            }
        }
    }
    plan.stages.push(stage);
}

fn order(yaml: &mut Yaml<'_>, node: &Node, last: u32) -> u32 {
    match yaml.whole("order", node) {
        Some(order) if order > last => order,
        Some(order) => {
            let message = format!("`order: {order}` does not come after {last}");
            yaml.add(node.line, node.column, message, None);
            last + 1
        }
        None => last + 1,
    }
}

/// A folder's name: one segment, so that nothing outside `content/` is read.
fn folder(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> String {
    let name = yaml.text(key, node);
    let odd = |c: char| c.is_control() || c.is_whitespace() || "/\\:?#%\"<>|*".contains(c);
    if name.contains(odd) || name.starts_with('.') {
        let help =
            "a folder's name is part of the address of its pages: letters, digits, `-` and `_`"
                .to_owned();
        let message = format!("`{name}` is not the name of a folder");
        yaml.add(node.line, node.column, message, Some(help));
        return String::new();
    }
    name
}

fn track(yaml: &mut Yaml<'_>, node: &Node, plan: &mut Plan) {
    let mut track = Track {
        id: String::new(),
        title: String::new(),
        groups: Vec::new(),
    };
    for (key, value) in yaml.map(node, &TRACK_KEYS, &["id", "title"]) {
        match key {
            "id" => track.id = yaml.id(key, value),
            "title" => track.title = yaml.text(key, value),
            _ => {
                for node in yaml.list(key, value) {
                    track.groups.push(group(yaml, node, plan));
                }
            }
        }
    }
    plan.tracks.push(track);
}

fn group(yaml: &mut Yaml<'_>, node: &Node, plan: &mut Plan) -> Group {
    let mut group = Group {
        title: String::new(),
        time: Minutes::default(),
        items: Vec::new(),
    };
    for (key, value) in yaml.map(node, &GROUP_KEYS, &["title", "items"]) {
        match key {
            "title" => group.title = yaml.text(key, value),
            "time" => group.time = yaml.time(key, value),
            _ => {
                group.items = yaml.texts(key, value);
                let places = yaml.list(key, value).iter().map(|n| (n.line, n.column));
                plan.references.extend(
                    group
                        .items
                        .iter()
                        .cloned()
                        .zip(places)
                        .map(|(id, (l, c))| (id, l, c)),
                );
            }
        }
    }
    group
}
