//! What goes from thread to thread, and how they notice that nothing is left.
//!
//! One number counts the threads that have work and the batches that were posted and not yet taken in. A thread that
//! runs out of work posts all it has for others before it takes itself off; a batch is counted before it can be seen,
//! and taken off when the thread that has taken it in counts itself again. So the number is 0 only if no thread has
//! work and none is under way, and as work comes from nothing but work and batches, it stays 0: the search has ended.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// Batches that may lie in a box, at least and at most: a thread with more for another waits, so that memory is bounded
/// and no thread gets far ahead of the others.
pub(super) const MOST: RangeInclusive<usize> = 64..=4096;

/// The boxes of all threads.
pub(super) struct Mail<B> {
    boxes: Vec<Inbox<B>>,
    /// Threads that have work, and batches that were not taken in.
    pending: AtomicUsize,
    /// Whether the threads are to come together.
    enough: AtomicBool,
}

struct Inbox<B> {
    batches: Mutex<Vec<B>>,
    /// How many, to be looked at without the lock.
    count: AtomicUsize,
}

impl<B: Default> Mail<B> {
    /// For so many threads, all of which have work.
    pub(super) fn new(threads: usize) -> Self {
        let inbox = || Inbox { batches: Mutex::new(Vec::new()), count: AtomicUsize::new(0) };
        Self {
            boxes: (0..threads).map(|_| inbox()).collect(),
            pending: AtomicUsize::new(threads),
            enough: AtomicBool::new(false),
        }
    }

    /// Asks all threads to come together.
    pub(super) fn call_together(&self) {
        self.enough.store(true, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn is_enough(&self) -> bool {
        self.enough.load(Ordering::Relaxed)
    }

    /// Posts a batch, which is empty then; `false` if there are `most` in the box, and the batch stays.
    pub(super) fn post(&self, to: usize, batch: &mut B, most: usize) -> bool {
        let inbox = &self.boxes[to];
        if inbox.count.load(Ordering::Relaxed) >= most {
            return false;
        }
        self.pending.fetch_add(1, Ordering::SeqCst);
        let mut batches = inbox.batches.lock().unwrap_or_else(PoisonError::into_inner);
        batches.push(std::mem::take(batch));
        inbox.count.store(batches.len(), Ordering::Release);
        true
    }

    /// Whether there is something for a thread.
    #[inline]
    pub(super) fn is_waiting(&self, at: usize) -> bool {
        self.boxes[at].count.load(Ordering::Acquire) > 0
    }

    /// All that lies in a box. Each batch is to be counted as [taken in](Mail::taken_in) when it is.
    pub(super) fn collect(&self, at: usize) -> Vec<B> {
        let inbox = &self.boxes[at];
        let mut batches = inbox.batches.lock().unwrap_or_else(PoisonError::into_inner);
        inbox.count.store(0, Ordering::Release);
        std::mem::take(&mut *batches)
    }

    /// Batches were taken in by a thread that counts as one with work.
    pub(super) fn taken_in(&self, batches: usize) {
        self.pending.fetch_sub(batches, Ordering::SeqCst);
    }

    /// A thread has no work left, and has posted all it had for others: waits for more. Whether there is some; if there
    /// is none, all are to come together, or nothing is left anywhere.
    pub(super) fn wait(&self, at: usize) -> bool {
        self.pending.fetch_sub(1, Ordering::SeqCst);
        let mut looks = 0u32;
        loop {
            if self.is_waiting(at) {
                self.pending.fetch_add(1, Ordering::SeqCst);
                return true;
            }
            if self.is_enough() || self.pending.load(Ordering::SeqCst) == 0 {
                return false;
            }
            looks += 1;
            match looks {
                ..200 => std::hint::spin_loop(),
                ..400 => std::thread::yield_now(),
                _ => std::thread::sleep(std::time::Duration::from_micros(50)),
            }
        }
    }

    /// Whether nothing was left when the threads came together, and what lies in the boxes if there was.
    pub(super) fn close(self) -> (bool, Vec<Vec<B>>) {
        let opened = |inbox: Inbox<B>| inbox.batches.into_inner().unwrap_or_else(PoisonError::into_inner);
        (self.pending.into_inner() == 0, self.boxes.into_iter().map(opened).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Threads hand numbers on, each one less than the last, and to several: all end, and none before all is done.
    #[test]
    fn the_end_is_noticed_by_all_and_not_too_soon() {
        for threads in [1, 2, 5] {
            let mail = Mail::<Vec<u32>>::new(threads);
            let done = AtomicUsize::new(0);
            let work = |at: usize| {
                let mut own = if at == 0 { vec![12] } else { Vec::new() };
                loop {
                    while let Some(n) = own.pop() {
                        done.fetch_add(1, Ordering::Relaxed);
                        for next in 0..if n == 0 { 0 } else { 2 } {
                            while !mail.post((at + next) % threads, &mut vec![n - 1], 64) {
                                let batches = mail.collect(at);
                                mail.taken_in(batches.len());
                                own.extend(batches.concat());
                            }
                        }
                    }
                    if !mail.is_waiting(at) && !mail.wait(at) {
                        break;
                    }
                    let batches = mail.collect(at);
                    mail.taken_in(batches.len());
                    own.extend(batches.concat());
                }
            };
            crate::threads::beside(threads - 1, &|number| work(number + 1), &mut || work(0));
            assert_eq!(done.into_inner(), (1 << 13) - 1, "{threads} threads");
            assert!(mail.close().0);
        }
    }

    #[test]
    fn what_was_not_taken_in_is_handed_back() {
        let mail = Mail::<Vec<u32>>::new(2);
        assert!(mail.post(1, &mut vec![7], 1));
        mail.call_together();
        assert!(!mail.wait(0));
        let (ended, left) = mail.close();
        assert!(!ended);
        assert_eq!(left, [vec![], vec![vec![7]]]);
        let full = Mail::<Vec<u32>>::new(1);
        assert_eq!((0..12).filter(|_| full.post(0, &mut vec![1], 7)).count(), 7);
    }
}
