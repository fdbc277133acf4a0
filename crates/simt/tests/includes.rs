//! Programs of several files: what is included stands where the `#include` stands, and keeps its own places.

use simt::excerpt;
use simt::parse;
use simt::source::Source;

/// A program whose other files are these.
fn program(main: &str, files: &'static [(&'static str, &'static str)]) -> Source {
    Source::new("main.cu", main).with_includes(move |name, _| {
        let found = files.iter().find(|(known, _)| *known == name)?;
        Some((found.0.to_string(), found.1.to_string()))
    })
}

/// The lexemes as words, and what is said, as shown.
fn preprocessed(source: &Source) -> (String, String) {
    let (made, diags) = parse::preprocess(source);
    let words: Vec<&str> = made.lexemes.iter().map(|lexeme| &*lexeme.text).collect();
    let said: String = diags.iter().map(|d| excerpt::plain(source, d)).collect();
    (words.join(" ").trim().to_string(), said)
}

#[test]
fn a_file_stands_where_it_is_included() {
    let files = &[
        ("list.def", "X(a)\nX(b)\n"),
        ("once.h", "#pragma once\nint once;\n#include \"deep.h\"\n"),
        (
            "deep.h",
            "#ifndef DEEP\n#define DEEP 7\nstr(__FILE__) __LINE__\n#endif\n",
        ),
    ];
    let main = "#define str(x) x\n#include \"once.h\"\n#include <once.h>\n#include \"deep.h\"\n\
                enum {\n#define X(n) n,\n#include \"list.def\"\n#undef X\n};\nDEEP __FILE__ __LINE__\n";
    let (words, said) = preprocessed(&program(main, files));
    assert_eq!(
        words,
        "int once ; \"deep.h\" 3 enum { a , b , } ; 7 \"main.cu\" 10"
    );
    assert_eq!(said, "");
}

#[test]
fn a_file_may_stand_inside_a_function() {
    let files = &[("body.inc", "x += 1;\n")];
    let source = program(
        "void f(int x) {\n#include \"body.inc\"\n  x += 2;\n}\n",
        files,
    );
    let (unit, said) = parse::parse(&source);
    assert!(said.is_empty(), "{said:?}");
    let written = simt::ast::print::unit(&unit);
    assert!(
        written.contains("x += 1;") && written.contains("x += 2;"),
        "{written}"
    );
}

#[test]
fn what_is_wrong_is_shown_in_its_file() {
    let files = &[("sizes.h", "#pragma once\n\nconst int n = 4\n")];
    let source = program("#include \"sizes.h\"\nint m;\n", files);
    let (_, said) = parse::parse(&source);
    let shown: String = said.iter().map(|d| excerpt::plain(&source, d)).collect();
    assert!(shown.contains("--> sizes.h:3:16\n"), "{shown}");
}

#[test]
fn a_conditional_ends_in_its_file() {
    let files = &[
        ("open.h", "#if 1\nint a;\n"),
        ("close.h", "#endif\n#else\n"),
    ];
    let source = program(
        "#if 1\n#include \"open.h\"\n#include \"close.h\"\n#endif\nint b;\n",
        files,
    );
    let (words, said) = preprocessed(&source);
    assert_eq!(words, "int a ; int b ;");
    assert!(
        said.contains("open.h:1:1") && said.contains("close.h:1:2"),
        "{said}"
    );
}

#[test]
fn files_that_include_themselves_come_to_an_end() {
    let files = &[
        ("self.h", "int a;\n#include \"self.h\"\n"),
        ("twice.h", "#include \"twice.h\"\n#include \"twice.h\"\n"),
    ];
    for main in ["#include \"self.h\"\n", "#include \"twice.h\"\n"] {
        let (_, said) = preprocessed(&program(main, files));
        assert_eq!(
            said.matches("files include one another without end")
                .count(),
            1,
            "{said}"
        );
    }
}

#[test]
fn mistakes_are_shown_with_both_files() {
    let files = &[("first.h", "#define N 1\n")];
    let (_, said) = preprocessed(&program("#include \"first.h\"\n#define N 2\n", files));
    assert!(
        said.contains("--> main.cu:2:9") && said.contains("::: first.h:1:9"),
        "{said}"
    );
}

#[test]
fn every_header_of_ours_is_read() {
    let mut shown = String::new();
    let whole = |name: &&str| !name.starts_with("simt/");
    for name in cuda_headers::EMBEDDED
        .iter()
        .map(|(name, _)| *name)
        .filter(whole)
    {
        let source = Source::new("main.cu", format!("#include <{name}>\nint after;\n"));
        let (_, said) = parse::parse(&source);
        shown.extend(said.iter().map(|d| excerpt::plain(&source, d)));
    }
    assert!(shown.is_empty(), "{shown}");
}

/// All of them in one program, so that none hides a name of another; but for those that stand for others' headers.
#[test]
fn all_headers_of_ours_go_together() {
    let apart = |name: &str| {
        name.starts_with("simt/") || ["solve.h", "cublas.h", "exception.h"].contains(&name)
    };
    let names = cuda_headers::EMBEDDED.iter().map(|(name, _)| *name);
    let lines = names.filter(|name| !apart(name));
    let text: String = lines.map(|name| format!("#include <{name}>\n")).collect();
    let main = format!("{text}int main() {{ return 0; }}\n");
    let compiled = simt::compile(&program(&main, &[]));
    let said = compiled.err().map(|said| format!("{said:?}"));
    assert_eq!(said, None);
}

#[test]
fn a_header_that_is_using_std_brings_what_the_main_file_names() {
    let files = &[("names.h", "#include <vector>\nusing namespace std;\n")];
    let main = "#include \"names.h\"\nint main() {\n    vector<int> in = {1, 2};\n    int out[2];\n    copy(in.begin(), in.end(), out);\n    return out[1] - 2;\n}\n";
    let compiled = simt::compile(&program(main, files));
    assert!(compiled.is_ok(), "{:?}", compiled.err());
}
