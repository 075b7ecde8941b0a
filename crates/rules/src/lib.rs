//! The rules: pure functions from seed, options and moves to states and scores.
//!
//! Nothing in here knows of files, clocks, networks or threads, and nothing depends on hash order or floats.
//! Start with [`game::Game`], what a game must say about itself, and [`game::State`], the sealed state that legal
//! play moves along. The games are in [`games`], one line each in the [`registry`].
//!
//! # A tour
//!
//! A game is dealt from a seed. A sealed [`State`](game::State) can only be moved along by legal play:
//!
//! ```
//! use funhouse_rules::game::{Log, State};
//! use funhouse_rules::games::epic_funhouse::slide_jam::{Move, SlideJam};
//!
//! let seed = "funhouse-1".parse().unwrap();
//! let mut state = State::<SlideJam>::deal(seed, Default::default());
//! assert_eq!(state.score().total, 60);
//!
//! // A move is plain data. A refused one names the rule that it breaks, and changes nothing.
//! let mv = r#"{"type": "pop", "cells": ["b5", "b6", "c5"], "stack": "left", "slide": "down"}"#;
//! let mv: Move = serde_json::from_str(mv).unwrap();
//! let refused = state.play(&mv, &mut Log::keep()).unwrap_err();
//! assert_eq!(refused.to_string(), "S1, M2 and C5 are not in sequence (slide-jam.family)");
//!
//! // Every legal move is listed, each ready to be played; the log says what happened.
//! let legal = state.legal_moves().moves;
//! let mut log = Log::keep();
//! state.play(&legal[0], &mut log).unwrap();
//! assert_eq!(state.table().left.len(), 3);
//! assert_eq!(serde_json::to_value(&log.events()[0]).unwrap()["type"], "tile_popped");
//! ```
//!
//! What comes from the wire is a [`StateForm`](game::StateForm): anything of the right shape. Only `admit` makes a
//! `State` of it, and it tells all faults at once:
//!
//! ```
//! use funhouse_rules::game::{State, StateForm};
//! use funhouse_rules::games::epic_funhouse::slide_jam::SlideJam;
//!
//! let state = State::<SlideJam>::deal("funhouse-1".parse().unwrap(), Default::default());
//! let json = serde_json::to_string(&state).unwrap();
//! let form: StateForm<SlideJam> = serde_json::from_str(&json).unwrap();
//! assert_eq!(form.admit(), Ok(state));
//!
//! let form: StateForm<SlideJam> = serde_json::from_str(&json.replace("M0", "M5")).unwrap();
//! let Err(faults) = form.admit() else { panic!("M5 is there twice, M0 is nowhere") };
//! let told: Vec<_> = faults.iter().map(|fault| (fault.pointer.as_str(), fault.code)).collect();
//! assert_eq!(told, [("/table/grid/b1", "tile_twice"), ("/table", "tile_missing")]);
//! ```
//!
//! A run (seed, options, moves) is judged by [`replay`](replay::replay). All games are in the
//! [`registry`], one line each; whatever is done for every game visits it.

pub mod cards;
pub mod chance;
mod choice;
pub mod dice;
mod digest;
pub mod fault;
pub mod game;
pub mod games;
pub mod grid;
pub mod hex;
pub mod kind;
pub mod page;
pub mod piecepack;
pub mod registry;
pub mod replay;
pub mod robot;
pub mod run;
pub mod scene;
pub mod seat;
pub mod wire;
