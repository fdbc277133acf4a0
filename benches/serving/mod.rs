//! `course serve` on a port of its own, asked over HTTP as a browser would.
//!
//! In: how a bench calls the binary; out: a server that answers, ended when dropped. Shared by the benches that time a save.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The longest that a server may take to its first answer: it builds the whole site first.
const PATIENCE: Duration = Duration::from_secs(120);

/// A running server, ended when dropped.
pub struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts it with what `command` makes of its arguments, and waits for the first answer.
    pub fn start(command: impl Fn(&[&str]) -> Command) -> Server {
        let port = 46_800 + (std::process::id() % 2_000) as u16;
        let child = command(&["serve", "--port", &port.to_string()])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the server starts");
        let server = Server { child, port };
        let until = Instant::now() + PATIENCE;
        while server.get("/").is_empty() {
            assert!(
                Instant::now() < until,
                "the server did not answer on port {port}"
            );
            std::thread::sleep(Duration::from_millis(20));
        }
        server
    }

    /// The whole answer to a request for a path; empty when there is none.
    pub fn get(&self, path: &str) -> String {
        let Ok(mut stream) = TcpStream::connect(("127.0.0.1", self.port)) else {
            return String::new();
        };
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nConnection: close\r\n\r\n",
            self.port
        );
        let mut answer = Vec::new();
        let sent = stream
            .write_all(request.as_bytes())
            .and_then(|()| stream.read_to_end(&mut answer));
        sent.map_or(String::new(), |_| {
            String::from_utf8_lossy(&answer).into_owned()
        })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
