//! A launch as it is typed: its text comes in, kernel, shape and arguments as written go out, or a sentence that says where it cannot be read.
//!
//! `scale<<<4, 256>>>(x[1024] = iota, 2.0, n = 1000)`. The rule: what CUDA writes is read as CUDA reads it; only a buffer, which CUDA has made
//! before, is written as a name with its length and what it holds.

use simt::launch::Dim3;

use super::fill::Fill;
use crate::element::Written;

/// What was typed.
#[derive(Debug)]
pub(super) struct Typed<'t> {
    pub(super) kernel: &'t str,
    pub(super) grid: Dim3,
    pub(super) block: Dim3,
    pub(super) shared: u32,
    pub(super) args: Vec<Arg<'t>>,
}

/// An argument as typed.
#[derive(Debug, PartialEq)]
pub(super) enum Arg<'t> {
    /// `x[1024] = iota`.
    Buffer {
        name: &'t str,
        length: u64,
        fill: Fill,
    },
    /// `2.5`, `n = 1000`.
    Number {
        name: Option<&'t str>,
        value: Written,
    },
    /// `x`, `nullptr`, `p = nullptr`.
    Word {
        name: Option<&'t str>,
        word: &'t str,
    },
}

/// Numbers between braces at most.
const MOST_LISTED: usize = 1024;

/// Reads a launch.
///
/// # Errors
/// A sentence: where it stops to be one, and what is expected there.
pub(super) fn read(text: &str) -> Result<Typed<'_>, String> {
    let text = text.trim();
    let Some(open) = text.find("<<<") else {
        return Err(
            "The launch is written as CUDA writes it, with a grid and a block between `<<<` and `>>>`: `scale<<<4, 256>>>(x[1024], 2.0)`."
                .to_owned(),
        );
    };
    let kernel = text[..open].trim();
    if kernel.is_empty() {
        return Err("The launch names no kernel before `<<<`.".to_owned());
    }
    let mut at = Cursor { text, at: open + 3 };
    let grid = at.extents("the grid")?;
    at.expect(",", "a comma and the block's size")?;
    let block = at.extents("the block")?;
    let mut shared = 0;
    if at.eat(",") {
        shared = at.whole("the bytes of dynamic shared memory")?;
    }
    at.expect(">>>", "`>>>`")?;
    at.expect("(", "`(` with the arguments")?;
    let mut args = Vec::new();
    if !at.eat(")") {
        loop {
            args.push(at.argument()?);
            if at.eat(")") {
                break;
            }
            at.expect(",", "a comma or `)`")?;
        }
    }
    at.eat(";");
    match at.rest() {
        "" => Ok(Typed {
            kernel,
            grid,
            block,
            shared,
            args,
        }),
        _ => Err(at.unread("nothing more")),
    }
}

