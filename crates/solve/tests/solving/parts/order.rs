//! The order of moves.

use slidewise_solve::MoveOrder;

#[test]
fn orders_are_read_and_written() {
    let order: MoveOrder = "urdl".parse().unwrap();
    assert_eq!((order.to_string().as_str(), order.numbers()), ("URDL", [0, 3, 1, 2]));
    for bad in ["", "URD", "URDD", "URDLU", "URDX"] {
        assert!(bad.parse::<MoveOrder>().is_err(), "{bad}");
    }
}
