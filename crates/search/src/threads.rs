//! Threads for what a search does in parallel. Nothing here is generic: to start a thread is a lot of code, which would
//! otherwise be compiled again for every search.

use std::sync::{Mutex, PoisonError};

/// Calls `work` with the numbers from 0 on, each on a thread of its own, and `own` on this one. Returns when all are
/// done; a panic in any of them goes on here.
pub(crate) fn beside(others: usize, work: &(dyn Fn(usize) + Sync), own: &mut dyn FnMut()) {
    std::thread::scope(|scope| {
        for number in 0..others {
            scope.spawn(move || work(number));
        }
        own();
    });
}

/// Does something with each of some items: each on a thread of its own, but the first, which is done on this one.
pub(crate) fn each<T: Send>(items: &mut [T], work: &(dyn Fn(usize, &mut T) + Sync)) {
    // One lock an item, taken once: it is what lets threads that are not told apart have an item each.
    let mut locks = Vec::with_capacity(items.len());
    for item in items {
        locks.push(Mutex::new(item));
    }
    let at = |number: usize| work(number, &mut locks[number].lock().unwrap_or_else(PoisonError::into_inner));
    beside(locks.len().saturating_sub(1), &|number| at(number + 1), &mut || {
        if !locks.is_empty() {
            at(0);
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_seen_once_with_its_number() {
        for count in [0, 1, 5] {
            let mut items = vec![0; count];
            each(&mut items, &|number, item| *item += number + 1);
            assert_eq!(items, (1..=count).collect::<Vec<_>>());
        }
    }

    #[test]
    #[should_panic(expected = "a scoped thread panicked")]
    fn a_panic_goes_on() {
        beside(2, &|number| assert_eq!(number, 0), &mut || ());
    }
}
