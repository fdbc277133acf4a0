//! What a cubin, NVIDIA's machine code in an ELF file, says of its kernels' registers.
//!
//! Bytes go in; each kernel's symbol and its registers a thread come out. The rule: the section `.nv.info` is a list of facts, of which those
//! numbered [`REGISTERS`] hold a symbol's number and its registers; what does not read so has none.

/// A section header's parts: where, and how wide.
const NAME: (usize, usize) = (0, 4);
const OFFSET: (usize, usize) = (24, 8);
const SIZE: (usize, usize) = (32, 8);
const LINK: (usize, usize) = (40, 4);

/// A fact with a value of its own size.
const SIZED: u64 = 4;
/// The fact that says how many registers a kernel has.
const REGISTERS: u64 = 0x2f;
/// Bytes of a symbol.
const SYMBOL: usize = 24;

/// Each kernel or function with its registers.
pub fn registers(elf: &[u8]) -> Vec<(String, u32)> {
    read(elf).unwrap_or_default()
}

fn read(elf: &[u8]) -> Option<Vec<(String, u32)>> {
    if elf.get(..5)? != [0x7f, b'E', b'L', b'F', 2] {
        return None;
    }
    let [count, names] = [60, 62].map(|at| number(elf, (at, 2)));
    let names = content(elf, names?)?;
    let facts = (0..count?).find(|k| {
        let name = header(elf, *k).and_then(|of| number(of, NAME));
        name.and_then(|at| text(names, at)).as_deref() == Some(".nv.info")
    })?;
    let table = number(header(elf, facts)?, LINK)?;
    let symbols = content(elf, table)?;
    let spelt = content(elf, number(header(elf, table)?, LINK)?)?;
    let mut out = Vec::new();
    let mut rest = content(elf, facts)?;
    while let (Some(form), Some(what)) = (number(rest, (0, 1)), number(rest, (1, 1))) {
        let sized = form == SIZED;
        let size = if sized {
            usize::try_from(number(rest, (2, 2))?).ok()?
        } else {
            0
        };
        if sized && what == REGISTERS {
            let (symbol, registers) = (number(rest, (4, 4))?, number(rest, (8, 4))?);
            let at = usize::try_from(symbol).ok()?.checked_mul(SYMBOL)?;
            let name = text(spelt, number(symbols.get(at..)?, NAME)?)?;
            out.push((name, u32::try_from(registers).ok()?));
        }
        rest = rest.get(4 + size..)?;
    }
    Some(out)
}

/// A section's header and all behind it.
fn header(elf: &[u8], section: u64) -> Option<&[u8]> {
    let (table, each) = (number(elf, (40, 8))?, number(elf, (58, 2))?);
    let at = table.checked_add(section.checked_mul(each)?)?;
    elf.get(usize::try_from(at).ok()?..)
}

/// A section's bytes.
fn content(elf: &[u8], section: u64) -> Option<&[u8]> {
    let of = header(elf, section)?;
    let from = usize::try_from(number(of, OFFSET)?).ok()?;
    let size = usize::try_from(number(of, SIZE)?).ok()?;
    elf.get(from..from.checked_add(size)?)
}

/// A text that ends in a zero.
fn text(among: &[u8], at: u64) -> Option<String> {
    let from = among.get(usize::try_from(at).ok()?..)?;
    let text = from.split(|byte| *byte == 0).next()?;
    Some(String::from_utf8_lossy(text).into_owned())
}

/// A number somewhere, of so many bytes, the lowest first.
fn number(bytes: &[u8], (at, width): (usize, usize)) -> Option<u64> {
    let of = bytes.get(at..at.checked_add(width)?)?;
    Some(
        of.iter()
            .rev()
            .fold(0, |all, byte| all << 8 | u64::from(*byte)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A file that says the registers of some symbols.
    fn elf(kernels: &[(&str, u32)]) -> Vec<u8> {
        let mut spelt = vec![0];
        let mut symbols = vec![0; SYMBOL];
        // Before them, a fact without a size.
        let mut facts = vec![1, 0x17, 0, 0];
        for (number, (name, registers)) in (1u32..).zip(kernels) {
            let mut symbol = vec![0; SYMBOL];
            symbol[..4].copy_from_slice(&(spelt.len() as u32).to_le_bytes());
            spelt.extend(name.bytes().chain([0]));
            symbols.extend(symbol);
            facts.extend([SIZED as u8, REGISTERS as u8, 8, 0]);
            facts.extend(number.to_le_bytes());
            facts.extend(registers.to_le_bytes());
        }
        let names = b"\0.nv.info\0".to_vec();
        let sections = [
            (0u32, names, 0u32),
            (0, spelt, 0),
            (0, symbols, 1),
            (1, facts, 2),
        ];
        let mut out = vec![0; 64];
        out[..5].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2]);
        let mut headers = Vec::new();
        for (name, bytes, link) in sections {
            let mut of = [0u8; 64];
            of[..4].copy_from_slice(&name.to_le_bytes());
            of[24..32].copy_from_slice(&(out.len() as u64).to_le_bytes());
            of[32..40].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
            of[40..44].copy_from_slice(&link.to_le_bytes());
            headers.extend(of);
            out.extend(bytes);
        }
        let table = out.len() as u64;
        out[40..48].copy_from_slice(&table.to_le_bytes());
        out[58..60].copy_from_slice(&64u16.to_le_bytes());
        out[60..62].copy_from_slice(&4u16.to_le_bytes());
        out.extend(headers);
        out
    }

    #[test]
    fn a_kernels_registers_stand_among_the_facts() {
        let wanted = [("_Z1kPf".to_owned(), 42), ("k".to_owned(), 255)];
        assert_eq!(registers(&elf(&[("_Z1kPf", 42), ("k", 255)])), wanted);
    }

    #[test]
    fn what_is_cut_off_or_no_such_file_has_none() {
        let file = elf(&[("k", 8)]);
        // The last header is read as far as its link.
        for end in 0..file.len() - 64 + 44 {
            assert!(registers(&file[..end]).is_empty(), "{end}");
        }
        assert!(registers(b"#!/bin/sh").is_empty());
    }
}
