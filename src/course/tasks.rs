//! What stands inside pages: a tier's tasks with their sections, a module's checklists, questions and project.
//!
//! One function a production of the grammar; each takes the nodes that `grammar.rs` recognised. Task numbers are the tier's
//! number and the task's place; a tier's time is the sum of its tasks'.

use std::ops::Range;

use super::grammar::{self, Kind, Name, Node};
use super::item::{Item, ItemKind, Rule};
use super::items::{InList, Items};
use super::minutes;
use super::model::{
    Example, Minutes, Module, Project, Question, QuestionKind, Reading, Section, Task, Tier,
};
use super::outline::{Block, BlockKind, Entry, Field, inlines};
use super::page::{PageKind, slug};
use super::problem::meant;
use super::words::{is_path, tags};

const TIER_FIELDS: [&str; 4] = ["Prerequisites", "Goal", "End State", "Time"];
const TASK_FIELDS: [&str; 4] = ["Tags", "Themes", "Time", "Win"];

/// The tasks of a tier's page.
pub(crate) fn tier(tier: &mut Tier, items: &mut Items<'_>) {
    let source = items.source;
    for (at, node) in source.nodes.iter().enumerate() {
        match node.kind {
            Kind::Task => {
                let task = task(tier, at, items);
                tier.time = tier.time.plus(task.time);
                tier.tasks.push(task);
            }
            Kind::Tier => typed_number(node, &tier.number.to_string(), items),
            Kind::Unknown => unknown(node, items),
            _ => {}
        }
    }
    let head = source.nodes.iter().find(|n| n.kind == Kind::Tier);
    for field in fields(
        source.outline.under(head.map(|n| n.head)),
        &TIER_FIELDS,
        items,
    ) {
        match field.label.as_str() {
            "Goal" if tier.goal.is_empty() => tier.goal = field.value,
            "End State" if tier.end_state.is_empty() => tier.end_state = field.value,
            "Time" => stated(&field, tier.time, items),
            _ => {}
        }
    }
    if let Some((time, _)) = head.and_then(|n| minutes::parse(&n.aside)) {
        let at = head.map_or(0, |n| n.range.start);
        sum(at, time, tier.time, items);
    }
}

fn task(tier: &Tier, at: usize, items: &mut Items<'_>) -> Task {
    let source = items.source;
    let node = &source.nodes[at];
    let heading = &source.outline.headings[node.head];
    let number = format!("{}.{}", tier.number, tier.tasks.len() + 1);
    typed_number(node, &number, items);
    let name = heading.id.clone().unwrap_or_else(|| slug(&node.title));
    let mut task = Task {
        id: format!("{}/{name}", tier.id),
        number,
        title: node.title.clone(),
        url: format!("{}{name}/", source.url),
        slug: name,
        page: items.page,
        range: node.range.clone(),
        line: items.lines.line(node.range.start),
        tags: Vec::new(),
        themes: Vec::new(),
        time: Minutes::default(),
        time_note: String::new(),
        win: String::new(),
        stretch: node.aside.to_lowercase().contains("stretch"),
        sections: Vec::new(),
        criteria: Vec::new(),
        hard_mode: Vec::new(),
        readings: Vec::new(),
        artifacts: Vec::new(),
    };
    for field in fields(source.outline.under(Some(node.head)), &TASK_FIELDS, items) {
        match field.label.as_str() {
            "Tags" => task.tags = tags(&field.value),
            "Themes" => task.themes = tags(&field.value),
            "Win" => task.win = field.value,
            "Time" => match minutes::parse(&field.value) {
                Some((time, note)) => (task.time, task.time_note) = (time, note),
                None => {
                    let help = "write `~60–90 min` or `~2–4 hours (note)`".to_owned();
                    items.problem(
                        field.at,
                        format!("`{}` is not a time", field.value),
                        Some(help),
                    );
                }
            },
            _ => {}
        }
    }
    sections(&mut task, at, items);
    task
}

/// What `names=listed` stands for: every other file that the task lists.
fn name_listed(item: &mut Item, listed: &[String], items: &mut Items<'_>) {
    if let Rule::Artifact { path, names, .. } = &mut item.rule
        && names.iter().any(|name| name == "listed")
    {
        *names = listed
            .iter()
            .filter(|file| *file != path)
            .cloned()
            .collect();
        if names.is_empty() {
            let help = "list them under `#### Artifacts`, each between backticks".to_owned();
            items.problem(item.marker, "the task lists no other files", Some(help));
        }
    }
    for child in &mut item.children {
        name_listed(child, listed, items);
    }
}

