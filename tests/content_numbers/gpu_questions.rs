//! Numbers of the sixty questions on GPU acceleration, computed again.
//!
//! In: six pages and facts. Out: a test for each page. What others measured or chose (times of a report, limits of llama.cpp,
//! shares of a Mac's memory) stands here as its source has it; the rest follows from shapes and devices.

use crate::page::{Page, fact, read_page};

const KIB: f64 = 1024.0;
const GIB: f64 = 1_073_741_824.0;
/// A 70B as the file Q4_K_M of Llama 2, in GB.
const FILE_70B: f64 = 41.4;
/// Memory of a CPU with eight channels of DDR4-3200, in GB/s.
const DDR4: f64 = 8.0 * 8.0 * 3.2;

fn page(name: &str) -> Page {
    read_page(&format!("gpu-acceleration/gpu-acceleration/{name}.md"))
}

/// Bytes of cache that a token leaves, keys and values of 2 bytes.
fn token(model: &str) -> f64 {
    fact(&format!("model.{model}.kv_token")) * KIB
}

#[test]
fn gpu_computing() {
    let page = page("questions-1-gpu-computing");
    let cpu = 64.0 * 2.45 * 32.0 / 1000.0;
    page.number_after("32 operations a clock has").is(cpu);
    page.number_after("has 312 TFLOPS,")
        .is(fact("dev.a100.bf16") / cpu);
    page.number_after("Eight channels of DDR4-3200 have")
        .is(DDR4);
    page.number_after("the A100 2,039 GB/s:")
        .is(fact("dev.a100.bandwidth") / DDR4);
    page.number_after("of which").is(100.0 * 100.0 / 128.0);

    let blocks = (1e6_f64 / 256.0).ceil();
    let guard = page.numbers_after("{#q-guard}", 3);
    guard[0].is(blocks);
    guard[1].is(256.0 * blocks);
    guard[2].is(256.0 * blocks - 1e6);
    page.number_after("The last block has")
        .is(1e6 - 256.0 * (blocks - 1.0));
    page.number_after("64 bytes: ").is(32.0 * 2.0 / 32.0);
    page.number_after("64 that are used,")
        .is(100.0 * 64.0 / 1024.0);

    let flight = fact("dev.a100.bandwidth") * 500.0;
    page.number_after("for a busy memory) is").is(flight / 1e6);
    let each = flight / fact("dev.a100.sms");

    page.number_after("[multiprocessors](id:term.multiprocessor) that is")
        .is_to(3, each);
    page.number_after("128 bytes, so it takes")
        .is((each / 128.0).ceil());
    page.number_after("With `float4` it brings 512, and")
        .is((each / 512.0).ceil());
    page.number_after("of 64 *warps*,").is(100.0 * 48.0 / 64.0);
    page.number_after("of 4 bytes each:").is(128.0 * 3.0 * 4.0);
    page.number_after("resident](id:term.resident),")
        .is(65_536.0 / 128.0 / 32.0);
    let mma = 16.0 * 8.0 * 16.0;
    page.number_after("`mma.sync.m16n8k16`, does").is(mma);
    page.number_after("a warp does 32:").is(mma / 32.0);
    let peaks = page.numbers_after("have 312 TFLOPS,", 2);
    peaks[0].is(fact("dev.a100.bf16") / fact("dev.a100.fp32"));
    page.number_after("has without them and")
        .is(fact("dev.a100.bf16") / fact("dev.a100.fp16"));

    let missing = FILE_70B - fact("dev.l4.memory");
    page.number_after("needs every weight. At least")
        .is(missing);
    let crossing = missing / fact("dev.l4.pcie");
    page.number_after("31.5 GB/s one way:").is(crossing);
    let own = fact("dev.l4.memory") / fact("dev.l4.bandwidth");
    page.number_after("seven times the").is(1e3 * own);
    assert_eq!((crossing / own).round(), 7.0);
    page.number_after("all 41.4 GB cross,")
        .is(FILE_70B / fact("dev.l4.pcie"));

    let launches = fact("model.qwen2.5-3b.layers") * 12.0;
    page.number_after("36 · 12 =").is(launches);
    page.number_after("432 launches,").is(launches * 4e-3);
    let weights = 1e3 * fact("model.qwen2.5-3b.weights_16") / fact("dev.h100.bandwidth");
    page.number_after("of weights (model.qwen2.5-3b.name) takes")
        .is(weights);
    page.number_after("(0.52 bytes each) the weights would take")
        .is(weights * 0.52 / 2.0);
    page.number_after("six a layer cost").is(36.0 * 6.0 * 4e-3);
}

