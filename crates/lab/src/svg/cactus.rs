//! How many instances are solved within a budget.

use super::axis::{Axis, Unit};
use super::frame::{Frame, Layout};
use super::style::Style;

/// One solver: what each instance that it solved took it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// What it is called.
    pub name: String,
    /// What it took, in any order; one for each instance solved.
    pub costs: Vec<f64>,
}

/// The most marks on a curve; more would hide its dashes.
const MOST_MARKS: usize = 25;

/// A stair for each solver that goes up by one at the cost of each instance: the height over a budget is the number
/// of instances solved within it. `total` instances were tried.
pub fn cactus(title: &str, budget: &Axis<'_>, total: usize, curves: &[Curve]) -> String {
    let names = || curves.iter().map(|curve| curve.name.as_str());
    let solved = Axis::linear("instances solved", Unit::Count);
    let x_scale = budget.scale(curves.iter().flat_map(|curve| curve.costs.iter().copied()));
    let y_scale = solved.scale([0.0, total as f64]);
    let layout = Layout::with_legend(names());
    let mut frame = Frame::new(title, layout, (budget, x_scale), (&solved, y_scale));
    let all = frame.at(0.0, total as f64);
    frame.canvas.line(all, (frame.right(), all.1), "stroke='#555555' stroke-dasharray='3 3'");
    for (i, curve) in curves.iter().enumerate() {
        draw_curve(&mut frame, budget, total, Style::of(i), curve);
    }
    if curves.iter().all(|curve| curve.costs.is_empty()) {
        frame.nothing_to_show();
    }
    frame.legend(names());
    frame.finish()
}

fn draw_curve(frame: &mut Frame, budget: &Axis<'_>, total: usize, style: Style, curve: &Curve) {
    let mut costs: Vec<f64> = curve.costs.iter().copied().filter(|cost| cost.is_finite()).collect();
    costs.sort_by(f64::total_cmp);
    let Some(&first) = costs.first() else { return };
    let start = frame.at(first, 0.0);
    let mut path = format!("M{:.2} {:.2}", start.0, start.1);
    for (i, &cost) in costs.iter().enumerate() {
        let (x, y) = frame.at(cost, (i + 1) as f64);
        path.push_str(&format!("H{x:.2}V{y:.2}"));
    }
    path.push_str(&format!("H{:.2}", frame.right()));
    frame.canvas.told("path", &format!("class='curve' d='{path}' {}", style.stroke()), &curve.name);
    let every = costs.len().div_ceil(MOST_MARKS);
    for (i, &cost) in costs.iter().enumerate() {
        if (i + 1) % every == 0 || i + 1 == costs.len() {
            let told = format!("{}: {} of {total} within {}", curve.name, i + 1, budget.unit.full(cost));
            frame.mark(style, frame.at(cost, (i + 1) as f64), 0.9, &told);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::testing::{is_well_formed, marks, places};

    fn curve(name: &str, costs: &[f64]) -> Curve {
        Curve { name: name.to_string(), costs: costs.to_vec() }
    }

    const BUDGET: Axis<'_> = Axis { name: "time", unit: Unit::Seconds, log: true };

    #[test]
    fn stairs_go_up_by_one_at_each_cost() {
        let svg = cactus("t", &BUDGET, 4, &[curve("a", &[1.0, 0.01, 0.1]), curve("b & c", &[10.0])]);
        is_well_formed(&svg);
        let a = places(&svg, "a: ");
        assert_eq!(a.len(), 3);
        assert!((a[1].0 - a[0].0 - (a[2].0 - a[1].0)).abs() < 0.1 && a[1].0 > a[0].0, "{a:?}");
        assert!((a[0].1 - a[1].1 - (a[1].1 - a[2].1)).abs() < 0.1 && a[1].1 < a[0].1, "{a:?}");
        let b = places(&svg, "b &amp; c: 1 of 4 within 10 s");
        assert_eq!(b.len(), 1);
        assert!((b[0].1 - a[0].1).abs() < 0.1, "one solved is equally high for all");
        let curve = svg.lines().find(|line| line.contains("class='curve'")).unwrap();
        assert_eq!(curve.split(" d='").nth(1).unwrap().split('\'').next().unwrap().matches('V').count(), 3);
    }

    #[test]
    fn many_instances_have_few_marks_and_every_stair() {
        let costs: Vec<f64> = (1..=1000).map(f64::from).collect();
        let svg = cactus("t", &BUDGET, 1000, &[curve("a", &costs)]);
        assert!((20..=30).contains(&marks(&svg).len()));
        assert!(svg.contains("1000 of 1000 within 1000 s"));
        assert!(svg.matches('V').count() >= 1000);
    }

    #[test]
    fn nothing_one_and_what_is_not_finite() {
        is_well_formed(&cactus("t", &BUDGET, 0, &[]));
        assert!(cactus("t", &BUDGET, 3, &[curve("a", &[])]).contains("nothing to show"));
        let svg = cactus("t", &BUDGET, 2, &[curve("a", &[f64::NAN, 0.0])]);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 1);
    }
}
