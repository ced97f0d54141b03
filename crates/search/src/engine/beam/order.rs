//! An order in which positions of the same vicinity stand together.

/// The numbers of some items, sorted by a small key; of equals the first first. It keeps its memory.
#[derive(Default)]
pub(super) struct Order {
    numbers: Vec<u32>,
    /// For each key where its next item goes.
    next: Vec<u32>,
}

impl Order {
    /// Counts, then puts each where it belongs: keys are few.
    pub(super) fn sort<T>(&mut self, items: &[T], key: impl Fn(&T) -> u16) {
        self.next.clear();
        for item in items {
            let key = usize::from(key(item));
            if key >= self.next.len() {
                self.next.resize(key + 1, 0);
            }
            self.next[key] += 1;
        }
        let mut sum = 0;
        for next in &mut self.next {
            sum += std::mem::replace(next, sum);
        }
        self.numbers.clear();
        self.numbers.resize(items.len(), 0);
        for (number, item) in items.iter().enumerate() {
            let next = &mut self.next[usize::from(key(item))];
            self.numbers[*next as usize] = number as u32;
            *next += 1;
        }
    }

    /// The items in order, by number.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equals_keep_their_order() {
        let mut order = Order::default();
        order.sort(&[3, 0, 3, 7, 0], |&key| key);
        assert_eq!(order.numbers(), [1, 4, 0, 2, 3]);
        order.sort(&[1, 0], |&key| key);
        assert_eq!(order.numbers(), [1, 0]);
    }
}
