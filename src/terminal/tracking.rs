//! Whether the terminal reports the mouse: what it was told last, and what it has to be told now.

/// Buttons (DEC private mode 1000), motion while one is down (1002), in the SGR form (1006). Motion without a button
/// (1003) is not asked for: each cell the mouse passes would wake the program. The order matters: where the modes
/// exclude each other, the last one counts.
const ON: &[u8] = b"\x1b[?1000h\x1b[?1002h\x1b[?1006h";

/// Everything that may have been switched on, by whomever, in the opposite order.
pub(super) const OFF: &[u8] = b"\x1b[?1006l\x1b[?1015l\x1b[?1003l\x1b[?1002l\x1b[?1000l";

/// Remembers what the terminal was told.
#[derive(Debug, Default)]
pub(super) struct Tracking {
    /// Unknown before the first time, and after the terminal was in other hands.
    told: Option<bool>,
}

impl Tracking {
    /// What must be written for the terminal to report the mouse, or not to; empty when it was told so already.
    pub(super) fn tell(&mut self, wanted: bool) -> &'static [u8] {
        if self.told.replace(wanted) == Some(wanted) {
            return &[];
        }
        if wanted { ON } else { OFF }
    }

    /// Somebody else may have told the terminal otherwise.
    pub(super) fn forget(&mut self) {
        self.told = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_terminal_is_told_when_it_has_to_be() {
        let mut tracking = Tracking::default();
        // Another program may have left it on.
        assert_eq!(tracking.tell(false), OFF);
        assert_eq!(tracking.tell(false), b"");
        assert_eq!(tracking.tell(true), ON);
        assert_eq!(tracking.tell(true), b"");
        tracking.forget();
        assert_eq!(tracking.tell(true), ON);
        assert_eq!(tracking.tell(false), OFF);
    }
}
