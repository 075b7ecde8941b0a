//! The seeds that the service gives out, and how they are known again without keeping them.
//!
//! A drawn seed carries a message authentication code that binds it to its game: 12 random bytes, then the first 12 of
//! HMAC-SHA256 under the secret. The seeds of a day come from the day's key, which is committed to beforehand and shown
//! afterwards, so that anybody can check that nobody chose them late: the key is HMAC-SHA256(secret, date), and a game's
//! seed is HMAC-SHA256(key, game id) in base64url.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::rules::chance::Seed;
use crate::rules::replay::hex;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{Class, Secret};

/// How many random bytes a drawn seed has, and how many of its code.
const HALF: usize = 12;

/// The seeds of a secret.
#[derive(Clone, Copy, Debug)]
pub struct Seeds(Secret);

/// The key of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayKey([u8; 32]);

impl Seeds {
    /// The seeds of a secret.
    #[must_use]
    pub fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// A seed for a game that nobody can foretell.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn draw(&self, game: &str) -> Result<Seed, getrandom::Error> {
        let mut random = [0; HALF];
        getrandom::fill(&mut random)?;
        Ok(self.drawn(game, random))
    }

    /// The seed drawn for a game with these random bytes.
    #[must_use]
    pub fn drawn(&self, game: &str, random: [u8; HALF]) -> Seed {
        let code = self.code(game, &random).finalize().into_bytes();
        let bytes: Vec<u8> = random.into_iter().chain(code.into_iter().take(HALF)).collect();
        seed(&bytes)
    }

    /// The code that binds random bytes to a game. No date looks like what is signed here.
    fn code(&self, game: &str, random: &[u8]) -> Hmac<Sha256> {
        let mut code = hmac(&self.0.0);
        code.update(b"drawn seed\n");
        code.update(game.as_bytes());
        code.update(b"\n");
        code.update(random);
        code
    }

    /// The class of a seed in a run of a game with or without the default options, received at a moment.
    #[must_use]
    pub fn class(&self, game: &str, seed: &Seed, default_options: bool, received_at: Timestamp) -> Class {
        if default_options && *seed == self.day_key(received_at.day()).seed(game) {
            Class::Daily
        } else if self.is_drawn(game, seed) {
            Class::Drawn
        } else {
            Class::Chosen
        }
    }

    fn is_drawn(&self, game: &str, seed: &Seed) -> bool {
        let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(seed.as_str()) else { return false };
        let Some((random, code)) = bytes.split_at_checked(HALF) else { return false };
        code.len() == HALF && self.code(game, random).verify_truncated_left(code).is_ok()
    }

    /// The key of a day.
    #[must_use]
    pub fn day_key(&self, day: Day) -> DayKey {
        let mut key = hmac(&self.0.0);
        key.update(day.to_string().as_bytes());
        DayKey(key.finalize().into_bytes().into())
    }
}

impl DayKey {
    /// The day's seed of a game.
    #[must_use]
    pub fn seed(&self, game: &str) -> Seed {
        let mut key = hmac(&self.0);
        key.update(game.as_bytes());
        seed(&key.finalize().into_bytes())
    }

    /// What is published ahead: SHA-256 of the key, in lowercase hex.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex(&Sha256::digest(self.0))
    }

    /// The key in lowercase hex.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex(&self.0)
    }
}

/// The code of a key, to be given what it is of.
pub(super) fn hmac(key: &[u8; 32]) -> Hmac<Sha256> {
    // RFC 2104: a key shorter than a block is filled up with zeros.
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    Hmac::new(&block.into())
}

fn seed(bytes: &[u8]) -> Seed {
    let text = BASE64_URL_SAFE_NO_PAD.encode(bytes);
    text.parse().unwrap_or_else(|_| unreachable!("48 bytes or less in base64url are a seed"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: Seeds = Seeds(Secret([7; 32]));

    fn moment(text: &str) -> Timestamp {
        text.parse().expect("a moment")
    }

    #[test]
    fn a_drawn_seed_is_known_for_its_game_only() {
        let now = moment("2026-11-20");
        let seed = SEEDS.draw("slide-jam").expect("random bytes");
        assert_eq!(seed.as_str().len(), 32);
        assert_eq!(SEEDS.class("slide-jam", &seed, true, now), Class::Drawn);
        assert_eq!(SEEDS.class("slide-jam", &seed, false, now), Class::Drawn, "whatever the options");
        assert_eq!(SEEDS.class("catwalk", &seed, true, now), Class::Chosen, "carried over to another game");
        assert_eq!(Seeds(Secret([8; 32])).class("slide-jam", &seed, true, now), Class::Chosen, "of another secret");
    }

    #[test]
    fn a_drawn_seed_with_any_character_changed_or_cut_off_is_a_chosen_one() {
        let seed = SEEDS.drawn("slide-jam", [1; HALF]);
        for i in 0..seed.as_str().len() {
            let mut text = seed.as_str().as_bytes().to_vec();
            text[i] = if text[i] == b'A' { b'B' } else { b'A' };
            let forged: Seed = String::from_utf8(text).expect("ASCII").parse().expect("a seed");
            assert_eq!(SEEDS.class("slide-jam", &forged, true, Timestamp::FIRST), Class::Chosen, "{i}");
            let cut: Seed = seed.as_str()[..i.max(1)].parse().expect("a seed");
            assert_eq!(SEEDS.class("slide-jam", &cut, true, Timestamp::FIRST), Class::Chosen, "{i}");
        }
    }

    #[test]
    fn the_seed_of_a_day_counts_on_that_day_with_the_default_options_for_its_game() {
        let seed = SEEDS.day_key("2026-11-20".parse().expect("a day")).seed("catwalk");
        let class = |game, default, at| SEEDS.class(game, &seed, default, moment(at));
        assert_eq!(class("catwalk", true, "2026-11-20T00:00:00Z"), Class::Daily);
        assert_eq!(class("catwalk", true, "2026-11-20T23:59:59.999Z"), Class::Daily);
        assert_eq!(class("catwalk", true, "2026-11-19T23:59:59.999Z"), Class::Chosen, "tomorrow's");
        assert_eq!(class("catwalk", true, "2026-11-21T00:00:00Z"), Class::Chosen, "yesterday's");
        assert_eq!(class("catwalk", false, "2026-11-20T12:00:00Z"), Class::Chosen, "other options");
        assert_eq!(class("slide-jam", true, "2026-11-20T12:00:00Z"), Class::Chosen, "another game's");
    }

    #[test]
    fn a_days_key_is_as_the_document_says_whatever_computes_it() {
        // Computed with Python's hmac and hashlib.
        let key = SEEDS.day_key("2026-11-20".parse().expect("a day"));
        assert_eq!(key.reveal(), "d53a82be6d39811d5e28d8d3b6fb0cb17faae03612f2e53122ad0b469004744c");
        assert_eq!(key.commitment(), "6678e5ad43d8356b50fab6801bb22d21ec2b997983fbec1cde296bbd4fc67fa5");
        assert_eq!(key.seed("epic-funhouse").as_str(), "9TuQmP2WQx--EbDc26IvCS_E5Hp8IBM-HrWxHO80QVw");
        assert_eq!(SEEDS.drawn("epic-funhouse", [1; HALF]).as_str(), "AQEBAQEBAQEBAQEBNgxxON__61i0PTtN");
    }
}
