//! Inline PTX, read: the text of an `asm` statement as instructions with their operands.
//!
//! A template goes in, its lines come out, or a sentence about what is no PTX. The rule: it knows the form of instructions
//! and no instruction; `check::ptx` says what each means.

/// A statement of PTX.
#[derive(Clone, Debug, PartialEq)]
pub enum Line {
    /// `.reg .b32 a, b;`
    Declare {
        /// Without the dot.
        ty: String,
        /// `r<4>` is four names.
        names: Vec<String>,
    },
    /// An instruction.
    Do(Instruction),
}

/// An instruction.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// `@p`, `@!p`: the predicate and whether it is negated.
    pub guard: Option<(Operand, bool)>,
    /// `ld`, `global`, `v4`, `f32`.
    pub parts: Vec<String>,
    /// In order.
    pub operands: Vec<Operand>,
}

impl Instruction {
    /// The whole name, `ld.global.v4.f32`.
    pub fn name(&self) -> String {
        self.parts.join(".")
    }

    /// Whether one of the name's parts is this.
    pub fn has(&self, part: &str) -> bool {
        self.parts.iter().skip(1).any(|p| p == part)
    }
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    /// `%0`: of the statement.
    Given(usize),
    /// A register declared in the text.
    Register(String),
    /// `%laneid`, without the `%`.
    Special(String),
    /// A number.
    Int(i64),
    /// `0f3f800000`.
    Single(u32),
    /// `0d3ff0000000000000`.
    Double(u64),
    /// `[a + 16]`.
    Address(Box<Operand>, i64),
    /// `{a, b}`.
    Vector(Vec<Operand>),
    /// `d|p`.
    Pair(Box<Operand>, Box<Operand>),
    /// `!p`.
    Not(Box<Operand>),
    /// `_`.
    Sink,
}

/// Reads a template.
pub fn parse(template: &str) -> Result<Vec<Line>, String> {
    let text = without_comments(template);
    let mut lines = Vec::new();
    for statement in text.split(';') {
        let statement = statement.trim_matches(|c: char| c.is_whitespace());
        let statement =
            statement.trim_start_matches(|c: char| c.is_whitespace() || c == '{' || c == '}');
        if !statement.is_empty() {
            lines.push(line(statement)?);
        }
    }
    Ok(lines)
}

fn without_comments(template: &str) -> String {
    let mut out = String::new();
    let mut rest = template;
    while let Some(at) = rest.find('/') {
        out.push_str(&rest[..at]);
        let after = &rest[at..];
        let end = if after.starts_with("//") {
            after.find('\n').unwrap_or(after.len())
        } else if after.starts_with("/*") {
            after.find("*/").map_or(after.len(), |n| n + 2)
        } else {
            out.push('/');
            1
        };
        rest = &after[end..];
    }
    out + rest
}

fn line(text: &str) -> Result<Line, String> {
    if let Some(rest) = text.strip_prefix(".reg") {
        return declaration(rest.trim());
    }
    if text.starts_with('.') {
        return Err(format!("the directive `{}`", first_word(text)));
    }
    let (guard, text) = match text.strip_prefix('@') {
        Some(rest) => {
            let (name, rest) = rest
                .trim_start()
                .split_at(rest.trim_start().find(char::is_whitespace).unwrap_or(0));
            let negated = name.starts_with('!');
            (
                Some((operand(name.trim_start_matches('!'))?, negated)),
                rest.trim(),
            )
        }
        None => (None, text),
    };
    let name = first_word(text);
    if name.ends_with(':') {
        return Err("a label".to_string());
    }
    let operands = split(text[name.len()..].trim())
        .into_iter()
        .map(operand)
        .collect::<Result<_, _>>()?;
    let parts = name.split('.').map(str::to_string).collect();
    Ok(Line::Do(Instruction {
        guard,
        parts,
        operands,
    }))
}

fn first_word(text: &str) -> &str {
    let ends = |c: char| c.is_whitespace() || c == '{' || c == '[';
    text.split(ends).next().unwrap_or(text)
}

fn declaration(text: &str) -> Result<Line, String> {
    let ty = first_word(text);
    let mut names = Vec::new();
    for name in split(text[ty.len()..].trim()) {
        let name = name.trim_start_matches('%');
        match name.split_once('<') {
            Some((stem, count)) => {
                let count: usize = count.trim_end_matches('>').trim().parse().unwrap_or(0);
                (0..count.min(256)).for_each(|n| names.push(format!("{stem}{n}")));
            }
            None => names.push(name.to_string()),
        }
    }
    let ty = ty.trim_start_matches('.').to_string();
    if ty.starts_with('v') {
        return Err("vector registers".to_string());
    }
    Ok(Line::Declare { ty, names })
}

/// Pieces between commas, those inside brackets and braces aside.
fn split(text: &str) -> Vec<&str> {
    let (mut depth, mut from, mut out) = (0, 0, Vec::new());
    for (at, c) in text.char_indices() {
        match c {
            '[' | '{' | '(' => depth += 1,
            ']' | '}' | ')' => depth -= 1,
            ',' if depth == 0 => {
                out.push(text[from..at].trim());
                from = at + 1;
            }
            _ => {}
        }
    }
    let last = text[from..].trim();
    if !last.is_empty() {
        out.push(last);
    }
    out
}

