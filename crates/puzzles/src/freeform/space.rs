//! Tiles on any board as a state space. One tile by one cell is a move and costs 1.

use slidewise_search::layered::{Bytes, Undirected};
use slidewise_search::{Cost, Reversible, StateSpace};

use super::Step;
use super::board::Position;
use super::classes::Classes;
use super::goal::fillings;
use super::key::FreeKey;
use super::moves::{Move, MoveList};
use super::puzzle::{MAX_CELLS, Puzzle};
use crate::tiles::Direction;

/// Goals with open cells are listed if no more positions than this meet them.
const MAX_GOALS: usize = 1000;

/// A position: the class on each cell, and where the blanks are.
#[derive(Clone, Debug)]
pub struct State {
    /// By board cell; 0 for blanks, and for walls too, to which no way leads.
    classes: Vec<u8>,
    /// Their cells, in any order.
    blanks: Vec<u8>,
}

impl State {
    /// The class of what lies on each cell, see [`Classes`]; 0 for blanks and walls.
    pub fn classes(&self) -> &[u8] {
        &self.classes
    }
}

/// A puzzle for the engines; `K` holds its positions, see [`with_space`].
#[derive(Clone, Debug)]
pub struct FreeSpace<K> {
    classes: Classes,
    /// The cells that are no walls.
    open: Vec<u8>,
    /// The cell one step on, by cell and direction. Where two directions lead to the same cell only one is
    /// kept: the one that does not cross a joined edge. (So the way back is kept too.)
    next: Vec<[Option<u8>; 4]>,
    /// What the goal wants: cell and class.
    wanted: Vec<(u8, u8)>,
    bits: u32,
    start: State,
    goals: Option<Vec<State>>,
    key: std::marker::PhantomData<K>,
}

impl<K: FreeKey> FreeSpace<K> {
    /// The space of a puzzle; `None` if its positions do not fit `K`.
    pub fn new(puzzle: &Puzzle) -> Option<Self> {
        let classes = Classes::new(puzzle);
        let open: Vec<u8> = puzzle.grid().open().map(|cell| cell as u8).collect();
        let bits = (classes.count() - 1).max(1).ilog2() + 1;
        if !K::fits(open.len(), bits) {
            return None;
        }
        let state = |classes: Vec<u8>| {
            let blanks = open.iter().copied().filter(|&cell| classes[usize::from(cell)] == 0).collect();
            State { classes, blanks }
        };
        let start = state(classes.start(puzzle));
        let goals = goals(puzzle, &classes, &open).map(|all| all.into_iter().map(state).collect());
        let wanted = classes.goal().iter().enumerate();
        let wanted = wanted.filter_map(|(cell, class)| Some((cell as u8, (*class)?))).collect();
        let next = steps_by_cell(puzzle);
        Some(Self { classes, open, next, wanted, bits, start, goals, key: std::marker::PhantomData })
    }

    /// The classes of the tiles.
    pub fn classes(&self) -> &Classes {
        &self.classes
    }

    /// The cell where a move leads.
    #[inline]
    pub fn target(&self, m: Move) -> usize {
        // A move of this space leads somewhere; for any other the tile stays.
        usize::from(self.next[usize::from(m.from)][m.direction as usize].unwrap_or(m.from))
    }

    /// A position with tiles told apart again: of equal tiles the first lies on the first cell.
    pub fn position(&self, s: &State) -> Position {
        let mut used = vec![0; self.classes.count()];
        let tile = |&class: &u8| {
            let class = usize::from(class);
            let tile = self.classes.tiles(class).get(used[class]).copied();
            used[class] += 1;
            tile
        };
        Position::from_cells(s.classes.iter().map(tile).collect())
    }

    /// The state at a position with the tiles of the puzzle.
    pub fn state_at(&self, cells: impl IntoIterator<Item = Option<usize>>) -> Option<State> {
        let class =
            |tile: Option<usize>| tile.map_or(Some(0), |tile| self.classes.of_tile().get(tile).copied());
        let classes: Vec<u8> = cells.into_iter().map(class).collect::<Option<_>>()?;
        (classes.len() == self.start.classes.len()).then_some(())?;
        let blanks = self.open.iter().copied().filter(|&cell| classes[usize::from(cell)] == 0).collect();
        Some(State { classes, blanks })
    }

