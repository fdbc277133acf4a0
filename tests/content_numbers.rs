//! Numbers on pages, computed again.
//!
//! In: pages of `content/` as they are written, figures of `content/data`. Out: one test for each worked example and each
//! typed table. The rule: a test reads the number out of the page, so that a changed page fails, and computes it from first
//! principles (shapes of a model, figures of a device, constants of the page), so that a wrong page fails. A number is
//! right when the computed one, rounded to as many decimals as are printed, is the printed one.
//!
//! A module file below `content_numbers/` belongs to one module of the course. How to write a test:
//!
//! ```ignore
//! let page = read_page("miniaturization/cuda-kernels/lesson-10-rope.md");
//! // The first number behind a phrase; phrases are as in the page's source, figures as they are shown.
//! page.number_after("d = 128 that is").is(2.0 * 4.0 * 512.0 * 32.0 * 128.0 / 1e6); // 16.8 MB
//! page.number_before("TFLOPS in all").is(132.0 * 4096.0 * 1.83e9 / 1e12);
//! // A column of the first table under a heading: the head's words, or their beginning.
//! let printed = page.table_under("What each level holds").column("Bandwidth");
//! printed[0].is(fact("dev.h100.bandwidth") / 1000.0);
//! ```

#[path = "content_numbers/advanced_quantization.rs"]
mod advanced_quantization;
#[path = "content_numbers/benchmark_days.rs"]
mod benchmark_days;
#[path = "content_numbers/compression.rs"]
mod compression;
#[path = "content_numbers/cuda_kernels.rs"]
mod cuda_kernels;
#[path = "content_numbers/formats.rs"]
mod formats;
#[path = "content_numbers/gpu_attention.rs"]
mod gpu_attention;
#[path = "content_numbers/gpu_computing.rs"]
mod gpu_computing;
#[path = "content_numbers/gpu_fitting.rs"]
mod gpu_fitting;
#[path = "content_numbers/gpu_optimise.rs"]
mod gpu_optimise;
#[path = "content_numbers/gpu_questions.rs"]
mod gpu_questions;
#[path = "content_numbers/gpu_tutorial.rs"]
mod gpu_tutorial;
#[path = "content_numbers/inference_stack.rs"]
mod inference_stack;
#[path = "content_numbers/page.rs"]
mod page;
#[path = "content_numbers/profiling.rs"]
mod profiling;
#[path = "content_numbers/prompt_to_token.rs"]
mod prompt_to_token;
#[path = "content_numbers/quantization.rs"]
mod quantization;
#[path = "content_numbers/rows.rs"]
mod rows;
#[path = "content_numbers/serving_engines.rs"]
mod serving_engines;
#[path = "content_numbers/week_2.rs"]
mod week_2;
#[path = "content_numbers/week_2_chips.rs"]
mod week_2_chips;
#[path = "content_numbers/week_2_results.rs"]
mod week_2_results;
#[path = "content_numbers/week_2_second.rs"]
mod week_2_second;
#[path = "content_numbers/week_2_silicon.rs"]
mod week_2_silicon;
