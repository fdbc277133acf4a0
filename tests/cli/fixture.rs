//! A course in a temporary folder, and the binary run in it.
//! The program judges kernels itself; what compiles labs in Rust is this workspace.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// A course of a test's own.
pub struct Course {
    dir: TempDir,
    /// What judges in the program's place.
    judge: Option<PathBuf>,
}

/// What a command said.
#[derive(Debug)]
pub struct Told {
    pub status: i32,
    pub out: String,
    pub err: String,
}

impl Course {
    /// An empty course.
    pub fn new() -> Course {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("content")).unwrap();
        let outline = "title: A course\ntagline: for tests\nparts: []\n";
        std::fs::write(dir.path().join("content/course.yaml"), outline).unwrap();
        Course { dir, judge: None }
    }

    /// The same without any lab on its site, which is made at once: the labs' pages take seconds, and name lessons that are not here.
    pub fn without_labs() -> Course {
        let course = Course::new();
        course.lists_no_lab("");
        course
    }

    /// Writes a plan that lists no lab, and more.
    pub fn lists_no_lab(&self, more: &str) {
        let outline = format!(
            "title: A course\ntagline: for tests\nparts: []\nonly_listed_labs: true\n{more}"
        );
        std::fs::write(self.path("content/course.yaml"), outline).unwrap();
    }

    /// The same with a shell script in the judge's place, for judges that misbehave.
    #[cfg(unix)]
    pub fn judged_by(script: &str) -> Course {
        use std::os::unix::fs::PermissionsExt;
        let mut course = Course::new();
        let program = course.path("judge.sh");
        std::fs::write(&program, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).unwrap();
        course.judge = Some(program);
        course
    }

    /// A path in the course.
    pub fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Where the store lies.
    pub fn db(&self) -> PathBuf {
        self.path("progress.db")
    }

    /// Writes the learner's vector-add.
    pub fn kernel(&self, text: &[u8]) {
        let path = self.path("labs/vector-add/vector-add.cu");
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The command, ready to run.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_course"));
        command
            .args(args)
            .current_dir(self.dir.path())
            .env("COURSE_ROOT", self.dir.path())
            .env("COURSE_WORKSPACE", Path::new(env!("CARGO_MANIFEST_DIR")))
            // Whatever is in this computer, a test that names no GPU has none.
            .env("COURSE_FAKE_GPU", "absent")
            // Cargo runs the tests, too; what is said is what a reader sees who started the program by its name.
            .env_remove("CARGO")
            .env_remove("EDITOR")
            .env_remove("VISUAL")
            .env(
                "COURSE_JUDGE",
                self.judge.as_deref().unwrap_or(Path::new("")),
            )
            .stdin(Stdio::null());
        command
    }

    /// Runs a command to its end.
    pub fn run(&self, args: &[&str]) -> Told {
        let output = self.command(args).output().unwrap();
        Told {
            status: output.status.code().unwrap_or(-1),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Starts a command and leaves it running, silently.
    pub fn spawn(&self, args: &[&str]) -> Child {
        self.command(args)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    }

    /// Runs a command that reports as JSON.
    pub fn json(&self, args: &[&str]) -> Value {
        let mut all = args.to_vec();
        all.extend(["--format", "json"]);
        let told = self.run(&all);
        serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {told:?}"))
    }

    /// How many attempts at vector-add are recorded.
    pub fn attempts(&self) -> usize {
        self.json(&["history", "vector-add"])["history"]
            .as_array()
            .unwrap()
            .len()
    }

    /// Names of files in the course's root that contain `part`.
    pub fn files(&self, part: &str) -> Vec<String> {
        let entries = std::fs::read_dir(self.dir.path()).unwrap().flatten();
        let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.filter(|name| name.contains(part)).collect()
    }
}
