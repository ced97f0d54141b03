//! A search as a tree that grows: every step of the engine, so that a page can go to any of them and back.

use std::collections::HashMap;

use serde::Serialize;
use slidewise_solve::search::{Cancel, Limits};
use slidewise_solve::stepping::{Progress, Stepping};
use slidewise_solve::{Position, Puzzle, Solver};

use crate::link;
use crate::solve::{Request, spec};

/// More steps are not recorded: nobody could look at them.
pub const MAX_STEPS: usize = 400;
/// Positions that wait are asked for up to this number.
const MOST_WAITING: usize = 2000;

/// A search from its first step to its last, or to as many as were asked for.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tree {
    /// Rows and columns of the boards.
    pub rows: usize,
    /// Columns.
    pub cols: usize,
    /// Positions, in the order in which they were first seen.
    pub nodes: Vec<Node>,
    /// The steps.
    pub steps: Vec<Step>,
    /// The nodes along the solution, if it was found.
    pub solution: Option<Vec<usize>>,
    /// Its cost.
    pub cost: Option<u64>,
    /// Whether the search ended by itself.
    pub ended: bool,
}

/// A position.
#[derive(Debug, Serialize)]
pub struct Node {
    /// The position before it, by its number here.
    pub parent: Option<usize>,
    /// The cost of the way to it.
    pub g: u64,
    /// The estimate from there.
    pub h: Option<u64>,
    /// What the search orders positions by.
    pub f: Option<f64>,
    /// The step at which it was first seen.
    pub born: usize,
    /// The step at which it was first expanded.
    pub expanded: Option<usize>,
    /// What is written on each cell; nothing for a gap.
    pub cells: Vec<String>,
}

/// An expansion.
#[derive(Debug, Serialize)]
pub struct Step {
    /// The position that is expanded.
    pub node: usize,
    /// Positions that wait afterwards.
    pub frontier: usize,
    /// Positions that are done.
    pub closed: u64,
    /// The bound in force.
    pub bound: Option<u64>,
}

/// Follows a search for at most so many steps.
pub fn tree(solver: &Solver, request: &Request, most: usize) -> Result<Tree, String> {
    let puzzle = link::read(&request.link)?.rest();
    let limits = Limits { memory: Some(64 << 20), ..Limits::default() };
    let search = puzzle.open(solver, &spec(request)?, limits, Cancel::default());
    let mut search = search.map_err(|error| error.to_string())?;
    let mut growing = Growing::new(&*puzzle);
    for step in 0..most.min(MAX_STEPS) {
        let running = search.step(1).map_err(|error| error.to_string())? == Progress::Running;
        growing.grow(&search, step);
        if !running {
            growing.end(&search);
            break;
        }
    }
    Ok(growing.tree)
}

struct Growing<'p> {
    puzzle: &'p dyn Puzzle,
    numbers: HashMap<Position, usize>,
    tree: Tree,
}

impl<'p> Growing<'p> {
    fn new(puzzle: &'p dyn Puzzle) -> Self {
        let (rows, cols) = puzzle.size();
        let tree = Tree {
            rows,
            cols,
            nodes: Vec::new(),
            steps: Vec::new(),
            solution: None,
            cost: None,
            ended: false,
        };
        Self { puzzle, numbers: HashMap::new(), tree }
    }

    fn node(&mut self, position: &Position, parent: Option<&Position>, make: impl FnOnce() -> Node) -> usize {
        if let Some(&known) = self.numbers.get(position) {
            return known;
        }
        let parent = parent.and_then(|parent| self.numbers.get(parent).copied());
        let picture = self.puzzle.picture(position);
        let cells = (0..position.len()).map(|cell| picture.cell_text(cell, "").to_string()).collect();
        self.tree.nodes.push(Node { parent, cells, ..make() });
        self.numbers.insert(position.clone(), self.tree.nodes.len() - 1);
        self.tree.nodes.len() - 1
    }

