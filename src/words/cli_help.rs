//! The help of the command line: what `--help` and the man page say.

use super::{Lang, Text};

/// The program in one line.
pub static PROGRAM: Text = Text::new(
    "Explore attention: a softmax over source slots, then a softmax over words",
    "探索注意力：先沿源位置做 softmax，再沿词表做 softmax",
);
/// The program in a paragraph, for the man page.
pub static PROGRAM_LONG: Text = Text::new(
    "twoaxes opens a small attention model in the terminal. Change a query, a key, a value or the output head by hand \
     and see, in the same frame, the reading (a softmax over the source axis) and the prediction (a softmax over the \
     vocab axis), down to the loss. The commands do the same without a screen.",
    "twoaxes 在终端里打开一个小小的注意力模型。手动改查询、键、值或输出矩阵，同一屏上就能看到读取（沿源轴的 \
     softmax）与预测（沿词表轴的 softmax），一直到损失。各子命令不用屏幕也能做同样的计算。",
);
/// How the explorer is called.
pub static SCENARIO_OF_EXPLORER: Text =
    Text::new("Built-in scenario or file to open [default: r72]", "要打开的内置场景或文件 [默认：r72]");
/// SCENARIO of the commands that need one.
pub static SCENARIO: Text =
    Text::new("Built-in scenario, file, or - for standard input", "内置场景、文件，或用 - 表示标准输入");
/// `--lang`.
pub static LANG: Text =
    Text::new("Language, en or zh [default: the locale's]", "语言，en 或 zh [默认：按系统区域设置]");
/// `--theme`.
pub static THEME: Text =
    Text::new("Colours: dark, light or projector [default: dark]", "配色：dark、light 或 projector [默认：dark]");
/// `--ascii`.
pub static ASCII: Text = Text::new("Draw with ASCII characters only", "只用 ASCII 字符绘图");
/// `--help`.
pub static HELP: Text = Text::new("Print help", "显示帮助");
/// `--version`.
pub static VERSION: Text = Text::new("Print version", "显示版本");

/// `list`.
pub static LIST: Text = Text::new("List the built-in scenarios", "列出内置场景");
/// `eval`.
pub static EVAL: Text = Text::new("Compute a scenario and print every number", "计算一个场景并打印所有数字");
/// `check`.
pub static CHECK: Text = Text::new("Check scenario files", "检查场景文件");
/// `completions`.
pub static COMPLETIONS: Text = Text::new("Print completions for a shell", "打印 shell 的补全脚本");
/// `man`.
pub static MAN: Text = Text::new("Print the man page", "打印 man 手册页");
/// `help`.
pub static HELP_COMMAND: Text = Text::new("Print the help of a command", "显示某个命令的帮助");

/// `--reading`.
pub static READING: Text = Text::new(
    "The reading to compute, in a file that holds several [default: the first]",
    "文件里有多种读取时，要计算哪一种 [默认：第一种]",
);
/// `--branch`.
pub static BRANCH: Text = Text::new(
    "Start from the baseline or from an intervention [default: baseline]",
    "从基线或某个干预开始 [默认：baseline]",
);
/// `--set`.
pub static SET: Text = Text::new(
    "Set numbers after the branch, such as q=0,1 or 'G[1,him]=-0.5'; may be repeated",
    "在分支之后再设数值，如 q=0,1 或 'G[1,him]=-0.5'；可重复使用",
);
/// `--gradients`.
pub static GRADIENTS: Text = Text::new("Add the gradients of the summed loss", "加上总损失的梯度");
/// `--contributions`.
pub static CONTRIBUTIONS: Text =
    Text::new("Add what each slot adds to each logit", "加上每个源槽给每个词的打分加上的量");
/// `--mistake`.
pub static MISTAKE: Text = Text::new(
    "Make a famous mistake and print its numbers beside the right ones; they are listed below",
    "故意犯一个有名的错误，把错的数与对的数并排打印；错误的清单见下",
);
/// `--learn`.
pub static LEARN: Text = Text::new(
    "Learn first, and compute what comes of it: q, K, V, G, bias, scorer or a parameter of it, X, Y, WQ, WK, WV, \
     several with commas",
    "先学习，再计算学到的结果：q、K、V、G、bias、scorer 或它的某个参数、X、Y、WQ、WK、WV，多个用逗号隔开",
);
/// `--rate`.
pub static RATE: Text = Text::new("The rate of learning, a positive number [default: 0.5]", "学习率，正数 [默认：0.5]");
/// `--steps`.
pub static STEPS: Text = Text::new("How many steps are learned [default: 100]", "学习多少步 [默认：100]");
/// `--method`.
pub static METHOD: Text =
    Text::new("descent, momentum or adam [default: descent]", "descent、momentum 或 adam [默认：descent]");
