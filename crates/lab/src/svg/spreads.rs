//! Values of several things side by side, each with its spread.

use super::axis::Axis;
use super::canvas::{Anchor, cut, escaped, width_of};
use super::frame::{Frame, Layout};
use super::style::Style;

const ROW: f64 = 30.0;
const NAME: usize = 44;
const HEADING: usize = 68;

/// One thing and its values: a combination of algorithm and heuristic, and what it took on each instance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Spread {
    /// What it is called.
    pub name: String,
    /// What was measured, in any order.
    pub values: Vec<f64>,
    /// Instances without a value, because a limit was reached.
    pub stopped: usize,
}

/// Rows under a heading: those of puzzles that can be compared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Section {
    /// What stands over them; nothing if it is empty.
    pub heading: String,
    /// The rows.
    pub rows: Vec<Spread>,
}

/// Each thing in a row of its own: a mark for each value, a bar from the first quartile to the third, and a line at the
/// median. How many are missing is written at the end of the row.
pub fn spreads(title: &str, axis: &Axis<'_>, sections: &[Section]) -> String {
    let rows: Vec<&Spread> = sections.iter().flat_map(|section| &section.rows).collect();
    let headings = sections.iter().filter(|section| !section.heading.is_empty()).count();
    let widest = rows.iter().map(|row| width_of(&cut(&row.name, NAME))).fold(60.0, f64::max);
    let any_stopped = rows.iter().any(|row| row.stopped > 0);
    let right = if any_stopped { 110.0 } else { 24.0 };
    let height = ROW * (rows.len() + headings).max(2) as f64;
    let layout = Layout { left: widest + 20.0, right, width: 560.0, height };
    let scale = axis.scale(rows.iter().flat_map(|row| row.values.iter().copied()));
    let mut frame = Frame::with_rows(title, layout, (axis, scale));
    let mut place = 0;
    for section in sections {
        if !section.heading.is_empty() {
            let at = (frame.left() + 6.0, frame.top() + ROW * (place as f64 + 0.5) + 6.0);
            let heading = cut(&section.heading, HEADING);
            frame.canvas.text(at, Anchor::Start, "font-weight='bold' fill='#555555'", &heading);
            place += 1;
        }
        // The same thing looks the same in every section.
        for (number, row) in section.rows.iter().enumerate() {
            draw_row(&mut frame, axis, (place, number), row);
            place += 1;
        }
    }
    if rows.is_empty() {
        frame.nothing_to_show();
    }
    frame.finish()
}

