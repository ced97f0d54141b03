//! A puzzle in play: read from any text that the program accepts, moved, edited, solved, shown.

use slidewise_lab::history::History;
use slidewise_lab::puzzles::bricks::course::{Step, word};
use slidewise_lab::puzzles::bricks::parse::looks_like_bricks;
use slidewise_lab::puzzles::bricks::{Position, library, parse as parse_bricks, write};
use slidewise_lab::puzzles::random::Rng;
use slidewise_lab::puzzles::tiles::notation::{self, Convention, Style};
use slidewise_lab::puzzles::tiles::parse::{ParseOptions, parse as parse_tiles};
use slidewise_lab::puzzles::tiles::{Board, Direction, Goal, TilePuzzle, generate, solvable};

use crate::field::{Bricks, Tiles};

/// The longest side of a tile board that the page shows; the program goes to 100.
pub const MAX_SIDE: usize = 10;
/// More moves than anyone makes; a link that holds more is refused, and so is a solution.
pub const MAX_MOVES: usize = 100_000;
/// Longer texts are not looked at.
pub const MAX_TEXT: usize = 20_000;

/// A game of either kind.
#[derive(Clone, Debug)]
pub enum Session {
    /// Tiles.
    Tiles(History<Tiles>),
    /// Bricks.
    Bricks(History<Bricks>),
}

/// A text that was read, and how.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The game, at its beginning.
    pub session: Session,
    /// The form that was detected.
    pub detected: &'static str,
    /// What is odd about the text without being wrong.
    pub warnings: Vec<String>,
}

/// One piece that moved by one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    /// The piece; for tiles its number.
    pub item: usize,
    /// What is written on it.
    pub label: String,
    /// The way it went.
    pub way: Direction,
}

impl Session {
    /// Reads a puzzle: the name of one in the library, a brick puzzle in any form, or a tile board in any form.
    /// `goal` is for tiles: a name or a board.
    pub fn open(text: &str, goal: &str) -> Result<Opened, String> {
        if text.len() > MAX_TEXT {
            return Err(format!("the text is too long: a puzzle takes up to {MAX_TEXT} characters here"));
        }
        let slug = library::get(text.trim()).map(|entry| entry.slug);
        let entry = slug.and_then(library::get);
        if entry.is_some() || looks_like_bricks(text) {
            return Self::open_bricks(slug, entry.map_or(text, |entry| entry.text));
        }
        let parsed = parse_tiles(text, &ParseOptions::default()).map_err(|error| error.to_string())?;
        let session = Self::tiles(parsed.board, goal_of(goal)?)?;
        Ok(Opened { session, detected: parsed.detected.name(), warnings: Vec::new() })
    }

    fn open_bricks(slug: Option<&'static str>, text: &str) -> Result<Opened, String> {
        let parsed = parse_bricks(text).map_err(|error| error.to_string())?;
        let field = Bricks {
            slug,
            text: text.to_string(),
            metric: parsed.default_metric(),
            position: Position::start(&parsed.puzzle),
            puzzle: parsed.puzzle,
        };
        let warnings = parsed.warnings.iter().map(ToString::to_string).collect();
        let session = Self::Bricks(History::new(field));
        Ok(Opened { session, detected: parsed.detected.name(), warnings })
    }

    /// A game of tiles from a board.
    pub fn tiles(board: Board, goal: Goal) -> Result<Self, String> {
        let (rows, cols) = (board.rows(), board.cols());
        if rows.max(cols) > MAX_SIDE {
            return Err(format!(
                "the board is {rows}×{cols}: boards go up to {MAX_SIDE}×{MAX_SIDE} here; the program slidewise takes larger ones"
            ));
        }
        let puzzle = TilePuzzle::towards(board.clone(), &goal).map_err(|error| error.to_string())?;
        Ok(Self::Tiles(History::new(Tiles { puzzle, goal, board })))
    }

    /// A random solvable board, or the goal itself if there is no seed.
    pub fn new_board(rows: usize, cols: usize, goal: &str, seed: Option<u64>) -> Result<Self, String> {
        let goal = match goal_of(goal)? {
            Goal::Custom(board) if (board.rows(), board.cols()) != (rows, cols) => Goal::BlankLast,
            goal => goal,
        };
        let solved = goal.board(rows, cols).map_err(|error| error.to_string())?;
        let board = seed.map_or_else(
            || solved.clone(),
            |seed| {
                let mut rng = Rng::from_seed(seed);
                // A board that is solved already is no puzzle; the second draw is, unless there is no other.
                let first = generate::uniform(&solved, &mut rng);
                if first == solved { generate::uniform(&solved, &mut rng) } else { first }
            },
        );
        Self::tiles(board, goal)
    }

