//! A tree of boxes with text, the root at the top.

use super::canvas::{Anchor, Canvas};

/// A box of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeNode {
    /// The number of the box above; `None` for a root. Parents come before their children.
    pub parent: Option<usize>,
    /// What stands in it.
    pub lines: Vec<String>,
    /// What stands on the line to the box above: the move.
    pub edge: String,
    /// Whether it is to stand out.
    pub marked: bool,
    /// Whether it is only a leaf that waits: drawn faintly.
    pub waits: bool,
}

const LINE: f64 = 15.0;
const GAP_ACROSS: f64 = 14.0;
const GAP_DOWN: f64 = 40.0;
const TOP: f64 = 50.0;

/// A box for each node, those of a parent side by side below it.
pub fn tree(title: &str, nodes: &[TreeNode]) -> String {
    let lines = nodes.iter().flat_map(|node| &node.lines);
    let widest = lines.map(|line| line.chars().count()).max().unwrap_or(0);
    let tallest = nodes.iter().map(|node| node.lines.len()).max().unwrap_or(0);
    let (width, height) = (8.0 * widest as f64 + 16.0, LINE * tallest as f64 + 12.0);
    let places = places(nodes);
    let columns = places.iter().map(|place| place.0).fold(0.0, f64::max) + 1.0;
    let depth = places.iter().map(|place| place.1).max().map_or(1, |deepest| deepest + 1);
    let across = (columns * (width + GAP_ACROSS) + 40.0).max(8.6 * title.chars().count() as f64 + 40.0);
    let mut canvas = Canvas::new(across, TOP + depth as f64 * (height + GAP_DOWN) + 10.0);
    canvas.text((across / 2.0, 28.0), Anchor::Middle, "font-size='16'", title);
    let corner = |number: usize| {
        let (column, row) = places[number];
        (20.0 + column * (width + GAP_ACROSS), TOP + row as f64 * (height + GAP_DOWN))
    };
    for (number, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent.filter(|&parent| parent < number) else { continue };
        let ((x, y), (above, over)) = (corner(number), corner(parent));
        let look = match (node.marked, node.waits) {
            (true, _) => "stroke='#d55e00' stroke-width='2.5'",
            (false, true) => "stroke='#aaaaaa' stroke-dasharray='3 3'",
            (false, false) => "stroke='#777777'",
        };
        let (from, to) = ((above + width / 2.0, over + height), (x + width / 2.0, y));
        canvas.line(from, to, look);
        if !node.edge.is_empty() {
            // Nearer to the lower end, where lines from one box have parted.
            let at = (from.0 + 0.7 * (to.0 - from.0), from.1 + 0.7 * (to.1 - from.1) + 3.0);
            let wide = 7.0 * node.edge.chars().count() as f64 + 4.0;
            let ground =
                format!("x='{:.1}' y='{:.1}' width='{wide:.1}' height='13'", at.0 - wide / 2.0, at.1 - 10.0);
            canvas.element("rect", &format!("{ground} fill='white'"), "");
            canvas.text(at, Anchor::Middle, "font-size='11'", &node.edge);
        }
    }
    for (number, node) in nodes.iter().enumerate() {
        let (x, y) = corner(number);
        let look = match (node.marked, node.waits) {
            (true, _) => "fill='#fdf0e6' stroke='#d55e00' stroke-width='2.5'",
            (false, true) => "fill='white' stroke='#999999' stroke-dasharray='3 3'",
            (false, false) => "fill='#f7f7f7' stroke='#333333'",
        };
        let class = if node.waits { "leaf" } else { "mark" };
        let place = format!("x='{x:.1}' y='{y:.1}' width='{width:.1}' height='{height:.1}' rx='4'");
        canvas.told("rect", &format!("class='{class}' {place} {look}"), &node.lines.join(" "));
        for (i, line) in node.lines.iter().enumerate() {
            let at = (x + width / 2.0, y + LINE * (i as f64 + 1.0) + 1.0);
            canvas.text(at, Anchor::Middle, "font-family='monospace' xml:space='preserve'", line);
        }
    }
    canvas.finish()
}

/// Column and row of each node: leaves side by side in the order of the tree, parents over the middle of theirs.
fn places(nodes: &[TreeNode]) -> Vec<(f64, usize)> {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    let mut open = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        match node.parent.filter(|&parent| parent < number) {
            Some(parent) => children[parent].push(number),
            None => open.push((number, 0)),
        }
    }
    open.reverse();
    let mut places = vec![(0.0, 0); nodes.len()];
    let mut leaves = 0.0;
    while let Some((number, row)) = open.pop() {
        places[number] = (leaves, row);
        if children[number].is_empty() {
            leaves += 1.0;
        }
        open.extend(children[number].iter().rev().map(|&child| (child, row + 1)));
    }
    // Children come after their parents, so from the end on they have their places.
    for number in (0..nodes.len()).rev() {
        if let (Some(&first), Some(&last)) = (children[number].first(), children[number].last()) {
            places[number].0 = (places[first].0 + places[last].0) / 2.0;
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::testing::{is_well_formed, marks, number, texts};

    fn node(parent: Option<usize>, line: &str) -> TreeNode {
        TreeNode { parent, lines: vec![line.to_string()], ..TreeNode::default() }
    }

    #[test]
    fn children_lie_side_by_side_below_their_parent() {
        let nodes = [
            node(None, "a"),
            node(Some(0), "b<"),
            node(Some(0), "c"),
            node(Some(2), "d"),
            node(Some(2), "e"),
        ];
        let svg = tree("t", &nodes);
        is_well_formed(&svg);
        let marks = marks(&svg);
        assert_eq!(marks.len(), nodes.len());
        let at = |i: usize| (number(marks[i], "x"), number(marks[i], "y"));
        assert!(at(0).1 < at(1).1 && at(1).1 == at(2).1 && at(2).1 < at(3).1);
        assert!(at(1).0 < at(2).0 && at(3).0 < at(4).0);
        assert!((at(2).0 - (at(3).0 + at(4).0) / 2.0).abs() < 0.2, "in the middle");
        assert_eq!(svg.matches("<line").count(), 4);
        assert!(texts(&svg).contains(&"b&lt;".to_string()));
        let boxes: Vec<_> = (0..5).map(at).collect();
        let width = number(marks[0], "width");
        for (i, a) in boxes.iter().enumerate() {
            for b in &boxes[i + 1..] {
                assert!(a.1 != b.1 || (a.0 - b.0).abs() >= width, "boxes do not overlap");
            }
        }
    }

    #[test]
    fn leaves_are_faint_and_lines_have_their_moves() {
        let leaf = TreeNode { edge: "L & R".into(), waits: true, ..node(Some(0), "b") };
        let goal = TreeNode { edge: "U".into(), marked: true, ..node(Some(0), "c") };
        let svg = tree("t", &[node(None, "a"), leaf, goal]);
        is_well_formed(&svg);
        assert_eq!((marks(&svg).len(), svg.matches("class='leaf'").count()), (2, 1));
        assert!(texts(&svg).contains(&"L &amp; R".to_string()) && texts(&svg).contains(&"U".to_string()));
    }

    #[test]
    fn no_node_one_node_and_a_deep_path() {
        is_well_formed(&tree("t", &[]));
        assert_eq!(marks(&tree("t", &[node(None, "a")])).len(), 1);
        let path: Vec<TreeNode> = (0..20_000).map(|i: usize| node(i.checked_sub(1), "x")).collect();
        assert_eq!(marks(&tree("t", &path)).len(), 20_000);
    }
}