    /// Which tile each move moves: moves from the start of the puzzle, which must be that of the space, with
    /// names.
    pub fn steps(&self, puzzle: &Puzzle, moves: &[Move]) -> Vec<Step> {
        let mut on: Vec<usize> = vec![usize::MAX; self.next.len()];
        for (tile, &cell) in puzzle.start().iter().enumerate() {
            on[cell] = tile;
        }
        let step = |&m: &Move| {
            let from = usize::from(m.from);
            on.swap(from, self.target(m));
            Step { piece: on[self.target(m)], direction: m.direction }
        };
        moves.iter().map(step).collect()
    }

    #[inline]
    fn carry(&self, s: &mut State, from: usize, to: usize) {
        s.classes.swap(from, to);
        if let Some(blank) = s.blanks.iter_mut().find(|blank| usize::from(**blank) == to) {
            *blank = from as u8;
        }
    }
}

/// The classes of every position that meets the goal, if there are not too many.
fn goals(puzzle: &Puzzle, classes: &Classes, open: &[u8]) -> Option<Vec<Vec<u8>>> {
    let cells: Vec<(usize, Option<u8>)> =
        open.iter().map(|&cell| (usize::from(cell), classes.goal()[usize::from(cell)])).collect();
    let all = fillings(&cells, &classes.left_over(puzzle), MAX_GOALS)?;
    let spread = |filling: Vec<u8>| {
        let mut board = vec![0; puzzle.walls().len()];
        for (&(cell, _), class) in cells.iter().zip(filling) {
            board[cell] = class;
        }
        board
    };
    Some(all.into_iter().map(spread).collect())
}

fn steps_by_cell(puzzle: &Puzzle) -> Vec<[Option<u8>; 4]> {
    let (rows, cols) = (puzzle.rows(), puzzle.cols());
    let crosses = |cell: usize, d: Direction| match d {
        Direction::Up => cell / cols == 0,
        Direction::Down => cell / cols + 1 == rows,
        Direction::Left => cell.is_multiple_of(cols),
        Direction::Right => cell % cols + 1 == cols,
    };
    let step = |cell: usize, d: Direction| {
        let to = puzzle.neighbour(cell, d)?;
        let twice = puzzle.neighbour(cell, d.opposite()) == Some(to);
        (!twice || !crosses(cell, d)).then_some(to as u8)
    };
    (0..puzzle.walls().len()).map(|cell| Direction::ALL.map(|d| step(cell, d))).collect()
}

impl<K: FreeKey> StateSpace for FreeSpace<K> {
    type State = State;
    type Key = K;
    type Move = Move;
    type Moves = MoveList;
    // `moves` leaves out the way back, and longer circles are rare.
    const LOOKS_BACK: bool = false;

    fn start(&self) -> State {
        self.start.clone()
    }

    #[inline]
    fn is_goal(&self, s: &State) -> bool {
        self.wanted.iter().all(|&(cell, class)| s.classes[usize::from(cell)] == class)
    }

    #[inline]
    fn moves(&self, s: &State, last: Option<Move>) -> MoveList {
        let back = last.map(|last| self.inverse(last));
        let mut list = MoveList::default();
        for &blank in &s.blanks {
            for direction in Direction::ALL {
                // The tile that comes from the other side.
                let Some(from) = self.next[usize::from(blank)][direction.opposite() as usize] else {
                    continue;
                };
                let m = Move { from, direction };
                if s.classes[usize::from(from)] != 0 && back != Some(m) {
                    list.push(m);
                }
            }
        }
        list
    }

    #[inline]
    fn cost(&self, _: Move) -> Cost {
        1
    }

    #[inline]
    fn apply(&self, s: &mut State, m: Move) {
        self.carry(s, usize::from(m.from), self.target(m));
    }

    #[inline]
    fn undo(&self, s: &mut State, m: Move) {
        self.carry(s, self.target(m), usize::from(m.from));
    }

    #[inline]
    fn pack(&self, s: &State) -> K {
        K::pack(self.open.iter().map(|&cell| s.classes[usize::from(cell)]), self.bits)
    }

    fn unpack(&self, k: &K, into: &mut State) {
        into.blanks.clear();
        for (place, &cell) in self.open.iter().enumerate() {
            let class = k.class(place, self.bits);
            into.classes[usize::from(cell)] = class;
            if class == 0 {
                into.blanks.push(cell);
            }
        }
    }
}

impl<K: FreeKey> Reversible for FreeSpace<K> {
    fn goals(&self) -> Option<Vec<State>> {
        self.goals.clone()
    }

    #[inline]
    fn inverse(&self, m: Move) -> Move {
        Move { from: self.target(m) as u8, direction: m.direction.opposite() }
    }
}

impl<K: FreeKey> Undirected for FreeSpace<K> {}

