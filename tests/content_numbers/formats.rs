//! Numbers of the module on model files, and of the test that ends the part, computed again.
//!
//! In: its pages and facts. Out: one test for each worked example, table and exercise. The perplexities are llama.cpp's own
//! and stand here as it prints them.

use crate::page::{Page, fact, read_page};

fn page(name: &str) -> Page {
    read_page(&format!("miniaturization/formats/{name}.md"))
}

/// The next multiple.
fn up(end: u64, alignment: u64) -> f64 {
    (end.div_ceil(alignment) * alignment) as f64
}

/// The bytes that the first lesson has its reader make, from its `printf` lines.
fn tiny() -> Vec<u8> {
    let page = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/content/miniaturization/formats/lesson-01-gguf.md"
    ))
    .expect("the lesson");
    let mut bytes = Vec::new();
    for line in page.lines().filter(|line| line.starts_with("$ printf '")) {
        let text = line.split('\'').nth(1).expect("between quotes");
        let mut rest = text.as_bytes();
        while let [first, after @ ..] = rest {
            if *first == b'\\' {
                let octal = std::str::from_utf8(&after[..3]).expect("digits");
                bytes.push(u8::from_str_radix(octal, 8).expect("octal"));
                rest = &after[3..];
            } else {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    bytes
}

#[test]
fn the_file_of_120_bytes_is_what_the_lesson_says() {
    let mut right = b"GGUF".to_vec();
    right.extend(3_u32.to_le_bytes());
    right.extend(1_u64.to_le_bytes());
    right.extend(1_u64.to_le_bytes());
    right.extend(17_u64.to_le_bytes());
    right.extend(b"general.alignment");
    right.extend(4_u32.to_le_bytes());
    right.extend(32_u32.to_le_bytes());
    assert_eq!(right.len(), 57);
    right.extend(1_u64.to_le_bytes());
    right.extend(b"w");
    right.extend(1_u32.to_le_bytes());
    right.extend(6_u64.to_le_bytes());
    right.extend(0_u32.to_le_bytes());
    right.extend(0_u64.to_le_bytes());
    assert_eq!(right.len(), 90);
    right.resize(up(90, 32) as usize, 0);
    assert_eq!(right.len(), 96);
    for weight in [1.0_f32, 2.0, -0.5, 0.25, 3.0, -4.0] {
        right.extend(weight.to_le_bytes());
    }
    assert_eq!(right.len(), 120);
    assert_eq!(tiny(), right);
}

#[test]
fn the_dump_shows_the_file() {
    let page = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/content/miniaturization/formats/lesson-01-gguf.md"
    ))
    .expect("the lesson");
    for (n, line) in tiny().chunks(16).enumerate() {
        let pairs: Vec<String> = line
            .chunks(2)
            .map(|pair| pair.iter().map(|byte| format!("{byte:02x}")).collect())
            .collect();
        let dump = format!("{:08x}: {}", 16 * n, pairs.join(" "));
        assert!(page.contains(&dump), "the lesson does not show `{dump}`");
    }
}

#[test]
fn where_data_begins() {
    let page = page("lesson-01-gguf");
    page.number_before(": the next multiple of 32, so 31 bytes")
        .is(up(4001, 32));
    page.number_after("A version of")
        .is(f64::from(3_u32.swap_bytes()));
    page.number_after("1,000 bytes left has at most")
        .is((1000_u32 / 13).into());
    let moved = page.numbers_after("how long is the file? (At", 2);
    moved[0].is(up(90, 64));
    moved[1].is(up(90, 64) + 24.0);
    let pair = 8 + 20 + 4 + 8 + 3;
    page.number_after("8 + 20 + 4 + 8 + 3 =")
        .is(f64::from(pair));
    let longer = page.numbers_after("so the entry ends at", 4);
    longer[0].is(90.0 + f64::from(pair));
    longer[2].is(up(133, 32));
    longer[3].is(up(133, 32) + 24.0);
    assert_eq!((1_u64 << 61).wrapping_mul(24), 0);
    page.number_after("at most 36 / 13 =")
        .is((36_u32 / 13).into());
    let tensor = 4096.0 * 11_008.0 / 256.0 * 144.0;
    page.number_after("/ 256 · 144 =").is(tensor);
    page.number_after("That is").is(tensor / 32.0);
    page.number_after("4.08·10⁹ / 4,096 =")
        .is_to(3, 4.08e9 / 4096.0);
    let (attention, ffn) = (4.0 * 4096.0 * 4096.0, 3.0 * 4096.0 * 11_008.0);
    page.number_after("attention is 4 · 4,096² =")
        .is(attention / 1e6);
    page.number_after("3 · 4,096 · 11,008 =").is(ffn / 1e6);
    page.number_after("= 135.3 million:")
        .is((attention + ffn) / 1e6);
}

