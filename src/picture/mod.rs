//! Pictures: a scene drawn as SVG.
//!
//! A picture is made from a [`Scene`] and nothing else, so every game has one as soon as it tells its scene. It is the same
//! to the byte for the same scene: all reckoning is in integers. `layout` finds where everything lies, `piece`, `people`
//! and `symbol` draw the pieces, `words` tells those who cannot see what there is.
//!
//! What scripts may rely on is told in `docs/pictures.md`: areas, places and pieces carry data attributes with the names
//! by which moves refer to them, and every piece is drawn around its own origin and placed by one translation.

mod layout;
mod people;
mod piece;
mod style;
mod svg;
mod symbol;
mod words;

use self::layout::{Laid, Layout, PAD, Spot, WIDTH};
use self::svg::{Escaped, Svg};
use crate::rules::piecepack::Coin;
use crate::rules::scene::{Ground, Mark, Part, Scene, Spread};

/// Draws a scene.
#[must_use]
pub fn draw(scene: &Scene) -> String {
    let layout = Layout::of(scene);
    let mut svg = Svg::new();
    let (width, height) = (WIDTH, layout.height);
    svg.put(format_args!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"fhpic\" viewBox=\"0 0 {width} {height}\" role=\"img\">"
    ));
    svg.put(format_args!("<title>{}</title>", Escaped(&words::title(scene))));
    svg.put(format_args!("<desc>{}</desc>", Escaped(&words::description(scene))));
    svg.text(style::SHEET);
    svg.put(format_args!("<rect class=\"table\" width=\"{width}\" height=\"{height}\" rx=\"36\"/>"));
    awning(&mut svg);
    header(&mut svg, scene, &layout);
    for area in &layout.areas {
        draw_area(&mut svg, area);
    }
    svg.text("<g class=\"pieces\">");
    for area in &layout.areas {
        area.spots.iter().for_each(|spot| draw_pieces(&mut svg, area, spot));
    }
    svg.text("</g><g class=\"marks\">");
    layout.areas.iter().flat_map(|area| &area.spots).for_each(|spot| draw_marks(&mut svg, spot));
    svg.text("</g></svg>\n");
    svg.done()
}

/// The striped edge of the booth.
fn awning(svg: &mut Svg) {
    const STRIPES: i32 = 20;
    let wide = WIDTH / STRIPES;
    for (class, first) in [("awning", 0), ("awning odd", 1)] {
        svg.put(format_args!("<path class=\"{class}\" d=\""));
        for x in (first..STRIPES).step_by(2).map(|i| i * wide) {
            svg.put(format_args!("M{x} 0h{wide}v22a{0} {0} 0 0 1-{wide} 0z", wide / 2));
        }
        svg.text("\"/>");
    }
}