/// Something to be done with the space of a puzzle, whatever the size of its keys.
pub trait WithSpace {
    /// What comes out.
    type Out;
    /// Does it.
    fn run<K: FreeKey>(self, space: &FreeSpace<K>) -> Self::Out;
}

/// Makes the space of a puzzle, with the smallest key that holds its positions, and hands it to `visitor`.
pub fn with_space<V: WithSpace>(puzzle: &Puzzle, visitor: V) -> V::Out {
    match AnySpace::new(puzzle) {
        AnySpace::Small(space) => visitor.run(&space),
        AnySpace::Large(space) => visitor.run(&space),
    }
}

/// A space of one of the types there are.
enum AnySpace {
    Small(FreeSpace<u128>),
    Large(FreeSpace<Bytes<MAX_CELLS>>),
}

impl AnySpace {
    /// Not generic, so that all that makes a space is compiled once and not with every visitor.
    fn new(puzzle: &Puzzle) -> Self {
        if let Some(space) = FreeSpace::new(puzzle) {
            return Self::Small(space);
        }
        let space = FreeSpace::new(puzzle);
        Self::Large(space.expect("a byte for each cell holds any position of the largest board"))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parse, steps};
    use super::*;

    fn space(text: &str) -> (Puzzle, FreeSpace<u128>) {
        let puzzle = parse(text).unwrap().puzzle;
        let space = FreeSpace::new(&puzzle).unwrap();
        (puzzle, space)
    }

    fn moves(space: &FreeSpace<u128>, last: Option<Move>) -> Vec<(u8, char)> {
        space.moves(&space.start(), last).map(|m| (m.from, m.direction.letter())).collect()
    }

    #[test]
    fn moves_go_round_and_not_into_walls() {
        let (_, s) = space("tiles: 1 2 3/4 # 5/6 7 .; wrap: both");
        assert_eq!(moves(&s, None), [(2, 'U'), (5, 'D'), (6, 'L'), (7, 'R')]);
        let last = Move { from: 8, direction: Direction::Right };
        assert_eq!(s.inverse(last), Move { from: 6, direction: Direction::Left });
        assert_eq!(moves(&s, Some(last)), [(2, 'U'), (5, 'D'), (7, 'R')]);
    }

    #[test]
    fn of_two_ways_to_the_same_cell_one_is_tried() {
        let (puzzle, s) = space("tiles: 1 2/3 .; wrap: both");
        assert_eq!(moves(&s, None), [(1, 'D'), (2, 'R')]);
        assert_eq!(steps(&puzzle, &Position::start(&puzzle)).len(), 4);
    }

    #[test]
    fn equal_tiles_are_not_told_apart_and_get_their_names_back() {
        let (puzzle, s) = space("tiles: A B A/. . .; goal: A A B/? ? ?");
        let down = |from| Move { from, direction: Direction::Down };
        let left = |from| Move { from, direction: Direction::Left };
        let path = [down(0), down(1), left(2), left(1)];
        let mut state = s.start();
        path.iter().for_each(|&m| s.apply(&mut state, m));
        let named = s.steps(&puzzle, &path);
        assert_eq!(named.iter().map(|step| step.piece).collect::<Vec<_>>(), [0, 1, 2, 2]);
        let mut position = Position::start(&puzzle);
        named.iter().for_each(|step| position.step(&puzzle, step.piece, step.direction).unwrap());
        assert_eq!(position.cells(), [Some(2), None, None, Some(0), Some(1), None]);
        assert_eq!(s.position(&state).cells(), [Some(0), None, None, Some(2), Some(1), None]);
    }

    #[test]
    fn goals_are_listed_if_they_are_few() {
        let count = |text| space(text).1.goals().map(|goals| goals.len());
        assert_eq!(count("tiles: 1 2 3/4 5 ."), Some(1));
        assert_eq!(count("tiles: 1 2 3/4 5 .; goal: 1 ? ?/? 5 4"), Some(6));
        assert_eq!(count("tiles: 1 2 3/4 5 .; goal: ? ? ?/? ? ?"), Some(720));
        assert_eq!(count("tiles: 1 2 3 6/4 5 . .; goal: ? ? ? ?/? ? ? ?"), None);
    }

    #[test]
    fn large_boards_have_large_keys() {
        struct Size;
        impl WithSpace for Size {
            type Out = usize;
            fn run<K: FreeKey>(self, _: &FreeSpace<K>) -> usize {
                size_of::<K>()
            }
        }
        let board = |n: usize| super::super::generate::board(n, n, 1).unwrap();
        assert_eq!([5, 6, 16].map(|n| with_space(&board(n), Size)), [16, 256, 256]);
    }
}
