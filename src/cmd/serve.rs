//! `course serve`: the site from memory on this machine, built again on every save.
//! Arguments come in, the exit status comes out; Ctrl-C is the ordinary end.

use std::net::SocketAddr;

use tokio::net::TcpListener;

use crate::cli::ServeArgs;
use crate::config::Config;
use crate::exit::{Exit, Failure};
use crate::serve::{Change, Names, Server, accept, app, watch_files, watch_store};
use crate::tell::{self, note};

/// How many further ports are tried when one is taken.
const FURTHER: u16 = 50;

/// Runs `course serve`.
///
/// # Errors
/// What stands in the way, with the exit status it means.
pub fn run(config: &Config, args: ServeArgs) -> Result<Exit, Failure> {
    serve(config, &args.host, args.port, |url| {
        if args.open {
            super::start::show(config, url);
        }
    })
}

/// Serves until Ctrl-C; `ready` gets the address as soon as pages are answered.
///
/// # Errors
/// When no port can be bound.
pub fn serve(
    config: &Config,
    host: &str,
    port: u16,
    ready: impl FnOnce(&str),
) -> Result<Exit, Failure> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::broken(format!("the server cannot start: {error}")))?;
    runtime.block_on(async {
        let listener = bind(config, host, port).await?;
        let server = Server::new(config.clone(), Names::of(host));
        let problems = server.problems();
        super::build::problems(config, &problems);
        let address = listener
            .local_addr()
            .map_err(|error| Failure::broken(error.to_string()))?;
        let url = url_of(address);
        let state = match server.pages() {
            0 => "the course cannot be built yet, the page says why".to_owned(),
            pages => format!("{pages} pages"),
        };
        tell::out(&format!(
            "{url}  {state}; saves are seen at once, Ctrl-C ends it\n"
        ));
        let shown = config.clone();
        watch_files(&server, move |change| say(&shown, change));
        watch_store(&server);
        ready(&url);
        tokio::select! {
            never = accept(listener, app(server)) => match never {},
            _ = tokio::signal::ctrl_c() => Ok(Exit::Pass),
        }
    })
}

async fn bind(config: &Config, host: &str, port: u16) -> Result<TcpListener, Failure> {
    for candidate in port..=port.saturating_add(FURTHER) {
        match TcpListener::bind((host, candidate)).await {
            Ok(listener) => {
                if candidate != port {
                    note(
                        &format!("port {port} is taken, so this is {candidate}"),
                        config.colour,
                    );
                }
                return Ok(listener);
            }
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => {
                return Err(Failure::wrong_use(format!(
                    "`{host}:{candidate}` cannot be bound: {error}"
                ))
                .help("`--host` takes an address of this machine, `--port` one above 1023"));
            }
        }
    }
    Err(Failure::broken(format!(
        "ports {port} to {} are all taken",
        port.saturating_add(FURTHER)
    ))
    .help("name a free one with `--port`"))
}

/// The address to type into a browser.
fn url_of(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

fn say(config: &Config, change: &Change) {
    match change {
        Change::Built { pages, took, .. } => {
            let word = if pages.len() == 1 { "page" } else { "pages" };
            tell::out(&format!(
                "built again: {} {word} in {} ms\n",
                pages.len(),
                took.as_millis()
            ));
        }
        Change::Broken(problems) => super::build::problems(config, problems),
    }
}
