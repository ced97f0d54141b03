//! The puzzle of a day: the same for everyone, from its date alone.

use slidewise_puzzles::random::Rng;

use crate::kind::{GenerateError, Generating};
use crate::kinds;
use crate::plain::Known;
use crate::puzzle::AnyPuzzle;
use crate::read::{Reading, read_one};

/// What is drawn on a day of the week.
enum Draw {
    /// A random board of the first kind, of this size, towards this goal.
    Board(usize, &'static str),
    /// A puzzle of the library.
    Classic,
}

/// Monday to Sunday: short ones when there is little time.
const WEEK: [Draw; 7] = [
    Draw::Board(3, "blank-last"),
    Draw::Board(4, "blank-last"),
    Draw::Classic,
    Draw::Board(4, "snail"),
    Draw::Classic,
    Draw::Board(5, "blank-last"),
    Draw::Classic,
];

/// Levels of courses are exercises, not puzzles for an evening.
const NOT_FOR_THIS: &str = "course";
/// Draws of the same day in other programs should not give the same boards.
const SALT: u64 = 0x0511_de81_5e00_da17;

/// The day of a date (`2026-11-18`), counted from 1970-01-01; `None` if there is no such date.
pub fn day(date: &str) -> Option<i64> {
    let fields: Vec<&str> = date.split('-').collect();
    let [year, month, day] = fields[..] else { return None };
    let whole = |text: &str, digits: usize| {
        (text.len() == digits && text.bytes().all(|b| b.is_ascii_digit()))
            .then(|| text.parse::<i64>().ok())?
    };
    let (year, month, day) = (whole(year, 4)?, whole(month, 2)?, whole(day, 2)?);
    let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let lengths = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = *lengths.get(usize::try_from(month - 1).ok()?)?;
    (1..=length).contains(&day).then_some(())?;
    let before: i64 = lengths.iter().take(month as usize - 1).sum();
    let years = year - 1;
    let leap_days = years / 4 - years / 100 + years / 400;
    Some(years * 365 + leap_days + before + day - 1 - EPOCH)
}

/// The date of a day, as [`day`] counts them: `2026-11-18`. For years from 1 to 9999.
pub fn date(number: i64) -> String {
    let written = |year: i64, month: i64, at: i64| format!("{year:04}-{month:02}-{at:02}");
    let after = |year: i64, month: i64| day(&written(year, month, 1)).is_none_or(|first| first > number);
    // The last year and month that do not begin after it.
    let guess = 1970 + number.div_euclid(366);
    let year = (guess - 1..=guess + 3).rev().find(|&year| !after(year, 1)).unwrap_or(guess);
    let month = (1..=12).rev().find(|&month| !after(year, month)).unwrap_or(1);
    let first = day(&written(year, month, 1)).unwrap_or(number);
    written(year, month, number - first + 1)
}

/// Days from 0001-01-01 to 1970-01-01.
const EPOCH: i64 = 719_162;

/// The puzzle of a day as [`day`] counts them.
pub fn puzzle(day: i64) -> Result<AnyPuzzle, GenerateError> {
    let mut rng = Rng::from_seed(SALT ^ day as u64);
    // 1970-01-01 was a Thursday.
    match &WEEK[(day + 3).rem_euclid(7) as usize] {
        Draw::Board(side, goal) => board(*side, goal, &mut rng),
        Draw::Classic => {
            let all = classics();
            Ok(all[rng.below(all.len())].clone())
        }
    }
}

fn board(side: usize, goal: &str, rng: &mut Rng) -> Result<AnyPuzzle, GenerateError> {
    let wish = Generating { size: Some((side, side)), goal: Some(goal.to_string()), ..Generating::default() };
    loop {
        let drawn = kinds::first().generate(&wish, rng)?;
        if !drawn.is_solved(&drawn.start()) {
            return Ok(drawn);
        }
    }
}

/// Puzzles of the library that have a solution and are not solved already.
fn classics() -> Vec<AnyPuzzle> {
    let all = kinds::library().filter(|(_, entry)| entry.group != NOT_FOR_THIS);
    let read = all.filter_map(|(_, entry)| Some(read_one(entry.slug, &Reading::default()).ok()?.puzzle));
    read.filter(
        |puzzle| matches!(puzzle.known_optimum(puzzle.metric()), Some(Known::Length(length)) if length > 0),
    )
    .collect()
}
