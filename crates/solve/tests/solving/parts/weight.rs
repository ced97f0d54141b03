//! Weights as text.

use slidewise_solve::WeightChoice;
use slidewise_solve::search::Weight;

#[test]
fn weights_are_exact() {
    let weight = |text: &str| text.parse::<WeightChoice>().ok();
    let fixed = |num, den| Some(WeightChoice::Fixed(Weight::new(num, den).unwrap()));
    assert_eq!(weight("1.5"), fixed(3, 2));
    assert_eq!(weight("1"), fixed(1, 1));
    assert_eq!(weight("2.25"), fixed(9, 4));
    assert_eq!(weight("auto"), Some(WeightChoice::Auto));
    for bad in ["0.9", "-2", "1.234", "", ".", "1.", "NaN", "1e3", "101", "99999999999"] {
        assert_eq!(weight(bad), None, "{bad}");
    }
}
