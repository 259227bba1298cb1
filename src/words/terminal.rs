//! What is said when the explorer cannot start, or cannot go on, for want of a terminal.

use super::Text;
use crate::both;

/// Standard output is a file or a pipe.
pub fn no_screen() -> Text {
    Text::new(
        "twoaxes: the explorer draws on a terminal, and standard output is not one.\n\
         To compute without a terminal: twoaxes eval SCENARIO",
        "twoaxes：探索界面要画在终端上，而标准输出不是终端。\n\
         不用终端也能计算：twoaxes eval SCENARIO",
    )
}

/// There is no controlling terminal to read keys from.
pub fn no_keys() -> Text {
    Text::new(
        "twoaxes: the explorer reads keys from the controlling terminal, and this process has none.\n\
         To compute without a terminal: twoaxes eval SCENARIO",
        "twoaxes：探索界面要从控制终端读取按键，而本进程没有控制终端。\n\
         不用终端也能计算：twoaxes eval SCENARIO",
    )
}

/// The explorer does not run on this operating system.
pub fn no_system() -> Text {
    Text::new(
        "twoaxes: the explorer needs a Unix terminal, which this system does not have.\n\
         To compute without a terminal: twoaxes eval SCENARIO",
        "twoaxes：探索界面需要 Unix 终端，而本系统没有。\n\
         不用终端也能计算：twoaxes eval SCENARIO",
    )
}

/// Reading from or writing to the terminal failed; `cause` is the system's own sentence.
pub fn broken(cause: &str) -> Text {
    both!("twoaxes: the terminal failed: {cause}", "twoaxes：终端出错：{cause}")
}
