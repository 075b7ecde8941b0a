//! Pictures: scenes drawn as SVG or PNG.
//!
//! A picture depends only on its [`Scene`], so every game with a scene has one. The same scene gives the same bytes on
//! every platform, because all arithmetic uses integers. `layout` computes positions; `piece`, `people` and `symbol`
//! draw the pieces; and `describe` writes the text for screen readers.
//!
//! `docs/pictures.md` specifies what scripts may rely on. Areas, places and pieces have data attributes with the names
//! that moves use, and each piece is drawn around its own origin and placed by one translation.

mod area;
mod card;
mod chess;
mod cluster;
mod copies;
mod counter;
mod describe;
mod layout;
mod measure;
#[cfg(feature = "png")]
mod outlines;
mod people;
mod piece;
#[cfg(feature = "png")]
mod png;
mod seats;
mod style;
mod svg;
mod symbol;
mod world;

use std::borrow::Cow;

use self::area::{AreaLayout, PlaceLayout};
use self::copies::Copies;
use self::layout::Layout;
use self::measure::{PAD, WIDTH, fitting, wide};
#[cfg(feature = "png")]
pub use self::png::{DEFAULT_WIDTH, PngError, WIDTHS, draw_png, png_height, png_size_within, rasterize};
use self::style::Theme;
use self::svg::{Escaped, Svg};
use self::world::Look;
use funhouse_rules::game::Seat;
use funhouse_rules::piecepack::Coin;
use funhouse_rules::scene::{Ground, Mark, Piece, Scene, ScorePart, Spread};

/// Draws a scene as one `<svg>` element, 1200 units wide and as high as needed.
#[must_use]
pub fn draw(scene: &Scene) -> String {
    draw_in(Theme::Adaptive, scene, &Layout::of(scene))
}

fn draw_in(theme: Theme, scene: &Scene, layout: &Layout) -> String {
    let mut svg = Svg::new();
    let (width, height, look) = (WIDTH, layout.height, world::look(scene.world));
    svg.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fhpic {}\" viewBox=\"0 0 {width} {height}\" role=\"img\">",
        look.class
    ));
    svg.put(format_args!("<title>{}</title>", Escaped(&describe::title(scene))));
    svg.put(format_args!("<desc>{}</desc>", Escaped(&describe::description(scene))));
    style::write(&mut svg, theme, scene.world, !scene.seats.is_empty());
    svg.put(format_args!("<rect class=\"table\" width=\"{width}\" height=\"{height}\" rx=\"36\"/>"));
    look.draw(&mut svg, width, height);
    header(&mut svg, scene, layout);
    for area in &layout.areas {
        draw_area(&mut svg, look, area);
    }
    svg.text("<g class=\"pieces\">");
    let copies = Copies::of(scene);
    for area in &layout.areas {
        area.spots.iter().zip(1..).for_each(|(spot, nth)| draw_pieces(&mut svg, &copies, area, spot, nth));
    }
    svg.text("</g><g class=\"marks\">");
    layout.areas.iter().for_each(|area| coordinates(&mut svg, area));
    layout.areas.iter().flat_map(|area| &area.spots).for_each(|spot| draw_marks(&mut svg, spot));
    svg.text("</g></svg>\n");
    svg.finish()
}

/// Draws title, caption, turn and seats.
fn seated_header(svg: &mut Svg, scene: &Scene, layout: &Layout) {
    let size = fitting(&scene.title, 62, WIDTH - 2 * PAD);
    svg.put(format_args!(
        "<text class=\"title\" x=\"{PAD}\" y=\"128\" font-size=\"{size}\">{}</text>",
        Escaped(&scene.title)
    ));
    for (line, y) in layout.caption.iter().zip((188..).step_by(52)) {
        svg.put(format_args!("<text class=\"caption\" x=\"{PAD}\" y=\"{y}\">{}</text>", Escaped(line)));
    }
    let y = layout.parts - 30;
    svg.put(format_args!("<text class=\"caption turn\" x=\"{PAD}\" y=\"{y}\">{}</text>", scene.turn()));
    seats::draw(svg, scene, &layout.seats);
}

