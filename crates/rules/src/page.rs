//! Parsing of the rules pages in `docs/rules/` for publication.
//!
//! A rules page is the only source of a game's rulings, rule ids and fault codes with their sentences. The catalogue
//! reads them from the page, so both always agree.

use serde::Serialize;
use utoipa::ToSchema;

/// The part of a rules page that belongs to a game.
#[derive(Clone, Copy, Debug)]
pub struct RulesPage {
    text: &'static str,
    /// The id in the headings of the game's sections; none for the whole page.
    section: Option<&'static str>,
}

/// A stable name and the sentence that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatalogueEntry)]
pub struct RuleEntry {
    /// The rule id or the fault code.
    pub id: &'static str,
    /// What the rule demands, or what the fault means.
    pub sentence: &'static str,
}

/// The line that starts a part for programs.
const FOR_PROGRAMS: &str = "<!-- for programs -->";
/// The line that ends a part for programs.
const FOR_PEOPLE: &str = "<!-- for people -->";

/// Returns whether a heading ends with an id in parentheses: `## 2. A game (`a-game`)`. Shared sections list several
/// ids.
fn names(heading: &str, id: &str) -> bool {
    let ids = heading.rsplit_once(" (").and_then(|(_, ids)| ids.strip_suffix(')'));
    ids.is_some_and(|ids| ids.split(", ").any(|named| named.trim_matches('`') == id))
}

/// Removes the names of random events in parentheses from a line.
fn without_events(line: &str) -> String {
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(" (`") {
        text.push_str(before);
        match after.split_once("`)") {
            Some((name, end)) if name.contains('/') && !name.contains('`') => rest = end,
            _ => {
                text.push_str(" (`");
                rest = after;
            }
        }
    }
    text + rest
}

impl RulesPage {
    /// Selects a whole page.
    #[must_use]
    pub const fn whole(text: &'static str) -> Self {
        Self { text, section: None }
    }

    /// Selects the sections whose headings contain the game's id in parentheses, including sections shared with other
    /// games.
    #[must_use]
    pub const fn section(text: &'static str, id: &'static str) -> Self {
        Self { text, section: Some(id) }
    }

