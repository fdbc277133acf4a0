//! Nsight Compute's counters beside ours, by name.
//!
//! In: what `ncu --csv --page raw` wrote of a lab's launches, and the machine's counters of the same. Out: pairs of counts. The rule:
//! launches are matched in order, name by name, so a profile of something else gives nothing rather than nonsense.

use simt::report::{Counters, Traffic};

/// A counter that both have.
struct Pair {
    name: &'static str,
    /// What Nsight Compute calls it; a sum where there are several, each so many times.
    metrics: &'static [(f64, &'static str)],
    ours: fn(&Counters) -> u64,
}

macro_rules! sass {
    ($op:literal) => {
        concat!("smsp__sass_thread_inst_executed_op_", $op, "_pred_on.sum")
    };
}

const PAIRS: &[Pair] = &[
    Pair {
        name: "load requests, global",
        metrics: &[(1.0, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum")],
        ours: |c| global(c, |(loads, _)| loads.requests),
    },
    Pair {
        name: "load sectors, global",
        metrics: &[(1.0, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")],
        ours: |c| global(c, |(loads, _)| loads.sectors),
    },
    Pair {
        name: "store requests, global",
        metrics: &[(1.0, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum")],
        ours: |c| global(c, |(_, stores)| stores.requests),
    },
    Pair {
        name: "store sectors, global",
        metrics: &[(1.0, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum")],
        ours: |c| global(c, |(_, stores)| stores.sectors),
    },
    Pair {
        name: "bank conflicts of loads",
        metrics: &[(
            1.0,
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum",
        )],
        ours: |c| c.shared.loads.conflicts(),
    },
    Pair {
        name: "bank conflicts of stores",
        metrics: &[(
            1.0,
            "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum",
        )],
        ours: |c| c.shared.stores.conflicts(),
    },
    Pair {
        name: "FLOP, float",
        metrics: &[
            (1.0, sass!("fadd")),
            (1.0, sass!("fmul")),
            (2.0, sass!("ffma")),
        ],
        ours: |c| c.flops_by.single,
    },
    Pair {
        name: "FLOP, half",
        metrics: &[
            (1.0, sass!("hadd")),
            (1.0, sass!("hmul")),
            (2.0, sass!("hfma")),
        ],
        ours: |c| c.flops_by.half,
    },
    Pair {
        name: "FLOP, double",
        metrics: &[
            (1.0, sass!("dadd")),
            (1.0, sass!("dmul")),
            (2.0, sass!("dfma")),
        ],
        ours: |c| c.flops_by.double,
    },
];

/// Loads and stores of what lies in device memory; constants have a cache of their own.
fn global(c: &Counters, of: fn((&Traffic, &Traffic)) -> u64) -> u64 {
    let buffers = c.buffers.iter().map(|b| (&b.loads, &b.stores));
    let symbols = c.symbols.iter().filter(|symbol| !symbol.constant);
    let symbols = symbols.map(|s| (&s.loads, &s.stores));
    buffers.chain(symbols).map(of).sum()
}

/// The arguments that have `ncu` count what is compared; the program and its own arguments follow.
pub fn arguments() -> Vec<String> {
    let all = PAIRS.iter().flat_map(|pair| pair.metrics);
    let names: Vec<&str> = all.map(|(_, metric)| *metric).collect();
    let fixed = [
        "--csv",
        "--page",
        "raw",
        "--print-units",
        "base",
        "--metrics",
    ];
    let fixed = fixed.into_iter().map(str::to_owned);
    fixed.chain([names.join(",")]).collect()
}

/// One counter of a launch, by both.
#[derive(Clone, Debug, PartialEq)]
pub struct Counted {
    /// What it is.
    pub name: &'static str,
    /// The machine's count.
    pub here: u64,
    /// Nsight Compute's; none where it has no number for it.
    pub there: Option<f64>,
    /// What Nsight Compute calls it.
    pub metric: String,
}

/// A launch as `ncu` wrote it: the kernel's name, and each metric's cell by its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Launch {
    /// `transpose_padded`, or with the parameters' types behind it.
    pub kernel: String,
    cells: Vec<(String, String)>,
}

impl Launch {
    /// Whether this is a launch of that kernel.
    pub fn is_of(&self, kernel: &str) -> bool {
        let name = self.kernel.split(['(', '<']).next().unwrap_or_default();
        name.trim().rsplit([' ', ':']).next() == Some(kernel)
    }

    /// Its counters beside the machine's; those that both call 0 are left out.
    pub fn beside(&self, counters: &Counters) -> Vec<Counted> {
        let pairs = PAIRS.iter().map(|pair| Counted {
            name: pair.name,
            here: (pair.ours)(counters),
            there: self.sum(pair.metrics),
            metric: metric(pair.metrics),
        });
        pairs
            .filter(|one| one.here > 0 || one.there.unwrap_or(0.0) > 0.0)
            .collect()
    }

    fn sum(&self, metrics: &[(f64, &str)]) -> Option<f64> {
        let value = |(times, metric): &(f64, &str)| {
            let (_, cell) = self.cells.iter().find(|(name, _)| name == metric)?;
            // Thousands are set apart by commas.
            Some(times * cell.replace(',', "").parse::<f64>().ok()?)
        };
        metrics.iter().map(value).sum()
    }
}

fn metric(metrics: &[(f64, &str)]) -> String {
    let one = |(times, metric): &(f64, &str)| match *times == 1.0 {
        true => (*metric).to_owned(),
        false => format!("{times} * {metric}"),
    };
    metrics.iter().map(one).collect::<Vec<_>>().join(" + ")
}

/// The launches of what `ncu` wrote, in order.
///
/// # Errors
/// The first line in which it says why there are none.
pub fn launches(text: &str) -> Result<Vec<Launch>, String> {
    let mut rows = text
        .lines()
        .filter(|line| line.starts_with('"'))
        .map(fields);
    let complaint = || {
        let found = text.lines().find(|line| line.starts_with("==ERROR=="));
        let said = found.map(|line| line.trim_start_matches("==ERROR==").trim());
        said.unwrap_or("it wrote no counts").to_owned()
    };
    let head = rows.next().ok_or_else(complaint)?;
    let name = head.iter().position(|cell| cell == "Kernel Name");
    let name = name.ok_or_else(complaint)?;
    // The row below the names has the units.
    let found: Vec<Launch> = rows
        .skip(1)
        .filter(|row| row.len() == head.len())
        .map(|row| Launch {
            kernel: row[name].clone(),
            cells: head.iter().cloned().zip(row).collect(),
        })
        .collect();
    match found.is_empty() {
        true => Err(complaint()),
        false => Ok(found),
    }
}

/// The cells of a line: between quotes, where two quotes are one, and set apart by commas.
fn fields(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    let mut quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match (c, quoted) {
            ('"', true) if chars.peek() == Some(&'"') => {
                chars.next();
                out.last_mut().expect("one at least").push('"');
            }
            ('"', _) => quoted = !quoted,
            (',', false) => out.push(String::new()),
            (c, _) => out.last_mut().expect("one at least").push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const WRITTEN: &str = r#"==PROF== Connected to process 4711
==PROF== Profiling "vadd": 0%....50%....100% - 1 pass
"ID","Kernel Name","Block Size","Grid Size","l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum","smsp__sass_thread_inst_executed_op_fadd_pred_on.sum","smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"
"","","","","sector","inst","inst"
"0","vadd(const float *, int)","(128, 1, 1)","(4, 1, 1)","1,024","2,048","3"
"#;

    #[test]
    fn a_launch_has_its_cells_with_commas_in_names_and_numbers() {
        let found = launches(WRITTEN).expect("a launch");
        assert_eq!(found.len(), 1);
        assert!(found[0].is_of("vadd") && !found[0].is_of("vadd_stride"));
        let sectors = &[(1.0, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum")];
        assert_eq!(found[0].sum(sectors), Some(1024.0));
        let flops = &[(1.0, sass!("fadd")), (2.0, sass!("ffma"))];
        assert_eq!(found[0].sum(flops), Some(2054.0));
        assert_eq!(found[0].sum(&[(1.0, "nothing.sum")]), None);
    }

    #[test]
    fn a_template_and_a_namespace_leave_the_kernels_name() {
        let named = |kernel: &str| Launch {
            kernel: kernel.into(),
            cells: Vec::new(),
        };
        assert!(named("void ours::sum<float>(float *)").is_of("sum"));
        assert!(named("sum").is_of("sum"));
    }

    #[test]
    fn where_nothing_was_counted_it_is_said_in_ncus_words() {
        let refused =
            "==PROF== Connected\n==ERROR== ERR_NVGPUCTRPERM - The user does not have permission\n";
        let said = launches(refused).expect_err("nothing");
        assert!(said.starts_with("ERR_NVGPUCTRPERM"), "{said}");
        assert_eq!(launches("").expect_err("nothing"), "it wrote no counts");
        let head = WRITTEN.lines().nth(2).unwrap_or_default();
        assert!(launches(head).is_err());
    }

    #[test]
    fn a_doubled_quote_is_one() {
        assert_eq!(fields(r#""a ""b""","c, d""#), ["a \"b\"", "c, d"]);
    }
}
