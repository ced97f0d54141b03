//! How series are told apart: by colour, marker and dash at once.

use super::canvas::Canvas;

/// The palette of Okabe & Ito (2008), the ones that stand out on white first.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#e69f00", "#cc79a7", "#000000", "#56b4e9", "#b8a800"];

const DASHES: [&str; 5] = ["", "7 3", "2 3", "9 3 2 3", "4 2"];

/// Circle, square, triangle, diamond, cross, plus, triangle downwards, bar: about eight units across.
const MARKERS: [&str; 8] = [
    "M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z",
    "M-3.5 -3.5H3.5V3.5H-3.5Z",
    "M0 -4.5L4.5 3.5H-4.5Z",
    "M0 -5L5 0L0 5L-5 0Z",
    "M-4 -4L4 4M-4 4L4 -4",
    "M-5 0H5M0 -5V5",
    "M0 4.5L4.5 -3.5H-4.5Z",
    "M-5 -1.5H5V1.5H-5Z",
];

/// How one series looks.
#[derive(Clone, Copy)]
pub(super) struct Style {
    pub(super) colour: &'static str,
    dash: &'static str,
    marker: &'static str,
}

impl Style {
    /// The look of the series with this number. Forty series look different from each other.
    pub(super) fn of(number: usize) -> Self {
        let round = number / COLOURS.len();
        Self {
            colour: COLOURS[number % COLOURS.len()],
            dash: DASHES[(number + round) % DASHES.len()],
            marker: MARKERS[(number + round) % MARKERS.len()],
        }
    }

    /// The attributes of a line of this series.
    pub(super) fn stroke(&self) -> String {
        let dash = match self.dash {
            "" => String::new(),
            dash => format!(" stroke-dasharray='{dash}'"),
        };
        format!("fill='none' stroke='{}' stroke-width='2'{dash}", self.colour)
    }

    /// Draws the marker of this series. `class` tells marks from the legend.
    pub(super) fn mark(&self, canvas: &mut Canvas, at: (f64, f64), class: &str, opacity: f64, tooltip: &str) {
        let attributes = format!(
            "class='{class}' transform='translate({:.2} {:.2})' d='{}' fill='{colour}' fill-opacity='{opacity}' \
             stroke='{colour}' stroke-width='1.4'",
            at.0,
            at.1,
            self.marker,
            colour = self.colour
        );
        canvas.told("path", &attributes, tooltip);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn forty_series_look_different_and_neighbours_in_every_way() {
        let looks: HashSet<_> =
            (0..40).map(Style::of).map(|style| (style.colour, style.dash, style.marker)).collect();
        assert_eq!(looks.len(), 40);
        for number in 0..39 {
            let (one, next) = (Style::of(number), Style::of(number + 1));
            assert!(one.colour != next.colour && one.dash != next.dash && one.marker != next.marker);
        }
    }
}
