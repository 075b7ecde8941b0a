//! Objects of states and moves are parsed from JSON objects only.
//!
//! A struct that derives `Deserialize` is read by `serde_json` from a list of its fields, too, in the order of their
//! declaration, which is the order in which they are written. So each object is replaced by the list of its values in
//! that order, and by the empty list, which a struct with defaults for all its fields would take.

use std::fmt;

use funhouse::rules::chance::Seed;
use funhouse::rules::game::{Solitaire, State, StateForm};
use funhouse::rules::wire::from_json;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value as Json;

use crate::support::walks::{Law, draws, uphold, wander};

/// JSON whose objects keep the order in which their fields are written.
#[derive(Clone)]
enum Ordered {
    Object(Vec<(String, Self)>),
    List(Vec<Self>),
    Other(Json),
}

impl<'de> Deserialize<'de> for Ordered {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Ordered;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("JSON of texts, whole numbers, truth values, lists and objects")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Ordered, A::Error> {
                let mut fields = Vec::new();
                while let Some(field) = map.next_entry()? {
                    fields.push(field);
                }
                Ok(Ordered::Object(fields))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Ordered, A::Error> {
                let mut items = Vec::new();
                while let Some(item) = seq.next_element()? {
                    items.push(item);
                }
                Ok(Ordered::List(items))
            }

            fn visit_str<E>(self, text: &str) -> Result<Ordered, E> {
                Ok(Ordered::Other(text.into()))
            }

            fn visit_u64<E>(self, number: u64) -> Result<Ordered, E> {
                Ok(Ordered::Other(number.into()))
            }

            fn visit_i64<E>(self, number: i64) -> Result<Ordered, E> {
                Ok(Ordered::Other(number.into()))
            }

            fn visit_bool<E>(self, truth: bool) -> Result<Ordered, E> {
                Ok(Ordered::Other(truth.into()))
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl Ordered {
    /// The value with each of its objects, its own first, replaced in turn by what `list` makes of its fields.
    fn replaced(&self, list: fn(&[(String, Self)]) -> Vec<Self>) -> Vec<Self> {
        match self {
            Self::Object(fields) => {
                let inside = fields.iter().enumerate().flat_map(|(i, (key, value))| {
                    let with = move |value| {
                        let mut fields = fields.clone();
                        fields[i] = (key.clone(), value);
                        Self::Object(fields)
                    };
                    value.replaced(list).into_iter().map(with)
                });
                std::iter::once(Self::List(list(fields))).chain(inside).collect()
            }
            Self::List(items) => {
                let inside = items.iter().enumerate().flat_map(|(i, item)| {
                    let with = move |item| {
                        let mut items = items.clone();
                        items[i] = item;
                        Self::List(items)
                    };
                    item.replaced(list).into_iter().map(with)
                });
                inside.collect()
            }
            Self::Other(_) => Vec::new(),
        }
    }
}

impl fmt::Display for Ordered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let joined = |parts: Vec<String>| parts.join(",");
        match self {
            Self::Object(fields) => {
                let field = |(key, value): &(String, Self)| format!("{}:{value}", Json::from(key.as_str()));
                write!(f, "{{{}}}", joined(fields.iter().map(field).collect()))
            }
            Self::List(items) => write!(f, "[{}]", joined(items.iter().map(Self::to_string).collect())),
            Self::Other(json) => json.fmt(f),
        }
    }
}

/// Fails unless JSON is read into a type, and rejected once any of its objects is a list. Returns the number of objects.
fn is_read_from_objects_only(game: &str, json: &str, is_read: fn(&[u8]) -> bool) -> usize {
    assert!(is_read(json.as_bytes()), "{game} reads {json}");
    let ordered: Ordered = serde_json::from_str(json).expect("it is JSON");
    assert_eq!(ordered.to_string(), json, "nothing else is changed");
    let values = |fields: &[(String, Ordered)]| fields.iter().map(|(_, value)| value.clone()).collect();
    let lists = ordered.replaced(values).into_iter().chain(ordered.replaced(|_| Vec::new()));
    let tried = lists.inspect(|body| {
        assert!(!is_read(body.to_string().as_bytes()), "{game} takes a list for an object in {body}");
    });
    tried.count()
}

#[test]
fn no_object_is_read_from_a_list() {
    struct Objects(usize);
    impl Law for Objects {
        const SEEDS: u64 = 6;
        fn holds<G: Solitaire>(&mut self, seed: Seed, options: G::Options) {
            wander(State::<G>::deal(seed, options), &mut draws("objects", 0), |state, mv| {
                let text = serde_json::to_string(state).expect("it is JSON");
                self.0 += is_read_from_objects_only(G::ID, &text, |json| StateForm::<G>::from_json(json).is_ok());
                for mv in mv.into_iter().chain(&state.legal_moves().moves) {
                    let text = serde_json::to_string(mv).expect("it is JSON");
                    self.0 += is_read_from_objects_only(G::ID, &text, |json| from_json::<G::Move>(json).is_ok());
                }
            });
        }
    }
    let Objects(tried) = uphold(Objects(0));
    assert!(tried > 10_000, "{tried} lists were tried");
}
