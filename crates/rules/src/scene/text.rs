//! The text board.

use std::fmt::{self, Display};

use super::{Area, Ground, Mark, Piece, Place, Scene, SeatAtTable, Spread};

/// Formats the text board.
///
/// | piece | notation |
/// |---|---|
/// | tile | `S3` |
/// | coin | `(S3)` face up, `[S]` face down |
/// | piecepack die | `<top^north>`; `<S3>` if only suit and top matter, `<S?>` before the roll |
/// | pawn, heading, number | `S:`, `3:`, `3` |
/// | card | `As`, `??` face down, `[38]` for a face-down pile |
/// | die, chips or stones | `<4>`, `(23)`; with a color letter or the owner's seat first: `<r4>`, `(2:23)` |
/// | stone | the color letter or the seat alone |
/// | ball | `o` |
/// | ghost, guest | the seat alone, `#3^2` for guest 3 of rank 2 |
/// | seat token, chess piece, drawn symbol | `@2`, `N2`, `+1` and `o2` |
/// | empty cell; empty stack or row | `.`; `-` |
/// | mirror | a line of `=` |
///
/// The label of a place precedes its pieces in quotes; owning seats follow them (`/2`). In a game for several seats the
/// second line lists their points, with `>` before seats that may act and `*` after the viewer.
impl Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.title, self.caption)?;
        if !self.parts.is_empty() {
            let total: u64 = self.parts.iter().filter_map(|part| part.score).sum();
            write!(f, " (total {total})")?;
        }
        writeln!(f)?;
        if !self.seats.is_empty() {
            let seats: Vec<String> = self.seats.iter().map(SeatAtTable::text).collect();
            writeln!(f, "  {}; {}", self.turn(), seats.join(", "))?;
        }
        for area in &self.areas {
            write!(f, "{area}")?;
        }
        Ok(())
    }
}

impl Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.places.iter().all(|place| place.y == 0) {
            let row: Vec<String> = self.places.iter().map(Place::text).collect();
            let row = if row.is_empty() { "-".to_owned() } else { row.join(" ") };
            return writeln!(f, "  {}: {row}", self.title());
        }
        writeln!(f, "  {}:", self.title())?;
        let width = self.places.iter().map(|place| place.text().chars().count() + 1).max().unwrap_or(1);
        let left = self.places.iter().map(|place| place.x).min().unwrap_or(0);
        let right = self.places.iter().map(|place| place.x).max().unwrap_or(0);
        let mut rows: Vec<i32> = self.places.iter().map(|place| place.y).collect();
        rows.sort_unstable();
        rows.dedup();
        let mut mirror = if let Ground::Mirrored(y) = self.ground { Some(y) } else { None };
        for y in rows {
            if mirror.take_if(|mirror| *mirror < y).is_some() {
                writeln!(f, "    {}", "=".repeat(usize::try_from(right - left + 2).unwrap_or(0) * width / 2 - 1))?;
            }
            let mut line = String::new();
            let mut in_row: Vec<&Place> = self.places.iter().filter(|place| place.y == y).collect();
            in_row.sort_by_key(|place| place.x);
            for place in in_row {
                let column = usize::try_from(place.x - left).unwrap_or(0) * width / 2;
                let gap = column.saturating_sub(line.chars().count());
                line.push_str(&" ".repeat(gap));
                line.push_str(&place.text());
            }
            writeln!(f, "    {line}")?;
        }
        Ok(())
    }
}

impl Place {
    fn text(&self) -> String {
        let pieces = || self.pieces.iter().map(Piece::to_string);
        let pieces = match self.spread {
            Spread::Pile if self.pieces.is_empty() => ".".to_owned(),
            Spread::Stack(_) | Spread::Row(_) | Spread::Fan(_) if self.pieces.is_empty() => "-".to_owned(),
            Spread::Pile => pieces().collect(),
            Spread::Stack(_) | Spread::Row(_) | Spread::Fan(_) => pieces().collect::<Vec<_>>().join(" "),
        };
        let seats = self.marks.iter().filter_map(|mark| if let Mark::Of(seat) = mark { Some(*seat) } else { None });
        let seats: String = seats.map(|seat| format!("/{seat}")).collect();
        if self.label.is_empty() { pieces + &seats } else { format!("\"{}\" {pieces}{seats}", self.label) }
    }
}

impl SeatAtTable {
    fn text(&self) -> String {
        let turn = if self.to_act { ">" } else { "" };
        let you = if self.viewer { "*" } else { "" };
        let place = self.place.map(|place| format!(" (place {place})")).unwrap_or_default();
        let note = if self.note.is_empty() { String::new() } else { format!(" ({})", self.note) };
        format!("{turn}seat {}{you}: {}{place}{note}", self.seat, self.points)
    }
}
