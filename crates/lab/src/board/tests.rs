use slidewise_solve::{Picture, Reading, read_one};

use super::*;

fn frames(text: &str, moves: &str) -> (Scene, Vec<Position>) {
    let puzzle = read_one(text, &Reading::default()).unwrap().puzzle;
    let steps = puzzle.read_moves(moves, None).unwrap().steps;
    let positions = (0..=steps.len()).map(|made| puzzle.replay(&steps[..made]).unwrap()).collect();
    (puzzle.scene(), positions)
}

const BOARD: &str = "1 2 3/4 5 6/0 7 8";

/// The colours of a PNG's pixels, row by row.
fn pixels(bytes: &[u8]) -> (usize, Vec<[u8; 3]>) {
    let mut decoder = png::Decoder::new(std::io::Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut data = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut data).unwrap();
    let pixel = |rgb: &[u8]| [rgb[0], rgb[1], rgb[2]];
    (info.width as usize, data[..info.buffer_size()].chunks_exact(3).map(pixel).collect())
}

#[test]
fn cells_have_the_colours_of_their_groups() {
    let (scene, positions) = frames(BOARD, "L");
    let picture = Picture { scene, position: positions[0].clone() };
    for scheme in Scheme::ALL {
        let look = Look { cell: 32, colours: Some(scheme) };
        let (width, pixels) = pixels(&png(&picture, &look).unwrap());
        assert_eq!((width, pixels.len()), (96, 96 * 96));
        // Beside the label: 4 belongs to the second row and the first column.
        assert_eq!(pixels[(32 + 4) * width + 4], PALETTE[scheme.group(1, 0)], "{scheme:?}");
        assert_eq!(pixels[(64 + 4) * width + 4], GROUND, "the blank");
        let drawn = still(&picture, &look).unwrap();
        assert_eq!(drawn.matches("<text").count(), 8, "{drawn}");
        assert!(!drawn.contains("animate"));
    }
}

#[test]
fn a_solution_moves() {
    let (scene, positions) = frames(BOARD, "LL");
    let drawn = animated(&scene, &positions, &Look::default(), 0.5).unwrap();
    assert_eq!(drawn.matches("<animateTransform").count(), 2, "two tiles move: {drawn}");
    let film = gif(&scene, &positions, &Look { cell: 16, colours: None }, 30).unwrap();
    let mut decoder = gif::DecodeOptions::new().read_info(&film[..]).unwrap();
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(frame.delay);
    }
    assert_eq!(delays, [30, 30, 200]);
}

/// Frames of a film, put together again: whole pictures, as a viewer shows them.
fn shown(film: &[u8]) -> Vec<Vec<u8>> {
    let mut decoder = gif::DecodeOptions::new().read_info(film).unwrap();
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut screen = vec![u8::MAX; width * height];
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        for (row, pixels) in frame.buffer.chunks(usize::from(frame.width)).enumerate() {
            let start = (usize::from(frame.top) + row) * width + usize::from(frame.left);
            screen[start..start + pixels.len()].copy_from_slice(pixels);
        }
        frames.push(screen.clone());
    }
    frames
}

#[test]
fn only_what_changes_is_written_and_nothing_is_missed() {
    let (scene, positions) = frames(BOARD, "LL");
    let look = Look { cell: 32, colours: None };
    let film = shown(&gif(&scene, &positions, &look, 30).unwrap());
    for (number, position) in positions.iter().enumerate() {
        let alone = shown(&gif(&scene, std::slice::from_ref(position), &look, 30).unwrap());
        assert!(film[number] == alone[0], "frame {number}");
    }
    let still = vec![positions[0].clone(); 2];
    let film = shown(&gif(&scene, &still, &look, 30).unwrap());
    assert_eq!(film[0], film[1]);
}

#[test]
fn a_race_ends_with_all_boards_solved() {
    use slidewise_solve::search::{Cancel, Limits};
    use slidewise_solve::{Algorithm, Solver, Spec};

    let puzzle = read_one("1 2 3/0 4 6/7 5 8", &Reading::default()).unwrap().puzzle;
    let lane = |algorithm| {
        let spec = Spec { algorithm: Some(algorithm), ..Spec::default() };
        let search = puzzle.open(&Solver::new(), &spec, Limits::default(), Cancel::default()).unwrap();
        Lane::record(search).unwrap()
    };
    let look = Look { cell: 16, colours: None };
    let lanes = [lane(Algorithm::Bfs), lane(Algorithm::Astar)];
    let film = shown(&race(&puzzle.scene(), &lanes, &look).unwrap());
    let (first, last) = (&film[0], &film[film.len() - 1]);
    assert!(first != last && film.len() > 100);
    // The goal, drawn where the board of the first lane is.
    let goal = read_one("1 2 3/4 5 6/7 8 0", &Reading::default()).unwrap().puzzle.start();
    let alone = shown(&gif(&puzzle.scene(), &[goal], &look, 30).unwrap());
    let width = last.len() / (12 + 48 + 12 + 3 * 22);
    let second = (width - 12) / 2 + 12;
    for left in [12, second] {
        let board: Vec<u8> =
            (0..48).flat_map(|row| last[(12 + row) * width + left..][..48].iter().copied()).collect();
        assert!(board == alone[0], "the board at {left} is solved in the last frame");
    }
}

#[test]
fn bricks_are_drawn_in_one_piece() {
    let (scene, positions) = frames("board:\nAAB\nAA.\n.##\n", "");
    let picture = Picture { scene, position: positions[0].clone() };
    let (width, pixels) = pixels(&png(&picture, &Look { cell: 32, colours: None }).unwrap());
    assert_eq!(pixels[10 * width + 31], pixels[10 * width + 33], "no gap within a piece");
    assert_eq!(pixels[10 * width + 63], GROUND, "a gap between pieces");
    assert_eq!(pixels[80 * width + 80], WALL);
    assert_ne!(pixels[4 * width + 4], pixels[4 * width + 70]);
}

#[test]
fn pictures_that_are_too_large_are_refused() {
    let (scene, positions) = frames(BOARD, "L");
    let picture = Picture { scene: scene.clone(), position: positions[0].clone() };
    assert_eq!(png(&picture, &Look { cell: 7, colours: None }), Err(Undrawn::Cell(7)));
    assert_eq!(still(&picture, &Look { cell: 1000, colours: None }), Err(Undrawn::Cell(1000)));
    let long = vec![positions[0].clone(); 1000];
    assert_eq!(gif(&scene, &long, &Look { cell: 256, colours: None }, 5), Err(Undrawn::TooLarge));
}
