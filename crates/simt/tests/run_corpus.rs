//! Programs with their launches and results inside: every `run/*.cu` is compiled, run and compared.
//!
//! A header line is a comment at the top of a file:
//! `// buffer: NAME TYPE[LEN] = uninit | EXPR` (a closed form in `i`, or values separated by spaces),
//! `// launch: KERNEL<<<GRID, BLOCK, SHARED>>>(ARGS)`, `// fuel: N`, `// seed: N`,
//! `// expect: NAME = VALUES`, `// expect: NAME[i] = EXPR`, `// outcome: SLUG`, `// counter: PATH = N`.
//! A line that a finding must name ends in `//~ SLUG`; a finding that no line announces fails the file.

#[path = "run/expression.rs"]
mod expression;
#[path = "run/program.rs"]
mod program;

use std::path::Path;

#[test]
fn every_program_gives_what_its_header_says() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/run");
    let only = std::env::var("ONLY").unwrap_or_default();
    let mut paths: Vec<_> = std::fs::read_dir(&dir)
        .expect("tests/run is there")
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "cu"))
        .filter(|path| path.to_string_lossy().contains(&only))
        .collect();
    paths.sort();
    let mut failures = Vec::new();
    for path in &paths {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let text = std::fs::read_to_string(path).expect("a readable program");
        failures.extend(
            program::judge(&name, &text)
                .into_iter()
                .map(|why| format!("{name}: {why}")),
        );
    }
    assert!(
        failures.is_empty(),
        "{} of {} programs:\n{}",
        failures.len(),
        paths.len(),
        failures.join("\n")
    );
}
