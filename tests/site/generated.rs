//! The course that `gen-course` writes and `--bench site` measures is one that is built without a word.

#[path = "../../examples/gen-course/corpus.rs"]
mod corpus;

/// Two modules: one full, one begun.
const LESSONS: usize = 27;

#[test]
fn a_generated_course_has_no_problem_and_a_page_for_each_lesson() {
    let folder = tempfile::tempdir().unwrap();
    let bytes = corpus::write(folder.path(), LESSONS).unwrap();
    let each = bytes / LESSONS;
    assert!((5_000..8_000).contains(&each), "{each} bytes a lesson");
    for lesson in 0..LESSONS {
        let module = folder
            .path()
            .join("content")
            .join(corpus::module_folder(lesson));
        let file = module.join(corpus::lesson_file(lesson));
        assert!(file.is_file(), "{} is not written", file.display());
    }
    let made = super::build(folder.path());
    assert_eq!(super::shown(&made.warnings), "");
    let pages = made.files.keys();
    let lessons = pages.filter(|file| file.contains("/lesson-") && file.ends_with("/index.html"));
    assert_eq!(lessons.count(), LESSONS);
}
