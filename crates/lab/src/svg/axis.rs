//! Axes: names, units, scales, and ticks at round numbers.

/// What is measured along an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Axis<'a> {
    /// What it is called: `expanded nodes`.
    pub name: &'a str,
    /// What its numbers are.
    pub unit: Unit,
    /// Whether equal distances are equal factors rather than equal differences.
    pub log: bool,
}

/// What numbers count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Things.
    Count,
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
}

impl<'a> Axis<'a> {
    /// An axis of equal differences.
    pub fn linear(name: &'a str, unit: Unit) -> Self {
        Self { name, unit, log: false }
    }

    /// An axis of equal factors.
    pub fn log(name: &'a str, unit: Unit) -> Self {
        Self { name, unit, log: true }
    }

    /// The name with what must be known to read it.
    pub(super) fn title(&self) -> String {
        match self.log {
            true => format!("{} (log scale)", self.name),
            false => self.name.to_string(),
        }
    }

    /// The scale on which these values lie between 0 and 1. Values that are not finite do not count.
    pub(super) fn scale(&self, values: impl IntoIterator<Item = f64>) -> Scale {
        let finite = values.into_iter().filter(|value| value.is_finite());
        if self.log { log_scale(finite) } else { linear_scale(finite) }
    }
}

/// Maps values to the range from 0 to 1.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Scale {
    log: bool,
    /// Where the values from `low` on begin: zero has no logarithm, and where there is one it has a place of its own.
    from: f64,
    low: f64,
    high: f64,
    /// Where lines are drawn and numbers written.
    pub(super) ticks: Vec<f64>,
}

impl Scale {
    /// Where a value lies: 0 at the low end, 1 at the high end. What lies beyond is drawn at the end. On a log scale
    /// zero lies apart, at the low end.
    pub(super) fn at(&self, value: f64) -> f64 {
        let place = match self.log {
            true if value <= 0.0 => 0.0,
            true => {
                let place = (value.ln() - self.low.ln()) / (self.high.ln() - self.low.ln());
                self.from + (1.0 - self.from) * place
            }
            false => (value - self.low) / (self.high - self.low),
        };
        place.clamp(0.0, 1.0)
    }

    /// The same scale between other ends; only for equal differences. Ticks beyond them go away.
    pub(super) fn around(mut self, low: f64, high: f64) -> Self {
        self.ticks.retain(|tick| (low..=high).contains(tick));
        Self { low, high, ..self }
    }

    /// The same scale squeezed, so that its high end lies at this fraction.
    pub(super) fn with_room(self, fraction: f64) -> Self {
        let high = match self.log {
            // Of the part that has logarithms, so that the high end lies at the fraction of the whole.
            true => {
                let part = (fraction - self.from) / (1.0 - self.from);
                (self.low.ln() + (self.high.ln() - self.low.ln()) / part).exp()
            }
            false => self.low + (self.high - self.low) / fraction,
        };
        Self { high, ..self }
    }

    /// The values at both ends.
    #[cfg(test)]
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.low, self.high)
    }
}

/// Between round numbers around all values. It begins at 0 unless the values lie far from it.
fn linear_scale(values: impl Iterator<Item = f64>) -> Scale {
    let ends = |(low, high): (f64, f64), value: f64| (low.min(value), high.max(value));
    let (least, most) = values.fold((f64::INFINITY, f64::NEG_INFINITY), ends);
    let (least, most) = if least > most { (0.0, 1.0) } else { (least, most) };
    let least = if least > 0.0 && (least < 0.4 * most || least == most) { 0.0 } else { least };
    let most = if most == least { least + 1.0 } else { most };
    let step = round_step((most - least) / 7.5);
    let low = (least / step).floor() * step;
    let count = ((most - low) / step).ceil().max(1.0);
    let ticks = (0..=count as usize).map(|i| low + i as f64 * step).collect();
    Scale { log: false, from: 0.0, low, high: low + count * step, ticks }
}

/// 1, 2 or 5 times a power of ten, not below `least`.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let factor = [1.0, 2.0, 5.0, 10.0].into_iter().find(|f| f * power >= least * (1.0 - 1e-9));
    factor.unwrap_or(10.0) * power
}

/// The share of a log scale that zero takes.
const ZERO: f64 = 0.08;

/// The most ticks on a log scale.
const MOST_DECADES: i32 = 9;

