//! Text as outlines, because the renderer of PNG draws no text. The outlines and the kerning are data (`fonts/README.md`).
//!
//! Each text becomes a group with its classes and `text`, which the style sheet selects instead of the element. The group draws the outlines
//! that the document defines at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The size of the outlines.
const UNITS_PER_EM: f32 = 2048.0;

/// The size of texts that have none, as in browsers.
const DEFAULT_SIZE: f32 = 16.0;

static REGULAR: LazyLock<Font> = LazyLock::new(|| Font::of('r', include_str!("../fonts/regular.txt")));
static BOLD: LazyLock<Font> = LazyLock::new(|| Font::of('b', include_str!("../fonts/bold.txt")));

struct Font {
    /// How the ids of its outlines begin.
    prefix: char,
    /// The advance and the path of each character.
    outlines: BTreeMap<char, (i32, &'static str)>,
    /// Corrections of the distance of two characters.
    kerning: BTreeMap<(char, char), i32>,
}

impl Font {
    /// Reads lines of a character, its advance and its path, and after an empty line those of two characters and their correction.
    fn of(prefix: char, file: &'static str) -> Self {
        let (outlines, kerning) = file.split_once("\n\n").unwrap_or((file, ""));
        let outline = |line: &'static str| {
            let (c, rest) = first(line)?;
            let (advance, path) = rest.strip_prefix(' ')?.split_once(' ')?;
            Some((c, (advance.parse().ok()?, path)))
        };
        let correction = |line: &'static str| {
            let (before, rest) = first(line)?;
            let (after, rest) = first(rest)?;
            Some(((before, after), rest.strip_prefix(' ')?.parse().ok()?))
        };
        Self {
            prefix,
            outlines: outlines.lines().filter_map(outline).collect(),
            kerning: kerning.lines().filter_map(correction).collect(),
        }
    }

    /// Returns the characters of a text with their positions, and the width of the text. Leaves out unknown characters.
    fn laid_out(&self, text: &str) -> (Vec<(char, i32)>, i32) {
        let (mut places, mut width) = (Vec::new(), 0);
        for c in text.chars() {
            let Some((advance, _)) = self.outlines.get(&c) else { continue };
            let kerning = places.last().and_then(|(before, _)| self.kerning.get(&(*before, c)));
            let x = width + kerning.unwrap_or(&0);
            places.push((c, x));
            width = x + advance;
        }
        (places, width)
    }
}

fn first(line: &str) -> Option<(char, &str)> {
    let mut chars = line.chars();
    Some((chars.next()?, chars.as_str()))
}

/// Replaces the texts of a picture by outlines.
pub(super) fn outlined(svg: &str) -> String {
    let Some((before, sheet, picture)) = svg.split_once("<style>").and_then(|(before, rest)| {
        let (sheet, picture) = rest.split_once("</style>")?;
        Some((before, sheet, picture))
    }) else {
        return svg.to_owned();
    };
    let selected = sheet.replace("text{", ".text{").replace("text,", ".text,");
    let mut outlined = format!("{before}<style>{selected}</style>");
    let mut used = BTreeSet::new();
    let mut parts = picture.split("<text");
    outlined.extend(parts.next());
    for (element, rest) in parts.filter_map(|part| part.split_once("</text>")) {
        draw(&mut outlined, &mut used, sheet, element);
        outlined.push_str(rest);
    }
    let end = outlined.rfind("</svg>").unwrap_or(outlined.len());
    outlined.insert_str(end, &definitions(&used));
    outlined
}

/// Draws a text, given its attributes and its content, and adds the outlines that it uses.
fn draw(svg: &mut String, used: &mut BTreeSet<(bool, char)>, sheet: &str, element: &str) {
    let (attributes, content) = element.split_once('>').unwrap_or_default();
    let attribute = |name| attribute(attributes, name);
    let classes = attribute("class").unwrap_or_default();
    let style = |property| style(sheet, classes, property);
    let bold = style("font-weight").is_some_and(|weight| weight > "500");
    let font = font(bold);
    let (places, width) = font.laid_out(&unescaped(content));
    let left = match style("text-anchor") {
        Some("middle") => width / 2,
        Some("end") => width,
        _ => 0,
    };
    let (x, y) = (attribute("x").unwrap_or("0"), attribute("y").unwrap_or("0"));
    let size = style("font-size").or(attribute("font-size")).and_then(|size| size.trim_end_matches("px").parse().ok());
    let scale = size.unwrap_or(DEFAULT_SIZE) / UNITS_PER_EM;
    // Writing to a string cannot fail.
    let _ = write!(svg, "<g class=\"text {classes}\" transform=\"translate({x} {y})scale({scale})\">");
    for (c, x) in places {
        let _ = write!(svg, "<use href=\"#{}{}\" x=\"{}\"/>", font.prefix, u32::from(c), x - left);
        used.insert((bold, c));
    }
    svg.push_str("</g>");
}

