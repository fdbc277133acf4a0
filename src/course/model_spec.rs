//! A language model's shape, as `content/data/models.yaml` has it.
//!
//! A row goes in, a [`ModelSpec`] comes out. Sizes are of the published weights; what follows from them is computed.

use super::front::Yaml;
use super::yaml::{Node, Value};

/// The file, relative to the course's root.
pub(crate) const FILE: &str = "content/data/models.yaml";

/// The shape of a decoder, or of an encoder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelSpec {
    /// `model.llama-3-8b`.
    pub id: String,
    /// `Llama 3.1 8B`.
    pub name: String,
    /// Parameters in billions (10⁹), embeddings included.
    pub params: f64,
    /// Layers.
    pub layers: u32,
    /// Width of the hidden state.
    pub hidden: u32,
    /// Query heads.
    pub heads: u32,
    /// Heads of keys and values.
    pub kv_heads: u32,
    /// Width of a head.
    pub head_dim: u32,
    /// Width of the feed-forward layer.
    pub ffn: u32,
    /// Matrices of the feed-forward layer: 3 with a gate, 2 without.
    pub ffn_matrices: u32,
    /// Entries of the vocabulary.
    pub vocab: u32,
    /// Whether the last matrix is the embedding again, and is counted once.
    pub tied: bool,
    /// Whether it reads its whole text at once and so keeps no cache.
    pub encoder: bool,
    /// Where the figures come from.
    pub source: String,
}

impl ModelSpec {
    /// Bytes of the KV cache that one token takes in 16 bits: a key and a value in each layer.
    pub fn kv_bytes(&self) -> f64 {
        2.0 * 2.0 * f64::from(self.layers) * f64::from(self.kv_heads) * f64::from(self.head_dim)
    }
}

/// Every key that a row may have.
pub(crate) const KEYS: [&str; 14] = [
    "id",
    "name",
    "params",
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "head_dim",
    "ffn",
    "vocab",
    "source",
    "ffn_matrices",
    "tied",
    "encoder",
];

/// Reads a row.
pub(crate) fn row(yaml: &mut Yaml<'_>, node: &Node) -> ModelSpec {
    let mut row = ModelSpec {
        ffn_matrices: 3,
        ..ModelSpec::default()
    };
    // The last three have a value where they are left out: a gate, weights of their own, a decoder.
    for (key, value) in yaml.map(node, &KEYS, &KEYS[..11]) {
        let whole = |yaml: &mut Yaml<'_>| yaml.whole(key, value).unwrap_or(0);
        match key {
            "id" => row.id = yaml.id(key, value),
            "name" => row.name = yaml.text(key, value),
            "params" => row.params = params(yaml, key, value),
            "layers" => row.layers = whole(yaml),
            "hidden" => row.hidden = whole(yaml),
            "heads" => row.heads = whole(yaml),
            "kv_heads" => row.kv_heads = whole(yaml),
            "head_dim" => row.head_dim = whole(yaml),
            "ffn" => row.ffn = whole(yaml),
            "vocab" => row.vocab = whole(yaml),
            "ffn_matrices" => row.ffn_matrices = whole(yaml),
            "tied" => row.tied = yaml.flag(key, value),
            "encoder" => row.encoder = yaml.flag(key, value),
            _ => row.source = yaml.text(key, value),
        }
    }
    row
}

fn params(yaml: &mut Yaml<'_>, key: &str, node: &Node) -> f64 {
    match &node.value {
        Value::Int(n) if *n > 0 => *n as f64,
        Value::Float(x) if *x > 0.0 => *x,
        other => {
            let message = format!("`{key}` must be a number above 0, found {}", other.kind());
            yaml.add(node.line, node.column, message, None);
            0.0
        }
    }
}
