//! The files of the page, all in memory: what is not in the list does not exist, whatever the address says.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs;
use std::path::Path;

#[cfg(feature = "page")]
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// A page is a few files; more is another folder.
const MOST_FILES: usize = 200;
const MOST_BYTES: u64 = 64 << 20;

/// Files by the path behind the slash.
pub struct Page(HashMap<String, Cow<'static, [u8]>>);

/// A file to send.
pub struct File<'a> {
    /// What it is.
    pub mime: &'static str,
    /// What is in it.
    pub bytes: &'a [u8],
}

impl Page {
    /// The page in this program, if it was built with it.
    pub fn built_in() -> Option<Self> {
        #[cfg(feature = "page")]
        let files =
            Some(FILES.iter().map(|(name, bytes)| (name.to_string(), Cow::Borrowed(*bytes))).collect());
        #[cfg(not(feature = "page"))]
        let files = None;
        files.map(Self)
    }

    /// The page in a folder, read once.
    pub fn read(directory: &Path) -> Result<Self, String> {
        let mut page = Self(HashMap::new());
        page.add(directory, "").map_err(|why| format!("{}: {why}", directory.display()))?;
        if page.0.contains_key("index.html") {
            Ok(page)
        } else {
            let remedy = "name the folder that `npm run build` makes, crates/web/www/dist";
            Err(format!("{}: there is no index.html in it; {remedy}", directory.display()))
        }
    }

    /// Adds the files of a folder. Links are not followed: they may lead out of it.
    fn add(&mut self, directory: &Path, prefix: &str) -> Result<(), String> {
        for entry in fs::read_dir(directory).map_err(|error| error.to_string())? {
            let entry = entry.map_err(|error| error.to_string())?;
            let kind = entry.file_type().map_err(|error| error.to_string())?;
            let Ok(name) = entry.file_name().into_string() else { continue };
            let name = format!("{prefix}{name}");
            if kind.is_dir() {
                self.add(&entry.path(), &format!("{name}/"))?;
            } else if kind.is_file() {
                let length = entry.metadata().map_err(|error| error.to_string())?.len();
                if self.0.len() >= MOST_FILES || length > MOST_BYTES {
                    return Err("this is too much for a page".into());
                }
                let bytes = fs::read(entry.path()).map_err(|error| format!("{name}: {error}"))?;
                self.0.insert(name, Cow::Owned(bytes));
            }
        }
        Ok(())
    }

    /// The file at a path of the address, the query left out.
    pub fn find(&self, target: &str) -> Option<File<'_>> {
        let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
        let name = if path.is_empty() { "index.html" } else { path };
        let bytes = self.0.get(name)?;
        Some(File { mime: mime(name), bytes })
    }
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let files = [("index.html", "<html>"), ("assets/a.wasm", "wasm")];
        Page(files.map(|(name, text)| (name.to_string(), Cow::Borrowed(text.as_bytes()))).into())
    }

    #[test]
    fn files_have_their_types() {
        let page = page();
        assert_eq!(page.find("/").unwrap().mime, "text/html; charset=utf-8");
        assert_eq!(page.find("/index.html?x=1").unwrap().bytes, b"<html>");
        assert_eq!(page.find("/assets/a.wasm").unwrap().mime, "application/wasm");
    }

    #[test]
    fn nothing_else_can_be_reached() {
        let page = page();
        for target in [
            "",
            "index.html",
            "/../Cargo.toml",
            "/assets/../index.html",
            "//etc/passwd",
            "/%2e%2e/x",
            "/assets/",
            "/assets",
        ] {
            assert!(page.find(target).is_none(), "{target}");
        }
    }
}
