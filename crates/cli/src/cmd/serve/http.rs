//! As much of HTTP as a few files need: GET and HEAD, one answer a connection. What a client sends is bounded in
//! length and time, and clients that say nothing cannot keep others out.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use super::page::Page;

/// No browser sends a longer head.
const MOST_HEAD: usize = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);
/// So many are served at once; who comes then takes the place of the one that has been there longest.
const MOST_CONNECTIONS: usize = 400;
/// An answer needs little more than the head of a request.
const STACK: usize = 128 << 10;

/// The same as in the page itself, and what only a header can say. Scripts and workers come from here alone.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
style-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob:; worker-src 'self' blob:; \
manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cross-Origin-Resource-Policy: same-origin\r\n";

/// Files whose names change with what is in them need not be asked for again; all others are asked after.
const FOR_EVER: &str = "Cache-Control: public, max-age=31536000, immutable\r\n";
const ASK_AGAIN: &str = "Cache-Control: no-cache\r\n";

/// The connections that are being served, the oldest first.
#[derive(Default)]
struct Open {
    all: Mutex<VecDeque<(u64, TcpStream)>>,
}

impl Open {
    /// Adds a connection, and ends the oldest if there are too many.
    fn add(&self, number: u64, connection: &TcpStream) -> io::Result<()> {
        let connection = connection.try_clone()?;
        let mut all = self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if all.len() >= MOST_CONNECTIONS
            && let Some((_, oldest)) = all.pop_front()
        {
            let _ = oldest.shutdown(Shutdown::Both);
        }
        all.push_back((number, connection));
        Ok(())
    }

    fn remove(&self, number: u64) {
        let mut all = self.all.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        all.retain(|(other, _)| *other != number);
    }
}

/// Answers until the program ends.
pub fn serve(listener: &TcpListener, page: Page) {
    let (page, open) = (Arc::new(page), Arc::new(Open::default()));
    for (number, connection) in (0_u64..).zip(listener.incoming()) {
        // A client that went away before it was served is no reason to end.
        let Ok(connection) = connection else { continue };
        if open.add(number, &connection).is_err() {
            continue;
        }
        let (page, served) = (Arc::clone(&page), Arc::clone(&open));
        let started = thread::Builder::new().stack_size(STACK).spawn(move || {
            // Nobody is left to be told of a connection that broke.
            let _ = answer(connection, &page);
            served.remove(number);
        });
        if started.is_err() {
            open.remove(number);
        }
    }
}

fn answer(mut connection: TcpStream, page: &Page) -> io::Result<()> {
    connection.set_read_timeout(Some(PATIENCE))?;
    connection.set_write_timeout(Some(PATIENCE))?;
    let response = match head(&mut connection)? {
        Some(head) => respond(&head, page),
        None => plain("431 Request Header Fields Too Large", "the request is too long", ""),
    };
    connection.write_all(&response)?;
    connection.flush()
}

/// The head of a request; `None` if it is longer or slower than any that is meant.
fn head(connection: &mut impl Read) -> io::Result<Option<String>> {
    let began = Instant::now();
    let mut bytes = Vec::new();
    let mut buffer = [0; 2048];
    while !bytes.windows(4).any(|end| end == b"\r\n\r\n") {
        let read = connection.read(&mut buffer)?;
        bytes.extend_from_slice(&buffer[..read]);
        if bytes.len() > MOST_HEAD || began.elapsed() > PATIENCE {
            return Ok(None);
        }
        if read == 0 {
            break;
        }
    }
    Ok(Some(String::from_utf8_lossy(&bytes).into_owned()))
}

fn respond(head: &str, page: &Page) -> Vec<u8> {
    let mut words = head.lines().next().unwrap_or_default().split(' ');
    let (method, target, version) = (words.next(), words.next(), words.next());
    let (Some(method), Some(target), Some(_)) =
        (method, target, version.filter(|v| v.starts_with("HTTP/1.")))
    else {
        return plain("400 Bad Request", "this is no request", "");
    };
    if method != "GET" && method != "HEAD" {
        return plain("405 Method Not Allowed", "only GET and HEAD", "Allow: GET, HEAD\r\n");
    }
    let accepted = header(head, "accept-encoding").unwrap_or_default();
    let Some(file) = page.find(target, accepted) else {
        return plain("404 Not Found", "there is no such file", "");
    };
    let caching = if file.is_hashed { FOR_EVER } else { ASK_AGAIN };
    let encoding = file.encoding.map(|name| format!("Content-Encoding: {name}\r\n")).unwrap_or_default();
    let more = format!("ETag: {}\r\nVary: Accept-Encoding\r\n{caching}{encoding}", file.tag);
    let known =
        header(head, "if-none-match").is_some_and(|tags| tags.split(',').any(|tag| tag.trim() == file.tag));
    if known {
        return message("304 Not Modified", file.mime, None, &more, &[]);
    }
    let body = if method == "HEAD" { &[][..] } else { file.bytes };
    message("200 OK", file.mime, Some(file.bytes.len()), &more, body)
}

/// The value of a header.
fn header<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let fields = head.lines().skip(1).filter_map(|line| line.split_once(':'));
    fields.into_iter().find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value.trim())
}

fn plain(status: &str, text: &str, more: &str) -> Vec<u8> {
    message(status, "text/plain; charset=utf-8", Some(text.len()), more, text.as_bytes())
}

fn message(status: &str, mime: &str, length: Option<usize>, more: &str, body: &[u8]) -> Vec<u8> {
    let length = length.map(|length| format!("Content-Length: {length}\r\n")).unwrap_or_default();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\n{length}Connection: close\r\n{more}{SAFETY}\r\n"
    );
    [head.as_bytes(), body].concat()
}