    /// Presses the piece on a cell. Tiles in line with the blank are pushed; a brick moves if it can go only one way.
    pub fn press(&mut self, cell: usize) -> Result<Vec<Moved>, String> {
        match self {
            Self::Tiles(game) => {
                let steps = game.field().push(cell).ok_or("this tile is not in line with the gap")?;
                make_tiles(game, &steps)
            }
            Self::Bricks(game) => {
                let field = game.field();
                let piece = field.position.grid().get(cell).copied().flatten().ok_or("there is no piece")?;
                let can = |&direction: &Direction| {
                    field.position.clone().step(&field.puzzle, piece, direction).is_ok()
                };
                let ways: Vec<Direction> = Direction::ALL.into_iter().filter(can).collect();
                match ways[..] {
                    [direction] => make_bricks(game, Step { piece, direction }, false),
                    [] => Err(format!("{} cannot move", field.puzzle.pieces()[piece].label)),
                    _ => Err(format!(
                        "{} can go several ways: drag it, or use the arrow keys",
                        field.puzzle.pieces()[piece].label
                    )),
                }
            }
        }
    }

    /// Moves the tile beside the blank that can go this way.
    pub fn slide(&mut self, way: Direction) -> Result<Vec<Moved>, String> {
        match self {
            Self::Tiles(game) => make_tiles(game, &[way]),
            Self::Bricks(_) => Err("choose a piece first".into()),
        }
    }

    /// Moves a piece one cell: a brick alone, a tile with those between it and the blank. With `joined` a brick's step
    /// belongs to the move before.
    pub fn nudge(&mut self, item: usize, way: Direction, joined: bool) -> Result<Vec<Moved>, String> {
        match self {
            Self::Tiles(game) => {
                let board = &game.field().board;
                let cell = board.cells().iter().position(|&tile| usize::from(tile) == item && item != 0);
                let steps = cell.and_then(|cell| game.field().push(cell)).filter(|steps| steps[0] == way);
                let steps = steps.ok_or_else(|| format!("{item} cannot go {}", word(way)))?;
                make_tiles(game, &steps)
            }
            Self::Bricks(game) => make_bricks(game, Step { piece: item, direction: way }, joined),
        }
    }

