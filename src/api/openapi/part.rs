//! The parts of the document: one for each game, and one for the service, each with only what it needs.
//!
//! A call whose path names a game is in the part of that game. All others are common, and those that a client of a game needs are also in
//! the part of each game. The part of a game has only that game in unions, and the common part has what all games have in common.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{common, walk, words};
use crate::engine::{self, Ruleset};
use crate::rules::game::Kind;

/// A part of the document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is common to all games.
    Service,
    /// What a client of one game needs.
    Game(&'static str),
}

/// The part of a whole document. It copies only what the part needs, because the whole is large.
pub(super) fn of(whole: &Json, part: Part) -> Json {
    let copied = ["openapi", "info", "servers", "tags"].map(|field| (field.to_owned(), whole[field].clone()));
    let mut document = Json::Object(copied.into_iter().collect());
    document["paths"] = paths(whole, part);
    match part {
        Part::Service => {
            let general = general(whole);
            document["components"] = components(whole, &document["paths"], &|target| {
                general.get(target).or_else(|| whole.pointer(target)).cloned()
            });
        }
        Part::Game(game) => {
            let variants = variants(whole, game);
            narrow(&mut document["paths"], &variants);
            drop_examples(&mut document["paths"], game);
            document["components"] = components(whole, &document["paths"], &|target| {
                let mut component = whole.pointer(target)?.clone();
                narrow(&mut component, &variants);
                Some(component)
            });
            introduce(&mut document, game);
        }
    }
    keep_tags(&mut document);
    document
}

/// Copies the paths of a part.
fn paths(whole: &Json, part: Part) -> Json {
    let of_game = |path: &str| path.split('/').find_map(engine::game);
    let is_in_part = |path: &str, operation: &Json| match (part, of_game(path)) {
        (Part::Service, named) => named.is_none(),
        (Part::Game(game), Some(named)) => named.id() == game,
        (Part::Game(game), None) => {
            let tag = operation.pointer("/tags/0").and_then(Json::as_str).unwrap_or_default();
            engine::game(game).is_some_and(|game| needs(game.newest(), path, tag))
        }
    };
    let in_part = walk::operations(whole).filter(|(path, operation)| is_in_part(path, operation));
    in_part.map(|(path, _)| (path.to_owned(), whole["paths"][path].clone())).collect()
}

/// Whether a client of a game needs a call whose path names no game.
fn needs(game: Ruleset, path: &str, tag: &str) -> bool {
    let facts = game.facts();
    match (path, tag) {
        (_, words::SERVICE | words::MODERATION) => false,
        // They manage an account, or concern many games.
        (
            "/v1/players/{id}/blocks"
            | "/v1/players/{id}/blocks/{other}"
            | "/v1/players/{id}/events"
            | "/v1/players/{id}/export"
            | "/v1/players/{id}/invitations"
            | "/v1/players/{id}/recovery_code"
            | "/v1/players/{id}/token"
            | "/v1/players/{id}/tokens"
            | "/v1/players/{id}/tokens/{token}"
            | "/v1/recovery"
            | "/v1/verifications",
            _,
        ) => false,
        ("/v1/tables/{id}/auto_decline", _) => facts.has_windows,
        (
            "/v1/pairings"
            | "/v1/pairings/{id}"
            | "/v1/tables/{id}/invitations"
            | "/v1/tables/{id}/invitations/{player}"
            | "/v1/tables/{id}/phrases",
            _,
        ) => facts.seats.1 > 1,
        ("/v1/ratings/{game}" | "/v1/tables/{id}/ratings", _) => facts.kind == Kind::Seated,
        (_, "Apps" | "Contests") => false,
        (_, "Players" | "Tables") => true,
        // Runs and boards are of solitaires only.
        _ => game.ranked().is_some(),
    }
}

/// A union over games.
struct Union<'a> {
    name: &'a str,
    description: &'a str,
    /// The variants: each game with its schema.
    variants: BTreeMap<&'a str, &'a Json>,
}

/// The unions over games: each variant is of another game, which a constant names.
fn unions(document: &Json) -> impl Iterator<Item = Union<'_>> {
    let schemas = document.pointer("/components/schemas").and_then(Json::as_object);
    schemas.into_iter().flatten().filter_map(|(name, schema)| {
        let variants = schema["oneOf"].as_array()?;
        let of_games: BTreeMap<&str, &Json> =
            variants.iter().map(|variant| Some((game_of(document, variant)?, variant))).collect::<Option<_>>()?;
        let description = schema["description"].as_str().unwrap_or_default();
        (of_games.len() == variants.len()).then_some(Union { name, description, variants: of_games })
    })
}

