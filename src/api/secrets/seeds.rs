//! The seeds that the service draws and derives, and how it recognizes them without storing them.
//!
//! A drawn seed carries a message authentication code that binds it to its game, and to the player with whose token it was drawn
//! if there was one: 12 random bytes, then the first 12 of HMAC-SHA256 under the secret. The seeds of a day come from the day's key: HMAC-SHA256(secret, date). Its SHA-256 is published
//! a week ahead and the key itself afterwards, so that anyone can check that the seeds were fixed in advance. A game's seed is
//! HMAC-SHA256(key, game id) in base64url.

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Digest as _, Sha256};

use crate::rules::chance::Seed;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{PlayerId, Secret, SeedClass};

/// Number of random bytes of a drawn seed, and of the bytes of its message authentication code that follow them.
const HALF: usize = 12;

/// Draws, derives and recognizes seeds with the service's secret.
#[derive(Clone, Copy, Debug)]
pub struct Seeds(Secret);

/// Where a seed comes from, as far as it decides the class of a player's run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It is the day's seed of the game.
    Daily,
    /// It was drawn for the game with the player's token.
    DrawnForPlayer,
    /// It was drawn for the game without a token: it belongs to the first player who submits a run of it.
    DrawnForAnyone,
    /// It is any other.
    Other,
}

impl Origin {
    /// The class of a run of such a seed, if the seed does not belong to another player.
    #[must_use]
    pub fn class(self) -> SeedClass {
        match self {
            Self::Daily => SeedClass::Daily,
            Self::DrawnForPlayer | Self::DrawnForAnyone => SeedClass::Drawn,
            Self::Other => SeedClass::Chosen,
        }
    }
}

/// The key of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DayKey([u8; 32]);

impl Seeds {
    /// The seeds of a secret.
    #[must_use]
    pub fn new(secret: Secret) -> Self {
        Self(secret)
    }

    /// An unpredictable seed for a game, and for a player if one is given. It does not begin with `-`, which command lines take
    /// for the beginning of an option.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn draw(&self, game: &str, player: Option<PlayerId>) -> Result<Seed, getrandom::Error> {
        self.draw_from(game, player, || {
            let mut random = [0; HALF];
            getrandom::fill(&mut random)?;
            Ok(random)
        })
    }

    /// The first seed that does not begin with `-` of those drawn with the bytes of a source.
    fn draw_from<E>(
        &self,
        game: &str,
        player: Option<PlayerId>,
        mut random: impl FnMut() -> Result<[u8; HALF], E>,
    ) -> Result<Seed, E> {
        loop {
            let seed = self.drawn(game, player, random()?);
            if !seed.as_str().starts_with('-') {
                return Ok(seed);
            }
        }
    }

    /// The seed drawn for a game, and for a player if one is given, with these random bytes.
    fn drawn(&self, game: &str, player: Option<PlayerId>, random: [u8; HALF]) -> Seed {
        let code = self.code(game, player, &random).finalize().into_bytes();
        let bytes: Vec<u8> = random.into_iter().chain(code.into_iter().take(HALF)).collect();
        seed(&bytes)
    }

    /// The message authentication code that binds random bytes to a game, and to a player if one is given. What it covers begins
    /// with a text that no date begins with, so that it is never the key of a day.
    fn code(&self, game: &str, player: Option<PlayerId>, random: &[u8]) -> Hmac<Sha256> {
        let mut code = hmac(&self.0.0);
        match player {
            None => code.update(b"drawn seed\n"),
            Some(player) => code.update(format!("drawn seed of player {player}\n").as_bytes()),
        }
        code.update(game.as_bytes());
        code.update(b"\n");
        code.update(random);
        code
    }

    /// The origin of a seed in a run of a game with or without the default options, received at this time from this player, or
    /// from one for whom no seed was drawn.
    #[must_use]
    pub fn origin(
        &self,
        game: &str,
        seed: &Seed,
        default_options: bool,
        player: Option<PlayerId>,
        received_at: Timestamp,
    ) -> Origin {
        if default_options && *seed == self.day_key(received_at.day()).seed(game) {
            Origin::Daily
        } else if self.is_drawn(game, None, seed) {
            Origin::DrawnForAnyone
        } else if player.is_some() && self.is_drawn(game, player, seed) {
            Origin::DrawnForPlayer
        } else {
            Origin::Other
        }
    }

    fn is_drawn(&self, game: &str, player: Option<PlayerId>, seed: &Seed) -> bool {
        let Ok(bytes) = BASE64_URL_SAFE_NO_PAD.decode(seed.as_str()) else { return false };
        let Some((random, code)) = bytes.split_at_checked(HALF) else { return false };
        code.len() == HALF && self.code(game, player, random).verify_truncated_left(code).is_ok()
    }

    /// Draws an unpredictable seed of 192 bits for a table, without a message authentication code.
    ///
    /// # Errors
    /// When the system gives no random bytes.
    pub fn secret(&self) -> Result<Seed, getrandom::Error> {
        loop {
            let mut random = [0; 2 * HALF];
            getrandom::fill(&mut random)?;
            let seed = seed(&random);
            if !seed.as_str().starts_with('-') {
                return Ok(seed);
            }
        }
    }

    /// The ranked seed of a day and a game: the HMAC-SHA256 of both under the secret. Neither the day's key nor any other seed reveals
    /// anything about it.
    #[must_use]
    pub fn ranked_daily(&self, day: Day, game: &str) -> Seed {
        let mut code = hmac(&self.0.0);
        // Published commitments depend on this text, which is older than the word "ranked".
        code.update(format!("sealed seed of {day}\n{game}").as_bytes());
        seed(&code.finalize().into_bytes())
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

    /// SHA-256 of the key in lowercase hex, which is published in advance.
    #[must_use]
    pub fn commitment(&self) -> String {
        hex::encode(Sha256::digest(self.0))
    }

    /// The key in lowercase hex.
    #[must_use]
    pub fn reveal(&self) -> String {
        hex::encode(self.0)
    }
}

