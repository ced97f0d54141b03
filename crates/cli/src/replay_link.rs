//! Links to replays of slidysim, the simulator of speed-solvers: a board and the moves that were made on it.
//!
//! Behind `?r=` stands JSON, compressed by zlib, in Base64, with its signs escaped. It is either
//! `[moves, speed, board, times]`, or a record of the ranking, whose second part is a text, compressed and encoded in
//! the same way, that begins with the moves of all solves, and whose fifth and sixth are width and height. Letters name
//! the way of the tile. A record does not tell the board: it is the one that the moves solve.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// More than this is no replay: the most that what is compressed may become.
const MOST_BYTES: usize = 16 << 20;
/// And the most moves.
const MOST_MOVES: usize = 1 << 22;

/// What a link holds, both as text.
#[derive(Debug, PartialEq, Eq)]
pub struct Replay {
    pub board: String,
    pub moves: String,
}

/// What a text says if it is such a link.
pub fn read(text: &str) -> Option<Result<Replay, String>> {
    let text = text.trim();
    let (address, packed) = text.split_once("?r=").or_else(|| text.split_once("?replay="))?;
    let is_link = address.contains("slidysim") && !text.contains(char::is_whitespace);
    is_link.then(|| replay(packed).map_err(|why| format!("this link is no replay: {why}")))
}

fn replay(packed: &str) -> Result<Replay, String> {
    let text = unpacked(&unescaped(packed)?)?;
    let value: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
    let text_at = |place: usize| value.get(place).and_then(Value::as_str);
    let number_at = |place: usize| value.get(place).and_then(Value::as_u64);
    if let (Some(moves), Some(board)) = (text_at(0), text_at(2)) {
        return Ok(Replay { board: board.to_string(), moves: moves.to_string() });
    }
    let (Some(solves), Some(width), Some(height)) = (text_at(1), number_at(4), number_at(5)) else {
        return Err("it holds no moves with their board".to_string());
    };
    let solves = unpacked(solves)?;
    let moves = solves.split(';').next().unwrap_or_default();
    match moves.split(',').count() {
        1 => Ok(Replay { board: solved_by(moves, width, height)?, moves: moves.to_string() }),
        many => Err(format!("it holds {many} solves; give a link to one of them")),
    }
}

/// What stands for signs that may not stand in an address becomes these signs again.
fn unescaped(text: &str) -> Result<String, String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, behind @ ..] = rest {
        rest = behind;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let code =
            behind.get(..2).and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.ok_or("a sign is not escaped as it should be")?);
        rest = &behind[2..];
    }
    String::from_utf8(bytes).map_err(|_| "it is no text".to_string())
}

fn unpacked(text: &str) -> Result<String, String> {
    let bytes = STANDARD.decode(text).map_err(|error| error.to_string())?;
    let bytes = miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(&bytes, MOST_BYTES)
        .map_err(|error| error.to_string())?;
    String::from_utf8(bytes).map_err(|_| "it is no text".to_string())
}

/// The board that these moves solve: they are taken back one by one.
fn solved_by(moves: &str, width: u64, height: u64) -> Result<String, String> {
    let sides = [width, height].map(|side| usize::try_from(side).unwrap_or(usize::MAX));
    let [cols, rows] = sides;
    let cells = rows.checked_mul(cols).filter(|cells| (2..=1 << 16).contains(cells));
    let cells = cells.ok_or_else(|| format!("a board of {width}×{height} is too small or too large"))?;
    let mut board: Vec<usize> = (1..cells).chain([0]).collect();
    let mut blank = cells - 1;
    for letter in letters(moves)?.into_iter().rev() {
        let (row, col) = (blank / cols, blank % cols);
        let from = match letter {
            'U' => row.checked_sub(1).map(|row| (row, col)),
            'D' => Some((row + 1, col)),
            'L' => col.checked_sub(1).map(|col| (row, col)),
            _ => Some((row, col + 1)),
        };
        let from = from.filter(|&(row, col)| row < rows && col < cols);
        let (row, col) = from.ok_or_else(|| format!("its moves leave a board of {width}×{height}"))?;
        board.swap(blank, row * cols + col);
        blank = row * cols + col;
    }
    let row = |row: &[usize]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    Ok(board.chunks(cols).map(row).collect::<Vec<_>>().join("/"))
}

/// Letters, each as often as the number behind it says.
fn letters(moves: &str) -> Result<Vec<char>, String> {
    let mut all = Vec::new();
    let mut rest = moves;
    while let Some(letter) = rest.chars().next() {
        if !"UDLR".contains(letter) {
            return Err(format!("{letter:?} is no move"));
        }
        rest = &rest[1..];
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let count = if digits == 0 { Some(1) } else { rest[..digits].parse::<usize>().ok() };
        let count = count.filter(|&count| count <= MOST_MOVES - all.len()).ok_or("it has too many moves")?;
        all.extend(std::iter::repeat_n(letter, count));
        rest = &rest[digits..];
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `[moves, speed, board, times]`.
    fn link(json: &str) -> String {
        let packed = STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(json.as_bytes(), 9));
        let escaped = packed.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        format!("https://slidysim.github.io/replay?r={escaped}")
    }

    #[test]
    fn a_board_and_its_moves_are_in_a_link() {
        let read = read(&link("[\"R2D\", 15000, \"1 2 3/4 5 6/0 7 8\", -1]")).unwrap();
        assert_eq!(read, Ok(Replay { board: "1 2 3/4 5 6/0 7 8".into(), moves: "R2D".into() }));
    }

    #[test]
    fn records_of_the_ranking_have_the_board_that_their_moves_solve() {
        let record = |solves: &str| {
            let solves = STANDARD.encode(miniz_oxide::deflate::compress_to_vec_zlib(solves.as_bytes(), 9));
            read(&link(&format!("[{{}}, \"{solves}\", {{}}, 1, 3, 2, \"title\"]"))).unwrap()
        };
        assert_eq!(
            record("L2;0.5;2;4;-1;[0,1]"),
            Ok(Replay { board: "1 2 3/0 4 5".into(), moves: "L2".into() })
        );
        assert!(record("L2,U;0.5").is_err_and(|why| why.contains("2 solves")));
        assert!(record("L9;0.5").is_err_and(|why| why.contains("leave a board of 3×2")));
        assert!(record("L99999999999999999999").is_err_and(|why| why.contains("too many moves")));
        assert!(record("LX").is_err_and(|why| why.contains("'X' is no move")));
    }

    #[test]
    fn what_is_no_replay_is_told() {
        assert_eq!(read("RDLU"), None);
        assert_eq!(read("https://example.org/?r=abc"), None);
        for bad in ["abc", "%zz", "%", "eJxLBAAAYgBi", "", "é"] {
            let link = format!("https://slidysim.github.io/replay?r={bad}");
            assert!(read(&link).is_some_and(|read| read.is_err()), "{bad}");
        }
        assert!(read(&link("[1,2,3]")).unwrap().is_err());
        // A kilobyte that becomes a gigabyte.
        let bomb = format!("[\"{}\"]", "R".repeat(MOST_BYTES + 1));
        assert!(read(&link(&bomb)).unwrap().is_err());
    }
}