fn draw_row(frame: &mut Frame, axis: &Axis<'_>, (place, number): (usize, usize), row: &Spread) {
    let (style, y) = (Style::of(number), frame.top() + ROW * (place as f64 + 0.5));
    let mut sorted: Vec<f64> = row.values.iter().copied().filter(|value| value.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let name = format!("<title>{}</title>{}", escaped(&row.name), escaped(&cut(&row.name, NAME)));
    let at = format!("x='{:.1}' y='{:.1}' text-anchor='end'", frame.left() - 10.0, y + 4.5);
    frame.canvas.element("text", &at, &name);
    if let Some((low, median, high)) = quartiles(&sorted) {
        let (left, right) = (frame.x(low), frame.x(high));
        let place = format!("x='{left:.2}' y='{:.2}' width='{:.2}' height='14'", y - 7.0, right - left);
        let told = format!(
            "{}: median {}, half of them from {} to {}",
            row.name,
            axis.unit.full(median),
            axis.unit.full(low),
            axis.unit.full(high)
        );
        let look = format!("fill='{0}' fill-opacity='0.18' stroke='{0}' stroke-opacity='0.6'", style.colour);
        frame.canvas.told("rect", &format!("class='quartiles' {place} {look}"), &told);
        for (i, &value) in sorted.iter().enumerate() {
            // Out of line, so that equal values are seen as several.
            let aside = [0.0, -4.0, 4.0, -2.0, 2.0][i % 5];
            let told = format!("{}: {}", row.name, axis.unit.full(value));
            frame.mark(style, (frame.x(value), y + aside), 0.35, &told);
        }
        let x = frame.x(median);
        frame.canvas.line((x, y - 11.0), (x, y + 11.0), "class='median' stroke='black' stroke-width='2.5'");
    }
    if row.stopped > 0 {
        let note = format!("{} stopped", row.stopped);
        frame.canvas.text((frame.right() + 10.0, y + 4.5), Anchor::Start, "fill='#555555'", &note);
    }
}

/// First quartile, median and third quartile of sorted values.
fn quartiles(sorted: &[f64]) -> Option<(f64, f64, f64)> {
    let last = sorted.len().checked_sub(1)? as f64;
    let at = |fraction: f64| {
        let place = last * fraction;
        let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
        below + (above - below) * place.fract()
    };
    Some((at(0.25), at(0.5), at(0.75)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::Unit;
    use crate::svg::testing::{is_well_formed, marks, number, places, texts};

    fn spread(name: &str, values: &[f64], stopped: usize) -> Spread {
        Spread { name: name.to_string(), values: values.to_vec(), stopped }
    }

    fn spreads(title: &str, axis: &Axis<'_>, rows: &[Spread]) -> String {
        super::spreads(title, axis, &[Section { heading: String::new(), rows: rows.to_vec() }])
    }

    #[test]
    fn sections_stand_apart_and_share_their_scale() {
        let section = |heading: &str, value: f64| Section {
            heading: heading.to_string(),
            rows: vec![spread("astar", &[value], 0), spread("ida", &[0.0], 0)],
        };
        let axis = Axis::log("nodes", Unit::Count);
        let svg = super::spreads("N\nover some", &axis, &[section("2x2", 3.0), section("3x3", 3.0)]);
        is_well_formed(&svg);
        let (two, three) = (places(&svg, "astar: 3")[0], places(&svg, "astar: 3")[1]);
        assert!((two.0 - three.0).abs() < 0.1 && three.1 > two.1 + 2.0 * ROW, "{two:?} {three:?}");
        assert!(places(&svg, "ida: 0")[0].0 < two.0 - 40.0, "zero is not drawn at 1");
        for text in ["2x2", "3x3", "over some", "0"] {
            assert!(texts(&svg).contains(&text.to_string()), "{text}");
        }
    }

    #[test]
    fn every_value_is_a_mark_at_its_place() {
        let axis = Axis::log("expanded nodes", Unit::Count);
        let rows = [spread("astar <b>", &[1000.0, 10.0, 100.0], 0), spread("dijkstra", &[10_000.0], 2)];
        let svg = spreads("Nodes", &axis, &rows);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 4);
        let first = places(&svg, "astar &lt;b&gt;: ");
        let steps = [first[1].0 - first[0].0, first[2].0 - first[1].0];
        assert!(steps[0] > 50.0 && (steps[0] - steps[1]).abs() < 0.1, "equal factors: {steps:?}");
        let second = places(&svg, "dijkstra: ")[0];
        assert!((second.0 - first[2].0 - steps[0]).abs() < 0.1, "on the same scale");
        assert!(second.1 > first[0].1 + 20.0, "in a row of its own");
        let medians: Vec<&str> = svg.lines().filter(|line| line.contains("class='median'")).collect();
        assert!((number(medians[0], "x1") - first[1].0).abs() < 0.1);
        assert!(texts(&svg).contains(&"2 stopped".to_string()));
        assert!(svg.contains("expanded nodes (log scale)"));
    }

    #[test]
    fn quartiles_lie_between_values() {
        assert_eq!(quartiles(&[1.0, 2.0, 3.0, 4.0, 5.0]), Some((2.0, 3.0, 4.0)));
        assert_eq!(quartiles(&[1.0, 2.0]), Some((1.25, 1.5, 1.75)));
        assert_eq!(quartiles(&[7.0]), Some((7.0, 7.0, 7.0)));
        assert_eq!(quartiles(&[]), None);
    }

    #[test]
    fn nothing_solved_and_nothing_at_all() {
        let axis = Axis::log("time", Unit::Seconds);
        let svg = spreads("Time", &axis, &[spread("dfs", &[], 5), spread("bfs", &[f64::NAN], 0)]);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 0);
        assert!(texts(&svg).contains(&"5 stopped".to_string()));
        assert!(spreads("Time", &axis, &[]).contains("nothing to show"));
    }
}
