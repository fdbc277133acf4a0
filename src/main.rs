//! The `course` command of this course: the platform with this course's labs.

fn main() -> std::process::ExitCode {
    course::main(shelf::ALL)
}
