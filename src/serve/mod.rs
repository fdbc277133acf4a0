//! The course as a server on this machine: pages from memory, the API of progress, news as events.
//!
//! [`app`] makes the router from a [`Server`], so tests need no socket. The rules: it binds to loopback unless told
//! otherwise, answers no foreign `Host` or `Origin` (`guard.rs`), and serves nothing but the site it built and the
//! learner's own store. When the course is broken the last pages stay and every open page says what is wrong.
//! `site.rs` holds the site, `watch.rs` builds it again on a save, `news.rs` is what open pages hear.

mod accept;
mod api;
mod guard;
mod kept;
mod labs;
mod news;
mod pages;
mod play;
mod progress;
mod site;
mod study;
mod watch;

use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use serde_json::Value;
use tokio::sync::broadcast;

use crate::config::Config;
use crate::course::Problem;
use crate::site::ChangeSet;
use crate::store::{Store, StoreError};

pub use accept::accept;
pub use guard::Names;
pub use site::Change;
pub use watch::{watch_files, watch_store};

/// The largest request the API reads.
const LARGEST: usize = 256 * 1024;

/// What open pages are told.
#[derive(Clone, Debug, PartialEq)]
pub enum News {
    /// Pages were rendered anew.
    Reload {
        /// Their addresses.
        pages: Vec<String>,
        /// Whether a style sheet changed.
        styles: bool,
    },
    /// The course is broken, or sound again when the list is empty.
    Problems(Vec<Value>),
    /// A kernel was judged.
    Judged(Value),
    /// Progress changed.
    Standing,
}

/// Everything behind the pages.
pub struct Server {
    config: Config,
    names: Names,
    site: site::Site,
    news: broadcast::Sender<News>,
    store: Mutex<Option<Store>>,
    files: Mutex<Option<kept::Files>>,
    kept: Mutex<Option<kept::Kept>>,
}

/// A server, shared between requests and watchers.
pub type Shared = Arc<Server>;

impl Server {
    /// A server for this course, its site built once. A broken course is served, too: as its list of problems.
    pub fn new(config: Config, names: Names) -> Shared {
        let (news, _) = broadcast::channel(64);
        Arc::new(Server {
            site: site::Site::new(config.clone()),
            config,
            names,
            news,
            store: Mutex::new(None),
            files: Mutex::new(None),
            kept: Mutex::new(None),
        })
    }

    /// The problems of the course as it is now; empty when it was built.
    pub fn problems(&self) -> Vec<Problem> {
        self.site.problems()
    }

    /// How many pages there are.
    pub fn pages(&self) -> usize {
        self.site.pages()
    }

    /// Builds the site again and tells open pages what changed.
    pub fn rebuild(&self) -> Change {
        let change = self.site.rebuild(&ChangeSet::Anything);
        self.announce(&change);
        change
    }

    /// Tells open pages about a change.
    pub(crate) fn announce(&self, change: &Change) {
        let news = match change {
            Change::Built {
                pages,
                styles,
                mended,
                ..
            } if *mended || *styles || !pages.is_empty() => News::Reload {
                pages: pages.clone(),
                styles: *styles,
            },
            Change::Built { .. } => return,
            Change::Broken(problems) => News::Problems(Problem::list(problems)),
        };
        self.tell(news);
    }

    /// Tells open pages. That nobody listens is no failure.
    fn tell(&self, news: News) {
        let _ = self.news.send(news);
    }

    /// Asks the store, opening it when it is not open, its file was taken away, or more has come to lie beside it.
    fn with_store<T>(
        &self,
        ask: impl FnOnce(&Store) -> Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let mut held = self.store.lock().unwrap_or_else(PoisonError::into_inner);
        let path = self.config.progress_db();
        if !path.exists() || held.as_ref().is_some_and(Store::is_stale) {
            *held = None;
        }
        match &*held {
            Some(store) => ask(store),
            None => ask(held.insert(Store::open(&path)?)),
        }
    }

    /// The same for what is written: what is safe beside the store, and shown, is written.
    fn write(
        &self,
        write: impl FnOnce(&Store) -> Result<(), StoreError>,
    ) -> Result<(), StoreError> {
        match self.with_store(write) {
            Err(error) if error.is_kept() => Ok(()),
            other => other,
        }
    }
}

/// The routes.
pub fn app(server: Shared) -> Router {
    Router::new()
        .route("/api/standing", get(api::standing))
        .route("/api/marks", post(api::mark))
        .route("/api/reviews", post(study::review))
        .route("/api/log", get(api::log).post(api::add_to_log))
        .route("/api/rows", get(api::rows))
        .route("/api/events", get(news::events))
        .route(
            "/api/labs/{lab}/file",
            get(labs::file)
                .put(labs::save)
                .layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route("/api/labs/{lab}/check", post(labs::check))
        .route("/api/labs/{lab}/{which}", get(labs::text))
        .route(
            "/api/look",
            post(labs::look).layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route(
            "/api/trace",
            post(labs::trace).layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route(
            "/api/outline",
            post(play::outline).layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route(
            "/api/play",
            post(play::play).layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route(
            "/api/run",
            post(play::run).layer(DefaultBodyLimit::max(labs::LARGEST)),
        )
        .route("/api/{*rest}", axum::routing::any(api::unknown))
        .fallback(pages::page)
        .layer(DefaultBodyLimit::max(LARGEST))
        .layer(from_fn_with_state(server.clone(), guard::guard))
        .with_state(server)
}
