// must fail: blocks/nibbles — puts the first code into the lower four bits
pub fn pack(codes: &[u8]) -> Vec<u8> {
    codes.chunks(2).map(|pair| pair[0] | pair.get(1).unwrap_or(&7) << 4).collect()
}
