//! What the help screen says besides the table of actions.

use super::Text;

/// The first lines of the help screen.
pub fn opening() -> Text {
    Text::new(
        "Two softmaxes stand between a query and a word: the first shares out reading over source slots (α), the second shares out belief over words (p). Change any given number and watch both. A command can be typed after : as it is written here.",
        "从查询到一个词，中间有两次 softmax：第一次在源槽之间分配读取（α），第二次在候选词之间分配概率（p）。改任何一个给定的数，看两者如何变化。命令可在 : 之后照此输入。",
    )
}

/// Above the list of signs.
pub fn signs_heading() -> Text {
    Text::new("Signs on the screen", "屏幕上的记号")
}

/// What the signs mean.
pub fn signs() -> [Text; 18] {
    [
        Text::new("=   the baseline's number, to the last bit", "=   与基线相同，每一位都相同"),
        Text::new(
            "≈   after a number: equal to the baseline's within rounding; before one: shown rounded",
            "≈   数后：与基线在舍入误差内相等；数前：显示时作了舍入",
        ),
        Text::new("*   moved, or set by the branch", "*   变了，或由分支设定"),
        Text::new("+   your own edit", "+   你自己的改动"),
        Text::new("▸   the target word", "▸   目标词"),
        Text::new("✗   a masked slot: no score, not read", "✗   屏蔽的槽：没有打分，不被读取"),
        Text::new(
            "?  ..  −   in place of a number: not yet revealed, being computed, there is none",
            "?  ..  −   在数的位置：尚未揭示、计算中、没有",
        ),
        Text::new("!   a mistake is on: this is not the right number", "!   开着一个错误：这不是正确的数"),
        Text::new(
            "#   of q, K or V: set by hand, so that the words no longer give it",
            "#   q、K、V 的数：由手工设定，不再由词得出",
        ),
        Text::new(
            "✓  ≠  =   the word chosen: the target; another; as probable as the target",
            "✓  ≠  =   选出的词：就是目标词；是别的词；与目标词同样可能",
        ),
        Text::new(
            "•   the largest number of its column; among points, where c would go as q turns",
            "•   本列最大的数；点图里是 q 转动时 c 会到的地方",
        ),
        Text::new(
            "o  (c)   among points: where c has been as q moved; c of the baseline",
            "o  (c)   点图里：q 移动时 c 经过的地方；基线的 c",
        ),
        Text::new("↩   what the next row knows beyond this one", "↩   下一行比这一行多知道的"),
        Text::new("»   what the number explained goes into", "»   所解释的数进入这里"),
        Text::new(
            "↑  ↓   after a gradient: raise the number, or lower it, and L falls",
            "↑  ↓   梯度之后：把这个数调高，或调低，L 就下降",
        ),
        Text::new("↑  ↓  ‹  ›   at an edge: there is more that way", "↑  ↓  ‹  ›   在边上：那边还有"),
        Text::new(
            "BOS I ▸ ?   the prefix written so far: which word comes next?",
            "BOS I ▸ ?   已写出的前缀：下一个词是什么？",
        ),
        Text::new(
            "│   on a bar: where the baseline's value ends; bars share one scale from 0 to 1",
            "│   条上的竖线：基线的值；所有条共用 0 到 1 的刻度",
        ),
    ]
}
