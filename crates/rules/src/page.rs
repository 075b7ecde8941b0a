//! The rules pages in `docs/rules/`, parsed for publication.
//!
//! Each game has a page for players, `docs/rules/{game}.md`, and an exact one for programs,
//! `docs/rules/programs/{game}.md`. The pages are the only source of rulings, rule ids and fault codes with their
//! sentences. The catalogue reads them from the pages, so both always agree.

use serde::{Deserialize, Serialize};

use crate::wire::ToSchema;

/// The rules pages of a game, each as its parts: the game's own file, then the files that it shares with other games.
#[derive(Clone, Copy, Debug)]
pub struct RulesPage {
    /// The rules for players.
    pub players: &'static [Part],
    /// The exact rules for programs.
    pub programs: &'static [Part],
}

/// A file of `docs/rules/`.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    /// The name of the file, without its extension.
    pub name: &'static str,
    /// The content, as Markdown.
    pub text: &'static str,
}

/// The readers of a rules page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// Players: how to play, in plain words, with examples and rulings.
    #[default]
    Players,
    /// Authors of programs: the exact rules, random events, JSON, rule ids, fault codes and known answers.
    Programs,
}

/// A stable id and its meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CatalogueEntry)]
pub struct RuleEntry {
    /// The rule id or the fault code.
    pub id: &'static str,
    /// The meaning of the rule or of the fault.
    pub sentence: &'static str,
}

/// Builds a [`RulesPage`] from the names of its files.
macro_rules! rules_page {
    (players: $($player:literal),+; programs: $($program:literal),+ $(;)?) => {
        $crate::page::RulesPage {
            players: &[$($crate::page::part!("", $player)),+],
            programs: &[$($crate::page::part!("programs/", $program)),+],
        }
    };
}

macro_rules! part {
    ($folder:literal, $name:literal) => {
        $crate::page::Part {
            name: $name,
            text: include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/", $folder, $name, ".md")),
        }
    };
}

pub(crate) use {part, rules_page};

/// The heading of the tables of rulings.
const RULINGS: &str = "| ruling | reason |";

impl RulesPage {
    /// Returns the rules for an audience as one Markdown document, without the title.
    ///
    /// Shared parts follow as sections, each with its name as the id of the heading (`## Seats {#seats}`). Links to
    /// them lead there. Programs get the rulings of the players' page too.
    #[must_use]
    pub fn reading(self, audience: Audience) -> String {
        let (parts, rulings) = match audience {
            Audience::Players => (self.players, None),
            Audience::Programs => (self.programs, Some(self.rulings_section())),
        };
        let [own, shared @ ..] = parts else { return String::new() };
        let sections = [own.untitled()].into_iter().chain(rulings).chain(shared.iter().map(Part::section));
        let text = sections.collect::<Vec<_>>().join("\n");
        shared
            .iter()
            .fold(text, |text, Part { name, .. }| text.replace(&format!("]({name}.md)"), &format!("](#{name})")))
    }

    fn rulings_section(self) -> String {
        let rows = self.ruling_rows().map(|row| format!("| {row} |\n"));
        format!("## Rulings\n\n{RULINGS}\n|---|---|\n{}", rows.collect::<String>())
    }

    /// Returns the rulings, each followed by its reason: what the program does where the rulebook is silent or
    /// contradictory.
    #[must_use]
    pub fn rulings(self) -> Vec<String> {
        let rows = self.ruling_rows().filter_map(|row| row.split_once(" | "));
        rows.map(|(ruling, reason)| format!("{ruling} {reason}")).collect()
    }

    fn ruling_rows(self) -> impl Iterator<Item = &'static str> {
        self.players.iter().flat_map(|part| part.rows(RULINGS))
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

    /// Returns the rows of the programs' tables with this heading: an id in backticks, then a sentence. Lists each id
    /// once.
    fn entries(self, heading: &'static str) -> Vec<RuleEntry> {
        let mut entries: Vec<RuleEntry> = Vec::new();
        for row in self.programs.iter().flat_map(|part| part.rows(heading)) {
            let entry = row.strip_prefix('`').and_then(|row| row.split_once("` | "));
            if let Some((id, sentence)) = entry.filter(|(id, _)| entries.iter().all(|known| known.id != *id)) {
                entries.push(RuleEntry { id, sentence });
            }
        }
        entries
    }
}

impl Part {
    /// Returns the title, and the text after it.
    fn split(&self) -> (&'static str, &'static str) {
        let (title, text) = self.text.split_once('\n').unwrap_or((self.text, ""));
        (title.trim_start_matches("# "), text.trim_start())
    }

    /// Returns the text without its title.
    fn untitled(&self) -> String {
        self.split().1.to_owned()
    }

    /// Returns the text as a section: one heading level deeper, with the name as the id of its heading.
    fn section(&self) -> String {
        let (title, text) = self.split();
        let deeper = format!("\n{text}").replace("\n#", "\n##");
        format!("## {title} {{#{}}}\n{deeper}", self.name)
    }

