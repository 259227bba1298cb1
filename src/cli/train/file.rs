//! The files of `train`: reading no more than there may be, and never replacing what is somebody else's.

use super::super::Failure;
use super::options::{Asked, Start};
use crate::scenario::replace_file;
use crate::scenario::translator_file::{OfCorpus, Trained, limits, read_translator};
use crate::translator::{Corpus, Training};
use crate::words::{Text, cli, cli_train as say};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How often the file is written on the way.
const EVERY: Duration = Duration::from_secs(5);

/// How many times as long as writing took, at least, is trained before it is written again.
const SHARE: u32 = 20;

/// The training in a file, of these pairs.
///
/// # Errors
/// The file cannot be read, holds no training, or one of other pairs.
pub(super) fn resume(path: &Path, of_corpus: &OfCorpus) -> Result<Training, Failure> {
    let shown = path.display().to_string();
    let wrong = |fault: Text| Failure::Scenario(vec![fault]);
    let bytes = bytes(path, limits::BYTES).map_err(wrong)?;
    let trained = read_translator(&bytes).map_err(|fault| wrong(say::in_file(&shown, &fault.text())))?;
    if let Some(course) = trained.course.as_ref().filter(|course| !course.corpus.is(of_corpus)) {
        return Err(wrong(say::other_corpus(&shown, &course.corpus.name, &of_corpus.name)));
    }
    trained.into_training().ok_or_else(|| wrong(say::nothing_to_resume(&shown)))
}

/// The bytes of a file.
///
/// # Errors
/// A sentence: it cannot be read, or is larger than it may be.
pub(in crate::cli) fn bytes(path: &Path, most: usize) -> Result<Vec<u8>, Text> {
    let shown = path.display().to_string();
    let mut file = File::open(path).map_err(|reason| unreadable(&shown, &reason))?;
    within(&mut file, &shown, most)
}

/// What a stream holds.
///
/// # Errors
/// As [`bytes`].
pub(super) fn within(stream: &mut dyn Read, shown: &str, most: usize) -> Result<Vec<u8>, Text> {
    let mut bytes = Vec::new();
    let one_more = u64::try_from(most).unwrap_or(u64::MAX).saturating_add(1);
    stream.take(one_more).read_to_end(&mut bytes).map_err(|reason| unreadable(shown, &reason))?;
    if bytes.len() > most { Err(say::too_large(shown, most)) } else { Ok(bytes) }
}

fn unreadable(shown: &str, reason: &io::Error) -> Text {
    match reason.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => cli::no_file(shown),
        io::ErrorKind::IsADirectory => say::is_directory(shown),
        io::ErrorKind::PermissionDenied => cli::not_permitted(shown),
        _ => cli::unreadable(shown, &reason.to_string()),
    }
}

/// Where the parameters go.
pub(super) struct Output(PathBuf);

impl Output {
    /// A path that may be written to: nothing is there, or an empty file, or the one that is resumed, or it was said
    /// that it may be replaced.
    ///
    /// # Errors
    /// Something is there.
    pub(super) fn new(path: &Path, asked: &Asked) -> Result<Self, Failure> {
        let is_there = fs::metadata(path).is_ok_and(|there| there.len() > 0 || !there.is_file());
        let is_resumed = match &asked.start {
            Start::From(resumed) => is_same(resumed, path),
            Start::New(_) => false,
        };
        if is_there && !is_resumed && !asked.force {
            return Err(Failure::value(say::exists(&path.display().to_string())));
        }
        Ok(Self(path.to_owned()))
    }

    /// As it was given.
    pub(super) fn name(&self) -> String {
        self.0.display().to_string()
    }
}

fn is_same(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).ok().zip(fs::canonicalize(other).ok()).is_some_and(|(one, other)| one == other)
}

/// Who writes the file, on the way and at the end.
pub(super) struct Keeper<'a> {
    output: &'a Output,
    corpus: &'a Corpus,
    of_corpus: &'a OfCorpus,
    next: Instant,
}

impl<'a> Keeper<'a> {
    pub(super) fn new(output: &'a Output, corpus: &'a Corpus, of_corpus: &'a OfCorpus) -> Self {
        Self { output, corpus, of_corpus, next: Instant::now() }
    }

    /// Whether it is time to write again.
    pub(super) fn is_due(&self) -> bool {
        Instant::now() >= self.next
    }

    /// Writes the training as it is, all of it or nothing.
    ///
    /// # Errors
    /// A sentence; the file is as it was.
    pub(super) fn keep(&mut self, training: &Training) -> Result<(), Text> {
        let began = Instant::now();
        let trained = Trained::of(training, self.corpus, self.of_corpus.clone());
        let written = match trained.to_bytes() {
            Ok(bytes) => replace_file(&self.output.0, bytes).map_err(|problem| problem.text),
            Err(fault) => Err(say::in_file(&self.output.name(), &fault.text())),
        };
        self.next = Instant::now() + EVERY.max(began.elapsed() * SHARE);
        written
    }
}
