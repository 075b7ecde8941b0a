//! Tests of the games and their rules, without a server.

mod chance_page;
mod equivalence;
mod faults;
mod known_answers;
mod objects;
mod pictures;
mod playthroughs;
mod seated_pictures;
mod table_games;
