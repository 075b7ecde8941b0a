//! `replay` of every solitaire on any bytes. The verdict can be written, and a second replay gives the same.

use funhouse_engine::games;

/// Passes bytes to `replay` of every solitaire.
///
/// # Panics
///
/// If a game breaks its rules.
pub fn replay(bytes: &[u8]) {
    for game in games().iter().filter(|game| !game.newest().facts().is_seated()) {
        let Ok(verdict) = game.newest().replay(bytes, None) else { continue };
        assert!(!verdict.is_empty(), "a verdict can be written");
        assert_eq!(game.newest().replay(bytes, None).as_ref(), Ok(&verdict), "a replay gives the same again");
    }
}
