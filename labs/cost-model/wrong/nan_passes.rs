// must fail: price/errors — refuses what is too small, and a NaN is not smaller than anything
use cost_model::CostError;

pub fn per_million(price_h: f64, tok_s: f64, utilisation: f64) -> Result<f64, CostError> {
    if price_h < 0.0 || price_h.is_infinite() {
        return Err(CostError::Price);
    }
    if tok_s <= 0.0 || tok_s.is_infinite() {
        return Err(CostError::Speed);
    }
    if utilisation <= 0.0 || utilisation > 1.0 {
        return Err(CostError::Utilisation);
    }
    Ok(price_h / (3600.0 * tok_s * utilisation) * 1e6)
}
