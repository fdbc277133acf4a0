// must fail: blocks/nibbles — fills the last byte with 0, which stands for −1
pub fn pack(codes: &[u8]) -> Vec<u8> {
    codes.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).unwrap_or(&0)).collect()
}
