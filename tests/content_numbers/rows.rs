//! Rows of `content/data` that must agree with themselves.
//!
//! In: the facts. Out: peaks follow from multiprocessors and clocks, sizes of models from their shapes, as far as rows are
//! printed with two or three digits.

use crate::page::facts;

#[track_caller]
fn near(what: &str, printed: f64, computed: f64, share: f64) {
    let off = (printed / computed - 1.0).abs();
    assert!(
        off <= share,
        "{what}: {printed} in the row, {computed} computed"
    );
}

#[test]
fn the_weights_of_a_model_follow_from_its_shape() {
    for model in &facts().models {
        let wide = |heads: u32| f64::from(heads) * f64::from(model.head_dim);
        let hidden = f64::from(model.hidden);
        let attention = 2.0 * hidden * wide(model.heads) + 2.0 * hidden * wide(model.kv_heads);
        let ffn = f64::from(model.ffn_matrices) * hidden * f64::from(model.ffn);
        let tables = if model.tied { 1.0 } else { 2.0 } * hidden * f64::from(model.vocab);
        let all = f64::from(model.layers) * (attention + ffn) + tables;
        // Biases, norms and tables of positions are the rest.
        near(&model.id, model.params, all / 1e9, 0.012);
    }
}

#[test]
fn shared_memory_serves_128_bytes_a_clock() {
    for device in facts().devices.iter().filter(|device| device.runs_cuda()) {
        let clock = device.tensor_clock.unwrap_or(device.clock);
        let computed = 128.0 * f64::from(device.sms) * clock / 1e6;
        // The B200's clocks are not printed anywhere; the row says so.
        let share = if device.unverified.iter().any(|key| key == "clock") {
            0.07
        } else {
            0.02
        };
        near(&device.id, device.shared_bandwidth, computed, share);
    }
}

#[test]
fn fp32_is_two_operations_of_64_or_128_lanes_a_clock() {
    for device in facts().devices.iter().filter(|device| device.runs_cuda()) {
        let lanes = match device.cc.as_str() {
            "7.5" | "8.0" => 64.0,
            _ => 128.0,
        };
        let computed = 2.0 * lanes * f64::from(device.sms) * device.clock / 1e6;
        near(&device.id, device.fp32, computed, 0.02);
    }
}

#[test]
fn eight_bits_are_twice_as_fast_as_sixteen_where_both_are_printed() {
    for device in facts().devices.iter() {
        for rate in [device.fp8, device.int8].into_iter().flatten() {
            let factor = rate / device.tensor16();
            let known = [2.0, 4.0].iter().any(|of| (factor / of - 1.0).abs() < 0.01);
            assert!(known, "{}: 8 bits are {factor} times 16 bits", device.id);
        }
    }
}
