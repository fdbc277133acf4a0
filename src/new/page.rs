//! One more part, module, lesson, tier, task or form: its name and where it belongs come in, its file and its place in the course's
//! order come out.
//!
//! Where nothing says where, it goes to the module of the folder that the author stands in, else to the end of the course.

use std::path::Path;

use super::draft::{Added, Draft};
use super::names;
use super::texts::{filled, text};
use crate::course::extend::{self, NewPart};
use crate::course::interface;
use crate::course::{self, Course, Module, Page, Part, Tier};
use crate::exit::Failure;

const PLAN: &str = "content/course.yaml";

/// What is asked for, and where the author stands.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    /// The course's root.
    pub root: &'a Path,
    /// The folder that the author stands in.
    pub here: &'a Path,
    /// The name.
    pub name: &'a str,
    /// The title, where it is not the name in words.
    pub title: Option<&'a str>,
    /// The part, module or tier that it goes into, where one is named.
    pub into: Option<&'a str>,
}

impl Wanted<'_> {
    /// The name and the title, both sound.
    fn named(&self) -> Result<(&str, String), Failure> {
        let name = names::name(self.name)?;
        Ok((name, names::title(self.title, name)?))
    }
}

/// Adds a part.
///
/// # Errors
/// When the name is none or taken, or the plan cannot take it.
pub fn part(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    let taken = |id: &str| course.parts.iter().any(|part| part.id == id);
    let ids = (course.parts.len() + 1..).map(|number| format!("p{number}"));
    let id = ids.into_iter().find(|id| !taken(id)).unwrap_or_default();
    let quoted = names::quoted(&title);
    let plan = plan(wanted.root)?;
    let new = NewPart {
        id: &id,
        dir: name,
        title: &quoted,
    };
    let plan = changed(extend::with_part(&plan, new), "parts", name)?;
    let mut draft = Draft::of(wanted.root);
    let values = [("id", id.as_str()), ("title", quoted.as_str())];
    let file = format!("content/{name}/index.md");
    draft.add(&file, filled(text!("content/part.md"), &values));
    draft.change(PLAN, plan);
    let mut added = draft.write()?;
    added.next = vec![
        format!("say in `{file}` what the part is about; its tagline stands in `{PLAN}`, too"),
        format!("`course new module NAME --in {name}` gives it a module"),
    ];
    Ok(added)
}

/// Adds a module to a part.
///
/// # Errors
/// When the name is none or taken, or there is no such part.
pub fn module(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    is_free(&course, &format!("mod.{name}"))?;
    let part = part_of(&course, wanted)?;
    let plan = changed(
        extend::with_module(&plan(wanted.root)?, &part.dir, name),
        "modules",
        name,
    )?;
    let file = format!("content/{}/{name}/index.md", part.dir);
    let quoted = names::quoted(&title);
    let values = [("name", name), ("title", quoted.as_str())];
    let mut draft = Draft::of(wanted.root);
    draft.add(&file, filled(text!("content/module.md"), &values));
    draft.change(PLAN, plan);
    let mut added = draft.write()?;
    added.next = vec![
        format!("say in `{file}` what the module adds, and write its checklist and its exercises"),
        format!("`course new lesson NAME --in {name}` gives it a lesson"),
    ];
    Ok(added)
}

/// Adds a lesson to a module.
///
/// # Errors
/// When the name is none or taken, or there is no such module.
pub fn lesson(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    is_free(&course, &format!("lesson.{name}"))?;
    let module = module_of(&course, wanted)?;
    let number = last_number(wanted.root, module, "lesson-") + 1;
    let file = format!("content/{}/lesson-{number:02}-{name}.md", module.dir);
    let quoted = names::quoted(&title);
    let values = [("name", name), ("title", quoted.as_str())];
    let mut draft = Draft::of(wanted.root);
    draft.add(&file, filled(text!("content/lesson.md"), &values));
    let mut added = draft.write()?;
    added.next = vec![
        format!(
            "write `{file}`, lesson {number} of module {}: first its goal, then the question that it begins with",
            module.number
        ),
        "`course serve` shows it while you write".to_owned(),
    ];
    Ok(added)
}

