//! A stack of pancakes is sorted by turning over the top of it, again and again: a space and its best heuristic in a
//! few lines, searched by A* and by IDA*.

use slidewise_search::*;

const N: usize = 12;
type Stack = [u8; N];

/// The stacks one flip away.
fn flips(stack: &Stack) -> impl Iterator<Item = (Stack, Cost)> + Send + use<> {
    let stack = *stack;
    (2..=N).map(move |top| {
        let mut next = stack;
        next[..top].reverse();
        (next, 1)
    })
}

/// The gap heuristic (Helmert 2010): a flip parts only one pair of neighbours, so that each pair that does not belong
/// together takes a flip of its own. The plate below counts as the largest pancake.
fn gaps(stack: &Stack) -> Cost {
    let below = stack.iter().skip(1).copied().chain([N as u8]);
    stack.iter().zip(below).filter(|&(a, b)| a.abs_diff(b) != 1).count() as Cost
}

/// Sorts one stack in two ways.
pub fn main() {
    let start = [7, 2, 11, 0, 9, 4, 6, 1, 10, 3, 8, 5];
    let pancakes = space(start, flips, |stack: &Stack| stack.is_sorted()).least_cost(1);
    let gaps = consistent(gaps);
    let verdict = astar(&pancakes, &gaps).solve();
    println!("A*: {verdict}");
    let solution = verdict.into_solution().expect("every stack can be sorted");
    for stack in solution.states(&pancakes) {
        println!("  {stack:?}");
    }
    let deepening = idastar(&pancakes, &gaps).solve();
    println!("IDA*: {deepening}");
    assert!(deepening.is_optimal() && deepening.lower_bound() == Some(solution.cost));
}
