//! The frame of a plot: title, axes, grid, legend.

use super::axis::{Axis, Scale};
use super::canvas::{Anchor, Canvas, cut, width_of};
use super::style::Style;

const TOP: f64 = 50.0;
const BOTTOM: f64 = 62.0;
const LEGEND_ROW: f64 = 22.0;
const LEGEND_NAME: usize = 40;
const FAINT: &str = "stroke='#dcdcdc'";

/// Room around and in a plot.
pub(super) struct Layout {
    /// Left of the plot, for what is written at its side.
    pub(super) left: f64,
    /// Right of the plot.
    pub(super) right: f64,
    /// Of the plot itself.
    pub(super) width: f64,
    /// Of the plot itself.
    pub(super) height: f64,
}

impl Layout {
    /// For numbers at the left and a legend of these names at the right.
    pub(super) fn with_legend<'a>(names: impl Iterator<Item = &'a str> + Clone) -> Self {
        let widest = names.clone().map(|name| width_of(&cut(name, LEGEND_NAME))).fold(0.0, f64::max);
        let right = if widest == 0.0 { 24.0 } else { widest + 64.0 };
        let height = (LEGEND_ROW * names.count() as f64).max(330.0);
        Self { left: 84.0, right, width: 560.0, height }
    }
}

/// A plot with its axes. Points are given in values; the frame knows where they lie.
pub(super) struct Frame {
    pub(super) canvas: Canvas,
    layout: Layout,
    x: Scale,
    y: Scale,
}

impl Frame {
    /// Draws the title, both axes and the grid.
    pub(super) fn new(title: &str, layout: Layout, x: (&Axis<'_>, Scale), y: (&Axis<'_>, Scale)) -> Self {
        let mut frame = Self::with_rows(title, layout, x);
        frame.y = y.1;
        for &tick in &frame.y.ticks.clone() {
            let at = frame.at_fraction(0.0, frame.y.at(tick));
            frame.canvas.line(at, (frame.right(), at.1), FAINT);
            let label = (at.0 - 8.0, at.1 + 4.5);
            frame.canvas.text(label, Anchor::End, "", &y.0.unit.short(tick));
        }
        let middle = TOP + frame.layout.height / 2.0;
        frame.canvas.upward((18.0, middle), &y.0.title());
        frame.border();
        frame
    }

    /// Draws the title and the axis at the bottom. What is written at the left is the caller's. A second line of the
    /// title is written small: what the picture leaves out.
    pub(super) fn with_rows(title: &str, layout: Layout, (axis, x): (&Axis<'_>, Scale)) -> Self {
        let (width, height) = (layout.left + layout.width + layout.right, TOP + layout.height + BOTTOM);
        let canvas = Canvas::new(width, height);
        let y = Axis::linear("", axis.unit).scale([0.0, 1.0]);
        let mut frame = Self { canvas, layout, x, y };
        let (title, note) = title.split_once('\n').unwrap_or((title, ""));
        let title = cut(title, (width / 8.6) as usize);
        frame.canvas.text((width / 2.0, 25.0), Anchor::Middle, "font-size='16'", &title);
        if !note.is_empty() {
            let look = "font-size='11' fill='#555555'";
            frame.canvas.text((width / 2.0, 42.0), Anchor::Middle, look, &cut(note, (width / 5.8) as usize));
        }
        for &tick in &frame.x.ticks.clone() {
            let at = frame.at_fraction(frame.x.at(tick), 0.0);
            frame.canvas.line(at, (at.0, TOP), FAINT);
            frame.canvas.text((at.0, at.1 + 19.0), Anchor::Middle, "", &axis.unit.short(tick));
        }
        let middle = (frame.layout.left + frame.layout.width / 2.0, frame.bottom() + 44.0);
        frame.canvas.text(middle, Anchor::Middle, "", &axis.title());
        frame.border();
        frame
    }

    fn border(&mut self) {
        let (left, bottom, right) = (self.layout.left, self.bottom(), self.right());
        let path = format!("d='M{left:.1} {TOP:.1}V{bottom:.1}H{right:.1}' fill='none' stroke='black'");
        self.canvas.element("path", &path, "");
    }

    /// The names of the series at the right.
    pub(super) fn legend<'a>(&mut self, names: impl Iterator<Item = &'a str>) {
        let x = self.right() + 22.0;
        for (i, name) in names.enumerate() {
            let (style, y) = (Style::of(i), TOP + 10.0 + LEGEND_ROW * i as f64);
            self.canvas.line((x - 12.0, y), (x + 12.0, y), &style.stroke());
            style.mark(&mut self.canvas, (x, y), "legend", 1.0, name);
            self.canvas.text((x + 20.0, y + 4.5), Anchor::Start, "", &cut(name, LEGEND_NAME));
        }
    }

    /// A mark that shows a value.
    pub(super) fn mark(&mut self, style: Style, at: (f64, f64), opacity: f64, tooltip: &str) {
        style.mark(&mut self.canvas, at, "mark", opacity, tooltip);
    }

    /// Where a pair of values lies.
    pub(super) fn at(&self, x: f64, y: f64) -> (f64, f64) {
        self.at_fraction(self.x.at(x), self.y.at(y))
    }

    /// Where a fraction of the width and the height lies, from the lower left corner.
    pub(super) fn at_fraction(&self, x: f64, y: f64) -> (f64, f64) {
        (self.layout.left + self.layout.width * x, self.bottom() - self.layout.height * y)
    }

    /// Where a value lies along the axis at the bottom.
    pub(super) fn x(&self, value: f64) -> f64 {
        self.layout.left + self.layout.width * self.x.at(value)
    }

    pub(super) fn left(&self) -> f64 {
        self.layout.left
    }

    pub(super) fn right(&self) -> f64 {
        self.layout.left + self.layout.width
    }

    pub(super) fn top(&self) -> f64 {
        TOP
    }

    pub(super) fn bottom(&self) -> f64 {
        TOP + self.layout.height
    }

    /// A word in place of marks where there are none.
    pub(super) fn nothing_to_show(&mut self) {
        let at = self.at_fraction(0.5, 0.5);
        self.canvas.text(at, Anchor::Middle, "fill='#555555'", "nothing to show");
    }

    pub(super) fn finish(self) -> String {
        self.canvas.finish()
    }
}