    /// Returns the lines of the selected sections.
    fn lines(self) -> impl Iterator<Item = &'static str> {
        let mut inside = self.section.is_none();
        self.text.lines().filter(move |line| {
            if let (Some(id), Some(heading)) = (self.section, line.strip_prefix("## ")) {
                inside = names(heading, id);
            }
            inside
        })
    }

    /// Returns the rules for people, as Markdown.
    ///
    /// Omits the tables of rule ids and fault codes, the parts between `<!-- for programs -->` and `<!-- for people
    /// -->`, and the names of random events.
    #[must_use]
    pub fn reading(self) -> String {
        let mut text = String::new();
        let (mut to_programs, mut in_table) = (false, false);
        for line in self.lines() {
            in_table =
                line.starts_with('|') && (in_table || line.starts_with("| rule |") || line.starts_with("| fault"));
            match line {
                FOR_PROGRAMS => to_programs = true,
                FOR_PEOPLE => to_programs = false,
                // The heading with the game's id is redundant: the page that shows the rules has the title.
                _ if to_programs || in_table || self.is_own_heading(line) => {}
                _ => {
                    // Names of moves and options have underscores only for programs.
                    text.push_str(&without_events(line).replace('_', " "));
                    text.push('\n');
                }
            }
        }
        text.trim().to_owned() + "\n"
    }

    fn is_own_heading(self, line: &str) -> bool {
        match self.section {
            Some(id) => line.starts_with("## ") && names(line, id),
            None => line.starts_with("# "),
        }
    }

    /// Returns the rulings, each followed by its reason: what the program does where the rulebook is silent or
    /// contradictory.
    #[must_use]
    pub fn rulings(self) -> Vec<String> {
        let rows = self.rows("| ruling |").filter_map(|row| row.split_once(" | "));
        rows.map(|(ruling, reason)| format!("{ruling} {reason}")).collect()
    }

    /// The rules that can refuse a move.
    #[must_use]
    pub fn rules(self) -> Vec<RuleEntry> {
        self.entries("| rule |")
    }

    /// The faults that a posted state can have.
    #[must_use]
    pub fn faults(self) -> Vec<RuleEntry> {
        self.entries("| fault |")
    }

    /// Returns the rows of the tables with this heading: an id in backticks, then a sentence. Lists each id once.
    fn entries(self, heading: &'static str) -> Vec<RuleEntry> {
        let mut entries: Vec<RuleEntry> = Vec::new();
        for row in self.rows(heading) {
            let entry = row.strip_prefix('`').and_then(|row| row.split_once("` | "));
            if let Some((id, sentence)) = entry.filter(|(id, _)| entries.iter().all(|known| known.id != *id)) {
                entries.push(RuleEntry { id, sentence });
            }
        }
        entries
    }

    /// Returns the rows of the tables with this heading, from the first cell to the last.
    fn rows(self, heading: &'static str) -> impl Iterator<Item = &'static str> {
        let mut inside = false;
        let rows = self.lines().filter(move |line| {
            let before = inside;
            inside = line.starts_with(heading) || inside && line.starts_with('|');
            before && inside && !line.starts_with("|---")
        });
        rows.filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# A page
## 1. One (`one`)
Words.

| ruling | reason |
|---|---|
| The first goes on. | It was silent. |
| The second does not. | So it is | elsewhere. |

| rule | demands |
|---|---|
| `one.a` | A sentence. |

## 2. Two (`two`)
| ruling | reason |
|---|---|
| Not of one. | It is of two. |

| fault | says |
|---|---|
| `odd` | It is odd. |
";

    #[test]
    fn ruling_includes_its_reason() {
        let rulings = RulesPage::section(TEXT, "one").rulings();
        assert_eq!(rulings, ["The first goes on. It was silent.", "The second does not. So it is | elsewhere."]);
        assert_eq!(RulesPage::whole(TEXT).rulings().len(), 3);
    }

    #[test]
    fn tables_are_found_by_heading_and_section() {
        let one = RulesPage::section(TEXT, "one");
        assert_eq!(one.rules(), [RuleEntry { id: "one.a", sentence: "A sentence." }]);
        assert_eq!(one.faults(), []);
        assert_eq!(RulesPage::whole(TEXT).faults(), [RuleEntry { id: "odd", sentence: "It is odd." }]);
    }

    #[test]
    fn shared_sections_belong_to_each_game() {
        const PAGE: &str = "# Two\n## Shared (`one`, `two`)\nAll.\n## One (`one`)\nFirst.\n## Two (`two`)\nSecond.\n";
        let reading = |id| RulesPage::section(PAGE, id).reading();
        assert_eq!((reading("one"), reading("two")), ("All.\nFirst.\n".to_owned(), "All.\nSecond.\n".to_owned()));
    }

    #[test]
    fn reading_text_omits_parts_for_programs() {
        const PAGE: &str = "\
# A page
## 1. One (`one`)
**Move: lay_out.** Shuffle (`one/tiles`) well (see `one`), and cut (`one/cut/N`).

| ruling | reason |
|---|---|
| It goes on. | It was silent. |

<!-- for programs -->
Ids and codes.

| rule | demands |
|---|---|
| `one.a` | A sentence. |
<!-- for people -->
| rule | demands |
|---|---|
| `one.b` | A sentence. |

The end.
";
        let reading = RulesPage::section(PAGE, "one").reading();
        assert_eq!(
            reading,
            "**Move: lay out.** Shuffle well (see `one`), and cut.\n\n| ruling | reason |\n|---|---|\n| It goes on. | It was silent. |\n\n\nThe end.\n"
        );
    }

    #[test]
    fn reading_text_contains_no_rule_id_or_fault_code() {
        for page in [FUNHOUSE, EASY_SLIDER, MAGIC_BAG].map(RulesPage::whole) {
            let reading = page.reading();
            assert!(reading.contains("**Deal.**") && reading.contains("| ruling |"), "the rules are there");
            for entry in [page.rules(), page.faults()].concat() {
                assert!(!reading.contains(entry.id), "{}", entry.id);
            }
            assert!(!reading.contains("<!--") && !reading.contains("JSON"), "{reading}");
        }
    }

    const FUNHOUSE: &str = include_str!("../../../docs/rules/epic-funhouse.md");
    const EASY_SLIDER: &str = include_str!("../../../docs/rules/easy-slider.md");
    const MAGIC_BAG: &str = include_str!("../../../docs/rules/magic-bag.md");

    fn is_a_sentence(text: &str) -> bool {
        let opens = text.matches('(').count();
        text.starts_with(|c: char| c.is_uppercase() || matches!(c, '`' | '"'))
            && text.ends_with(['.', ')'])
            && text.len() > 12
            && opens == text.matches(')').count()
            && !text.contains(['*', '|'])
    }

    #[test]
    fn every_ruling_consists_of_sentences() {
        for page in [FUNHOUSE, EASY_SLIDER, MAGIC_BAG].map(RulesPage::whole) {
            let rows: Vec<_> = page.rows("| ruling |").collect();
            assert!(rows.len() > 1, "a page has rulings");
            for row in rows {
                let (ruling, reason) = row.split_once(" | ").expect("two cells");
                assert!(is_a_sentence(ruling) && is_a_sentence(reason), "{row}");
            }
        }
    }

    #[test]
    fn funhouse_rulings_belong_to_one_room() {
        use crate::registry::{Visitor, visit_all};
        struct Sections(Vec<String>);
        impl Visitor for Sections {
            fn visit<G: crate::game::Game>(&mut self) {
                if G::PAGE.section.is_some() {
                    let rulings = G::PAGE.rulings();
                    assert!(!rulings.is_empty(), "{} has rulings", G::ID);
                    self.0.extend(rulings);
                }
            }
        }
        let mut sections = Sections(Vec::new());
        visit_all(&mut sections);
        assert_eq!(sections.0, RulesPage::whole(FUNHOUSE).rulings());
    }

    #[test]
    fn funhouse_rules_and_faults_have_one_sentence_each() {
        let rows = FUNHOUSE.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let page = RulesPage::whole(FUNHOUSE);
        let entries = [page.rules(), page.faults()].concat();
        assert!(entries.len() > 50, "the tables are read");
        for (id, said) in rows {
            if let Some(entry) = entries.iter().find(|entry| entry.id == id) {
                assert_eq!(entry.sentence, said.trim_end_matches(" |"), "{id}");
                assert!(is_a_sentence(entry.sentence), "{id}: {}", entry.sentence);
            }
        }
    }
}
