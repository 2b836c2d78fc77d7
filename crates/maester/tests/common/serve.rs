//! A server as its operator starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A running server; killed when dropped.
pub struct Serve {
    child: Child,
    pub address: String,
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serve {
    pub fn start(folder: &Path, arguments: &[&str]) -> Serve {
        let mut child = Command::new(env!("CARGO_BIN_EXE_maester"))
            .arg("serve")
            .args(arguments)
            .current_dir(folder)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let (_, address) = line.trim().trim_end_matches('/').split_once("http://").unwrap_or_else(|| panic!("no address in {line:?}"));
        Serve { address: address.to_owned(), child }
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The whole answer to a request.
    pub fn ask(&self, head: &str, body: &str) -> String {
        ask(&self.address, head, body).unwrap()
    }

    /// Sends a signal and waits; the exit status.
    pub fn end(mut self, signal: &str) -> Option<i32> {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < Duration::from_secs(10), "the server ends when it is told to");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// The whole answer of a server to a request.
pub fn ask(address: &str, head: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    let length = body.len();
    write!(
        stream,
        "{head} HTTP/1.1\r\nHost: here\r\nOrigin: http://here\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}
