//! Tests of the store and its databases.

mod apps;
mod boards;
mod calls;
mod documented_sql;
mod late_submissions;
mod migrations;
mod names;
mod ranked_tables;
mod ratings;
mod retention;
mod runs_of_game;
mod set_back;
mod tables;
