//! As much of HTTP as a few files need: GET and HEAD, one answer a connection. What a client sends is bounded in
//! length and time.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use super::page::Page;

/// No browser sends a longer head.
const MOST_HEAD: usize = 16 << 10;
const PATIENCE: Duration = Duration::from_secs(10);
/// Browsers open six at a time.
const MOST_CONNECTIONS: usize = 64;

/// The same as in the page itself, and what only a header can say. Scripts and workers come from here alone.
const SAFETY: &str = "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
style-src 'self'; img-src 'self' blob: data:; connect-src 'self' blob:; worker-src blob:; base-uri 'none'; \
form-action 'none'; frame-ancestors 'none'\r\n\
X-Content-Type-Options: nosniff\r\n\
Referrer-Policy: no-referrer\r\n\
Cache-Control: no-cache\r\n";

/// Answers until the program ends.
pub fn serve(listener: &TcpListener, page: Page) {
    let page = Arc::new(page);
    let open = Arc::new(AtomicUsize::new(0));
    for connection in listener.incoming() {
        // A client that went away before it was served is no reason to end.
        let Ok(connection) = connection else { continue };
        if open.load(Ordering::Relaxed) >= MOST_CONNECTIONS {
            continue;
        }
        open.fetch_add(1, Ordering::Relaxed);
        let (page, open) = (Arc::clone(&page), Arc::clone(&open));
        std::thread::spawn(move || {
            // Nobody is left to be told of a connection that broke.
            let _ = answer(connection, &page);
            open.fetch_sub(1, Ordering::Relaxed);
        });
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
    let Some(file) = page.find(target) else {
        return plain("404 Not Found", "there is no such file", "");
    };
    let body = if method == "HEAD" { &[][..] } else { file.bytes };
    message("200 OK", file.mime, file.bytes.len(), "", body)
}

fn plain(status: &str, text: &str, more: &str) -> Vec<u8> {
    message(status, "text/plain; charset=utf-8", text.len(), more, text.as_bytes())
}

fn message(status: &str, mime: &str, length: usize, more: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {mime}\r\nContent-Length: {length}\r\nConnection: close\r\n{more}{SAFETY}\r\n"
    );
    [head.as_bytes(), body].concat()
}
