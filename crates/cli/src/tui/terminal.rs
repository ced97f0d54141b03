//! The terminal while a screen is drawn: raw, on its alternate page, with the mouse. Whatever ends the program, quit,
//! Ctrl-C, an error or a panic, the terminal is given back as it was.

use std::io::{self, Stdout, stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, ThreadId};
use std::time::Duration;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{
    DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture,
};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::{Frame, Terminal};

use super::view::ascii;
use crate::exit::Exit;

/// Whether there is a screen to be left.
static ON_SCREEN: AtomicBool = AtomicBool::new(false);

/// How long a screen may take to end after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// After a signal: ends the program if the screen has not ended by itself. Where a terminal has gone away, crossterm
/// reads from it for ever, and nobody is left to press a key.
pub fn end_if_stuck() {
    if ON_SCREEN.load(Ordering::Relaxed) {
        thread::sleep(GRACE);
        if ON_SCREEN.load(Ordering::Relaxed) {
            std::process::exit(i32::from(Exit::Stopped as u8));
        }
    }
}

/// A terminal to draw on; it is restored when this is dropped.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    /// Whether the terminal shows ASCII only.
    ascii: bool,
}

impl Screen {
    /// Takes the terminal over.
    pub fn enter() -> io::Result<Self> {
        restore_on_panic(thread::current().id());
        // From here on a failure must not leave the terminal raw.
        let entered = take_over().and_then(|()| Terminal::new(CrosstermBackend::new(stdout())));
        match entered {
            Ok(terminal) => {
                ON_SCREEN.store(true, Ordering::Relaxed);
                Ok(Self { terminal, ascii: ascii::is_wanted() })
            }
            Err(error) => {
                restore();
                Err(error)
            }
        }
    }

    /// Draws a frame.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        let ascii = self.ascii;
        self.terminal.draw(|frame| {
            draw(frame);
            if ascii {
                ascii::translate(frame.buffer_mut());
            }
        })?;
        Ok(())
    }

    /// Gives the terminal back to the shell, as Ctrl-Z asks for, and takes it over again when the program is to go on.
    pub fn suspend(&mut self) -> io::Result<()> {
        restore();
        stop_this_process()?;
        take_over()?;
        // A new one draws all of the next frame.
        self.terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        Ok(())
    }
}

/// Raw, on the alternate page, with the mouse.
fn take_over() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Returns when the shell lets the program go on.
#[cfg(unix)]
fn stop_this_process() -> io::Result<()> {
    // The whole group, as the terminal itself would: whoever started the program in a pipe waits too.
    Ok(rustix::process::kill_current_process_group(rustix::process::Signal::TSTP)?)
}

/// There are no jobs to suspend.
#[cfg(not(unix))]
fn stop_this_process() -> io::Result<()> {
    Ok(())
}

impl Drop for Screen {
    fn drop(&mut self) {
        ON_SCREEN.store(false, Ordering::Relaxed);
        restore();
    }
}

/// Gives the terminal back. Where that fails there is no terminal any more, and nobody to tell.
fn restore() {
    let _ = execute!(stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic of the thread that draws is shown on the restored terminal. Those of searches in the background are
/// caught and reported by the worker: printing them would tear the screen.
fn restore_on_panic(drawing: ThreadId) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().id() == drawing {
                restore();
                default(info);
            }
        }));
    });
}

// The rest of it is used by the tests of the whole program.
#[cfg(all(test, unix))]
#[allow(dead_code)]
#[path = "../../tests/cli/pty.rs"]
mod pty;

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Not a test by itself: what [`a_panic_leaves_the_terminal_as_it_was`] runs in a terminal of its own.
    #[test]
    #[ignore = "takes the terminal over and panics"]
    fn takes_the_terminal_and_panics() {
        let mut screen = Screen::enter().unwrap();
        screen.draw(|frame| frame.render_widget("drawn", frame.area())).unwrap();
        let worker = thread::spawn(|| panic!("a search that fails"));
        assert!(worker.join().is_err());
        panic!("the game fails");
    }

    #[test]
    fn a_panic_leaves_the_terminal_as_it_was() {
        let this = std::env::current_exe().unwrap();
        let script = "\"$0\" --exact tui::terminal::tests::takes_the_terminal_and_panics --ignored --nocapture \
                      --test-threads 1; stty -a; echo the end";
        let mut shell = pty::Pty::start("sh", &["-c", script, this.to_str().unwrap()], &[], (40, 100));
        shell.sees("the end");
        shell.is_given_back();
        let contents = shell.with_screen(|screen| screen.contents());
        assert!(contents.contains("the game fails"), "the reason is readable\n{contents}");
        assert!(!contents.contains("a search that fails"), "that of a worker is not printed\n{contents}");
        let word = |word: &str| contents.split([' ', ';', '\n']).any(|other| other == word);
        assert!(word("icanon") && word("echo"), "{contents}");
        assert_eq!(shell.ends(), 0);
    }
}
