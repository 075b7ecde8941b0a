//! Reading the fields of a request with a state.

use std::fmt;
use std::marker::PhantomData;

use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, Error as _, IgnoredAny, MapAccess, Visitor};

use funhouse_analysis::Effort;
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, Level, LevelOf, Seat, SeatOf, StateForm, ViewForm};
use funhouse_rules::replay::MAX_MOVES;
use funhouse_rules::wire;

use super::names::Names;

/// The fields of a request with a state, before checking that all required ones are present.
pub(super) struct Fields<G: Game> {
    pub(super) state: Option<StateForm<G>>,
    pub(super) view: Option<ViewForm<G>>,
    pub(super) one: Option<G::Move>,
    pub(super) several: Option<Vec<G::Move>>,
    pub(super) seat: Option<Seat>,
    pub(super) seed: Option<Seed>,
    pub(super) level: Level,
    pub(super) until_illegal: bool,
    pub(super) with_legal_moves: bool,
    pub(super) with_picture: bool,
    pub(super) with_text: bool,
    pub(super) effort: Effort,
    pub(super) with_moves: bool,
}

/// Reads a request with a state. Each field of the call may occur at most once, and no other may occur.
pub(super) fn fields<'de, G: Game, D: Deserializer<'de>>(
    deserializer: D,
    names: Names,
) -> Result<(StateForm<G>, Fields<G>), D::Error> {
    let mut fields = any_fields(deserializer, names)?;
    let state = fields.state.take().ok_or_else(|| D::Error::missing_field("state"))?;
    Ok((state, fields))
}

/// Reads a request. Each field of the call may occur at most once, and no other may occur.
pub(super) fn any_fields<'de, G: Game, D: Deserializer<'de>>(
    deserializer: D,
    names: Names,
) -> Result<Fields<G>, D::Error> {
    deserializer.deserialize_map(Read(names, PhantomData))
}

struct Read<G>(Names, PhantomData<G>);

impl<'de, G: Game> Visitor<'de> for Read<G> {
    type Value = Fields<G>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields<G>, A::Error> {
        let Self(names, _) = self;
        let (mut state, mut view, mut one, mut several, mut seat, mut seed) = (None, None, None, None, None, None);
        let (mut until_illegal, mut with_legal_moves, mut with_picture) = (false, false, false);
        let mut with_text = false;
        let (mut effort, mut with_moves, mut level) = (Effort::default(), false, Level::DEFAULT);
        let mut seen = 0_u32;
        while let Some(i) = map.next_key_seed(OneOf(names))? {
            let name = names.get(i).copied().unwrap_or_default();
            if seen & 1 << i != 0 {
                return Err(A::Error::duplicate_field(name));
            }
            seen |= 1 << i;
            match name {
                "state" => state = Some(map.next_value()?),
                "view" => view = Some(map.next_value()?),
                "move" => one = Some(map.next_value()?),
                "moves" => several = Some(map.next_value::<OneOrMore<G::Move>>()?.0),
                "seat" => seat = Some(map.next_value::<SeatOf<G>>()?.seat()),
                "seed" => seed = Some(map.next_value()?),
                "level" => level = map.next_value::<LevelOf<G>>()?.level(),
                "until_illegal" => until_illegal = map.next_value()?,
                "with_legal_moves" => with_legal_moves = map.next_value()?,
                "with_picture" => with_picture = map.next_value()?,
                "with_text" => with_text = map.next_value()?,
                "effort" => effort = map.next_value()?,
                "with_moves" => with_moves = map.next_value()?,
                _ => drop(map.next_value::<IgnoredAny>()?),
            }
        }
        Ok(Fields {
            state,
            view,
            one,
            several,
            seat,
            seed,
            level,
            until_illegal,
            with_legal_moves,
            with_picture,
            with_text,
            effort,
            with_moves,
        })
    }
}

/// Deserializes a key from a list and returns its index.
struct OneOf(Names);

impl<'de> DeserializeSeed<'de> for OneOf {
    type Value = usize;
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl Visitor<'_> for OneOf {
    type Value = usize;
    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }
    fn visit_str<E: de::Error>(self, key: &str) -> Result<usize, E> {
        self.0.iter().position(|name| *name == key).ok_or_else(|| E::unknown_field(key, self.0))
    }
}

/// A list of one to [`MAX_MOVES`] moves.
struct OneOrMore<M>(Vec<M>);

impl<'de, M: Deserialize<'de>> Deserialize<'de> for OneOrMore<M> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let moves: Vec<M> = wire::at_most::<_, _, MAX_MOVES>(deserializer)?;
        if moves.is_empty() {
            return Err(D::Error::custom("must be a list of at least one move (got none)"));
        }
        Ok(Self(moves))
    }
}
