//! A class graded by an engine that is there already: a command and a number of shares in, a shell script for Slurm or HyperQueue out.
//!
//! The rule: each task is this program with a share of its own, all write records into one folder, and what comes after them is the same
//! command without a share: it makes what a task left, and nothing twice. The script holds only words that this program wrote, quoted.

use std::path::PathBuf;

use crate::cli::grade::Engine;

/// What is to be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shares {
    /// The folder of the course.
    pub course: PathBuf,
    /// This program.
    pub program: PathBuf,
    /// What is typed after it, but for the share.
    pub args: Vec<String>,
    /// Where records, and what the tasks say, are.
    pub records: PathBuf,
    /// How many shares.
    pub of: u64,
    /// Processors a task, and MiB of memory.
    pub cpus: usize,
    /// MiB of memory a task.
    pub memory_mib: u64,
}

impl Shares {
    /// The script that submits all shares and what comes after them.
    pub fn script(&self, engine: Engine) -> String {
        match engine {
            Engine::Slurm => self.slurm(),
            Engine::Hq => self.hq(),
        }
    }

    fn command(&self, share: &str) -> String {
        let words: Vec<String> = self.args.iter().map(|word| quoted(word)).collect();
        let program = quoted(&self.program.to_string_lossy());
        let course = quoted(&self.course.to_string_lossy());
        format!("cd {course} && exec {program} {}{share}", words.join(" "))
    }

    fn slurm(&self) -> String {
        let Shares {
            of,
            cpus,
            memory_mib,
            ..
        } = self;
        let records = quoted(&self.records.to_string_lossy());
        let said = |name: &str| quoted(&self.records.join(name).to_string_lossy());
        let each = self.command(&format!(" --shard \"$SLURM_ARRAY_TASK_ID/{of}\""));
        let rest = self.command("");
        let options = format!("--parsable --cpus-per-task={cpus} --mem={memory_mib}M");
        format!(
            "#!/bin/sh
# Grades a class in {of} tasks of a job array; then one job makes what a task left and says what came of it.
set -eu
mkdir -p {records}
array=$(sbatch {options} --job-name=course-grade --array=1-{of} --output={} <<'TASK'
#!/bin/sh
{each}
TASK
)
rest=$(sbatch {options} --job-name=course-grade-rest --dependency=afterany:\"${{array%%;*}}\" --output={} <<'TASK'
#!/bin/sh
{rest}
TASK
)
echo \"job $array, and $rest after it; what the last one says will be in\" {}
",
            said(".task-%a.txt"),
            said(".rest.txt"),
            said(".rest.txt"),
        )
    }

    fn hq(&self) -> String {
        let Shares { of, cpus, .. } = self;
        let records = quoted(&self.records.to_string_lossy());
        // HyperQueue takes no `:` in a path, and opens one that both streams name twice: a task's shell opens it.
        let said = quoted(&self.records.join(".task-").to_string_lossy());
        let share = format!(" --shard \"$HQ_TASK_ID/{of}\" > {said}\"$HQ_TASK_ID\".txt 2>&1");
        let each = quoted(&self.command(&share));
        let rest = self.command("");
        format!(
            "#!/bin/sh
# Grades a class in {of} tasks of HyperQueue; then makes here what a task left and says what came of it.
set -eu
mkdir -p {records}
hq submit --wait --name course-grade --array 1-{of} --cpus {cpus} --stdout none --stderr none -- sh -c {each} ||
  echo 'not every task ended well; what it left is made now' >&2
{rest}
"
        )
    }
}

/// A word as a shell takes it, whatever is in it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=,:+@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares() -> Shares {
        Shares {
            course: "/c/it's a course".into(),
            program: "/bin/course".into(),
            args: ["grade", "/s/two words"].map(str::to_owned).to_vec(),
            records: "/r".into(),
            of: 50,
            cpus: 2,
            memory_mib: 2560,
        }
    }

    #[test]
    fn what_a_shell_would_read_otherwise_is_quoted() {
        assert_eq!(quoted("a/b-c"), "a/b-c");
        assert_eq!(quoted("it's $HOME"), r"'it'\''s $HOME'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn every_task_has_its_share_and_the_rest_has_none() {
        let slurm = shares().script(Engine::Slurm);
        assert!(
            slurm.contains("--array=1-50") && slurm.contains("--mem=2560M"),
            "{slurm}"
        );
        assert!(slurm.contains(
            "\ncd '/c/it'\\''s a course' && exec /bin/course grade '/s/two words' --shard \"$SLURM_ARRAY_TASK_ID/50\"\nTASK"
        ), "{slurm}");
        assert!(
            slurm.contains("exec /bin/course grade '/s/two words'\nTASK"),
            "{slurm}"
        );
        let hq = shares().script(Engine::Hq);
        assert!(
            hq.contains("--array 1-50") && hq.contains("$HQ_TASK_ID/50"),
            "{hq}"
        );
        assert!(hq.contains("> /r/.task-\"$HQ_TASK_ID\".txt 2>&1"), "{hq}");
    }
}
