use simt::{excerpt, parse, source::Source};
fn main() {
    for line in std::io::stdin().lines() {
        let p = line.unwrap();
        let Ok(text) = std::fs::read(&p) else {
            continue;
        };
        let text = String::from_utf8_lossy(&text).into_owned();
        let s = Source::new("x.cu", text);
        let (_, diags) = parse::parse(&s);
        for d in diags.iter().filter(|d| d.is_error()) {
            let c = d.code.as_str().to_string();
            if c.starts_with("E02") {
                println!("{p}\n{}", excerpt::plain(&s, d));
                break;
            }
        }
    }
}
