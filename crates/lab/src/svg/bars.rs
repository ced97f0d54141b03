//! A bar for each of 0, 1, 2, …

use super::axis::{Axis, Unit};
use super::frame::{Frame, Layout};
use super::style::Style;

/// A bar for each value, with a title and the names of both axes: states per depth.
pub fn bars(title: &str, x_name: &str, y_name: &str, values: &[usize]) -> String {
    let (x, y) = (Axis::linear(x_name, Unit::Count), Axis::linear(y_name, Unit::Count));
    let last = values.len().saturating_sub(1).max(1) as f64;
    let layout = Layout { left: 84.0, right: 24.0, width: 690.0, height: 330.0 };
    // Bars stand around their number, so the axis goes on for half a bar at both ends.
    let x_scale = x.scale([0.0, last]).around(-0.5, last + 0.5);
    let y_scale = y.scale(values.iter().map(|&value| value as f64).chain([0.0]));
    let mut frame = Frame::new(title, layout, (&x, x_scale), (&y, y_scale));
    for (i, &value) in values.iter().enumerate() {
        let (left, top) = frame.at(i as f64 - 0.45, value as f64);
        let (right, bottom) = frame.at(i as f64 + 0.45, 0.0);
        let (width, height) = ((right - left).max(0.5), bottom - top);
        let place = format!("x='{left:.2}' y='{top:.2}' width='{width:.2}' height='{height:.2}'");
        let attributes = format!("class='mark' {place} fill='{}'", Style::of(0).colour);
        frame.canvas.told("rect", &attributes, &format!("{i}: {value}"));
    }
    if values.is_empty() {
        frame.nothing_to_show();
    }
    frame.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::testing::{marks, number, texts};

    #[test]
    fn every_value_has_its_bar_in_proportion() {
        let values = [1, 4, 0, 2];
        let svg = bars("A & B", "depth", "positions", &values);
        let marks = marks(&svg);
        assert_eq!(marks.len(), values.len());
        let heights: Vec<f64> = marks.iter().map(|mark| number(mark, "height")).collect();
        let unit = heights[0];
        for (i, (mark, &value)) in marks.iter().zip(&values).enumerate() {
            assert!((heights[i] - unit * value as f64).abs() < 0.1, "{i}: {heights:?}");
            assert!(mark.contains(&format!("<title>{i}: {value}</title>")), "{mark}");
        }
        let lefts: Vec<f64> = marks.iter().map(|mark| number(mark, "x")).collect();
        assert!(lefts.is_sorted());
        for text in ["A &amp; B", "depth", "positions"] {
            assert!(texts(&svg).contains(&text.to_string()), "{text}");
        }
    }

    #[test]
    fn nothing_one_and_many() {
        assert!(bars("t", "x", "y", &[]).contains("nothing to show"));
        assert_eq!(marks(&bars("t", "x", "y", &[0])).len(), 1);
        let many: Vec<usize> = (0..2_000).map(|i| i * i * 1_000_000).collect();
        let svg = bars("t", "x", "y", &many);
        assert_eq!(marks(&svg).len(), 2_000);
        assert!(marks(&svg).iter().all(|mark| number(mark, "width") >= 0.3));
    }
}
