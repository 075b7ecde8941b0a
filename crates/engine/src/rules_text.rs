//! The rules of a game as Markdown.

use funhouse_rules::page::Audience;
use funhouse_rules::registry;

use crate::Facts;

/// Returns the rules as Markdown with their title.
#[must_use]
pub fn markdown_document(facts: &Facts, audience: Audience) -> String {
    format!("# {}\n\n{}", title(facts, audience), markdown(facts, audience))
}

/// Returns the rules as Markdown without a title. Links to other games lead to the paths at which the service has their rules.
#[must_use]
pub fn markdown(facts: &Facts, audience: Audience) -> String {
    let games = registry::ids().into_iter().chain(registry::seated_ids());
    games.fold(facts.page.reading(audience), |text, game| {
        text.replace(&format!("]({game}.md)"), &format!("]({})", address(game, audience)))
    })
}

/// Returns the title. The only special characters in titles are apostrophes, which need no escape in text.
#[must_use]
pub fn title(facts: &Facts, audience: Audience) -> String {
    let title = facts.title;
    match audience {
        Audience::Players => format!("Rules of {title}"),
        Audience::Programs => format!("Rules of {title}, for programs"),
    }
}

/// Returns the path of a game's rules.
#[must_use]
pub fn address(game: &str, audience: Audience) -> String {
    let query = match audience {
        Audience::Players => "",
        Audience::Programs => "?for=programs",
    };
    format!("/v1/games/{game}/rules{query}")
}