/// The game that a constant in a schema names, or in the first variant of a union over rules versions.
fn game_of<'a>(document: &'a Json, schema: &'a Json) -> Option<&'a str> {
    let schema = document.pointer(schema["$ref"].as_str()?.strip_prefix('#')?)?;
    match schema["oneOf"].as_array() {
        Some(versions) => game_of(document, versions.first()?),
        None => schema["properties"]["game"]["const"].as_str(),
    }
}

/// What all games have in common: for each union over games, the schema that replaces it, by its pointer.
fn general(whole: &Json) -> BTreeMap<String, Json> {
    let general = |Union { name, description, variants }: Union<'_>| {
        let mut general = common::of(whole, &variants.into_values().collect::<Vec<_>>());
        general["description"] = format!("{description} This is what is the same for all.").into();
        (format!("/components/schemas/{name}"), general)
    };
    unions(whole).map(general).collect()
}

/// The variants of a game, by the references to the unions over games that they replace.
fn variants(whole: &Json, game: &str) -> BTreeMap<String, String> {
    let of_game = |Union { name, variants, .. }: Union<'_>| {
        let variant = variants.get(game)?["$ref"].as_str()?;
        Some((format!("#/components/schemas/{name}"), variant.to_owned()))
    };
    unions(whole).filter_map(of_game).collect()
}

fn narrow(part: &mut Json, variants: &BTreeMap<String, String>) {
    walk::each_reference(part, &mut |target| {
        if let Some(variant) = variants.get(target) {
            target.clone_from(variant);
        }
    });
}

fn drop_examples(part: &mut Json, game: &str) {
    match part {
        Json::Object(fields) => {
            if fields.get("example").is_some_and(|example| is_of_another(example, game)) {
                fields.remove("example");
            }
            if let Some(Json::Object(parts)) = fields.get_mut("example") {
                parts.values_mut().for_each(|part| keep_game(part, game));
            }
            fields.values_mut().for_each(|part| drop_examples(part, game));
        }
        Json::Array(items) => items.iter_mut().for_each(|item| drop_examples(item, game)),
        _ => {}
    }
}

/// Whether an example is of another game.
fn is_of_another(example: &Json, game: &str) -> bool {
    let named =
        example.get("game").or_else(|| example.pointer("/run/game")).or_else(|| example.pointer("/tables/0/game"));
    named.is_some_and(|named| named != game)
}

/// Removes other games from a list with an item for each game, or from an object with a field for each.
fn keep_game(part: &mut Json, game: &str) {
    match part {
        Json::Array(list) if list.iter().any(|item| item["game"] == game) => list.retain(|item| item["game"] == game),
        Json::Object(fields) if fields.keys().all(|name| engine::game(name).is_some()) => {
            fields.retain(|name, _| name == game);
        }
        _ => {}
    }
}

fn introduce(document: &mut Json, game: &str) {
    if let Some(words) = words::games().into_iter().find(|words| words.id == game) {
        document["info"]["title"] = format!("funhouse: {}", words.title).into();
        document["info"]["description"] = words::of_game(words.title, &words.credit).into();
    }
}

fn keep_tags(document: &mut Json) {
    let used = |(_, operation): (&str, &Json)| operation["tags"].as_array().cloned().unwrap_or_default();
    let used: Vec<Json> = walk::operations(document).flat_map(used).collect();
    if let Some(tags) = document["tags"].as_array_mut() {
        tags.retain(|tag| used.contains(&tag["name"]));
    }
}

/// Copies the components that the paths refer to, directly or through others, and the security schemes. `component` returns the one at a pointer.
fn components(whole: &Json, paths: &Json, component: &dyn Fn(&str) -> Option<Json>) -> Json {
    let kinds = whole["components"].as_object().into_iter().flatten();
    let mut components: Json = kinds.map(|(kind, _)| (kind.clone(), json!({}))).collect();
    components["securitySchemes"] = whole["components"]["securitySchemes"].clone();
    let pointers = |part: &Json| walk::references(part).into_iter().map(str::to_owned).collect::<Vec<_>>();
    let mut next = pointers(paths);
    while let Some(pointer) = next.pop() {
        let Some((kind, name)) = pointer.strip_prefix("/components/").and_then(|rest| rest.split_once('/')) else {
            continue;
        };
        if components[kind].get(name).is_none()
            && let Some(found) = component(&pointer)
        {
            next.extend(pointers(&found));
            components[kind][name] = found;
        }
    }
    components
}

/// All parts, each with the name of its document and a title.
#[must_use]
pub(super) fn all() -> Vec<(Part, &'static str, &'static str)> {
    let service = (Part::Service, "service", "What is common");
    let games = words::games().into_iter().map(|words| (Part::Game(words.id), words.id, words.title));
    std::iter::once(service).chain(games).collect()
}