    fn grow(&mut self, search: &Stepping, step: usize) {
        let view = search.view();
        let blank = |g, h, f| Node { parent: None, g, h, f, born: step, expanded: None, cells: Vec::new() };
        let (g, h, f) = (view.g, view.h, view.f);
        let node = self.node(&view.position, view.parent.as_ref(), || blank(g, h, f));
        self.tree.nodes[node].expanded.get_or_insert(step);
        for waiting in search.waiting(MOST_WAITING) {
            let (g, h, f) = (waiting.g, waiting.h, waiting.f);
            self.node(&waiting.position, waiting.parent.as_ref(), || blank(g, h, f));
        }
        self.tree.steps.push(Step { node, frontier: view.frontier, closed: view.closed, bound: view.bound });
    }

    /// The way that was found, as nodes; those that only the end has seen are added.
    fn end(&mut self, search: &Stepping) {
        self.tree.ended = true;
        let Some(way) = search.answer().and_then(|answer| answer.solution.as_ref()) else { return };
        self.tree.cost = Some(way.cost);
        let last = self.tree.steps.len().saturating_sub(1);
        let mut at = self.puzzle.start();
        let mut along = Vec::new();
        let mut before = None;
        for (made, step) in std::iter::once(None).chain(way.steps.iter().map(Some)).enumerate() {
            if let Some(&step) = step
                && self.puzzle.apply(&mut at, step).is_err()
            {
                return;
            }
            let made = made as u64;
            let late = || Node {
                parent: None,
                g: made,
                h: None,
                f: None,
                born: last,
                expanded: None,
                cells: Vec::new(),
            };
            along.push(self.node(&at, before.as_ref(), late));
            before = Some(at.clone());
        }
        // A search that takes the goal ends before it expands it: its last step shows what was expanded before.
        let steps = &mut self.tree.steps;
        let again = last > 0 && steps[last].node == steps[last - 1].node;
        if let Some(&goal) = along.last().filter(|_| again) {
            steps[last].node = goal;
            self.tree.nodes[goal].expanded.get_or_insert(last);
        }
        self.tree.solution = Some(along);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grown(algorithm: &str, heuristic: Option<&str>) -> Tree {
        let request = Request {
            link: "1.t.3x3.123046758.l".into(),
            algorithm: Some(algorithm.into()),
            heuristic: heuristic.map(Into::into),
            ..Request::default()
        };
        tree(&Solver::new(), &request, MAX_STEPS).unwrap()
    }

    #[test]
    fn a_tree_grows_from_its_root_to_the_goal() {
        for (algorithm, heuristic) in [
            ("astar", Some("manhattan")),
            ("bfs", None),
            ("greedy", Some("misplaced")),
            ("ida", Some("manhattan")),
        ] {
            let tree = grown(algorithm, heuristic);
            assert!(tree.ended, "{algorithm}");
            assert_eq!(tree.cost, Some(3), "{algorithm}");
            let way = tree.solution.as_ref().unwrap();
            assert_eq!(way.len(), 4, "{algorithm}");
            assert_eq!(tree.nodes[way[3]].cells.join(""), "12345678");
            for (number, node) in tree.nodes.iter().enumerate() {
                assert!(node.parent.is_none_or(|parent| parent < number), "parents come first");
                assert_eq!(node.parent.is_none(), number == 0, "{algorithm}: one root, {number}");
                assert!(node.expanded.is_none_or(|step| step >= node.born));
            }
        }
    }

    #[test]
    fn f_is_the_sum_and_never_falls() {
        let tree = grown("astar", Some("manhattan"));
        let mut before = 0.0;
        for step in &tree.steps {
            let node = &tree.nodes[step.node];
            let f = node.f.unwrap();
            assert_eq!(f, (node.g + node.h.unwrap()) as f64);
            assert!(f >= before);
            before = f;
        }
    }

    #[test]
    fn a_search_that_takes_the_goal_shows_it() {
        let tree = grown("astar", Some("manhattan"));
        assert_eq!(tree.steps.last().map(|step| step.node), tree.solution.unwrap().last().copied());
    }

    #[test]
    fn a_long_search_is_cut_off() {
        let request = Request {
            link: "1.t.3x3.867254301.l".into(),
            algorithm: Some("bfs".into()),
            ..Request::default()
        };
        let tree = tree(&Solver::new(), &request, 50).unwrap();
        assert_eq!((tree.steps.len(), tree.ended, tree.solution), (50, false, None));
    }
}
