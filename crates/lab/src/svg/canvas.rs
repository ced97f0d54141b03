//! SVG text, element by element.

use std::fmt::Write;

/// A picture in the making.
pub(super) struct Canvas {
    svg: String,
}

/// Where a text stands relative to its point.
#[derive(Clone, Copy)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Canvas {
    /// A white ground.
    pub(super) fn new(width: f64, height: f64) -> Self {
        let mut svg = String::new();
        // Writing to a string does not fail; here and below.
        let _ = write!(
            svg,
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width:.0} {height:.0}' width='{width:.0}' \
             height='{height:.0}' font-family='sans-serif' font-size='13'>\n\
             <rect width='100%' height='100%' fill='white'/>\n"
        );
        Self { svg }
    }

    /// Any element, its attributes and what is inside it ready-made.
    pub(super) fn element(&mut self, name: &str, attributes: &str, inside: &str) {
        let _ = match inside {
            "" => writeln!(self.svg, "<{name} {attributes}/>"),
            _ => writeln!(self.svg, "<{name} {attributes}>{inside}</{name}>"),
        };
    }

    /// An element with a tooltip.
    pub(super) fn told(&mut self, name: &str, attributes: &str, tooltip: &str) {
        self.element(name, attributes, &format!("<title>{}</title>", escaped(tooltip)));
    }

    /// A straight line.
    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), style: &str) {
        let ((x1, y1), (x2, y2)) = (from, to);
        self.element("line", &format!("x1='{x1:.1}' y1='{y1:.1}' x2='{x2:.1}' y2='{y2:.1}' {style}"), "");
    }

    /// A line of text.
    pub(super) fn text(&mut self, at: (f64, f64), anchor: Anchor, style: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let attributes = format!("x='{:.1}' y='{:.1}' text-anchor='{anchor}' {style}", at.0, at.1);
        self.element("text", attributes.trim_end(), &escaped(text));
    }

    /// A text that reads upwards, in the middle of its height.
    pub(super) fn upward(&mut self, at: (f64, f64), text: &str) {
        let (x, y) = at;
        self.text(at, Anchor::Middle, &format!("transform='rotate(-90 {x:.1} {y:.1})'"), text);
    }

    /// The whole picture.
    pub(super) fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// Text that means nothing to XML. Control characters, which XML forbids, become spaces.
pub(super) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\'' => escaped.push_str("&#39;"),
            '"' => escaped.push_str("&quot;"),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

/// About how wide a text is at the size that most of them have.
pub(super) fn width_of(text: &str) -> f64 {
    7.3 * text.chars().count() as f64
}

/// The text, cut with an ellipsis where it is longer than this many characters.
pub(super) fn cut(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_string();
    }
    text.chars().take(most.saturating_sub(1)).chain(['…']).collect()
}
