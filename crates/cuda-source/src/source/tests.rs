//! Places in texts: lines, columns and slices, of one file and of several.

use super::*;

#[test]
fn columns_count_characters_and_lines_end_at_either_end() {
    let source = Source::new("a.cu", "\u{feff}int a;\r\n\tint 变量 = b;\nend");
    let offset = source
        .text()
        .find("b;")
        .map(|at| at as u32)
        .unwrap_or_default();
    assert_eq!(
        source.line_column(offset),
        LineColumn {
            line: 2,
            column: 11
        }
    );
    assert_eq!(source.line_column(3), LineColumn { line: 1, column: 1 });
    assert_eq!(source.line_text(1), "int a;");
    assert_eq!(source.line_text(2), "\tint 变量 = b;");
    assert_eq!(source.line_text(3), "end");
    assert_eq!(source.line_text(4), "");
    assert_eq!(source.line_count(), 3);
}

#[test]
fn any_offset_is_somewhere() {
    let source = Source::new("a.cu", "é\n");
    assert_eq!(source.line_column(1), LineColumn { line: 1, column: 1 });
    assert_eq!(source.line_column(99), LineColumn { line: 2, column: 1 });
    assert_eq!(source.slice(Span::new(1, 99)), "é\n");
}

#[test]
fn each_file_has_its_own_lines() {
    let find = |name: &str, from: &str| {
        (from == "a.cu").then(|| (name.to_string(), "int one;\nint two;\n".into()))
    };
    let source = Source::new("a.cu", "#include \"b.h\"\n").with_includes(find);
    let base = source.local("b.h", "a.cu").map(File::base);
    assert_eq!(base, Some(LOCAL));
    assert_eq!(source.local("b.h", "a.cu").map(File::base), base);
    assert!(source.local("c.h", "b.h").is_none());
    let system = source.system("vector", "\n\nclass vector;").map(File::base);
    assert_eq!(system, Some(SYSTEM));
    let two = Span::new(LOCAL + 13, LOCAL + 16);
    assert_eq!(source.slice(two), "two");
    assert_eq!(source.file_of(two).name(), "b.h");
    assert_eq!(
        source.line_column(two.start),
        LineColumn { line: 2, column: 5 }
    );
    let class = Span::new(SYSTEM + 2, SYSTEM + 7);
    assert!(class.is_system() && !two.is_system() && !two.is_main());
    assert_eq!(
        (source.slice(class), source.line(class.start)),
        ("class", 3)
    );
    assert!(source.covers(class) && !source.covers(Span::at(SYSTEM + 99)));
}
