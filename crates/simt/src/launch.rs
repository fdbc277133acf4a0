//! What a caller brings to a run: memory, a launch, options; and `run`.
