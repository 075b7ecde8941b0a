//! The style sheets of pictures. Every selector contains the class of the root element, so that a picture does not affect
//! the page around it.
//!
//! Rules use variables for colors, except those that are the same in both themes. `light.css` and `dark.css` have their
//! values.

use std::sync::LazyLock;

use super::svg::Svg;

/// The theme of a picture.
#[derive(Clone, Copy)]
pub(super) enum Theme {
    /// Light, or dark if the system prefers that. A `data-theme` on the picture or on an element around it overrides the
    /// preference.
    Adaptive,
    /// Light, for a renderer that supports neither variables nor media queries.
    #[cfg_attr(not(feature = "png"), expect(dead_code, reason = "only PNG needs it"))]
    Light,
}

/// Joins the colors of both themes and the rules to an adaptive sheet.
macro_rules! adaptive {
    ($light:literal, $dark:literal, $rules:literal) => {
        concat!(
            ".fhpic{",
            include_str!($light),
            "}\n@media(prefers-color-scheme:dark){.fhpic:not([data-theme=light],[data-theme=light] *){",
            include_str!($dark),
            "}}\n.fhpic[data-theme=dark],[data-theme=dark] .fhpic{",
            include_str!($dark),
            "}\n",
            include_str!($rules)
        )
    };
}

const ADAPTIVE: &str = adaptive!("style/light.css", "style/dark.css", "style/rules.css");
/// The additional rules of games for several seats. Solitaire pictures omit them.
const ADAPTIVE_SEATED: &str = adaptive!("style/seated-light.css", "style/seated-dark.css", "style/seated-rules.css");

static LIGHT: LazyLock<String> =
    LazyLock::new(|| resolved(include_str!("style/rules.css"), include_str!("style/light.css")));
static LIGHT_SEATED: LazyLock<String> = LazyLock::new(|| {
    // A variable that has two values has the later one in all rules.
    let colors = concat!(include_str!("style/light.css"), ";", include_str!("style/seated-light.css"));
    resolved(concat!(include_str!("style/rules.css"), include_str!("style/seated-rules.css")), colors)
});

/// Replaces each variable in rules by its value. `colors` are declarations; the last of a name counts.
fn resolved(rules: &str, colors: &str) -> String {
    let value_of = |name| colors.rsplit(';').find_map(|color| color.split_once(':').filter(|(of, _)| *of == name));
    let mut parts = rules.split("var(");
    let mut sheet = parts.next().unwrap_or_default().to_owned();
    for (name, rest) in parts.filter_map(|part| part.split_once(')')) {
        sheet.push_str(value_of(name).map_or(name, |(_, value)| value));
        sheet.push_str(rest);
    }
    sheet
}

/// Writes the sheet of a theme, with or without the rules of games for several seats.
pub(super) fn write(svg: &mut Svg, theme: Theme, seated: bool) {
    svg.text("<style>");
    match (theme, seated) {
        (Theme::Adaptive, false) => svg.text(ADAPTIVE),
        (Theme::Adaptive, true) => [ADAPTIVE, ADAPTIVE_SEATED].iter().for_each(|sheet| svg.text(sheet)),
        (Theme::Light, false) => svg.text(&LIGHT),
        (Theme::Light, true) => svg.text(&LIGHT_SEATED),
    }
    svg.text("</style>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_replaced_by_their_last_value() {
        let rules = ".a{fill:var(--x);stroke:var(--y)}.b{color:var(--x)}";
        assert_eq!(resolved(rules, "--x:#111;--y:#222;--x:#333"), ".a{fill:#333;stroke:#222}.b{color:#333}");
    }

    #[test]
    fn light_sheets_have_a_value_for_every_variable() {
        for sheet in [&*LIGHT, &*LIGHT_SEATED] {
            assert!(sheet.len() > 3000 && !sheet.contains("--"), "{sheet}");
        }
    }

    #[test]
    fn dark_colors_replace_light_ones() {
        let names = |css: &'static str| css.split(';').filter_map(|color| color.split_once(':')).map(|(name, _)| name);
        for (light, dark) in [
            (include_str!("style/light.css"), include_str!("style/dark.css")),
            (include_str!("style/seated-light.css"), include_str!("style/seated-dark.css")),
        ] {
            assert!(names(dark).count() > 10);
            names(dark).for_each(|name| assert!(names(light).any(|known| known == name), "{name}"));
        }
    }
}
