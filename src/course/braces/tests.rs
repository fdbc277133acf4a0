//! What stands in braces, as rules and as complaints: each kind once, and everything that is no brace of ours.

use super::*;

fn both(text: &str) -> (String, Attributes) {
    let groups = find(text, 0..text.len());
    let mut left = text.to_owned();
    for group in groups.iter().rev() {
        left.replace_range(group.clone(), "");
    }
    (left.trim().to_owned(), read(text, &groups))
}

#[test]
fn braces_lead_and_end() {
    let (left, attributes) =
        both(r#"{artifact="notes/a b.md" section="The {chip}" bullets=10..15} ten {#a1}"#);
    assert_eq!(left, "ten");
    assert_eq!(attributes.id.as_deref(), Some("a1"));
    assert_eq!(
        attributes.rule,
        Rule::Artifact {
            path: "notes/a b.md".into(),
            section: "The {chip}".into(),
            bullets: Some(Count {
                min: 10,
                max: Some(15)
            }),
            words: None,
            names: Vec::new(),
        }
    );
    assert!(attributes.complaints.is_empty(), "{attributes:?}");
}

#[test]
fn other_braces_are_text() {
    for text in [
        "the set {a, b}",
        "$x_{i=1}$ is",
        "`{#not}` code at the end `{a=1}`",
        "{open=",
        "{#x",
    ] {
        assert_eq!(both(text).0, text);
    }
    assert_eq!(both("ends {#a} {lab=rope}").0, "ends");
    assert_eq!(both("{#only}").0, "");
}

#[test]
fn rules_of_every_kind() {
    assert_eq!(
        both("{lab=rope check=all} x").1.rule,
        Rule::Lab {
            lab: "rope".into(),
            checks: Checks::All
        }
    );
    assert_eq!(
        both("{lab=rope part=v1} x").1.rule,
        Rule::Lab {
            lab: "rope".into(),
            checks: Checks::Part("v1".into())
        }
    );
    assert_eq!(
        both("{lab=rope check=a,b} x").1.rule,
        Rule::Lab {
            lab: "rope".into(),
            checks: Checks::Named(vec!["a".into(), "b".into()])
        }
    );
    assert_eq!(
        both("{answer=q.int4} x").1.rule,
        Rule::Answer {
            question: "q.int4".into()
        }
    );
    let measured = |bound| Rule::Measured {
        lab: "rope".into(),
        check: "v1/loads".into(),
        bound,
    };
    assert_eq!(
        both("{measured=rope/v1/loads value<=4.5} x").1.rule,
        measured(Bound::AtMost(4.5))
    );
    assert_eq!(
        both("{measured=rope/v1/loads value>=90} x").1.rule,
        measured(Bound::AtLeast(90.0))
    );
    assert!(matches!(
        both(r#"{artifact="a.md" names="b.csv, c.csv"} x"#).1.rule,
        Rule::Artifact { names, .. } if names == ["b.csv", "c.csv"]
    ));
    assert_eq!(both("{#n alias=old,older} x").1.aliases, ["old", "older"]);
}

#[test]
fn complaints_name_the_byte_and_the_nearest() {
    let one = |text: &str| {
        let mut complaints = both(text).1.complaints;
        assert_eq!(complaints.len(), 1, "{text}: {complaints:?}");
        complaints.remove(0)
    };
    assert_eq!(one("{lab=rope chek=all} x").0, 10);
    assert_eq!(
        one("{lab=rope chek=all} x").2.as_deref(),
        Some("did you mean `check`?")
    );
    assert_eq!(one("{check=all} x").1, "`check` goes with `lab`");
    assert_eq!(
        one("{artifact=a bullets=9..3} x").1,
        "`bullets=9..3` is not a range"
    );
    assert_eq!(
        one("{lab=rope answer=q} x").1,
        "`lab` and `answer` on one entry; it can have one rule"
    );
    assert_eq!(
        one("{measured=rope/v1/loads} x").1,
        "`measured` needs one bound"
    );
    assert_eq!(
        one("{measured=rope value<=1} x").1,
        "`rope` is no check of a lab"
    );
    assert_eq!(one("{measured=r/a/b value<=few} x").1, "`few` is no number");
    assert_eq!(
        one("{lab=rope value<=1} x").1,
        "`value<` goes with `measured`"
    );
    assert_eq!(one("{#Bad} x").1, "`#Bad` is not an id");
    assert_eq!(one("{#a b} x").1, "`b` is neither `#id` nor `key=value`");
}