/// Draws title, caption, score, and the parts of the score.
fn header(svg: &mut Svg, scene: &Scene, layout: &Layout) {
    if !scene.seats.is_empty() {
        return seated_header(svg, scene, layout);
    }
    // The current score of an open room is in its own box: in the total it would jump.
    let ended = || scene.parts.iter().filter(|part| !part.open).filter_map(|part| part.score).sum();
    let in_parts = !scene.parts.is_empty() && !scene.finished;
    let total = if in_parts { ended() } else { scene.total }.to_string();
    let score_size = fitting(&total, 84, 520);
    let room = WIDTH - 2 * PAD - 30 - wide(&total, score_size);
    let size = fitting(&scene.title, 62, room);
    svg.put(format_args!(
        "<text class=\"title\" x=\"{PAD}\" y=\"128\" font-size=\"{size}\">{}</text>",
        Escaped(&scene.title)
    ));
    for (line, y) in layout.caption.iter().zip((188..).step_by(52)) {
        svg.put(format_args!("<text class=\"caption\" x=\"{PAD}\" y=\"{y}\">{}</text>", Escaped(line)));
    }
    let right = WIDTH - PAD;
    let label = match (scene.parts.is_empty(), scene.finished) {
        (true, _) => "score",
        (false, true) => "total",
        (false, false) => "score so far",
    };
    let so_far = if scene.finished { "final " } else { "" };
    svg.put(format_args!("<text class=\"score\" x=\"{right}\" y=\"136\" font-size=\"{score_size}\">{total}</text>"));
    svg.put(format_args!("<text class=\"caption end\" x=\"{right}\" y=\"188\">{so_far}{label}</text>"));
    let count = scene.parts.len() as i32;
    if count > 0 {
        let wide = (WIDTH - 2 * PAD + 12) / count;
        for (part, i) in scene.parts.iter().zip(0..) {
            draw_part(svg, part, i + 1, (PAD + i * wide, layout.parts), wide - 12);
        }
    }
}

/// Draws a box with the number and the score of a part.
fn draw_part(svg: &mut Svg, part: &ScorePart, number: i32, (x, y): (i32, i32), wide: i32) {
    let class = match (part.score, part.open) {
        (_, true) => "part open",
        (Some(_), false) => "part",
        (None, _) => "part to-come",
    };
    svg.put(format_args!("<g class=\"{class}\"><title>{}</title>", part.name));
    svg.put(format_args!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"96\" rx=\"16\"/>"));
    svg.put(format_args!("<text class=\"ordinal\" x=\"{}\" y=\"{}\">{number}</text>", x + 18, y + 42));
    let score = part.score.map_or_else(|| "\u{2013}".to_owned(), |score| score.to_string());
    let size = fitting(&score, 56, wide - 46);
    let (x, y) = (x + wide - 18, y + 74);
    svg.put(format_args!("<text class=\"points\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{score}</text></g>"));
}

/// Draws the ground of an area and its places.
fn draw_area(svg: &mut Svg, look: &Look, laid: &AreaLayout) {
    svg.put(format_args!("<g data-area=\"{}\">", Escaped(&laid.area.title())));
    let &AreaLayout { x, y, width, height, .. } = laid;
    if !laid.boxed {
        svg.put(format_args!(
            "<rect class=\"panel\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"24\"/>"
        ));
    }
    if laid.labelled {
        let mut left = x + 20;
        if let Some(seat) = laid.area.seat.filter(|_| !laid.boxed) {
            badge(svg, seat, (left + 22, y + 27), 22);
            left += 56;
        }
        let class = if laid.boxed { "label boxed" } else { "label" };
        svg.put(format_args!(
            "<text class=\"{class}\" x=\"{left}\" y=\"{}\">{}</text>",
            y + 40,
            Escaped(laid.area.name)
        ));
    }
    if laid.area.ground == Ground::Path {
        draw_path(svg, laid);
    }
    for spot in &laid.spots {
        draw_place(svg, look, laid, spot);
    }
    if let Some(y) = laid.mirror {
        let (x, width) = (x + 16, width - 32);
        svg.put(format_args!(
            "<rect class=\"mirror\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"24\" rx=\"12\"/>",
            y - 12
        ));
        svg.put(format_args!("<path class=\"glint\" d=\"M{} {}h{}\"/>", x + 18, y - 4, width / 3));
    }
    svg.text("</g>");
}