fn font(bold: bool) -> &'static Font {
    if bold { &BOLD } else { &REGULAR }
}

/// Returns the definitions of outlines.
fn definitions(used: &BTreeSet<(bool, char)>) -> String {
    let mut definitions = "<defs>".to_owned();
    for &(bold, c) in used {
        let font = font(bold);
        let path = font.outlines.get(&c).map_or("", |(_, path)| path);
        let _ = write!(definitions, "<path id=\"{}{}\" d=\"{path}\"/>", font.prefix, u32::from(c));
    }
    definitions + "</defs>"
}

fn attribute<'a>(attributes: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = attributes.split_once(&format!(" {name}=\""))?;
    Some(rest.split_once('"')?.0)
}

/// Returns the value of a property of a text with these classes. In the sheet, rules that select more come later.
fn style<'a>(sheet: &'a str, classes: &str, property: &str) -> Option<&'a str> {
    let rules = sheet.split('}').filter_map(|rule| rule.trim_start().split_once('{'));
    let applied = rules.filter(|(selectors, _)| selectors.split(',').any(|selector| selects(selector, classes)));
    let declarations = applied.flat_map(|(_, declarations)| declarations.split(';'));
    declarations.filter_map(|it| it.split_once(':')).rfind(|(name, _)| *name == property).map(|(_, value)| value)
}

/// Whether a selector selects all texts, or those with these classes. Rules for texts within other elements only set their colors.
fn selects(selector: &str, classes: &str) -> bool {
    let has = |class| classes.split(' ').any(|it| it == class);
    match selector.strip_prefix(".fhpic ") {
        Some("text") => true,
        Some(selector) => selector.strip_prefix('.').is_some_and(|names| names.split('.').all(has)),
        None => false,
    }
}

/// Reverts [`Escaped`](super::svg::Escaped).
fn unescaped(text: &str) -> String {
    text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHEET: &str = ".fhpic text{text-anchor:middle;font-weight:700}\n.fhpic .a{text-anchor:end;font-size:44px}\n\
                         .fhpic .a.b{font-weight:500}\n.fhpic .c text,.fhpic .d text{fill:#fff}\n";

    fn outlined_in_sheet(picture: &str) -> String {
        let svg = outlined(&format!("<svg><style>{SHEET}</style>{picture}</svg>"));
        svg.split_once("</style>").expect("a sheet").1.to_owned()
    }

    #[test]
    fn texts_become_outlines_of_their_font_and_size() {
        let bold = outlined_in_sheet("<text x=\"7\" y=\"-3\" font-size=\"32\">1</text>");
        let (_, path) = BOLD.outlines[&'1'];
        assert_eq!(
            bold,
            format!(
                "<g class=\"text \" transform=\"translate(7 -3)scale(0.015625)\"><use href=\"#b49\" x=\"-712\"/></g>\
                 <defs><path id=\"b49\" d=\"{path}\"/></defs></svg>"
            )
        );
        assert!(
            outlined_in_sheet("<text class=\"a b\">1</text>")
                .contains("scale(0.021484375)\"><use href=\"#r49\" x=\"-1303\"/>")
        );
    }

    #[test]
    fn style_is_that_of_the_last_rule_that_applies() {
        assert_eq!(style(SHEET, "", "text-anchor"), Some("middle"));
        assert_eq!(style(SHEET, "b", "font-weight"), Some("700"));
        assert_eq!(style(SHEET, "b a", "font-weight"), Some("500"));
        assert_eq!(style(SHEET, "a", "text-anchor"), Some("end"));
        assert_eq!(style(SHEET, "c", "fill"), None);
    }

    #[test]
    fn sheet_selects_groups_instead_of_texts() {
        let svg = outlined(&format!("<svg><desc>text, text</desc><style>{SHEET}</style></svg>"));
        assert!(svg.contains("<desc>text, text</desc>"), "{svg}");
        assert!(svg.contains(".fhpic .text{text-anchor") && svg.contains(".fhpic .c .text,.fhpic .d .text{"), "{svg}");
    }

    #[test]
    fn characters_are_kerned() {
        let (places, width) = REGULAR.laid_out("To");
        let [(alone, _), (other, _)] = ['T', 'o'].map(|c| REGULAR.outlines[&c]);
        let kerning = REGULAR.kerning[&('T', 'o')];
        assert!(kerning < -100, "{kerning}");
        assert_eq!((places, width), (vec![('T', 0), ('o', alone + kerning)], alone + kerning + other));
    }

    #[test]
    fn escaped_characters_are_drawn_as_themselves() {
        assert_eq!(unescaped("&lt;&amp;lt;&quot;&gt;"), "<&lt;\">");
    }

    #[test]
    fn both_fonts_have_the_same_characters() {
        let [regular, bold] = [&REGULAR, &BOLD].map(|font| font.outlines.keys().collect::<Vec<_>>());
        assert_eq!(regular.len(), 219);
        assert_eq!(regular, bold);
    }
}
