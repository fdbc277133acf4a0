//! `course log`: the captain's log. Entries of the learner and of the runner; every edit is a new revision.
//!
//! `template.rs` turns an entry into the text that an editor shows and back, and into Markdown for export.

mod template;

use std::io::IsTerminal;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::doctor::on_path;
use crate::cli::{Format, LogAction, LogArgs, LogFields};
use crate::config::Config;
use crate::course;
use crate::exit::{Exit, Failure};
use crate::runner::write_whole;
use crate::store::{LogEntry, LogKind, LogRow, Store, today};
use crate::tell::paint::{Paint, Role};
use crate::tell::{self, wrap};

/// Runs `course log`.
///
/// # Errors
/// When an entry is unknown, a date is none, no editor can be started, or the store cannot be written.
pub fn run(config: &Config, args: LogArgs) -> Result<Exit, Failure> {
    let store = super::open_store(config)?;
    let paint = Paint::stdout(config.colour);
    match args.action {
        None | Some(LogAction::List) => list(&store, paint, args.report.format),
        Some(LogAction::Add(fields)) => add(config, &store, &fields),
        Some(LogAction::Show { number }) => {
            tell::theirs(&template::markdown(&entry(&store, number)?.row));
            Ok(Exit::Pass)
        }
        Some(LogAction::Edit { number, fields }) => edit(config, &store, number, &fields),
        Some(LogAction::Export { file }) => export(&store, file.as_deref()),
    }
}

fn list(store: &Store, paint: Paint, format: Format) -> Result<Exit, Failure> {
    let entries = store.log_entries()?;
    if format == Format::Json {
        let all: Vec<_> = entries
            .iter()
            .map(|e| json!({"number": e.number, "first": e.first, "revisions": e.revisions, "entry": e.row}))
            .collect();
        tell::json(&json!({"format": "course-log", "version": 1, "entries": all}));
        return Ok(Exit::Pass);
    }
    if entries.is_empty() {
        tell::out("the log is empty; `course log add` writes an entry, and so does a first pass\n");
    }
    for entry in entries.iter().rev() {
        tell::theirs(&line(paint, entry));
    }
    Ok(Exit::Pass)
}

fn line(paint: Paint, entry: &LogEntry) -> String {
    let row = &entry.row;
    let who = if row.kind == LogKind::Auto {
        "auto"
    } else {
        "own "
    };
    let texts = [&row.progress, &row.insight, &row.challenge, &row.next];
    let text = texts
        .iter()
        .find(|text| !text.is_empty())
        .map_or("", |text| text.as_str());
    let module = if row.kind == LogKind::Own && !row.module.is_empty() {
        format!("{}: ", row.module)
    } else {
        String::new()
    };
    let head = format!("{:>4}  {}  {who}  ", entry.number, row.date);
    format!(
        "{}{}\n",
        paint.on(Role::Dim, &head),
        wrap(&format!("{module}{text}"), 24)
    )
}

fn add(config: &Config, store: &Store, fields: &LogFields) -> Result<Exit, Failure> {
    let mut row = LogRow {
        date: today(),
        ..LogRow::default()
    };
    if given(fields) {
        fill(&mut row, fields)?;
    } else {
        row = edited(config, &row)?;
    }
    if template::is_blank(&row) {
        tell::out("nothing was written, nothing was kept\n");
        return Ok(Exit::Pass);
    }
    store.log(row)?;
    let number = store.log_entries()?.len();
    tell::out(&format!("log entry {number} is kept\n"));
    Ok(Exit::Pass)
}

fn edit(
    config: &Config,
    store: &Store,
    number: usize,
    fields: &LogFields,
) -> Result<Exit, Failure> {
    let old = entry(store, number)?.row;
    let mut row = old.clone();
    if given(fields) {
        fill(&mut row, fields)?;
    } else {
        row = LogRow {
            entry: old.entry.clone(),
            kind: old.kind,
            ..edited(config, &old)?
        };
    }
    if template::same(&row, &old) {
        tell::out(&format!("log entry {number} is as it was\n"));
        return Ok(Exit::Pass);
    }
    store.log(LogRow {
        id: String::new(),
        at: String::new(),
        ..row
    })?;
    tell::out(&format!(
        "log entry {number} is changed; its earlier text is kept\n"
    ));
    Ok(Exit::Pass)
}

