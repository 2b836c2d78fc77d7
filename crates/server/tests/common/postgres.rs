//! A PostgreSQL of the test's own, in a folder that goes with it.

use std::fs;
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Starting takes a second or two, on a busy machine some more.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running database server; it ends with this value.
pub struct Cluster {
    folder: tempfile::TempDir,
    server: Child,
}

impl Cluster {
    /// Starts a server; `None` where PostgreSQL is not installed. In CI it has to be.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none(), "CI tests the PostgreSQL store: install postgresql");
            eprintln!("PostgreSQL is not installed: this test is not run");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("our folder");
        let (data, run) = (folder.path().join("data"), folder.path().join("run"));
        let user = ordinary_user();
        for made in [&data, &run] {
            fs::create_dir(made).expect("an empty folder");
            fs::set_permissions(made, fs::Permissions::from_mode(0o700)).expect("our folder");
            if let Some((user, group)) = user {
                chown(made, Some(user), Some(group)).expect("root may give folders away");
            }
        }
        let program = |name: &str| {
            let mut command = Command::new(programs.join(name));
            command.current_dir("/").stdin(Stdio::null()).stdout(Stdio::null());
            if let Some((user, group)) = user {
                command.uid(user).gid(group);
            }
            command
        };
        let made = program("initdb")
            .args(["--username=maester", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C", "--pgdata"])
            .arg(&data)
            .output()
            .expect("initdb starts");
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        // Only a socket in the folder: no port to collide on. Nothing here has to outlive the machine.
        let server = program("postgres")
            .args(["-c", "listen_addresses=", "-c", "fsync=off", "-c", "max_connections=200", "-D"])
            .arg(&data)
            .arg("-k")
            .arg(&run)
            .stderr(Stdio::null())
            .spawn()
            .expect("postgres starts");
        let mut cluster = Cluster { folder, server };
        cluster.wait_until_it_is_ready();
        Some(cluster)
    }

    /// The address of its database.
    pub fn address(&self) -> String {
        format!("postgres:///postgres?host={}&user=maester", self.run().display())
    }

    fn run(&self) -> PathBuf {
        self.folder.path().join("run")
    }

    fn wait_until_it_is_ready(&mut self) {
        let end = Instant::now() + PATIENCE;
        // The last line of this file is the server's own word of how it is.
        let file = self.folder.path().join("data/postmaster.pid");
        while !fs::read_to_string(&file).is_ok_and(|text| text.lines().last().is_some_and(|line| line.trim() == "ready")) {
            assert!(Instant::now() < end, "PostgreSQL does not become ready");
            assert!(self.server.try_wait().expect("our child").is_none(), "PostgreSQL ended at once");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        // Its own children end when it is gone.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// The folder of the newest PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?.filter_map(|entry| Some(entry.ok()?.path().join("bin")));
    versions.filter(|bin| bin.join("postgres").is_file()).max_by_key(|bin| version(bin))
}

fn version(bin: &Path) -> u32 {
    let name = bin.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    name.and_then(|name| name.parse().ok()).unwrap_or(0)
}

/// PostgreSQL refuses to run as root: then it runs as the user that its package made, by number and group.
fn ordinary_user() -> Option<(u32, u32)> {
    let me = fs::metadata("/proc/self").ok().map(|of| std::os::unix::fs::MetadataExt::uid(&of));
    if me != Some(0) {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").ok()?;
    let line =
        users.lines().find(|line| line.starts_with("postgres:")).or_else(|| users.lines().find(|line| line.starts_with("nobody:")))?;
    let mut fields = line.split(':').skip(2);
    Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
