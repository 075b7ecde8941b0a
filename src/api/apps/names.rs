//! Names that new users of apps may get.

use crate::api::players::valid_name;
use crate::api::problem::Problem;
use crate::store::OfferedName;
use crate::store::name::{MAX_CHARACTERS, Name, NameKey};

/// The numbers that are appended to a taken name, together with random ones.
const SMALL: std::ops::RangeInclusive<u16> = 2..=5;
/// Number of random numbers that are tried.
const RANDOM: usize = 8;

fn offered(name: &Name, key: &NameKey) -> OfferedName {
    OfferedName { name: name.as_str().to_owned(), forms: name.forms(key) }
}

/// The name that an app requests.
///
/// # Errors
/// 422 when it is not valid.
pub(super) fn requested(name: &str, key: &NameKey) -> Result<OfferedName, Problem> {
    Ok(offered(&valid_name(name)?, key))
}

/// Names that are similar to a valid one, for when it is taken.
pub(super) fn similar(name: &str, key: &NameKey) -> Vec<OfferedName> {
    let random = (0..RANDOM).filter_map(|_| getrandom::u32().ok()).map(|number| 10 + number % 9_990);
    let numbers = SMALL.map(u32::from).chain(random);
    let names = numbers.filter_map(|number| Name::new(&numbered(name, number)).ok());
    names.map(|name| offered(&name, key)).collect()
}

/// A name with a number, cut to the maximum number of characters.
fn numbered(name: &str, number: u32) -> String {
    let number = format!(" {number}");
    let stem: String = name.chars().take(MAX_CHARACTERS - number.len()).collect();
    format!("{}{number}", stem.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Secret;

    #[test]
    fn similar_names_are_valid_even_for_the_longest() {
        for name in ["Ada", &"é".repeat(32), &format!("{} {}", "a".repeat(29), "bc")] {
            let names = similar(name, &Secret([1; 32]).name_key());
            assert_eq!(names.len(), 12, "{names:?}");
        }
        assert_eq!(numbered("Ada", 2), "Ada 2");
        assert_eq!(numbered(&format!("{} b", "a".repeat(29)), 7), format!("{} 7", "a".repeat(29)));
    }
}
