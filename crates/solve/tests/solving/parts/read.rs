//! Texts of any kind.

use slidewise_solve::{Item, Reading, read, read_one};

/// The line and the kind of each puzzle, or the line of what is wrong.
fn outline(text: &str) -> Vec<(usize, Result<&'static str, usize>)> {
    let result = |item: &Item| match &item.result {
        Ok(read) => Ok(read.puzzle.kind().entry().name),
        Err(error) => Err(error.place.map_or(0, |place| place.line)),
    };
    read(text, &Reading::default()).iter().map(|item| (item.line, result(item))).collect()
}

const CARS: &str = "IBBxooIooLDDJAALooJoKEEMFFKooMGGHHHM";

/// Tiles and bricks both have a form called `letters`.
#[test]
fn a_form_that_two_kinds_have_is_read_by_the_one_that_can() {
    let kind = |text: &str| {
        let reading = Reading { form: Some("letters"), ..Reading::default() };
        read_one(text, &reading).map(|read| read.puzzle.kind().entry().name)
    };
    assert_eq!(kind("abce.fdgh"), Ok("tiles"));
    assert_eq!(kind("board:\nA.\ngoal:\n.A\n"), Ok("bricks"));
    assert!(kind("nonsense!").is_err());
    let unknown = Reading { form: Some("no such form"), ..Reading::default() };
    assert!(read_one("123456780", &unknown).is_err_and(|error| error.message.contains("no such form")));
}

#[test]
fn a_list_may_mix_kinds() {
    let tiles = "1 2 3/4 5 6/7 0 8";
    let free = "tiles: 1 2/3 .; goal: . 1/2 3";
    let named = "name: a; tiles: 1 # ./2 . 3; wrap: both";
    let (t, b, f) = (Ok("tiles"), Ok("bricks"), Ok("freeform"));
    assert_eq!(outline(&format!("{free}\n{tiles}\n{CARS}\n")), [(1, f), (2, t), (3, b)]);
    assert_eq!(outline(&format!("{tiles}\n\n{free}\nklotski\n")), [(1, t), (3, f), (4, b)]);
    assert_eq!(outline(&format!("// a list\nklotski\n{named}\n  {free}")), [(2, b), (3, f), (4, f)]);
    assert_eq!(outline(&format!("{tiles}\n{CARS}\nklotski\n")), [(1, t), (2, b), (3, b)]);
    assert_eq!(outline(&format!("{CARS}\n{tiles}\n")), [(1, b), (2, t)]);
}

#[test]
fn a_bad_line_spoils_no_other() {
    let free = "tiles: 1 2/3 .; goal: . 1/2 3";
    let text = format!("{free}\n1 2 3/4 5 6/7 0 8\ntiles: 1 2/3 .; gaol: . 1/2 3\n{CARS}\n{free}");
    let expected =
        [(1, Ok("freeform")), (2, Ok("tiles")), (3, Err(3)), (4, Ok("bricks")), (5, Ok("freeform"))];
    assert_eq!(outline(&text), expected);
}

#[test]
fn a_mistake_in_a_puzzle_of_several_lines_does_not_make_another_of_its_first() {
    assert_eq!(outline("tiles: 1 .\ngoal: . 2"), [(1, Err(2))]);
    assert_eq!(outline("name: x\ntiles:\n1 2 3\n4 5\n"), [(1, Err(4))]);
}