/// Goes through the text.
struct Cursor<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Cursor<'t> {
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let blank = rest.len() - rest.trim_start().len();
        self.at += blank;
        &self.text[self.at..]
    }

    /// That it cannot be read here; `wanted` is what would be.
    fn unread(&mut self, wanted: &str) -> String {
        let rest = self.rest();
        let shown: String = rest.chars().take(24).collect();
        let more = if shown.len() < rest.len() { "…" } else { "" };
        match rest {
            "" => format!("The launch ends too soon: {wanted} is expected."),
            _ => {
                format!("The launch cannot be read at `{shown}{more}`: {wanted} is expected there.")
            }
        }
    }

    fn eat(&mut self, sign: &str) -> bool {
        let is_there = self.rest().starts_with(sign);
        if is_there {
            self.at += sign.len();
        }
        is_there
    }

    fn expect(&mut self, sign: &str, wanted: &str) -> Result<(), String> {
        match self.eat(sign) {
            true => Ok(()),
            false => Err(self.unread(wanted)),
        }
    }

    /// A name, with the fields of a struct that is passed by value: `p.x`.
    fn name(&mut self) -> Option<&'t str> {
        let rest = self.rest();
        let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = &rest[..end];
        let begins = name
            .chars()
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_');
        begins.then(|| {
            self.at += end;
            name
        })
    }

    /// A number as C writes it, if one begins here.
    fn number(&mut self) -> Option<Written> {
        let rest = self.rest();
        let signed = rest.strip_prefix(['-', '+']).unwrap_or(rest);
        if !signed.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            return None;
        }
        let mut end = rest.len() - signed.len();
        let hexadecimal = signed.starts_with("0x") || signed.starts_with("0X");
        let mut before = ' ';
        for c in signed.chars() {
            let exponent = !hexadecimal && matches!(before, 'e' | 'E') && matches!(c, '-' | '+');
            if !(c.is_ascii_alphanumeric() || matches!(c, '.' | '\'') || exponent) {
                break;
            }
            end += c.len_utf8();
            before = c;
        }
        let value = written(&rest[..end])?;
        self.at += end;
        Some(value)
    }

    fn whole<N: TryFrom<i128>>(&mut self, what: &str) -> Result<N, String> {
        let here = self.at;
        let Some(value) = self.number() else {
            let wanted = format!("a number for {what}");
            return Err(self.unread(&wanted));
        };
        let number = match value {
            Written::Whole(n) => N::try_from(n).ok(),
            Written::Real(_) => None,
        };
        number.ok_or_else(|| {
            let typed = self.text[here..self.at].trim();
            format!("The launch says `{typed}` for {what}: a whole number is needed there, and not so large a one.")
        })
    }

    /// A grid or a block: a number or `dim3(x, y, z)`.
    fn extents(&mut self, what: &str) -> Result<Dim3, String> {
        if !self.eat("dim3") {
            return Ok(Dim3::from(self.whole::<u32>(what)?));
        }
        self.expect("(", "`(` with the extents")?;
        let mut of = [1; 3];
        for (axis, extent) in of.iter_mut().enumerate() {
            *extent = self.whole(&format!("{what}'s {}", ["x", "y", "z"][axis]))?;
            if axis == 2 || !self.eat(",") {
                break;
            }
        }
        self.expect(")", "`)` after at most three extents")?;
        let [x, y, z] = of;
        Ok(Dim3 { x, y, z })
    }

    fn argument(&mut self) -> Result<Arg<'t>, String> {
        if let Some(value) = self.number() {
            return Ok(Arg::Number { name: None, value });
        }
        let Some(name) = self.name() else {
            return Err(self.unread("an argument, as `x[1024]` or `n = 1000`,"));
        };
        if self.eat("[") {
            let length = self.whole(&format!("the length of `{name}`"))?;
            self.expect("]", "`]`")?;
            let fill = match self.eat("=") {
                true => self.fill(name)?,
                false => Fill::Zeros,
            };
            return Ok(Arg::Buffer { name, length, fill });
        }
        if !self.eat("=") {
            return Ok(Arg::Word {
                name: None,
                word: name,
            });
        }
        if let Some(value) = self.number() {
            let name = Some(name);
            return Ok(Arg::Number { name, value });
        }
        match self.name() {
            Some(word) => Ok(Arg::Word {
                name: Some(name),
                word,
            }),
            None => Err(self.unread(&format!("a value for `{name}`"))),
        }
    }

    /// What a buffer holds.
    fn fill(&mut self, of: &str) -> Result<Fill, String> {
        if let Some(value) = self.number() {
            return Ok(Fill::Listed(vec![value]));
        }
        if self.eat("{") {
            let mut listed = Vec::new();
            loop {
                let Some(value) = self.number() else {
                    return Err(self.unread(&format!("a number for `{of}`")));
                };
                if listed.len() == MOST_LISTED {
                    return Err(format!(
                        "`{of}` is given more than {MOST_LISTED} numbers: what is listed is repeated to the buffer's end, so list fewer."
                    ));
                }
                listed.push(value);
                if self.eat("}") {
                    return Ok(Fill::Listed(listed));
                }
                self.expect(",", "a comma or `}`")?;
            }
        }
        let here = self.at;
        let word = self.name().unwrap_or_default();
        Fill::named(word).ok_or_else(|| {
            self.at = here;
            self.unread(&format!(
                "what `{of}` holds, one of {}, a number or `{{1, 2, 3}}`,",
                Fill::NAMES.map(|name| format!("`{name}`")).join(", ")
            ))
        })
    }
}

