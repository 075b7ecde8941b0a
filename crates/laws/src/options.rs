//! Options: their listed values, their defaults, and nothing else.

use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, Options, State};
use funhouse_rules::mode::Mode;
use serde_json::{Value as Json, json};

use crate::walks::{Law, check_all, read};

#[test]
fn options_accept_listed_values_and_default_to_the_first() {
    struct Listed;
    impl Law for Listed {
        const GAMES: u64 = 1;
        const SOLITAIRES: u64 = 1;

        fn check<G: Game, M: Mode<G>>(&mut self, _: &State<G>, _: &mut Draws) {
            let options = |json: Json| read::<G::Options>(&json.to_string());
            assert_eq!(options(json!({})), Ok(G::Options::default()), "{}", G::ID);
            let defaults = json!(G::Options::default());
            assert_eq!(defaults.as_object().map(|fields| fields.len()), Some(G::Options::LIST.len()), "{}", G::ID);
            for option in G::Options::LIST {
                assert_eq!(defaults[option.name], option.values[0], "{}: the first value is the default", G::ID);
                assert!(option.values.len() > 1 && !option.summary.is_empty(), "{}: {}", G::ID, option.name);
                for value in option.values {
                    let chosen = options(json!({ option.name: value })).expect("a listed value is accepted");
                    assert_eq!(json!(chosen)[option.name], *value, "{}", G::ID);
                }
                for other in [json!("unknown"), json!(null), json!(0), json!("")] {
                    assert!(options(json!({ option.name: other })).is_err(), "{}: {}: {other}", G::ID, option.name);
                }
            }
            assert!(options(json!({ "unknown": "simulated" })).is_err(), "{}", G::ID);
        }
    }
    check_all(Listed);
}