/// HMAC-SHA256 with this key, before its message.
pub(in crate::api) fn hmac(key: &[u8; 32]) -> Hmac<Sha256> {
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
    fn drawn_seeds_are_bound_to_game_and_player() {
        let now = moment("2026-11-20");
        let (ada, ben) = (Some(PlayerId(1)), Some(PlayerId(2)));
        for (of, for_ada, for_ben) in
            [(None, Origin::DrawnForAnyone, Origin::DrawnForAnyone), (ada, Origin::DrawnForPlayer, Origin::Other)]
        {
            let seed = SEEDS.draw("slide-jam", of).expect("random bytes");
            assert_eq!(seed.as_str().len(), 32);
            let origin = |game, default, player| SEEDS.origin(game, &seed, default, player, now);
            assert_eq!(origin("slide-jam", true, ada), for_ada);
            assert_eq!(origin("slide-jam", false, ada), for_ada, "whatever the options");
            assert_eq!(origin("slide-jam", true, ben), for_ben);
            assert_eq!(origin("catwalk", true, ada), Origin::Other, "carried over to another game");
            let elsewhere = Seeds(Secret([8; 32])).origin("slide-jam", &seed, true, ada, now);
            assert_eq!(elsewhere, Origin::Other, "of another secret");
        }
    }

    #[test]
    fn changed_or_shortened_drawn_seeds_are_not_recognized() {
        let player = Some(PlayerId(1));
        for of in [None, player] {
            let seed = SEEDS.drawn("slide-jam", of, [1; HALF]);
            for i in 0..seed.as_str().len() {
                let mut text = seed.as_str().as_bytes().to_vec();
                text[i] = if text[i] == b'A' { b'B' } else { b'A' };
                let forged: Seed = String::from_utf8(text).expect("ASCII").parse().expect("a seed");
                let cut: Seed = seed.as_str()[..i.max(1)].parse().expect("a seed");
                for seed in [forged, cut] {
                    let origin = SEEDS.origin("slide-jam", &seed, true, player, Timestamp::FIRST);
                    assert_eq!(origin, Origin::Other, "{i}");
                }
            }
        }
    }

    #[test]
    fn no_drawn_seed_begins_with_a_hyphen() {
        // In base64url, a first byte from 0xF8 to 0xFB begins with `-`.
        let mut sources = (0xF7..=0xFC).rev().map(|first| [first; HALF]);
        let mut draw = || SEEDS.draw_from("slide-jam", None, || sources.next().ok_or(())).expect("one is left");
        assert!(draw().as_str().starts_with('_'));
        assert!(draw().as_str().starts_with('9'), "the four between are passed over");
    }

    #[test]
    fn daily_seeds_count_for_their_day_game_and_default_options() {
        let seed = SEEDS.day_key("2026-11-20".parse().expect("a day")).seed("catwalk");
        let class = |game, default, at| SEEDS.origin(game, &seed, default, None, moment(at)).class();
        assert_eq!(class("catwalk", true, "2026-11-20T00:00:00Z"), SeedClass::Daily);
        assert_eq!(class("catwalk", true, "2026-11-20T23:59:59.999Z"), SeedClass::Daily);
        assert_eq!(class("catwalk", true, "2026-11-19T23:59:59.999Z"), SeedClass::Chosen, "tomorrow's");
        assert_eq!(class("catwalk", true, "2026-11-21T00:00:00Z"), SeedClass::Chosen, "yesterday's");
        assert_eq!(class("catwalk", false, "2026-11-20T12:00:00Z"), SeedClass::Chosen, "other options");
        assert_eq!(class("slide-jam", true, "2026-11-20T12:00:00Z"), SeedClass::Chosen, "another game's");
    }

    #[test]
    fn day_keys_match_an_independent_computation() {
        // Computed with Python's hmac and hashlib.
        let key = SEEDS.day_key("2026-11-20".parse().expect("a day"));
        assert_eq!(key.reveal(), "d53a82be6d39811d5e28d8d3b6fb0cb17faae03612f2e53122ad0b469004744c");
        assert_eq!(key.commitment(), "6678e5ad43d8356b50fab6801bb22d21ec2b997983fbec1cde296bbd4fc67fa5");
        assert_eq!(key.seed("epic-funhouse").as_str(), "9TuQmP2WQx--EbDc26IvCS_E5Hp8IBM-HrWxHO80QVw");
        assert_eq!(SEEDS.drawn("epic-funhouse", None, [1; HALF]).as_str(), "AQEBAQEBAQEBAQEBNgxxON__61i0PTtN");
    }
}
