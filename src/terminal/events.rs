//! What comes next: keys put together from bytes, or a notice.

use std::collections::VecDeque;
use std::io;
use std::os::fd::AsFd;
use std::time::Instant;

use super::Input;
use super::burst;
use super::decode::Decoder;
use super::notices::{Notice, Notices};
use super::tty::{Tty, Woken};

/// Inputs gathered before they are handed on although more are there: a stream without an end must not be waited for.
const MOST: usize = 1 << 18;

/// Something that happened.
#[derive(Debug)]
pub(super) enum Happening {
    /// Everything that was typed without a pause; one drawing is enough for all of it.
    Inputs(Vec<Input>),
    /// Everything that was posted.
    Notices(VecDeque<Notice>),
    /// The terminal is gone.
    Gone,
}

/// The source of everything a program reacts to.
#[derive(Debug)]
pub(super) struct Events<'a> {
    tty: &'a Tty,
    notices: Notices,
    decoder: Decoder,
}

impl<'a> Events<'a> {
    pub(super) fn new(tty: &'a Tty, notices: Notices) -> Self {
        Self { tty, notices, decoder: Decoder::default() }
    }

    /// See [`Notices::asked_to_end`].
    pub(super) fn asked_to_end(&self) -> Option<i32> {
        self.notices.asked_to_end()
    }

    /// Sleeps until something happens. While nothing does, no time is used and nothing is written.
    pub(super) fn next(&mut self) -> io::Result<Happening> {
        let mut inputs = Vec::new();
        loop {
            let now = Instant::now();
            let patience = burst::patience(&inputs).filter(|_| inputs.len() < MOST).map(|patience| now + patience);
            // With inputs at hand only more text is waited for; without, whatever completes what has begun.
            let deadline = if inputs.is_empty() { self.decoder.deadline() } else { patience.or(Some(now)) };
            match self.tty.wait(self.notices.as_fd(), deadline)? {
                Woken::Keys => {
                    let mut buffer = [0; 4096];
                    let Some(bytes) = self.tty.read(&mut buffer) else { return Ok(Happening::Gone) };
                    self.decoder.feed(bytes, Instant::now(), &mut inputs);
                }
                Woken::Time => {
                    self.decoder.expire(Instant::now(), &mut inputs);
                    if !inputs.is_empty() {
                        return Ok(Happening::Inputs(burst::settle(inputs)));
                    }
                }
                // What was typed before is handed on first; the notice wakes the next call at once.
                Woken::Notice if !inputs.is_empty() => return Ok(Happening::Inputs(burst::settle(inputs))),
                Woken::Notice => {
                    let notices = self.notices.take();
                    if !notices.is_empty() {
                        return Ok(Happening::Notices(notices));
                    }
                }
                Woken::Gone => return Ok(Happening::Gone),
            }
        }
    }
}
