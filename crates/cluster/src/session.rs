//! The processes of one `mpirun`, from their beginning to their end.
//!
//! Rank 0 says when it is over. A helper that comes to an end by itself waits for that; one that fails tells rank 0,
//! which says so and ends all, whatever they are at: each process has a thread that looks for such news. So there is
//! one message, one exit code, and nobody waits for somebody who is gone.

use std::os::unix::process::parent_id;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use mpi::Threading;
use mpi::point_to_point::Status;
use mpi::request::{Request, StaticScope};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, MatchedReceiveVec, Source};
use slidewise_search::peers::{Crew, Peers};

use crate::card::{Card, LENGTH, difference, on_host_of};

/// Messages of a search.
const SEARCH: i32 = 1;
/// From a helper: it cannot go on. An exit code, and why.
const FAILED: i32 = 2;
/// From the leader: it is over.
const BYE: i32 = 3;
/// From a helper: it has heard so.
const GOODBYE: i32 = 4;

/// How long the leader waits for helpers at the end, and a helper that has failed for the leader to say so.
const PATIENCE: Duration = Duration::from_secs(5);
/// How often a process that waits looks before it sleeps: what others are about to send comes in less time than waking
/// up takes.
const LOOKS: u32 = 100;
/// How long it sleeps between two looks then.
const NAP: Duration = Duration::from_micros(100);
/// How often a process looks whether all is to end, whatever it is at.
const WATCH: Duration = Duration::from_millis(100);

/// The processes of one `mpirun`.
pub struct Session {
    links: Arc<Links>,
    crew: Arc<Crew>,
}

impl Session {
    /// Begins with MPI; an error if the processes are not of one version, the same in all of them.
    pub fn begin(version: &str) -> Result<Self, String> {
        let (universe, _) = mpi::initialize_with_threading(Threading::Serialized)
            .ok_or("MPI cannot be begun with twice in a process")?;
        let world = universe.world();
        end_with_parent();
        // MPI is ended by `Links::leave`, wherever a process is then.
        std::mem::forget(universe);
        let host = mpi::environment::processor_name().unwrap_or_else(|_| "an unnamed computer".into());
        let card = Card { version: version.into(), host };
        let mut cards = vec![0; LENGTH * world.size() as usize];
        world.all_gather_into(&card.to_bytes()[..], &mut cards[..]);
        let cards = Card::all(&cards);
        let rank = world.rank() as usize;
        let links = Arc::new(Links {
            rank,
            host: on_host_of(&cards, rank),
            post: Mutex::new(Post { world, sending: Vec::new() }),
            cards,
            gone: AtomicUsize::new(0),
            last_word: Mutex::default(),
        });
        if let Some(difference) = difference(&links.cards) {
            drop(links.finish());
            return Err(difference);
        }
        let watching = Arc::clone(&links);
        std::thread::spawn(move || watching.watch());
        let crew = Arc::new(Crew::new(Box::new(Peer(Arc::clone(&links)))));
        Ok(Self { links, crew })
    }

    /// The processes as searches see them.
    pub fn crew(&self) -> &Arc<Crew> {
        &self.crew
    }

    /// Ends this process, and with it all of them if it is the leader, with its exit code. `failure` is why a helper
    /// could not go on; what went wrong with the leader it has said itself.
    pub fn end(&self, exit: u8, failure: Option<String>) -> ! {
        if self.crew.leads() {
            let last_word = self.links.last_word();
            self.links.dismiss(exit, last_word);
        }
        let failure = failure.unwrap_or_else(|| {
            loop {
                // Ends the process when the leader says so.
                if let Some(reason) = self.crew.missed(PATIENCE) {
                    break reason;
                }
            }
        });
        self.links.fail(exit.max(1), &failure)
    }
}

/// Ends this process when the one that started it is gone: a launcher that was killed ends nobody.
fn end_with_parent() {
    let parent = parent_id();
    std::thread::spawn(move || {
        while parent_id() == parent {
            std::thread::sleep(Duration::from_secs(1));
        }
        std::process::exit(1)
    });
}

