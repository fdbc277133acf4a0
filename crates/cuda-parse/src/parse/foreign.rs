//! Is this CUDA C++ at all? A source that did not parse, and why, in; one diagnostic instead of many out.
//!
//! Rules: asked only of a text without device code that has errors or includes nothing, so that no CUDA file can
//! be taken for something else; a language is recognised by how some line begins, and named. Of a text that includes
//! something, only what stands before that.

use super::{Broken, Parser};
use cuda_source::diag::{Code, Diag};
use cuda_source::source::{Source, Span};

/// How lines begin in languages that people paste by mistake.
const BEGINNINGS: &[(&str, &str)] = &[
    ("<!doctype", "HTML"),
    ("<html", "HTML"),
    ("<?xml", "XML"),
    ("<?php", "PHP"),
    ("#!/bin/", "a shell script"),
    ("#!/usr/bin/env python", "Python"),
    ("#!/usr/bin/env", "a script"),
    ("import torch", "Python"),
    ("import numpy", "Python"),
    ("import triton", "Python"),
    ("@triton.jit", "Triton"),
    ("@cuda.jit", "Numba"),
    ("from ", "Python"),
    ("def ", "Python"),
    ("import ", "Python"),
    ("print(", "Python"),
    ("fn ", "Rust"),
    ("pub fn ", "Rust"),
    ("use std::", "Rust"),
    ("let mut ", "Rust"),
    ("impl ", "Rust"),
    ("package ", "Go or Java"),
    ("func ", "Go or Swift"),
    ("public class ", "Java or C#"),
    ("function ", "JavaScript"),
    ("console.log", "JavaScript"),
    ("#version ", "GLSL"),
    ("__kernel ", "OpenCL C"),
    ("kernel void ", "Metal or OpenCL C"),
    (".version ", "PTX"),
    ("@group(", "WGSL"),
    ("@compute", "WGSL"),
    ("subroutine ", "Fortran"),
    ("program ", "Fortran"),
    ("module ", "Fortran"),
    ("select ", "SQL"),
    ("{\"", "JSON"),
    ("---", "Markdown or YAML"),
    ("# ", "Markdown or Python"),
    ("```", "Markdown"),
    ("%pdf-", "PDF"),
    ("\u{7f}elf", "a binary file"),
    ("pk\u{3}\u{4}", "a zip archive"),
    ("\u{89}png", "an image"),
];

/// How much of a text is looked at.
const LOOKED_AT: usize = 400;

/// The one thing to say of a text whose characters have two or four bytes each: read as UTF-8, every other one of its characters is a zero.
pub(super) fn wide_text(source: &Source) -> Option<Diag> {
    let begin = source.text().chars().take(LOOKED_AT);
    let (zeros, all) = begin.fold((0, 0), |(zeros, all), c| {
        (zeros + usize::from(c == '\0'), all + 1)
    });
    if zeros < 4 || 5 * zeros < 2 * all {
        return None;
    }
    let line = source.line_span(1);
    let message =
        "this text is not in UTF-8 but in UTF-16 or UTF-32: every second character is a zero";
    let help =
        "save it as UTF-8 in the editor, or convert it: `iconv -f UTF-16 -t UTF-8 old.cu > new.cu`";
    Some(Diag::error(Code::NotCuda, Span::at(line.start), message).help(help))
}

/// The one thing to say of a text that is no CUDA C++; nothing if it may be.
pub(super) fn not_cuda(source: &Source, diags: &[Diag]) -> Option<Diag> {
    let text = source.text();
    let cuda = ["__global__", "__device__"]
        .iter()
        .any(|word| text.contains(word));
    let failed = diags.iter().any(Diag::is_error);
    if cuda || (!failed && text.lines().any(is_include)) {
        return None;
    }
    let (line, language) = foreign_line(source)?;
    let span = source.line_span(line);
    let said = source.slice(span);
    let indent = (said.len() - said.trim_start().len()) as u32;
    let span = Span::new(span.start + indent, span.end);
    let message = format!("this does not look like CUDA C++ but like {language}");
    let help = "a kernel is C++ with `__global__ void name(…) { … }`";
    Some(Diag::error(Code::NotCuda, span, message).help(help))
}

impl Parser<'_> {
    /// Says what `%%cuda` before a program is.
    pub(super) fn notebook_line(&mut self) -> Broken {
        let span = self.source.line_around(self.span().start);
        let message = "a line with `%%` belongs to a notebook's cell, not to the program in it";
        let diag = Diag::error(Code::Expected, span, message);
        self.say(diag.help("remove the line").fix(span, ""))
    }
}

fn is_include(line: &str) -> bool {
    let directive = line.trim_start().strip_prefix('#');
    directive.is_some_and(|rest| rest.trim_start().starts_with("include"))
}

/// Whether a line is a directive with blanks after its `#`, which Markdown's headings and Python's comments look like.
fn is_directive(line: &str) -> bool {
    const NAMES: [&str; 11] = [
        "define ", "undef ", "if ", "ifdef ", "ifndef ", "else", "elif ", "endif", "pragma ",
        "error ", "warning ",
    ];
    let name = line.strip_prefix('#').map_or("", str::trim_start);
    NAMES.iter().any(|known| name.starts_with(known))
}

/// The first line that begins as in another language, and which.
fn foreign_line(source: &Source) -> Option<(u32, &'static str)> {
    let lines = source.line_count().min(LOOKED_AT as u32);
    let includes = |line: &u32| is_include(source.line_text(*line));
    let mut looked_at = (1..=lines).take_while(|line| !includes(line));
    looked_at.find_map(|line| {
        let text = source.line_text(line).trim_start();
        if is_directive(text) {
            return None;
        }
        let start: String = text.chars().take(40).collect::<String>().to_lowercase();
        let found = BEGINNINGS
            .iter()
            .find(|(begin, _)| start.starts_with(begin));
        found.map(|(_, language)| (line, *language))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_wide_characters_is_told_once() {
        let program = "int main() { return 0; }\n";
        let wide = |zeros: &str| {
            program
                .chars()
                .fold(String::new(), |t, c| t + &format!("{c}{zeros}"))
        };
        let marked = format!("\u{fffd}\u{fffd}{}", wide("\0"));
        for text in [wide("\0"), marked, wide("\0\0\0")] {
            let (_, said) = super::super::parse(&Source::new("a.cu", text), |_| false);
            let [one] = &said[..] else {
                panic!("{said:?}");
            };
            assert!(
                one.code == Code::NotCuda && one.message.contains("UTF-16"),
                "{one:?}"
            );
        }
        let one_zero = format!("{program}\0");
        let (_, said) = super::super::parse(&Source::new("a.cu", one_zero), |_| false);
        assert!(
            said.iter().all(|diag| diag.code != Code::NotCuda),
            "{said:?}"
        );
    }
}
