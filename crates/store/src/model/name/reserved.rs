//! Reserved names, which look like those of the service, of its operators, or of something that its pages show in place of a name.
//!
//! A name is reserved if it consists of reserved words. [Fillers](FILLERS), digits around words and separators do not make it another name.
//! Words are compared by their [look], in which similar letters and digits are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use caseless::Caseless as _;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use super::{Name, is_mark};

/// Words for the service and its operators.
const OPERATORS: &[&str] = &[
    "abuse",
    "admin",
    "administration",
    "administrator",
    "admins",
    "anonymous",
    "api",
    "developer",
    "funhouse",
    "helpdesk",
    "hostmaster",
    "management",
    "me",
    "moderation",
    "moderator",
    "moderators",
    "mods",
    "mod",
    "nobody",
    "noreply",
    "null",
    "official",
    "operator",
    "owner",
    "postmaster",
    "root",
    "security",
    "service",
    "staff",
    "superuser",
    "support",
    "sysadmin",
    "sysop",
    "system",
    "team",
    "undefined",
    "unknown",
    "webmaster",
];

/// Words that the pages show in place of a name, in all their languages.
const PAGES: &[&str] = &[
    // English
    "bot",
    "bots",
    "deleted",
    "open",
    "robot",
    "robots",
    "seat",
    "seats",
    "you",
    // German
    "du",
    "frei",
    "freier",
    "gelöscht",
    "gelöschte",
    "gelöschten",
    "gelöschter",
    "platz",
    "plätze",
];

/// Words that do not make a reserved name another one: "The Moderator", "A deleted player".
const FILLERS: &[&str] = &[
    // English
    "a", "an", "by", "from", "level", "of", "our", "player", "the", "your", // German
    "das", "der", "die", "ein", "eine", "einem", "spieler", "stufe", "vom", "von",
];

/// The minimum number of letters of a word that is recognized when words are run together, as in "FunhouseTeam". Shorter ones are parts of
/// other names.
const MIN_LETTERS: usize = 4;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Reserved,
    Filler,
}

/// The looks of all words.
static WORDS: LazyLock<BTreeMap<String, Kind>> = LazyLock::new(|| {
    let of = |words: &'static [&'static str], kind| words.iter().map(move |word| (look(word), kind));
    of(FILLERS, Kind::Filler).chain(of(PAGES, Kind::Reserved)).chain(of(OPERATORS, Kind::Reserved)).collect()
});

/// The looks of words that are recognized when they are run together.
static PARTS: LazyLock<BTreeMap<String, Kind>> = LazyLock::new(|| {
    let long = [OPERATORS, PAGES].concat().into_iter().filter(|word| word.chars().count() >= MIN_LETTERS);
    let reserved = long.map(|word| (look(word), Kind::Reserved));
    reserved.chain([(look("the"), Kind::Filler)]).collect()
});

/// Separators of words in a name.
const SEPARATORS: [char; 4] = [' ', '.', '_', '-'];

/// Whether a name consists of reserved words, with any separators between them and digits around them.
pub(super) fn is_reserved(Name(name): &Name) -> bool {
    let words: Vec<&str> = name.split(SEPARATORS).filter(|word| !word.chars().all(char::is_numeric)).collect();
    let kinds: Option<Vec<Kind>> = words.iter().map(|word| kind(word)).collect();
    let are_reserved = kinds.is_some_and(|kinds| kinds.contains(&Kind::Reserved));
    are_reserved || kind(&words.concat()) == Some(Kind::Reserved)
}

/// Returns what a word is, with or without the digits at its ends; none for any other word.
fn kind(word: &str) -> Option<Kind> {
    let [start, end] = [word.trim_start_matches(char::is_numeric), word.trim_end_matches(char::is_numeric)];
    let looks = [word, start, end, start.trim_end_matches(char::is_numeric)].map(look);
    let of_look = |look: &String| WORDS.get(look).copied().or_else(|| is_run_together(look).then_some(Kind::Reserved));
    let kinds: Vec<Kind> = looks.iter().filter_map(of_look).collect();
    kinds.iter().find(|kind| **kind == Kind::Reserved).or(kinds.first()).copied()
}

/// Whether a text consists of the looks of several words, at least one of them reserved.
fn is_run_together(look: &str) -> bool {
    let mut reached = BTreeSet::from([(0, false)]);
    while let Some((at, has_reserved)) = reached.pop_first() {
        let Some(rest) = look.get(at..).filter(|rest| !rest.is_empty()) else {
            if has_reserved {
                return true;
            }
            continue;
        };
        let parts = PARTS.iter().filter(|(part, _)| rest.starts_with(part.as_str()));
        reached.extend(parts.map(|(part, kind)| (at + part.len(), has_reserved || *kind == Kind::Reserved)));
    }
    false
}

/// Returns what a text looks like: the skeleton (Unicode TR39) of its letters in either case, without marks, in which digits are the letters
/// that they resemble.
fn look(text: &str) -> String {
    let folded: String = skeleton(text).collect::<String>().nfd().default_case_fold().collect();
    let letters = skeleton(&folded).filter(|c| !is_mark(*c));
    letters.map(similar_letter).collect()
}

/// Returns the letter that a digit or letter resembles, the same for all similar ones.
fn similar_letter(c: char) -> char {
    match c {
        '0' | 'O' => 'o',
        '1' | 'l' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '6' | '9' => 'g',
        '7' => 't',
        '8' => 'b',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::name::{Name, NameError};

    #[test]
    fn names_resembling_service_or_staff_are_reserved() {
        for text in [
            "admin",
            "Admin",
            "ADMINISTRATOR",
            "funhouse",
            "FunHouse",
            "moderator",
            "rnoderator",
            "\u{430}dmin",
            "adm\u{456}n",
            "a.d.m.i.n",
            "_admin_",
            "admin1",
            "admin 2",
            "mod-3",
            "Funhouse Staff",
            "official support",
            "system",
            "ro\u{43e}t",
            "me",
        ] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Ada", "Adminton", "Rooty", "Modesty", "Funhouse Fan", "Melanie", "supporter", "12", "Ada 1"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn names_confusable_with_reserved_words_are_reserved() {
        for text in [
            "M0derator",
            "MODERAT0R",
            "m\u{43e}d3rator",
            "Funh0use Team",
            "Funhouse Team",
            "FunhouseTeam",
            "TheFunhouseTeam 2",
            "adm1n",
            "ADMlN",
            "adm\u{131}n",
            "\u{c1}dmin",
            "m\u{f6}derator",
            "5taff",
            "0wner1",
            "\u{ff21}dmin",
            "The Moderator",
            "your admin",
        ] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Theme", "Bota", "Meme", "Adu", "Modem", "Teammate", "Steam", "Rootless", "Opening", "The Player"]
        {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn names_that_pages_show_are_reserved() {
        for text in
            ["Robot", "R0bot", "You", "Seat 1", "seat-2", "Seat1", "A deleted player", "Deleted Player 3", "The robot"]
        {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Du", "Der Bot", "Platz 4", "Ein gelöschter Spieler", "geloschter spieler"] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Player 1", "Robota", "Young", "Youri", "Seaton", "Duke", "Platzer", "Anna Frei", "You know who"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }
}