fn sections(task: &mut Task, at: usize, items: &mut Items<'_>) {
    let source = items.source;
    for node in grammar::children(&source.nodes, at) {
        let Kind::Named(name) = node.kind else {
            continue;
        };
        let blocks = source.outline.under(Some(node.head));
        let head_end = source.outline.headings[node.head].range.end;
        task.sections.push(Section {
            kind: name.section(),
            title: node.title.clone(),
            line: items.lines.line(node.range.start),
            range: head_end.min(node.range.end)..node.range.end,
        });
        let list = |kind, stretch| InList {
            kind,
            container: &task.id,
            stretch,
        };
        match name {
            Name::Criteria => {
                let list = list(ItemKind::Criterion, task.stretch);
                task.criteria
                    .extend(ticked(blocks).map(|e| items.item(e, list)));
            }
            Name::HardMode => {
                let list = list(ItemKind::HardMode, true);
                task.hard_mode
                    .extend(ticked(blocks).map(|e| items.item(e, list)));
            }
            Name::ReadingList => task.readings.extend(readings(blocks, items)),
            Name::Artifacts => inlines(blocks, &mut |inline| {
                task.artifacts.extend(
                    inline
                        .runs
                        .iter()
                        .filter(|r| is_path(&r.text))
                        .map(|r| r.text.clone()),
                );
            }),
            _ => {}
        }
    }
    for item in &task.criteria {
        if let Rule::Artifact { path, .. } = &item.rule
            && !task.artifacts.contains(path)
        {
            task.artifacts.push(path.clone());
        }
    }
    let listed = task.artifacts.clone();
    for item in &mut task.criteria {
        name_listed(item, &listed, items);
    }
    if task.criteria.is_empty() {
        let start = source.nodes[at].range.start;
        let help = "give it `#### Acceptance criteria` with a checkbox".to_owned();
        items.warning(
            start,
            "a task without acceptance criteria is never done",
            Some(help),
        );
    }
}

fn readings(blocks: &[Block], items: &Items<'_>) -> Vec<Reading> {
    let focus =
        |b: &Block| matches!(&b.kind, BlockKind::Paragraph(p) if p.text().starts_with("Focus on"));
    let end = blocks.iter().position(focus).unwrap_or(blocks.len());
    grammar::entries(&blocks[..end])
        .map(|entry| Reading {
            text: entry.lead.text(),
            range: entry.range.clone(),
            line: items.lines.line(entry.range.start),
            options: grammar::nested(entry).map(|e| e.lead.text()).collect(),
        })
        .collect()
}

/// A page's checklists, questions, project and examples, added to the module.
pub(crate) fn module_sections(module: &mut Module, items: &mut Items<'_>) {
    let source = items.source;
    let id = module.id.clone();
    let list = |kind| InList {
        kind,
        container: &id,
        stretch: false,
    };
    // Questions of a lesson's own have its id before theirs, so that two lessons may both have a `{#k1}`.
    let own = InList {
        container: &source.front.id,
        ..list(ItemKind::Question)
    };
    for node in &source.nodes {
        let blocks = source.outline.under(Some(node.head));
        let line = items.lines.line(node.range.start);
        match node.kind {
            Kind::Named(Name::Concepts) => {
                module
                    .concepts
                    .extend(ticked(blocks).map(|e| items.item(e, list(ItemKind::Concept))));
            }
            Kind::Named(
                name @ (Name::Checks | Name::BeforeLab | Name::Interview | Name::StudyGroup),
            ) => {
                let found = grammar::entries(blocks)
                    .map(|e| question(name, e, list(ItemKind::Question), items));
                module.questions.extend(found);
            }
            Kind::Named(name @ (Name::Predict | Name::Find | Name::Yourself)) => {
                let found = grammar::entries(blocks)
                    .filter(|entry| entry.checkbox.is_some() || !entry.rest.is_empty())
                    .map(|entry| question(name, entry, own, items));
                module.questions.extend(found);
            }
            Kind::Named(Name::Capstone) => {
                if let Some(first) = &module.project {
                    let message = format!("a second project; `{}` is the first", first.title);
                    items.problem(node.range.start, message, None);
                    continue;
                }
                module.project = Some(Project {
                    id: format!("{id}/project"),
                    title: node.title.clone(),
                    page: items.page,
                    line,
                    range: node.range.clone(),
                    items: ticked(blocks)
                        .map(|e| items.item(e, list(ItemKind::Step)))
                        .collect(),
                });
            }
            Kind::Example => module.examples.push(Example {
                id: format!("{id}/e{}", module.examples.len() + 1),
                title: node.title.clone(),
                page: items.page,
                line,
            }),
            Kind::Task => {
                let help = "move it to a page `tier-N.md`".to_owned();
                items.problem(node.range.start, "a task outside a tier's page", Some(help));
            }
            Kind::Unknown if source.kind == PageKind::Module => unknown(node, items),
            _ => {}
        }
    }
}

