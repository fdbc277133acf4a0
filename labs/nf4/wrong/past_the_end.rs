// must fail: blocks/nibbles — reads as many codes as it is asked for, whether they are there or not
pub fn unpack(bytes: &[u8], n: usize) -> Vec<u8> {
    (0..n).map(|i| if i % 2 == 0 { bytes[i / 2] >> 4 } else { bytes[i / 2] & 15 }).collect()
}
