//! The page server, asked over a real connection.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

struct Server {
    child: Child,
    address: String,
    folder: PathBuf,
}

impl Server {
    fn start(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("slidewise-serve-{}-{name}", std::process::id()));
        std::fs::create_dir_all(folder.join("assets")).unwrap();
        std::fs::write(folder.join("index.html"), "<!doctype html>hello").unwrap();
        std::fs::write(folder.join("assets/a.wasm"), b"\0asm").unwrap();
        std::fs::write(folder.join("assets/a.wasm.br"), b"packed").unwrap();
        let mut child = Command::new(env!("CARGO_BIN_EXE_slidewise"))
            .args(["serve", "--port", "0", "--dir"])
            .arg(&folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim().trim_start_matches("http://").trim_end_matches('/').to_string();
        Self { child, address, folder }
    }

    fn ask(&self, request: &str) -> String {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        connection.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // The server may close a connection whose request it did not read to its end.
        let _ = connection.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn get(&self, path: &str) -> String {
        self.ask(&format!("GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[test]
fn files_are_served_with_type_and_policy() {
    let server = Server::start("files");
    assert!(server.address.starts_with("127.0.0.1:"), "loopback only: {}", server.address);
    let page = server.get("/");
    assert!(page.starts_with("HTTP/1.1 200 OK\r\n"), "{page}");
    assert!(page.contains("Content-Type: text/html"), "{page}");
    assert!(page.contains("Content-Security-Policy: default-src 'none'"), "{page}");
    assert!(page.ends_with("\r\n\r\n<!doctype html>hello"), "{page}");
    assert!(server.get("/assets/a.wasm").contains("Content-Type: application/wasm"));
    let head = server.ask("HEAD / HTTP/1.1\r\n\r\n");
    assert!(head.contains("Content-Length: 20") && head.ends_with("\r\n\r\n"), "{head}");
}

#[test]
fn packed_files_are_kept_for_ever_and_others_asked_after() {
    let server = Server::start("caching");
    let wasm = server.ask("GET /assets/a.wasm HTTP/1.1\r\nAccept-Encoding: gzip, br\r\n\r\n");
    assert!(wasm.contains("Content-Encoding: br") && wasm.ends_with("packed"), "{wasm}");
    assert!(wasm.contains("immutable") && wasm.contains("Vary: Accept-Encoding"), "{wasm}");
    assert!(server.get("/assets/a.wasm").ends_with("asm"), "who does not take it packed gets it plain");
    let page = server.get("/");
    assert!(page.contains("Cache-Control: no-cache"), "{page}");
    let tag = page.lines().find_map(|line| line.strip_prefix("ETag: ")).unwrap();
    let again = server.ask(&format!("GET / HTTP/1.1\r\nIf-None-Match: {tag}\r\n\r\n"));
    assert!(again.starts_with("HTTP/1.1 304") && again.ends_with("\r\n\r\n"), "{again}");
    let other = server.ask("GET / HTTP/1.1\r\nIf-None-Match: \"another\"\r\n\r\n");
    assert!(other.starts_with("HTTP/1.1 200"), "{other}");
}

/// Clients that connect and say nothing, more than are served at once.
#[test]
fn the_silent_keep_nobody_out() {
    let server = Server::start("silent");
    let silent: Vec<_> = (0..450).map_while(|_| TcpStream::connect(&server.address).ok()).collect();
    assert!(silent.len() > 300, "only {} connections can be made here", silent.len());
    assert!(server.get("/").starts_with("HTTP/1.1 200"));
}

#[test]
fn nothing_outside_is_served_and_nothing_breaks_it() {
    let server = Server::start("hostile");
    for path in
        ["/../Cargo.toml", "/assets/../../etc/passwd", "//etc/passwd", "/%2e%2e/etc/passwd", "/assets"]
    {
        assert!(server.get(path).starts_with("HTTP/1.1 404"), "{path}");
    }
    assert!(server.ask("POST / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 405"));
    assert!(server.ask("nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
    let long = server.ask(&format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000)));
    assert!(long.is_empty() || long.starts_with("HTTP/1.1 431"), "{long}");
    assert!(server.get("/").starts_with("HTTP/1.1 200"), "it still runs");
}

#[test]
fn what_cannot_be_served_is_explained() {
    let run = |args: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_slidewise")).arg("serve").args(args).output().unwrap();
        (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
    };
    let (code, text) = run(&["--dir", "no-such-folder"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("no-such-folder"), "{text}");
    let server = Server::start("taken");
    let port = server.address.rsplit_once(':').unwrap().1;
    let (code, text) = run(&["--port", port, "--dir", server.folder.to_str().unwrap()]);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("choose another with --port"), "{text}");
}

#[cfg(not(feature = "page"))]
#[test]
fn without_the_page_it_says_how_to_get_it() {
    let output =
        Command::new(env!("CARGO_BIN_EXE_slidewise")).args(["serve", "--port", "0"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("built without the page") && text.contains("npm run build"), "{text}");
}
