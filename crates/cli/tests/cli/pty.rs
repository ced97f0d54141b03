//! A program in a pseudo-terminal, with what a terminal would show of it.

use std::io::{Read, Write};
use std::num::NonZero;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use vt100::{Parser, Screen};

/// Longer than anything takes on a machine that is busy with other things.
const DEADLINE: Duration = Duration::from_secs(120);
const POLL: Duration = Duration::from_millis(10);

/// A running program and its screen.
pub struct Pty {
    /// The terminal's own end; `None` when it is gone.
    ends: Option<(Box<dyn MasterPty + Send>, Box<dyn Write + Send>)>,
    child: Box<dyn Child + Send + Sync>,
    terminal: Arc<Mutex<Parser>>,
    reader: Option<JoinHandle<()>>,
    /// Nothing more is to be read.
    closing: Arc<AtomicBool>,
}

impl Pty {
    /// Starts a program on a terminal of this many rows and columns.
    pub fn start(program: &str, args: &[&str], env: &[(&str, &str)], (rows, cols): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(rows, cols)).expect("the system has pseudo-terminals");
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.env("TERM", "xterm-256color");
        command.env("LC_ALL", "C.UTF-8");
        command.env_remove("COLORFGBG");
        command.env_remove("NO_COLOR");
        env.iter().for_each(|(name, value)| command.env(name, value));
        let child = pair.slave.spawn_command(command).expect("the program starts");
        // While this end is open here, the other never sees the end.
        drop(pair.slave);
        let terminal = Arc::new(Mutex::new(Parser::new(positive(rows), positive(cols), 0)));
        let mut reader = pair.master.try_clone_reader().expect("the terminal can be read");
        let screen = Arc::clone(&terminal);
        let closing = Arc::new(AtomicBool::new(false));
        let closed = Arc::clone(&closing);
        let reader = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(n @ 1..) = reader.read(&mut bytes) {
                screen.lock().unwrap_or_else(PoisonError::into_inner).process(&bytes[..n]);
                if closed.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let writer = pair.master.take_writer().expect("the terminal can be written");
        Self { ends: Some((pair.master, writer)), child, terminal, reader: Some(reader), closing }
    }

    /// The terminal goes away, as when its window is closed.
    pub fn hang_up(&mut self) {
        self.closing.store(true, Ordering::Relaxed);
        // Something to read, so that the reader sees that it is to end.
        self.resize(30, 90);
        self.reader.take().expect("hung up once").join().expect("the reader ends");
        self.ends = None;
    }

    /// Types.
    pub fn send(&mut self, keys: &str) {
        let (_, writer) = self.ends.as_mut().expect("the terminal is there");
        writer.write_all(keys.as_bytes()).expect("the program reads");
        writer.flush().expect("the program reads");
    }

    /// Changes the size of the terminal.
    pub fn resize(&mut self, rows: u16, cols: u16) {
        let mut terminal = self.terminal.lock().unwrap_or_else(PoisonError::into_inner);
        terminal.screen_mut().set_size(positive(rows), positive(cols));
        drop(terminal);
        let (master, _) = self.ends.as_ref().expect("the terminal is there");
        master.resize(size(rows, cols)).expect("the terminal has a size");
    }

    /// Waits until the screen shows this text.
    #[track_caller]
    pub fn sees(&self, text: &str) {
        self.waits(text, |screen| screen.contents().contains(text));
    }

    /// Waits until something holds of the screen.
    #[track_caller]
    pub fn waits(&self, what: &str, holds: impl Fn(&Screen) -> bool) {
        let started = Instant::now();
        while !self.with_screen(&holds) {
            if started.elapsed() > DEADLINE {
                panic!("waited in vain: {what}\n{}", self.with_screen(Screen::contents));
            }
            std::thread::sleep(POLL);
        }
    }

    /// Looks at the screen.
    pub fn with_screen<T>(&self, look: impl FnOnce(&Screen) -> T) -> T {
        look(self.terminal.lock().unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// Row and column, from 1, where a text stands first.
    #[track_caller]
    pub fn place_of(&self, text: &str) -> (usize, usize) {
        self.sees(text);
        let contents = self.with_screen(Screen::contents);
        let (row, line) = contents.lines().enumerate().find(|(_, line)| line.contains(text)).expect("seen");
        (row + 1, line[..line.find(text).expect("seen")].chars().count() + 1)
    }

    /// The number of the process.
    pub fn pid(&self) -> u32 {
        self.child.process_id().expect("the program runs")
    }

    /// Waits for the end; the exit code.
    #[track_caller]
    pub fn ends(&mut self) -> u32 {
        let started = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().expect("the program can be waited for") {
                return status.exit_code();
            }
            if started.elapsed() > DEADLINE {
                let contents = self.with_screen(Screen::contents);
                let _ = self.child.kill();
                panic!("the program goes on and on\n{contents}");
            }
            std::thread::sleep(POLL);
        }
    }

    /// Waits until the terminal shows what it showed before: no other page, no mouse, a cursor.
    #[track_caller]
    pub fn is_given_back(&self) {
        self.waits("the terminal is as it was", |screen| {
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && !screen.bracketed_paste()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        });
    }
}

impl Drop for Pty {
    fn drop(&mut self) {
        // A test that failed leaves no program behind.
        let _ = self.child.kill();
    }
}

fn positive(n: u16) -> NonZero<u16> {
    NonZero::new(n).expect("a terminal has some rows and columns")
}

fn size(rows: u16, cols: u16) -> PtySize {
    PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }
}
