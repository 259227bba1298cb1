//! Numbers changed by keys, and what follows from them on the screen.

use super::explorer::start;

#[test]
fn a_query_typed_over_moves_both_softmaxes_and_the_loss() {
    let mut explorer = start();
    explorer.press("0<Enter>").press("<Right>1");
    // Nothing moves before Enter.
    explorer.shows(&["q[2] = 1", "was 0"]);
    explorer.press("<Enter>");
    explorer.shows(&["0.733044*  2.533913*", "0.241553*", "0.702690*", "L = −ln p(him) = 1.420665*", "+1.067826"]);
    explorer.shows(&["q* K= V= G= → e* → α* → c* → z* → p* → L*"]);
    explorer.press("u").press("u");
    explorer.shows(&["1.266956   1.466087", "L = −ln p(him) = 0.352840"]);
}

#[test]
fn a_value_typed_over_leaves_the_reading_as_it_is() {
    let mut explorer = start();
    explorer.press("<Down><Down><Right><Right><Right>");
    explorer.shows(&["v2[2]"]);
    explorer.press("８<Enter>");
    explorer.shows(&["only V changed; e, α are the same, to the last bit", "0.422319=", "8.00 +"]);
    explorer.press("[[").shows(&["7.80 +"]);
    explorer.press("<S-Up><A-Down><C-Up>").shows(&["8.89 +"]);
    // A run of nudges on one cell is one entry.
    explorer.press("u").shows(&["8.00 +"]);
}

#[test]
fn a_number_that_is_none_keeps_the_old_one_and_says_why() {
    let mut explorer = start();
    explorer.press("1.2.3<Enter>").shows(&["q[1] keeps its value"]);
    explorer.press("<Esc>").shows(&["L = −ln p(him) = 0.352840"]);
    explorer.press("1/3<Enter>").press("<Right>").press("-ln(0.7)<Enter>").press("<Left>").press("1,5<Enter>");
    explorer.shows(&["read as 1.5", "1.50 +"]);
}

#[test]
fn branches_by_keys() {
    let mut explorer = start();
    explorer.press("<Tab>").shows(&["1.420665*", "only q changed"]);
    explorer.press("<F4>").shows(&["only V changed; e, α are the same, to the last bit"]);
    explorer.press("b").shows(&["L = −ln p(him) = 0.352840"]);
    explorer.press("<S-Tab>").press("r").press("m");
    explorer.press("<Down><Left>").press("m").shows(&["masked"]);
    explorer.press("u").press("<C-r>").press("s").press("add").press("<Enter>").shows(&["additive"]);
}

#[test]
fn one_escape_loses_no_edit_and_leaves_nothing() {
    let mut explorer = start();
    explorer.press("5<Enter>").press("<Esc>").press("<Esc>");
    explorer.shows(&["5.00 +"]);
    explorer.press("7").press("<Esc>").shows(&["5.00 +"]);
}

#[test]
fn a_held_key_is_followed_to_its_end() {
    let mut explorer = start();
    explorer.press(&"]".repeat(200));
    explorer.shows(&["21.00 +"]);
    explorer.press("u").shows(&["1.266956   1.466087"]);
}

#[test]
fn any_size_is_drawn_and_the_way_back_is_right() {
    let mut explorer = start();
    explorer.press("<Tab>").press("<Down>");
    for (width, height) in [(120, 36), (40, 12), (1, 1), (80, 24), (2, 50), (300, 1), (300, 100), (80, 24)] {
        explorer.sized(width, height);
    }
    explorer.press("3<Enter>").press("?").sized(1, 1).sized(40, 12).press("<Esc>").press(":").sized(20, 5);
    // A terminal without any cells is a size too; nothing is drawn, and nothing is lost.
    explorer.resize(0, 0);
    explorer.sized(80, 24);
    explorer.press("<Esc>").shows(&["3.00 +"]);
    explorer.press_alone("<C-c><C-c>");
    explorer.ends(0);
}
