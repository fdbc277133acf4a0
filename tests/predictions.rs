//! What listings ask before they are run is answered by their runs.
//!
//! In: the course's pages, as a server makes them, with the programs that they publish. Each program is run as a page runs it, and each
//! metric is read from what is told, by the rules of `static/lab/predictions.js`. Out: every metric that yields nothing; and of some, whose
//! lessons state the number, every one that is another.

use std::collections::BTreeMap;
use std::path::Path;

use course::config::Config;
use course::labs::Labs;
use course::site::Builder;
use serde_json::Value;

/// A bar under a listing: the program, its arguments, what is asked.
struct Bar {
    page: String,
    source: String,
    args: String,
    asked: Vec<Value>,
}

/// What stands in an attribute of a tag.
fn attribute(tag: &str, name: &str) -> String {
    let begin = format!(" {name}=\"");
    let (_, rest) = tag
        .split_once(begin.as_str())
        .expect("the attribute is there");
    let (value, _) = rest.split_once('"').expect("it is closed");
    let escapes = [
        ("&quot;", "\""),
        ("&lt;", "<"),
        ("&gt;", ">"),
        ("&#39;", "'"),
        ("&amp;", "&"),
    ];
    escapes
        .iter()
        .fold(value.to_owned(), |text, (from, to)| text.replace(from, to))
}

fn bars(page: &str, html: &str) -> Vec<Bar> {
    let tags = html.split("<div class=\"try\"").skip(1);
    let tags = tags.map(|rest| rest.split_once('>').expect("a tag ends").0);
    let bar = |tag: &str| Bar {
        page: page.to_owned(),
        source: attribute(tag, "data-try"),
        args: attribute(tag, "data-args"),
        asked: serde_json::from_str(&attribute(tag, "data-predict")).expect("it is JSON"),
    };
    tags.map(bar).collect()
}

/// What a program tells, by kind.
fn told(args: &str, text: &str) -> BTreeMap<String, Vec<Value>> {
    let mut told: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    let request = format!("program.cu\n{args}\n{text}");
    let is_one = view::program(&request, &view::Means::default(), &mut |line| {
        let line: Value = serde_json::from_str(line).expect("a line is JSON");
        for (kind, value) in line.as_object().expect("an object") {
            told.entry(kind.clone()).or_default().push(value.clone());
        }
    });
    assert!(is_one, "a request is read");
    told
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or(0.0)
}

fn share(all: f64, of: f64) -> Option<f64> {
    (of > 0.0).then(|| all / of)
}

/// The launch of a kernel with this number, where equal ones are told as one.
fn launch<'t>(launches: &'t [Value], asked: &Value) -> Option<&'t Value> {
    let mut left = number(&asked["number"]);
    let plain = |name: &str| name.split('<').next().unwrap_or_default().to_owned();
    launches.iter().find(|launch| {
        let name = launch["kernel"].as_str().unwrap_or_default();
        if plain(name) != asked["kernel"].as_str().unwrap_or_default() {
            return false;
        }
        left -= launch["times"].as_f64().unwrap_or(1.0);
        left <= 0.0
    })
}

/// A metric of a line: of the access that the words are, else of the whole line.
fn of_line(launch: &Value, asked: &Value) -> Option<f64> {
    let what = asked["what"].as_str().expect("a metric");
    let rows = launch["counts"]["lines"].as_array()?;
    let row = rows.iter().find(|row| row[0] == asked["line"])?;
    if what == "lanes" {
        return share(number(&row[2]), number(&row[1]));
    }
    let accesses = launch["accesses"].as_array().into_iter().flatten();
    let exact: Vec<&Value> = accesses
        .filter(|one| one["line"] == asked["line"] && one["text"] == asked["words"])
        .filter(|one| one.get(what).is_some())
        .collect();
    let sum = |key: &str| exact.iter().map(|one| number(&one[key])).sum::<f64>();
    if !exact.is_empty() {
        return share(sum(what), sum("requests"));
    }
    let (cost, requests) = if what == "sectors" { (4, 3) } else { (7, 6) };
    share(number(&row[cost]), number(&row[requests]))
}

