//! Given tensors that have no place on the main screen: the words X and Y and their projections, the scorer's
//! parameters. They stand where q, K, V and G stand on the main screen, one beside the other and then below; all that
//! follows from them stands where it always does.

use super::columns::digits;
use super::layout::{Extents, Scroll};
use super::{Focus, Grid, Ledger, Model, View, Window};
use crate::engine::{Givens, Tensor};
use ratatui::layout::Rect;

/// As many as a model has of them at most.
pub const MOST: usize = 9;

/// A tensor with its rows and columns.
pub type Shaped = (Tensor, usize, usize);

/// What a model has of them, in the order they stand in.
pub fn tensors(givens: &Givens) -> [Option<Shaped>; MOST] {
    let parameters = givens.scorer.kind.parameters().iter().map(|parameter| Tensor::Parameter(*parameter));
    let all = Tensor::OF_WORDS.into_iter().filter(|_| givens.origin.is_some()).chain(parameters);
    let mut shaped = all.filter_map(|tensor| givens.shape(tensor).map(|(rows, columns)| (tensor, rows, columns)));
    std::array::from_fn(|_| shaped.next())
}

impl Model {
    /// Whether there are given tensors that have no place on the main screen.
    pub fn has_parameters(&self) -> bool {
        tensors(self.givens())[0].is_some()
    }

    /// Shows a view in which a number has its place, if it has none in this one.
    pub(super) fn view_with(&mut self, focus: Focus) {
        self.view = match (self.view, focus) {
            (View::Rows, focus) if Grid::has(focus) => View::Rows,
            (View::Readings, Focus::Attention(_)) => View::Readings,
            (View::Contributions, focus) if Ledger::has(focus) => View::Contributions,
            (_, Focus::Contributed(_)) => View::Contributions,
            (_, Focus::Entry(..)) => View::Parameters,
            (View::Plane, focus) if focus.is_of_a_point() => View::Plane,
            (
                View::Rows
                | View::Readings
                | View::Contributions
                | View::Plane
                | View::Decoder
                | View::Training
                | View::Study,
                _,
            ) => View::Flow,
            (View::Parameters, focus) if focus.stage().is_none() => View::Flow,
            (view, _) => view,
        };
    }
}

/// A tensor in its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    /// Which.
    pub tensor: Tensor,
    /// Left edge, and the line of its name.
    pub at: (u16, u16),
    /// Columns of the names of its rows.
    pub label: u16,
    /// Width of a cell.
    pub cell: u16,
    /// Rows shown.
    pub rows: Window,
    /// Columns shown.
    pub columns: Window,
}

/// The tensors laid out.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Sheet {
    /// Those in view.
    pub placed: Vec<Placed>,
    /// Whether there are more above.
    pub more_above: bool,
    /// Whether there are more below.
    pub more_below: bool,
}

/// Between two tensors.
const GAP: u16 = 2;

/// Widths of a cell, the better first.
const CELLS: [u16; 2] = [8, 6];

/// The longest name of a row.
const LONGEST_LABEL: u16 = 8;

impl Sheet {
    /// Lines they need on a screen of so many columns.
    pub(super) fn lines(width: u16, extents: &Extents) -> u16 {
        let bands = bands(width, extents);
        bands.iter().fold(0_u16, |sum, band| sum.saturating_add(band.lines()))
    }

    pub(super) fn plan(
        width: u16,
        (first, lines): (u16, u16),
        extents: &Extents,
        focus: Focus,
        scroll: Scroll,
    ) -> Self {
        let bands = bands(width, extents);
        let in_focus = |member: &Member| matches!(focus, Focus::Entry(tensor, ..) if tensor == member.tensor);
        let here = bands.iter().position(|band| band.0.iter().any(in_focus)).unwrap_or(0);
        // As far from the top as the band in focus allows.
        let tall = |from: usize| bands[from..=here].iter().map(|band| u32::from(band.lines())).sum::<u32>();
        let start = (0..here).find(|from| tall(*from) <= u32::from(lines)).unwrap_or(here);
        let (mut placed, mut y, mut shown) = (Vec::new(), first, start);
        for band in bands.iter().skip(start) {
            let room = (first + lines).saturating_sub(y);
            // A name without a number below it is of no use.
            if room < 2 {
                break;
            }
            let mut x = 1;
            for member in &band.0 {
                let (row, column) = match focus {
                    Focus::Entry(tensor, row, column) if tensor == member.tensor => (Some(row), Some(column)),
                    _ => (None, None),
                };
                let (rows_first, columns_first) = if row.is_some() { scroll.sheet } else { (0, 0) };
                let fit = usize::from(width.saturating_sub(x + member.label + 1) / member.cell).max(1);
                placed.push(Placed {
                    tensor: member.tensor,
                    at: (x, y),
                    label: member.label,
                    cell: member.cell,
                    rows: Window::following(rows_first, row, usize::from(room - 1), member.rows),
                    columns: Window::following(columns_first, column, fit, member.columns),
                });
                x = x.saturating_add(member.width() + GAP);
            }
            y = y.saturating_add(band.lines());
            shown += 1;
        }
        Self { placed, more_above: start > 0, more_below: shown < bands.len() }
    }