fn export(store: &Store, file: Option<&Path>) -> Result<Exit, Failure> {
    let entries = store.log_entries()?;
    let mut text = String::from("# Captain's log\n");
    for entry in entries.iter().rev() {
        text.push('\n');
        text.push_str(&template::markdown(&entry.row));
    }
    match file {
        None => tell::exact(&text),
        Some(file) => {
            write_whole(file, &text)?;
            tell::out(&format!(
                "`{}` holds {} entries\n",
                file.display(),
                entries.len()
            ));
        }
    }
    Ok(Exit::Pass)
}

fn entry(store: &Store, number: usize) -> Result<LogEntry, Failure> {
    let mut entries = store.log_entries()?;
    let count = entries.len();
    if number == 0 || number > count {
        return Err(Failure::wrong_use(format!("the log has no entry {number}"))
            .help(format!("it has {count}; `course log` lists them")));
    }
    Ok(entries.remove(number - 1))
}

fn given(fields: &LogFields) -> bool {
    let LogFields {
        date,
        module,
        progress,
        insight,
        challenge,
        next,
    } = fields;
    [date, module, progress, insight, challenge, next]
        .iter()
        .any(|field| field.is_some())
}

fn fill(row: &mut LogRow, fields: &LogFields) -> Result<(), Failure> {
    let set = |to: &mut String, from: &Option<String>| {
        if let Some(text) = from {
            text.trim().clone_into(to);
        }
    };
    set(&mut row.date, &fields.date);
    set(&mut row.module, &fields.module);
    set(&mut row.progress, &fields.progress);
    set(&mut row.insight, &fields.insight);
    set(&mut row.challenge, &fields.challenge);
    set(&mut row.next, &fields.next);
    template::check_date(&row.date)
}

/// The learner's editor and its arguments: `VISUAL`, `EDITOR`, or what the system usually has.
pub fn editor() -> Option<Vec<String>> {
    for name in ["VISUAL", "EDITOR"] {
        let words = std::env::var(name).unwrap_or_default();
        let words: Vec<String> = words.split_whitespace().map(str::to_owned).collect();
        if !words.is_empty() {
            return Some(words);
        }
    }
    let usual: &[&str] = match std::env::consts::OS {
        "windows" => &["notepad"],
        _ => &["nano", "vim", "vi"],
    };
    usual
        .iter()
        .find(|name| on_path(name).is_some())
        .map(|name| vec![(*name).to_owned()])
}

/// The entry after the learner has been at it in an editor.
fn edited(config: &Config, row: &LogRow) -> Result<LogRow, Failure> {
    let named = std::env::var_os("VISUAL")
        .or_else(|| std::env::var_os("EDITOR"))
        .is_some();
    if !named && !std::io::stdin().is_terminal() {
        return Err(Failure::wrong_use("there is no terminal for an editor")
            .help("give the fields: `course log add --progress \"…\" --insight \"…\"`"));
    }
    let Some(editor) = editor() else {
        return Err(Failure::wrong_use("no editor was found")
            .help("set EDITOR to your editor's command, or give the fields: `--progress \"…\"`"));
    };
    let file = config
        .cache()
        .join(format!("log-entry-{}.md", std::process::id()));
    let prompts = course::load(&config.root).course.log_prompts();
    write_whole(&file, &template::to_edit(row, &prompts))?;
    let status = Command::new(&editor[0])
        .args(&editor[1..])
        .arg(&file)
        .status();
    let ended = match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("ended with {status}")),
        Err(error) => Err(error.to_string()),
    };
    if let Err(why) = ended {
        return Err(Failure::wrong_use(format!("`{}` {why}", editor.join(" ")))
            .help(format!("what was written is in `{}`", config.shown(&file))));
    }
    let text = std::fs::read_to_string(&file).map_err(|error| {
        Failure::broken(format!("`{}` cannot be read: {error}", config.shown(&file)))
    })?;
    let row = template::from_edit(&text, &prompts).map_err(|failure| {
        failure.help(format!("what was written is in `{}`", config.shown(&file)))
    })?;
    let _ = std::fs::remove_file(&file);
    Ok(row)
}
