//! Putting text on the screen: clipped, spelled, never halving a wide character.

use super::theme::Colours;
use crate::words::ascii::{one_cell, spell};
use crate::words::{Lang, Text, width};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};

/// The frame being drawn, with how it is drawn.
pub struct Canvas<'a> {
    buffer: &'a mut Buffer,
    area: Rect,
    /// The colours.
    pub colours: &'static Colours,
    /// The language.
    pub lang: Lang,
    /// ASCII only.
    pub ascii: bool,
}

impl<'a> Canvas<'a> {
    /// A canvas over a whole buffer, filled with the ground.
    pub fn new(buffer: &'a mut Buffer, colours: &'static Colours, lang: Lang, ascii: bool) -> Self {
        let area = buffer.area;
        buffer.set_style(area, colours.ink(colours.text));
        Self { buffer, area, colours, lang, ascii }
    }

    /// Columns.
    pub fn width(&self) -> u16 {
        self.area.width
    }

    /// Lines.
    pub fn height(&self) -> u16 {
        self.area.height
    }

    /// Puts a text at a place, cut at `limit` (a column) and at the edge of the screen; gives the column after it.
    pub fn put(&mut self, x: u16, y: u16, limit: u16, text: &str, style: Style) -> u16 {
        let limit = limit.min(self.area.width);
        if y >= self.area.height || x >= limit {
            return x;
        }
        let text = if self.ascii { spell(text) } else { text.to_owned() };
        let shown = width::cut(&text, usize::from(limit - x));
        // What stood here leaves neither its text nor its weight behind.
        for x in x..limit.min(x.saturating_add(cells_u16(width::width(&shown)))) {
            self.buffer[(self.area.x + x, self.area.y + y)].reset();
        }
        let (end, _) = self.buffer.set_stringn(self.area.x + x, self.area.y + y, &shown, usize::from(limit - x), style);
        end - self.area.x
    }

    /// Puts a text so that it ends before a column.
    pub fn put_right(&mut self, end: u16, y: u16, start: u16, text: &str, style: Style) -> u16 {
        let cells = u16::try_from(self.cells(text)).unwrap_or(u16::MAX);
        let x = end.saturating_sub(cells).max(start);
        self.put(x, y, end, text, style);
        x
    }

    /// Puts a text of the current language.
    pub fn say(&mut self, x: u16, y: u16, limit: u16, text: &Text, style: Style) -> u16 {
        let lang = self.lang;
        self.put(x, y, limit, text.get(lang), style)
    }

    /// A text as it will be drawn.
    pub fn spelled(&self, text: &str) -> String {
        if self.ascii { spell(text) } else { text.to_owned() }
    }

    /// Cells a text takes as it will be drawn.
    pub fn cells(&self, text: &str) -> usize {
        if self.ascii { width::width(&spell(text)) } else { width::width(text) }
    }

    /// Fills a part of a line with one character of one cell.
    pub fn fill(&mut self, x: u16, y: u16, end: u16, symbol: &str, style: Style) {
        let symbol = if self.ascii { one_cell(symbol) } else { symbol };
        for x in x..end.min(self.area.width) {
            if y < self.area.height {
                let cell = &mut self.buffer[(self.area.x + x, self.area.y + y)];
                cell.reset();
                cell.set_symbol(symbol).set_style(style);
            }
        }
    }

    /// Puts one character of one cell.
    pub fn mark(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        self.fill(x, y, x.saturating_add(1), symbol, style);
    }

    /// A blank at either end of a part of a line, else its start: where a cursor hides nothing if it can be helped.
    pub fn blank_or_start(&self, x: u16, y: u16, cells: u16) -> u16 {
        let last = x.saturating_add(cells).saturating_sub(1);
        let blank = |x: u16| {
            (x < self.area.width && y < self.area.height)
                && self.buffer[(self.area.x + x, self.area.y + y)].symbol() == " "
        };
        if !blank(x) && blank(last) { last } else { x }
    }

    /// Gives a modifier to what is drawn already on a part of a line, blanks aside.
    pub fn underline(&mut self, place: Rect, modifier: Modifier) {
        for x in place.x..place.x.saturating_add(place.width).min(self.area.width) {
            if place.y < self.area.height {
                let cell = &mut self.buffer[(self.area.x + x, self.area.y + place.y)];
                if cell.symbol() != " " {
                    cell.modifier.insert(modifier);
                }
            }
        }
    }

    /// Puts a sign right before what is drawn already on a part of a line: on the last blank before it, which may be the
    /// one before the part; where there is none, nowhere.
    pub fn sign_before(&mut self, place: Rect, sign: &str, style: Style) {
        let blank = |x: u16| {
            (x < self.area.width && place.y < self.area.height)
                && self.buffer[(self.area.x + x, self.area.y + place.y)].symbol() == " "
        };
        let end = place.x.saturating_add(place.width);
        let Some(first) = (place.x..end).find(|x| !blank(*x)) else { return };
        if let Some(x) = first.checked_sub(1).filter(|x| blank(*x)) {
            self.mark(x, place.y, sign, style);
        }
    }

    /// Blanks a line and gives it a style.
    pub fn clear_line(&mut self, y: u16, style: Style) {
        self.fill(0, y, self.area.width, " ", style);
    }

    /// The style of plain text in a colour.
    pub fn ink(&self, colour: Color) -> Style {
        self.colours.ink(colour)
    }
}

/// A count of cells as a coordinate.
pub fn cells_u16(cells: usize) -> u16 {
    u16::try_from(cells).unwrap_or(u16::MAX)
}
