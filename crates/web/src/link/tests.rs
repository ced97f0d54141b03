use slidewise_solve::Direction;

use super::*;

fn open(text: &str) -> Session {
    Session::open(text, "blank-last").unwrap().session
}

/// The link of a session is read back as the same session.
fn round_trip(session: &Session) -> String {
    let link = write(session);
    let again = read(&link).unwrap_or_else(|error| panic!("{link}: {error}"));
    assert_eq!(write(&again), link);
    assert_eq!(
        serde_json::to_string(&again.view()).unwrap(),
        serde_json::to_string(&session.view()).unwrap()
    );
    link
}

#[test]
fn a_game_of_tiles_is_a_short_line() {
    let mut session = open("8 6 7/2 5 4/3 0 1");
    assert_eq!(round_trip(&session), "1.t.3x3.867254301.l");
    session.press(6).unwrap();
    session.press(0).unwrap();
    assert_eq!(round_trip(&session), "1.t.3x3.867254301.l.RD2");
    session.go_to(1);
    assert_eq!(round_trip(&session), "1.t.3x3.867254301.l.RD2.1");
    let snail = session.towards("snail").unwrap();
    assert_eq!(round_trip(&snail), "1.t.3x3.867254031.s");
    let custom = session.towards("1 2 3/4 0 5/6 7 8").unwrap();
    assert_eq!(round_trip(&custom), "1.t.3x3.867254031.c123405678");
}

#[test]
fn all_sizes_fit() {
    for (rows, cols) in [(1, 2), (2, 2), (6, 6), (6, 7), (10, 10)] {
        round_trip(&Session::new_board(rows, cols, "blank-first", Some(5)).unwrap());
    }
}

#[test]
fn a_game_of_bricks_is_a_short_line() {
    let mut session = open("klotski");
    assert_eq!(round_trip(&session), "1.b.klotski");
    session.nudge(6, Direction::Down, false).unwrap();
    session.nudge(6, Direction::Right, true).unwrap();
    assert_eq!(round_trip(&session), "1.b.klotski.6DR");
    let own = open("board:\nAAB\nAAC\n...\ngoal:\n...\n.AA\n.AA\n");
    assert!(round_trip(&own).starts_with("1.c."));
}

#[test]
fn what_is_wrong_is_told_and_nothing_breaks() {
    let wrong = |link: &str, part: &str| {
        let error = read(link).expect_err(link);
        assert!(error.contains(part), "{link}: {error}");
    };
    wrong("", "version");
    wrong("2.t.3x3.867254301.l", "version \"2\"");
    wrong("1", "ends before its kind");
    wrong("1.q", "no kind");
    wrong("1.t.99x99.1.l", "no size");
    wrong("1.t.-1x4.1.l", "no size");
    wrong("1.t.18446744073709551616x2.1.l", "no size");
    wrong("1.t.3x3.86725430.l", "no 3×3 board");
    wrong("1.t.3x3.867254300.l", "a second blank");
    wrong("1.t.3x3.86725430ä.l", "no 3×3 board");
    wrong("1.t.1x1.0.l", "not supported");
    wrong("1.t.3x3.867254301.z", "no goal");
    wrong("1.t.3x3.867254301.c12", "no 3×3 board");
    wrong("1.t.3x3.867254301.l.Q", "no way");
    wrong("1.t.3x3.867254301.l.U", "move 1: nothing can go up");
    wrong("1.t.3x3.867254301.l.R99999999999999999999", "more tiles");
    wrong("1.t.3x3.867254301.l.R0", "more tiles");
    wrong("1.t.3x3.867254301.l.R.x", "no number");
    wrong("1.t.3x3.867254301.l.R.1.1", "after its end");
    wrong("1.b.nothing", "no puzzle of the library");
    wrong("1.b.klotski.zzD", "no such piece");
    wrong("1.b.klotski.D", "names no piece");
    wrong("1.b.klotski.1", "goes nowhere");
    wrong("1.b.klotski.1Dä", "names no piece");
    wrong("1.b.klotski.zzzzzzzzzzzzzzzzzzzzD", "names no piece");
    wrong("1.c.%%%", "damaged");
    wrong("1.b.klotski.-6D", "names no piece");
    wrong("1.b.klotski.6D--6R", "names no piece");
    wrong("1.c", "ends before its text");
    wrong("1.g.Zm9v", "ends before its goal");
    wrong(&format!("1.g.{}.%", URL_SAFE_NO_PAD.encode("1 2 3/4 5 6/7 8 0")), "damaged");
    wrong(&format!("1.g.{0}.{0}", URL_SAFE_NO_PAD.encode("nothing")), "1:1");
    wrong(&format!("1.t.3x3.867254301.l.{}", "RL".repeat(200_000)), "too long");
    wrong(&format!("1.t.3x3.867254301.l.{}", "RL".repeat(60_000)), "more than");
}