fn question(name: Name, entry: &Entry, list: InList<'_>, items: &mut Items<'_>) -> Question {
    let item: Item = items.item(entry, list);
    let kind = match name {
        Name::BeforeLab => QuestionKind::BeforeLab,
        Name::Interview => QuestionKind::Interview,
        Name::StudyGroup => QuestionKind::StudyGroup,
        Name::Predict => QuestionKind::Prediction,
        Name::Find => QuestionKind::Fault,
        _ if item.label.starts_with("Self-Study") => QuestionKind::SelfStudy,
        _ => QuestionKind::Exercise,
    };
    let answer = match (entry.rest.first(), entry.rest.last()) {
        (Some(first), Some(last)) => outdent(&items.source.text, first.range.start..last.range.end),
        _ => String::new(),
    };
    Question { kind, item, answer }
}

/// Nested Markdown as it would stand at the margin.
fn outdent(text: &str, range: Range<usize>) -> String {
    let line_start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    let indent = text[line_start..range.start].chars().count();
    let lines = text[range].lines().enumerate().map(|(n, line)| {
        let blanks = line
            .chars()
            .take_while(|c| *c == ' ')
            .count()
            .min(if n == 0 { 0 } else { indent });
        &line[blanks..]
    });
    lines.collect::<Vec<_>>().join("\n")
}

fn ticked(blocks: &[Block]) -> impl Iterator<Item = &Entry> {
    grammar::entries(blocks).filter(|e| e.checkbox.is_some())
}

/// The `**Label**: value` fields directly under a heading; a label nearly one of the known is a warning.
fn fields(blocks: &[Block], known: &[&str], items: &mut Items<'_>) -> Vec<Field> {
    let mut found = Vec::new();
    inlines(blocks, &mut |inline| found.extend(inline.fields()));
    found.retain(|field| {
        let is_known = known.contains(&field.label.as_str());
        let near = super::problem::nearest(&field.label, known.iter().copied());
        if let (false, Some(near)) = (is_known, near) {
            let help = format!("did you mean `{near}`?");
            items.warning(
                field.at,
                format!("unknown field `{}`", field.label),
                Some(help),
            );
        }
        is_known
    });
    found
}

/// A number typed in a heading that is not the one computed.
fn typed_number(node: &Node, computed: &str, items: &mut Items<'_>) {
    if !node.number.is_empty() && node.number != computed {
        let message = format!(
            "the heading says {}, its place says {computed}",
            node.number
        );
        let help = "leave the number out; it is computed".to_owned();
        items.warning(node.range.start, message, Some(help));
    }
}

/// A heading inside a task that is no section.
fn unknown(node: &Node, items: &mut Items<'_>) {
    let inside = node
        .parent
        .is_some_and(|p| items.source.nodes[p].kind == Kind::Task);
    let near = grammar::near_name(&node.title);
    if inside || near.is_some() {
        let known = [
            "objective",
            "reading",
            "spec",
            "guidance",
            "mini-projects",
            "acceptance criteria",
            "artifacts",
        ];
        let help = near
            .map(|n| format!("did you mean `{n}`?"))
            .or_else(|| meant(&node.title.to_lowercase(), &known));
        items.warning(
            node.range.start,
            format!("`{}` is no section that the grammar knows", node.title),
            help,
        );
    }
}

fn stated(field: &Field, computed: Minutes, items: &mut Items<'_>) {
    if let Some((time, _)) = minutes::parse(&field.value) {
        sum(field.at, time, computed, items);
    }
}

fn sum(at: usize, stated: Minutes, computed: Minutes, items: &mut Items<'_>) {
    if stated != computed && !computed.is_unknown() {
        let message = format!("the stated time {stated} is not the sum of its tasks, {computed}");
        items.warning(at, message, Some("leave it out; it is computed".into()));
    }
}
