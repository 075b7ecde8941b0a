//! Recovery codes: 140 random bits, shown once in a form that people can write down. Only their hash is stored.
//!
//! The symbols are those of Crockford's Base32, which has no letters and digits that look the same. Hashes are of the 28 values of 5 bits, not of
//! packed bytes, and 140 bits are no whole number of bytes: a library for Base32 does not fit.

use std::fmt;

use hmac::Mac as _;
use sha2::{Digest as _, Sha256};

use super::seeds::hmac;
use super::token::Token;
use crate::store::RecoveryHash;

const SYMBOLS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Number of symbols of a code, of 5 bits each.
const LENGTH: usize = 28;
/// Number of symbols in a group.
const GROUP: usize = 4;

/// A player's recovery code.
#[derive(Clone, PartialEq, Eq)]
pub struct RecoveryCode([u8; LENGTH]);

impl RecoveryCode {
    /// A random code.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn random() -> Result<Self, getrandom::Error> {
        let mut bytes = [0; LENGTH];
        getrandom::fill(&mut bytes)?;
        Ok(Self::of_bytes(bytes))
    }

    /// Derives a code from an Idempotency-Key and a random salt, as [`Token::repeatable`] does.
    #[must_use]
    pub fn repeatable(salt: &[u8; 32], key: &str) -> Self {
        // A key has no line feed, so no token has the same input.
        Self::derived(salt, "recovery code\n", key.as_bytes())
    }

    /// Derives a token and the next code from this code and a random salt. A repeated request gets the same ones, although only the salt is
    /// stored.
    #[must_use]
    pub fn used(&self, salt: &[u8; 32]) -> (Token, Self) {
        let mut token = hmac(salt);
        token.update(b"token\n");
        token.update(&self.0);
        (Token::of_bytes(token.finalize().into_bytes().into()), Self::derived(salt, "next code\n", &self.0))
    }

    fn derived(salt: &[u8; 32], purpose: &str, from: &[u8]) -> Self {
        let mut code = hmac(salt);
        code.update(purpose.as_bytes());
        code.update(from);
        let bytes: [u8; 32] = code.finalize().into_bytes().into();
        let mut first = [0; LENGTH];
        first.iter_mut().zip(bytes).for_each(|(symbol, byte)| *symbol = byte);
        Self::of_bytes(first)
    }

    /// The code of the low 5 bits of each byte.
    fn of_bytes(bytes: [u8; LENGTH]) -> Self {
        Self(bytes.map(|byte| byte & 31))
    }

    /// Reads a code as people write it: in either case, with hyphens and spaces anywhere or nowhere, with O for 0 and I or L for 1.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut symbols = text.chars().filter(|c| *c != '-' && !c.is_whitespace()).map(symbol);
        let mut code = [0; LENGTH];
        for place in &mut code {
            *place = symbols.next()??;
        }
        symbols.next().is_none().then_some(Self(code))
    }

    /// The code's id, which its player may see: see [`id_of`].
    #[must_use]
    pub fn id(&self) -> String {
        id_of(self.hash())
    }

    /// The SHA-256 that is stored. No salt is needed, since a random code cannot be guessed.
    #[must_use]
    pub fn hash(&self) -> RecoveryHash {
        RecoveryHash(Sha256::new().chain_update("recovery code\n").chain_update(self.0).finalize().into())
    }
}

/// The id of the code with this hash: the first 8 hex digits. It shows whether a code is still the current one, and 32 bits of the hash
/// of 140 random bits do not help to guess the code.
#[must_use]
pub fn id_of(hash: RecoveryHash) -> String {
    let [a, b, c, d, ..] = hash.0;
    hex::encode([a, b, c, d])
}

fn symbol(c: char) -> Option<u8> {
    let c = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    };
    SYMBOLS.iter().position(|symbol| char::from(*symbol) == c).and_then(|at| u8::try_from(at).ok())
}

/// The code as it is shown to its player: groups of four symbols, separated by hyphens.
impl fmt::Display for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, value) in self.0.iter().enumerate() {
            if i > 0 && i % GROUP == 0 {
                f.write_str("-")?;
            }
            let symbol = SYMBOLS.get(usize::from(*value)).copied().unwrap_or(b'0');
            write!(f, "{}", char::from(symbol))?;
        }
        Ok(())
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_codes_as_shown_and_as_people_write_them() {
        for _ in 0..100 {
            let code = RecoveryCode::random().expect("random bytes");
            let shown = code.to_string();
            assert_eq!((shown.len(), shown.split('-').count()), (34, 7), "{shown}");
            let written = [
                shown.clone(),
                shown.to_lowercase(),
                shown.replace('-', ""),
                shown.replace('-', " "),
                format!("  {} \n", shown.replace('-', " - ")),
                shown.replace('0', "O").replace('1', "l"),
                shown.replace('0', "o").replace('1', "I"),
            ];
            for written in written {
                assert_eq!(RecoveryCode::read(&written), Some(code.clone()), "{written}");
            }
        }
    }

    #[test]
    fn rejects_invalid_codes() {
        let shown = "0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV";
        assert_eq!(RecoveryCode::read(shown).map(|code| code.to_string()).as_deref(), Some(shown));
        for bad in [
            "",
            &shown[1..],
            &format!("{shown}0"),
            &shown.replace('3', "U"),
            &shown.replace('3', "_"),
            &shown.replace('3', "ä"),
        ] {
            assert_eq!(RecoveryCode::read(bad), None, "{bad}");
        }
    }

    #[test]
    fn derived_codes_depend_on_code_and_salt_only() {
        let [one, other] = ["a key", "another"].map(|key| RecoveryCode::repeatable(&[1; 32], key));
        assert_eq!(one, RecoveryCode::repeatable(&[1; 32], "a key"));
        assert_ne!(one, other);
        assert_eq!(one.used(&[2; 32]), one.used(&[2; 32]));
        assert_ne!(one.used(&[2; 32]), one.used(&[3; 32]));
        assert_ne!(one.used(&[2; 32]), other.used(&[2; 32]));
        assert_ne!(one.used(&[2; 32]).1, one);
        assert_ne!(one.hash(), other.hash());
    }
}