/// Numbers alone would be taken for a square.
#[test]
fn a_single_row_keeps_its_own_goal() {
    let line = read("1.t.1x4.1230.c1203.R").unwrap();
    assert_eq!(round_trip(&line), "1.t.1x4.1230.c1203.R");
    assert!(line.view().solved);
}

/// A place past the end is the end.
#[test]
fn a_place_beyond_the_last_move_is_the_last() {
    let session = read("1.t.3x3.867254301.l.R.500").unwrap();
    assert_eq!(session.progress(), (1, 1));
}

/// Also one that could have the short form by its looks.
#[test]
fn other_kinds_are_linked_by_their_text() {
    for text in ["tiles: a a b/b # ./a b .; wrap: rows", "tiles: 1 2 3/4 5 6/7 . 8"] {
        let mut session = open(text);
        assert!(round_trip(&session).starts_with("1.c."));
        let step = session.puzzle().steps(session.game().field().now())[0];
        session.nudge(step.piece, step.direction, false).unwrap();
        round_trip(&session);
        round_trip(&session.swapped(0, 1).unwrap());
    }
}

/// What has no short form, or a move that has none, is written as text and by its pieces.
#[test]
fn every_puzzle_has_a_link() {
    let tiles = URL_SAFE_NO_PAD.encode("1 2 3/4 5 6/7 8 0");
    let error = read(&format!("1.c.{tiles}.8R-7R1D")).unwrap_err();
    assert!(error.contains("move 2: 1 cannot go down"), "{error}");
    let pushed = read(&format!("1.c.{tiles}.8R-7R4D")).unwrap();
    assert_eq!(write(&pushed), "1.t.3x3.123456780.l.R2D");
    let snail = URL_SAFE_NO_PAD.encode("snail");
    assert_eq!(write(&read(&format!("1.g.{tiles}.{snail}")).unwrap()), "1.t.3x3.123456780.s");
    let moves = moves::read("8R-7R4D").unwrap();
    assert_eq!((moves.len(), moves[0].len(), moves_text(&moves).as_str()), (2, 2, "8R-7R4D"));
}

/// Links that are out there stay good: letters that an address may hold (RFC 4648, section 5), without padding.
#[test]
fn texts_are_packed_as_ever() {
    for (text, packed) in [
        ("", ""),
        ("f", "Zg"),
        ("fo", "Zm8"),
        ("foobar", "Zm9vYmFy"),
        ("board:\nÄB?>\n", "Ym9hcmQ6CsOEQj8-Cg"),
    ] {
        assert_eq!(URL_SAFE_NO_PAD.encode(text), packed);
        assert_eq!(unpacked(packed).as_deref(), Ok(text));
    }
    for bad in ["A", "AAAAA", "A+==", "ä", "Zm9v Ymf", "_____w", "Zm8="] {
        assert!(unpacked(bad).is_err(), "{bad}");
    }
    assert!(unpacked(&"A".repeat(MAX_TEXT * 2)).is_err());
}
