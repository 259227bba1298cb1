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
/// `train`.
pub static TRAIN: Text = Text::new("Train a small translator that reads", "训练一个会读取的小翻译器");
/// `study`.
pub static STUDY: Text = Text::new(
    "Train many small translators and say what is outside seed noise",
    "训练许多小翻译器，说明哪些差别超出种子的范围",
);
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
/// CORPUS of `train`.
pub static CORPUS: Text = Text::new(
    "Table of pairs (source units, a tab, target words), or - for standard input [default: the lesson's corpus]",
    "句对表（源语言单位、一个制表符、目标语言的词），或用 - 表示标准输入 [默认：本课的语料]",
);
/// `--seed`.
pub static SEED: Text = Text::new(
    "Of the first numbers and of the sentences drawn: the same seed gives the same numbers [default: 1]",
    "决定初始数值和抽取的句子：种子相同，数值就相同 [默认：1]",
);
/// `--sentences`.
pub static SENTENCES: Text = Text::new(
    "Sentences to learn from, rounded up to whole steps [default: 10000]",
    "学习多少个句子，向上取整到整步 [默认：10000]",
);
/// `--batch`.
pub static BATCH: Text = Text::new("Sentences a step [default: 4]", "每步多少个句子 [默认：4]");
/// `--rate` of `train`.
pub static FIRST_RATE: Text = Text::new("The rate of the first step [default: 0.01]", "第一步的学习率 [默认：0.01]");
/// `--last-rate`.
pub static LAST_RATE: Text = Text::new(
    "The rate towards which it falls along half a cosine [default: a tenth of the first]",
    "学习率沿半个余弦降到多少 [默认：第一步的十分之一]",
);
/// `--clip`.
pub static CLIP: Text =
    Text::new("The longest gradient that is followed in full [default: 5]", "梯度超过这个长度就缩短到它 [默认：5]");
/// `--width`.
pub static WIDTH: Text =
    Text::new("Width of the states: z, q, c and h [default: 32]", "状态的宽度：z、q、c 和 h [默认：32]");
/// `--embedding`.
pub static EMBEDDING: Text =
    Text::new("Width of the embeddings [default: that of the states]", "词向量的宽度 [默认：与状态相同]");
/// `--init`.
pub static INIT: Text = Text::new(
    "How the numbers begin: uniform:BOUND, or by-width [default: uniform:0.5]",
    "数值怎样开始：uniform:界限，或 by-width [默认：uniform:0.5]",
);
/// `--encoder`.
pub static ENCODER: Text =
    Text::new("Directions of the encoder: both or one [default: both]", "编码器的方向：both 或 one [默认：both]");
/// `--source-order`.
pub static SOURCE_ORDER: Text = Text::new(
    "Order in which the source is fed: forward or reversed [default: forward]",
    "源句送入的次序：forward 或 reversed [默认：forward]",
);
/// `--interface`.
pub static INTERFACE: Text = Text::new(
    "dynamic: each step reads anew; fixed: one summary for all steps [default: dynamic]",
    "dynamic：每一步都重新读；fixed：各步共用一个摘要 [默认：dynamic]",
);
/// `--timing`.
pub static TIMING: Text = Text::new(
    "What comes first in a step: read-update or update-read [default: read-update]",
    "一步里先做什么：read-update（先读后更新）或 update-read（先更新后读） [默认：read-update]",
);
/// `--query-bias`.
pub static QUERY_BIAS: Text = Text::new("Give the query a constant b_q", "给查询加一个常数 b_q");
/// `--first-state`.
pub static FIRST_STATE: Text = Text::new(
    "Where the decoder begins: zero, or encoder for tanh(W_i s + b_i) [default: zero]",
    "解码器从哪里开始：zero，或 encoder，即 tanh(W_i s + b_i) [默认：zero]",
);
/// `--output`.
pub static OUTPUT: Text = Text::new(
    "File for the parameters (safetensors), also written every few seconds on the way",
    "保存参数的文件（safetensors），途中每隔几秒也写一次",
);
/// `--resume`.
pub static RESUME: Text =
    Text::new("Go on with the training in this file, to the end of its plan", "接着做这个文件里的训练，直到计划做完");
