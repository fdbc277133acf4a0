// must fail: request/phases — reads the prompt at the speed of writing
use cost_model::CostError;

pub fn per_request(
    price_h: f64,
    prefill: f64,
    decode: f64,
    utilisation: f64,
    input: u32,
    output: u32,
) -> Result<f64, CostError> {
    if !(prefill > 0.0) {
        return Err(CostError::Speed);
    }
    if !(utilisation > 0.0 && utilisation <= 1.0) {
        return Err(CostError::Utilisation);
    }
    let seconds = f64::from(input + output) / decode;
    Ok(price_h / 3600.0 * seconds / utilisation)
}