/// Title, caption, score, and the parts of the score.
fn header(svg: &mut Svg, scene: &Scene, layout: &Layout) {
    let total = scene.total.to_string();
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
    let label = if scene.parts.is_empty() { "score" } else { "total" };
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

/// How wide a text is about, in bold letters of a size.
fn wide(text: &str, size: i32) -> i32 {
    text.chars().count() as i32 * size * 63 / 100
}

/// The size at which a text fits: the one wanted, or less.
fn fitting(text: &str, wanted: i32, room: i32) -> i32 {
    wanted.min(room * wanted / wide(text, wanted).max(1))
}

/// A ticket with the score of a part.
fn draw_part(svg: &mut Svg, part: &Part, number: i32, (x, y): (i32, i32), wide: i32) {
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

/// The ground of an area and its places.
fn draw_area(svg: &mut Svg, laid: &Laid) {
    svg.put(format_args!("<g data-area=\"{}\">", Escaped(laid.area.name)));
    let &Laid { x, y, width, height, .. } = laid;
    svg.put(format_args!(
        "<rect class=\"panel\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"24\"/>"
    ));
    if laid.labelled {
        svg.put(format_args!(
            "<text class=\"label\" x=\"{}\" y=\"{}\">{}</text>",
            x + 20,
            y + 44,
            Escaped(laid.area.name)
        ));
    }
    if laid.area.ground == Ground::Path {
        draw_way(svg, laid);
    }
    for spot in &laid.spots {
        draw_place(svg, laid, spot);
    }
    if let Some(y) = laid.mirror {
        let (x, width) = (x + 16, width - 32);
        svg.put(format_args!(
            "<rect class=\"mirror\" x=\"{x}\" y=\"{}\" width=\"{width}\" height=\"20\" rx=\"10\"/>",
            y - 10
        ));
    }
    svg.text("</g>");
}

/// The planks that lead from place to place.
fn draw_way(svg: &mut Svg, laid: &Laid) {
    svg.put(format_args!("<path class=\"way\" stroke-width=\"{}\" d=\"", laid.cell * 2 / 5));
    for (spot, step) in laid.spots.iter().zip(std::iter::once('M').chain(std::iter::repeat('L'))) {
        svg.step(Some(step), <[i32; 2]>::from(spot.centre()));
    }
    svg.text("\"/>");
}

/// A place: where nothing lies it is faint, but it can be pointed at if it has a name.
fn draw_place(svg: &mut Svg, laid: &Laid, spot: &Spot) {
    svg.text("<g");
    if !spot.place.name.is_empty() {
        svg.put(format_args!(" data-place=\"{}\"", Escaped(&spot.place.name)));
    }
    svg.text(">");
    let (x, y) = spot.centre();
    if laid.area.ground == Ground::Trampolines {
        piece::trampoline(svg, (x, y), spot.width, &spot.place.name);
    } else if spot.has_cell(laid.area.ground) {
        let class = if laid.area.ground == Ground::Path { "bare" } else { "cell" };
        let gap = (laid.cell / 24).min(6);
        svg.put(format_args!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"/>",
            spot.x + gap,
            spot.y + gap,
            spot.width - 2 * gap,
            spot.height - 2 * gap,
            (laid.cell / 9).min(18),
        ));
        if spot.place.pieces.is_empty() && laid.area.ground != Ground::Plain {
            let size = laid.cell * 3 / 10;
            svg.put(format_args!("<text class=\"name\" x=\"{x}\" y=\"{}\" font-size=\"{size}\">", y + size * 35 / 100));
            svg.put(format_args!("{}</text>", Escaped(&spot.place.name)));
        }
    }
    svg.text("</g>");
}

/// Where the pieces of a place are: at the place, or in the area if the place has no name.
fn home<'a>(laid: &'a Laid, spot: &'a Spot) -> (&'static str, &'a str) {
    if spot.place.name.is_empty() { ("data-in", laid.area.name) } else { ("data-at", &spot.place.name) }
}

fn draw_pieces(svg: &mut Svg, laid: &Laid, spot: &Spot) {
    let listed = spot.place.spread != Spread::Pile;
    for (set, i) in spot.pieces.iter().zip(1..) {
        let (_, at) = home(laid, spot);
        let Some(identity) = piece::identity(set.thing, at, listed.then_some(i)) else {
            piece::number(svg, set);
            continue;
        };
        svg.text("<g class=\"");
        piece::class(svg, set.thing);
        svg.put(format_args!("\" data-piece=\"{}\" data-kind=\"{}\"", Escaped(&identity.name), identity.kind));
        if let Some(token) = identity.token {
            svg.put(format_args!(" data-token=\"{token}\""));
        }
        let (attribute, home) = home(laid, spot);
        svg.put(format_args!(" {attribute}=\"{}\"", Escaped(home)));
        svg.put(format_args!(" transform=\"translate({} {})\">", set.x, set.y));
        piece::draw(svg, set);
        svg.text("</g>");
        if laid.area.ground == Ground::Path && i == 1 {
            piece::nth(svg, set, &spot.place.name);
        }
    }
}

fn draw_marks(svg: &mut Svg, spot: &Spot) {
    spot.place.marks.iter().for_each(|mark| draw_badge(svg, spot, *mark));
    let fell = |mark: &Mark| if let Mark::Fell(coin) = mark { Some(*coin) } else { None };
    let fallen: Vec<Coin> = spot.place.marks.iter().filter_map(fell).collect();
    piece::fallen(svg, spot, &fallen);
}

/// A badge at the upper left of a place.
fn draw_badge(svg: &mut Svg, spot: &Spot, mark: Mark) {
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
        Mark::Fell(_) => {}
    }
}
