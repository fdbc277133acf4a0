//! Questions of lessons: predictions, faults to find and a lesson's own come back in review as a module's do.

use super::{html, site};
use serde_json::Value;

const LESSON: &str = "first/basics/lesson-02-components/index.html";

#[test]
fn sections_of_questions_are_graded_and_their_ids_do_not_clash() {
    let made = site();
    let asked: Value = serde_json::from_slice(made.files["questions.json"].as_ref()).unwrap();
    let ids: Vec<&String> = asked.as_object().unwrap().keys().collect();
    for id in [
        "mod.basics/k1",
        "lesson.components/k1",
        "lesson.components/x1",
        "lesson.blocks/k1",
    ] {
        assert!(ids.contains(&&id.to_owned()), "no {id} in {ids:?}");
    }
    let own = ids.iter().filter(|id| id.starts_with("lesson.components/"));
    assert_eq!(own.count(), 3, "a line without an answer is no question");
    let page = &html(made)[LESSON];
    assert_eq!(page.matches("<details class=\"answer\">").count(), 3);
    assert_eq!(page.matches("data-grade=").count(), 3);
}

#[test]
fn only_a_prediction_asks_for_an_answer_before_it_gives_one() {
    let made = site();
    let page = &html(made)[LESSON];
    let form = "<form class=\"predict\" data-predict=\"lesson.components/k1\" data-scripted>";
    assert_eq!(page.matches("<form class=\"predict\"").count(), 1);
    let rest = page.split_once(form).expect("the prediction's form").1;
    let answer = rest.split_once("</form>\n").expect("its end").1;
    assert!(answer.starts_with("<details class=\"answer\">"));
}
