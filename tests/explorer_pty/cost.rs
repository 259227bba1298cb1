//! What it costs: nothing while idle, little for a key. Timings are printed; only hard properties are held.

use twoaxes::explorer::{Mode, table::ACTIONS};

use super::explorer::start;

#[test]
#[cfg(target_os = "linux")]
fn idle_costs_nothing() {
    let mut explorer = start();
    explorer.press("5<Enter>");
    let (written, ticks) = (explorer.settled(), explorer.ticks());
    // Here the time that passes is the test.
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert_eq!(explorer.written() - written, 0, "bytes written while idle");
    assert!(explorer.ticks() - ticks <= 1, "processor time used while idle");
}

#[test]
#[cfg(target_os = "linux")]
fn memory_is_small() {
    let mut explorer = start();
    eprintln!("first frame seen after {:?}, {} KiB resident", explorer.started.elapsed(), explorer.resident());
    explorer.press("<Tab>").press("?").press("<Esc>");
    assert!(explorer.resident() < 15 * 1024, "{} KiB resident", explorer.resident());
}

/// What is pressed to have the whole screen written anew is left out: Ctrl-L.
#[test]
fn no_key_writes_much() {
    let keys = ACTIONS.iter().flat_map(|entry| entry.keys);
    let keys = keys.filter(|(_, command)| !["suspend", "redraw"].contains(command)).map(|(key, _)| *key);
    let mut costs = Vec::new();
    let mut explorer = start();
    for key in ["5", "<Enter>", "<F3>", "<F4>"].into_iter().chain(keys) {
        let before = explorer.written();
        explorer.press(key);
        costs.push((explorer.written() - before, key));
        if explorer.twin.model().stagecraft().locked {
            explorer.press("!");
        }
        if !matches!(explorer.twin.model().mode(), Mode::Browsing) {
            let before = explorer.written();
            explorer.press("<Esc>");
            costs.push((explorer.written() - before, "<Esc>"));
        }
    }
    costs.sort_unstable();
    costs.reverse();
    eprintln!("bytes a key, the most: {:?}", &costs[..8]);
    assert!(costs[0].0 < 4096, "{:?}", &costs[..8]);
}
