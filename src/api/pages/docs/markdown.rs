//! Markdown of documents: links between them, and conversion to HTML.

use pulldown_cmark::html::push_html;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd};

/// Returns a text whose links to files lead to documents of the service. `find` returns the name of the document that is served for a path;
/// a link to any other file becomes its text. Links to other hosts, to absolute paths and within the page stay.
pub(super) fn with_links(text: &str, find: impl Fn(&str) -> Option<String>) -> String {
    let (mut linked, mut end) = (String::with_capacity(text.len()), 0);
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
        let Some((path, fragment)) = file_of(&dest_url) else { continue };
        let link = text.get(range.clone()).unwrap_or_default();
        let label = link.rsplit_once("](").map_or(link, |(label, _)| label);
        linked.push_str(text.get(end..range.start).unwrap_or_default());
        match find(path) {
            Some(name) => linked.push_str(&format!("{label}]({name}{fragment})")),
            None => linked.push_str(label.trim_start_matches('[')),
        }
        end = range.end;
    }
    linked + text.get(end..).unwrap_or_default()
}

/// Splits a link to a file of the repository into its path and its fragment.
fn file_of(target: &str) -> Option<(&str, &str)> {
    let (path, fragment) = target.split_at(target.find('#').unwrap_or(target.len()));
    let is_elsewhere = path.is_empty() || path.contains("://") || path.starts_with('/') || path == "./";
    (!is_elsewhere).then_some((path, fragment))
}

/// Converts a text to HTML. Headings have ids, and links to documents lead to their pages.
pub(super) fn html(text: &str) -> String {
    let mut events: Vec<Event> = Parser::new_ext(text, Options::ENABLE_TABLES).collect();
    for at in 0..events.len() {
        let slug = slug_after(&events, at);
        match events.get_mut(at) {
            Some(Event::Start(Tag::Heading { id, .. })) => *id = Some(slug.into()),
            Some(Event::Start(Tag::Link { dest_url, .. })) => *dest_url = page_of(dest_url),
            _ => {}
        }
    }
    let mut html = String::new();
    push_html(&mut html, events.into_iter());
    // The policy of pages allows no inline styles.
    let html = html.replace(" style=\"text-align: right\"", " class=\"right\"");
    // What is wider than the page scrolls within itself, by keyboard too.
    let html = html.replace("<pre>", "<pre tabindex=\"0\">");
    html.replace("<table>", "<div class=\"wide\" tabindex=\"0\"><table>").replace("</table>", "</table></div>")
}

/// The id of the heading that starts here: its words in lower case, joined by hyphens.
fn slug_after(events: &[Event], start: usize) -> String {
    let inside = events.iter().skip(start).take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text = inside.filter_map(|event| match event {
        Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
        _ => None,
    });
    let letters = text.flat_map(str::chars).filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || matches!(c, '-' | '_') => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

/// The address of a document's page: without the `.md` of its Markdown.
fn page_of<'a>(target: &CowStr<'a>) -> CowStr<'a> {
    match file_of(target) {
        Some((path, fragment)) => format!("{}{fragment}", path.trim_end_matches(".md")).into(),
        None => target.clone(),
    }
}
