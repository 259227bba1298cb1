//! What the program uses, as the kernel counts it.
#![cfg(target_os = "linux")]

use super::Pty;

impl Pty {
    /// Processor time used so far by the program and all its threads, in the kernel's ticks of 10 ms.
    pub fn ticks(&self) -> u64 {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.pid().as_raw_nonzero())).unwrap();
        // The name, in parentheses, may hold blanks; utime and stime are fields 14 and 15 of the whole.
        let (_, fields) = stat.rsplit_once(')').unwrap();
        fields.split_whitespace().skip(11).take(2).map(|field| field.parse::<u64>().unwrap()).sum()
    }

    /// Resident memory in KiB.
    pub fn resident(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.pid().as_raw_nonzero())).unwrap();
        let line = status.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }
}