/// Adds a tier, with a first task, to a module.
///
/// # Errors
/// When the name is none or taken, or there is no such module.
pub fn tier(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    is_free(&course, &format!("tier.{name}"))?;
    let module = module_of(&course, wanted)?;
    let number = (last_number(wanted.root, module, "tier-") + 1).to_string();
    let file = format!("content/{}/tier-{number}.md", module.dir);
    let quoted = names::quoted(&title);
    let front = filled(
        text!("content/tier.md"),
        &[
            ("name", name),
            ("title", quoted.as_str()),
            ("number", number.as_str()),
            ("heading", title.as_str()),
        ],
    );
    let first = format!("{title}, first task");
    let task = filled(
        text!("content/task.md"),
        &[("name", "first-task"), ("title", first.as_str())],
    );
    let mut draft = Draft::of(wanted.root);
    draft.add(&file, front + &task);
    let mut added = draft.write()?;
    added.next = vec![
        format!(
            "say in `{file}` what its tasks lead to, and write the first: what is done is decided by its criteria"
        ),
        format!("`course new task NAME --in {name}` gives it another task"),
    ];
    Ok(added)
}

/// Adds a task at the end of a tier.
///
/// # Errors
/// When the name is none or taken, or there is no such tier.
pub fn task(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    let (tier, page) = tier_of(&course, wanted)?;
    if tier.tasks.iter().any(|task| task.slug == name) {
        let message = format!("the tier `{}` has a task `{name}` already", tier.id);
        return Err(Failure::wrong_use(message).help("choose another name"));
    }
    let values = [("name", name), ("title", title.as_str())];
    let task = filled(text!("content/task.md"), &values);
    let end = tier.tasks.last().map_or(page.source.len(), |t| t.range.end);
    let (before, after) = page
        .source
        .split_at_checked(end)
        .unwrap_or((&page.source, ""));
    let before = before.trim_end();
    let before = before.strip_suffix("\n---").unwrap_or(before).trim_end();
    let after = match after.trim_start() {
        "" => String::new(),
        rest if rest.starts_with("---") => format!("\n{rest}"),
        rest => format!("\n---\n\n{rest}"),
    };
    let file = course::disk::slashes(&page.path);
    let mut draft = Draft::of(wanted.root);
    draft.change(&file, format!("{before}\n{task}{after}"));
    let mut added = draft.write()?;
    added.next = vec![format!(
        "write the task `{title}` at the end of `{file}`: what it is for, and the sentences that say when it is done"
    )];
    Ok(added)
}

/// Adds a form to fill in; or, for a name that ends in `.html`, copies a built-in page template to be changed.
///
/// # Errors
/// When the name is none or taken, or no built-in template is called so.
pub fn template(wanted: Wanted<'_>) -> Result<Added, Failure> {
    if wanted.name.ends_with(".html") {
        return page_template(wanted);
    }
    let (name, title) = wanted.named()?;
    let course = course::load(wanted.root).course;
    is_free(&course, &format!("tpl.{name}"))?;
    let quoted = names::quoted(&title);
    let values = [
        ("name", name),
        ("title", quoted.as_str()),
        ("heading", title.as_str()),
    ];
    let file = format!("content/templates/{name}.md");
    let mut draft = Draft::of(wanted.root);
    draft.add(&file, filled(text!("content/form.md"), &values));
    let mut added = draft.write()?;
    added.next = vec![
        format!("write the form in `{file}`: what a reader fills in stands between `[[` and `]]`"),
        format!(
            "a task leads to it: `{{artifact=\"notes/{name}.md\" section=\"What was done\"}}` before a criterion's words"
        ),
    ];
    Ok(added)
}

fn page_template(wanted: Wanted<'_>) -> Result<Added, Failure> {
    let name = wanted.name;
    let Some(text) = crate::site::built_in_template(name) else {
        let known: Vec<&str> = crate::site::template_names().collect();
        let failure = Failure::wrong_use(format!(
            "no page is made by a template `{}`",
            name.escape_debug()
        ));
        return Err(match course::meant(name, &known) {
            Some(help) => failure.help(help),
            None => failure,
        });
    };
    let file = format!("templates/{name}");
    let mut draft = Draft::of(wanted.root);
    draft.add(&file, text);
    let mut added = draft.write()?;
    added.next = vec![format!(
        "`{file}` now takes the place of the built-in one: change it, and look at the page with `course serve`"
    )];
    Ok(added)
}

/// Writes the table of the interface's words, each still in English and left out.
///
/// # Errors
/// When it is there already.
pub fn words(root: &Path) -> Result<Added, Failure> {
    let lines = interface::known_words().map(|word| format!("# \"{word}\": \"\"\n"));
    let text = format!(
        "{}{}",
        text!("content/words.yaml"),
        lines.collect::<String>()
    );
    let mut draft = Draft::of(root);
    draft.add(interface::WORDS, text);
    let mut added = draft.write()?;
    added.next = vec![format!(
        "say `language` in `{PLAN}`, and give the words in `{}`: take the `#` from a line that has its word",
        interface::WORDS
    )];
    Ok(added)
}