/// What connects a process with the others.
struct Links {
    rank: usize,
    cards: Vec<Card>,
    host: Vec<usize>,
    post: Mutex<Post>,
    /// For the leader: how many have heard that it is over.
    gone: AtomicUsize,
    /// Held by who ends all, so that there is one who does.
    last_word: Mutex<()>,
}

/// All that calls MPI, one call at a time.
struct Post {
    world: SimpleCommunicator,
    sending: Vec<(Request<'static, [u8], StaticScope>, Sent)>,
}

/// The bytes of a message that MPI may still read.
struct Sent(NonNull<[u8]>);

// SAFETY: MPI is told that calls come from any thread, one at a time (`Threading::Serialized`), and all of them are
// made with the lock on `Post` held; a communicator and requests are handles that are bound to no thread.
unsafe impl Send for Post {}

impl Post {
    fn send(&mut self, to: usize, tag: i32, message: Vec<u8>) {
        let bytes = Box::leak(message.into_boxed_slice());
        let sent = Sent(NonNull::from(&mut *bytes));
        let process = self.world.process_at_rank(to as i32);
        let request = process.immediate_send_with_tag(StaticScope, &*bytes, tag);
        self.sending.push((request, sent));
    }

    /// Gives back the memory of messages that have gone.
    fn tidy(&mut self) {
        for (request, sent) in std::mem::take(&mut self.sending) {
            match request.test() {
                // SAFETY: these bytes were leaked by `send` for this request alone, which has ended.
                Ok(_) => drop(unsafe { Box::from_raw(sent.0.as_ptr()) }),
                Err(request) => self.sending.push((request, sent)),
            }
        }
    }

    fn look(&mut self) -> Option<(Vec<u8>, Status)> {
        if !self.sending.is_empty() {
            self.tidy();
        }
        Some(self.world.any_process().immediate_matched_probe()?.matched_receive_vec())
    }

