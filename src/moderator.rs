//! The moderator's token, from a flag or a file of the operator. Without one, moderation is off.

use std::convert::Infallible;
use std::fmt;
use std::fs::OpenOptions;
use std::io::{self, Read as _};
use std::path::Path;
use std::str::FromStr;

use sha2::{Digest as _, Sha256};
use subtle::{Choice, ConstantTimeEq as _};

/// Minimum number of characters of a token.
const MIN_CHARACTERS: usize = 32;
/// Maximum number of characters of a token.
const MAX_CHARACTERS: usize = 512;

/// A token as it is configured. It is validated when the service starts, since a flag that is refused is printed. Its text for debugging
/// leaves it out.
#[derive(Clone)]
pub struct GivenToken(String);

impl FromStr for GivenToken {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl fmt::Debug for GivenToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("GivenToken")
    }
}

/// Recognizes the moderator's token by its hash; without a hash, moderation is off. The debug text leaves it out.
#[derive(Clone, Default)]
pub struct Moderator(Option<[u8; 32]>);

impl fmt::Debug for Moderator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Moderator")
    }
}

impl Moderator {
    /// Checks the token that is configured: itself, or else in a file. Without both, moderation is off.
    ///
    /// # Errors
    /// Why the token cannot be used.
    pub fn of(token: Option<&GivenToken>, file: Option<&Path>) -> Result<Self, String> {
        match (token, file) {
            (Some(GivenToken(token)), _) => Self::of_token(token),
            (None, Some(file)) => {
                let text = read(file).map_err(|why| format!("{}: {why}", file.display()))?;
                Self::of_token(text.trim_end()).map_err(|why| format!("{}: {why}", file.display()))
            }
            (None, None) => Ok(Self::default()),
        }
    }

    fn of_token(token: &str) -> Result<Self, String> {
        let length = token.chars().count();
        if !(MIN_CHARACTERS..=MAX_CHARACTERS).contains(&length) {
            return Err(format!("the token must have {MIN_CHARACTERS} to {MAX_CHARACTERS} characters (got {length})"));
        }
        if !token.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err("the token must have visible ASCII characters only, and no spaces".to_owned());
        }
        Ok(Self(Some(Sha256::digest(token).into())))
    }

    /// Whether a token is the moderator's. The time that it takes depends on neither token, nor on whether moderation is on.
    #[must_use]
    pub fn is_token(&self, token: &str) -> bool {
        let hash: [u8; 32] = Sha256::digest(token).into();
        let is_on = Choice::from(u8::from(self.0.is_some()));
        (hash.ct_eq(&self.0.unwrap_or_default()) & is_on).into()
    }
}

fn read(file: &Path) -> io::Result<String> {
    let opened = OpenOptions::new().read(true).open(file)?;
    #[cfg(unix)]
    if std::os::unix::fs::PermissionsExt::mode(&opened.metadata()?.permissions()) & 0o077 != 0 {
        tracing::warn!(file = %file.display(), "the moderator's token can be read by others than its owner: chmod 600 it");
    }
    let mut text = String::new();
    opened.take(2 * MAX_CHARACTERS as u64).read_to_string(&mut text)?;
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_is_accepted() {
        let token = "0123456789abcdefghijklmnopqrstuv";
        let moderator = Moderator::of_token(token).expect("long enough");
        assert!(moderator.is_token(token));
        for other in ["", &token[1..], &format!("{token}w"), &token.to_uppercase(), &format!("{token}\0")] {
            assert!(!moderator.is_token(other), "{other:?}");
        }
        assert!(!Moderator::default().is_token(token) && !Moderator::default().is_token(""));
    }

    #[test]
    fn rejects_short_long_and_invisible_tokens_without_showing_them() {
        for bad in [&"x".repeat(31), &"x".repeat(513), &format!("{} {}", "swordfish", "x".repeat(40)), &"ß".repeat(40)]
        {
            let why = Moderator::of_token(bad).expect_err("refused");
            assert!(!why.contains("swordfish") && !why.contains("xx") && why.contains("the token must have"), "{why}");
        }
        assert!(Moderator::of_token(&"x".repeat(512)).is_ok());
    }

    #[test]
    fn debug_text_hides_the_token() {
        let given: GivenToken = "swordfish".repeat(4).parse().expect("any text");
        let moderator = Moderator::of_token(&given.0).expect("long enough");
        assert_eq!(format!("{given:?} {moderator:?}"), "GivenToken Moderator");
    }
}