/// From a round number below the least positive value to one above all. Within two decades 2 and 5 are ticks as well.
fn log_scale(values: impl Iterator<Item = f64>) -> Scale {
    let mut any_zero = false;
    let positive = values.inspect(|&v| any_zero |= v <= 0.0).filter(|&v| v > 0.0);
    let (least, most) = positive.fold((f64::INFINITY, 0.0_f64), |(low, high), v| (low.min(v), high.max(v)));
    let (least, most) = if least > most { (1.0, 10.0) } else { (least, most) };
    let first = (least.log10() + 1e-9).floor() as i32;
    let last = ((most.log10() - 1e-9).ceil() as i32).max(first + 1);
    let every = ((last - first) as u32).div_ceil(MOST_DECADES as u32).max(1);
    let factors: &[f64] = if last - first <= 2 { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let mut ticks: Vec<f64> = (first..last)
        .step_by(every as usize)
        .flat_map(|power| factors.iter().map(move |f| f * 10_f64.powi(power)))
        .collect();
    if ((last - first) as u32).is_multiple_of(every) {
        ticks.push(10_f64.powi(last));
    }
    if any_zero {
        ticks.insert(0, 0.0);
    }
    let from = if any_zero { ZERO } else { 0.0 };
    Scale { log: true, from, low: 10_f64.powi(first), high: 10_f64.powi(last), ticks }
}

impl Unit {
    /// A number with its unit, in few characters: `20`, `50k`, `2 ms`, `10 MB`.
    pub(super) fn short(self, value: f64) -> String {
        match self {
            Self::Count => scaled(value, &[(1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, "")]),
            Self::Seconds => scaled(value, &[(1.0, " s"), (1e-3, " ms"), (1e-6, " µs"), (1e-9, " ns")]),
            Self::Bytes => scaled(value, &[(1e9, " GB"), (1e6, " MB"), (1e3, " kB"), (1.0, " B")]),
        }
    }

    /// A number with its unit in full, for tooltips.
    pub(super) fn full(self, value: f64) -> String {
        match self {
            Self::Count => plain(value),
            Self::Seconds => format!("{} s", plain(value)),
            Self::Bytes => format!("{} bytes", plain(value)),
        }
    }
}

fn scaled(value: f64, units: &[(f64, &str)]) -> String {
    if value == 0.0 {
        return "0".to_string();
    }
    let fits = |(size, _): &&(f64, &str)| value.abs() >= size * (1.0 - 1e-9);
    let Some((size, name)) = units.iter().find(fits).or(units.last()) else { return plain(value) };
    format!("{}{name}", plain(value / size))
}

/// Six digits, without zeros at the end; whole numbers in full up to 10^15.
fn plain(value: f64) -> String {
    if value.fract() == 0.0 && value.abs() < 1e15 {
        return format!("{value:.0}");
    }
    if value.abs() >= 1e15 || value.abs() < 1e-9 {
        return format!("{value:.3e}");
    }
    let before = value.abs().log10().floor().max(0.0) as usize + 1;
    let decimals = if value.abs() < 1e-3 { 12 } else { 7_usize.saturating_sub(before).max(1) };
    let text = format!("{value:.decimals$}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: Axis<'_> = Axis { name: "n", unit: Unit::Count, log: false };
    const LOG: Axis<'_> = Axis { name: "n", unit: Unit::Count, log: true };

    #[test]
    fn linear_ticks_are_round_and_few() {
        assert_eq!(COUNT.scale([9.0]).ticks, [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(COUNT.scale([21.0, 29.0]).ticks, [20.0, 22.0, 24.0, 26.0, 28.0, 30.0], "far from 0");
        assert_eq!(COUNT.scale([100.0]).ticks, [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(COUNT.scale([]).ends(), (0.0, 1.0));
        for most in [1e-6, 0.3, 1.0, 9.0, 10.0, 99.0, 12_345.0, 1e9 + 7.0, 1e300] {
            let scale = COUNT.scale([most]);
            assert!((2..=9).contains(&scale.ticks.len()), "{most}: {:?}", scale.ticks);
            assert!(scale.ends().1 >= most && scale.at(most) > 0.6, "{most}");
        }
    }

    #[test]
    fn log_ticks_are_powers_of_ten() {
        assert_eq!(LOG.scale([3.0, 4_000.0]).ticks, [1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
        assert_eq!(LOG.scale([12.0, 60.0]).ticks, [10.0, 20.0, 50.0, 100.0]);
        assert_eq!(LOG.scale([]).ends(), (1.0, 10.0));
        for (least, most) in [(1.0, 1.0), (1e-9, 1e9), (1.0, 1e18), (1e-300, 1e300)] {
            let scale = LOG.scale([least, most]);
            assert!((2..=10).contains(&scale.ticks.len()), "{least} {most}: {:?}", scale.ticks);
            assert!(scale.at(least) < 0.12 && (most == least || scale.at(most) > 0.88));
        }
    }

    #[test]
    fn equal_factors_are_equal_distances() {
        let scale = LOG.scale([1.0, 10_000.0]);
        let gaps: Vec<f64> = [1.0, 10.0, 100.0].map(|v| scale.at(v * 10.0) - scale.at(v)).to_vec();
        assert!(gaps.iter().all(|gap| (gap - 0.25).abs() < 1e-9), "{gaps:?}");
        assert_eq!(scale.at(0.0), 0.0, "zero has no logarithm and lies at the low end");
        let with_zero = LOG.scale([0.0, 1.0, 10_000.0]);
        assert_eq!(with_zero.ticks, [0.0, 1.0, 10.0, 100.0, 1_000.0, 10_000.0]);
        assert!(with_zero.at(1.0) > 0.05, "zero is not drawn where 1 is");
        assert!((with_zero.with_room(0.9).at(10_000.0) - 0.9).abs() < 1e-9);
        assert_eq!(scale.at(-5.0), 0.0);
        assert_eq!(scale.at(1e9), 1.0);
    }

    #[test]
    fn what_is_not_finite_does_not_stretch_a_scale() {
        let values = [1.0, f64::NAN, f64::INFINITY, 50.0];
        assert_eq!(LOG.scale(values).ends(), (1.0, 100.0));
        assert_eq!(COUNT.scale(values).ends(), (0.0, 50.0));
    }

    #[test]
    fn numbers_are_short() {
        let count = |value| Unit::Count.short(value);
        assert_eq!([count(0.0), count(20.0), count(50_000.0), count(2e6)], ["0", "20", "50k", "2M"]);
        let time = |value| Unit::Seconds.short(value);
        assert_eq!([time(10.0), time(0.02), time(1e-6), time(1e-4)], ["10 s", "20 ms", "1 µs", "100 µs"]);
        assert_eq!(Unit::Bytes.short(1e6), "1 MB");
        assert_eq!(Unit::Seconds.full(0.123456), "0.123456 s");
        assert_eq!(Unit::Count.full(123_456_789.0), "123456789");
    }
}
