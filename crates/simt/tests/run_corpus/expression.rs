//! Closed forms in the corpus's headers: text and bindings in, a number out.
//!
//! C's operators over exact integers and doubles, `min max abs popc sum(lo, hi, e)`; in `sum`, `j` runs from `lo` up to
//! but not including `hi`. It shares no code with the compiler, so that it can contradict it.

/// A value: integers stay exact, anything that touches a float is one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Num {
    /// An integer wide enough for every 64-bit result.
    Int(i128),
    /// A double.
    Float(f64),
}

impl Num {
    /// As a double.
    pub fn float(self) -> f64 {
        match self {
            Num::Int(v) => v as f64,
            Num::Float(v) => v,
        }
    }

    /// As an integer, a double truncated.
    pub fn int(self) -> i128 {
        match self {
            Num::Int(v) => v,
            Num::Float(v) => v as i128,
        }
    }
}

/// Evaluates `text` with `i` bound; `Err` says what could not be read.
pub fn evaluate(text: &str, i: i128) -> Result<Num, String> {
    let mut at = Cursor {
        text: text.as_bytes(),
        pos: 0,
        i,
        j: 0,
    };
    let value = at.ternary()?;
    at.space();
    match at.text.get(at.pos) {
        None => Ok(value),
        Some(_) => Err(format!("`{}` left over in `{text}`", &text[at.pos..])),
    }
}

struct Cursor<'a> {
    text: &'a [u8],
    pos: usize,
    i: i128,
    j: i128,
}

/// Binary operators, loosest first; longer spellings before their prefixes.
const LEVELS: [&[&str]; 10] = [
    &["||"],
    &["&&"],
    &["|"],
    &["^"],
    &["&"],
    &["==", "!="],
    &["<=", ">=", "<", ">"],
    &["<<", ">>"],
    &["+", "-"],
    &["*", "/", "%"],
];

