//! The rules of a game as text: for embedding, and as an HTML document.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{Options, Parser};

use super::GameRules;
use crate::engine::{Ruleset, rules_text};
use crate::rules::page::Audience;

/// The style of the HTML document.
const STYLE: &str = include_str!("style.css");

/// Returns the rules as Markdown and HTML for embedding.
pub(super) fn embeddable(ruleset: Ruleset, audience: Audience) -> GameRules {
    let facts = ruleset.facts();
    let markdown = rules_text::markdown(facts, audience);
    let mut html = String::new();
    push_html(&mut html, Parser::new_ext(&markdown, Options::ENABLE_TABLES | Options::ENABLE_HEADING_ATTRIBUTES));
    GameRules { game: facts.id, rules: facts.rules, markdown, html }
}

/// Returns the rules as an HTML page, with links to the rules for the other readers and to the game.
pub(super) fn html_document(ruleset: Ruleset, audience: Audience) -> String {
    let GameRules { game, html, .. } = embeddable(ruleset, audience);
    let (title, facts) = (rules_text::title(ruleset.facts(), audience), ruleset.facts());
    let (other, label) = match audience {
        Audience::Players => (Audience::Programs, "Rules for programs"),
        Audience::Programs => (Audience::Players, "Rules for players"),
    };
    let other = rules_text::address(game, other);
    let (source, designer) = (facts.source, facts.designer);
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <nav><a href=\"/play#/new/{game}\">Play</a> <a href=\"{other}\">{label}</a> <a href=\"/docs\">API</a></nav>\n\
         <main>\n<h1>{title}</h1>\n{html}</main>\n<footer>{source}, by {designer}.</footer>\n</body>\n</html>\n"
    )
}