#[test]
fn bits_of_every_block() {
    let page = page("lesson-02-q4k");
    let table = page.table_under("Its siblings");
    let blocks = table
        .column("Values")
        .into_iter()
        .zip(table.column("Bytes"));
    for (printed, (values, bytes)) in table.column("Bits a weight").iter().zip(blocks) {
        printed.is(8.0 * bytes.value / values.value);
    }
    // Fields of each block: factors in FP16, then scales, then quants, as ggml-common.h has them.
    let fields = [
        ("Q4_0", 2 + 16),
        ("Q8_0", 2 + 32),
        ("Q8_1", 2 + 2 + 32),
        ("Q4_K", 2 + 2 + 12 + 128),
        ("Q5_K", 2 + 2 + 12 + 32 + 128),
        ("Q6_K", 128 + 64 + 16 + 2),
    ];
    for (name, bytes) in fields {
        table.number_at(name, "Bytes").is(f64::from(bytes));
    }
    page.number_after("8 · 12 + 2 · 16 =")
        .is(256.0 * 4.0 + 8.0 * 12.0 + 2.0 * 16.0);
    page.number_after("16 / 8.5 =").is(16.0 / 8.5);
    page.number_after("with Q8_0, 16 / 4.5 =").is(16.0 / 4.5);
}

#[test]
fn a_weight_of_a_block_by_hand() {
    let page = page("lesson-02-q4k");
    let (d, dmin) = (2.0_f64.powi(-8), 2.0_f64.powi(-7));
    let (s1, s5, s9) = (0x87_u8, 0x4a_u8, 0x3d_u8);
    let scale = f64::from((s9 & 15) | (s1 >> 6) << 4);
    let minimum = f64::from((s9 >> 4) | (s5 >> 6) << 4);
    page.number_after("13 + 2 · 16 =").is(scale);
    page.number_after("So 3 + 16 =").is(minimum);
    let q = f64::from(0xb6_u8 >> 4);
    page.number_after("0.0078125 · 19 =").is(d * scale * q);
    page.number_after("1.93359375 − 0.1484375 = **")
        .is(d * scale * q - dmin * minimum);
    let second = d * f64::from(s1 & 63) * f64::from(0x2f_u8 >> 4) - dmin * f64::from(s5 & 63);
    page.number_after("0.0078125 · 10 =").is(second);
    page.number_after("Above: 63 · 15 / 256 =")
        .is(63.0 * 15.0 / 256.0);
    page.number_after("−63 / 256 =").is(-63.0 / 256.0);
}

#[test]
fn sizes_of_one_matrix() {
    let page = page("lesson-02-q4k");
    let weights = 4096.0 * 4096.0;
    page.number_after("in MB it is").is(4.0 * weights / 1e6);
    page.number_after("67.1 / 9.44 =").is(32.0 / 4.5);
    page.number_after("with 4.625 it would be")
        .is(weights * 4.625 / 8.0 / 1e6);
    let bandwidth = fact("dev.a100.bandwidth");
    let fp16 = page.numbers_after("{#q4k-q4}", 4);
    fp16[0].is(2.0 * weights / 1e6);
    fp16[2].is(2.0 * weights / bandwidth / 1e3);
    fp16[3].is(weights * 4.5 / 8.0 / 1e6);
    page.number_after("9.44 MB: ")
        .is(weights * 4.5 / 8.0 / bandwidth / 1e3);
}

