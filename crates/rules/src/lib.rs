//! The rules: pure functions from seed, options and moves to states and scores.
//!
//! The crate uses no files, clocks, networks or threads, and nothing depends on hash order or floats.
//! Start with [`game::Game`], the trait that a game implements, and [`game::State`], the sealed state that legal
//! play advances. The games are in [`games`] and listed in the [`registry`].
//!
//! # A tour
//!
//! A game is dealt from a seed. A sealed [`State`](game::State) changes only by legal moves:
//!
//! ```
//! use funhouse_rules::game::{Log, State};
//! use funhouse_rules::games::epic_funhouse::slide_jam::{Move, SlideJam};
//!
//! let seed = "funhouse-1".parse().unwrap();
//! let mut state = State::<SlideJam>::deal(seed, Default::default());
//! assert_eq!(state.score().total, 60);
//!
//! // A move is plain data. An illegal move reports the rule that it breaks and changes nothing.
//! let mv = r#"{"type": "pop", "cells": ["b5", "b6", "c5"], "stack": "left", "slide": "down"}"#;
//! let mv: Move = funhouse_rules::wire::from_json(mv.as_bytes()).unwrap();
//! let refused = state.play(&mv, &mut Log::keep()).unwrap_err();
//! assert_eq!(refused.to_string(), "S1, M2 and C5 are not in sequence (slide-jam.family)");
//!
//! // Legal moves are listed and can be played as they are. The log records what happened.
//! let legal = state.legal_moves().moves;
//! let mut log = Log::keep();
//! state.play(&legal[0], &mut log).unwrap();
//! assert_eq!(state.table().left.len(), 3);
//! assert_eq!(serde_json::to_value(&log.events()[0]).unwrap()["type"], "tile_popped");
//! ```
//!
//! Input from the wire is a [`StateForm`](game::StateForm), which may be impossible. Only `admit` turns it into a
//! `State`; otherwise it reports all faults at once:
//!
//! ```
//! use funhouse_rules::game::{State, StateForm};
//! use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
//!
//! let state = State::<SlideJam>::deal("funhouse-1".parse().unwrap(), Default::default());
//! let json = serde_json::to_string(&state).unwrap();
//! let form = StateForm::<SlideJam>::from_json(json.as_bytes()).unwrap();
//! assert_eq!(form.admit(), Ok(state));
//!
//! let form = StateForm::<SlideJam>::from_json(json.replace("M0", "M5").as_bytes()).unwrap();
//! let Err(faults) = form.admit() else { panic!("M5 is there twice, M0 is nowhere") };
//! let found: Vec<_> = faults.iter().map(|fault| (fault.pointer.as_str(), fault.code)).collect();
//! assert_eq!(found, [("/table/grid/b1", "tile_twice"), ("/table", "tile_missing")]);
//! ```
//!
//! [`replay`](replay::replay) checks a run (seed, options and moves). [`erased`] has every game without its types, for programs that serve
//! them all, and the [`registry`] visits every game with its types.

#![cfg_attr(not(feature = "schemas"), allow(dead_code, unused_imports, reason = "schemas use the rest"))]

pub mod cards;
pub mod census;
pub mod chance;
mod choice;
pub mod contest;
pub mod dice;
mod digest;
pub mod erased;
pub mod fault;
pub mod game;
pub mod games;
pub mod grid;
pub mod mode;
pub mod page;
pub mod piecepack;
pub mod registry;
pub mod replay;
pub mod robot;
#[cfg(feature = "schemas")]
pub mod run;
pub mod scene;
pub mod search;
pub mod seat;
pub mod sources;
pub mod standing;
pub mod text;
pub mod wire;

#[cfg(test)]
mod lengths;
#[cfg(test)]
mod testing;
