//! What is said when a file could not be saved.

use super::Text;
use crate::both;

/// No permission, or a read-only disk.
pub fn not_allowed(path: &str) -> Text {
    both!(
        "{path} may not be written to; save under another name, or allow writing to it and its folder",
        "{path} 不可写；请换个名字保存，或开放文件及其所在文件夹的写权限"
    )
}

/// The folder is not there.
pub fn no_folder(path: &str) -> Text {
    both!("the folder of {path} does not exist; make it first", "{path} 所在的文件夹不存在；请先建立")
}

/// Nothing fits any more.
pub fn disk_full(path: &str) -> Text {
    both!("the disk is full; {path} is as it was", "磁盘已满；{path} 保持原样")
}

/// A folder or a device.
pub fn not_a_file(path: &str) -> Text {
    both!("{path} is not a file; give the name of a file", "{path} 不是文件；请给出文件名")
}

/// Anything else the system says.
pub fn failed(path: &str, cause: &str) -> Text {
    both!("{path} was not saved and is as it was: {cause}", "{path} 未能保存，保持原样：{cause}")
}