#[test]
fn backend() {
    let page = page("questions-2-backend");
    let scores = 2048.0 * 2048.0 * 32.0 * 2.0;
    let flash = page.numbers_after("their 256 MiB shrink to", 2);
    assert_eq!(scores / GIB * KIB, 256.0);
    flash[0].is(2048.0 * 32.0 * 4.0 / KIB);
    flash[1].is(scores / (2048.0 * 32.0 * 4.0));
    let io = 4.0 * 2048.0 * 32.0 * 128.0 * 2.0;
    page.number_after("MiB at best,")
        .is((4.0 * scores + io) / io);
    page.number_after("from 1,088 to").is(io / KIB / KIB);
    page.number_after("shrinks less, from")
        .is((4.0 * scores + io) / KIB / KIB);
    page.number_after("The arithmetic stays,")
        .is(4.0 * 32.0 * 2048.0 * 2048.0 * 128.0 / 1e9);

    page.number_after("factors, d and dmin (4 bytes):")
        .is(128.0 + 12.0 + 4.0);
    page.number_after("{#q-q4k-bits}").is(8.0 * 144.0 / 256.0);
    page.number_after("Texts that say").is(8.0 * 148.0 / 256.0);
    page.number_after("2 bytes on 34,").is(100.0 * 2.0 / 34.0);
    page.number_after("3 · 7 · 7 =").is(147.0);
    page.number_after("four pairs of types by default,")
        .is(4.0 * 3.0);
    page.number_after("A group of 32 takes").is(32.0 / 4.0);
    page.number_after("32 · 15 · 127 =").is(32.0 * 15.0 * 127.0);

    let weights = 4096.0 * 4096.0;
    let micros = |bytes: f64| bytes / fact("dev.a100.bandwidth") / 1e3;
    let (fused, apart) = (0.5625 * weights, 4.5625 * weights);
    let megabytes = page.numbers_after("on the fly reads", 3);
    megabytes[0].is(fused / 1e6);
    megabytes[1].is(2.0 * weights / 1e6);
    megabytes[2].is(apart / 1e6);
    page.number_after("76.5 MB:").is(micros(fused));
    page.number_after("4.6 against").is(micros(apart));
    let gemv = 4096.0 * 11_008.0 * 0.5625;
    page.number_after("on an A100 is").is(gemv / 1e6);
    page.number_after("25.4 MB,").is(micros(gemv));

    let first = 2000 - 1024 + 1;
    page.number_after("at position 2,000, which sees keys")
        .is(first.into());
    page.number_after("its first").is((first / 64).into());
}

