//! One program a database file.

use std::fs::{File, TryLockError};
use std::path::{Path, PathBuf};

use super::StoreError;

/// Holds a database file for this program alone: a room lives in the memory of one server. The operating system lets go of it when the
/// program ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the database file; an error that says so when another program has it. The lock lies on a file beside it, `….lock`, which
    /// stays there.
    pub fn take(database: &Path) -> Result<Lock, StoreError> {
        let path = beside(database);
        let failed = |why: &dyn std::fmt::Display| StoreError::Broken(format!("{}: {why}", path.display()));
        let file = File::options().read(true).write(true).create(true).truncate(false).open(&path).map_err(|why| failed(&why))?;
        match file.try_lock() {
            Ok(()) => Ok(Lock { _file: file }),
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { database: database.display().to_string() }),
            Err(TryLockError::Error(why)) => Err(failed(&why)),
        }
    }
}

/// The same file for every way to name the database.
fn beside(database: &Path) -> PathBuf {
    let whole = database.canonicalize().or_else(|_| {
        let folder = database.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        folder.canonicalize().map(|folder| folder.join(database.file_name().unwrap_or_default()))
    });
    let mut name = whole.unwrap_or_else(|_| database.to_owned()).into_os_string();
    name.push(".lock");
    PathBuf::from(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_held_once_by_whatever_name_until_it_is_let_go() {
        let folder = tempfile::tempdir().unwrap();
        let (file, other) = (folder.path().join("games.sqlite"), folder.path().join("other.sqlite"));
        let held = Lock::take(&file).unwrap();
        let refused = Lock::take(&file).unwrap_err();
        assert!(matches!(refused, StoreError::InUse { .. }) && refused.to_string().contains("games.sqlite"), "{refused}");
        std::fs::create_dir(folder.path().join("in")).unwrap();
        assert!(Lock::take(&folder.path().join("in/../games.sqlite")).is_err());
        Lock::take(&other).unwrap();
        drop(held);
        Lock::take(&file).unwrap();
        assert!(Lock::take(&folder.path().join("none/games.sqlite")).is_err());
    }
}