/// The text of the course's plan.
pub(super) fn plan(root: &Path) -> Result<String, Failure> {
    course::disk::text(root, Path::new(PLAN))
        .map_err(|unread| Failure::broken(format!("`{PLAN}`: {}", unread.said())))
}

/// The plan as it becomes, or what an author writes by hand.
pub(super) fn changed(plan: Option<String>, list: &str, name: &str) -> Result<String, Failure> {
    plan.ok_or_else(|| {
        Failure::broken(format!(
            "`{name}` cannot be added to `{list}` of `{PLAN}` as that is written"
        ))
        .help("nothing was written; write the list with a line an entry, each after `- `, or see `course lint`")
    })
}

fn is_free(course: &Course, id: &str) -> Result<(), Failure> {
    match course.pages.iter().find(|page| page.id == id) {
        None => Ok(()),
        Some(page) => {
            let file = course::disk::slashes(&page.path);
            Err(
                Failure::wrong_use(format!("`{id}` is there already: `{file}`"))
                    .help("choose another name"),
            )
        }
    }
}

/// The highest number of a module's files that begin so.
fn last_number(root: &Path, module: &Module, begin: &str) -> u32 {
    let folder = root.join("content").join(&module.dir);
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| {
        let name = entry.file_name().into_string().ok()?;
        let rest = name.strip_prefix(begin)?;
        let end = rest.find(|c: char| !c.is_ascii_digit());
        rest[..end.unwrap_or(rest.len())].parse().ok()
    });
    numbers.max().unwrap_or(0)
}

/// Whether the author stands in this folder of the content, or below it.
fn stands_in(wanted: Wanted<'_>, dir: &str) -> bool {
    let folder = wanted.root.join("content").join(dir);
    wanted.here.starts_with(folder)
}

fn part_of<'c>(course: &'c Course, wanted: Wanted<'_>) -> Result<&'c Part, Failure> {
    let parts = &course.parts;
    let found = match wanted.into {
        Some(into) => parts
            .iter()
            .find(|part| part.id == into || part.dir == into || part.number.to_string() == into),
        None => {
            let here = parts.iter().find(|part| stands_in(wanted, &part.dir));
            here.or(parts.last())
        }
    };
    found.ok_or_else(|| {
        let known = parts.iter().map(|part| part.dir.as_str());
        none("part", wanted.into, known.collect())
    })
}

/// The module that is meant.
pub(super) fn module_of<'c>(course: &'c Course, wanted: Wanted<'_>) -> Result<&'c Module, Failure> {
    let all = || course.modules().map(|(_, module)| module);
    let last = |module: &Module| module.dir.rsplit('/').next().map(str::to_owned);
    let found = match wanted.into {
        Some(into) => all().find(|module| {
            let named = [&module.id, &module.number, &module.dir];
            named.contains(&&into.to_owned()) || last(module).as_deref() == Some(into)
        }),
        None => {
            let here = all().find(|module| stands_in(wanted, &module.dir));
            here.or(all().last())
        }
    };
    found.ok_or_else(|| {
        let known = all().filter_map(|module| module.dir.rsplit('/').next());
        none("module", wanted.into, known.collect())
    })
}

fn tier_of<'c>(course: &'c Course, wanted: Wanted<'_>) -> Result<(&'c Tier, &'c Page), Failure> {
    let all = || {
        let modules = course.modules();
        modules.flat_map(|(_, module)| module.tiers.iter().map(move |tier| (module, tier)))
    };
    let found = match wanted.into {
        Some(into) => {
            all().find(|(_, tier)| tier.id == into || tier.id.strip_prefix("tier.") == Some(into))
        }
        None => {
            let here = all().filter(|(module, _)| stands_in(wanted, &module.dir));
            here.last().or(all().last())
        }
    };
    let (_, tier) = found.ok_or_else(|| {
        let known = all().filter_map(|(_, tier)| tier.id.strip_prefix("tier."));
        none("tier", wanted.into, known.collect())
    })?;
    Ok((tier, course.page(tier.page)))
}

fn none(what: &str, named: Option<&str>, known: Vec<&str>) -> Failure {
    match named {
        None => Failure::wrong_use(format!("the course has no {what} yet"))
            .help(format!("`course new {what} NAME` writes the first")),
        Some(named) => {
            let named = named.escape_debug();
            let failure = Failure::wrong_use(format!("no {what} `{named}` in the course"));
            match course::meant(&named.to_string(), &known) {
                Some(help) => failure.help(help),
                None => failure.help(format!("`course new {what} NAME` writes one")),
            }
        }
    }
}