/// `--format`.
pub static FORMAT: Text = Text::new(
    "table, json, csv, markdown or latex [default: table]",
    "table、json、csv、markdown 或 latex [默认：table]",
);
/// `--digits`.
pub static DIGITS: Text = Text::new(
    "Decimals shown, 0 to 17; JSON always has full precision [default: 6]",
    "显示的小数位数，0 到 17；JSON 总是全精度 [默认：6]",
);
/// FILE of `check`.
pub static FILES: Text = Text::new("Files to check, or - for standard input", "要检查的文件，或用 - 表示标准输入");
/// SHELL of `completions`.
pub static SHELL: Text = Text::new("bash, elvish, fish, powershell or zsh", "bash、elvish、fish、powershell 或 zsh");
/// COMMAND of `help`.
pub static COMMAND_TO_EXPLAIN: Text = Text::new("The command [default: the whole program]", "命令名 [默认：整个程序]");

/// Heading of the usage line.
pub static USAGE: Text = Text::new("Usage:", "用法：");
/// Heading of the arguments.
pub static ARGUMENTS: Text = Text::new("Arguments", "参数");
/// Heading of the options.
pub static OPTIONS: Text = Text::new("Options", "选项");
/// Heading of the commands.
pub static COMMANDS: Text = Text::new("Commands", "命令");

/// What follows the help of the program.
pub static PROGRAM_END: Text = Text::new(
    "A name without a slash or an ending is a built-in scenario first: r72 is built in, ./r72 and r72.toml are files.\n\
     Exit status: 0 done, 1 the scenario or a value is wrong, 2 wrong usage.",
    "不带斜杠和扩展名的名字先当作内置场景：r72 是内置的，./r72 与 r72.toml 是文件。\n\
     退出状态：0 完成，1 场景或数值有误，2 用法有误。",
);
/// What follows the help of `eval`: the mistakes, a line each, and the layout of the CSV, since nothing else tells it.
pub fn eval_end(mistakes: &str, lang: Lang) -> String {
    format!("{}\n{mistakes}\n\n{}", MISTAKES.get(lang), CSV.get(lang))
}

/// Heading of the mistakes.
pub static MISTAKES: Text = Text::new("The mistakes:", "错误清单：");
/// How the CSV is laid out.
pub static CSV: Text = Text::new(
    "CSV has one line a number: quantity,row,column,axis,name,value. Each quantity is a table as written on paper: \
     scores,1,2,source,书,0.000000 is row t = 1, slot j = 2. Gradients begin with d; the loss without a row is the \
     total; a masked score has no value. Lines that hold words (scenario, reading, branch, scorer, edit, overridden, prefix, \
     target, undefined, learn, method, stopped) have them under name. After learning, learning_loss is the loss after \
     each step (its column; of more than 4096 steps, the first 1024, then every second, fourth, … and the last). contributions_1 is the table of row t = 1: a row a slot, a column a word; lengths are |α_j v_j|. Beside a mistake (mistake, law_broken, unchanged) the right numbers begin with right_.",
    "CSV 每行一个数：quantity,row,column,axis,name,value。每个量都按纸上的表格记：\
     scores,1,2,source,书,0.000000 是第 t = 1 行、第 j = 2 个槽；梯度以 d 开头；没有 row 的 loss 是总损失。被屏蔽的打分没有 value。\
     只有文字的行（scenario、reading、branch、scorer、edit、overridden、prefix、target、undefined、learn、method、stopped）把文字放在 name。学习之后，learning_loss 是每一步（column）之后的损失，\
     超过 4096 步时先取前 1024 步，再隔一步、隔三步……取一个，外加最后一步。contributions_1 是第 t = 1 行的贡献表：一行一个槽，一列一个词；lengths 是 |α_j v_j|。犯错误时（mistake、law_broken、unchanged）\
     对的数以 right_ 开头。",
);
/// Heading of what follows the options on the man page.
pub static NOTES: Text = Text::new("NOTES", "说明");