/// Bits of Llama 2 7B in Q4_K_M: of a layer in two parts, and of the whole.
fn q4_k_m() -> (f64, f64, f64) {
    let of = |key: &str| fact(&format!("model.llama-2-7b.{key}"));
    let (square, wide) = (of("hidden") * of("hidden"), of("hidden") * of("ffn"));
    let plain = (3.0 * square + 2.0 * wide) * 4.5;
    let mixed = (square + wide) * (4.5 + 6.5625) / 2.0;
    let table = of("vocab") * of("hidden");
    let all = of("layers") * (plain + mixed) + table * (4.5 + 6.5625);
    (plain, mixed, all)
}

#[test]
fn the_recipe_of_a_file() {
    let page = page("lesson-03-llama-cpp");
    let (plain, mixed, all) = q4_k_m();
    page.number_after("million at 4.5 bits,").is(plain / 1e6);
    page.number_after("/ 2 = 5.53 bits,").is(mixed / 1e6);
    page.number_after("32 · 974.5 =")
        .is(32.0 * (plain + mixed) / 1e6);
    let table = 32_000.0 * 4096.0;
    page.number_after("million at 4.5: ").is(table * 4.5 / 1e6);
    page.number_after("as many at 6.5625:")
        .is(table * 6.5625 / 1e6);
    page.number_after("6. Together").is(all / 1e6);
    page.number_after("32,634 Mbit =").is(all / 8e9);
    page.number_after("Over 6.738 billion weights:")
        .is(all / 1e9 / fact("model.llama-2-7b.params"));
}

#[test]
fn sizes_of_files() {
    let page = page("lesson-03-llama-cpp");
    let of = |model: &str, bits: f64| fact(&format!("model.{model}.params")) * bits / 8.0;
    let seven = page.numbers_after("6.738·10⁹ · 4.84 / 8 =", 2);
    seven[0].is(of("llama-2-7b", 4.84));
    seven[1].is(of("llama-2-7b", 4.84) / 1.024_f64.powi(3));
    page.number_after("the same recipe gives 4.80:")
        .is(of("llama-2-70b", 4.80));
    page.number_after("41.4 GB, which is")
        .is(41.4 / 1.024_f64.powi(3));
    page.number_after("in Q6_K at 6.56 bits (")
        .is(of("llama-2-70b", 6.56));
    page.number_after("in Q4_K_M (").is(of("mistral-7b", 4.84));
    page.number_after("4.918 GB, times 8 over 8.03:")
        .is(4.58 * 1.024_f64.powi(3) * 8.0 / 8.03);
    page.number_after("40 · 4.08 = 163 GB/s:")
        .is(100.0 * 40.0 * 4.08 / fact("dev.rtx-2000-ada.bandwidth"));
    let card = page.numbers_after("counted as 40 GiB,", 2);
    card[0].is(40.0 * 1.024_f64.powi(3));
    card[1].is(40.0 * 1.024_f64.powi(3) - 41.4);
    let spare = fact("dev.a100.memory") - 41.4;
    page.number_after("it fits, with").is(spare);
    let left = fact("dev.rtx-2000-ada.memory") - 2.0 * fact("model.llama-2-7b.params") - 0.5;
    page.number_after("that leaves").is(left);
    page.number_after("leaves 2 GB, or")
        .is_to(2, 2e9 / (fact("model.llama-2-7b.kv_token") * 1024.0));
}

#[test]
fn perplexities_as_they_were_measured() {
    let page = page("lesson-03-llama-cpp");
    let table = page.table_under("Comparing honestly");
    let rows = [
        ("F16", 14.97, 6.233_160),
        ("Q8_0", 7.96, 6.234_284),
        ("Q6_K", 6.14, 6.253_382),
        ("Q4_K_M", 4.58, 6.407_115),
        ("Q4_0", 4.34, 6.700_147),
        ("Q2_K", 2.96, 9.751_568),
    ];
    for (name, size, perplexity) in rows {
        table.number_at(name, "Size").is(size);
        table.number_at(name, "Perplexity").is(perplexity);
    }
    page.number_after("Q4_0 loses").is(0.468_514 / 0.175_482);
    // 92 of 100 tokens keep their first choice: one in twelve has another.
    assert!((1.0_f64 / (1.0 - 0.919_01)).round() == 12.0);
    // Thirty-five times, from the printed 0.175 and 0.005.
    assert_eq!((0.175_f64 / 0.005).round(), 35.0);
}

