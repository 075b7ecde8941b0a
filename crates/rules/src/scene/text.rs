//! The board as text.

use std::fmt::{self, Display};

use super::{Area, Ground, Mark, Place, Scene, SeatAtTable, Spread, Thing};

/// The board as text: tiles `S3`, coins `(S3)` face up and `[S]` face down, a die `<top^north>`, or `<S3>` where only its
/// suit and top matter and `<S?>` before it is rolled, a pawn `S:`, a number `3:`. An empty cell is `.`, an empty stack or
/// row `-`, and the mirror a line of `=`.
///
/// Cards are `As`, `??` face down, a pile of them face down `[38]`; dice `<4>`, chips `(23)`, each with the letter of its colour
/// or the seat that it belongs to before the number (`<r4>`, `(2:23)`); stones the letter or the seat alone; the token of a seat
/// `@2`, chess pieces `N2`, drawn signs `+1` and `o2`. A place's label stands before it in quotes, and the seats whose place it is after it (`/2`).
///
/// In a game for several seats the second line has their points, a `>` before those that may act and a `*` after who looks.
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
        let pieces = || self.pieces.iter().map(Thing::to_string);
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