#[test]
fn memory() {
    let page = page("questions-3-memory");
    let (q8, q4) = (8.0 * 34.0 / 32.0, 8.0 * 18.0 / 32.0);
    page.number_after("34 bytes,").is(q8);
    page.number_after("18 bytes,").is(q4);
    let shrink = page.numbers_after("So 16 bits shrink by", 2);
    shrink[0].is(16.0 / q8);
    shrink[1].is(16.0 / q4);
    let cache = token("llama-2-7b") * 2048.0 / KIB / KIB;
    page.number_after("model.llama-2-7b.name keeps").is(cache);
    let smaller = page.numbers_after("for 2,048 [tokens](id:term.token), then", 2);
    smaller[0].is(cache * q8 / 16.0);
    smaller[1].is(cache * q4 / 16.0);

    let one = token("llama-3.1-70b");
    page.number_after("128 numbers · 2 bytes =")
        .is(2.0 * 80.0 * 8.0 * 128.0 * 2.0 / KIB);
    page.number_after("8,192 tokens are").is(one * 8192.0 / GIB);
    let all = page.numbers_after("GiB, 16 requests", 2);
    all[0].is(16.0 * one * 8192.0 / GIB);
    all[1].is(16.0 * one * 8192.0 / 1e9);
    page.number_after("with weights in 4 bits, about")
        .is(fact("model.llama-3.1-70b.params") * 4.80 / 8.0);
    page.number_after("31.5 GB/s:")
        .is_to(2, 1e3 * 4.08 / fact("dev.a100.pcie"));
    page.number_after("costs 0.5 ms and a step makes 20:")
        .is(20.0 * 0.5);

    let weights = fact("model.llama-3.1-8b.params") * 4.84 / 8.0;
    page.number_after("lesson-06-fit-a-model.md). Weights")
        .is(weights);
    let requests = |n: f64| n * 4096.0 * token("llama-3.1-8b") / 1e9;
    page.number_after("30 · 4,096 · 128 KiB =")
        .is(requests(30.0));
    page.number_after("20 requests need").is(requests(20.0));
    let fits = requests(20.0) + weights;
    assert!(fits < 16.0 && fits > 15.0, "{fits} GB are not barely 16");
    page.number_after("in 8 bits: 30 need")
        .is(requests(30.0) * q8 / 16.0);

    page.number_after("320 KiB a token instead of")
        .is(one / KIB * 8.0);
    let paged = (500.0_f64 / 16.0).ceil() * 16.0;
    page.number_after("Reserved in one piece,")
        .is(4096.0 - 500.0);
    page.number_after("places are empty,")
        .is(100.0 * (4096.0 - 500.0) / 4096.0);
    let places = page.numbers_after("16 tokens it holds", 4);
    places[0].is(paged / 16.0);
    places[1].is(paged);
    places[2].is(paged - 500.0);
    places[3].is(100.0 * (paged - 500.0) / paged);

    let gpu = |layers: f64| 1e3 * FILE_70B * layers / 80.0 / fact("dev.a100.bandwidth");
    let cpu = |layers: f64| 1e3 * FILE_70B * layers / 80.0 / DDR4;
    page.number_after("reads a quarter,").is(FILE_70B / 4.0);
    page.number_after("10.35 GB, in").is(gpu(20.0));
    let rest = page.numbers_after("ms; the CPU", 2);
    rest[0].is(FILE_70B * 0.75);
    rest[1].is(cpu(60.0));
    let both = gpu(20.0) + cpu(60.0);
    page.number_after("a quarter of the layers saves")
        .is(100.0 - 100.0 * both / cpu(80.0));
    let together = page.numbers_after("Together", 2);
    together[0].is(both);
    together[1].is(1e3 / both);
    page.number_after("All on the CPU it would be")
        .is(cpu(80.0));
    page.number_after("With 70 layers on the card it is")
        .is(gpu(70.0) + cpu(10.0));
    page.number_after("with all 80 it is").is(gpu(80.0));

    page.number_after("1 − largest/free is").is(1.0 - 0.8 / 6.0);
    let leak = 16.0 * token("llama-2-7b");
    page.number_after("Divide first:").is(leak / KIB / KIB);
    page.number_after("memory grows by").is(1000.0 * leak / GIB);
}

