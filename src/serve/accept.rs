//! Connections: a listener and the routes come in, requests are answered until the process ends.
//!
//! The rule: nobody can keep others from being answered by holding connections. A head that does not come and a request that
//! is not over in time end their connection, and where there are as many as may be, a new one takes the place of the one that
//! has asked nothing for the longest time; of those that have asked, of the one whose last request is the longest ago.

use std::convert::Infallible;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::Response;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use sorted::SortedMap;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::{sleep, timeout};

/// How long a request's head may take, and how long a connection may wait for its next one.
const HEAD: Duration = Duration::from_secs(10);
/// How long a request's body and its answer's head may take.
const ANSWER: Duration = Duration::from_secs(30);
/// The most connections at once, where the system allows as many.
const MOST: usize = 1024;
/// Files that are no connections: pages, the store, watchers.
const FILES: usize = 128;

/// Answers every connection until the process ends.
pub async fn accept(listener: TcpListener, app: Router) -> Infallible {
    let open = Arc::new(Open::default());
    let most = most();
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(_) => {
                // Nothing that a later connection could not bring right: the peer has gone, or files have run out.
                open.shed(most.saturating_sub(1));
                sleep(Duration::from_millis(20)).await;
                continue;
            }
        };
        open.shed(most - 1);
        let (place, ended) = Place::taken(&open);
        let app = app.clone();
        tokio::spawn(async move {
            tokio::select! {
                () = connection(stream, app, &place) => {}
                () = ended.notified() => {}
            }
        });
    }
}

async fn connection(stream: TcpStream, app: Router, place: &Place) {
    // Answers are whole when they are written.
    let _ = stream.set_nodelay(true);
    let routes = TowerToHyperService::new(app);
    let service = service_fn(|request: hyper::Request<hyper::body::Incoming>| {
        place.asked();
        let answer = routes.call(request);
        async move {
            timeout(ANSWER, answer).await.unwrap_or_else(|_| {
                let mut late = Response::new(Body::from("the request was not over in time\n"));
                *late.status_mut() = StatusCode::REQUEST_TIMEOUT;
                Ok(late)
            })
        }
    });
    // What ends a connection early is the peer's doing, and no news.
    let _ = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .serve_connection(TokioIo::new(stream), service)
        .await;
}

/// The connections that there are, in the order in which they came.
#[derive(Default)]
struct Open(Mutex<(u64, SortedMap<u64, Connection>)>);

struct Connection {
    /// Whether it ever had a whole head, and since when it has had none.
    asked: (bool, Instant),
    end: Arc<Notify>,
}

impl Open {
    fn held(&self) -> MutexGuard<'_, (u64, SortedMap<u64, Connection>)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends connections until no more than so many are left.
    fn shed(&self, most: usize) {
        let mut held = self.held();
        while held.1.len() > most {
            let oldest = held.1.iter().min_by_key(|(_, one)| one.asked);
            let Some(number) = oldest.map(|(number, _)| *number) else {
                return;
            };
            if let Some(one) = held.1.remove(&number) {
                one.end.notify_one();
            }
        }
    }
}

/// A connection's entry; dropped, it is none any more.
struct Place {
    open: Arc<Open>,
    number: u64,
}

impl Place {
    fn taken(open: &Arc<Open>) -> (Place, Arc<Notify>) {
        let end = Arc::new(Notify::new());
        let mut held = open.held();
        held.0 += 1;
        let number = held.0;
        let asked = (false, Instant::now());
        held.1.insert(
            number,
            Connection {
                asked,
                end: end.clone(),
            },
        );
        drop(held);
        let open = open.clone();
        (Place { open, number }, end)
    }

    fn asked(&self) {
        if let Some(one) = self.open.held().1.get_mut(&self.number) {
            one.asked = (true, Instant::now());
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.held().1.remove(&self.number);
    }
}

/// How many connections there may be: as many as files may be open, asked for where the system gives more, less those that
/// are needed otherwise.
#[cfg(unix)]
fn most() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = (MOST + FILES) as u64;
    let limit = getrlimit(Resource::Nofile);
    let maximum = limit.maximum.unwrap_or(u64::MAX);
    let more = limit
        .current
        .is_some_and(|current| current < wanted.min(maximum));
    if more {
        // Where it is refused, there are fewer.
        let current = Some(wanted.min(maximum));
        let _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current,
                maximum: limit.maximum,
            },
        );
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(wanted);
    places(usize::try_from(files).unwrap_or(MOST + FILES))
}

/// How many connections fit where so many files may be open: a quarter of them at the least, [`MOST`] at the most.
#[cfg(unix)]
fn places(files: usize) -> usize {
    files.saturating_sub(FILES).max(files / 4 + 1).min(MOST)
}

#[cfg(not(unix))]
fn most() -> usize {
    MOST
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn any_number_of_files_leaves_room_for_connections() {
        let room = [0, 64, 200, 1024, 1152, 20_000, usize::MAX].map(places);
        assert_eq!(room, [1, 17, 72, 896, MOST, MOST, MOST]);
    }
}