impl Cursor<'_> {
    fn space(&mut self) {
        while self.text.get(self.pos).is_some_and(u8::is_ascii_whitespace) {
            self.pos += 1;
        }
    }

    fn eat(&mut self, word: &str) -> bool {
        self.space();
        let found = self.text[self.pos..].starts_with(word.as_bytes());
        if found {
            self.pos += word.len();
        }
        found
    }

    fn need(&mut self, word: &str) -> Result<(), String> {
        if self.eat(word) {
            Ok(())
        } else {
            Err(format!("`{word}` expected at {}", self.pos))
        }
    }

    fn ternary(&mut self) -> Result<Num, String> {
        let condition = self.binary(0)?;
        if !self.eat("?") {
            return Ok(condition);
        }
        let yes = self.ternary()?;
        self.need(":")?;
        let no = self.ternary()?;
        Ok(if condition.float() != 0.0 { yes } else { no })
    }

    fn operator(&mut self, level: usize) -> Option<&'static str> {
        self.space();
        let rest = &self.text[self.pos..];
        let op = LEVELS[level]
            .iter()
            .find(|op| rest.starts_with(op.as_bytes()))?;
        let next = rest.get(op.len());
        let longer = matches!(
            (*op, next),
            ("|", Some(b'|')) | ("&", Some(b'&')) | ("<", Some(b'<')) | (">", Some(b'>'))
        );
        if longer {
            return None;
        }
        self.pos += op.len();
        Some(op)
    }

    fn binary(&mut self, level: usize) -> Result<Num, String> {
        if level == LEVELS.len() {
            return self.unary();
        }
        let mut left = self.binary(level + 1)?;
        while let Some(op) = self.operator(level) {
            let right = self.binary(level + 1)?;
            left = apply(op, left, right);
        }
        Ok(left)
    }

    fn unary(&mut self) -> Result<Num, String> {
        if self.eat("-") {
            return Ok(match self.unary()? {
                Num::Int(v) => Num::Int(-v),
                Num::Float(v) => Num::Float(-v),
            });
        }
        if self.eat("~") {
            return Ok(Num::Int(!self.unary()?.int()));
        }
        if self.eat("!") {
            return Ok(Num::Int((self.unary()?.float() == 0.0) as i128));
        }
        if self.eat("(") {
            let value = self.ternary()?;
            self.need(")")?;
            return Ok(value);
        }
        self.atom()
    }

    fn atom(&mut self) -> Result<Num, String> {
        self.space();
        let start = self.pos;
        let word = |b: &u8| b.is_ascii_alphanumeric() || *b == b'.';
        while self.text.get(self.pos).is_some_and(word) {
            self.pos += 1;
        }
        let text = std::str::from_utf8(&self.text[start..self.pos]).unwrap_or("");
        match text {
            "i" => Ok(Num::Int(self.i)),
            "j" => Ok(Num::Int(self.j)),
            "inf" => Ok(Num::Float(f64::INFINITY)),
            "nan" => Ok(Num::Float(f64::NAN)),
            "sum" => self.sum(),
            "min" | "max" => {
                self.need("(")?;
                let a = self.ternary()?;
                self.need(",")?;
                let b = self.ternary()?;
                self.need(")")?;
                Ok(if (a.float() < b.float()) == (text == "min") {
                    a
                } else {
                    b
                })
            }
            "abs" | "popc" | "sqrt" | "int" | "float" => {
                self.need("(")?;
                let a = self.ternary()?;
                self.need(")")?;
                Ok(match text {
                    "popc" => Num::Int(i128::from((a.int() as u64).count_ones())),
                    "sqrt" => Num::Float(a.float().sqrt()),
                    "int" => Num::Int(a.int()),
                    "float" => Num::Float(f64::from(a.float() as f32)),
                    _ => {
                        if a.float() < 0.0 {
                            apply("-", Num::Int(0), a)
                        } else {
                            a
                        }
                    }
                })
            }
            _ => number(text).ok_or_else(|| format!("`{text}` at {start} is no number")),
        }
    }

    fn sum(&mut self) -> Result<Num, String> {
        self.need("(")?;
        let low = self.ternary()?.int();
        self.need(",")?;
        let high = self.ternary()?.int();
        self.need(",")?;
        let body = self.pos;
        let mut total = Num::Int(0);
        for j in low..high.max(low + 1) {
            (self.pos, self.j) = (body, j);
            let term = self.ternary()?;
            if j < high {
                total = apply("+", total, term);
            }
        }
        self.need(")")?;
        Ok(total)
    }
}

fn number(text: &str) -> Option<Num> {
    if let Some(hex) = text.strip_prefix("0x") {
        return i128::from_str_radix(hex, 16).ok().map(Num::Int);
    }
    if let Ok(v) = text.parse::<i128>() {
        return Some(Num::Int(v));
    }
    if !text.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    text.parse::<f64>().ok().map(Num::Float)
}

fn apply(op: &str, a: Num, b: Num) -> Num {
    if let (Num::Int(x), Num::Int(y)) = (a, b) {
        let value = match op {
            "+" => x + y,
            "-" => x - y,
            "*" => x * y,
            "/" => x.checked_div(y).unwrap_or(0),
            "%" => x.checked_rem(y).unwrap_or(0),
            "<<" => x << y,
            ">>" => x >> y,
            "&" => x & y,
            "|" => x | y,
            "^" => x ^ y,
            _ => return compare(op, x, y, 0),
        };
        return Num::Int(value);
    }
    let (x, y) = (a.float(), b.float());
    match op {
        "+" => Num::Float(x + y),
        "-" => Num::Float(x - y),
        "*" => Num::Float(x * y),
        "/" => Num::Float(x / y),
        "%" => Num::Float(x % y),
        _ => compare(op, x, y, 0.0),
    }
}

fn compare<T: PartialOrd>(op: &str, x: T, y: T, zero: T) -> Num {
    let holds = match op {
        "==" => x == y,
        "!=" => x != y,
        "<" => x < y,
        "<=" => x <= y,
        ">" => x > y,
        ">=" => x >= y,
        "&&" => x != zero && y != zero,
        _ => x != zero || y != zero,
    };
    Num::Int(i128::from(holds))
}
