//! Every generated figure: a file a folder of lessons, each with `all`.

pub mod advanced_quantization;
pub mod benchmark_days;
pub mod compression;
pub mod cuda_kernels;
pub mod formats;
pub mod gpu_attention;
pub mod gpu_computing;
pub mod gpu_fitting;
pub mod gpu_optimise;
pub mod gpu_questions;
pub mod gpu_tutorial;
pub mod profiling;
pub mod prompt_to_token;
pub mod prompt_to_token_second;
pub mod quantization_basics;
pub mod serving_engines;
pub mod serving_stack;
pub mod week_2;
pub mod week_2_results;
pub mod week_2_second;

use super::Figure;

/// All of them.
pub fn all() -> Vec<Figure> {
    [
        compression::all(),
        formats::all(),
        gpu_optimise::all(),
        gpu_questions::all(),
        profiling::all(),
        prompt_to_token::all(),
        prompt_to_token_second::all(),
        week_2::all(),
        week_2_second::all(),
        week_2_results::all(),
        cuda_kernels::all(),
        quantization_basics::all(),
        advanced_quantization::all(),
        benchmark_days::all(),
        serving_stack::all(),
        serving_engines::all(),
        gpu_computing::all(),
        gpu_attention::all(),
        gpu_tutorial::all(),
        gpu_fitting::all(),
    ]
    .concat()
}
