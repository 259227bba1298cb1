//! How work on another thread makes itself heard.

#[cfg(unix)]
use super::notices::{Notice, Post};

/// Has [`Program::woken`](super::Program::woken) called on the event loop, from any thread: when a computation in the
/// background has come to a result, or a time has passed. It may be cloned, kept for as long as one likes, and used any
/// number of times; calls that come before the loop has answered are answered together.
#[derive(Clone, Debug)]
pub struct Waker {
    #[cfg(unix)]
    post: Post,
}

impl Waker {
    #[cfg(unix)]
    pub(super) fn new(post: Post) -> Self {
        Self { post }
    }

    /// Wakes the event loop.
    pub fn wake(&self) {
        #[cfg(unix)]
        self.post.send(Notice::Woken);
    }
}
