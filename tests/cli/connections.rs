//! `course serve` under connections that ask nothing: pages are answered all the same.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::fixture::Course;

struct Serving {
    child: Child,
    address: String,
}

impl Serving {
    /// A server that may have this many files open.
    fn with_files(course: &Course, files: u32) -> Serving {
        let serve = course.command(&[]);
        let mut command = Command::new("sh");
        command.args([
            "-c",
            &format!("ulimit -n {files}; exec \"$0\" serve --port 0"),
        ]);
        command
            .arg(serve.get_program())
            .current_dir(course.path(""));
        command.env("COURSE_ROOT", course.path(""));
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let address = line.split('/').nth(2).unwrap().to_owned();
        // What it says later goes nowhere.
        std::thread::spawn(move || std::io::copy(&mut out, &mut std::io::sink()));
        Serving { child, address }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(20)))
            .unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut stream = self.connect();
        let head = format!(
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn half_open_connections_keep_nobody_out() {
    let course = Course::without_labs();
    let serving = Serving::with_files(&course, 200);
    let mut held = Vec::new();
    for n in 0..500 {
        let mut stream = serving.connect();
        match n % 3 {
            // Nothing; half a head; a head whose body does not come.
            0 => {}
            1 => stream.write_all(b"GET / HTTP/1.1\r\nhost: local").unwrap(),
            _ => {
                let head = format!(
                    "POST /api/log HTTP/1.1\r\nhost: {}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{{",
                    serving.address
                );
                // It may have been shed already.
                let _ = stream.write_all(head.as_bytes());
            }
        }
        held.push(stream);
    }
    for path in ["/static/style.css", "/static/live.js"] {
        let began = Instant::now();
        let answer = serving.get(path);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        assert!(
            began.elapsed() < Duration::from_secs(5),
            "{path}: {:?}",
            began.elapsed()
        );
    }
    drop(held);
    assert!(serving.get("/static/style.css").starts_with("HTTP/1.1 200"));
}

pub fn a_head_that_does_not_come_ends_its_connection() {
    let course = Course::without_labs();
    let serving = Serving::with_files(&course, 1024);
    let mut stream = serving.connect();
    stream.write_all(b"GET / HTTP/1.1\r\nhost: local").unwrap();
    let began = Instant::now();
    let mut answer = Vec::new();
    // Closed, with or without a word.
    let _ = stream.read_to_end(&mut answer);
    assert!(
        (8..15).contains(&began.elapsed().as_secs()),
        "{:?}",
        began.elapsed()
    );
}