    /// How many moves have been made, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        match self {
            Self::Tiles(game) => (game.at(), game.moves().len()),
            Self::Bricks(game) => (game.at(), game.moves().len()),
        }
    }

    /// Goes to the position after so many moves.
    pub fn go_to(&mut self, at: usize) {
        match self {
            Self::Tiles(game) => game.go_to(at),
            Self::Bricks(game) => game.go_to(at),
        }
    }

    /// The same position with no more history than it needs: none for tiles, the moves made for bricks.
    pub fn here(&self) -> Self {
        match self {
            Self::Tiles(game) => {
                let Tiles { puzzle, goal, board } = game.field().clone();
                let puzzle = TilePuzzle::new(board.clone(), puzzle.goal().clone());
                let puzzle = puzzle.expect("a board keeps its size on its way");
                Self::Tiles(History::new(Tiles { puzzle, goal, board }))
            }
            Self::Bricks(game) => {
                let mut game = game.clone();
                game.forget();
                Self::Bricks(game)
            }
        }
    }

    /// What moves in the first of the moves that lie ahead.
    pub fn ahead(&self) -> Vec<Moved> {
        let steps = match self.clone() {
            Self::Tiles(mut game) => {
                game.moves().get(game.at()).cloned().map(|steps| make_tiles(&mut game, &steps))
            }
            Self::Bricks(game) => game
                .moves()
                .get(game.at())
                .map(|steps| Ok(steps.iter().map(|&step| moved_brick(game.field(), step)).collect())),
        };
        steps.and_then(Result::ok).unwrap_or_default()
    }

    /// The board with two cells exchanged, as a new game.
    pub fn swapped(&self, a: usize, b: usize) -> Result<Self, String> {
        self.edited(|board, _| {
            let mut cells = board.cells().to_vec();
            if a.max(b) >= cells.len() {
                return Err(format!("there is no cell {}", a.max(b)));
            }
            cells.swap(a, b);
            Board::new(board.rows(), board.cols(), cells).map_err(|error| error.to_string())
        })
    }

    /// The board made solvable with as little change as can be, as a new game.
    pub fn repaired(&self) -> Result<Self, String> {
        self.edited(|board, goal| Ok(solvable::repaired(board, goal)))
    }

    fn edited(&self, change: impl FnOnce(&Board, &Board) -> Result<Board, String>) -> Result<Self, String> {
        match self {
            Self::Tiles(game) => {
                let field = game.field();
                Self::tiles(change(&field.board, field.puzzle.goal())?, field.goal.clone())
            }
            Self::Bricks(_) => Err("bricks are edited by painting".into()),
        }
    }

    /// The same board on its way to another goal, as a new game.
    pub fn towards(&self, goal: &str) -> Result<Self, String> {
        match self {
            Self::Tiles(game) => Self::tiles(game.field().board.clone(), goal_of(goal)?),
            Self::Bricks(_) => Err("a brick puzzle has its own goal".into()),
        }
    }

    /// The position as text that can be read again.
    pub fn text(&self) -> Result<String, String> {
        match self {
            Self::Tiles(game) => Ok(game.field().board.to_string()),
            Self::Bricks(game) => write::letters(&game.field().puzzle, &game.field().position)
                .map_err(|unwritable| unwritable.to_string()),
        }
    }

    /// All moves of the game as people write them. `style` is `tile`, `blank` or `numbers`, with `-runs` behind it for
    /// run lengths; bricks have one style.
    pub fn notation(&self, style: &str) -> Result<String, String> {
        match self {
            Self::Tiles(game) => {
                let (name, form) = match style.strip_suffix("-runs") {
                    Some(name) => (name, Style::RunLength),
                    None => (style, Style::Plain),
                };
                let convention = Convention::ALL.into_iter().find(|convention| convention.name() == name);
                let convention = convention.ok_or_else(|| format!("there is no notation \"{style}\""))?;
                let directions = game.moves().concat();
                notation::write(game.field().puzzle.start(), &directions, convention, form)
                    .map_err(|illegal| illegal.to_string())
            }
            Self::Bricks(game) => {
                let pieces = game.field().puzzle.pieces();
                let one = |steps: &Vec<Step>| {
                    let way: String = steps.iter().map(|step| step.direction.letter()).collect();
                    format!("{} {way}", steps.first().map_or("", |step| &pieces[step.piece].label))
                };
                Ok(game.moves().iter().map(one).collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// A goal by name, or a board.
pub fn goal_of(text: &str) -> Result<Goal, String> {
    if let Some(goal) = Goal::from_name(text) {
        return Ok(goal);
    }
    if text.len() > MAX_TEXT {
        return Err("the goal's text is too long".into());
    }
    let board: Board = text.parse().map_err(|error| format!("the goal: {error}"))?;
    Ok(Goal::Custom(board))
}

fn room_for_more(moves: usize) -> Result<(), String> {
    if moves < MAX_MOVES { Ok(()) } else { Err(format!("a game ends after {MAX_MOVES} moves")) }
}

fn make_tiles(game: &mut History<Tiles>, steps: &[Direction]) -> Result<Vec<Moved>, String> {
    let before = game.field().board.clone();
    room_for_more(game.at())?;
    game.make(steps)?;
    let mut board = before;
    let moved = |&way: &Direction| {
        let tile = board.slide(way)?;
        Some(Moved { item: tile.into(), label: tile.to_string(), way })
    };
    Ok(steps.iter().filter_map(moved).collect())
}

fn make_bricks(game: &mut History<Bricks>, step: Step, joined: bool) -> Result<Vec<Moved>, String> {
    room_for_more(game.at())?;
    let same_piece = game.at().checked_sub(1).is_some_and(|last| game.moves()[last][0].piece == step.piece);
    if joined && same_piece {
        game.extend(step)?;
    } else {
        game.make(&[step])?;
    }
    Ok(vec![moved_brick(game.field(), step)])
}

fn moved_brick(field: &Bricks, step: Step) -> Moved {
    let label = field.puzzle.pieces()[step.piece].label.clone();
    Moved { item: step.piece, label, way: step.direction }
}

#[cfg(test)]
mod tests;
