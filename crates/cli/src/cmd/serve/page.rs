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
    /// What is in it, as it is sent.
    pub bytes: &'a [u8],
    /// How it is packed.
    pub encoding: Option<&'static str>,
    /// Tells it from every other content.
    pub tag: String,
    /// Whether its name changes with its content.
    pub is_hashed: bool,
}

/// How files may be packed, the smallest first, and how the build calls the packed ones.
const PACKED: [(&str, &str); 2] = [("br", ".br"), ("gzip", ".gz")];
/// Where the build puts files with a hash in their names.
const HASHED: &str = "assets/";

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

    /// The file at a path of the address, the query left out; packed if the client takes that and it is there.
    pub fn find(&self, target: &str, accepted: &str) -> Option<File<'_>> {
        let path = target.split(['?', '#']).next()?.strip_prefix('/')?;
        let name = if path.is_empty() { "index.html" } else { path };
        let plain = self.0.get(name)?;
        let packed = PACKED.iter().filter(|(encoding, _)| accepts(accepted, encoding));
        let mut packed = packed
            .filter_map(|(encoding, ending)| Some((*encoding, self.0.get(&format!("{name}{ending}"))?)));
        let (encoding, bytes) =
            packed.next().map_or((None, plain), |(encoding, bytes)| (Some(encoding), bytes));
        let tag = format!("\"{:016x}\"", hash(bytes));
        Some(File { mime: mime(name), bytes, encoding, tag, is_hashed: name.starts_with(HASHED) })
    }
}

/// Whether a list of encodings has this one, and not with the weight 0.
fn accepts(list: &str, encoding: &str) -> bool {
    list.split(',').any(|item| {
        let (name, weight) = item.split_once(';').unwrap_or((item, ""));
        let refused = weight.trim().strip_prefix("q=").is_some_and(|q| q.parse::<f32>() == Ok(0.0));
        name.trim().eq_ignore_ascii_case(encoding) && !refused
    })
}

/// FNV-1a (Fowler, Noll and Vo), by words: it has to tell versions of a page apart, and nothing else.
fn hash(bytes: &[u8]) -> u64 {
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(23);
    let words = bytes.chunks(8).map(|chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        u64::from_le_bytes(word)
    });
    words.fold(0xcbf2_9ce4_8422_2325 ^ bytes.len() as u64, mix)
}

fn mime(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("json") => "application/json",
        Some("webmanifest") => "application/manifest+json",
        Some("wasm") => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> Page {
        let files = [
            ("index.html", "<html>"),
            ("assets/a.wasm", "wasm"),
            ("assets/a.wasm.br", "br"),
            ("assets/a.wasm.gz", "gz"),
        ];
        Page(files.map(|(name, text)| (name.to_string(), Cow::Borrowed(text.as_bytes()))).into())
    }

    #[test]
    fn files_have_their_types() {
        let page = page();
        assert_eq!(page.find("/", "").unwrap().mime, "text/html; charset=utf-8");
        assert_eq!(page.find("/index.html?x=1", "").unwrap().bytes, b"<html>");
        assert_eq!(page.find("/assets/a.wasm", "").unwrap().mime, "application/wasm");
    }

    #[test]
    fn what_is_packed_is_sent_to_those_who_take_it() {
        let page = page();
        let sent = |accepted: &str| {
            let file = page.find("/assets/a.wasm", accepted).unwrap();
            (file.encoding, String::from_utf8_lossy(file.bytes).into_owned(), file.is_hashed)
        };
        assert_eq!(sent("gzip, deflate, br, zstd"), (Some("br"), "br".into(), true));
        assert_eq!(sent("gzip"), (Some("gzip"), "gz".into(), true));
        assert_eq!(sent("gzip;q=1.0, br;q=0"), (Some("gzip"), "gz".into(), true));
        assert_eq!(sent(""), (None, "wasm".into(), true));
        let (plain, packed) =
            (page.find("/assets/a.wasm", "").unwrap(), page.find("/assets/a.wasm", "br").unwrap());
        assert_ne!(plain.tag, packed.tag);
        let index = page.find("/", "br").unwrap();
        assert_eq!((index.encoding, index.is_hashed), (None, false));
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
            assert!(page.find(target, "br").is_none(), "{target}");
        }
    }
}
