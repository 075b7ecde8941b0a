//! Views: what somebody sees of a table. Rules: seats.md, section 4.
//!
//! A view from the wire is a [`ViewForm`]. It is not inspected by rules of its own: what is unknown in it is supposed to be
//! anything that is left, and what that gives is inspected as a state is. What is hidden has no effect on what can be seen, so
//! whatever is supposed there, the view is drawn as the state is of which it is the view.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::ser::SerializeStruct as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value as Json;
use utoipa::ToSchema;

use super::{Context, Game, Id, Seats, SeatsOf, Sight, State, Version, Viewer, seats_field, version_schema};
use crate::fault::{Fault, Faults};
use crate::wire;

/// What somebody sees of a table `T` under options `O`: of the table's own shape, with what is hidden from them unknown.
pub trait ViewOf<T, O>: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema {
    /// What they see of it. Whoever runs the table sees all of it.
    fn of(table: &T, viewer: Viewer) -> Self;

    /// A table that looks like this: what is unknown is supposed to be anything that is left. If this is what somebody sees of a
    /// possible table, then the one that is supposed is possible, too.
    fn suppose(&self, options: O) -> T;
}

/// Where nothing is hidden, everybody sees the table itself.
impl<T: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema, O> ViewOf<T, O> for T {
    fn of(table: &T, _: Viewer) -> T {
        table.clone()
    }

    fn suppose(&self, _: O) -> T {
        self.clone()
    }
}

/// A view as it comes from the wire: in a state's shape but without its seed. Nothing takes it for a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewForm<G: Game> {
    /// How many seats there are, within the game's range.
    pub seats: Seats,
    /// The options.
    pub options: G::Options,
    /// What they see of the table.
    pub table: G::View,
}

/// A view in which no fault is found: somebody may see this of a possible state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedView<G: Game> {
    form: ViewForm<G>,
    viewer: Viewer,
    /// A table of which it is the view. The seed of its game is not known.
    supposed: G::Table,
}

impl<G: Game> ViewForm<G> {
    /// What somebody sees of a state.
    #[must_use]
    pub fn of(state: &State<G>, viewer: Viewer) -> Self {
        Self { seats: state.seats(), options: state.options(), table: state.view(viewer) }
    }

    /// Seals the view, if this viewer may see it of a possible state.
    ///
    /// # Errors
    /// All its faults, as far as a view can tell; pointers are into the view.
    pub fn admit(self, viewer: Viewer) -> Result<SealedView<G>, Faults> {
        let Self { seats, options, table: posted } = self;
        let mut supposed = posted.suppose(options);
        let mut faults = Faults::default();
        faults.within("/table", |faults| G::inspect(Context::unseeded(seats, options), &mut supposed, faults));
        if !faults.is_empty() {
            let posted = as_json(&posted);
            return Err(faults.reworded(|fault| as_seen(&posted, fault)));
        }
        let table = seen::<G>(&supposed, viewer);
        if table != posted {
            // What lies in no order may be posted in any.
            let words = Unlike::of(viewer, G::finished(&supposed));
            faults.within("/table", |faults| words.find("", &as_json(&posted), &as_json(&table), faults));
            if !faults.is_empty() {
                return Err(faults);
            }
        }
        Ok(SealedView { form: Self { seats, options, table }, viewer, supposed })
    }
}

/// What somebody sees of a table; once the game has ended, everything.
pub(super) fn seen<G: Game>(table: &G::Table, viewer: Viewer) -> G::View {
    G::View::of(table, if G::finished(table) { Viewer::Host } else { viewer })
}

impl<G: Game> SealedView<G> {
    /// What is seen.
    pub(crate) fn sight(&self) -> Sight<'_, G::Options, G::View> {
        let ViewForm { seats, options, table } = &self.form;
        Sight { seats: *seats, viewer: self.viewer, options: *options, table }
    }

    /// A table of which this is the view. Nothing that depends on what is hidden may be told of it.
    pub(crate) const fn supposed(&self) -> &G::Table {
        &self.supposed
    }
}

/// A view as JSON: it can always be written.
fn as_json(view: &impl Serialize) -> Json {
    serde_json::to_value(view).unwrap_or_default()
}

/// Whether something is written as hidden things are: `"??"`, `"S?"`.
fn is_hidden(json: &Json) -> bool {
    json.as_str().is_some_and(|text| text.ends_with('?'))
}

fn hides(json: &Json) -> bool {
    match json {
        Json::Array(items) => items.iter().any(hides),
        Json::Object(fields) => fields.values().any(hides),
        other => is_hidden(other),
    }
}