#[test]
fn passes_before_and_after_fusion() {
    let page = page("lesson-04-onnx-tensorrt");
    let pass = 4096.0 * 4096.0 * 2.0;
    let (apart, fused) = (2.0 + 2.0 + 3.0, 3.0);
    let micros = |passes: f64| passes * pass / fact("dev.a100.bandwidth") / 1e3;
    page.number_after("4,096 · 4,096 · 2 =").is(pass / 1e6);
    page.number_after("so 7 passes,").is(apart * pass / 1e6);
    page.number_after("Fused: 3 passes,").is(fused * pass / 1e6);
    page.number_after("It saves")
        .is(micros(apart) - micros(fused));
    page.number_before("times. It is not 3").is(apart / fused);
    let launches = 10e-6 * fact("dev.a100.bandwidth") * 1e9;
    page.number_after("(10 µs are").is(launches / 1e6);
    let elements = launches / 4.0 / 2.0;
    let printed = page.numbers_after("four passes of 2 bytes:", 2);
    printed[0].is(elements / 1e6);
    printed[1].is(elements / 4096.0);
}

#[test]
fn forecasts_of_the_capstone() {
    let page = page("project");
    let table = 50_257.0 * 768.0;
    let layers = 12.0 * (4.0 * 768.0 * 768.0 + 2.0 * 768.0 * 3072.0);
    let all = table + layers + 1024.0 * 768.0;
    page.number_after("smallest has").is(all / 1e6);
    page.number_after("of which").is(table / 1e6);
    let sizes = page.numbers_after("will be larger than forecast. {#k1}", 2);
    sizes[0].is(2.0 * 124.0);
    sizes[1].is(all * 4.84 / 8e6);
    page.number_after("million at 6.56 bits are")
        .is(table * 6.56 / 8e6);
    page.number_after("the others at about 4.8 bits")
        .is((all - table) * 4.8 / 8e6);
    page.number_after("a second copy is").is(2.0 * table / 1e6);
}

#[test]
fn eight_numbers() {
    let page = read_page("miniaturization/test/index.md");
    let scale = 1.27 / 127.0;
    page.number_after("The scale is 1.27 / 127 =").is(scale);
    page.number_after("and 0.42 is").is(0.423 - 42.0 * scale);
    page.number_after("−128 + 0.8 / 0.01255 =")
        .is(-128.0 + 0.8 / (3.2 / 255.0));
    page.number_after("4 + (16 + 4) / 64 =")
        .is(4.0 + 20.0 / 64.0);
    let cache = 8192.0 * fact("model.llama-3.1-8b.kv_token") * 1024.0 / 1e9;
    page.number_after("= 1 GiB,").is(cache);
    page.number_after("16 − 1 − 1.07 =").is(16.0 - 1.0 - cache);
    let params = fact("model.llama-3.1-8b.params");
    page.number_after("BF16 needs").is(2.0 * params);
    page.number_after("16.06 GB, Q8_0").is(params * 8.5 / 8.0);
    page.number_after("On a card of 8 GB").is(8.0 - 1.0 - cache);
    page.number_after("it is Q4_K_M with")
        .is(params * 4.84 / 8.0);
    let matrix = 4096.0 * 11_008.0;
    page.number_before("MB before. Half the weights")
        .is(2.0 * matrix / 1e6);
    page.number_after("22,544,384 · 18 / 8 =")
        .is(matrix / 2.0 * 18.0 / 8e6);
    let adapter = 8.0 * (4096.0 + 11_008.0);
    page.number_after("8 · (4,096 + 11,008) =").is(adapter);
    page.number_after("45,088,768 / 120,832 =")
        .is(matrix / adapter);
    page.number_after("The data begins at").is(up(7001, 64));
    page.number_after("= 110 · 64; the tensor at")
        .is(up(7001, 64) + 192.0);
    page.number_after("7 · 2 / 256 − 10 / 128 =")
        .is(7.0 * 2.0 / 256.0 - 10.0 / 128.0);
}
