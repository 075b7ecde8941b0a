//! The style sheets of pictures. Every selector contains the class of the root element, so that a picture does not affect
//! the page around it.
//!
//! Rules use variables for colors, except those that are the same in both themes. `light.css` and `dark.css` have their values, and the sheet
//! of a world replaces some of them.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::svg::Svg;
use super::world::{self, Look};
use funhouse_rules::scene::World;

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

const LIGHT: &str = include_str!("style/light.css");
const DARK: &str = include_str!("style/dark.css");
const RULES: &str = include_str!("style/rules.css");
/// The additional colors and rules of games for several seats. Solitaire pictures omit them.
const SEATED_LIGHT: &str = include_str!("style/seated-light.css");
const SEATED_DARK: &str = include_str!("style/seated-dark.css");
const SEATED_RULES: &str = include_str!("style/seated-rules.css");

/// The colors of both themes as declarations, and the rules.
struct Sheet {
    light: String,
    dark: String,
    rules: [&'static str; 3],
}

impl Sheet {
    fn of(look: &Look, seated: bool) -> Self {
        let (light, rest) = look.sheet.split_once('\n').unwrap_or_default();
        let (dark, rules) = rest.split_once('\n').unwrap_or_default();
        let [seated_light, seated_dark, seated_rules] =
            if seated { [SEATED_LIGHT, SEATED_DARK, SEATED_RULES] } else { [""; 3] };
        let [base, seated_base] = if look.dark { [DARK, seated_dark] } else { [""; 2] };
        Self {
            light: merged(&[LIGHT, seated_light, base, seated_base, light]),
            dark: merged(&[LIGHT, seated_light, DARK, seated_dark, dark]),
            rules: [RULES, seated_rules, rules],
        }
    }

    /// Returns the sheet for both themes. The colors are those of one world: pictures of several can be on a page.
    fn adaptive(&self, class: &str) -> String {
        let Self { light, dark, rules } = self;
        format!(
            ".fhpic.{class}{{{light}}}\n@media(prefers-color-scheme:dark){{\
             .fhpic.{class}:not([data-theme=light],[data-theme=light] *){{{dark}}}}}\
             .fhpic.{class}[data-theme=dark],[data-theme=dark] .fhpic.{class}{{{dark}}}\n{}",
            rules.concat()
        )
    }

    /// Returns the rules with the light colors in place of the variables.
    fn resolved(&self) -> String {
        resolved(&self.rules.concat(), &self.light)
    }
}

/// Joins declarations. Of each name, only the last one counts.
fn merged(sheets: &[&str]) -> String {
    let declarations = sheets.iter().flat_map(|sheet| sheet.split(';')).filter_map(|color| color.split_once(':'));
    let values: BTreeMap<&str, &str> = declarations.map(|(name, value)| (name, value.trim_end())).collect();
    let colors: Vec<String> = values.into_iter().map(|(name, value)| format!("{name}:{value}")).collect();
    colors.join(";")
}

/// Replaces each variable in rules by its value in declarations.
fn resolved(rules: &str, colors: &str) -> String {
    let value_of = |name| colors.split(';').find_map(|color| color.split_once(':').filter(|(of, _)| *of == name));
    let mut parts = rules.split("var(");
    let mut sheet = parts.next().unwrap_or_default().to_owned();
    for (name, rest) in parts.filter_map(|part| part.split_once(')')) {
        sheet.push_str(value_of(name).map_or(name, |(_, value)| value));
        sheet.push_str(rest);
    }
    sheet
}

/// Writes the sheet of a world in a theme, with or without the rules of games for several seats.
pub(super) fn write(svg: &mut Svg, theme: Theme, world: World, seated: bool) {
    // By theme, then by whether there are seats, then by world.
    static SHEETS: [[[OnceLock<String>; World::ALL.len()]; 2]; 2] =
        [const { [const { [const { OnceLock::new() }; World::ALL.len()] }; 2] }; 2];
    let sheet = SHEETS[theme as usize][usize::from(seated)][world as usize].get_or_init(|| {
        let look = world::look(world);
        let sheet = Sheet::of(look, seated);
        match theme {
            Theme::Adaptive => sheet.adaptive(look.class),
            Theme::Light => sheet.resolved(),
        }
    });
    svg.text("<style>");
    svg.text(sheet);
    svg.text("</style>");
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn names(css: &str) -> BTreeSet<&str> {
        css.split(';').filter_map(|color| color.split_once(':')).map(|(name, _)| name).collect()
    }

    #[test]
    fn variables_are_replaced_by_their_last_value() {
        let rules = ".a{fill:var(--x);stroke:var(--y)}.b{color:var(--x)}";
        let colors = merged(&["--x:#111;--y:#222", "--x:#333"]);
        assert_eq!(resolved(rules, &colors), ".a{fill:#333;stroke:#222}.b{color:#333}");
    }

    #[test]
    fn sheets_have_a_value_for_every_variable() {
        for (world, seated) in World::ALL.into_iter().flat_map(|world| [(world, false), (world, true)]) {
            let sheet = Sheet::of(world::look(world), seated).resolved();
            assert!(sheet.len() > 3000 && !sheet.contains("--"), "{world:?}: {sheet}");
        }
    }

    #[test]
    fn dark_colors_replace_light_ones() {
        assert!(names(DARK).len() > 10 && names(DARK).is_subset(&names(LIGHT)));
        let seated_light: BTreeSet<&str> = names(LIGHT).union(&names(SEATED_LIGHT)).copied().collect();
        assert!(names(SEATED_DARK).len() > 10 && names(SEATED_DARK).is_subset(&seated_light));
        for world in World::ALL {
            let mut lines = world::look(world).sheet.lines();
            let [light, dark] = [lines.next(), lines.next()].map(|line| names(line.unwrap_or_default()));
            assert!(!light.is_empty() && light == dark, "{world:?}: {light:?} {dark:?}");
        }
    }
}
