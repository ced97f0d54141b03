//! Two combinations over the same puzzles, pair by pair: is one of them better, by how much, and how sure is that?
//!
//! - The **sign test** asks how likely it is that one is ahead so often if either were ahead with the same chance.
//! - **Wilcoxon's signed-rank test** (1945) also looks at how far ahead: here on the logarithms of the ratios, so that
//!   twice as many counts the same as half as many. Equal pairs are left out, ties get the mean of their ranks; the
//!   distribution is exact up to [`EXACT`] pairs and a normal one beyond.
//! - The **ratio** is the geometric mean over the pairs, with the interval that holds 95 % of [`RESAMPLED`] samples
//!   drawn from the pairs with replacement (Efron 1979). The seed is fixed: the same values give the same interval. Of
//!   fewer than [`FEWEST`] pairs no interval is given: samples of so few hardly differ, and no test could tell
//!   anything.

use std::fmt;

use slidewise_solve::puzzles::random::Rng;

use crate::units::{number, three_figures};

/// Up to this many pairs that differ, all ways to sign the ranks are counted.
pub const EXACT: usize = 100;
/// The fewest pairs that an interval is given of, and of which either test can come below 0.05.
pub const FEWEST: usize = 6;
/// Samples drawn for the interval.
pub const RESAMPLED: usize = 10_000;
/// What decides which samples are drawn.
const SEED: u64 = 1;

/// What the pairs say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Paired {
    /// Pairs in which the first value is less.
    pub less: usize,
    /// Pairs of equal values.
    pub equal: usize,
    /// Pairs in which the first value is more.
    pub more: usize,
    /// How many times the second value the first one is: the geometric mean over the pairs without a 0.
    pub ratio: Option<f64>,
    /// Where that lies in 95 % of the samples; of [`FEWEST`] pairs or more.
    pub interval: Option<(f64, f64)>,
    /// The two-sided probability of the sign test.
    pub sign: f64,
    /// The two-sided probability of Wilcoxon's test over the pairs without a 0.
    pub wilcoxon: f64,
    /// Pairs with a 0, of which there is no ratio.
    pub zeros: usize,
}

/// Compares values pair by pair; `None` if there is no pair.
pub fn paired(pairs: &[(f64, f64)]) -> Option<Paired> {
    if pairs.is_empty() {
        return None;
    }
    let count = |is: fn(&(f64, f64)) -> bool| pairs.iter().filter(|pair| is(pair)).count();
    let (less, more) = (count(|(a, b)| a < b), count(|(a, b)| a > b));
    let positive = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
    let logs: Vec<f64> = positive.map(|(a, b)| (a / b).ln()).collect();
    Some(Paired {
        less,
        equal: pairs.len() - less - more,
        more,
        ratio: (!logs.is_empty()).then(|| mean(&logs).exp()),
        interval: interval(&logs),
        sign: sign_test(less, more),
        wilcoxon: wilcoxon(&logs),
        zeros: pairs.len() - logs.len(),
    })
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// The middle 95 % of the geometric means of samples with replacement.
fn interval(logs: &[f64]) -> Option<(f64, f64)> {
    if logs.len() < FEWEST {
        return None;
    }
    let mut rng = Rng::from_seed(SEED);
    let sample = |rng: &mut Rng| {
        let sum: f64 = (0..logs.len()).map(|_| logs[rng.below(logs.len())]).sum();
        sum / logs.len() as f64
    };
    let mut means: Vec<f64> = (0..RESAMPLED).map(|_| sample(&mut rng)).collect();
    means.sort_by(f64::total_cmp);
    let cut = RESAMPLED / 40;
    Some((means[cut].exp(), means[RESAMPLED - 1 - cut].exp()))
}

/// The probability that of so many fair coins the rarer side shows no oftener than this, on either side.
fn sign_test(less: usize, more: usize) -> f64 {
    let (n, rarer) = (less + more, less.min(more));
    // ln of n over k times 2^-n, from k = 0 on; in logarithms, because powers of a half become 0.
    let mut log = -(n as f64) * std::f64::consts::LN_2;
    let mut sum = 0.0;
    for k in 0..=rarer {
        sum += log.exp();
        log += ((n - k) as f64 / (k + 1) as f64).ln();
    }
    (2.0 * sum).min(1.0)
}

/// The two-sided probability of Wilcoxon's signed-rank test that these differences lie around 0.
fn wilcoxon(differences: &[f64]) -> f64 {
    let mut sorted: Vec<f64> = differences.iter().copied().filter(|&d| d != 0.0).collect();
    sorted.sort_by(|a, b| a.abs().total_cmp(&b.abs()));
    if sorted.is_empty() {
        return 1.0;
    }
    let mut doubled_ranks = Vec::with_capacity(sorted.len());
    let mut doubled_sum = 0;
    // Differences that were computed from equal ratios differ in their last digits.
    for ties in sorted.chunk_by(|a, b| b.abs() - a.abs() <= 1e-12 * b.abs()) {
        // Twice the mean of the ranks that they share.
        let rank = 2 * doubled_ranks.len() + 1 + ties.len();
        doubled_sum += rank * ties.iter().filter(|&&d| d > 0.0).count();
        doubled_ranks.extend(ties.iter().map(|_| rank));
    }
    match sorted.len() {
        ..=EXACT => exact(&doubled_ranks, doubled_sum),
        _ => by_normal(&doubled_ranks, doubled_sum),
    }
}

/// Over all ways to sign the ranks: how likely is a sum as far out as this?
fn exact(ranks: &[usize], sum: usize) -> f64 {
    let mut chances = vec![0.0; ranks.iter().sum::<usize>() + 1];
    chances[0] = 1.0;
    for &rank in ranks {
        for total in (0..chances.len()).rev() {
            let with = total.checked_sub(rank).map_or(0.0, |rest| chances[rest]);
            chances[total] = (chances[total] + with) / 2.0;
        }
    }
    let below: f64 = chances[..=sum].iter().sum();
    let above: f64 = chances[sum..].iter().sum();
    (2.0 * below.min(above)).min(1.0)
}

/// By a normal distribution of the same mean and variance, with half a rank for continuity.
fn by_normal(ranks: &[usize], sum: usize) -> f64 {
    let mean = ranks.iter().sum::<usize>() as f64 / 2.0;
    let variance: f64 = ranks.iter().map(|&rank| (rank as f64 / 2.0).powi(2)).sum();
    let z = (((sum as f64 - mean).abs() - 1.0).max(0.0)) / variance.sqrt();
    erfc(z / std::f64::consts::SQRT_2).min(1.0)
}

/// The complementary error function from 0 on, by Abramowitz and Stegun 7.1.26: within 1.5e-7.
fn erfc(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let factors = [0.254_829_592, -0.284_496_736, 1.421_413_741, -1.453_152_027, 1.061_405_429];
    let sum = factors.iter().rev().fold(0.0, |sum, factor| (sum + factor) * t);
    sum * (-x * x).exp()
}

impl Paired {
    /// What may be concluded, at the level of 0.05. Of the two tests the better for it is not chosen afterwards.
    fn conclusion(&self) -> &'static str {
        match (self.less + self.more < FEWEST, self.sign < 0.05, self.wilcoxon < 0.05) {
            (true, ..) => "too few differ to tell anything",
            (_, false, false) => "no difference is shown",
            (_, true, true) => "both tests show a difference",
            _ => "only one of the tests shows a difference",
        }
    }
}

