//! Laws of options.

use funhouse::rules::game::{Options, Solitaire};
use funhouse::rules::registry::{self, Visitor};
use serde_json::{Value as Json, json};

use super::to_json;
use crate::support::walks::all_options;

#[test]
fn options_accept_listed_values_and_default_to_first() {
    struct Listed;
    impl Visitor for Listed {
        fn visit<G: Solitaire>(&mut self) {
            let read = |json: Json| serde_json::from_value::<G::Options>(json);
            let defaults = to_json(&read(json!({})).expect("options left out have their defaults"));
            let written = defaults.as_object().expect("options are an object");
            assert_eq!(written.len(), G::Options::LIST.len(), "{} lists its options", G::ID);
            assert_eq!(read(json!({})).ok(), Some(G::Options::default()));
            for option in G::Options::LIST {
                assert_eq!(written[option.name], option.values[0], "the first is the default");
                assert!(option.values.len() > 1 && !option.summary.is_empty(), "{}", option.name);
                for value in option.values {
                    let chosen = to_json(&read(json!({ option.name: value })).expect("a listed value is taken"));
                    assert_eq!(chosen[option.name], *value);
                }
                for other in [json!("unknown"), json!(null), json!(0), json!("")] {
                    assert!(read(json!({ option.name: other })).is_err(), "{}: {other}", option.name);
                }
            }
            assert!(read(json!({ "unknown": "simulated" })).is_err(), "{} refuses an unknown option", G::ID);
            assert_eq!(all_options::<G>()[0], G::Options::default());
        }
    }
    registry::visit_all(&mut Listed);
}
