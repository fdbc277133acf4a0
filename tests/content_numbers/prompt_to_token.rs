//! Numbers of the module from prompt to token, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example and typed table.

use crate::page::fact;

#[test]
fn the_cache_of_a_token_follows_from_heads_and_layers() {
    // Keys and values, two bytes each, in every layer.
    let bytes = |layers: f64, kv_heads: f64| 2.0 * 2.0 * layers * kv_heads * 128.0;
    assert_eq!(
        fact("model.llama-2-7b.kv_token"),
        bytes(32.0, 32.0) / 1024.0
    );
    assert_eq!(
        fact("model.llama-2-70b.kv_token"),
        bytes(80.0, 8.0) / 1024.0
    );
    assert_eq!(fact("model.qwen2.5-3b.kv_token"), bytes(36.0, 2.0) / 1024.0);
}