/// `--force`.
pub static FORCE: Text = Text::new("Replace the output file if it is there already", "输出文件已经存在时替换它");
/// `--quiet`.
pub static QUIET: Text = Text::new("No progress on the error stream", "不在错误流上报告进度");
/// What follows the help of `train`.
pub static TRAIN_END: Text = Text::new(
    "The result is one JSON object on the output: the plan, what is measured on the test pairs, and the first of them \
     with its translation and what each step reads. α is with the right words going in. A read whose weights are all \
     the same is a tie and no reading: such reads are counted (uniform), and share is of the others; \
     share_with_ties takes the first unit of a tie. Shares are null where nobody has said what a word is read \
     from, as in a table. Numbers that do not exist are null. Progress tells the same of a part of the test: its loss, \
     and the shares of recipients and times.\n\
     Ctrl-C (also SIGTERM and SIGHUP) finishes the step, writes the file, and prints the JSON with \"interrupted\": \
     true; the exit status is 130 (143, 129). A second one ends at once; the file is then that of some seconds before. \
     --resume with the same pairs ends with the same numbers as if there had been no break, to the last bit. The plan \
     of a resumed training cannot be changed, nor made longer: its rates depend on its length. An output file that is \
     there already is replaced only with --force, or when it is the one that is resumed.",
    "结果是输出上的一个 JSON 对象：计划、在测试句对上量到的数，以及第一个测试句对的译文和每一步读了什么。α 是送入正确的词时的读取权重。\
     权重全都相同的读取是平局，不算读到了哪里：这样的读取单独计数（uniform），share 只算其余的；share_with_ties \
     把平局算作读第一个单位。没有人说过词该从哪里读时（例如自己的表），这些比例是 null。不存在的数是 null。进度里报告的是其中一部分测试句对的损失，以及接受者和时间的 share。\n\
     Ctrl-C（以及 SIGTERM 和 SIGHUP）会做完这一步、写好文件，并打印带 \"interrupted\": true 的 JSON；退出状态是 130（143、129）。\
     再按一次立即结束，文件是几秒之前的。用 --resume 和同样的句对接着做，最后的数与没有中断时完全相同，一位不差。\
     接着做时不能改计划，也不能加长：学习率取决于计划的长度。已经存在的输出文件只有用 --force，或者它就是接着做的那个文件时，才会被替换。",
);
/// `--part` of `study`.
pub static STUDY_PART: Text = Text::new(
    "What is studied: order, order-one, first-step, longer or all; may be repeated [default: all]",
    "研究什么：order、order-one、first-step、longer 或 all；可重复使用 [默认：all]",
);
/// `--seeds` of `study`.
pub static STUDY_SEEDS: Text =
    Text::new("How many seeds each condition has: 1, 2, 3, … [default: 3]", "每个条件用几个种子：1、2、3…… [默认：3]");
/// `--seed-list` of `study`.
pub static STUDY_SEED_LIST: Text =
    Text::new("The seeds themselves, such as 1,2,3, instead of --seeds", "直接写出种子，如 1,2,3，代替 --seeds");
/// `--sentences` of `study`.
pub static STUDY_SENTENCES: Text = Text::new(
    "Sentences each training has, rounded up to whole steps of 4 [default: 10000]",
    "每次训练的句数，向上取整到每步 4 句 [默认：10000]",
);
/// `--threads` of `study`.
pub static STUDY_THREADS: Text = Text::new(
    "Trainings at a time; changes no number [default: as many as there are cores]",
    "同时进行几次训练；不影响任何数 [默认：处理器核数]",
);
/// `--format` of `study`.
pub static STUDY_FORMAT: Text =
    Text::new("table, json, csv or markdown [default: table]", "table、json、csv 或 markdown [默认：table]");
/// `--digits` of `study`.
pub static STUDY_DIGITS: Text = Text::new(
    "Decimals of the tables and of CSV, 0 to 17; JSON always has full precision [default: 6]",
    "表格与 CSV 的小数位数，0 到 17；JSON 总是全精度 [默认：6]",
);
/// What follows the help of `study`.
pub static STUDY_END: Text = Text::new(
    "The parts:\n  \
     order       source order × interface (each step reads, or one fixed summary), encoder both ways,\n              \
     and the summary with as many parameters as what reads\n  \
     order-one   the same with an encoder that goes one way\n  \
     first-step  what the first read has to go by: update-then-read, a query bias,\n              \
     a first state from the encoder, one at a time\n  \
     longer      the fixed summary with four times the sentences\n\n\
     Everything is trained on the same pairs with the same budget and measured on their whole test. The output follows \
     from the seeds alone: it holds no times and does not depend on --threads. CSV has a line for each training; what \
     does not exist is empty there and null in JSON. Ctrl-C (also SIGTERM and SIGHUP) ends it soon with nothing on the \
     output and status 130 (143, 129).",
    "各部分：\n  \
     order       源句次序 × 接口（每步读取，或只用固定摘要），双向编码器，外加参数不少于前者的摘要\n  \
     order-one   同上，单向编码器\n  \
     first-step  第一次读取凭什么：先更新再读取、查询带常数、初始状态来自编码器，一次只改一样\n  \
     longer      固定摘要，句数为四倍\n\n\
     全部用相同的句对、同一份预算训练，在整个测试集上测量。输出只由种子决定：不含时间，也不受 --threads 影响。CSV 每次训练一行；\
     不存在的数在 CSV 里为空，在 JSON 里是 null。Ctrl-C（以及 SIGTERM 和 SIGHUP）很快结束，不输出任何结果，退出状态是 130（143、129）。",
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