/// A number's value; none where the text is no number.
fn written(text: &str) -> Option<Written> {
    let plain: String = text.chars().filter(|c| *c != '\'').collect();
    let (sign, digits) = match plain.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, plain.strip_prefix('+').unwrap_or(&plain)),
    };
    if let Some(digits) = digits
        .strip_prefix("0x")
        .or_else(|| digits.strip_prefix("0X"))
    {
        let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
        let value = i128::from(u64::from_str_radix(digits, 16).ok()?);
        return Some(Written::Whole(sign * value));
    }
    let bare = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    if !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit()) {
        return Some(Written::Whole(sign * bare.parse::<i128>().ok()?));
    }
    let bare = digits.strip_suffix(['f', 'F']).unwrap_or(digits);
    let is_digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | 'e' | 'E' | '-' | '+');
    let value: f64 = bare.chars().all(is_digits).then(|| bare.parse().ok())??;
    Some(Written::Real(sign as f64 * value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_launch_is_read_as_cuda_writes_it() {
        let typed = read(
            " tile<16, float> <<<dim3(2, 3), dim3(16,16,1), 0x400>>> ( x[1'024] = iota, y[8], 2.5f, n = -7, p = nullptr, x, z[3] = {1, -2e3, .5} ); ",
        )
        .expect("it is one");
        assert_eq!(typed.kernel, "tile<16, float>");
        assert_eq!(typed.grid, Dim3 { x: 2, y: 3, z: 1 });
        assert_eq!((typed.block.count(), typed.shared), (256, 1024));
        let number = |name, value| Arg::Number { name, value };
        let buffer = |name, length, fill| Arg::Buffer { name, length, fill };
        let word = |name, word| Arg::Word { name, word };
        let listed = vec![
            Written::Whole(1),
            Written::Real(-2000.0),
            Written::Real(0.5),
        ];
        assert_eq!(
            typed.args,
            [
                buffer("x", 1024, Fill::Iota),
                buffer("y", 8, Fill::Zeros),
                number(None, Written::Real(2.5)),
                number(Some("n"), Written::Whole(-7)),
                word(Some("p"), "nullptr"),
                word(None, "x"),
                buffer("z", 3, Fill::Listed(listed)),
            ]
        );
        assert_eq!(read("k<<<1, 32>>>()").expect("it is one").args, []);
    }

    #[test]
    fn what_is_no_launch_is_a_sentence_that_says_where() {
        for (text, said) in [
            ("", "between `<<<` and `>>>`"),
            ("k(x)", "between `<<<` and `>>>`"),
            ("<<<1, 2>>>()", "names no kernel"),
            ("k<<<>>>()", "at `>>>()`: a number for the grid is expected"),
            ("k<<<4>>>()", "at `>>>()`: a comma and the block's size"),
            ("k<<<1.5, 2>>>()", "says `1.5` for the grid"),
            ("k<<<99999999999, 2>>>()", "says `99999999999` for the grid"),
            (
                "k<<<dim3(1, 2, 3, 4), 2>>>()",
                "after at most three extents",
            ),
            ("k<<<1, 2", "ends too soon: `>>>` is expected"),
            ("k<<<1, 2>>>(x[)", "a number for the length of `x`"),
            (
                "k<<<1, 2>>>(x[4] = lots)",
                "at `lots)`: what `x` holds, one of `zeros`",
            ),
            ("k<<<1, 2>>>(x[4] = {1, two})", "a number for `x`"),
            ("k<<<1, 2>>>(n = )", "a value for `n`"),
            ("k<<<1, 2>>>(1 2)", "at `2)`: a comma or `)`"),
            ("k<<<1, 2>>>(&x)", "at `&x)`: an argument"),
            ("k<<<1, 2>>>() + 1", "at `+ 1`: nothing more"),
        ] {
            let told = read(text).expect_err(text);
            assert!(told.contains(said), "{text}: {told}");
        }
    }
}