#[test]
fn multi_gpu() {
    let page = page("questions-4-multi-gpu");
    let weights = fact("model.llama-3.1-70b.weights_16");
    page.number_after("on two H100:").is(weights / 2.0);
    page.number_after("read at the same time,")
        .is(1e3 * weights / 2.0 / fact("dev.h100.bandwidth"));
    page.number_after("With 80 layers that is").is(160.0);
    page.number_after("8,192 · 2 B =").is(8192.0 * 2.0 / KIB);

    let sent = 1.5 * 512.0;
    page.number_after("1.5 messages:").is(sent);
    page.number_after("768 KiB, in").is(2.0 * 3.0);
    page.number_after("in 6 steps of").is(512.0 / 4.0);
    let bytes = sent * KIB / 370e3;
    page.number_after("the bytes take").is(bytes);
    let start = 6.6 + 6.0 * 0.6;
    page.number_after(", a forecast)").is(start);
    let twice = page.numbers_after("twice as fast would save", 2);
    twice[0].is(bytes / 2.0);
    twice[1].is(start + bytes);

    let idle = |pieces: f64| 100.0 * 3.0 / (pieces + 3.0);
    page.number_after("(p − 1)/(m + p − 1). That is")
        .is(idle(1.0));
    page.number_after("with one piece,").is(idle(4.0));
    page.number_after("% with 4,").is(idle(16.0));

    let message = 2.0 * 2048.0 * 4096.0;
    page.number_after("2 B · 2,048 · 4,096 =").is(message / 1e6);
    page.number_after("64 times:").is(64.0 * message / 1e9);
    let pcie = fact("dev.rtx-5080.pcie");
    page.number_after("5 ×16, that is")
        .is(64.0 * message / pcie / 1e6);
    let params = fact("model.llama-3.1-8b.params");
    page.number_after("17 ms beside")
        .is(2.0 * params * 2048.0 / (2.0 * fact("dev.rtx-5080.bf16")));
    page.number_after("64 messages have").is(2.0 * 4096.0 / KIB);
    page.number_after("through the [host](id:term.host): that is")
        .is(64.0 * 0.02);
    page.number_after("1.3 ms beside")
        .is(1e3 * params / fact("dev.rtx-5080.bandwidth"));

    let efficiency = |time: f64| 100.0 * 50.0 / (8.0 * time);
    page.number_after("50/(8 · 14) =").is(efficiency(14.0));
    // a + b = 50 and a + b/2 = 28.
    let b = 2.0 * (50.0 - 28.0);
    let a = 50.0 - b;
    page.number_after("follow a =").is(a);
    page.number_after("and b =").is(b);
    let fit = a + b / 8.0;
    let predicted = page.numbers_after("For 8 that predicts", 3);
    predicted[0].is(fit);
    predicted[1].is(efficiency(fit));
    predicted[2].is(14.0 - fit);
    page.number_after("50/6 =").is(50.0 / a);

    page.number_after("must be in memory:").is(2.0 * 47.0);
    page.number_after("one token 13 are read:").is(2.0 * 13.0);
    let unread = 0.75_f64.powi(16);
    page.number_after("if choices are even:").is(100.0 * unread);
    page.number_after("for 16 tokens, and")
        .is(8.0 * (1.0 - unread));
    let ratio =
        |card: &str| fact(&format!("dev.{card}.nvlink")) / fact(&format!("dev.{card}.pcie"));
    page.number_after("PCIe 5 a direction:").is(ratio("h100"));
    page.number_after("has 300 GB/s and 31.5 GB/s:")
        .is(ratio("a100"));

    let (fast, slow) = (fact("dev.rtx-4090.bandwidth"), fact("dev.t4.bandwidth"));
    let (first, second) = (1e3 * 12.0 / fast, 1e3 * 8.0 / slow);
    page.number_after("12 GB on the 4090 take").is(first);
    page.number_after("8 GB on the T4").is(second);
    page.number_after("one after the other:").is(first + second);
    page.number_after("for the cache:").is(1e3 * 20.0 / fast);
    page.number_after("both would be done in")
        .is(1e3 * 20.0 / (fast + slow));

    let (copied, split) = (8.0 * 1e3 / 50.0, 1e3 / 14.0);
    page.number_after("each GPU makes a step in 50 ms:")
        .is(copied);
    page.number_after("a step takes 14 ms:").is(split);
    page.number_after("Copies give").is(copied / split);
    page.number_after("answers one user").is(50.0 / 14.0);
}

#[test]
fn backends() {
    let page = page("questions-5-backends");
    // As the logs have it: 10,922.67 of 16,384 MiB, and 107.52 of 128 GiB.
    page.number_after("logs show [").is(10_922.67 / KIB);
    assert!((10_922.67_f64 / 16_384.0 - 2.0 / 3.0).abs() < 1e-4);
    page.number_after("of 128](https://github.com/antirez/ds4/pull/893),")
        .is(100.0 * 107.52 / 128.0);
    let (a, b) = (111.0 * 4.08, 60.0 * 4.08);
    let shares = page.numbers_after("111 tokens a second read", 2);
    shares[0].is(a);
    shares[1].is(100.0 * a / fact("dev.a100.bandwidth"));
    let shares = page.numbers_after("60 reach", 2);
    shares[0].is(b);
    shares[1].is(100.0 * b / fact("dev.m2-ultra.bandwidth"));
    page.number_after("a sum by shuffles takes")
        .is(64_f64.log2());
    page.number_after("block of 256 [threads](id:term.thread) has")
        .is(256.0 / 64.0);
    page.number_after("16 KiB take").is(16.0 * KIB / 31.5e3);
    page.number_after("10 µs each, and it is")
        .is(2.0 * 32.0 * 0.01);
    let weights = fact("model.llama-3.1-70b.weights_16");
    page.number_after("30 tokens a second would read")
        .is(30.0 * weights / 1e3);
    page.number_after("M2 Ultra, 800 GB/s:")
        .is(fact("dev.m2-ultra.bandwidth") / weights);
    page.number_after("144 GiB are")
        .is(0.75 * 192.0 * GIB / 1e9);
    page.number_after("41.4 GB, the bound is")
        .is(fact("dev.m2-ultra.bandwidth") / FILE_70B);
    page.number_after("1/0.62 =").is(1.0 / 0.62);
}

