//! `GET /v1/games/{game}/rules`: the rules for players or for programs, as JSON, Markdown or HTML.

mod text;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, Route, web};
use serde::{Deserialize, Serialize};

#[cfg(feature = "schemas")]
use super::call::describe;
use super::versions::version;
#[cfg(feature = "schemas")]
use crate::api::operation::{DocumentedOperation, MediaTypeDoc};
use crate::api::problem::{Code, HTML, Problem};
use crate::api::request::query::{OneOf, Query};
use crate::api::response::media_ranges::{Format, preferred};
use crate::api::response::{Caching, Fixed, JSON, add_vary, json};
use crate::api::schemas;
use crate::engine::{GameVersions, Ruleset, games, rules_text};
use crate::rules::page::Audience;
use crate::rules::wire::{self, ToSchema};

/// A document may load nothing. Its style is inline.
const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");

/// The rules of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct GameRules {
    /// The game's id, as in paths and runs.
    #[schema(value_type = schemas::GameId)]
    pub game: &'static str,
    /// The rules version.
    #[schema(value_type = wire::RulesVersion)]
    pub rules: u32,
    /// The rules as Markdown (CommonMark with tables and ids of headings), without a title.
    pub markdown: String,
    /// The same as HTML for embedding: headings from level 2, paragraphs, lists, tables and links, without scripts, styles or images. Links start with
    /// `#` or with `/v1/games/`.
    pub html: String,
}

/// The query.
#[derive(Clone, Copy, Debug, Deserialize)]
struct RulesQuery {
    rules: Option<u32>,
    #[serde(default, rename = "for")]
    audience: Audience,
}

/// The parameter `for`.
const AUDIENCE: OneOf<Audience> = OneOf {
    name: "for",
    description: "Whom the rules are for: players, or authors of programs.",
    values: Cow::Borrowed(&[("players", Audience::Players), ("programs", Audience::Programs)]),
    default: Some("players"),
};

/// A format of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RulesFormat {
    Json,
    Markdown,
    Html,
}

impl RulesFormat {
    /// All formats, the default first.
    const ALL: [Self; 3] = [Self::Json, Self::Markdown, Self::Html];

    /// The value of `Content-Type`.
    fn content_type(self) -> &'static str {
        match self {
            Self::Json => JSON,
            Self::Markdown => "text/markdown; charset=utf-8",
            Self::Html => HTML,
        }
    }

    fn render(self, ruleset: Ruleset, audience: Audience) -> Vec<u8> {
        match self {
            Self::Json => json(&text::embeddable(ruleset, audience)),
            Self::Markdown => rules_text::markdown_document(ruleset.facts(), audience).into(),
            Self::Html => text::html_document(ruleset, audience).into(),
        }
    }
}

impl Format for RulesFormat {
    fn media_type(self) -> &'static str {
        self.content_type().split(';').next().unwrap_or_default()
    }
}

/// Game, rules version, audience and format: what a response depends on.
type Key = (&'static str, u32, Audience, RulesFormat);

static RESPONSES: LazyLock<BTreeMap<Key, Fixed>> = LazyLock::new(|| {
    let versions = games().iter().flat_map(|game| game.versions().iter().map(|version| version.facts()));
    let keys = versions.flat_map(|facts| {
        let audiences = [Audience::Players, Audience::Programs];
        audiences
            .into_iter()
            .flat_map(move |audience| RulesFormat::ALL.map(|format| (facts.id, facts.rules, audience, format)))
    });
    keys.map(|key| (key, Fixed::new(key.3.content_type(), Caching::Revalidated))).collect()
});

/// The rules of the newest version for players, as HTML for embedding.
pub(in crate::api) fn html(game: &GameVersions) -> String {
    text::embeddable(game.newest(), Audience::Players).html
}

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let description = "Returns the rules in the format that `Accept` prefers: JSON (the default), Markdown, or an HTML page. Players get plain words with \
                       examples; programs get the exact rules with random events, JSON fields, rule ids, fault codes and known answers.";
    let documents = [RulesFormat::Markdown, RulesFormat::Html].map(|format| MediaTypeDoc {
        media_type: format.media_type(),
        schema: wire::any_text(),
        example: None,
    });
    let example = text::embeddable(game.newest(), Audience::Players);
    let shortened = |text: &str| text.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
    let example = GameRules { markdown: shortened(&example.markdown), html: shortened(&example.html), ..example };
    AUDIENCE
        .documented(describe(game, "get_{game}_rules", "rules", description))
        .query("rules", "The rules version. The default is the newest.", wire::reference_to::<wire::RulesVersion>())
        .ok_or_as::<GameRules>("The rules in the media type that `Accept` prefers.", &example, documents)
        .errors(&["422"])
        .build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, Query(query): Query<RulesQuery>| async move {
        let ruleset = version(game, query.rules)?;
        let format = preferred(&request, RulesFormat::ALL);
        let audience = query.audience;
        let nothing = || Problem::new(Code::NotFound, "the catalogue does not have this game");
        let response = RESPONSES.get(&(game.id(), ruleset.facts().rules, audience, format)).ok_or_else(nothing)?;
        let mut response = response.respond(&request, move || format.render(ruleset, audience).into()).await?;
        add_vary(response.headers_mut(), &header::ACCEPT);
        if format == RulesFormat::Html {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, POLICY);
        }
        Ok::<_, Problem>(response)
    })
}
