//! Names that nobody may take, since people would take them for the service or for who runs it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Name, forms};

/// The words, in lower case. What looks like one is meant too.
const RESERVED: &[&str] = &[
    "abuse",
    "admin",
    "administration",
    "administrator",
    "admins",
    "anonymous",
    "api",
    "deleted",
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
    "undefined",
    "unknown",
    "webmaster",
];

static FORMS: LazyLock<BTreeSet<[u8; 32]>> = LazyLock::new(|| RESERVED.iter().flat_map(|word| forms(word)).collect());

/// What stands between the words of a name.
const SEPARATORS: [char; 4] = [' ', '.', '_', '-'];

/// Whether a name is reserved, or is made of reserved words, whatever separates them and whatever digits stand around it.
pub(super) fn is_reserved(Name(name): &Name) -> bool {
    let words: Vec<&str> = name.split(SEPARATORS).filter(|word| !bare(word).is_empty()).collect();
    !words.is_empty() && (words.iter().all(|word| is_word(word)) || is_word(&words.concat()))
}

/// A text without digits at its ends.
fn bare(text: &str) -> &str {
    text.trim_matches(char::is_numeric)
}

fn is_word(text: &str) -> bool {
    [text, bare(text)].into_iter().flat_map(forms).any(|form| FORMS.contains(&form))
}

#[cfg(test)]
mod tests {
    use crate::model::name::{Name, NotAName};

    #[test]
    fn what_looks_like_the_service_or_its_people_is_reserved() {
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
            assert_eq!(Name::new(text), Err(NotAName::Reserved), "{text:?}");
        }
        for text in ["Ada", "Adminton", "Rooty", "Modesty", "Funhouse Fan", "Melanie", "supporter", "12", "Ada 1"] {
            assert!(Name::new(text).is_ok(), "{text:?}");
        }
    }
}
