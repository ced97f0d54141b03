//! Statistics of small samples: the middle and the spread, what lies far out, and the effective branching factor.
//!
//! Medians and quartiles rather than means and deviations, because times have long tails: a run that the system
//! interrupted says nothing about the search.

/// The modified z-score above which a value lies far out.
pub const FAR_OUT: f64 = 3.5;
/// How many values it takes to tell.
pub const ENOUGH: usize = 5;

/// A sample in a few numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// How many values.
    pub count: usize,
    /// The least.
    pub min: f64,
    /// A quarter of the values lies below.
    pub q1: f64,
    /// Half of the values lies below.
    pub median: f64,
    /// Three quarters of the values lie below.
    pub q3: f64,
    /// The largest.
    pub max: f64,
    /// The sum divided by the count.
    pub mean: f64,
    /// The median of the distances from the median.
    pub mad: f64,
}

impl Spread {
    /// Of a sample; `None` of an empty one.
    pub fn of(values: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = values.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        let (&min, &max) = (sorted.first()?, sorted.last()?);
        let median = quantile(&sorted, 0.5);
        let mut distances: Vec<f64> = sorted.iter().map(|value| (value - median).abs()).collect();
        distances.sort_by(f64::total_cmp);
        Some(Self {
            count: sorted.len(),
            min,
            q1: quantile(&sorted, 0.25),
            median,
            q3: quantile(&sorted, 0.75),
            max,
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            mad: quantile(&distances, 0.5),
        })
    }

    /// Whether a value of the sample lies far out: more than [`FAR_OUT`] by the modified z-score of Iglewicz and
    /// Hoaglin ("How to detect and handle outliers", 1993). Fewer than [`ENOUGH`] values have no outliers.
    pub fn is_outlier(&self, value: f64) -> bool {
        // 0.6745 makes the median distance comparable with a standard deviation.
        let distance = 0.6745 * (value - self.median).abs();
        self.count >= ENOUGH && distance > FAR_OUT * self.mad && self.mad > 0.0
    }
}

/// Linear between neighbours, as spreadsheets, R (type 7) and NumPy do it by default.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let at = share * (sorted.len() - 1) as f64;
    let (below, above) = (sorted[at.floor() as usize], sorted[at.ceil() as usize]);
    below + (above - below) * at.fract()
}

/// The branching factor of the uniform tree of this depth that has as many nodes below its root as were
/// generated: the b with b + b² + … + b^depth = generated. `None` where there is no such tree: depth 0, or
/// fewer nodes than depth.
pub fn effective_branching_factor(generated: u64, depth: u64) -> Option<f64> {
    let wanted = generated as f64;
    if depth == 0 || wanted < depth as f64 {
        return None;
    }
    let nodes = |b: f64| {
        let mut layer = 1.0;
        let mut sum = 0.0;
        for _ in 0..depth {
            layer *= b;
            sum += layer;
            if sum > wanted {
                break;
            }
        }
        sum
    };
    let (mut low, mut high) = (1.0, wanted.max(1.0));
    // Each step halves the interval; beyond 100 there is nothing left to halve.
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        if nodes(middle) > wanted { high = middle } else { low = middle }
    }
    Some(low)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_those_of_r_and_numpy() {
        let spread = Spread::of([7.0, 1.0, 3.0, 5.0]).unwrap();
        assert_eq!((spread.min, spread.q1, spread.median), (1.0, 2.5, 4.0));
        assert_eq!((spread.q3, spread.max, spread.mean, spread.mad), (5.5, 7.0, 4.0, 2.0));
        assert_eq!(Spread::of([]), None);
        assert_eq!(Spread::of([2.0]).unwrap().q3, 2.0);
    }

    #[test]
    fn outliers_are_far_from_the_rest() {
        let values = [10.0, 10.2, 9.9, 10.1, 10.0, 30.0];
        let spread = Spread::of(values).unwrap();
        let out: Vec<f64> = values.into_iter().filter(|&v| spread.is_outlier(v)).collect();
        assert_eq!(out, [30.0]);
        assert!(!Spread::of([1.0, 1.0, 100.0]).unwrap().is_outlier(100.0), "three values say too little");
        assert!(!Spread::of([1.0; 9]).unwrap().is_outlier(1.0));
    }

    #[test]
    fn the_branching_factor_is_that_of_a_uniform_tree() {
        let close = |found: Option<f64>, expected: f64| (found.unwrap() - expected).abs() < 1e-9;
        assert!(close(effective_branching_factor(2 + 4 + 8 + 16, 4), 2.0));
        assert!(close(effective_branching_factor(3 + 9 + 27, 3), 3.0));
        assert!(close(effective_branching_factor(7, 7), 1.0));
        assert!(close(effective_branching_factor(42, 1), 42.0));
        // The example of Russell and Norvig: 52 nodes for a solution at depth 5.
        assert!((effective_branching_factor(52, 5).unwrap() - 1.92).abs() < 0.01);
        assert_eq!(effective_branching_factor(10, 0), None);
        assert_eq!(effective_branching_factor(3, 7), None);
        assert!(effective_branching_factor(u64::MAX, 80).unwrap() < 2.0);
    }
}
