//! The one table of actions: what each is called, its arguments, its keys, its words in both languages.
//!
//! Key dispatch, the footer, the help screen, the palette, tours, the README and the tests all read it. A key is bound to
//! the text form of an action, so whatever a key does can also be typed, scripted and recorded.

use super::Key;
use crate::words::Text;

/// One action.
#[derive(Debug)]
pub struct Entry {
    /// The name: the first word of the text form.
    pub id: &'static str,
    /// The arguments, as shown; empty when there are none.
    pub form: &'static str,
    /// Keys while browsing, each with the command it stands for.
    pub keys: &'static [(&'static str, &'static str)],
    /// A few words for lists.
    pub title: Text,
    /// A sentence or two.
    pub help: Text,
    /// Other words by which it is found in the palette.
    pub also: &'static str,
    /// What the footer says, where it says something: its place there (a narrow screen keeps the first), keys, words.
    pub hint: Option<(u8, &'static str, Text)>,
    /// A command that can be carried out in the built-in scenario `r72`.
    pub example: &'static str,
    /// The heading it stands under in the help screen.
    pub group: Group,
}

/// Headings of the help screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// The cursor.
    Moving,
    /// Numbers, names, the model.
    Changing,
    /// Where a number comes from, what must hold.
    Understanding,
    /// Stages, predictions, tours, the projector.
    Leading,
    /// Baseline and interventions.
    Comparing,
    /// Parts added, removed, renamed.
    Shaping,
    /// Files.
    Files,
    /// The screen.
    Screen,
}

impl Entry {
    /// Its keys as they are told to people.
    pub fn key_labels(&self) -> Vec<String> {
        self.keys.iter().filter_map(|(key, _)| Key::read(key)).map(|(key, _)| key.label()).collect()
    }
}

impl Group {
    /// All groups in the order they are shown.
    pub const ALL: [Group; 8] = [
        Group::Moving,
        Group::Changing,
        Group::Comparing,
        Group::Understanding,
        Group::Leading,
        Group::Shaping,
        Group::Files,
        Group::Screen,
    ];

    /// The heading.
    pub fn title(self) -> Text {
        match self {
            Group::Moving => t("Moving about", "移动"),
            Group::Changing => t("Changing numbers", "改数"),
            Group::Comparing => t("Baseline and branches", "基线与分支"),
            Group::Understanding => t("Where numbers come from", "数从哪里来"),
            Group::Leading => t("Leading a class", "带领课堂"),
            Group::Shaping => t("Slots, words, dimensions", "槽、词、维度"),
            Group::Files => t("Files", "文件"),
            Group::Screen => t("The screen", "屏幕"),
        }
    }
}

const fn t(en: &'static str, zh: &'static str) -> Text {
    Text::new(en, zh)
}

/// Commands that are obeyed while the keys are locked: what a clicker sends, and the way out.
pub const LOCKED: [&str; 5] = ["step next", "step previous", "reveal next", "reveal previous", "lock"];

/// Actions that change nothing but how things are shown, and are obeyed while something is marked or asked.
pub const ANYWHERE: [&str; 7] = ["lang", "theme", "ascii", "help", "blank", "keys", "scroll"];

/// The entry of an action.
pub fn entry(id: &str) -> Option<&'static Entry> {
    ACTIONS.iter().find(|entry| entry.id == id)
}

/// What the footer says, the most needed first.
pub fn hints() -> Vec<(&'static str, &'static Text)> {
    let mut hints: Vec<_> = ACTIONS.iter().filter_map(|entry| entry.hint.as_ref()).collect();
    hints.sort_by_key(|(place, ..)| *place);
    hints.into_iter().map(|(_, keys, text)| (*keys, text)).collect()
}