#[test]
fn optimisation() {
    let page = page("questions-6-optimisation");
    let bandwidth = fact("dev.a100.bandwidth");
    page.number_after("2,039/12 =").is(bandwidth / 12.0);
    page.number_after("q-time-a-kernel").is(0.5);
    page.number_after("group__CUDART__EVENT.html),")
        .is(100.0 * 0.5 / 5.0);
    page.number_after("100 between two events make that")
        .is(100.0 * 0.5 / 500.0);
    let sms = fact("dev.h100.sms");
    page.number_after("16 blocks on an H100 leaves")
        .is(sms - 16.0);
    page.number_after("empty, so").is(100.0 * 16.0 / sms);

    let work = 31.0 * 20.0 + 200.0;
    let issued = page.numbers_after("The warp issues both sides,", 2);
    issued[0].is(220.0);
    issued[1].is(100.0 * work / (32.0 * 220.0));
    page.number_after("(31 · 20 + 200)/32 =").is(work / 32.0);
    page.number_after("instructions a warp, up to")
        .is(220.0 / (work / 32.0));

    let pass = 2048.0 * 4096.0 * 2.0;
    page.number_after("Fused there are 4, because the sum is still needed later:")
        .is(5.0 / 4.0);
    let passes = page.numbers_after("numbers a pass is", 2);
    passes[0].is(pass / 1e6);
    passes[1].is(pass / bandwidth / 1e3);
    let one = page.numbers_after("For one token it is", 2);
    one[0].is(pass / 2048.0 / KIB);
    one[1].is(pass / 2048.0 / bandwidth);

    let passes = |width: u32| {
        f64::from(
            (1..=32)
                .filter(|n| width.is_multiple_of(*n) && 32 % n == 0)
                .max()
                .unwrap_or(1),
        )
    };
    page.number_before("passes in place of 1").is(passes(48));
    page.number_after("`t[32][49]`, and it is").is(passes(49));
    page.number_after("and it is 1, for").is(32.0 * 4.0);

    let measured = page.numbers_after("16 warps on each multiprocessor", 3);
    measured[2].is(measured[1].value / measured[0].value);
    let measured = page.numbers_after("with 64 warps", 3);
    measured[2].is(measured[1].value / measured[0].value);
    let latency = read_page("miniaturization/cuda-kernels/lesson-08-latency.md");
    let narrow = latency.numbers_after("points: 4 177,", 10);
    assert_eq!((narrow[3].value, narrow[9].value), (703.0, 2296.0));
    let wide = latency.numbers_after("points: 4 661,", 12);
    assert_eq!((wide[5].value, wide[11].value), (2177.0, 3065.0));

    page.number_after("made twice as fast makes the step")
        .is(1.0 / (0.7 + 0.15));
    page.number_after("made infinitely fast").is(1.0 / 0.7);
    let matrix = 2048.0 * 11_008.0 * 2.0 / 1e6;
    page.number_after("A matrix of").is(matrix);
    page.number_after("over 960 GB/s,")
        .is(1e3 * matrix / fact("dev.rtx-5080.bandwidth"));
    page.number_after("⌈128/45.1⌉ =")
        .is((2.0 * fact("dev.rtx-5080.l2") / matrix).ceil());
    page.number_after("speed can give").is(12.1 * 0.05 * 0.4);
    page.number_after("at 84 % can still give")
        .is(12.1 * 0.6 * 0.16);
}