/// Draws the planks that connect the places of a path.
fn draw_path(svg: &mut Svg, laid: &AreaLayout) {
    for class in ["way", "way planks"] {
        svg.put(format_args!("<path class=\"{class}\" stroke-width=\"{}\" d=\"", laid.cell * 2 / 5));
        for (spot, step) in laid.spots.iter().zip(std::iter::once('M').chain(std::iter::repeat('L'))) {
            svg.command(Some(step), <[i32; 2]>::from(spot.center()));
        }
        svg.text("\"/>");
    }
}

/// Draws a place, faint if it is empty. A named place has its name as an attribute, so that it can be clicked.
fn draw_place(svg: &mut Svg, look: &Look, laid: &AreaLayout, spot: &PlaceLayout) {
    svg.text("<g");
    if !spot.place.name.is_empty() {
        svg.put(format_args!(" data-place=\"{}\"", Escaped(&spot.place.name)));
        let marks = describe::marks(spot.place);
        if !marks.is_empty() {
            svg.put(format_args!(" data-words=\"{}\"", Escaped(&marks)));
        }
    }
    svg.text(">");
    let (x, y) = spot.center();
    if laid.area.ground == Ground::Trampolines {
        piece::trampoline(svg, (x, y), spot.width, &spot.place.name);
    } else if laid.area.ground == Ground::Cabs {
        piece::cab(svg, (x, spot.y + spot.height), spot.width);
    } else if spot.has_cell(laid.area.ground) {
        let class = match laid.area.ground {
            Ground::Path => "bare",
            Ground::Checkered if odd(spot) => "square odd",
            Ground::Checkered => "square",
            _ => "cell",
        };
        let chequered = laid.area.ground == Ground::Checkered;
        let gap = if chequered { 0 } else { (laid.cell / 24).min(6) };
        svg.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            spot.x + gap,
            spot.y + gap,
            spot.width - 2 * gap,
            spot.height - 2 * gap,
            if chequered { 0 } else { (laid.cell / 9).min(18) },
        ));
        if laid.area.ground == Ground::Board {
            look.draw_cell(svg, (x, y), (spot.width, spot.height));
        }
        if chequered {
            let size = laid.cell * 19 / 100;
            svg.put(format_args!(
                "<text class=\"corner xy\" x=\"{}\" y=\"{}\" font-size=\"{size}\">{}</text>",
                spot.x + laid.cell / 24,
                spot.y + size,
                Escaped(&spot.place.name)
            ));
        }
        if spot.place.pieces.is_empty()
            && spot.place.label.is_empty()
            && !spot.place.name.is_empty()
            && !has_coordinate(laid, spot)
            && !matches!(laid.area.ground, Ground::Plain | Ground::Checkered)
        {
            let size = fitting(&spot.place.name, laid.cell * 3 / 10, spot.width - 4 * gap);
            svg.put(format_args!("<text class=\"name\" x=\"{x}\" y=\"{}\" font-size=\"{size}\">", y + size * 35 / 100));
            svg.put(format_args!("{}</text>", Escaped(&spot.place.name)));
        }
    }
    if !spot.place.label.is_empty() {
        // Neither its own frame nor that of the adjacent place may cross the letters.
        let (text, suit) = card::split_suit(&spot.place.label);
        let size = fitting(text, spot.label_font(), spot.width - (spot.width / 5).min(32));
        // High enough for a frame line below the letters, and centered in a cell without space for anything else.
        let y = if spot.is_low() { y + size * 35 / 100 } else { spot.y + spot.height - size * 78 / 100 };
        // The embedded fonts have no suits, so they are drawn.
        let after = suit.map_or(0, |_| size * 4 / 5);
        let x = x - after / 2;
        svg.put(format_args!("<text class=\"note\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">"));
        svg.put(format_args!("{}</text>", Escaped(text)));
        if let Some(suit) = suit {
            card::suit(svg, suit, (x + (wide(text, size) + after) / 2 + 4, y - size * 35 / 100), after);
        }
    }
    svg.text("</g>");
}

/// Returns whether a square of a chessboard is dark.
fn odd(spot: &PlaceLayout) -> bool {
    (spot.place.x / 2 + spot.place.y / 2) % 2 != 0
}

/// Returns the location of a place's pieces: the place, or the area if the place has no name.
fn home<'a>(laid: &'a AreaLayout, spot: &'a PlaceLayout) -> (&'static str, Cow<'a, str>) {
    if spot.place.name.is_empty() { ("data-in", laid.area.title()) } else { ("data-at", (&*spot.place.name).into()) }
}

