//! Pasted blocks, with brackets and without: numbers fill cells or are refused whole, and nothing in them is a command.

use super::explorer::start;
use twoaxes::terminal::{Input, Program};

#[test]
fn a_block_of_numbers_fills_cells_from_the_cursor() {
    let mut explorer = start();
    explorer.press("<Down>").paste("0.5\t1\n-1\t2\n3\t1/4\n");
    explorer.shows(&["pasted 3×2 numbers from k1[1] on", "0.50 +", "-1.00 +", "3.00 +", "0.25 +"]);
    // One change, whatever its size.
    explorer.press("u").shows(&["L = −ln p(him) = 0.352840"]);
}

#[test]
fn a_block_is_refused_whole() {
    let mut explorer = start();
    for block in ["9 9 9\n9 9 9", "9 q", "9 9\n9", "q\nq\n", ":quit\n", "\u{3}\u{3}", "9 1e999"] {
        explorer.paste(block);
        explorer.shows(&["not pasted", "L = −ln p(him) = 0.352840"]);
    }
    explorer.press("<Down><Left>").paste("9 9").shows(&["not pasted", "L = −ln p(him) = 0.352840"]);
}

#[test]
fn a_field_takes_one_line_and_a_question_none() {
    let mut explorer = start();
    explorer.press(":").paste("set q 0 1").shows(&[":set q 0 1"]);
    explorer.paste("\nq\nq\n").shows(&["this field takes one line", ":set q 0 1"]);
    explorer.press("<Esc>").press("4").paste("2").press("<Enter>").shows(&["42.00"]);
    explorer.press("q").paste("y\n").press("<Esc>").shows(&["42.00"]);
}

/// The Linux console, among others, pastes as if the text were typed.
#[test]
fn a_burst_of_lines_without_brackets_never_runs_a_command() {
    for before in ["", ":", "q", "?"] {
        let mut explorer = start();
        explorer.press("5<Enter>").press(before);
        for burst in ["q\rq\rq\r", ":set q 9 9\rq\r\rq\r", "x\rx\rL\rT\rm\r", "1 2\r3 4\r5 6\ry\r"] {
            explorer.send(burst);
            explorer.twin.input(Input::Paste(burst.replace('\r', "\n")));
            explorer.agree();
        }
    }
}

#[test]
fn a_burst_of_numbers_without_brackets_fills_cells() {
    let mut explorer = start();
    explorer.press("<Down>");
    explorer.send("1 2\r3 4\r5 6\r");
    explorer.twin.input(Input::Paste("1 2\n3 4\n5 6\n".to_owned()));
    explorer.agree();
    explorer.shows(&["pasted 3×2 numbers from k1[1] on", "6.00 +"]);
}
