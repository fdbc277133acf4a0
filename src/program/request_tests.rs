//! Requests: what they mean, and how each mistake is told.

use super::*;
use serde_json::json;

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let array = Array {
        dtype: Dtype::Float32,
        shape: vec![2, 2],
        data: [1f32, 2.0, 3.0, 4.0]
            .iter()
            .flat_map(|v| v.to_le_bytes())
            .collect(),
    };
    std::fs::write(folder.path().join("a.npy"), array.file()).expect("written");
    folder
}

fn parse(value: Value) -> Result<Request, String> {
    Request::parse(&value.to_string(), folder().path())
}

fn wrong(value: Value) -> String {
    parse(value).expect_err("refused")
}

fn tensor(name: &str, shape: Value) -> Value {
    json!({"name": name, "kind": "tensor", "dtype": "float32", "shape": shape, "dir": "in", "init": "a.npy"})
}

#[test]
fn a_whole_request_is_read() {
    let request = parse(json!({
        "args": [
            tensor("a", json!([4])),
            {"name": "out", "kind": "tensor", "dtype": "bfloat16", "shape": [2, 2], "dir": "out", "init": "zeros"},
            {"name": "n", "kind": "scalar", "ctype": "int", "value": 4},
        ],
        "expect": {"out": "a.npy"}, "atol": 0.5, "launch": {"grid": 2, "block": [8, 4]},
    }));
    let request = request.expect("a request");
    assert_eq!(request.arguments.len(), 3);
    assert_eq!(
        request.tolerance,
        Tolerance {
            atol: 0.5,
            rtol: 1e-5
        }
    );
    assert_eq!(request.expected[0].0, 1);
    let launch = request.launch.expect("a launch");
    assert_eq!((launch.grid, launch.block), (2.into(), (8, 4).into()));
    let Argument::Tensor(a) = &request.arguments[0] else {
        panic!("a tensor")
    };
    assert_eq!(
        (a.shown().as_str(), a.elements(), a.direction),
        ("float32[4]", 4, Direction::In)
    );
}

#[test]
fn every_mistake_is_told_with_its_argument() {
    let only = |argument: Value| wrong(json!({"args": [argument]}));
    assert!(wrong(json!({})).contains("missing field `args`"));
    assert!(only(json!({"name": "n", "kind": "skalar"})).contains("`n` is of the kind `skalar`"));
    let ctype = json!({"name": "n", "kind": "scalar", "ctype": "flaot", "value": 1});
    assert!(only(ctype).contains("did you mean `float`?"));
    let value = json!({"name": "n", "kind": "scalar", "ctype": "int", "value": "many"});
    assert!(only(value).contains("which is no number"));
    let dtype = json!({"name": "x", "kind": "tensor", "dtype": "float23", "shape": [1]});
    assert!(only(dtype).contains("did you mean `float32`?"));
    assert!(only(tensor("a", json!([3]))).contains("has the shape [3], but `a.npy` has [2, 2]"));
    assert!(only(tensor("a", json!([-1]))).contains("negative extent"));
    let huge = json!({"name": "x", "kind": "tensor", "dtype": "int8", "shape": [1u64 << 40], "dir": "out"});
    assert!(only(huge).contains("MiB is the limit"));
    let absent =
        json!({"name": "x", "kind": "tensor", "dtype": "int8", "shape": [1], "init": "b.npy"});
    assert!(only(absent).contains("b.npy` cannot be read"));
    let other =
        json!({"name": "x", "kind": "tensor", "dtype": "int32", "shape": [4], "init": "a.npy"});
    assert!(only(other).contains("`x` is int32, but `a.npy` holds float32"));
    let twice = json!({"args": [tensor("a", json!([4])), tensor("a", json!([4]))]});
    assert!(wrong(twice).contains("two arguments are called `a`"));
}

#[test]
fn what_is_expected_must_be_a_tensor_of_that_name() {
    let expecting = |expect: Value| {
        let n = json!({"name": "n", "kind": "scalar", "value": 1});
        wrong(json!({"args": [tensor("output", json!([4])), n], "expect": expect}))
    };
    assert!(expecting(json!({"ouptut": "a.npy"})).contains("did you mean `output`?"));
    assert!(expecting(json!({"n": "a.npy"})).contains("only tensors are compared"));
    assert!(expecting(json!({"output": 3})).contains("wants the name of an .npy file"));
    let negative = json!({"args": [], "atol": -1});
    assert!(wrong(negative).contains("`atol` is -1"));
    let grid = json!({"args": [], "launch": {"grid": [1, 2, 3, 4], "block": 1}});
    assert!(wrong(grid).contains("`grid` of the launch"));
}

#[test]
fn a_tensor_begins_with_words_numbers_or_a_file() {
    let begins = |dtype: &str, init: Value| {
        let x =
            json!({"name": "x", "kind": "tensor", "dtype": dtype, "shape": [2, 2], "init": init});
        let request = parse(json!({"args": [x]})).expect("a request");
        let Argument::Tensor(x) = request.arguments[0].clone() else {
            panic!("a tensor")
        };
        let bytes = x.init?;
        let elements = bytes.chunks(x.dtype.bytes());
        Some(
            elements
                .map(|one| x.dtype.number(one).real())
                .collect::<Vec<f64>>(),
        )
    };
    assert_eq!(begins("float32", json!("zeros")), None);
    assert_eq!(begins("float32", Value::Null), None);
    assert_eq!(begins("float16", json!("ones")), Some(vec![1.0; 4]));
    assert_eq!(
        begins("int64", json!("arange")),
        Some(vec![0.0, 1.0, 2.0, 3.0])
    );
    assert_eq!(begins("float64", json!(0.25)), Some(vec![0.25; 4]));
    assert_eq!(
        begins("float32", json!("-inf")),
        Some(vec![f64::NEG_INFINITY; 4])
    );
    assert_eq!(
        begins("uint8", json!([1, 2, "0xff", 256])),
        Some(vec![1.0, 2.0, 255.0, 0.0])
    );
    assert_eq!(
        begins("float32", json!("a.npy")),
        Some(vec![1.0, 2.0, 3.0, 4.0])
    );
}

#[test]
fn a_beginning_that_does_not_fit_is_told() {
    let only = |shape: Value, init: Value| {
        let x =
            json!({"name": "x", "kind": "tensor", "dtype": "int8", "shape": shape, "init": init});
        wrong(json!({"args": [x]}))
    };
    assert!(only(json!([2]), json!([1])).contains("lists 1 numbers, but [2] has 2 elements"));
    assert!(only(json!([1]), json!([[1]])).contains("lists [1], which is no number"));
    assert!(only(json!([1]), json!({"a": 1})).contains("it wants `zeros`, `ones`, `arange`"));
    assert!(only(json!([1u64 << 50]), json!("ones")).contains("MiB is the limit"));
}