/// Draws the pieces of a place, which is the `nth` of its area.
fn draw_pieces(svg: &mut Svg, copies: &Copies, laid: &AreaLayout, spot: &PlaceLayout, nth: usize) {
    let neutral = cluster::is_neutral(&spot.place.pieces);
    let listed = spot.place.spread != Spread::Pile || neutral && spot.pieces.len() > 1;
    let one_of_many = neutral && spot.place.name.is_empty() && laid.area.places.len() > 1;
    for (set, i) in spot.pieces.iter().zip(1..) {
        let (_, at) = home(laid, spot);
        let at = if one_of_many { format!("{at} {nth}").into() } else { at };
        let Some(identity) = piece::identity(set.piece, &at, listed.then_some(i)) else {
            piece::heading(svg, set);
            continue;
        };
        let identity = copies.numbered(identity, spot, i - 1);
        svg.text("<g class=\"");
        piece::class(svg, set.piece);
        svg.put(format_args!("\" data-piece=\"{}\" data-kind=\"{}\"", Escaped(&identity.name), identity.kind));
        if let Some(token) = identity.token {
            svg.put(format_args!(" data-token=\"{token}\""));
        }
        let (attribute, home) = home(laid, spot);
        svg.put(format_args!(" {attribute}=\"{}\"", Escaped(&home)));
        // The name of a tile, and of a face-up coin, already describes it.
        if !matches!(set.piece, Piece::Tile(_) | Piece::FaceUp(_) | Piece::CalledByValue(_)) {
            svg.put(format_args!(" data-words=\"{}\"", Escaped(&describe::piece(set.piece))));
        }
        if spot.place.winning.contains(&set.piece) {
            svg.text(" data-winning=\"true\"");
        }
        svg.put(format_args!(" transform=\"translate({} {})\">", set.x, set.y));
        piece::draw(svg, set);
        svg.text("</g>");
        if laid.area.ground == Ground::Path && i == 1 {
            piece::nth(svg, set, &spot.place.name);
        }
    }
}

/// Returns whether a place has its name in a corner: an occupied one, or one whose name is a coordinate.
fn has_coordinate(laid: &AreaLayout, spot: &PlaceLayout) -> bool {
    let is_coordinate = || spot.place.name.bytes().any(|byte| byte.is_ascii_digit());
    area::writes_name(laid.area, spot.place) && (!spot.pieces.is_empty() || is_coordinate())
}

/// Writes the coordinates of places. They are in the lower left corner, which no mark uses, or in the upper left one
/// above a label. The class `xy` of all coordinates lets a page hide them.
///
/// On a tile and on an empty cell the name is written directly, on other pieces on a plate. Other names of empty places are large, and
/// in the middle; places of paths and trampolines always have names.
fn coordinates(svg: &mut Svg, laid: &AreaLayout) {
    for spot in laid.spots.iter().filter(|spot| has_coordinate(laid, spot)) {
        let name = &spot.place.name;
        let labelled = !spot.place.label.is_empty();
        let (wanted, inset) = if labelled { (laid.cell / 6, 8) } else { (laid.cell / 5, 14) };
        let size = fitting(name, wanted, spot.width / 2);
        let inset = laid.cell * inset / 100;
        let x = spot.x + inset;
        let y = if labelled { spot.y + inset + size * 7 / 10 } else { spot.y + spot.height - inset };
        let is_on_tile = matches!(spot.place.pieces.last(), Some(Piece::Tile(_)));
        if !is_on_tile && !spot.pieces.is_empty() {
            let pad = size / 5;
            svg.put(format_args!(
                "<rect class=\"name-plate xy\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{pad}\"/>",
                x - pad,
                y - size * 9 / 10,
                wide(name, size) + 2 * pad,
                size * 12 / 10,
            ));
        }
        let class = if is_on_tile { "coord xy on" } else { "coord xy" };
        svg.put(format_args!(
            "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>",
            Escaped(name)
        ));
    }
}