    /// The scroll of the tensor in focus.
    pub(super) fn scroll(&self, focus: Focus, scroll: Scroll) -> (usize, usize) {
        let placed = |tensor| self.placed.iter().find(|placed| placed.tensor == tensor);
        match focus {
            Focus::Entry(tensor, ..) => {
                placed(tensor).map_or(scroll.sheet, |placed| (placed.rows.first, placed.columns.first))
            }
            _ => scroll.sheet,
        }
    }

    /// The first number in view.
    pub fn first(&self) -> Option<Focus> {
        let placed = self.placed.first()?;
        Some(Focus::Entry(placed.tensor, placed.rows.first, placed.columns.first))
    }

    /// The cells of the screen a number takes.
    pub fn place(&self, tensor: Tensor, row: usize, column: usize) -> Option<Rect> {
        let placed = self.placed.iter().find(|placed| placed.tensor == tensor)?;
        let across = u16::try_from(placed.columns.place(column)?).ok()?;
        let down = u16::try_from(placed.rows.place(row)?).ok()?;
        let (x, y) = placed.at;
        Some(Rect { x: x + placed.label + across * placed.cell, y: y + 1 + down, width: placed.cell, height: 1 })
    }

    /// All numbers in view.
    pub fn entries(&self) -> impl Iterator<Item = Focus> + '_ {
        self.placed.iter().flat_map(|placed| {
            let of_row = move |row| placed.columns.range().map(move |column| Focus::Entry(placed.tensor, row, column));
            placed.rows.range().flat_map(of_row)
        })
    }
}

/// A tensor with the room it takes.
struct Member {
    tensor: Tensor,
    rows: usize,
    columns: usize,
    label: u16,
    cell: u16,
}

impl Member {
    fn width(&self) -> u16 {
        let columns = u16::try_from(self.columns).unwrap_or(u16::MAX / 16);
        self.label.saturating_add(columns.saturating_mul(self.cell))
    }
}

/// Tensors side by side.
struct Band(Vec<Member>);

impl Band {
    /// Lines of the tallest, its name included.
    fn lines(&self) -> u16 {
        let tallest = self.0.iter().map(|member| member.rows).max().unwrap_or(0);
        u16::try_from(tallest).unwrap_or(u16::MAX - 1).saturating_add(1)
    }
}

fn bands(width: u16, extents: &Extents) -> Vec<Band> {
    let label = |tensor: Tensor, rows: usize| match tensor {
        Tensor::SourceEmbeddings => extents.slot_name.clamp(4, LONGEST_LABEL) + 1,
        // A vector has one row, which needs no name; but its letter and shape need room above it.
        _ if rows == 1 => 0,
        _ => digits(rows) + 1,
    };
    let members = |cell: u16| -> Vec<Member> {
        let shaped = extents.sheet.iter().flatten().flatten();
        shaped
            .map(|&(tensor, rows, columns)| Member { tensor, rows, columns, label: label(tensor, rows), cell })
            .collect()
    };
    let side_by_side = |members: &[Member]| {
        members.iter().fold(1_u16, |sum, member| sum.saturating_add(member.width() + GAP)) <= width.saturating_add(GAP)
    };
    let chosen = CELLS.into_iter().map(members).find(|members| side_by_side(members));
    let members = chosen.unwrap_or_else(|| members(CELLS[1]));
    let mut bands: Vec<Band> = Vec::new();
    let mut used = u16::MAX;
    for member in members {
        let wide = member.width().saturating_add(GAP);
        if used.saturating_add(wide) > width.saturating_add(GAP) || bands.is_empty() {
            bands.push(Band(Vec::new()));
            used = 1;
        }
        used = used.saturating_add(wide);
        if let Some(band) = bands.last_mut() {
            band.0.push(member);
        }
    }
    bands
}
