//! Putting a file in the place of another without ever leaving half of one.

use crate::words::{Text, scenario_save as say};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Symbolic links followed one after the other before they are taken for a circle.
const LINKS: usize = 40;

/// Why a file was not replaced. The old file is as it was.
#[derive(Debug)]
pub struct CannotReplace {
    /// A sentence.
    pub text: Text,
    /// What the system said.
    pub cause: io::Error,
}

impl std::fmt::Display for CannotReplace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.text.fmt(f)
    }
}

impl std::error::Error for CannotReplace {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.cause)
    }
}

/// Writes a text, or other bytes, to a path, all of it or nothing: into a temporary file beside the target, flushed to the disk, then
/// renamed over it. A symbolic link stays one and its target is replaced. An existing file keeps its mode; one that may
/// not be written to is refused, although a rename would go around that.
///
/// # Errors
/// A sentence with what the system said; the old file is untouched.
pub fn replace_file(path: &Path, content: impl AsRef<[u8]>) -> Result<(), CannotReplace> {
    let shown = path.display().to_string();
    let failed = |cause: io::Error| CannotReplace { text: reason(&shown, &cause), cause };
    let target = target_of(path).map_err(failed)?;
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    let existing = match fs::metadata(&target) {
        Ok(existing) => Some(existing),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(failed(error)),
    };
    if let Some(existing) = &existing {
        if !existing.is_file() {
            return Err(failed(io::Error::new(io::ErrorKind::InvalidInput, "not a regular file")));
        }
        // Opening for writing asks the system, which knows about more than the mode.
        File::options().write(true).open(&target).map_err(failed)?;
    }
    let mut temporary = new_temporary(&folder).map_err(failed)?;
    temporary.write_all(content.as_ref()).map_err(failed)?;
    if let Some(existing) = &existing {
        temporary.as_file().set_permissions(existing.permissions()).map_err(failed)?;
    }
    temporary.as_file().sync_all().map_err(failed)?;
    temporary.persist(&target).map_err(|error| failed(error.error))?;
    // The new name is on the disk only when the folder is. Not every system lets a folder be opened; the file is whole
    // either way.
    if let Ok(folder) = File::open(&folder) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// A new file is made with the mode any program's would have, not with the private one of a temporary file.
fn new_temporary(folder: &Path) -> io::Result<tempfile::NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".twoaxes-").suffix(".tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Less what the umask takes away.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Where a path leads through symbolic links, even when nothing is there yet.
fn target_of(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..LINKS {
        match fs::symlink_metadata(&target) {
            Ok(found) if found.file_type().is_symlink() => {
                let link = fs::read_link(&target)?;
                target = target.parent().map_or_else(|| link.clone(), |folder| folder.join(&link));
            }
            _ => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn reason(path: &str, cause: &io::Error) -> Text {
    match cause.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => say::not_allowed(path),
        io::ErrorKind::NotFound => say::no_folder(path),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => say::disk_full(path),
        io::ErrorKind::InvalidInput | io::ErrorKind::IsADirectory => say::not_a_file(path),
        _ => say::failed(path, &cause.to_string()),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn through_a_link_and_with_the_mode_kept() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("gift.toml"), folder.path().join("link.toml"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink("gift.toml", &link).unwrap();
        replace_file(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().file_type().is_symlink());
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }

    #[test]
    fn a_new_file_and_a_link_to_nothing_yet() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link.toml");
        symlink("later.toml", &link).unwrap();
        replace_file(&link, "new").unwrap();
        assert_eq!(fs::read_to_string(folder.path().join("later.toml")).unwrap(), "new");
        let mode = fs::metadata(folder.path().join("later.toml")).unwrap().permissions().mode();
        assert_eq!(mode & 0o600, 0o600);
    }

    #[test]
    fn refusals_leave_everything_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        assert!(replace_file(folder.path(), "x").unwrap_err().text.en.contains("not a file"));
        assert!(replace_file(&folder.path().join("no/such.toml"), "x").unwrap_err().text.en.contains("folder"));
        let (a, b) = (folder.path().join("a"), folder.path().join("b"));
        symlink(&a, &b).unwrap();
        symlink(&b, &a).unwrap();
        assert!(replace_file(&a, "x").is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);
    }
}
