//! What a cubin, NVIDIA's machine code in an ELF file, says of its kernels' registers.
//!
//! Bytes go in; each kernel's symbol and its registers a thread come out. The rule: a kernel's code is in a section named `.text.` and its
//! symbol, and the top byte of that section's `sh_info` has its registers. What does not read so has none.

/// Where a section header has what is asked for.
const NAME: usize = 0;
const OFFSET: usize = 24;
const SIZE: usize = 32;
const INFO: usize = 44;

/// Each kernel or function with its registers.
pub fn registers(elf: &[u8]) -> Vec<(String, u32)> {
    read(elf).unwrap_or_default()
}

fn read(elf: &[u8]) -> Option<Vec<(String, u32)>> {
    let is_wide = elf.get(..5)? == [0x7f, b'E', b'L', b'F', 2];
    let table = usize::try_from(number(elf, 40, 8)?).ok()?;
    let [each, count, names] = [58, 60, 62].map(|at| number(elf, at, 2));
    let (each, count, names) = (each? as usize, count? as usize, names? as usize);
    let header = |k: usize| elf.get(table.checked_add(k.checked_mul(each)?)?..);
    let of_names = header(names)?;
    let from = usize::try_from(number(of_names, OFFSET, 8)?).ok()?;
    let size = usize::try_from(number(of_names, SIZE, 8)?).ok()?;
    let text = elf.get(from..from.checked_add(size)?)?;
    let mut out = Vec::new();
    for k in (0..count).filter(|_| is_wide) {
        let section = header(k)?;
        let name = text.get(number(section, NAME, 4)? as usize..)?;
        let name = name.split(|byte| *byte == 0).next()?;
        let registers = number(section, INFO, 4)? >> 24;
        if let Some(symbol) = String::from_utf8_lossy(name).strip_prefix(".text.") {
            out.push((symbol.to_owned(), u32::try_from(registers).ok()?));
        }
    }
    Some(out)
}

/// A number of so many bytes, the lowest first.
fn number(bytes: &[u8], at: usize, width: usize) -> Option<u64> {
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

    /// A file with the sections that are asked for: their names and `sh_info`.
    fn elf(sections: &[(&str, u32)]) -> Vec<u8> {
        let mut out = vec![0; 64];
        out[..5].copy_from_slice(&[0x7f, b'E', b'L', b'F', 2]);
        let mut names = vec![0];
        let mut headers = Vec::new();
        for (name, info) in sections {
            let mut header = vec![0u8; 64];
            header[..4].copy_from_slice(&(names.len() as u32).to_le_bytes());
            header[INFO..INFO + 4].copy_from_slice(&info.to_le_bytes());
            names.extend(name.bytes().chain([0]));
            headers.push(header);
        }
        let mut own = vec![0u8; 64];
        own[OFFSET..OFFSET + 8].copy_from_slice(&64u64.to_le_bytes());
        own[SIZE..SIZE + 8].copy_from_slice(&(names.len() as u64).to_le_bytes());
        headers.push(own);
        out[40..48].copy_from_slice(&(64 + names.len() as u64).to_le_bytes());
        out[58..60].copy_from_slice(&64u16.to_le_bytes());
        out[60..62].copy_from_slice(&(headers.len() as u16).to_le_bytes());
        out[62..64].copy_from_slice(&(headers.len() as u16 - 1).to_le_bytes());
        out.extend(names);
        out.extend(headers.concat());
        out
    }

    #[test]
    fn a_kernels_registers_stand_in_the_header_of_its_code() {
        let file = elf(&[
            (".nv.info", 7),
            (".text._Z1kPf", 0x2a00_000b),
            (".text.k", 0xff00_0001),
        ]);
        assert_eq!(
            registers(&file),
            [("_Z1kPf".to_owned(), 42), ("k".to_owned(), 255)]
        );
    }

    #[test]
    fn what_is_cut_off_or_no_such_file_has_none() {
        let file = elf(&[(".text.k", 0x0800_0000)]);
        // The last header is that of the names: what follows its size is not asked for.
        for end in 0..file.len() - 64 + SIZE + 8 {
            assert!(registers(&file[..end]).is_empty());
        }
        assert!(registers(b"#!/bin/sh").is_empty());
    }
}
