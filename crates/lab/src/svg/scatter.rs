//! Two things against each other, instance by instance.

use super::axis::Axis;
use super::canvas::Anchor;
use super::frame::{Frame, Layout};
use super::style::Style;

/// What one instance took each of the two.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// What the instance is called.
    pub name: String,
    /// What it took the first; `None` if a limit was reached.
    pub x: Option<f64>,
    /// What it took the second; `None` if a limit was reached.
    pub y: Option<f64>,
}

/// Beyond the values there is room for the lines on which those lie that reached a limit.
const LIMIT: f64 = 0.96;

/// A mark for each instance, on the same scale both ways, with the line on which both are equal: below it the
/// second is better, above it the first. Those that reached a limit lie on dashed lines at the end. `x` and
/// `y` are named after what is compared, and must have the same unit and scale.
pub fn scatter(title: &str, x: &Axis<'_>, y: &Axis<'_>, pairs: &[Pair]) -> String {
    let values = pairs.iter().flat_map(|pair| [pair.x, pair.y]).flatten();
    let scale = x.scale(values).with_room(LIMIT);
    let layout = Layout { left: 84.0, right: 96.0, width: 460.0, height: 460.0 };
    let mut frame = Frame::new(title, layout, (x, scale.clone()), (y, scale.clone()));
    draw_lines(&mut frame, pairs);
    for pair in pairs {
        let place =
            |value: Option<f64>| value.map_or(Some(LIMIT + 0.02), |v| v.is_finite().then(|| scale.at(v)));
        let (Some(across), Some(up)) = (place(pair.x), place(pair.y)) else { continue };
        let said = |value: Option<f64>| value.map_or("stopped".to_string(), |v| x.unit.full(v));
        let told = format!("{}: {} {}, {} {}", pair.name, x.name, said(pair.x), y.name, said(pair.y));
        let style = Style::of(usize::from(pair.x.is_none() || pair.y.is_none()));
        frame.mark(style, frame.at_fraction(across, up), 0.4, &told);
    }
    match pairs {
        [] => frame.nothing_to_show(),
        _ => draw_count(&mut frame, x, y, pairs),
    }
    frame.finish()
}

fn draw_lines(frame: &mut Frame, pairs: &[Pair]) {
    let (from, to) = (frame.at_fraction(0.0, 0.0), frame.at_fraction(LIMIT, LIMIT));
    frame.canvas.line(from, to, "class='diagonal' stroke='#555555'");
    const DASHED: &str = "class='limit' stroke='#555555' stroke-dasharray='4 3'";
    if pairs.iter().any(|pair| pair.x.is_none()) {
        let (x, _) = frame.at_fraction(LIMIT + 0.02, 0.0);
        frame.canvas.line((x, frame.bottom()), (x, frame.top()), DASHED);
        frame.canvas.text((x, frame.top() - 6.0), Anchor::Middle, "fill='#555555'", "stopped");
    }
    if pairs.iter().any(|pair| pair.y.is_none()) {
        let (left, y) = frame.at_fraction(0.0, LIMIT + 0.02);
        frame.canvas.line((left, y), (frame.right(), y), DASHED);
        frame.canvas.text((frame.right() + 6.0, y + 4.5), Anchor::Start, "fill='#555555'", "stopped");
    }
}

/// How many instances are better with which of the two; a limit is worse than any value.
fn draw_count(frame: &mut Frame, x: &Axis<'_>, y: &Axis<'_>, pairs: &[Pair]) {
    let cost = |value: Option<f64>| value.unwrap_or(f64::INFINITY);
    let first = pairs.iter().filter(|pair| cost(pair.x) < cost(pair.y)).count();
    let second = pairs.iter().filter(|pair| cost(pair.y) < cost(pair.x)).count();
    let grey = "fill='#555555' font-style='italic'";
    let above = format!("{} better: {first}", x.name);
    let below = format!("{} better: {second}", y.name);
    let (left, top) = frame.at_fraction(0.02, 0.92);
    frame.canvas.text((left, top), Anchor::Start, grey, &above);
    let (right, bottom) = frame.at_fraction(0.94, 0.02);
    frame.canvas.text((right, bottom), Anchor::End, grey, &below);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Unit;
    use crate::svg::testing::{is_well_formed, marks, number, places, texts};

    fn pair(name: &str, x: Option<f64>, y: Option<f64>) -> Pair {
        Pair { name: name.to_string(), x, y }
    }

    const X: Axis<'_> = Axis { name: "ida", unit: Unit::Count, log: true };
    const Y: Axis<'_> = Axis { name: "astar", unit: Unit::Count, log: true };

    #[test]
    fn equal_values_lie_on_the_diagonal_and_others_on_their_side() {
        let pairs = [
            pair("equal", Some(100.0), Some(100.0)),
            pair("first", Some(10.0), Some(1000.0)),
            pair("second", Some(1000.0), Some(10.0)),
            pair("cut", None, Some(10.0)),
        ];
        let svg = scatter("t", &X, &Y, &pairs);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 4);
        let line = svg.lines().find(|line| line.contains("class='diagonal'")).unwrap();
        let (x1, y1, x2, y2) =
            (number(line, "x1"), number(line, "y1"), number(line, "x2"), number(line, "y2"));
        let side = |(x, y): (f64, f64)| (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1);
        assert!(side(places(&svg, "equal")[0]).abs() < 60.0);
        // Upwards is towards smaller numbers in a picture.
        assert!(side(places(&svg, "first")[0]) < -1000.0 && side(places(&svg, "second")[0]) > 1000.0);
        let limit = svg.lines().find(|line| line.contains("class='limit'")).unwrap();
        assert!((places(&svg, "cut")[0].0 - number(limit, "x1")).abs() < 0.1);
        assert!(places(&svg, "second")[0].0 < number(limit, "x1") - 5.0, "values stay off the limit");
        let texts = texts(&svg);
        assert!(
            texts.contains(&"ida better: 1".to_string()) && texts.contains(&"astar better: 2".to_string())
        );
    }

    #[test]
    fn nothing_one_and_huge_ranges() {
        assert!(scatter("t", &X, &Y, &[]).contains("nothing to show"));
        let one = scatter("t", &X, &Y, &[pair("a", Some(5.0), Some(5.0))]);
        assert_eq!(marks(&one).len(), 1);
        let svg = scatter("t", &X, &Y, &[pair("a", Some(1e-9), Some(1e18)), pair("b", Some(f64::NAN), None)]);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 1, "what is no number is not drawn");
    }
}