    /// Returns the rows of the tables with this heading, from the first cell to the last.
    fn rows(self, heading: &'static str) -> impl Iterator<Item = &'static str> {
        let mut inside = false;
        let rows = self.text.lines().filter(move |line| {
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
    use crate::game::{Seated, Solitaire};
    use crate::registry::{SeatedVisitor, Visitor, visit_all, visit_seated};

    const PAGE: RulesPage = RulesPage {
        players: &[
            Part {
                name: "one",
                text: "# One\n\nSee [Two](two.md) and [Three](three.md).\n\n## End\nLate.\n\n| ruling | reason |\n|---|---|\n| The first goes on. | It was silent. |\n",
            },
            Part {
                name: "two",
                text: "# Two\n\n## End\nLater.\n\n| ruling | reason |\n|---|---|\n| So it is | here. | Or so. |\n",
            },
        ],
        programs: &[
            Part {
                name: "one",
                text: "# One: exact\nWords.\n\n| rule | demands |\n|---|---|\n| `one.a` | A sentence. |\n\n| fault | says |\n|---|---|\n| `odd` | It is odd. |\n",
            },
            Part {
                name: "two",
                text: "# Two\n| fault | says |\n|---|---|\n| `odd` | It is odd. |\n| `even` | It is even. |\n",
            },
        ],
    };

    #[test]
    fn shared_parts_become_sections() {
        let rulings = "| ruling | reason |\n|---|---|\n";
        assert_eq!(
            PAGE.reading(Audience::Players),
            format!(
                "See [Two](#two) and [Three](three.md).\n\n## End\nLate.\n\n{rulings}| The first goes on. | It was silent. |\n\n## Two {{#two}}\n\n### End\nLater.\n\n{rulings}| So it is | here. | Or so. |\n"
            ),
        );
    }

    #[test]
    fn programs_get_rulings_too() {
        let reading = PAGE.reading(Audience::Programs);
        assert!(reading.starts_with("Words.\n\n| rule |"), "{reading}");
        let rulings = "\n## Rulings\n\n| ruling | reason |\n|---|---|\n| The first goes on. | It was silent. |\n| So it is | here. | Or so. |\n";
        assert!(reading.contains(&format!("{rulings}\n## Two {{#two}}\n")), "{reading}");
    }

    #[test]
    fn tables_are_found_by_heading() {
        assert_eq!(PAGE.rulings(), ["The first goes on. It was silent.", "So it is here. | Or so."]);
        assert_eq!(PAGE.rules(), [RuleEntry { id: "one.a", sentence: "A sentence." }]);
        let faults = [("odd", "It is odd."), ("even", "It is even.")];
        assert_eq!(PAGE.faults(), faults.map(|(id, sentence)| RuleEntry { id, sentence }));
    }

    fn is_a_sentence(text: &str) -> bool {
        let opens = text.matches('(').count();
        text.starts_with(|c: char| c.is_uppercase() || matches!(c, '`' | '"'))
            && text.ends_with(['.', ')'])
            && text.len() > 12
            && opens == text.matches(')').count()
            && !text.contains(['*', '|'])
    }

    /// Calls a function with the pages of each game.
    fn each_page(check: fn(&'static str, RulesPage)) {
        struct Each(fn(&'static str, RulesPage));
        impl Visitor for Each {
            fn visit<G: Solitaire>(&mut self) {
                self.0(G::ID, G::PAGE);
            }
        }
        impl SeatedVisitor for Each {
            fn visit<G: Seated>(&mut self) {
                self.0(G::ID, G::PAGE);
            }
        }
        visit_all(&mut Each(check));
        visit_seated(&mut Each(check));
    }

    #[test]
    fn rulings_consist_of_sentences() {
        each_page(|game, page| {
            assert!(page.ruling_rows().next().is_some(), "{game} has rulings");
            for row in page.ruling_rows() {
                let (ruling, reason) = row.split_once(" | ").expect("two cells");
                assert!(is_a_sentence(ruling) && is_a_sentence(reason), "{game}: {row}");
            }
        });
    }

    #[test]
    fn rules_and_faults_have_one_sentence_each() {
        each_page(|game, page| {
            let entries = [page.rules(), page.faults()].concat();
            let rows =
                ["| rule |", "| fault |"].map(|heading| page.programs.iter().flat_map(move |part| part.rows(heading)));
            for row in rows.into_iter().flatten() {
                let (id, sentence) = row.strip_prefix('`').and_then(|row| row.split_once("` | ")).expect("two cells");
                let entry = entries.iter().find(|entry| entry.id == id).expect("it is listed");
                assert_eq!(entry.sentence, sentence, "{game}: {id}");
                assert!(is_a_sentence(sentence), "{game}, {id}: {sentence}");
            }
        });
    }
}
