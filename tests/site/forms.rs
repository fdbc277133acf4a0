//! Templates on the site: a page each with blanks marked, the Markdown beside it, and what is wrong with one told.

use super::{build, builder, copy, html, shown};

fn add(root: &std::path::Path, name: &str, text: &str) {
    let folder = root.join("content/templates");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join(name), text).unwrap();
}

#[test]
fn a_template_is_a_page_and_a_file() {
    let root = copy("site");
    let form = "# [[a name]]\n\n- [ ] `v[[1]]` and [[what & why]]\n";
    let front = "---\nid: tpl.a\ntitle: A form\ngoal: a goal\nfile: notes/a.md\n---\n\n";
    add(root.path(), "a-form.md", &format!("{front}{form}"));
    let made = build(root.path());
    let raw = made.files.get("templates/a-form.md").unwrap();
    assert_eq!(
        std::str::from_utf8(raw.as_ref()).unwrap(),
        form,
        "without the front matter"
    );
    let pages = html(&made);
    let page = &pages["templates/a-form/index.html"];
    assert!(
        page.contains("<span class=\"blank\">what &amp; why</span>"),
        "{page}"
    );
    assert!(
        page.contains("<code>v[[1]]</code>") && page.contains("2 blanks"),
        "{page}"
    );
    assert_eq!(page.matches("<h1").count(), 1);
    assert!(
        page.contains("><span class=\"blank\">a name</span>"),
        "the form's own title: {page}"
    );
    let list = &pages["templates/index.html"];
    assert!(list.contains("A form") && list.contains("notes/a.md"));
    assert!(
        pages["first/basics/index.html"].contains("templates/\""),
        "the side list leads there"
    );
}

#[test]
fn what_is_wrong_with_a_template_is_told() {
    let root = copy("site");
    add(
        root.path(),
        "full.md",
        "---\nid: tpl.full\ntitle: Full\nfile: ../a.md\n---\n\nwords\n",
    );
    add(
        root.path(),
        "log-entry.md",
        "---\nid: tpl.log\ntitle: Log\n---\n\n## Progress\n\n[[what]]\n",
    );
    let problems = shown(&builder(root.path()).build().unwrap_err());
    for told in [
        "content/templates/full.md:4:7: error: `../a.md` is no file below the course's root",
        "content/templates/full.md:1:1: error: a template without anything to fill in",
        "the form of the log has no field `Key insight`",
    ] {
        assert!(problems.contains(told), "{told}\n{problems}");
    }
}