fn operand(text: &str) -> Result<Operand, String> {
    let text = text.trim();
    let inside =
        |open: char, close: char| text.strip_prefix(open).and_then(|t| t.strip_suffix(close));
    if let Some(inner) = inside('[', ']') {
        if inner.contains(',') {
            return Err("an address of several parts".to_string());
        }
        let (base, offset) = match inner.rfind(['+', '-']).filter(|at| *at > 0) {
            Some(at) => {
                let sign = if inner[at..].starts_with('-') { -1 } else { 1 };
                let number = inner[at + 1..].trim();
                match number_of(number) {
                    Some(Operand::Int(n)) => (&inner[..at], sign * n),
                    _ => return Err(format!("the address `[{inner}]`")),
                }
            }
            None => (inner, 0),
        };
        return Ok(Operand::Address(Box::new(operand(base)?), offset));
    }
    if let Some(inner) = inside('{', '}') {
        let parts = split(inner)
            .into_iter()
            .map(operand)
            .collect::<Result<_, _>>()?;
        return Ok(Operand::Vector(parts));
    }
    if let Some((a, b)) = text.split_once('|') {
        return Ok(Operand::Pair(Box::new(operand(a)?), Box::new(operand(b)?)));
    }
    if let Some(inner) = text.strip_prefix('!') {
        return Ok(Operand::Not(Box::new(operand(inner)?)));
    }
    if text == "_" {
        return Ok(Operand::Sink);
    }
    if let Some(name) = text.strip_prefix("%%") {
        return Ok(Operand::Special(name.to_string()));
    }
    if let Some(name) = text.strip_prefix('%') {
        return Ok(match name.parse() {
            Ok(n) => Operand::Given(n),
            Err(_) => Operand::Special(name.to_string()),
        });
    }
    match number_of(text) {
        Some(number) => Ok(number),
        None if text.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') => {
            Ok(Operand::Register(text.to_string()))
        }
        None => Err(format!("`{text}`")),
    }
}

fn number_of(text: &str) -> Option<Operand> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest.trim()),
        None => (false, text),
    };
    let digits = digits.trim_end_matches(['U', 'u']);
    let bits = |d: &str, radix| u64::from_str_radix(d, radix).ok();
    if let Some(hex) = digits
        .strip_prefix("0f")
        .or(digits.strip_prefix("0F"))
        .filter(|h| h.len() == 8)
    {
        return Some(Operand::Single(bits(hex, 16)? as u32));
    }
    if let Some(hex) = digits
        .strip_prefix("0d")
        .or(digits.strip_prefix("0D"))
        .filter(|h| h.len() == 16)
    {
        return Some(Operand::Double(bits(hex, 16)?));
    }
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if let Ok(n) = digits.parse::<f64>()
        && digits.contains('.')
    {
        return Some(Operand::Double(if negative { -n } else { n }.to_bits()));
    }
    let value = match digits.strip_prefix("0x").or(digits.strip_prefix("0X")) {
        Some(hex) => bits(hex, 16)?,
        None => match digits.strip_prefix("0b") {
            Some(binary) => bits(binary, 2)?,
            None => bits(digits, 10)?,
        },
    } as i64;
    Some(Operand::Int(if negative {
        value.wrapping_neg()
    } else {
        value
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Instruction {
        match parse(text).expect("PTX").pop() {
            Some(Line::Do(ins)) => ins,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn an_instruction_has_parts_and_operands() {
        let ins = one("@!p ld.global.v2.f32 {%0, %1}, [%2 + 16];");
        assert_eq!(ins.name(), "ld.global.v2.f32");
        assert_eq!(ins.guard, Some((Operand::Register("p".into()), true)));
        assert_eq!(
            ins.operands,
            [
                Operand::Vector(vec![Operand::Given(0), Operand::Given(1)]),
                Operand::Address(Box::new(Operand::Given(2)), 16)
            ]
        );
    }

    #[test]
    fn blocks_comments_and_declarations() {
        let lines =
            parse("{ // a block\n .reg .pred p, q; .reg .b32 r<2>;\n setp.ne.b32 p, %0, 0; }\n")
                .expect("PTX");
        assert_eq!(lines.len(), 3);
        assert_eq!(
            lines[1],
            Line::Declare {
                ty: "b32".into(),
                names: vec!["r0".into(), "r1".into()]
            }
        );
        assert_eq!(
            one("mov.f32 %0, 0f3f800000;").operands[1],
            Operand::Single(0x3f80_0000)
        );
        assert_eq!(
            one("mov.u32 %0, %%laneid;").operands[1],
            Operand::Special("laneid".into())
        );
        assert_eq!(one("add.s32 %0, %1, -0x10;").operands[2], Operand::Int(-16));
        assert_eq!(one("bar.sync 0").operands, [Operand::Int(0)]);
        assert!(parse("loop: bra loop;").is_err());
    }
}
