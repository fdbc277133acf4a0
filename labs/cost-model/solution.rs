//! What tokens cost on a card that is paid by the hour.

use cost_model::CostError;

// Part price.

/// Price of a million tokens on a card that costs `price_h` an hour, makes `tok_s` tokens a second while it is busy, and is
/// busy for the share `utilisation` of the time.
//@anchor price
pub fn per_million(price_h: f64, tok_s: f64, utilisation: f64) -> Result<f64, CostError> {
    //@solution
    price(price_h)?;
    speed(tok_s)?;
    share(utilisation)?;
    let tokens_an_hour = 3600.0 * tok_s * utilisation;
    Ok(price_h / tokens_an_hour * 1e6)
    //@starter
    //| todo!()
    //@end
}
//@solution

/// 0 and more; a NaN is neither.
fn price(price: f64) -> Result<(), CostError> {
    if price >= 0.0 && price.is_finite() { Ok(()) } else { Err(CostError::Price) }
}

fn speed(tok_s: f64) -> Result<(), CostError> {
    if tok_s > 0.0 && tok_s.is_finite() { Ok(()) } else { Err(CostError::Speed) }
}

/// A share, not a percentage.
fn share(utilisation: f64) -> Result<(), CostError> {
    if utilisation > 0.0 && utilisation <= 1.0 { Ok(()) } else { Err(CostError::Utilisation) }
}
//@end
//@endanchor price

// Part request.

/// Price of a request that reads `input` tokens at `prefill` tokens a second and writes `output` tokens at `decode`.
//@anchor request
pub fn per_request(
    price_h: f64,
    prefill: f64,
    decode: f64,
    utilisation: f64,
    input: u32,
    output: u32,
) -> Result<f64, CostError> {
    //@solution
    price(price_h)?;
    speed(prefill)?;
    speed(decode)?;
    share(utilisation)?;
    let seconds = f64::from(input) / prefill + f64::from(output) / decode;
    Ok(price_h / 3600.0 * seconds / utilisation)
    //@starter
    //| todo!()
    //@end
}
//@endanchor request

// Part savings.

/// How much cheaper `new` is than `old`, in per cent of `old`; below 0 where it is dearer.
//@anchor savings
pub fn savings_percent(old: f64, new: f64) -> Result<f64, CostError> {
    //@solution
    price(old)?;
    price(new)?;
    if old == 0.0 {
        return Err(CostError::Price);
    }
    Ok(100.0 * (old - new) / old)
    //@starter
    //| todo!()
    //@end
}
//@endanchor savings

// Part break-even.

/// The utilisation from which a card is cheaper than an API that asks `api_per_million` for a million tokens; none if even a
/// card that is always busy is dearer.
//@anchor break-even
pub fn break_even(price_h: f64, api_per_million: f64, tok_s: f64) -> Result<Option<f64>, CostError> {
    //@solution
    let busy = per_million(price_h, tok_s, 1.0)?;
    price(api_per_million)?;
    if api_per_million == 0.0 {
        return Err(CostError::Price);
    }
    let share = busy / api_per_million;
    Ok((share <= 1.0).then_some(share))
    //@starter
    //| todo!()
    //@end
}
//@endanchor break-even