fn printed(told: &BTreeMap<String, Vec<Value>>, asked: &Value) -> Option<String> {
    let out: String = told.get("out")?.iter().filter_map(Value::as_str).collect();
    let line = out
        .lines()
        .nth(asked["number"].as_u64()? as usize - 1)?
        .trim();
    let said = match asked["word"].as_u64()? as usize {
        0 => line,
        word => line
            .split_whitespace()
            .nth(word - 1)?
            .trim_end_matches([',', ';', ':']),
    };
    (!said.is_empty()).then(|| said.to_owned())
}

/// What answers a prediction, as it would be shown.
fn answer(told: &BTreeMap<String, Vec<Value>>, asked: &Value) -> Option<String> {
    let number = match asked["what"].as_str().expect("a metric") {
        "output" => return printed(told, asked),
        "findings" => told.get("finding").map_or(0.0, |all| all.len() as f64),
        "instructions" => {
            let launch = launch(told.get("launch")?, asked)?;
            launch["counts"]["instructions"].as_f64()?
        }
        _ => of_line(launch(told.get("launch")?, asked)?, asked)?,
    };
    Some(format!("{}", (number * 100.0).round() / 100.0))
}

/// Numbers that lessons state, by their question.
const STATED: [(&str, &str); 12] = [
    (
        "Passes a request for the column read, rows 32 words apart?",
        "32",
    ),
    ("And with rows 33 words apart?", "1"),
    ("And with 36?", "4"),
    ("Sectors a request of x[i + 1]?", "5"),
    ("Of x[3 * i]?", "12"),
    ("Of x[i] where x is an array of float4?", "16"),
    ("How many surplus threads?", "24"),
    ("The last number of row 7?", "1.875"),
    (
        "The weight in line 13, with the straight-through slope?",
        "0.61",
    ),
    (
        "The second of the three weights: to which level does GPTQ take it?",
        "0",
    ),
    ("How many weights does the decoder have?", "3013376"),
    ("Kinds are sorted: how many then?", "32"),
];

#[test]
fn every_prediction_of_the_course_is_answered_by_its_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut config = Config::at(root);
    config.labs = Labs::of(shelf::ALL, root);
    let site = Builder::new(config, true)
        .build()
        .expect("the course builds");
    let pages = site
        .files
        .iter()
        .filter(|(file, _)| file.ends_with("index.html") && !file.ends_with("print/index.html"));
    let all: Vec<Bar> = pages
        .flat_map(|(file, html)| bars(file, &String::from_utf8_lossy(html.as_ref())))
        .filter(|bar| !bar.asked.is_empty())
        .collect();
    let lessons: std::collections::BTreeSet<&str> = all.iter().map(|bar| &*bar.page).collect();
    assert!(lessons.len() >= 12, "only {} pages ask", lessons.len());
    let mut wrong = Vec::new();
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for bar in &all {
        let text = String::from_utf8_lossy(site.files[&bar.source].as_ref()).into_owned();
        let told = told(&bar.args, &text);
        for asked in &bar.asked {
            let question = asked["question"].as_str().expect("a question");
            match answer(&told, asked) {
                Some(answer) => {
                    println!("{}: {question} {answer}", bar.source);
                    known.insert(question.to_owned(), answer);
                }
                None => wrong.push(format!("{} ({}): {question}", bar.page, bar.source)),
            }
        }
    }
    for (question, number) in STATED {
        let found = known.get(question).map(String::as_str);
        if found != Some(number) {
            wrong.push(format!(
                "“{question}” is {found:?}, and its lesson says {number}"
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "without a number:\n  {}",
        wrong.join("\n  ")
    );
}