/// `0.21 times as much (95 % interval 0.1 to 0.4): less on 5, the same on 0, more on 1 of 6; sign test p = 0.219, …`.
impl fmt::Display for Paired {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { less, equal, more, .. } = self;
        let all = less + equal + more;
        // Where nothing differs there is nothing to test, and an interval would say how sure that is.
        if less + more == 0 {
            let the = if all == 1 {
                "the same on the only puzzle".to_string()
            } else {
                format!("the same on all {all}")
            };
            return f.write_str(&the);
        }
        match self.ratio {
            Some(ratio) => write!(f, "{} times as much in the geometric mean", three_figures(ratio))?,
            None => f.write_str("no ratio, as there is a 0 in every pair")?,
        }
        match self.interval {
            Some((low, high)) => {
                write!(f, " (95 % interval {} to {})", three_figures(low), three_figures(high))?;
            }
            None if self.ratio.is_some() => write!(f, " (too few for an interval)")?,
            None => {}
        }
        write!(f, ": less on {less}, the same on {equal}, more on {more} of {}", number(all, "puzzle"))?;
        write!(f, "; sign test p = {}, Wilcoxon p = {}", chance(self.sign), chance(self.wilcoxon))?;
        write!(f, "; {}", self.conclusion())?;
        if self.zeros > 0 && self.ratio.is_some() {
            write!(f, "; {} with a 0 left out of the ratio", self.zeros)?;
        }
        Ok(())
    }
}

