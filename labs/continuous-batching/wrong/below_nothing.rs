// must fail: report/step-budget — takes the first token off without asking whether it was in time
pub fn step_budget(total: u64, first: u64, tokens: u32) -> Option<u64> {
    let gaps = tokens.checked_sub(1).filter(|gaps| *gaps > 0)?;
    Some((total - first) / u64::from(gaps))
}