/// How a fault of what is supposed is told where it is about what is hidden: what was supposed there says nothing.
fn as_seen(posted: &Json, fault: &Fault) -> Option<&'static str> {
    let there = fault.pointer.strip_prefix("/table").and_then(|pointer| posted.pointer(pointer));
    if there.is_some_and(is_hidden) {
        Some("nothing is left that can lie hidden here")
    } else if fault.code.ends_with("_missing") && hides(posted) {
        Some("something is nowhere: too little is hidden")
    } else {
        None
    }
}

/// How it is told that a view is not what its viewer sees.
struct Unlike {
    hidden: String,
    shown: String,
}

impl Unlike {
    fn of(viewer: Viewer, finished: bool) -> Self {
        let who = match viewer {
            Viewer::Seat(seat) => format!("seat {seat}"),
            Viewer::Onlooker | Viewer::Host => "an onlooker, who has no seat,".to_owned(),
        };
        let hidden = if finished { "the game has ended, and everything is shown" } else { "sees what is hidden here" };
        let hidden = if finished { hidden.to_owned() } else { format!("{who} {hidden}") };
        Self { hidden, shown: format!("{who} does not see what is shown here") }
    }

    /// Adds a fault wherever a view that was posted is not what its viewer sees. Lists of texts are sets.
    fn find(&self, at: &str, posted: &Json, seen: &Json, faults: &mut Faults) {
        match (posted, seen) {
            (Json::Array(posted), Json::Array(seen)) if posted.iter().all(Json::is_string) => {
                let count = |list: &[Json]| list.iter().filter(|json| is_hidden(json)).count();
                for (i, json) in posted.iter().enumerate() {
                    let shown = is_hidden(json) || seen.contains(json);
                    faults.demand(shown, format_args!("{at}/{i}"), "shown", &self.shown);
                }
                faults.demand(count(posted) <= count(seen), at, "hidden", &self.hidden);
            }
            (Json::Array(posted), Json::Array(seen)) => {
                for (i, (posted, seen)) in posted.iter().zip(seen).enumerate() {
                    self.find(&format!("{at}/{i}"), posted, seen, faults);
                }
            }
            (Json::Object(posted), Json::Object(seen)) => {
                for (key, posted) in posted {
                    if let Some(seen) = seen.get(key) {
                        self.find(&format!("{at}/{key}"), posted, seen, faults);
                    }
                }
            }
            (posted, seen) if posted == seen => {}
            (posted, _) if is_hidden(posted) => faults.add(at, "hidden", &self.hidden),
            _ => faults.add(at, "shown", &self.shown),
        }
    }
}

impl<G: Game> Serialize for ViewForm<G> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut view = serializer.serialize_struct("View", 5)?;
        view.serialize_field("game", G::ID)?;
        view.serialize_field("rules", &G::RULES)?;
        if G::SEATED {
            view.serialize_field("seats", &self.seats)?;
        }
        view.serialize_field("options", &self.options)?;
        view.serialize_field("table", &self.table)?;
        view.end()
    }
}

/// The fields of a view of a solitaire.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct FieldsOfOne<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(rename = "rules")]
    _rules: Version<G>,
    options: G::Options,
    table: G::View,
}

/// The fields of a view of a game for several seats.
#[derive(Deserialize)]
#[serde(bound = "", deny_unknown_fields)]
struct FieldsOfSeveral<G: Game> {
    #[serde(rename = "game")]
    _game: Id<G>,
    #[serde(rename = "rules")]
    _rules: Version<G>,
    seats: SeatsOf<G>,
    options: G::Options,
    table: G::View,
}

impl<'de, G: Game> wire::FromFields<'de> for ViewForm<G> {
    fn from_fields<D: Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
        if G::SEATED {
            let FieldsOfSeveral::<G> { seats, options, table, .. } = FieldsOfSeveral::deserialize(fields)?;
            Ok(Self { seats: seats.count(), options, table })
        } else {
            let FieldsOfOne::<G> { options, table, .. } = FieldsOfOne::deserialize(fields)?;
            Ok(Self { seats: Seats::ONE, options, table })
        }
    }
}

impl<'de, G: Game> Deserialize<'de> for ViewForm<G> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        wire::from_object(deserializer)
    }
}

wire::named_schema!(
    impl[G: Game] ViewForm<G>,
    format!("{}ViewForm", G::NAME),
    wire::object(
        &format!("What somebody sees of {}: a state without its seed, of which what is hidden from them is unknown.", G::TITLE),
        [wire::required("game", wire::constant(G::ID)), wire::required("rules", version_schema::<G>())]
            .into_iter()
            .chain(seats_field::<G>())
            .chain([
                wire::required("options", wire::reference_to::<G::Options>()),
                wire::required("table", wire::reference_to::<G::View>()),
            ]),
    ),
    gather [G::Options, G::View]
);
