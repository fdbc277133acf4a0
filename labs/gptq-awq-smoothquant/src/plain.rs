//! Plain answers to compare with: samples and weights in, losses out. The rule: straight from the definitions, with no inverse
//! and no idea of the solution's.

use lab::Seeded;

use super::Matrix;

/// Numbers of a bell of width 1: twelve uniform ones, less 6.
pub(crate) struct Bell(Seeded);

impl Bell {
    pub fn new(seed: u64) -> Bell {
        Bell(Seeded::new(seed))
    }

    pub fn next(&mut self) -> f64 {
        let mut uniform = || (self.0.bits() >> 11) as f64 / (53f64).exp2();
        (0..12).map(|_| uniform()).sum::<f64>() - 6.0
    }

    pub fn row(&mut self, len: usize) -> Vec<f64> {
        (0..len).map(|_| self.next()).collect()
    }
}

/// Twice the sum over samples of x_i · x_j, and on the diagonal a share of its mean.
pub(crate) fn hessian(x: &Matrix, damping: f64) -> Matrix {
    let n = x[0].len();
    let entry = |i: usize, j: usize| 2.0 * x.iter().map(|x| x[i] * x[j]).sum::<f64>();
    let mut h: Matrix = (0..n)
        .map(|i| (0..n).map(|j| entry(i, j)).collect())
        .collect();
    let mean = (0..n).map(|i| h[i][i]).sum::<f64>() / n as f64;
    (0..n).for_each(|i| h[i][i] += damping * mean);
    h
}

/// What a row loses: e, H and e multiplied.
pub(crate) fn error(w: &[f64], q: &[f64], h: &Matrix) -> f64 {
    let e: Vec<f64> = w.iter().zip(q).map(|(w, q)| w - q).collect();
    let row = |(e_i, row): (&f64, &Vec<f64>)| {
        e_i * row.iter().zip(&e).map(|(h, e_j)| h * e_j).sum::<f64>()
    };
    e.iter().zip(h).map(row).sum()
}

/// The nearest multiples of a step, of −8 to 7 steps.
pub(crate) fn rounded(w: &[f64], step: f64) -> Vec<f64> {
    let level = |w: &f64| (w / step).round_ties_even().clamp(-8.0, 7.0) * step;
    w.iter().map(level).collect()
}

/// What a row of weights with symmetric 4-bit levels loses on samples.
pub(crate) fn lost_by_rounding(x: &Matrix, w: &[f64]) -> f64 {
    let step = w.iter().fold(0.0f64, |most, w| most.max(w.abs())) / 7.0;
    let q = rounded(w, step);
    let off = |x: &Vec<f64>| -> f64 { (0..w.len()).map(|c| x[c] * (q[c] - w[c])).sum() };
    x.iter().map(|x| off(x).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bell_begins_as_written_down() {
        assert!((Bell::new(1).next() - 1.424_348_09).abs() < 1e-8);
    }

    /// Of the page: 0.16 + 0.16 + 2 · 0.8 · 0.16, and 0.16 + 0.36 − 2 · 0.8 · 0.24.
    #[test]
    fn losses_agree_with_those_worked_by_hand() {
        let h = vec![vec![1.0, 0.8], vec![0.8, 1.0]];
        let w = [0.4, 0.4];
        assert!((error(&w, &[0.0, 0.0], &h) - 0.576).abs() < 1e-12);
        assert!((error(&w, &[0.0, 1.0], &h) - 0.136).abs() < 1e-12);
        assert_eq!(
            rounded(&[9.3, -9.3, 2.5, -0.6], 1.0),
            [7.0, -8.0, 2.0, -1.0]
        );
    }

    #[test]
    fn a_matrix_agrees_with_one_worked_by_hand() {
        let x = vec![vec![1.0, 2.0], vec![3.0, 4.0]];
        assert_eq!(hessian(&x, 0.0), [[20.0, 28.0], [28.0, 40.0]]);
        assert_eq!(hessian(&x, 0.5), [[35.0, 28.0], [28.0, 55.0]]);
    }

    /// A step of 1/7: 0.3 becomes 2/7, off by 0.1/7, with inputs of 10 and 2.
    #[test]
    fn a_rounding_agrees_with_one_worked_by_hand() {
        let x = vec![vec![10.0, 1.0], vec![2.0, 1.0]];
        let off = 0.1f64 / 7.0;
        assert!((lost_by_rounding(&x, &[0.3, 1.0]) - 104.0 * off * off).abs() < 1e-12);
    }
}
