//! The kernels that a text declares, found without compiling: names, parameters, places.
//!
//! In: CUDA C++. Out: [`KernelFound`] in the order of the text. The rule: NVRTC gives code and no declarations, so the
//! words after `__global__` are read here; comments and strings are blanks, templates are left out (an instance of
//! one has no name of its own), and what reads as no declaration is left to the compiler to complain of.

use lab::{KernelFound, Place};

/// The kernels of a text.
pub fn kernels(text: &str) -> Vec<KernelFound> {
    let bare = blanked(text);
    let starts = bare.match_indices("__global__").map(|(at, _)| at);
    let mut found: Vec<KernelFound> = Vec::new();
    for at in starts {
        let before = bare[..at].trim_end();
        let templated = before.trim_end_matches("static").trim_end().ends_with('>');
        match declared(&bare, at).filter(|_| !templated) {
            // A declaration and its definition are one kernel.
            Some(kernel) if found.iter().all(|k| k.name != kernel.name) => found.push(kernel),
            _ => {}
        }
    }
    found
}

fn declared(bare: &str, at: usize) -> Option<KernelFound> {
    let mut from = at + "__global__".len();
    loop {
        let open = from + bare[from..].find('(')?;
        let head = bare[from..open].trim_end();
        let name = head
            .rsplit(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .next()?;
        let close = open + closing(&bare[open..])?;
        if name == "__launch_bounds__" || name == "__attribute__" {
            from = close + 1;
            continue;
        }
        if name.is_empty() || !name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') {
            return None;
        }
        let named_at = from + head.len() - name.len();
        return Some(KernelFound {
            name: name.to_owned(),
            params: parameters(&bare[open + 1..close]),
            place: place(bare, named_at),
        });
    }
}

/// Where the bracket that a text begins with is closed.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' if depth == 1 => return Some(at),
            ')' => depth -= 1,
            '{' | ';' => return None,
            _ => {}
        }
    }
    None
}

fn parameters(text: &str) -> Vec<(String, String)> {
    let mut depth = 0i32;
    let pieces = text.split(|c: char| {
        depth += match c {
            '<' | '(' | '[' => 1,
            '>' | ')' | ']' => -1,
            _ => 0,
        };
        c == ',' && depth == 0
    });
    let one = |piece: &str| {
        let piece = piece.split('=').next().unwrap_or_default();
        let piece = piece.split_whitespace().collect::<Vec<_>>().join(" ");
        let name = piece
            .rfind(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
            .map_or(0, |at| at + 1);
        let (ty, name) = (piece[..name].trim_end(), &piece[name..]);
        (!piece.is_empty() && piece != "void").then(|| (ty.to_owned(), name.to_owned()))
    };
    pieces.filter_map(one).collect()
}

fn place(text: &str, at: usize) -> Place {
    let line = text[..at].matches('\n').count() + 1;
    let start = text[..at].rfind('\n').map_or(0, |n| n + 1);
    Place {
        line: u32::try_from(line).unwrap_or(u32::MAX),
        column: u32::try_from(text[start..at].chars().count() + 1).unwrap_or(u32::MAX),
        note: String::new(),
    }
}

/// The text with comments, strings and lines of the preprocessor as blanks, byte for byte.
fn blanked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut at_line_start = true;
    while let Some(c) = rest.chars().next() {
        let len = match c {
            '#' if at_line_start => directive(rest),
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |n| n + 2),
            '"' | '\'' => quoted(rest, c),
            _ => 0,
        };
        if len == 0 {
            out.push(c);
            rest = &rest[c.len_utf8()..];
        } else {
            out.extend(rest[..len].chars().map(blank));
            rest = &rest[len..];
        }
        at_line_start = match c {
            '\n' => true,
            c if c.is_whitespace() => at_line_start,
            _ => false,
        };
    }
    out
}

/// A line end stays one, and every other character is as many blanks as it has characters.
fn blank(c: char) -> char {
    if c == '\n' { '\n' } else { ' ' }
}

/// The bytes of a line of the preprocessor, with those that it goes on in.
fn directive(text: &str) -> usize {
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.trim_end().ends_with('\\') {
            return end - usize::from(line.ends_with('\n'));
        }
    }
    end
}

/// The bytes of a literal, to its end or to that of its line.
fn quoted(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return at,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return at + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        let one = |k: KernelFound| {
            let params: Vec<String> = k.params.iter().map(|(t, n)| format!("{t}|{n}")).collect();
            format!(
                "{} {}:{} {}",
                k.name,
                k.place.line,
                k.place.column,
                params.join(", ")
            )
        };
        kernels(text).into_iter().map(one).collect()
    }

    #[test]
    fn declarations_are_read_however_they_are_written() {
        let text = "// __global__ void no(int a)\n\
            __global__ void vadd(const float* a, float *__restrict__ c,\n    int n) {}\n\
            extern \"C\" __global__\nvoid __launch_bounds__(256, 2) b2(unsigned char k) { a(); }\n\
            template <typename T> __global__ void t(T* x) {}\n\
            __global__ void none(void);\n__global__ void none() {}\n\
            #define K __global__ void m(int a)\n";
        assert_eq!(
            told(text),
            [
                "vadd 2:17 const float*|a, float *__restrict__|c, int|n",
                "b2 5:32 unsigned char|k",
                "none 7:17 ",
            ]
        );
    }

    #[test]
    fn what_is_no_declaration_is_left_to_the_compiler() {
        assert_eq!(told("__global__"), [""; 0]);
        assert_eq!(told("__global__ void k(int a { }"), [""; 0]);
        assert_eq!(
            told("const char* s = \"__global__ void k()\"; /* é"),
            [""; 0]
        );
    }

    #[test]
    fn the_reference_solutions_have_the_kernels_of_their_labs() {
        let here = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
        let text = std::fs::read_to_string(here.join("rope.cu")).expect("a solution");
        let names: Vec<String> = kernels(&text).into_iter().map(|k| k.name).collect();
        assert_eq!(
            names,
            ["rope_v0", "rope_v1", "rope_v2", "rope_v3", "rope_half"]
        );
    }
}
