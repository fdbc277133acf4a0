// must fail: break-even/never — a card that is busy twice the time
use cost_model::CostError;

pub fn break_even(price_h: f64, api_per_million: f64, tok_s: f64) -> Result<Option<f64>, CostError> {
    if !(tok_s > 0.0) {
        return Err(CostError::Speed);
    }
    if !(api_per_million > 0.0) {
        return Err(CostError::Price);
    }
    Ok(Some(price_h / (3600.0 * tok_s) * 1e6 / api_per_million))
}
