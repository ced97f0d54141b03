//! A board that knows nothing of the project's code, to check the program's answers.

use serde_json::Value;

/// Cells row by row; 0 is the blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board(Vec<Vec<u64>>);

impl Board {
    /// From the array of arrays in a record.
    pub fn of(value: &Value) -> Self {
        Self(serde_json::from_value(value.clone()).expect("a board is an array of rows"))
    }

    fn find(&self, tile: u64) -> (usize, usize) {
        let row = self.0.iter().position(|row| row.contains(&tile)).expect("the tile is there");
        (row, self.0[row].iter().position(|&t| t == tile).expect("the tile is there"))
    }

    /// Moves the blank by so many rows and columns.
    fn push(&mut self, by: (isize, isize)) {
        let (row, col) = self.find(0);
        let row_to = row.checked_add_signed(by.0).expect("the blank stays on the board");
        let col_to = col.checked_add_signed(by.1).expect("the blank stays on the board");
        self.0[row][col] = self.0[row_to][col_to];
        self.0[row_to][col_to] = 0;
    }

    /// Makes plain moves written in the convention `tile`, `blank` or `numbers`.
    pub fn play(&mut self, moves: &str, convention: &str) {
        if convention == "numbers" {
            for word in moves.split_whitespace() {
                let (blank, tile) = (self.find(0), self.find(word.parse().expect("a number")));
                let by = (tile.0 as isize - blank.0 as isize, tile.1 as isize - blank.1 as isize);
                assert_eq!(by.0.abs() + by.1.abs(), 1, "tile {word} is beside the blank");
                self.push(by);
            }
            return;
        }
        for letter in moves.chars() {
            let (row, col) = match letter {
                'U' => (-1, 0),
                'D' => (1, 0),
                'L' => (0, -1),
                'R' => (0, 1),
                other => panic!("{other} is no plain move"),
            };
            // The blank goes against the tile.
            self.push(if convention == "tile" { (-row, -col) } else { (row, col) });
        }
    }
}

/// Fails unless the moves of a solved record lead from its start to its goal and cost what it says.
#[track_caller]
pub fn check(record: &Value) {
    let mut board = Board::of(&record["start"]);
    let moves = record["moves"].as_str().expect("there are moves");
    let convention = record["move_convention"].as_str().expect("there is a convention");
    board.play(moves, convention);
    assert_eq!(board, Board::of(&record["goal"]), "the moves lead to the goal");
    let plain: Vec<String> = match convention {
        "numbers" => moves.split_whitespace().map(str::to_string).collect(),
        _ => moves.chars().map(String::from).collect(),
    };
    let cost = match record["metric"].as_str() {
        Some("single") => plain.len(),
        Some("multi") => plain.chunk_by(|a, b| a == b).count(),
        other => panic!("{other:?} is no metric"),
    };
    assert_eq!(record["cost"].as_u64(), Some(cost as u64), "the cost is that of the moves");
}
