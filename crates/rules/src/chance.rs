//! Chance: every random event of a game is recomputable from the seed and the name of the event.
//!
//! States contain no generator state. An event has a name (`slide-jam/tiles`, `catwalk/flick/3`), and its outcome
//! depends only on the seed and that name, so it can be recomputed in any language. All games draw through [`Chance`].
//! Rules: chance.md.

use std::fmt;
use std::str::FromStr;

use rand_core::Rng;
use rand_pcg::Pcg64;
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest as _, Sha256};

use super::wire;

/// The source of a game's chance: 1 to 64 characters of `A-Z a-z 0-9 . _ -`, case-sensitive.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(transparent)]
pub struct Seed(String);

/// The error for a string that is not a valid seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidSeed;

impl Seed {
    /// The pattern of a seed, as published in its schema.
    pub const PATTERN: &'static str = "^[A-Za-z0-9._-]{1,64}$";

    /// Returns the seed as a string.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Seed {
    type Err = InvalidSeed;

    fn from_str(text: &str) -> Result<Self, InvalidSeed> {
        let allowed = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-');
        if (1..=64).contains(&text.len()) && text.bytes().all(allowed) {
            Ok(Self(text.to_owned()))
        } else {
            Err(InvalidSeed)
        }
    }
}

impl fmt::Display for InvalidSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a seed is 1 to 64 characters of A-Z a-z 0-9 . _ -")
    }
}

impl std::error::Error for InvalidSeed {}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_text(deserializer, "a seed of 1 to 64 characters of A-Z a-z 0-9 . _ -")
    }
}

wire::text_schema!(
    Seed,
    Seed::PATTERN,
    "The source of all chance. The same seed, options and moves always give the same game. Case matters.",
    "funhouse-1"
);

/// The chance of one game: returns the draws of any named event.
#[derive(Clone, Copy, Debug)]
pub struct Chance<'a> {
    seed: Option<&'a Seed>,
}

impl<'a> Chance<'a> {
    /// Creates the chance of a seed.
    #[must_use]
    pub fn new(seed: &'a Seed) -> Self {
        Self { seed: Some(seed) }
    }

    /// Creates the chance of a game with an unknown seed, such as that of a view. Its draws are not those of any game.
    #[must_use]
    pub const fn unknown() -> Self {
        Self { seed: None }
    }

    /// Returns whether the seed is known.
    #[must_use]
    pub const fn is_known(&self) -> bool {
        self.seed.is_some()
    }

    /// Returns the SHA-256 of the seed, a line feed and the name of the event.
    #[must_use]
    pub fn digest(&self, event: &str) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(self.seed.map_or("", Seed::as_str));
        hash.update(b"\n");
        hash.update(event);
        hash.finalize().into()
    }

    /// Returns the draws of an event, starting at its first word.
    #[must_use]
    pub fn event(&self, event: &str) -> Draws {
        let (state, stream) = halves(self.digest(event));
        Draws(Pcg64::new(state, stream))
    }

    /// Returns the draws of the `n`-th event of a series: `numbered("catwalk/flick", 3)` is `catwalk/flick/3`.
    #[must_use]
    pub fn numbered(&self, kind: &str, n: u64) -> Draws {
        self.event(&format!("{kind}/{n}"))
    }
}

/// Returns the first and last 16 bytes of a digest, each read as little-endian.
fn halves(digest: [u8; 32]) -> (u128, u128) {
    let mut halves = [[0; 16]; 2];
    halves[0].copy_from_slice(&digest[..16]);
    halves[1].copy_from_slice(&digest[16..]);
    (u128::from_le_bytes(halves[0]), u128::from_le_bytes(halves[1]))
}

/// Returns 2^64 modulo `n`: the number of words above the greatest multiple of `n`. These words are drawn again, to
/// avoid modulo bias.
const fn surplus(n: u64) -> u64 {
    (u64::MAX % n + 1) % n
}

/// The random words of one event, in order: PCG64 (XSL-RR 128/64).
#[derive(Clone, Debug)]
pub struct Draws(Pcg64);

impl Draws {
    /// Returns the next 64-bit word.
    pub fn word(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a uniform number from 0 to `n` - 1.
    ///
    /// # Panics
    /// If `n` is 0.
    pub fn below(&mut self, n: u64) -> u64 {
        loop {
            let word = self.word();
            if word <= u64::MAX - surplus(n) {
                return word % n;
            }
        }
    }

    /// Returns a uniform element of `list`: the one at index `below(length)`.
    ///
    /// # Panics
    /// If `list` is empty.
    pub fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len() as u64) as usize]
    }

    /// Shuffles in place (Fisher-Yates): for i from the last index down to 1, swaps elements i and `below(i + 1)`.
    pub fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i as u64 + 1) as usize;
            list.swap(i, j);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn generator_matches_published_rand_pcg_vectors() {
        let mut rng = Draws(Pcg64::new(42, 54));
        let published = [
            0x86b1_da1d_7206_2b68,
            0x1304_aa46_c985_3d39,
            0xa367_0e9e_0dd5_0358,
            0xf909_0e52_9a7d_ae00,
            0xc85b_9fd8_3799_6f2c,
            0x6061_21f8_e391_9196_u64,
        ];
        assert_eq!(published.map(|_| rng.word()), published);
    }

    #[test]
    fn below_redraws_words_above_greatest_multiple() {
        // 2^63 + 1 has one multiple below 2^64, so nearly every second word is drawn again.
        let n = (1 << 63) + 1;
        let mut draws = Draws(Pcg64::new(1, 1));
        let mut words = draws.clone();
        for _ in 0..100 {
            let word = std::iter::repeat_with(|| words.word()).find(|w| *w < n);
            assert_eq!(Some(draws.below(n)), word);
        }
    }

    #[test]
    fn surplus_is_two_to_the_64_modulo_n() {
        let known =
            [(1, 0), (2, 0), (3, 1), (5, 1), (6, 4), (7, 2), (24, 16), (1 << 63, 0), ((1 << 63) + 1, (1 << 63) - 1)];
        for (n, surplus_of_n) in known {
            assert_eq!(surplus(n), surplus_of_n, "{n}");
        }
        assert_eq!(surplus(u64::MAX), 1);
    }

    #[test]
    fn seed_and_its_error_display_as_text() {
        let seed: Seed = "0.-_zZ9".parse().expect("a seed");
        assert_eq!(seed.to_string(), "0.-_zZ9");
        assert!(InvalidSeed.to_string().contains("1 to 64 characters"));
    }

    #[test]
    fn power_of_two_needs_no_redraw() {
        let mut draws = Draws(Pcg64::new(7, 9));
        let mut words = draws.clone();
        for _ in 0..100 {
            assert_eq!(draws.below(8), words.word() % 8);
        }
    }

    #[test]
    fn seeds_check_alphabet_and_length() {
        assert!("a".parse::<Seed>().is_ok());
        assert!("0.-_zZ9".parse::<Seed>().is_ok());
        assert!("x".repeat(64).parse::<Seed>().is_ok());
        for bad in ["", "a b", "é", "a\n", "a/b", &"x".repeat(65)] {
            assert_eq!(bad.parse::<Seed>(), Err(InvalidSeed), "{bad:?}");
        }
    }
}
