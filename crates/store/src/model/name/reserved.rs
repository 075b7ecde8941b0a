//! Reserved names, which look like those of the service, of its operators, or of something that its pages show in place of a name.
//!
//! A name is reserved if it consists of reserved words. [Fillers](FILLERS), digits around words, single letters, Roman numerals and separators do
//! not make it another name, and neither does an `x` at the ends of a long word. A name that [contains](CONTAINED) a word for moderators is
//! reserved whatever else it has. Other words can be parts of names: "Badminton", "Funhouse Fan".
//! Words are compared by their [look], in which similar letters and digits are the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use caseless::Caseless as _;
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

use super::{ROBOT_NAMES, is_mark};

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
    "modteam",
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

/// Words that are parts of no other name. Their forms in other languages contain them: "Moderatorin".
const CONTAINED: &[&str] = &["moderator", "administrator", "moderador", "модератор", "администратор"];

/// Words that the pages show in place of a name.
const PAGES: &[&str] = &["bot", "bots", "deleted", "open", "robot", "robots", "seat", "seats", "you"];

/// Words that do not make a reserved name another one: "The Moderator", "A deleted player".
const FILLERS: &[&str] = &[
    "account", "an", "by", "chat", "chief", "crew", "dev", "from", "game", "games", "gmbh", "head", "helper", "hq",
    "level", "member", "message", "mr", "mrs", "ms", "news", "no", "notice", "nr", "number", "of", "server", "site",
    "our", "player", "the", "your", // Numbers
    "one", "two", "three", "four", "five", "six", "seven", "eight",
];

/// The minimum number of letters of a word that is recognized when words are run together, as in "FunhouseTeam". Shorter ones are parts of
/// other names.
const MIN_LETTERS: usize = 4;

/// The minimum number of letters of a word that is recognized with an `x` at its ends, as in "xAdminX". "Mex" is another name than "me".
const MIN_DECORATED: usize = 5;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Reserved,
    Filler,
}

/// The looks of all words.
static WORDS: LazyLock<BTreeMap<String, Kind>> = LazyLock::new(|| {
    let of = |words: &'static [&'static str], kind| words.iter().map(move |word| (look(word), kind));
    let reserved = [PAGES, OPERATORS, &ROBOT_NAMES].map(|words| of(words, Kind::Reserved));
    of(FILLERS, Kind::Filler).chain(reserved.into_iter().flatten()).collect()
});

/// The looks of words that are recognized when they are run together.
static PARTS: LazyLock<BTreeMap<String, Kind>> = LazyLock::new(|| {
    let long = [OPERATORS, PAGES, &ROBOT_NAMES].concat().into_iter().filter(|word| word.chars().count() >= MIN_LETTERS);
    let reserved = long.map(|word| (look(word), Kind::Reserved));
    reserved.chain([(look("the"), Kind::Filler)]).collect()
});

/// Separators of words in a name.
const SEPARATORS: [char; 6] = [' ', '.', '_', '-', '\'', '\u{2019}'];

/// Whether a name consists of reserved words, with any separators between them and digits around them.
pub(super) fn is_reserved(name: &str) -> bool {
    let words: Vec<&str> = name.split(SEPARATORS).filter(|word| !word.chars().all(char::is_numeric)).collect();
    let kinds: Option<Vec<Kind>> = words.iter().map(|word| kind(word)).collect();
    let are_reserved = kinds.is_some_and(|kinds| kinds.contains(&Kind::Reserved));
    are_reserved || kind(&words.concat()) == Some(Kind::Reserved)
}

/// Returns what a word is, with or without the digits at its ends; none for any other word.
fn kind(word: &str) -> Option<Kind> {
    let [start, end] = [word.trim_start_matches(char::is_numeric), word.trim_end_matches(char::is_numeric)];
    let looks = [word, start, end, start.trim_end_matches(char::is_numeric)].map(look);
    let is_reserved = |look: &str| is_decorated(look) || contains_reserved(look) || is_run_together(look);
    let of_look = |look: &String| {
        let known = WORDS.get(look).copied().or_else(|| is_reserved(look).then_some(Kind::Reserved));
        known.or_else(|| is_number_or_letter(look).then_some(Kind::Filler))
    };
    let kinds: Vec<Kind> = looks.iter().filter_map(of_look).collect();
    kinds.iter().find(|kind| **kind == Kind::Reserved).or(kinds.first()).copied()
}

