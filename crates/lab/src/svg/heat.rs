//! How often each pair of two small numbers occurs, as shades.

use std::collections::BTreeMap;

use super::axis::{Axis, Unit};
use super::canvas::Anchor;
use super::frame::{Frame, Layout};

/// A pair of numbers and how often it occurs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Along the axis at the bottom: a true distance.
    pub x: usize,
    /// Along the axis at the side: an estimate.
    pub y: usize,
    /// How often.
    pub count: u64,
}

/// A square for each pair, the darker the more often it occurs (by factors), the line on which both are equal, and the
/// mean of `y` over each `x`.
pub fn heat(title: &str, x_name: &str, y_name: &str, cells: &[Cell]) -> String {
    let (x, y) = (Axis::linear(x_name, Unit::Count), Axis::linear(y_name, Unit::Count));
    let last = |of: fn(&Cell) -> usize| cells.iter().map(of).max().unwrap_or(0).max(1) as f64;
    let (right, high) = (last(|cell| cell.x), last(|cell| cell.y));
    let x_scale = x.scale([0.0, right]).around(-0.5, right + 0.5);
    let y_scale = y.scale([0.0, high]).around(-0.5, high + 0.5);
    let layout = Layout { left: 84.0, right: 150.0, width: 560.0, height: 400.0 };
    let mut frame = Frame::new(title, layout, (&x, x_scale), (&y, y_scale));
    let most = cells.iter().map(|cell| cell.count).max().unwrap_or(0);
    for cell in cells.iter().filter(|cell| cell.count > 0) {
        let (left, top) = frame.at(cell.x as f64 - 0.5, cell.y as f64 + 0.5);
        let (right, bottom) = frame.at(cell.x as f64 + 0.5, cell.y as f64 - 0.5);
        let (width, height) = (right - left, bottom - top);
        let place = format!("x='{left:.2}' y='{top:.2}' width='{width:.2}' height='{height:.2}'");
        let told = format!("{x_name} {}, {y_name} {}: {}", cell.x, cell.y, cell.count);
        frame.canvas.told("rect", &format!("class='mark' {place} fill='{}'", shade(cell.count, most)), &told);
    }
    let end = right.min(high);
    let (from, to) = (frame.at(0.0, 0.0), frame.at(end, end));
    frame.canvas.line(
        from,
        to,
        "class='diagonal' stroke='#d55e00' stroke-width='1.5' stroke-dasharray='6 3'",
    );
    draw_means(&mut frame, cells);
    draw_key(&mut frame, most);
    if cells.is_empty() {
        frame.nothing_to_show();
    }
    frame.finish()
}

/// From light for 1 to dark for the most, in equal steps for equal factors.
fn shade(count: u64, most: u64) -> String {
    let depth = if most <= 1 { 1.0 } else { (count as f64).ln() / (most as f64).ln() };
    let mix = |light: f64, dark: f64| (light + (dark - light) * depth).round() as u8;
    format!("#{:02x}{:02x}{:02x}", mix(222.0, 8.0), mix(235.0, 48.0), mix(247.0, 107.0))
}

fn draw_means(frame: &mut Frame, cells: &[Cell]) {
    let mut columns: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for cell in cells.iter().filter(|cell| cell.count > 0) {
        let (sum, count) = columns.entry(cell.x).or_default();
        *sum += cell.y as f64 * cell.count as f64;
        *count += cell.count as f64;
    }
    let mut path = String::new();
    for (&x, &(sum, count)) in &columns {
        let (across, up) = frame.at(x as f64, sum / count);
        path.push_str(&format!("{}{across:.2} {up:.2}", if path.is_empty() { "M" } else { "L" }));
    }
    if !path.is_empty() {
        let look = "fill='none' stroke='#e69f00' stroke-width='2.5'";
        frame.canvas.told("path", &format!("class='means' d='{path}' {look}"), "mean");
    }
}

fn draw_key(frame: &mut Frame, most: u64) {
    let x = frame.right() + 22.0;
    let mut y = frame.top() + 10.0;
    let lines = [("#e69f00", "", "mean"), ("#d55e00", "6 3", "equal")];
    for (colour, dash, name) in lines {
        let look = format!("stroke='{colour}' stroke-width='2.5' stroke-dasharray='{dash}'");
        frame.canvas.line((x - 10.0, y), (x + 14.0, y), &look);
        frame.canvas.text((x + 22.0, y + 4.5), Anchor::Start, "", name);
        y += 22.0;
    }
    let mut counts: Vec<u64> =
        (0..=4).map(|i| (most as f64).powf(f64::from(i) / 4.0).round() as u64).collect();
    counts.dedup();
    for count in counts.into_iter().filter(|&count| count > 0) {
        let place = format!("x='{:.1}' y='{:.1}' width='14' height='14'", x - 4.0, y - 7.0);
        frame.canvas.element("rect", &format!("class='key' {place} fill='{}'", shade(count, most)), "");
        frame.canvas.text((x + 22.0, y + 4.5), Anchor::Start, "", &count.to_string());
        y += 22.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::testing::{is_well_formed, marks, number};

    #[test]
    fn cells_lie_in_a_grid_and_grow_darker() {
        let cells =
            [Cell { x: 0, y: 0, count: 1 }, Cell { x: 1, y: 1, count: 10 }, Cell { x: 2, y: 1, count: 100 }];
        let svg = heat("t", "distance", "h", &cells);
        is_well_formed(&svg);
        let marks = marks(&svg);
        assert_eq!(marks.len(), 3);
        let lefts: Vec<f64> = marks.iter().map(|mark| number(mark, "x")).collect();
        assert!((lefts[1] - lefts[0] - number(marks[0], "width")).abs() < 0.1, "{lefts:?}");
        assert!((lefts[2] - lefts[1] - (lefts[1] - lefts[0])).abs() < 0.1);
        assert!(number(marks[0], "y") > number(marks[1], "y"));
        assert_eq!(number(marks[1], "y"), number(marks[2], "y"));
        let red = |mark: &str| u8::from_str_radix(&mark.split_once("fill='#").unwrap().1[..2], 16).unwrap();
        assert!(red(marks[0]) > red(marks[1]) && red(marks[1]) > red(marks[2]));
        assert!(marks[2].contains("distance 2, h 1: 100"));
    }

    #[test]
    fn the_mean_is_that_of_the_column() {
        let cells =
            [Cell { x: 0, y: 0, count: 3 }, Cell { x: 0, y: 4, count: 1 }, Cell { x: 1, y: 1, count: 1 }];
        let svg = heat("t", "distance", "h", &cells);
        let path = svg.lines().find(|line| line.contains("class='means'")).unwrap();
        let (first, second) = path.split_once("d='M").unwrap().1.split_once('L').unwrap();
        let height = |place: &str| place.split([' ', '\'']).nth(1).unwrap().parse::<f64>().unwrap();
        assert!((height(first) - height(second)).abs() < 0.1, "(3·0 + 4) / 4 is 1");
    }

    #[test]
    fn nothing_and_one() {
        assert!(heat("t", "d", "h", &[]).contains("nothing to show"));
        let svg = heat("t", "d", "h", &[Cell { x: 0, y: 0, count: 1 }]);
        is_well_formed(&svg);
        assert_eq!(marks(&svg).len(), 1);
    }
}