fn draw_marks(svg: &mut Svg, spot: &PlaceLayout) {
    spot.place.marks.iter().for_each(|mark| draw_badge(svg, spot, *mark));
    let fell = |mark: &Mark| if let Mark::Fell(coin) = mark { Some(*coin) } else { None };
    let fallen: Vec<Coin> = spot.place.marks.iter().filter_map(fell).collect();
    piece::fallen(svg, spot, &fallen);
    let owns = |mark: &Mark| if let Mark::Of(seat) = mark { Some(*seat) } else { None };
    let radius = (spot.width * 11 / 100).clamp(16, 24);
    for (seat, nth) in spot.place.marks.iter().filter_map(owns).zip(0..) {
        let at = (spot.x + spot.width - radius - 2 - nth * 2 * radius, spot.y + radius + 2);
        badge(svg, seat, at, radius);
    }
}

/// Draws the number of a seat on a disc of its color.
fn badge(svg: &mut Svg, seat: Seat, (x, y): (i32, i32), radius: i32) {
    svg.put(format_args!("<g class=\"of {}\">", counter::seat_class(seat)));
    svg.put(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
    counter::centered_text(svg, &seat.to_string(), (x, y), radius * 3 / 2, 2 * radius);
    svg.text("</g>");
}

/// Draws a badge at the upper left of a place.
fn draw_badge(svg: &mut Svg, spot: &PlaceLayout, mark: Mark) {
    let radius = (spot.width * 15 / 100).max(20);
    let inset = spot.width * 12 / 100;
    let (x, y) = (spot.x + inset, spot.y + inset);
    match mark {
        Mark::Turn(turn, done) => {
            let class = if done { "turn done" } else { "turn" };
            svg.put(format_args!("<g class=\"{class}\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
            let size = radius * 3 / 2;
            svg.put(format_args!(
                "<text x=\"{x}\" y=\"{}\" font-size=\"{size}\">{turn}</text></g>",
                y + size * 35 / 100
            ));
        }
        Mark::Start => {
            let (a, b) = (radius * 9 / 20, radius / 2);
            svg.put(format_args!("<g class=\"start\"><circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\"/>"));
            svg.put(format_args!("<path d=\"M{} {}l{} {b}l-{} {b}z\"/></g>", x - a * 2 / 3, y - b, a * 2, a * 2));
        }
        Mark::Exit => {
            let (x, y) = (spot.x + spot.width - inset, spot.y + spot.height - inset);
            piece::flag(svg, (x, y), radius);
        }
        Mark::Fell(_) | Mark::Of(_) | Mark::Goal(_) | Mark::Beneath(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use funhouse_rules::scene::{Area, Place};

    use super::*;

    fn picture(pieces: &[Piece]) -> String {
        let place = Place::at("turn", 0, 0, pieces.iter().copied());
        draw(&Scene::new("Game", "caption", vec![Area::from_places("points", Ground::Plain, vec![place])]))
    }

    #[test]
    fn number_alone_on_a_place_is_read_aloud() {
        let number = picture(&[Piece::Number(17)]);
        assert!(number.contains("<desc>points: turn 17.</desc>"), "{number}");
        assert!(number.contains(r#"data-kind="number" data-at="turn" data-words="17""#), "{number}");
        assert!(number.contains(">17</text>"), "{number}");
    }

    #[test]
    fn heading_alone_on_a_place_leaves_it_empty() {
        let heading = picture(&[Piece::Heading(17)]);
        assert!(heading.contains("<desc>points: turn empty.</desc>"), "{heading}");
        assert!(!heading.contains("data-piece") && heading.contains(">17</text>"), "{heading}");
    }
}
