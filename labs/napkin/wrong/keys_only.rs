// must fail: bytes/cache — counts the keys and forgets the values
pub fn cache_per_token(layers: u64, kv_heads: u64, head_dim: u64) -> u64 {
    layers * kv_heads * head_dim * 2
}
