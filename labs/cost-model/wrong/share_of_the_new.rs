// must fail: savings/sign — a share of the new price: the growth of speed, not the saving
use cost_model::CostError;

pub fn savings_percent(old: f64, new: f64) -> Result<f64, CostError> {
    if !(old > 0.0 && old.is_finite() && new >= 0.0 && new.is_finite()) {
        return Err(CostError::Price);
    }
    Ok(100.0 * (old - new) / new)
}
