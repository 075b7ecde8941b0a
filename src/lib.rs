//! funhouse: the rules of solitaire board games as a service.
//!
//! The crate is a pure rules library ([`rules`]), pictures of what it plays ([`picture`]), an HTTP layer over both (`api`)
//! and one binary. Arrows point inward only: the rules know nobody.
//!
//! # A tour
//!
//! A game is dealt from a seed. A sealed [`State`](rules::game::State) can only be moved along by legal play:
//!
//! ```
//! use funhouse::rules::game::{Log, State};
//! use funhouse::rules::games::epic_funhouse::slide_jam::{Move, SlideJam};
//!
//! let seed = "funhouse-1".parse().unwrap();
//! let mut state = State::<SlideJam>::deal(seed, Default::default());
//! assert_eq!(state.score().total, 60);
//!
//! // A move is plain data. A refused one names the rule that it breaks, and changes nothing.
//! let mv = r#"{"type": "pop", "cells": ["b5", "b6", "c5"], "stack": "left", "slide": "down"}"#;
//! let mv: Move = serde_json::from_str(mv).unwrap();
//! let refused = state.play(&mv, &mut Log::kept()).unwrap_err();
//! assert_eq!(refused.to_string(), "S1, M2 and C5 are not in sequence (slide-jam.family)");
//!
//! // Every legal move is listed, each ready to be played; the log says what happened.
//! let legal = state.legal_moves().moves;
//! let mut log = Log::kept();
//! state.play(&legal[0], &mut log).unwrap();
//! assert_eq!(state.table().left.len(), 3);
//! assert_eq!(serde_json::to_value(&log.events()[0]).unwrap()["type"], "tile_popped");
//! ```
//!
//! What comes from the wire is a [`StateForm`](rules::game::StateForm): anything of the right shape. Only `admit` makes a
//! `State` of it, and it tells all faults at once:
//!
//! ```
//! use funhouse::rules::game::{Refused, State, StateForm};
//! use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
//!
//! let state = State::<SlideJam>::deal("funhouse-1".parse().unwrap(), Default::default());
//! let json = serde_json::to_string(&state).unwrap();
//! let form: StateForm<SlideJam> = serde_json::from_str(&json).unwrap();
//! assert_eq!(form.admit(), Ok(state));
//!
//! let form: StateForm<SlideJam> = serde_json::from_str(&json.replace("M0", "M5")).unwrap();
//! let Err(Refused::Impossible(faults)) = form.admit() else { panic!("M5 is there twice, M0 is nowhere") };
//! let told: Vec<_> = faults.iter().map(|fault| (fault.pointer.as_str(), fault.code)).collect();
//! assert_eq!(told, [("/table/grid/b1", "tile_twice"), ("/table", "tile_missing")]);
//! ```
//!
//! A run (seed, options, moves) is judged by [`replay`](rules::replay::replay). All games are in the
//! [`registry`](rules::registry), one line each; whatever is done for every game visits it.

#[cfg(feature = "server")]
pub mod api;
#[cfg(feature = "server")]
pub mod cli;
#[cfg(feature = "server")]
pub mod config;
pub mod picture;
#[cfg(feature = "server")]
pub mod reverify;
pub mod rules;
#[cfg(feature = "server")]
pub mod server;
#[cfg(feature = "server")]
pub mod store;
#[cfg(feature = "server")]
pub mod telemetry;
#[cfg(feature = "server")]
pub mod verification;
