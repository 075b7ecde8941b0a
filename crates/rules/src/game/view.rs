//! Views: the part of a table that a viewer sees. Rules: seats.md, section 4.
//!
//! A view from the wire is a [`ViewForm`]. Views need no inspection rules of their own: [`ViewOf::determinize`] fills
//! the hidden parts with any pieces that are left, and the resulting table is inspected like that of a state. Hidden
//! parts do not affect what the viewer sees, so the scene of a view equals the scene of its state, whichever pieces
//! were filled in.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::ser::SerializeStruct as _;
use serde::{Serialize, Serializer};
use serde_json::Value as Json;

use super::form::Form;
use super::{Context, Game, Seats, Sight, Viewer};
use crate::fault::{Fault, Faults};
use crate::wire::{self, Fault as Mismatch, ReadError, Reader, ToSchema, json_of};

/// A viewer's view of a table `T` under options `O`. It has the shape of the table, with hidden parts marked as
/// unknown.
pub trait ViewOf<T, O>: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema {
    /// Returns the view of a viewer. The host sees everything.
    fn of(table: &T, viewer: Viewer) -> Self;

    /// Returns a table that is consistent with this view (a determinization).
    ///
    /// Hidden parts get any pieces that are not visible. If the view is that of a possible table, the result is
    /// possible too.
    fn determinize(&self, options: O) -> T;
}

/// Where nothing is hidden, every viewer sees the table itself.
impl<T: Clone + Debug + Eq + Send + Serialize + DeserializeOwned + ToSchema, O> ViewOf<T, O> for T {
    fn of(table: &T, _: Viewer) -> T {
        table.clone()
    }

    fn determinize(&self, _: O) -> T {
        self.clone()
    }
}

/// A view from the wire: a state without its seed, not yet inspected. It can never be used as a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ViewForm<G: Game> {
    /// The number of seats, within the range of the game.
    pub seats: Seats,
    /// The options.
    pub options: G::Options,
    /// The view of the table.
    pub table: G::View,
}

/// A view without faults: the viewer may see this in some possible state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SealedView<G: Game> {
    form: ViewForm<G>,
    viewer: Viewer,
    /// A table that is consistent with the view. The seed of its game is unknown.
    determinized: G::Table,
}

impl<G: Game> ViewForm<G> {
    /// Reads a view.
    ///
    /// # Errors
    /// If it does not match the schema.
    pub fn read(view: Reader<'_>) -> Result<Self, Mismatch> {
        let names: &[&str] = if G::SEATED {
            &["game", "rules", "seats", "options", "table"]
        } else {
            &["game", "rules", "options", "table"]
        };
        let Form { seats, options, table, .. } = Form::<G, _>::read(view, names)?;
        Ok(Self { seats, options, table })
    }

    /// Reads a view from JSON.
    ///
    /// # Errors
    /// If it is no JSON, or does not match the schema.
    pub fn from_json(json: &[u8]) -> Result<Self, ReadError> {
        wire::read_with(json, &Self::read)
    }

    /// Inspects the view and seals it.
    ///
    /// # Errors
    /// All detectable faults of the view. Their pointers are into the view.
    pub fn admit(self, viewer: Viewer) -> Result<SealedView<G>, Faults> {
        let Self { seats, options, table: posted } = self;
        let mut determinized = posted.determinize(options);
        let mut faults = Faults::default();
        faults.within("/table", |faults| G::inspect(Context::unseeded(seats, options), &mut determinized, faults));
        if !faults.is_empty() {
            let posted = json_of(&posted);
            return Err(faults.reworded(|fault| detail_for_viewer(&posted, fault)));
        }
        let table = viewed::<G>(options, &determinized, viewer);
        if table != posted {
            // The order of sets does not matter, so only compare contents.
            let mismatch = ViewMismatch::of(viewer, G::finished(options, &determinized));
            faults.within("/table", |faults| mismatch.find("", &json_of(&posted), &json_of(&table), faults));
            if !faults.is_empty() {
                return Err(faults);
            }
        }
        Ok(SealedView { form: Self { seats, options, table }, viewer, determinized })
    }
}

/// Returns the view of a viewer; after the end of the game, everything is visible.
pub(super) fn viewed<G: Game>(options: G::Options, table: &G::Table, viewer: Viewer) -> G::View {
    G::View::of(table, if G::finished(options, table) { Viewer::Host } else { viewer })
}

impl<G: Game> SealedView<G> {
    /// Returns what the viewer knows.
    pub(crate) fn sight(&self) -> Sight<'_, G::Options, G::View> {
        let ViewForm { seats, options, table } = &self.form;
        Sight { seats: *seats, viewer: self.viewer, options: *options, table }
    }

    /// Returns a table that is consistent with the view. Do not expose anything of it that depends on hidden parts.
    pub(crate) const fn determinized(&self) -> &G::Table {
        &self.determinized
    }
}

/// Returns whether a value is written as hidden: `"??"`, `"S?"`.
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

/// Returns a replacement detail for a fault that concerns hidden parts: the determinized pieces mean nothing to the
/// viewer.
fn detail_for_viewer(posted: &Json, fault: &Fault) -> Option<&'static str> {
    let there = fault.pointer.strip_prefix("/table").and_then(|pointer| posted.pointer(pointer));
    if there.is_some_and(is_hidden) {
        Some("nothing is left that can lie hidden here")
    } else if fault.code.ends_with("_missing") && hides(posted) {
        Some("something is nowhere: too little is hidden")
    } else {
        None
    }
}

/// The details of faults for a view that does not match its viewer.
struct ViewMismatch {
    hidden: String,
    shown: String,
}

impl ViewMismatch {
    fn of(viewer: Viewer, finished: bool) -> Self {
        let who = match viewer {
            Viewer::Seat(seat) => format!("seat {seat}"),
            Viewer::Onlooker | Viewer::Host => "an onlooker, who has no seat,".to_owned(),
        };
        let hidden = if finished { "the game has ended, and everything is shown" } else { "sees what is hidden here" };
        let hidden = if finished { hidden.to_owned() } else { format!("{who} {hidden}") };
        Self { hidden, shown: format!("{who} does not see what is shown here") }
    }

    /// Adds a fault for each part of a posted view that differs from what its viewer sees. Lists of strings are
    /// compared as sets.
    fn find(&self, at: &str, posted: &Json, seen: &Json, faults: &mut Faults) {
        match (posted, seen) {
            (Json::Array(posted), Json::Array(seen)) if posted.iter().all(Json::is_string) => {
                let count = |list: &[Json]| list.iter().filter(|json| is_hidden(json)).count();
                for (i, json) in posted.iter().enumerate() {
                    let shown = is_hidden(json) || seen.contains(json);
                    faults.require(shown, format_args!("{at}/{i}"), "shown", &self.shown);
                }
                faults.require(count(posted) <= count(seen), at, "hidden", &self.hidden);
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

wire::named_schema!(
    impl[G: Game] ViewForm<G>,
    format!("{}ViewForm", G::NAME),
    wire::object(
        &format!("A view of {}: a state without its seed, in which hidden parts are `??`.", G::TITLE),
        [wire::required("game", wire::constant(G::ID)), wire::required("rules", super::version_schema::<G>())]
            .into_iter()
            .chain(super::seats_field::<G>())
            .chain([
                wire::required("options", wire::reference_to::<G::Options>()),
                wire::required("table", wire::reference_to::<G::View>()),
            ]),
    ),
    gather [G::Options, G::View]
);
