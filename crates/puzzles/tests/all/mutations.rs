//! Good texts damaged at random, always in the same way, and random bytes: a short stand-in for the fuzz targets
//! that needs no special compiler.

use std::time::Instant;

use crate::properties::{boards_survive, moves_survive};
use slidewise_puzzles::random::Rng;
use slidewise_puzzles::tiles::draw::draw;
use slidewise_puzzles::tiles::parse::Form;
use slidewise_puzzles::tiles::{Board, Goal};

/// Pieces that matter to the readers.
const PIECES: [&str; 24] = [
    "0", "1", "8", "15", " ", ",", "/", "\n", "\r\n", "|", "│", "#", "[", "]", "\"", "-", "_", ".", "x", ":",
    "3x3:", "\u{feff}", "\n\n", "é",
];

/// One to four small damages.
fn mutate(seed: &[u8], other: &[u8], pieces: &[&str], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = seed.to_vec();
    for _ in 0..=rng.below(4) {
        let at = rng.below(bytes.len() + 1);
        let until = (at + rng.below(6)).min(bytes.len());
        match rng.below(6) {
            0 => drop(bytes.drain(at..until)),
            1 => drop(bytes.splice(at..at, pieces[rng.below(pieces.len())].bytes())),
            2 => drop(bytes.splice(at..until, pieces[rng.below(pieces.len())].bytes())),
            3 => drop(bytes.splice(at..at, bytes[at..until].to_vec())),
            4 => drop(bytes.splice(at.., other[rng.below(other.len() + 1)..].iter().copied())),
            _ => bytes.extend_from_slice(other),
        }
    }
    bytes
}

#[test]
fn damaged_boards_give_boards_or_errors() {
    let mut rng = Rng::from_seed(2);
    let mut seeds: Vec<Vec<u8>> = Form::ALL.iter().map(|form| form.example().as_bytes().to_vec()).collect();
    seeds.push(draw(&Goal::Snail.board(3, 4).unwrap()).into_bytes());
    seeds.push(b"1 2 1 2 3 0\n2 4 1 2 0 3\n\n[1,2,3,0]\n".to_vec());
    let sizes = [None, None, Some((2, 2)), Some((3, 3)), Some((2, 3)), Some((0, 0)), Some((usize::MAX, 2))];
    let mut boards = 0;
    for _ in 0..20_000 {
        let (seed, other) = (rng.below(seeds.len()), rng.below(seeds.len()));
        let text = mutate(&seeds[seed], &seeds[other], &PIECES, &mut rng);
        let began = Instant::now();
        boards += boards_survive(&text, sizes[rng.below(sizes.len())]);
        assert!(began.elapsed().as_secs_f64() < 5.0, "{:?}", String::from_utf8_lossy(&text));
    }
    assert!(boards > 1_000, "only {boards} boards: the damage is too great to test anything");
}

#[test]
fn random_bytes_are_no_trouble() {
    let mut rng = Rng::from_seed(3);
    let start = Goal::BlankLast.board(3, 3).unwrap();
    for _ in 0..5_000 {
        let length = rng.below(60);
        let any: Vec<u8> = (0..length).map(|_| rng.below(256) as u8).collect();
        let pieces: String = (0..length).map(|_| PIECES[rng.below(PIECES.len())]).collect();
        boards_survive(&any, None);
        boards_survive(pieces.as_bytes(), None);
        moves_survive(&String::from_utf8_lossy(&any), &start);
    }
}

#[test]
fn damaged_moves_give_moves_or_errors() {
    let mut rng = Rng::from_seed(4);
    let start = Board::new(3, 3, vec![1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    let seeds = ["RDLLURRD", "R1D1L2UR2D", "up, down\nLEFT right", "4 6 7 4", "l u r2 d2", "5 8"];
    let pieces = ["U", "d", "L2", "r", "up", "RIGHT", "0", "1", "99", "100", " ", ",", "\n", "5", "é", "x"];
    let mut legal = 0;
    for _ in 0..10_000 {
        let (seed, other) = (seeds[rng.below(seeds.len())], seeds[rng.below(seeds.len())]);
        let bytes = mutate(seed.as_bytes(), other.as_bytes(), &pieces, &mut rng);
        legal += u32::from(moves_survive(&String::from_utf8_lossy(&bytes), &start));
    }
    assert!(legal > 500, "only {legal} texts were legal: the damage is too great to test anything");
}
