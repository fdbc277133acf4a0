//! CUDA C++ in; an exact, deterministic run of its warps and a report out.
