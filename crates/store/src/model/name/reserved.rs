//! Reserved names, which look like those of the service or its operators.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use super::{Name, forms};

/// The words, in lower case. Names that look like them are reserved too.
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

/// Separators of words in a name.
const SEPARATORS: [char; 4] = [' ', '.', '_', '-'];

/// Whether a name consists of reserved words, with any separators between them and digits around them.
pub(super) fn is_reserved(Name(name): &Name) -> bool {
    let words: Vec<&str> = name.split(SEPARATORS).filter(|word| !bare(word).is_empty()).collect();
    !words.is_empty() && (words.iter().all(|word| is_word(word)) || is_word(&words.concat()))
}

/// Removes digits at both ends of a text.
fn bare(text: &str) -> &str {
    text.trim_matches(char::is_numeric)
}

fn is_word(text: &str) -> bool {
    [text, bare(text)].into_iter().flat_map(forms).any(|form| FORMS.contains(&form))
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
}
