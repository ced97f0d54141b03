//! Pictures as SVG text.

use std::fmt::Write;

const WIDTH: f64 = 800.0;
const HEIGHT: f64 = 420.0;
const LEFT: f64 = 90.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 50.0;
const BOTTOM: f64 = 60.0;

/// A bar for each value, with a title and the names of both axes. Bars carry their value as a tooltip.
pub fn bars(title: &str, x_name: &str, y_name: &str, values: &[usize]) -> String {
    let most = values.iter().copied().max().unwrap_or(0).max(1);
    let (plot_width, plot_height) = (WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM);
    let step = plot_width / values.len().max(1) as f64;
    let y_of = |value: f64| TOP + plot_height * (1.0 - value / most as f64);
    let mut svg = frame(title, x_name, y_name);
    for tick in ticks(most) {
        let y = y_of(tick as f64);
        let (right, label) = (WIDTH - RIGHT, y + 4.0);
        let _ = write!(
            svg,
            "<line x1='{LEFT}' y1='{y:.1}' x2='{right}' y2='{y:.1}' stroke='#ddd'/>\
             <text x='{:.1}' y='{label:.1}' text-anchor='end'>{tick}</text>",
            LEFT - 8.0
        );
    }
    for tick in ticks(values.len().saturating_sub(1).max(1)) {
        let (x, y) = (LEFT + step * (tick as f64 + 0.5), TOP + plot_height + 18.0);
        let _ = write!(svg, "<text x='{x:.1}' y='{y:.1}' text-anchor='middle'>{tick}</text>");
    }
    for (i, &value) in values.iter().enumerate() {
        let (x, y) = (LEFT + step * i as f64, y_of(value as f64));
        let (width, height) = ((step * 0.9).max(0.5), TOP + plot_height - y);
        let _ = write!(
            svg,
            "<rect x='{x:.2}' y='{y:.2}' width='{width:.2}' height='{height:.2}' fill='#0072b2'>\
             <title>{i}: {value}</title></rect>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The ground, the axes and the texts.
fn frame(title: &str, x_name: &str, y_name: &str) -> String {
    let (middle, bottom, right) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - BOTTOM, WIDTH - RIGHT);
    let (title, x_name, y_name) = (escaped(title), escaped(x_name), escaped(y_name));
    let (names, turn) = (HEIGHT - 16.0, (TOP + bottom) / 2.0);
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {WIDTH} {HEIGHT}' font-family='sans-serif' font-size='13'>\
         <rect width='100%' height='100%' fill='white'/>\
         <text x='{middle}' y='28' text-anchor='middle' font-size='17'>{title}</text>\
         <text x='{middle}' y='{names}' text-anchor='middle'>{x_name}</text>\
         <text x='18' y='{turn}' text-anchor='middle' transform='rotate(-90 18 {turn})'>{y_name}</text>\
         <path d='M{LEFT} {TOP} V{bottom} H{right}' fill='none' stroke='black'/>"
    )
}

/// Round numbers from 0 to `most`, four to nine of them.
fn ticks(most: usize) -> Vec<usize> {
    let mut step = 1;
    let factors = [2, 5, 10];
    let mut power = 1;
    'found: while most / step > 8 {
        for factor in factors {
            step = power * factor;
            if most / step <= 8 {
                break 'found;
            }
        }
        power *= 10;
    }
    (0..=most / step).map(|i| i * step).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_few() {
        assert_eq!(ticks(7), [0, 1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(ticks(100), [0, 20, 40, 60, 80, 100]);
        assert_eq!(ticks(1), [0, 1]);
        for most in [1, 9, 10, 99, 12_345, 1_000_000_007] {
            assert!((2..=9).contains(&ticks(most).len()), "{most}: {:?}", ticks(most));
        }
    }

    #[test]
    fn every_value_has_its_bar() {
        let svg = bars("A & B", "depth", "positions", &[1, 4, 0, 2]);
        for (i, value) in [1, 4, 0, 2].iter().enumerate() {
            assert!(svg.contains(&format!("<title>{i}: {value}</title>")));
        }
        assert!(svg.contains("A &amp; B"));
        assert_eq!(svg.matches("<rect").count(), 5);
        assert!(svg.contains("height='310.00'"), "the highest bar fills the plot");
    }
}
