//! What a lab is: cases, oracle, budgets, checks, and the judge of a kernel.
