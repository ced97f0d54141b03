//! What processes send each other while they make a layer together, each its own part of it.
//!
//! A process sends away what belongs to others as it finds it, and takes in what has come in between. When it has
//! nothing more to send for this layer it says so, and when all have said so, each has all that is its own.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use super::{Crew, FIRST_OF_A_SEARCH, Reading, Words};
use crate::meter::Stop;

/// Something for the process that is told.
const PARCEL: u64 = FIRST_OF_A_SEARCH + 8;
/// There is no more for this layer.
const DONE: u64 = FIRST_OF_A_SEARCH + 9;
/// How many glances there are to a look.
const GLANCES: usize = 16;
/// How long a process waits for a message before it looks at its clock.
const WAIT: Duration = Duration::from_millis(10);

/// The parcels of one layer after another.
#[derive(Debug)]
pub struct Parcels {
    crew: Arc<Crew>,
    progress: Mutex<Progress>,
    glances: AtomicUsize,
}

#[derive(Debug, Default)]
struct Progress {
    /// How many layers were made.
    layer: u64,
    /// Processes that are done with this one.
    done: usize,
    /// Whether the leader has ended all.
    over: bool,
    /// Things and bytes that were sent.
    sent: [u64; 2],
}

/// Takes in what was sent.
pub type TakeIn<'a> = &'a mut dyn FnMut(&[u8]) -> io::Result<()>;

impl Parcels {
    /// No layer was made yet.
    pub fn new(crew: Arc<Crew>) -> Self {
        Self { crew, progress: Mutex::default(), glances: AtomicUsize::new(0) }
    }

    /// The processes.
    pub fn crew(&self) -> &Crew {
        &self.crew
    }

    fn with<T>(&self, work: impl FnOnce(&mut Progress) -> T) -> T {
        work(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn about(&self) -> u64 {
        self.crew.part_of_run(self.with(|progress| progress.layer))
    }

    /// Sends so many things to another process.
    pub fn send(&self, to: usize, things: u64, bytes: &[u8]) {
        self.with(|progress| {
            progress.sent[0] += things;
            progress.sent[1] += bytes.len() as u64;
        });
        self.send_beside(to, bytes);
    }

    /// Sends what is not counted: it is about the work, and not the work itself.
    pub fn send_beside(&self, to: usize, bytes: &[u8]) {
        let mut message = Words::new(PARCEL, self.about());
        message.bytes(bytes);
        self.crew.send(to, message);
    }

    /// Things and bytes that this process has sent in all.
    pub fn sent(&self) -> [u64; 2] {
        self.with(|progress| progress.sent)
    }

    /// Takes in what has come; an error if it cannot be taken in, or once the leader has ended all. See
    /// [`Parcels::why`].
    pub fn take_in(&self, mut wait: Duration, take: TakeIn<'_>) -> io::Result<()> {
        let about = self.about();
        let mut late = Vec::new();
        let mut taken = Ok(());
        while let Some((from, bytes)) = self.crew.receive(wait) {
            let Ok(bytes) = self.crew.is_over(from, bytes) else {
                self.with(|progress| progress.over = true);
                return Err(io::Error::from(io::ErrorKind::Interrupted));
            };
            let mut message = Reading::new(&bytes);
            match [message.next(), message.next()] {
                [PARCEL, told] if told == about => taken = taken.and_then(|()| take(message.bytes())),
                [DONE, told] if told == about => self.with(|progress| progress.done += 1),
                // Of a process that is where all come together already.
                _ => {
                    late.push((from, bytes));
                    continue;
                }
            }
            wait = Duration::ZERO;
        }
        self.crew.keep_all(late);
        taken
    }

    /// Waits for the next parcel, of which no other may be under way.
    pub fn wait_for_one(&self) -> io::Result<Vec<u8>> {
        let mut one = None;
        while one.is_none() {
            self.take_in(WAIT, &mut |bytes| {
                one = Some(bytes.to_vec());
                Ok(())
            })?;
        }
        Ok(one.unwrap_or_default())
    }

    /// The same without waiting, and only now and then: for those who ask between any two pieces of their work.
    pub fn glance(&self, take: TakeIn<'_>) -> io::Result<()> {
        match self.glances.fetch_add(1, Ordering::Relaxed) % GLANCES {
            0 => self.take_in(Duration::ZERO, take),
            _ => Ok(()),
        }
    }

    /// What an error of [`Parcels::take_in`] means.
    pub fn why(&self) -> Stop {
        if self.is_over() { Stop::Cancelled } else { Stop::Memory }
    }

    /// Whether another process is done with this layer.
    pub(crate) fn is_ending(&self) -> bool {
        self.with(|progress| progress.done > 0)
    }

    /// Whether all others are.
    pub(crate) fn all_are_done(&self) -> bool {
        self.with(|progress| progress.done) + 1 >= self.crew.size()
    }

    /// Whether the leader has ended all.
    pub fn is_over(&self) -> bool {
        self.with(|progress| progress.over)
    }

    /// Tells all that nothing more comes from here for this layer.
    pub fn say_done(&self) {
        self.crew.send_to_all_others(&Words::new(DONE, self.about()));
    }

    /// Waits until all have said so, or there is to be an end.
    pub fn wait_for_all(
        &self,
        take: TakeIn<'_>,
        go_on: &mut dyn FnMut() -> Result<(), Stop>,
    ) -> Result<(), Stop> {
        while !self.all_are_done() {
            go_on()?;
            self.take_in(WAIT, take).map_err(|_| self.why())?;
        }
        Ok(())
    }

    /// The layer is made, or given up, everywhere: all have come together.
    pub fn next_layer(&self) {
        self.with(|progress| {
            progress.layer += 1;
            progress.done = 0;
        });
    }
}
