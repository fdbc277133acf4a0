// must fail: fastest/ties — takes one GPU more for the same time
use scaling_fit::Fit;

pub fn fastest(fit: &Fit, per_gpu: f64, most: u32) -> u32 {
    let ms = |n: u32| fit.serial + fit.parallel / f64::from(n) + per_gpu * f64::from(n - 1);
    let mut best = 1;
    for n in 2..=most {
        if ms(n) <= ms(best) {
            best = n;
        }
    }
    best
}
