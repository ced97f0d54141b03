//! Several series of points.

use super::axis::Axis;
use super::frame::{Frame, Layout};
use super::style::Style;

/// Points of one kind.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What they are called.
    pub name: String,
    /// The points, in any order.
    pub points: Vec<Point>,
}

/// One point.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Point {
    /// What it is called: an instance.
    pub name: String,
    /// Along the axis at the bottom: the length of its solution.
    pub x: f64,
    /// Along the axis at the side: the nodes that it took.
    pub y: f64,
}

/// A mark for each point of each series: nodes against solution length.
pub fn points(title: &str, x: &Axis<'_>, y: &Axis<'_>, series: &[Series]) -> String {
    let names = || series.iter().map(|one| one.name.as_str());
    let all = || series.iter().flat_map(|one| &one.points);
    let x_scale = x.scale(all().map(|point| point.x));
    let y_scale = y.scale(all().map(|point| point.y));
    let mut frame = Frame::new(title, Layout::with_legend(names()), (x, x_scale), (y, y_scale));
    for (i, one) in series.iter().enumerate() {
        for point in one.points.iter().filter(|point| point.x.is_finite() && point.y.is_finite()) {
            let (across, up) = (x.unit.full(point.x), y.unit.full(point.y));
            let told = format!("{}, {}: {} {across}, {} {up}", one.name, point.name, x.name, y.name);
            frame.mark(Style::of(i), frame.at(point.x, point.y), 0.4, &told);
        }
    }
    if all().next().is_none() {
        frame.nothing_to_show();
    }
    frame.legend(names());
    frame.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Unit;
    use crate::svg::testing::{is_well_formed, marks, places};

    fn series(name: &str, points: &[(f64, f64)]) -> Series {
        let point = |(i, &(x, y)): (usize, &(f64, f64))| Point { name: format!("#{i}"), x, y };
        Series { name: name.to_string(), points: points.iter().enumerate().map(point).collect() }
    }

    const X: Axis<'_> = Axis { name: "length", unit: Unit::Count, log: false };
    const Y: Axis<'_> = Axis { name: "nodes", unit: Unit::Count, log: true };

    #[test]
    fn points_lie_in_proportion() {
        let both =
            [series("a", &[(10.0, 100.0), (20.0, 1000.0), (30.0, 10_000.0)]), series("b", &[(20.0, 1000.0)])];
        let svg = points("t", &X, &Y, &both);
        is_well_formed(&svg);
        let a = places(&svg, "a, ");
        assert_eq!((a.len(), marks(&svg).len()), (3, 4));
        assert!((a[1].0 - a[0].0 - (a[2].0 - a[1].0)).abs() < 0.1 && a[1].0 > a[0].0);
        assert!((a[0].1 - a[1].1 - (a[1].1 - a[2].1)).abs() < 0.1 && a[1].1 < a[0].1);
        assert_eq!(places(&svg, "b, #0: length 20, nodes 1000"), [a[1]]);
        assert_eq!(svg.matches("class='legend'").count(), 2);
    }

    #[test]
    fn nothing_one_and_what_is_not_finite() {
        assert!(points("t", &X, &Y, &[]).contains("nothing to show"));
        let svg = points("t", &X, &Y, &[series("a", &[(3.0, 0.0), (f64::INFINITY, 1.0), (1.0, f64::NAN)])]);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 1);
    }

    #[test]
    fn long_and_wild_names_are_harmless() {
        let svg = points("<script>&\"'", &X, &Y, &[series(&"x<'\u{7}".repeat(60), &[(1.0, 1.0)])]);
        is_well_formed(&svg);
        assert!(!svg.contains("<script"));
    }
}
