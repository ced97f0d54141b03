//! A string with one base-36 digit a cell: how a first program is often written, kept as the slow baseline. Each
//! step builds a new string, as such programs do.

use super::super::shape::Shape;
use super::Repr;

/// Labels as characters `0`–`9`, `a`–`z`.
#[derive(Clone, Copy, Debug)]
pub struct Text {
    blank: char,
    cells: usize,
}

const RADIX: u32 = 36;

fn digit(label: u16) -> char {
    char::from_digit(label.into(), RADIX).unwrap_or('?')
}

impl Repr for Text {
    type State = String;
    type Key = String;
    type Sum = u16;

    fn new(shape: &Shape) -> Option<Self> {
        let cells = shape.cells();
        (cells <= RADIX as usize).then(|| Self { blank: digit(shape.blank_home() as u16), cells })
    }

    fn encode(&self, labels: &[u16]) -> String {
        labels.iter().map(|&label| digit(label)).collect()
    }

    fn blank(&self, s: &String) -> usize {
        s.find(self.blank).unwrap_or(0)
    }

    fn label(&self, s: &String, cell: usize) -> usize {
        s.chars().nth(cell).and_then(|c| c.to_digit(RADIX)).unwrap_or(0) as usize
    }

    fn step_blank(&self, s: &mut String, _: usize, to: usize) {
        let tile = digit(self.label(s, to) as u16);
        let exchanged = |c| match c {
            c if c == tile => self.blank,
            c if c == self.blank => tile,
            c => c,
        };
        *s = s.chars().map(exchanged).collect();
    }

    fn pack(&self, s: &String) -> String {
        s.clone()
    }

    fn unpack(&self, k: &String, into: &mut String) {
        into.clone_from(k);
    }

    fn key_heap_bytes(&self) -> usize {
        self.cells
    }
}