/// Every action, in the order of the help screen.
pub static ACTIONS: &[Entry] = &[
    Entry {
        id: "move",
        form: "up|down|left|right",
        keys: &[
            ("<Up>", "move up"),
            ("<Down>", "move down"),
            ("<Left>", "move left"),
            ("<Right>", "move right"),
            ("k", "move up"),
            ("j", "move down"),
            ("h", "move left"),
            ("l", "move right"),
        ],
        title: t("move the cursor", "移动光标"),
        help: t(
            "Moves the cursor one place; at the edge of a block it goes on to the next block.",
            "光标移动一格；到了块的边缘就走到相邻的块。",
        ),
        also: "",
        hint: Some((11, "arrows", t("move", "移动"))),
        example: "move right",
        group: Group::Moving,
    },
    Entry {
        id: "jump",
        form: "start|end|first|last",
        keys: &[
            ("<Home>", "jump start"),
            ("<End>", "jump end"),
            ("<C-Home>", "jump first"),
            ("<C-End>", "jump last"),
            ("g", "jump first"),
            ("G", "jump last"),
        ],
        title: t("jump to an end", "跳到一端"),
        help: t(
            "Jumps to the start or end of the line, or to the first or last line of the block.",
            "跳到行首或行尾，或块的第一行、最后一行。",
        ),
        also: "",
        hint: None,
        example: "jump end",
        group: Group::Moving,
    },
    Entry {
        id: "page",
        form: "up|down",
        keys: &[("<C-b>", "page up"), ("<C-f>", "page down")],
        title: t("scroll a page", "翻页"),
        help: t("Moves the cursor as many lines as the block shows.", "光标移动一整屏的行数。"),
        also: "",
        hint: None,
        example: "page down",
        group: Group::Moving,
    },
    Entry {
        id: "focus",
        form: "ADDRESS",
        keys: &[],
        title: t("go to an address", "跳到某个地址"),
        help: t(
            "Puts the cursor on what an address names, given or derived: focus v2[1], focus p[him], focus loss.",
            "把光标放到地址所指之处，给定量或导出量皆可：focus v2[1]、focus p[him]、focus loss。",
        ),
        also: "goto 定位",
        hint: None,
        example: "focus alpha[2]",
        group: Group::Moving,
    },
    Entry {
        id: "row",
        form: "next|previous|T|PREFIX",
        keys: &[("n", "row next"), ("N", "row previous"), ("<A-PageDown>", "row next"), ("<A-PageUp>", "row previous")],
        title: t("show another target row", "换一个目标行"),
        help: t(
            "Shows another target row t: its query, its reading, its prediction. A row is named by its number, its prefix, or the last words of its prefix.",
            "显示另一个目标行 t：它的查询、读取与预测。行可用编号、前缀或前缀末尾的词来指。",
        ),
        also: "",
        hint: None,
        example: "row 1",
        group: Group::Moving,
    },
    Entry {
        id: "reading",
        form: "next|previous|ID|NUMBER",
        keys: &[("a", "reading next"), ("A", "reading previous")],
        title: t("show another reading", "换一种读取"),
        help: t(
            "Shows another reading of a file that holds several, as it was left: each has its own baseline, branches and edits. That is no change: undo goes through changes, and shows the reading they were made in.",
            "显示文件里的另一种读取，保持离开时的样子：各有各的基线、分支与改动。换读取不算改动；撤销收回的是改动，并显示它所在的读取。",
        ),
        also: "self-attention cross-attention causal 自注意力 交叉注意力 因果",
        hint: None,
        example: "reading next",
        group: Group::Moving,
    },
    Entry {
        id: "slot",
        form: "J|NAME",
        keys: &[],
        title: t("go to a slot", "跳到某个槽"),
        help: t(
            "Puts the cursor on a slot, by its number or its name; of several of one name the next one.",
            "光标移到某个槽：用编号或名称；同名的取下一个。",
        ),
        also: "jump find",
        hint: None,
        example: "slot 书",
        group: Group::Moving,
    },
    Entry {
        id: "word",
        form: "W|NAME",
        keys: &[],
        title: t("go to a word", "跳到某个词"),
        help: t("Puts the cursor on a word, by its number or its name.", "光标移到某个词：用编号或名称。"),
        also: "jump find",
        hint: None,
        example: "word book",
        group: Group::Moving,
    },
    Entry {
        id: "edit",
        form: "",
        keys: &[("<Enter>", "edit")],
        title: t("edit what is under the cursor", "编辑光标处"),
        help: t(
            "Opens the number or name under the cursor; on a derived number it explains. A digit, a sign, a point or a bracket starts a new number at once, = an expression that begins with a letter; 1/3, sqrt(2) and -ln(0.7) are numbers too.",
            "打开光标处的数或名称；在导出的数上则解释它。直接按数字、正负号、小数点或括号即可输入新数，按 = 输入以字母开头的算式；1/3、sqrt(2)、-ln(0.7) 也算数。",
        ),
        also: "",
        hint: Some((2, "0-9", t("edit", "编辑"))),
        example: "edit",
        group: Group::Changing,
    },
    Entry {
        id: "set",
        form: "ADDRESS VALUE…",
        keys: &[],
        title: t("set numbers by address", "按地址设值"),
        help: t(
            "Gives a value to an address: set v2[2] 8, set q 0 1, set G[1,him] 1/3, set target book, set mask[3] false.",
            "给某个地址设值：set v2[2] 8、set q 0 1、set G[1,him] 1/3、set target book、set mask[3] false。",
        ),
        also: "assign 赋值",
        hint: None,
        example: "set v2[2] 8",
        group: Group::Changing,
    },
    Entry {
        id: "nudge",
        form: "[ADDRESS] STEP",
        keys: &[
            ("<S-Up>", "nudge +0.1"),
            ("<S-Down>", "nudge -0.1"),
            ("<A-Up>", "nudge +0.01"),
            ("<A-Down>", "nudge -0.01"),
            ("<C-Up>", "nudge +1"),
            ("<C-Down>", "nudge -1"),
            ("]", "nudge +0.1"),
            ("[", "nudge -0.1"),
            (">", "nudge +0.01"),
            ("<lt>", "nudge -0.01"),
            ("}", "nudge +1"),
            ("{", "nudge -1"),
        ],
        title: t("nudge a number", "微调一个数"),
        help: t(
            "Adds a small step (0.1; with Alt 0.01, with Ctrl 1) while everything downstream follows. A run on one number is undone in one step.",
            "加一小步（0.1；配 Alt 为 0.01，配 Ctrl 为 1），下游随之变化。对同一个数的连续微调一次即可撤销。",
        ),
        also: "step 增减",
        hint: Some((10, "[ ]", t("nudge", "微调"))),
        example: "nudge v2[2] +0.1",
        group: Group::Changing,
    },
    Entry {
        id: "push",
        form: "up|down|left|right [STEP] | to X Y",
        keys: &[],
        title: t("move a point of the picture", "移动图中的点"),
        help: t(
            "In the view of keys and values as points: moves the key, value or query under the cursor, which edits its numbers; push to 1.5 2 puts it there. Enter takes hold of a point, and the arrows then do the same; with the mouse on it can be dragged. A run of moves is undone in one step.",
            "在键与值的点图里：移动光标处的键、值或查询，也就改了它的数；push to 1.5 2 把它放到那里。按 Enter 抓住一个点，之后方向键就移动它；开了鼠标可以直接拖。连续的移动一次即可撤销。",
        ),
        also: "drag move point vector 拖动 平移 向量",
        hint: None,
        example: "push right 0.5",
        group: Group::Changing,
    },
    Entry {
        id: "mask",
        form: "[[ROW] SLOT|causal [on|off]]",
        keys: &[("m", "mask"), ("C", "mask causal")],
        title: t("mask or unmask a slot", "屏蔽或放开一个槽"),
        help: t(
            "Masks the slot under the cursor, or unmasks it: mask 3 in every row, mask 2 3 in row 2 only; in the view of all rows the cell under the cursor. mask causal lets row t read slots 1 to t only.",
            "屏蔽光标所在的槽，或放开它：mask 3 对每一行，mask 2 3 只对第 2 行；全部行的视图里是光标所在的那一格。mask causal 让第 t 行只读第 1 到 t 个槽。",
        ),
        also: "padding causal 掩码 遮住 遮蔽",
        hint: None,
        example: "mask 3",
        group: Group::Changing,
    },
    Entry {
        id: "scorer",
        form: "dot|scaled-dot|bilinear|additive|linear",
        keys: &[("s", "palette \"scorer \"")],
        title: t("change the scorer", "换打分方式"),
        help: t(
            "How a query and a key become a score. Missing parameters start from identity matrices, b_a = 0, v_a = a = b = 1.",
            "查询与键如何得到打分。缺少的参数从单位阵、b_a = 0、v_a = a = b = 1 开始。",
        ),
        also: "attention dot additive 打分函数",
        hint: None,
        example: "scorer additive",
        group: Group::Changing,
    },
    Entry {
        id: "target",
        form: "[WORD]",
        keys: &[("t", "target")],
        title: t("choose the target word", "选目标词"),
        help: t(
            "The word under the cursor, or the one named, becomes the row's target: the loss is its −ln p.",
            "光标处或指名的词成为本行目标：损失就是它的 −ln p。",
        ),
        also: "label gold 标签",
        hint: None,
        example: "target book",
        group: Group::Changing,
    },
    Entry {
        id: "no-target",
        form: "",
        keys: &[],
        title: t("take the target away", "取消目标词"),
        help: t("The row has no target any more, and adds nothing to the loss.", "本行不再有目标词，也不计入损失。"),
        also: "",
        hint: None,
        example: "no-target",
        group: Group::Changing,
    },
    Entry {
        id: "learn",
        form: "step|run [STEPS]|stop|only q,K,..|rate NUMBER|method descent|momentum|adam|at STEP|show",
        keys: &[("e", "learn step"), ("i", "learn run")],
        title: t("learn: follow the gradient of the loss", "学习：沿损失的梯度走"),
        help: t(
            "A step down the gradient of L (step), or many (run; Esc stops), of what may learn: learn only q at first, of q, K, V, G, bias, scorer, X, Y, WQ, WK, WV. learn at 5, first, last, next or previous goes to a step; undo takes the whole run back.",
            "沿 L 的梯度走一步（step）或许多步（run；按 Esc 停下）。起初只有 q 学习；learn only 可从 q、K、V、G、bias、scorer、X、Y、WQ、WK、WV 中选。learn at 5、first、last、next、previous 去某一步；撤销会撤回整段。",
        ),
        also: "train descent gradient adam optimiser 训练 梯度 优化",
        hint: None,
        example: "learn step",
        group: Group::Changing,
    },
    Entry {
        id: "undo",
        form: "",
        keys: &[("u", "undo"), ("<F8>", "undo")],
        title: t("undo", "撤销"),
        help: t(
            "Takes the last change back, without a limit. Moving about is no change.",
            "收回上一次改动，不限次数。移动光标不算改动。",
        ),
        also: "back 回退",
        hint: Some((7, "u", t("undo", "撤销"))),
        example: "undo",
        group: Group::Changing,
    },
    Entry {
        id: "redo",
        form: "",
        keys: &[("U", "redo"), ("<C-r>", "redo"), ("<F9>", "redo")],
        title: t("redo", "重做"),
        help: t("Makes the change that was undone again.", "重做刚撤销的改动。"),
        also: "",
        hint: None,
        example: "redo",
        group: Group::Changing,
    },
    Entry {
        id: "branch",
        form: "baseline|ID|next|previous",
        keys: &[
            ("<Tab>", "branch next"),
            ("<S-Tab>", "branch previous"),
            ("b", "branch baseline"),
            ("<F2>", "branch baseline"),
            ("<F3>", "branch 1"),
            ("<F4>", "branch 2"),
            ("<F6>", "branch 3"),
            ("<F7>", "branch 4"),
        ],
        title: t("choose a branch", "选分支"),
        help: t(
            "The baseline, or the baseline with one intervention. An intervention always starts from the untouched baseline; edits in progress are set aside, undo brings them back.",
            "基线，或基线加一项干预。干预总是从未动过的基线出发；手头的改动先放下，撤销即可找回。",
        ),
        also: "intervention 干预",
        hint: Some((3, "Tab", t("branch", "分支"))),
        example: "branch only-q",
        group: Group::Comparing,
    },
    Entry {
        id: "reset",
        form: "[step]",
        keys: &[("r", "reset"), ("<F5>", "reset"), ("R", "reset step")],
        title: t("return to the baseline", "回到基线"),
        help: t(
            "Returns to the baseline: no intervention, no edits; reset step to what the step of the tour has set up. One undo brings them back.",
            "回到基线：没有干预，没有改动；reset step 回到导览这一步的状态。撤销一次即可找回。",
        ),
        also: "baseline 复位",
        hint: None,
        example: "reset",
        group: Group::Comparing,
    },
    Entry {
        id: "pin",
        form: "",
        keys: &[("P", "pin")],
        title: t("pin the present as the baseline", "把当前定为基线"),
        help: t(
            "What is on the screen becomes the baseline that everything is compared with.",
            "屏幕上的当前状态成为新的基线，此后都与它比较。",
        ),
        also: "freeze 固定",
        hint: None,
        example: "pin",
        group: Group::Comparing,
    },
    Entry {
        id: "keep",
        form: "ID [TITLE]",
        keys: &[("K", "palette \"keep \"")],
        title: t("keep as a new intervention", "存为新的干预"),
        help: t(
            "What differs from the baseline now becomes a branch of its own.",
            "当前与基线的差别成为一个新的分支。",
        ),
        also: "intervention 另存",
        hint: None,
        example: "keep my-change",
        group: Group::Comparing,
    },
    Entry {
        id: "explain",
        form: "[ADDRESS]",
        keys: &[("x", "explain"), ("<C-e>", "explain")],
        title: t("where a number comes from", "数从哪里来"),
        help: t(
            "Explains the number under the cursor in full, given or derived: the formula, this model's numbers put in, the result, what it came from (underlined) and what depends on it (»). explain alpha[2] explains one wherever the cursor is; exp_e[2], sum_e, exp_z[him], sum_z and av[2,1] name what has no place of its own. Again closes it.",
            "完整解释光标处的数，给定或导出皆可：公式、代入本模型的数、结果、它的来源（下划线）与依赖它的数（»）。explain alpha[2] 不论光标在哪里都解释它；exp_e[2]、sum_e、exp_z[him]、sum_z、av[2,1] 指没有独立位置的数。再按一次关闭。",
        ),
        also: "formula why 公式 为什么 来源 解释",
        hint: Some((6, "x", t("explain", "解释"))),
        example: "explain alpha[2]",
        group: Group::Understanding,
    },
    Entry {
        id: "measure",
        form: "[ADDRESS]",
        keys: &[("D", "measure")],
        title: t("hold a gradient against a difference", "用差分核对梯度"),
        help: t(
            "Moves the number under the cursor, or the one named, a little up and a little down, computes the loss anew, and holds the quotient (a central difference) against the gradient by the formula: both numbers, their distance, and how far a central difference can be off here. Again closes it.",
            "把光标处（或指明的）数略微调高、调低，重新计算损失，用所得的商（中心差分）核对公式给出的梯度：两个数、相差多少，以及中心差分在这里最多差多少。再按一次关闭。",
        ),
        also: "finite difference check gradient 有限差分 梯度 检验",
        hint: None,
        example: "measure q[1]",
        group: Group::Understanding,
    },
    Entry {
        id: "unfold",
        form: "[ADDRESS]",
        keys: &[("X", "unfold")],
        title: t("write a long sum out", "展开长和式"),
        help: t(
            "Writes the sum behind the number under the cursor, or the one named, out, a term a line; again folds it.",
            "把光标处（或指明的）数背后的和式逐项列出，每行一项；再按一次折起。",
        ),
        also: "fold terms 折叠",
        hint: None,
        example: "unfold c[1]",
        group: Group::Understanding,
    },
    Entry {
        id: "copy",
        form: "[text|latex|markdown]",
        keys: &[("y", "copy"), ("Y", "copy latex")],
        title: t("copy the explanation", "复制解释"),
        help: t(
            "Hands the explanation to the clipboard, through the terminal (OSC 52).",
            "把解释交给剪贴板，经由终端（OSC 52）。",
        ),
        also: "yank clipboard 剪贴板",
        hint: None,
        example: "copy latex",
        group: Group::Understanding,
    },
    Entry {
        id: "laws",
        form: "[on|off]",
        keys: &[("w", "laws"), ("<C-w>", "laws")],
        title: t("what must hold", "必须成立的事"),
        help: t(
            "The statements the theory makes about the numbers on the screen, each with its two sides computed now, the tolerance it is held to, and a tick or a cross; above them what is worth observing. Again closes it.",
            "理论对屏幕上的数作出的断言：每条的两边都现算，附容差与对错；上面是值得注意的事。再按一次关闭。",
        ),
        also: "check invariants observations 检验 定律 不变量",
        hint: None,
        example: "laws",
        group: Group::Understanding,
    },
    Entry {
        id: "compare",
        form: "dot|scaled-dot|bilinear|additive|linear|off",
        keys: &[("S", "palette \"compare \"")],
        title: t("another scorer beside this one", "另一种打分并排看"),
        help: t(
            "Shows the weights another scorer gives for the same q, K and mask beside those of the one in use; in the view of all rows as a second heat map.",
            "在同样的 q、K 和屏蔽下，把另一种打分给出的权重与当前的并排显示；全部行的视图里是第二张热图。",
        ),
        also: "side by side spread entropy slope",
        hint: None,
        example: "compare additive",
        group: Group::Understanding,
    },
    Entry {
        id: "contrast",
        form: "[[WORD] AGAINST]",
        keys: &[],
        title: t("hold two words against each other", "两个词相比"),
        help: t(
            "In the view of contributions, the last column is what each slot adds to the logit of one word less that of another: contrast book, contrast book yesterday. Without a word, the target against the most probable other word of the baseline.",
            "贡献视图的最后一列是各槽给一个词的打分减去另一个词的打分加上的量：contrast book、contrast book yesterday。不写词时，是目标词对基线里最可能的另一个词。",
        ),
        also: "difference logit attribution 归因 差",
        hint: None,
        example: "contrast book",
        group: Group::Understanding,
    },
    Entry {
        id: "mistake",
        form: "ID|off",
        keys: &[("W", "palette \"mistake \"")],
        title: t("a famous mistake, switched on", "打开一个常见错误"),
        help: t(
            "Runs a famous wrong computation in place of the right one: what it makes is marked !, the right numbers stand beside, and the laws say what breaks. It changes nothing that is saved.",
            "用一种常见的错误算法代替正确的：错的数标 !，对的数在旁边，定律面板说明违反了什么。保存的内容不受影响。",
        ),
        also: "wrong bug error 错",
        hint: None,
        example: "mistake softmax-twice",
        group: Group::Understanding,
    },
    Entry {
        id: "close",
        form: "",
        keys: &[],
        title: t("close the panel", "关闭面板"),
        help: t(
            "Takes the explanation or the laws away, as Esc does; in a tour, for the step after one that opened them.",
            "收起解释或断言，与 Esc 相同；用于导览中打开它们之后的一步。",
        ),
        also: "hide 收起",
        hint: None,
        example: "close",
        group: Group::Understanding,
    },
    Entry {
        id: "scroll",
        form: "up|down",
        keys: &[("<C-u>", "scroll up"), ("<C-d>", "scroll down")],
        title: t("scroll the dock", "滚动下方面板"),
        help: t("Scrolls the explanation, the laws or the tour's text.", "滚动解释、定律或导览文字。"),
        also: "",
        hint: None,
        example: "scroll down",
        group: Group::Understanding,
    },
    Entry {
        id: "reveal",
        form: "next|previous|all|none|e|alpha|av|c|z|p|loss",
        keys: &[
            ("<Space>", "reveal next"),
            ("<Backspace>", "reveal previous"),
            ("z", "reveal none"),
            ("Z", "reveal all"),
        ],
        title: t("show the computation stage by stage", "逐步显示计算"),
        help: t(
            "Shows the next stage (e, α, weighted values, c, z, p, loss) or hides the last; z hides them all, Z shows them all. Hidden numbers keep their place.",
            "显示下一步（e、α、加权的值、c、z、p、损失），或收回最后一步；z 全部隐藏，Z 全部显示。隐藏的数位置不变。",
        ),
        also: "hide stage 隐藏 揭示",
        hint: Some((9, "Space", t("reveal", "揭示"))),
        example: "reveal alpha",
        group: Group::Leading,
    },
    Entry {
        id: "backward",
        form: "next|previous|all|none|z|c|v|e|q",
        keys: &[],
        title: t("show the way of the error step by step", "逐步显示误差的回传"),
        help: t(
            "In the view of gradients: shows the next step back from the loss (z with G, c, v and alpha, e, q with k and the scorer's parameters) or hides the last. Space, Backspace, z and Z do the same there.",
            "在梯度视图里：从损失起回传下一步（z 与 G、c、v 与 alpha、e、q 与 k 及打分参数），或收回最后一步。在该视图里空格、退格、z、Z 也是如此。",
        ),
        also: "gradient backpropagation 梯度 反向传播 回传",
        hint: None,
        example: "backward c",
        group: Group::Leading,
    },
    Entry {
        id: "predict",
        form: "[baseline|ID|edit|end]",
        keys: &[("p", "predict"), ("<C-p>", "predict"), ("E", "predict edit")],
        title: t("predict, then see", "先预测，再看"),
        help: t(
            "Before a branch is chosen, or something edited, mark which of α_j, c, p_w and the loss will rise, fall or stay: Left and Right go from number to number, Up and Down mark, Enter makes the change and counts. Within rounding counts as staying.",
            "在选分支或改动之前，标出每个 α_j、c、p_w 与损失会升、降还是不变：左右键换数，上下键标记，Enter 作出改动并计分。舍入误差内的变化算不变。",
        ),
        also: "guess quiz 猜 测验",
        hint: None,
        example: "predict only-q",
        group: Group::Leading,
    },
    Entry {
        id: "step",
        form: "next|previous|ID|NUMBER",
        keys: &[("<PageDown>", "step next"), ("<PageUp>", "step previous")],
        title: t("go through the tour", "导览：下一步、上一步"),
        help: t(
            "The next or previous step of the scenario's tour, or one by its name or number. A scenario without a tour turns a page instead.",
            "导览的下一步或上一步，也可指明名称或编号。没有导览的场景则翻页。",
        ),
        also: "clicker next presentation 翻页笔",
        hint: None,
        example: "step next",
        group: Group::Leading,
    },
    Entry {
        id: "tour",
        form: "[leave]",
        keys: &[],
        title: t("begin, come back to or leave the tour", "开始、回到或离开导览"),
        help: t(
            "Begins the tour or comes back to the step it was left at; tour leave takes its text away and leaves everything as it is. Edit freely in between: undo brings edits back.",
            "开始导览，或回到离开时的那一步；tour leave 收起文字，其余保持原样。其间可随意改动：撤销可找回。",
        ),
        also: "guide lesson 课",
        hint: None,
        example: "tour leave",
        group: Group::Leading,
    },
    Entry {
        id: "big",
        form: "[ADDRESS|none]",
        keys: &[("V", "big")],
        title: t("choose a number for the large view", "选数放大"),
        help: t(
            "Adds the number under the cursor, or the one named, to the large view, or takes it out again.",
            "把光标处的数（或指明的数）加入大字屏，或再去掉。",
        ),
        also: "large 大字",
        hint: None,
        example: "big p[him]",
        group: Group::Leading,
    },
    Entry {
        id: "keys",
        form: "[on|off]",
        keys: &[("I", "keys")],
        title: t("show the last keys", "显示最近的按键"),
        help: t("The last keys in a row of their own, repeats merged.", "最近的按键单独占一行，重复的合并。"),
        also: "screencast overlay 按键",
        hint: None,
        example: "keys on",
        group: Group::Leading,
    },
    Entry {
        id: "blank",
        form: "",
        keys: &[("B", "blank")],
        title: t("blank the screen", "黑屏"),
        help: t(
            "Nothing is on the screen until the next key, which does nothing else. A clicker's black-screen key (.) does this during a tour and while the keys are locked.",
            "屏幕空白，直到下一次按键；那个键不做别的事。导览中与锁定时，翻页笔的黑屏键（.）也有此作用。",
        ),
        also: "black hide 黑屏",
        hint: None,
        example: "blank",
        group: Group::Leading,
    },
    Entry {
        id: "lock",
        form: "[on|off]",
        keys: &[("!", "lock")],
        title: t("ignore stray keys", "忽略误按"),
        help: t(
            "Only a clicker's keys are obeyed: PageDown, PageUp, Space, Backspace, and . for a blank screen.",
            "只响应翻页笔的键：PageDown、PageUp、空格、退格，以及黑屏用的 .。",
        ),
        also: "protect 保护",
        hint: None,
        example: "lock on",
        group: Group::Leading,
    },
    Entry {
        id: "mouse",
        form: "[on|off]",
        keys: &[("M", "mouse")],
        title: t("point with the mouse", "用鼠标"),
        help: t(
            "A click puts the cursor there, the wheel nudges the number under it. While it is on, hold Shift to select text.",
            "点击定位，滚轮微调其下的数。开启时按住 Shift 才能选文字。",
        ),
        also: "click wheel 点击 滚轮",
        hint: None,
        example: "mouse on",
        group: Group::Leading,
    },
    Entry {
        id: "rename",
        form: "slot|word|row PLACE NAME",
        keys: &[],
        title: t("rename a slot, word or row", "给槽、词或行改名"),
        help: t(
            "Gives a slot or a word another name. Enter on a name does the same.",
            "给槽或词换个名字。在名称上按 Enter 也可以。",
        ),
        also: "label 改名",
        hint: None,
        example: "rename word book volume",
        group: Group::Shaping,
    },
    Entry {
        id: "add",
        form: "slot|word|row|key|value [PLACE] [NAME]",
        keys: &[("<Insert>", "add")],
        title: t("add a slot, word, row or dimension", "加槽、词、行或维度"),
        help: t(
            "Adds one after the cursor, or before the place named; new numbers are 0. It applies to the baseline and all branches.",
            "在光标之后（或指明的位置之前）加一个；新的数都是 0。基线与所有分支一起改。",
        ),
        also: "insert new 新增",
        hint: None,
        example: "add word 2 her",
        group: Group::Shaping,
    },
    Entry {
        id: "remove",
        form: "slot|word|row|key|value [PLACE]",
        keys: &[("<Delete>", "remove")],
        title: t("remove a slot, word, row or dimension", "删槽、词、行或维度"),
        help: t(
            "Removes the slot or word whose name is under the cursor, or the one named. What was dropped is said; undo brings it back.",
            "删去光标所在名称的槽或词，或指明的那一个。丢掉了什么会说明；撤销即可找回。",
        ),
        also: "delete 删除",
        hint: None,
        example: "remove slot 2",
        group: Group::Shaping,
    },
    Entry {
        id: "open",
        form: "FILE",
        keys: &[("<C-o>", "palette \"open \"")],
        title: t("open a scenario file", "打开场景文件"),
        help: t(
            "Opens a scenario file, or a built-in scenario by its name.",
            "打开一个场景文件，或按名称打开内置场景。",
        ),
        also: "load file 载入",
        hint: None,
        example: "open read",
        group: Group::Files,
    },
    Entry {
        id: "save",
        form: "[FILE]",
        keys: &[("<C-s>", "save")],
        title: t("save the scenario", "保存场景"),
        help: t(
            "From the baseline: the numbers on the screen become the file's. From a branch: they become that intervention. Comments in the file stay.",
            "在基线上：屏幕上的数写入文件。在分支上：写入那项干预。文件里的注释保留。",
        ),
        also: "write store 写入",
        hint: None,
        example: "save copy.toml",
        group: Group::Files,
    },
    Entry {
        id: "order",
        form: "[number|probability]",
        keys: &[("o", "order")],
        title: t("order the list of words", "词表排序"),
        help: t(
            "Lists the words by number or by probability. The target stays in sight.",
            "按编号或按概率列出词。目标词始终看得见。",
        ),
        also: "sort 排列",
        hint: None,
        example: "order probability",
        group: Group::Screen,
    },
    Entry {
        id: "lang",
        form: "[en|zh]",
        keys: &[("L", "lang"), ("<F12>", "lang")],
        title: t("switch the language (中文)", "切换语言（English）"),
        help: t("English or Chinese; nothing on the screen moves.", "中文或英文；屏幕上的位置不变。"),
        also: "language chinese english 语言",
        hint: Some((5, "L", t("中文", "English"))),
        example: "lang zh",
        group: Group::Screen,
    },
    Entry {
        id: "theme",
        form: "[dark|light|projector]",
        keys: &[("T", "theme"), ("<F11>", "theme")],
        title: t("change the colours", "换配色"),
        help: t("Dark, light, or projector (the strongest contrast).", "深色、浅色，或投影（对比最强）。"),
        also: "colour color dark light 颜色",
        hint: None,
        example: "theme light",
        group: Group::Screen,
    },
    Entry {
        id: "ascii",
        form: "[on|off]",
        keys: &[],
        title: t("ASCII instead of symbols", "用 ASCII 代替符号"),
        help: t(
            "For terminals that draw Greek letters or blocks in two cells.",
            "用于把希腊字母或方块画成两格宽的终端。",
        ),
        also: "",
        hint: None,
        example: "ascii on",
        group: Group::Screen,
    },
    Entry {
        id: "view",
        form: "[flow|rows|readings|parameters|contributions|gradients|plane|big]",
        keys: &[
            ("v", "view"),
            ("H", "view rows"),
            ("J", "view readings"),
            ("F", "view parameters"),
            ("c", "view contributions"),
            ("d", "view gradients"),
        ],
        title: t("choose a view", "选择视图"),
        help: t(
            "Shows the main screen (flow), all rows as two heat maps (rows), all readings of a file that holds several (readings; Enter goes to the one under the cursor), the scorer's parameters and the words a model is given by (parameters), what each slot adds to each logit (contributions), what the loss feels of each number (gradients), keys and values as points (plane), or the chosen numbers in large digits (big).",
            "显示主屏幕（flow）、全部行的两张热图（rows）、文件里的全部读取（readings；按 Enter 去光标所在的一种）、打分参数与给出模型的词（parameters）、每个源槽给每个词的打分加上的量（contributions）、损失对每个数的梯度（gradients）、键与值的点图（plane），或用大字显示选定的数（big）。",
        ),
        also: "heat map matrix gradient backpropagation derivative 热图 矩阵 梯度 反向传播 导数",
        hint: None,
        example: "view flow",
        group: Group::Screen,
    },
    Entry {
        id: "plane",
        form: "[key|value A B|principal | sweep [on|off]]",
        keys: &[("f", "plane")],
        title: t("keys and values as points", "键与值的点图"),
        help: t(
            "Two pictures: keys and q as arrows with lines of equal score; values, their hull and c in it, with the region where each word wins. plane value 1 3 chooses components, plane value principal the two directions along which the values differ most; plane sweep draws where c would go as q turns once around.",
            "两幅图：键与 q 画成箭头，配上打分的等值线；值、它们的凸包、其中的 c，以及各词胜出的区域。plane value 1 3 选分量，plane value principal 取值差别最大的两个方向；plane sweep 画出 q 转一圈时 c 经过之处。",
        ),
        also: "geometry hull region arrows pca 几何 凸包 平面 区域",
        hint: None,
        example: "plane value 2 1",
        group: Group::Screen,
    },
    Entry {
        id: "transpose",
        form: "[on|off]",
        keys: &[("O", "transpose")],
        title: t("turn the picture", "转置图"),
        help: t(
            "In the view of all rows: slots and words run down and rows across, as in a spreadsheet, or the other way round. The softmax goes along with its axis.",
            "全部行的视图里：源槽和词竖排、行横排（像电子表格），或反过来。softmax 跟着它的轴走。",
        ),
        also: "orientation heat map",
        hint: None,
        example: "transpose on",
        group: Group::Screen,
    },
    Entry {
        id: "palette",
        form: "[TEXT]",
        keys: &[(":", "palette"), ("/", "palette")],
        title: t("type a command", "输入命令"),
        help: t(
            "Finds any action by a part of its name, in either language, and takes addresses and values.",
            "按名称的一部分（中英文皆可）查找动作，也可带地址与数值。",
        ),
        also: "",
        hint: Some((4, ":", t("command", "命令"))),
        example: "palette",
        group: Group::Screen,
    },
    Entry {
        id: "help",
        form: "",
        keys: &[("?", "help"), ("<F1>", "help")],
        title: t("help", "帮助"),
        help: t("All keys and all actions.", "所有按键与动作。"),
        also: "keys 按键",
        hint: Some((0, "?", t("help", "帮助"))),
        example: "help",
        group: Group::Screen,
    },
    Entry {
        id: "redraw",
        form: "",
        keys: &[("<C-l>", "redraw")],
        title: t("draw the screen anew", "重画屏幕"),
        help: t("After something else has written on the terminal.", "其他程序弄乱终端之后用。"),
        also: "",
        hint: None,
        example: "redraw",
        group: Group::Screen,
    },
    Entry {
        id: "suspend",
        form: "",
        keys: &[("<C-z>", "suspend")],
        title: t("back to the shell for a while", "暂回命令行"),
        help: t("Stops the program; the shell's fg brings it back.", "挂起程序；在命令行用 fg 回来。"),
        also: "",
        hint: None,
        example: "suspend",
        group: Group::Screen,
    },
    Entry {
        id: "quit",
        form: "",
        keys: &[("q", "quit"), ("<C-q>", "quit"), ("<F10>", "quit")],
        title: t("leave", "退出"),
        help: t(
            "Leaves, after asking once. Ctrl-C twice leaves at once.",
            "确认一次后退出。连按两次 Ctrl-C 立即退出。",
        ),
        also: "exit 离开 关闭",
        hint: Some((8, "q", t("leave", "退出"))),
        example: "quit",
        group: Group::Screen,
    },
];