    /// A message of one kind, if there is any.
    fn look_for(&mut self, tag: i32) -> Option<(Vec<u8>, Status)> {
        Some(self.world.any_process().immediate_matched_probe_with_tag(tag)?.matched_receive_vec())
    }
}

impl Links {
    fn with<T>(&self, call: impl FnOnce(&mut Post) -> T) -> T {
        call(&mut self.post.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The next message of any kind.
    fn next(&self, wait: Duration) -> Option<(Vec<u8>, Status)> {
        let (mut until, mut looks) = (None, 0);
        loop {
            let found = self.with(Post::look);
            if found.is_some() || wait.is_zero() {
                return found;
            }
            let until = *until.get_or_insert_with(|| Instant::now() + wait);
            if Instant::now() >= until {
                return None;
            }
            looks += 1;
            match looks {
                ..LOOKS => std::thread::yield_now(),
                _ => std::thread::sleep(NAP),
            }
        }
    }

    /// The next message of a search. What is about the end of all is done here and now.
    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        let (bytes, status) = self.next(wait)?;
        if status.tag() == SEARCH {
            return Some((status.source_rank() as usize, bytes));
        }
        self.heed(&bytes, status);
        None
    }

    /// Looks for what is about the end of all, so that nobody works on for whom there is no use any more, or in vain.
    fn watch(&self) {
        let tag = if self.rank == 0 { FAILED } else { BYE };
        loop {
            std::thread::sleep(WATCH);
            if let Some((bytes, status)) = self.with(|post| post.look_for(tag)) {
                self.heed(&bytes, status);
            }
        }
    }

    /// Does what a message about the end asks for.
    fn heed(&self, bytes: &[u8], status: Status) {
        match status.tag() {
            FAILED => {
                let (exit, reason) = bytes.split_first().unwrap_or((&1, &[]));
                self.stop_all(status.source_rank() as usize, *exit, &String::from_utf8_lossy(reason))
            }
            BYE => {
                self.with(|post| post.send(0, GOODBYE, Vec::new()));
                self.leave(0)
            }
            GOODBYE => _ = self.gone.fetch_add(1, Ordering::Relaxed),
            _ => {}
        }
    }

    /// Waits until nobody else ends all.
    fn last_word(&self) -> MutexGuard<'_, ()> {
        self.last_word.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what is wrong with a process, and ends all of them.
    fn stop_all(&self, rank: usize, exit: u8, reason: &str) -> ! {
        let last_word = self.last_word();
        eprintln!("error: {}: {reason}", self.name_of(rank));
        match self.rank {
            0 => self.dismiss(exit, last_word),
            _ => self.with(|post| post.world.abort(exit.into())),
        }
    }

    fn name_of(&self, rank: usize) -> String {
        format!("rank {rank} on {}", self.cards[rank].host)
    }

    /// A helper cannot go on: the leader says so, or if it does not look, this process itself.
    fn fail(&self, exit: u8, reason: &str) -> ! {
        let mut message = vec![exit];
        message.extend_from_slice(reason.as_bytes());
        self.with(|post| post.send(0, FAILED, message));
        let began = Instant::now();
        while began.elapsed() < 2 * PATIENCE {
            self.receive(NAP);
        }
        self.stop_all(self.rank, exit, reason)
    }

    /// Tells all that it is over, waits until they have heard it, and ends this process.
    fn dismiss(&self, mut exit: u8, _last_word: MutexGuard<'_, ()>) -> ! {
        let others = self.cards.len() - 1;
        (1..=others).for_each(|to| self.with(|post| post.send(to, BYE, Vec::new())));
        let began = Instant::now();
        while self.gone.load(Ordering::Relaxed) < others {
            if began.elapsed() > PATIENCE {
                // They hang, or their computers do.
                self.with(|post| post.world.abort(exit.into()));
            }
            let Some((bytes, status)) = self.next(NAP) else { continue };
            match status.tag() {
                // Where the leader has failed it has said why, and for the others it is the same.
                FAILED if exit == 0 => {
                    let (code, reason) = bytes.split_first().unwrap_or((&1, &[]));
                    let from = self.name_of(status.source_rank() as usize);
                    eprintln!("error: {from}: {}", String::from_utf8_lossy(reason));
                    exit = *code;
                }
                FAILED => {}
                _ => self.heed(&bytes, status),
            }
        }
        self.leave(exit)
    }

    /// Ends MPI in this process and then the process, once all that it sent has gone.
    fn leave(&self, exit: u8) -> ! {
        let _post = self.finish();
        std::process::exit(exit.into())
    }

    /// Ends MPI in this process, once all that it sent has gone. While what is given back is held nobody calls it.
    fn finish(&self) -> MutexGuard<'_, Post> {
        loop {
            let mut post = self.post.lock().unwrap_or_else(PoisonError::into_inner);
            post.tidy();
            if post.sending.is_empty() {
                // SAFETY: MPI was begun with, by `Session::begin`, which has forgotten what would end it; nothing is
                // under way, and every caller ends the process with the lock held, or gives up the only use of MPI
                // that there is.
                unsafe { mpi::ffi::MPI_Finalize() };
                return post;
            }
            drop(post);
            std::thread::sleep(NAP);
        }
    }
}

/// A process as searches see it.
struct Peer(Arc<Links>);

impl Peers for Peer {
    fn rank(&self) -> usize {
        self.0.rank
    }

    fn size(&self) -> usize {
        self.0.cards.len()
    }

    fn host(&self) -> &[usize] {
        &self.0.host
    }

    fn name(&self) -> String {
        self.0.name_of(self.0.rank)
    }

    fn send(&self, to: usize, message: Vec<u8>) {
        self.0.with(|post| post.send(to, SEARCH, message));
    }

    fn receive(&self, wait: Duration) -> Option<(usize, Vec<u8>)> {
        self.0.receive(wait)
    }
}