fn chance(p: f64) -> String {
    if p < 0.0001 { "less than 0.0001".to_string() } else { format!("{p:.4}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, within: f64) -> bool {
        (found - expected).abs() <= within
    }

    /// Tables of the binomial distribution.
    #[test]
    fn the_sign_test_counts_coins() {
        assert!(close(sign_test(5, 0), 0.0625, 1e-12));
        assert!(close(sign_test(1, 9), 0.021_484_375, 1e-12));
        assert!(close(sign_test(8, 2), 0.109_375, 1e-12));
        assert_eq!(sign_test(3, 3), 1.0);
        assert_eq!(sign_test(0, 0), 1.0);
        // 40 of 100: the value that R gives for binom.test(40, 100).
        assert!(close(sign_test(40, 60), 0.056_887_93, 1e-8));
        assert!(sign_test(2_000, 0) < 1e-300);
    }

    /// The example of Hollander and Wolfe (1973, page 29): V = 40, p = 0.01953 one-sided, as R gives it.
    #[test]
    #[allow(clippy::approx_constant, reason = "one of the values is 3.14")]
    fn wilcoxon_is_that_of_the_textbook() {
        let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        let differences: Vec<f64> = before.iter().zip(after).map(|(a, b)| a - b).collect();
        assert!(close(wilcoxon(&differences), 2.0 * 0.019_531_25, 1e-12));
        assert!(close(wilcoxon(&[1.0, 2.0, 3.0, 4.0, 5.0]), 0.0625, 1e-12), "the least for five pairs");
        // Ranks 1.5, 1.5, 3: sums of the positive ones are 0, 1.5, 1.5, 3, 3, 4.5, 4.5, 6.
        assert!(close(wilcoxon(&[1.0, -1.0, 2.0]), 2.0 * 3.0 / 8.0, 1e-12));
        assert_eq!((wilcoxon(&[]), wilcoxon(&[0.0, 0.0])), (1.0, 1.0));
    }

    #[test]
    fn the_normal_distribution_goes_on_where_counting_ends() {
        // Every third difference is negative.
        let differences: Vec<f64> =
            (1..=100_i32).map(|i| f64::from(if i % 3 == 0 { -i } else { i })).collect();
        let ranks: Vec<usize> = (1..=100).map(|rank| 2 * rank).collect();
        let sum: usize = ranks.iter().filter(|&rank| rank / 2 % 3 != 0).sum();
        let (counted, normal) = (exact(&ranks, sum), by_normal(&ranks, sum));
        assert!(close(counted, wilcoxon(&differences), 1e-12));
        assert!(close(normal, counted, 0.1 * counted) && counted < 0.01, "{normal} {counted}");
        assert!(close(erfc(1.0), 0.157_299_21, 2e-7) && close(erfc(0.0), 1.0, 2e-7));
    }

    #[test]
    fn ratios_have_an_interval_that_is_the_same_again() {
        let pairs: Vec<(f64, f64)> = (1..=20).map(|i| (f64::from(i % 3 + 1), 4.0)).collect();
        let one = paired(&pairs).unwrap();
        let (low, high) = one.interval.unwrap();
        assert!(low < one.ratio.unwrap() && one.ratio.unwrap() < high);
        assert!(low > 0.25 && high < 0.75, "within what there is");
        assert_eq!(paired(&pairs), Some(one));
        // The same factor everywhere leaves nothing open.
        let six: Vec<(f64, f64)> = (1..=6).map(|i| (f64::from(i), 2.0 * f64::from(i))).collect();
        let half = paired(&six).unwrap();
        assert!(close(half.ratio.unwrap(), 0.5, 1e-12) && close(half.interval.unwrap().1, 0.5, 1e-12));
        assert_eq!((half.less, half.equal, half.more), (6, 0, 0));
        assert!(half.sign < 0.05 && half.wilcoxon < 0.05);
        let five = paired(&six[1..]).unwrap();
        assert!(five.interval.is_none() && five.sign > 0.05 && five.wilcoxon > 0.05);
        assert!(five.to_string().contains("too few for an interval"), "{five}");
    }

    #[test]
    fn no_more_is_said_than_the_pairs_tell() {
        let said = |pairs: &[(f64, f64)]| paired(pairs).unwrap().to_string();
        assert_eq!(said(&[(2.0, 2.0); 40]), "the same on all 40");
        assert_eq!(said(&[(2.0, 2.0)]), "the same on the only puzzle");
        // Many pairs of which hardly any differ.
        let ties = [&[(2.0, 2.0); 40][..], &[(1.0, 2.0); 5]].concat();
        assert!(said(&ties).ends_with("too few differ to tell anything"), "{}", said(&ties));
        assert!(said(&[(1.0, 2.0); 5]).contains("too few differ"));
        assert!(said(&[(1.0, 2.0); 6]).ends_with("both tests show a difference"));
        let even = [[(1.0, 2.0); 5], [(2.0, 1.0); 5]].concat();
        assert!(said(&even).ends_with("no difference is shown"), "{}", said(&even));
        // One is ahead by little most of the time, and behind by far otherwise.
        let far = [&[(1.0, 1.1); 10][..], &[(100.0, 1.0)]].concat();
        assert!(said(&far).contains("both tests") || said(&far).contains("only one"), "{}", said(&far));
    }

    #[test]
    fn nothing_one_and_zeros() {
        assert_eq!(paired(&[]), None);
        let one = paired(&[(2.0, 1.0)]).unwrap();
        assert_eq!((one.interval, one.sign, one.wilcoxon), (None, 1.0, 1.0));
        let zeros = paired(&[(0.0, 0.0), (0.0, 3.0), (4.0, 2.0)]).unwrap();
        assert_eq!((zeros.equal, zeros.less, zeros.more, zeros.zeros), (1, 1, 1, 2));
        assert!(zeros.to_string().contains("2 with a 0 left out of the ratio"), "{zeros}");
    }
}
