//! The whole state of a game in a line that fits behind the `#` of an address, and the way back.
//!
//! ```text
//! 1.t.3x3.867254301.l.L2DR.3        numbered tiles: size, cells, goal, moves, how many of them are made (all if left out)
//! 1.b.klotski.2L1UU                 a puzzle of the library: name, moves
//! 1.c.Ym9hcmQ6.2L1UU                any other puzzle: its text in base 64, moves
//! 1.g.Ym9hcmQ6.MSAy.2L-1L           the same with what is to be reached, where the text does not say it
//! ```
//!
//! The number in front is the version. Which form is written depends on what there is to write, not on the
//! kind: the first is taken where it is read back as the same puzzle. Moves are described in `moves.rs`. The
//! reader trusts nothing: sizes are bounded before anything is built, and every move is replayed.

mod moves;
mod numbered;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use slidewise_solve::kinds;

use crate::session::{MAX_MOVES, MAX_TEXT, Opened, Session};

pub use moves::text as moves_text;

/// The version that is written, and the only one that is read.
const VERSION: &str = "1";
/// Longer links are not looked at.
pub const MAX_LINK: usize = 300_000;

/// The link of a session.
pub fn write(session: &Session) -> String {
    let (at, length) = session.progress();
    let made = session.game().moves();
    let short = numbered::write(&**session.puzzle());
    let short = short.and_then(|board| Some((format!("t.{board}"), moves::pushes_text(made)?)));
    let (what, moves) = short.unwrap_or_else(|| (packed(session), moves::text(made)));
    match (length, at) {
        (0, _) => format!("{VERSION}.{what}"),
        _ if at == length => format!("{VERSION}.{what}.{moves}"),
        _ => format!("{VERSION}.{what}.{moves}.{at}"),
    }
}

/// The puzzle by its name in the library, or else its text.
fn packed(session: &Session) -> String {
    let pack = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let text = pack(session.source());
    match (session.puzzle().slug(), session.goal()) {
        (Some(slug), _) => format!("b.{slug}"),
        (None, None) => format!("c.{text}"),
        (None, Some(goal)) => format!("g.{text}.{}", pack(&goal)),
    }
}

/// The session of a link, or what is wrong with it.
pub fn read(link: &str) -> Result<Session, String> {
    if link.len() > MAX_LINK {
        return Err(format!("the link is too long: {MAX_LINK} characters at most"));
    }
    let mut fields = link.split('.');
    let mut next = |what: &str| fields.next().ok_or_else(|| format!("the link ends before its {what}"));
    match next("version")? {
        VERSION => {}
        other => {
            let shown: String = other.chars().take(12).collect();
            return Err(format!("the link is of version \"{shown}\"; this page reads version {VERSION}"));
        }
    }
    let kind = next("kind")?;
    let mut session = match kind {
        "t" => Session::made(&*numbered::read(next("size")?, next("board")?, next("goal")?)?)?,
        "b" => {
            let entry = kinds::in_library(next("name")?).ok_or("the link names no puzzle of the library")?;
            Session::open(entry.slug, "")?.session
        }
        "c" => Session::open(&unpacked(next("text")?)?, "")?.session,
        "g" => Session::open(&unpacked(next("text")?)?, &unpacked(next("goal")?)?)?.session,
        _ => return Err("the link is of no kind that this page knows".into()),
    };
    if let Some(moves) = fields.next() {
        let loaded = match kind {
            "t" => load_pushes(&mut session, moves),
            _ => load(&mut session, moves),
        };
        loaded.map_err(|why| format!("the moves in the link: {why}"))?;
        let (_, length) = session.progress();
        let at = fields.next().map_or(Ok(length), str::parse);
        session.go_to(at.map_err(|_| "the link ends in something that is no number")?);
    }
    match fields.next() {
        None => Ok(session),
        Some(_) => Err("the link goes on after its end".into()),
    }
}

/// The link in a text: an address of the page, or what stands behind its `#`.
fn in_text(text: &str) -> Option<&str> {
    let text = text.trim();
    let link = text.split_once('#').map_or(text, |(_, link)| link);
    let link = link.split('~').next()?;
    let mut fields = link.split('.');
    let one_word = !link.contains(char::is_whitespace);
    let known = fields.next() == Some(VERSION)
        && fields.next().is_some_and(|kind| matches!(kind, "t" | "b" | "c" | "g"));
    (one_word && known && fields.next().is_some()).then_some(link)
}

/// Reads a puzzle from any text: a link of this page, or what [`Session::open`] reads.
pub fn open(text: &str, goal: &str) -> Result<Opened, String> {
    match in_text(text) {
        Some(link) => {
            let session =
                read(link).map_err(|why| format!("this link of the page cannot be opened: {why}"))?;
            Ok(Opened { session, detected: "link", warnings: Vec::new() })
        }
        None => Session::open(text, goal),
    }
}

/// Puts moves, as [`moves_text`] writes them, behind the position of a session; they are tried first.
pub fn load(session: &mut Session, text: &str) -> Result<(), String> {
    let moves = moves::read(text)?;
    moves::enough(session.progress().0 + moves.len())?;
    session.load(&moves)
}

fn load_pushes(session: &mut Session, text: &str) -> Result<(), String> {
    let pushes = moves::read_pushes(text)?;
    let moves = moves::pushed(&**session.puzzle(), session.game().field().now(), &pushes)?;
    session.load(&moves)
}

/// The text that was packed, unless it is longer than anyone may bring.
fn unpacked(packed: &str) -> Result<String, String> {
    let fits = packed.len() <= MAX_TEXT.div_ceil(3) * 4;
    let bytes = fits.then(|| URL_SAFE_NO_PAD.decode(packed).ok()).flatten();
    bytes.and_then(|bytes| String::from_utf8(bytes).ok()).ok_or("the puzzle in the link is damaged".into())
}

#[cfg(test)]
mod tests;
