//! What is drawn at random or derived from the secret of the service: seeds, tokens and recovery codes.

pub mod address_key;
pub mod app_key;
pub mod recovery_code;
pub mod seeds;
pub mod token;
