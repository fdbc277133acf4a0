// must fail: price/errors — takes 30 for 30 per cent
use cost_model::CostError;

pub fn per_million(price_h: f64, tok_s: f64, utilisation: f64) -> Result<f64, CostError> {
    if !(price_h >= 0.0 && price_h.is_finite()) {
        return Err(CostError::Price);
    }
    if !(tok_s > 0.0 && tok_s.is_finite()) {
        return Err(CostError::Speed);
    }
    if !(utilisation > 0.0 && utilisation <= 100.0) {
        return Err(CostError::Utilisation);
    }
    let share = if utilisation > 1.0 { utilisation / 100.0 } else { utilisation };
    Ok(price_h / (3600.0 * tok_s * share) * 1e6)
}
