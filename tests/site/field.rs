//! Faults that people reported of other programs, tried here: each is a page of `tests/fixtures/field` or `field-broken`.
//!
//! What pages become stands in `field/expected`, what is said of them in `warnings.txt` there and in `field-broken/expected.txt`.

use super::{build, builder, compare, copy, field_site, fixture, html, shown};

#[test]
fn what_others_got_wrong_is_as_blessed() {
    let made = field_site();
    let mut wrong = String::new();
    for (file, html) in html(made) {
        let Some(name) = file
            .strip_prefix("first/basics/")
            .filter(|name| !name.starts_with("print"))
        else {
            continue;
        };
        let name = name.trim_end_matches("index.html").trim_end_matches('/');
        let name = if name.is_empty() { "basics" } else { name };
        let main = html
            .split("<main")
            .nth(1)
            .and_then(|rest| rest.split("</main>").next());
        let path = fixture("field/expected").join(format!("{name}.html"));
        wrong.extend(compare(&path, &format!("<main{}</main>\n", main.unwrap())));
    }
    let told = compare(
        &fixture("field/expected/warnings.txt"),
        &shown(&made.warnings),
    );
    wrong.extend(told);
    assert!(wrong.is_empty(), "{wrong}BLESS=1 takes this over");
}

#[test]
fn what_swallows_a_page_or_leads_nowhere_is_told() {
    let problems = builder(&fixture("field-broken")).build().unwrap_err();
    let wrong = compare(&fixture("field-broken/expected.txt"), &shown(&problems));
    assert_eq!(wrong, None, "BLESS=1 takes this over");
}

#[test]
fn formulas_are_well_formed() {
    let page = &html(field_site())["first/basics/lesson-08-formulas/index.html"];
    let formulas: Vec<&str> = page.split("<math").skip(1).collect();
    assert_eq!(formulas.len(), 8);
    for formula in formulas {
        let formula = format!("<math{}</math>", formula.split("</math>").next().unwrap());
        assert!(!formula.contains("nbsp"), "{formula}");
        roxmltree::Document::parse(&formula).unwrap_or_else(|error| panic!("{error}: {formula}"));
    }
}

#[test]
fn hidden_files_are_no_part_of_a_course() {
    let root = copy("field");
    let module = root.path().join("content/first/basics");
    std::fs::write(module.join("._lesson-01-tilde.md"), b"\x00\x05\x16\x07").unwrap();
    std::fs::write(module.join(".hidden.svg"), "<svg></svg>").unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("me@host.1:2", module.join(".#lesson-01-tilde.md")).unwrap();
    let made = build(root.path());
    assert!(made.files == field_site().files, "they change nothing");

    let lesson = module.join("lesson-01-tilde.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(&lesson, format!("{text}\n![x](.hidden.svg)\n")).unwrap();
    let problems = builder(root.path()).build().unwrap_err();
    let told = "content/first/basics/lesson-01-tilde.md:11:1: error: `.hidden.svg` has a name that begins with a dot";
    assert!(shown(&problems).starts_with(told), "{}", shown(&problems));
}

#[cfg(unix)]
#[test]
fn odd_names_are_encoded_in_addresses() {
    let root = copy("field");
    let module = root.path().join("content/first/basics");
    for name in ["what?.gif", "50%.gif", "a#b.gif"] {
        std::fs::write(module.join(name), "GIF89a\x05\0\x06\0").unwrap();
    }
    let lesson = module.join("lesson-01-tilde.md");
    let text = std::fs::read_to_string(&lesson).unwrap();
    std::fs::write(
        &lesson,
        format!("{text}\n![a](<what?.gif>) ![b](50%25.gif) ![c](a%23b.gif)\n"),
    )
    .unwrap();
    let made = build(root.path());
    let page = &html(&made)["first/basics/lesson-01-tilde/index.html"];
    for (file, address) in [
        ("what?.gif", "what%3F.gif"),
        ("50%.gif", "50%25.gif"),
        ("a#b.gif", "a%23b.gif"),
    ] {
        assert!(made.files.contains_key(&format!("first/basics/{file}")));
        assert!(
            page.contains(&format!(
                "/first/basics/{address}\" width=\"5\" height=\"6\""
            )),
            "{page}"
        );
    }
    let windows = "content/first/basics/what?.gif: warning: `what?.gif` has `?` in it, which no name on Windows has";
    assert!(
        shown(&made.warnings).contains(windows),
        "{}",
        shown(&made.warnings)
    );
}
