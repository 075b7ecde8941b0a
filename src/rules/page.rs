//! The rules pages in `docs/rules/`, as the program publishes them.
//!
//! A page is the one source of a game's rulings, of its rule ids and of its fault codes, each with its
//! sentence: the catalogue reads them from the page, so that what is published is what is written there.

use serde::Serialize;
use utoipa::ToSchema;

/// The part of a rules page that belongs to a game.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    text: &'static str,
    /// The id that the headings of its sections name, or none for the whole page.
    section: Option<&'static str>,
}

/// A stable name and the sentence that belongs to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatalogueEntry)]
pub struct Entry {
    /// The rule id or the fault code.
    pub id: &'static str,
    /// What it demands.
    pub sentence: &'static str,
}

impl Page {
    /// A whole page.
    #[must_use]
    pub const fn whole(text: &'static str) -> Self {
        Self { text, section: None }
    }

    /// The section of a page whose heading names the game's id in parentheses.
    #[must_use]
    pub const fn section(text: &'static str, id: &'static str) -> Self {
        Self { text, section: Some(id) }
    }

    /// The lines that belong to the game.
    fn lines(self) -> impl Iterator<Item = &'static str> {
        let mut inside = self.section.is_none();
        self.text.lines().filter(move |line| {
            if let (Some(id), Some(heading)) = (self.section, line.strip_prefix("## ")) {
                inside = heading.ends_with(&format!("(`{id}`)"));
            }
            inside
        })
    }

    /// The rulings: what the program does where the rulebook is silent or contradicts itself, and why.
    #[must_use]
    pub fn rulings(self) -> Vec<String> {
        const MARK: &str = "**Ruling**: ";
        let mut rulings = Vec::new();
        for block in self.blocks() {
            for (at, _) in block.match_indices(MARK) {
                let said = block.get(at + MARK.len()..).unwrap_or_default();
                let said = said.split(MARK).next().unwrap_or_default();
                // A ruling inside a parenthesis ends with it, wherever in the parenthesis it begins.
                rulings.push(sentence(closed(said)));
            }
        }
        rulings
    }

    /// Paragraphs and list items, each on one line.
    fn blocks(self) -> Vec<String> {
        let mut blocks = vec![String::new()];
        for line in self.lines() {
            let starts_anew = line.is_empty() || line.starts_with("- ") || line.starts_with('|');
            match blocks.last_mut() {
                Some(block) if !starts_anew => {
                    block.push(' ');
                    block.push_str(line.trim());
                }
                _ => blocks.push(line.trim_start_matches("- ").to_owned()),
            }
        }
        blocks
    }

    /// The rules that can refuse a move.
    #[must_use]
    pub fn rules(self) -> Vec<Entry> {
        self.table("| rule |")
    }

    /// The faults that a posted state can have.
    #[must_use]
    pub fn faults(self) -> Vec<Entry> {
        self.table("| fault |")
    }

    /// The rows of the tables that have this heading: a name in backquotes, then a sentence. A name that
    /// several sections list is given once.
    fn table(self, heading: &str) -> Vec<Entry> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut inside = false;
        for line in self.lines() {
            inside = line.starts_with(heading) || inside && line.starts_with('|');
            let row = line.strip_prefix("| `").filter(|_| inside).and_then(|row| row.split_once("` | "));
            if let Some((id, sentence)) = row {
                let entry = Entry { id, sentence: sentence.trim_end_matches(" |") };
                if entries.iter().all(|known| known.id != id) {
                    entries.push(entry);
                }
            }
        }
        entries
    }
}

/// The text up to the parenthesis that closes before it opens another.
fn closed(text: &str) -> &str {
    let mut depth = 0;
    let end = text.find(|c| {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        depth < 0
    });
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}

/// The text with a capital letter first and a stop last.
fn sentence(text: &str) -> String {
    let text = text.trim().trim_end_matches(" (");
    let mut chars = text.chars();
    let first: String = chars.next().into_iter().flat_map(char::to_uppercase).collect();
    let stop = if text.ends_with(['.', ')']) { "" } else { "." };
    format!("{first}{}{stop}", chars.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
# A page
## 1. One (`one`)
Words. **Ruling**: the first goes
on here, and on.

- Item (**Ruling**: in (nested) parentheses) and after.
- **Ruling**: another item
- Item (with words; **Ruling**: a late (nested) one) and after.

| rule | demands |
|---|---|
| `one.a` | A sentence. |

## 2. Two (`two`)
**Ruling**: not of one.

| fault | says |
|---|---|
| `odd` | It is odd. |
";

    #[test]
    fn rulings_end_with_their_paragraph_item_or_parenthesis() {
        let rulings = Page::section(TEXT, "one").rulings();
        assert_eq!(
            rulings,
            ["The first goes on here, and on.", "In (nested) parentheses.", "Another item.", "A late (nested) one."]
        );
        assert_eq!(Page::whole(TEXT).rulings().len(), 5);
    }

    #[test]
    fn tables_are_told_apart_by_their_heading_and_section() {
        let one = Page::section(TEXT, "one");
        assert_eq!(one.rules(), [Entry { id: "one.a", sentence: "A sentence." }]);
        assert_eq!(one.faults(), []);
        assert_eq!(Page::whole(TEXT).faults(), [Entry { id: "odd", sentence: "It is odd." }]);
    }

    const FUNHOUSE: &str = include_str!("../../docs/rules/epic-funhouse.md");

    fn is_a_sentence(text: &str) -> bool {
        let opens = text.matches('(').count();
        text.starts_with(|c: char| c.is_uppercase() || matches!(c, '`' | '"'))
            && text.ends_with(['.', ')'])
            && text.len() > 12
            && opens == text.matches(')').count()
            && !text.contains("**")
    }

    #[test]
    fn every_ruling_of_the_funhouse_is_published_and_reads_as_a_sentence() {
        let rulings = Page::whole(FUNHOUSE).rulings();
        // The mark stands once more on the page: where it is explained.
        assert_eq!(rulings.len() + 1, FUNHOUSE.matches("**Ruling**").count());
        for ruling in &rulings {
            assert!(is_a_sentence(ruling), "{ruling}");
        }
    }

    #[test]
    fn every_ruling_of_the_funhouse_belongs_to_one_room() {
        use crate::rules::registry::{Visitor, visit_all};
        struct Sections(Vec<String>);
        impl Visitor for Sections {
            fn visit<G: crate::rules::game::Game>(&mut self) {
                if G::PAGE.section.is_some() {
                    let rulings = G::PAGE.rulings();
                    assert!(!rulings.is_empty(), "{} has rulings", G::ID);
                    self.0.extend(rulings);
                }
            }
        }
        let mut sections = Sections(Vec::new());
        visit_all(&mut sections);
        assert_eq!(sections.0, Page::whole(FUNHOUSE).rulings());
    }

    #[test]
    fn rules_and_faults_of_the_funhouse_have_one_sentence_each_wherever_they_are_listed() {
        let rows = FUNHOUSE.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` | "));
        let page = Page::whole(FUNHOUSE);
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
