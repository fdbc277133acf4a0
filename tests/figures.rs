//! The drawings that a program makes (`crates/figures`): what is committed is what it makes, and what cannot be read is a fault.

use figures::check::differences;
use figures::geometry::num;
use figures::stamp::stamped;
use figures::{Figure, Hue, Look, Rect, Text};

#[test]
fn the_committed_files_are_what_the_program_makes() {
    let told = differences(&figures::content(), &figures::modules::all());
    assert!(told.is_empty(), "\n{}", told.join("\n"));
}

#[test]
fn names_are_taken_once() {
    let figures = figures::modules::all();
    let mut names: Vec<_> = figures.iter().map(|f| (f.folder, f.stem)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), figures.len());
}

fn small() -> Figure {
    Figure::new("x", "lesson-01-x", "A title")
        .argues("An argument.")
        .high(40.0)
}

#[test]
fn texts_that_meet_or_leave_are_faults() {
    let mut figure = small();
    figure.say("here", 10.0, 20.0);
    assert!(figure.file().is_ok());
    figure.say("there", 30.0, 22.0);
    figure.say("gone", 470.0, 20.0);
    let faults = figure.file().unwrap_err();
    assert_eq!(
        faults,
        ["`here` and `there` overlap", "`gone` leaves the drawing"]
    );
}

#[test]
fn a_hatch_is_named_by_the_file() {
    let mut figure = small();
    figure.rect(Rect::new(0.0, 0.0, 20.0, 20.0), Look::Wash(Hue::B));
    let file = figure.file().unwrap();
    assert!(file.contains("id=\"lesson-01-x-b\"") && file.contains("url(#lesson-01-x-b)"));
}

#[test]
fn numbers_are_as_short_as_they_can_be() {
    let told = [1.0, 0.5, -0.001, 10.0, 4.56789].map(num);
    assert_eq!(told, ["1", "0.5", "0", "10", "4.57"]);
}

#[test]
fn parts_fill_the_whole() {
    let parts = Rect::new(10.0, 0.0, 100.0, 5.0).columns(4, 4.0);
    assert_eq!(parts.len(), 4);
    assert_eq!(parts[3].right(), 110.0);
    assert_eq!(parts[1].x - parts[0].right(), 4.0);
}

const GOOD: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 480 40\">\n<title>t</title>\n<desc>d</desc>\n<text x=\"1\" y=\"20\" font-size=\"14\" fill=\"var(--fig-soft)\">x</text>\n</svg>\n";

#[test]
fn a_stamp_is_put_once() {
    let once = stamped("x", GOOD).unwrap();
    assert!(once.contains("</desc>\n<style>svg{--fig-ink"));
    assert_eq!(stamped("x", &once).unwrap(), once);
    let old = GOOD.replace("</desc>", "</desc>\n<style>svg{}</style>");
    assert_eq!(stamped("x", &old).unwrap(), once);
}

#[test]
fn each_breach_is_told() {
    for (from, to, told) in [
        ("<desc>d</desc>", "", "`<desc>`"),
        ("var(--fig-soft)", "#333", "`fill=\"#333\"`"),
        (
            "var(--fig-soft)",
            "var(--fig-ink, #222)",
            "a colour is one of",
        ),
        ("font-size=\"14\"", "font-size=\"12\"", "14 units"),
        ("480", "720", "at most 520"),
        ("<text", "<script/><text", "nothing that runs"),
        (" x=\"1\"", " style=\"x\"", "no `style`"),
    ] {
        let faults = stamped("x", &GOOD.replace(from, to)).unwrap_err();
        assert!(
            faults.iter().any(|fault| fault.contains(told)),
            "{told}: {faults:?}"
        );
    }
}

#[test]
fn text_that_does_not_fit_is_told() {
    let roomy = Text::inside("warp 0", Rect::new(0.0, 0.0, 60.0, 20.0));
    assert_eq!(roomy.faults(), Vec::<String>::new());
    let tight = Text::inside("warp 0", Rect::new(0.0, 0.0, 30.0, 20.0));
    assert!(tight.faults()[0].contains("its box has 30 by 20"));
    let small = Text::new("warp 0", 0.0, 0.0).sized(12.0);
    assert!(small.faults()[0].contains("must be 14 or more"));
    let long = Text::new("twenty-five characters in", 0.0, 0.0);
    assert!(long.faults()[0].contains("it has 25 characters"));
}
