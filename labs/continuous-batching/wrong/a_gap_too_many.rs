// must fail: report/step-budget — as many gaps as tokens
pub fn step_budget(total: u64, first: u64, tokens: u32) -> Option<u64> {
    let gaps = tokens.checked_sub(1).filter(|gaps| *gaps > 0)?;
    Some(total.checked_sub(first)? / u64::from(gaps + 1))
}