/// Whether a text is the look of a long reserved word with an `x` at its ends.
fn is_decorated(look: &str) -> bool {
    let word = look.trim_matches('x');
    word.len() >= MIN_DECORATED && WORDS.get(word) == Some(&Kind::Reserved)
}

/// Whether a text contains the look of a word that is part of no other name.
fn contains_reserved(text: &str) -> bool {
    CONTAINED.iter().any(|word| text.contains(&look(word)))
}

/// Whether a text looks like a single letter or a Roman numeral.
fn is_number_or_letter(look: &str) -> bool {
    look.chars().count() == 1 || (!look.is_empty() && look.chars().all(|c| "ivx".contains(c)))
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

/// Returns what a text looks like: the skeleton (Unicode TR39) of its letters in either case, without marks and the forms that are compatible with
/// others, in which digits, small capitals and pairs of letters are the letters that they resemble.
fn look(text: &str) -> String {
    let compatible: String = text.nfkc().collect();
    let folded: String = skeleton(&compatible).collect::<String>().nfd().default_case_fold().collect();
    let letters: String = skeleton(&folded).filter(|c| !is_mark(*c)).collect();
    letters.replace("rn", "m").replace("vv", "w").replace("cl", "d").chars().map(similar_letter).collect()
}

/// Returns the letter that a digit or letter resembles, the same for all similar ones. In skeletons, small Cyrillic and Greek letters are small
/// capitals.
fn similar_letter(c: char) -> char {
    match c {
        '0' | 'O' => 'o',
        '1' | 'l' | 'ʟ' => 'i',
        '3' | 'ᴇ' | 'ꞓ' | 'ɜ' => 'e',
        '4' | 'ᴀ' => 'a',
        '5' => 's',
        '6' | '9' | 'ɢ' => 'g',
        '7' | 'ᴛ' => 't',
        '8' | 'ʙ' => 'b',
        'ᴅ' => 'd',
        'ꜰ' => 'f',
        'ʜ' => 'h',
        'ᴊ' => 'j',
        'ĸ' => 'k',
        'ʍ' => 'm',
        'ɴ' | 'ᴎ' | 'π' => 'n',
        'ᴘ' => 'p',
        'ʀ' | 'ᴙ' => 'r',
        'ω' => 'w',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use crate::model::name::{Name, NameError, ROBOT_NAMES};

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
            "Fun'house",
            "Admin\u{2019}s",
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
            "ᴍᴏᴅᴇʀᴀᴛᴏʀ",
            "ꜰᴜɴʜᴏᴜꜱᴇ ᴛᴇᴀᴍ",
            "ᵐᵒᵈᵉʳᵃᵗᵒʳ",
            "ʸᵒᵘ",
            "Funhou\u{17f}e",
            "\u{430}d\u{43c}in",
            "admi\u{438}",
            "\u{43c}\u{43e}d",
            "Moclerator",
            "Aclmin",
            "vvebmaster",
            "vvebrnaster",
        ] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Theme", "Bota", "Meme", "Adu", "Modem", "Teammate", "Steam", "Rootless", "Opening", "The Player"]
        {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }

    #[test]
    fn variants_of_reserved_words_are_reserved() {
        for text in [
            "Moderatorin",
            "Moderatoren",
            "MODERATORR",
            "Co-Administrator",
            "ModeratorX",
            "xXAdminXx",
            "Robotx",
            "Moderator Fan",
            "Admin No 1",
            "Moderator II",
            "Mr Mod",
            "Staff Member",
            "Modteam",
            "Game Admin",
            "Funhouse HQ",
            "System Message",
            "Moderador",
            "Модератор",
        ] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Badminton", "Mex", "Modx", "Maxx", "Moderato", "Mr One", "A B", "XIV", "Claudia", "Vivian"] {
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
        for text in ROBOT_NAMES {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["R1TA", "Rita 2", "Rita level 2", "GizmoRobot", "Bolt the Robot"] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Rita Hayworth", "Usain Bolt", "Pixelmann", "Margarita"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
        for text in ["Seat I", "seat II", "Seat One", "Robot B", "Robot level two", "You 2"] {
            assert_eq!(Name::new(text), Err(NameError::Reserved), "{text:?}");
        }
        for text in ["Player 1", "Robota", "Young", "Youri", "Seaton", "Du", "Platz 4", "Frei", "You know who"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }
}
