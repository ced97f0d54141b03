//! `slidewise serve`: the page for the browser, from the program itself or from a folder.

mod http;
mod page;

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener};
use std::path::PathBuf;

use clap::Args;

use crate::error::Failure;
use crate::exit::Exit;
use page::Page;

/// How `serve` is used.
pub const EXAMPLES: &str = "\
Examples:
  slidewise serve
  slidewise serve --port 8080
  slidewise serve --dir crates/web/www/dist     a page that was built, but not put into this program";

/// What is to be served, and where.
#[derive(Args, Debug)]
pub struct ServeArgs {
    /// Port to listen on; 0 takes a free one
    #[arg(long, default_value_t = 7557)]
    port: u16,
    /// Address to listen on; other machines can reach the page only if it is not a loopback address
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Folder of a built page, instead of the one in this program
    #[arg(long)]
    dir: Option<PathBuf>,
}

/// Serves until the program is ended.
pub fn run(args: &ServeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let page = match &args.dir {
        Some(directory) => Page::read(directory).map_err(Failure::Usage)?,
        None => Page::built_in().ok_or_else(|| Failure::Usage(WITHOUT.into()))?,
    };
    let wanted = SocketAddr::new(args.address, args.port);
    let listener = TcpListener::bind(wanted).map_err(|error| cannot_listen(wanted, &error))?;
    writeln!(out, "http://{}/", listener.local_addr()?)?;
    out.flush()?;
    tell!("Ctrl-C ends it.");
    http::serve(&listener, page);
    Ok(Exit::Solved)
}

const WITHOUT: &str = "this slidewise was built without the page. To put it in:
  (cd crates/web/www && npm ci && npm run build)
  cargo install --path crates/cli --features page
A page that is built can also be served from its folder: --dir crates/web/www/dist";

fn cannot_listen(wanted: SocketAddr, error: &io::Error) -> Failure {
    let remedy = match error.kind() {
        io::ErrorKind::AddrInUse => "; choose another with --port, or 0 for a free one",
        io::ErrorKind::PermissionDenied => "; ports below 1024 need privileges: choose another with --port",
        _ => "",
    };
    Failure::Usage(format!("cannot listen on {wanted}: {error}{remedy}"))
}
