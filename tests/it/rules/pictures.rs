//! Laws of every picture of every registered game, and pictures over HTTP.

use std::collections::BTreeSet;

use funhouse::picture::draw;
use funhouse::rules::game::{Solitaire, State, StateForm};
use funhouse::rules::piecepack::{Coin, Suit, Value};
use funhouse::rules::registry::{self, Visitor, visit_all};
use funhouse::rules::scene::{Mark, Piece, Scene};
use roxmltree::{Document, Node};
use serde_json::{Value as Json, json};

use crate::support::colors::assert_pieces_differ_in_more_than_color;
use crate::support::fonts::assert_embedded;
use crate::support::harness::{Answer, deal, post, post_bytes};
use crate::support::walks::{all_options, draws, seed, wander};

/// What holds for the picture of every position.
trait PictureLaw {
    fn holds<G: Solitaire>(&mut self, state: &State<G>, scene: &Scene, picture: &str);
}

/// Wanders through every game under all its options and upholds a law at each position.
fn uphold<L: PictureLaw>(law: L) -> L {
    struct Each<L>(L);
    impl<L: PictureLaw> Visitor for Each<L> {
        fn visit<G: Solitaire>(&mut self) {
            for (options, n) in all_options::<G>().into_iter().zip(0..) {
                let state = State::<G>::deal(seed("picture", n), options);
                let mut left = 80;
                wander(state, &mut draws("picture", n), |state, _| {
                    if left > 0 || state.finished() {
                        left -= 1;
                        let scene = state.scene();
                        self.0.holds::<G>(state, &scene, &draw(&scene));
                    }
                });
            }
        }
    }
    let mut each = Each(law);
    visit_all(&mut each);
    each.0
}

/// Checks each position's picture as XML.
fn uphold_on_xml(check: fn(&Scene, &Document)) {
    struct OnXml(fn(&Scene, &Document));
    impl PictureLaw for OnXml {
        fn holds<G: Solitaire>(&mut self, state: &State<G>, scene: &Scene, picture: &str) {
            let xml = Document::parse(picture).unwrap_or_else(|e| panic!("{e}: {} on {}", G::ID, state.seed()));
            (self.0)(scene, &xml);
        }
    }
    uphold(OnXml(check));
}

/// The elements that have an attribute.
fn with<'a, 'input>(xml: &'a Document<'input>, attribute: &'a str) -> impl Iterator<Item = Node<'a, 'input>> {
    xml.descendants().filter(move |node| node.has_attribute(attribute))
}

/// The values of an attribute, each of which must be there once.
fn once(xml: &Document, attribute: &str) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for node in with(xml, attribute) {
        let value = node.attribute(attribute).expect("it has it").to_owned();
        assert!(seen.insert(value.clone()), "{attribute} {value} is there twice");
    }
    seen
}

fn attribute<'a>(node: Node<'a, '_>, name: &str) -> &'a str {
    node.attribute(name).unwrap_or_else(|| panic!("{node:?} has {name}"))
}

// ---- Every picture ----

#[test]
fn pieces_of_solitaires_differ_in_more_than_color() {
    uphold_on_xml(|scene, xml| assert_pieces_differ_in_more_than_color(xml, &scene.title));
}

#[test]
fn picture_is_svg_with_title_and_description() {
    uphold_on_xml(|scene, xml| {
        let root = xml.root_element();
        assert_eq!((root.tag_name().name(), root.tag_name().namespace()), ("svg", Some("http://www.w3.org/2000/svg")));
        assert_eq!(root.attribute("role"), Some("img"));
        let [title, description] = ["title", "desc"].map(|name| {
            let node = root.children().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", name)));
            node.and_then(|node| node.text()).expect("it has one").to_owned()
        });
        assert!(title.contains(&scene.title) && title.contains(&scene.caption), "{title}");
        let open = scene.parts.iter().find(|part| part.open && !scene.finished).and_then(|part| part.score);
        let score = open.map_or_else(
            || format!("score {}", scene.total),
            |open| format!("score {}, and {open} here", scene.total - open),
        );
        assert!(!scene.seats.is_empty() || title.ends_with(&score), "{title}");
        assert!(scene.areas.iter().all(|area| description.contains(area.name)), "{description}");
    });
}

#[test]
fn picture_has_no_scripts_or_external_references() {
    uphold_on_xml(|_, xml| {
        for node in xml.descendants().filter(Node::is_element) {
            let name = node.tag_name().name();
            assert!(
                ["svg", "title", "desc", "style", "g", "rect", "circle", "ellipse", "path", "text"].contains(&name),
                "{name}"
            );
            for attribute in node.attributes() {
                let name = attribute.name();
                assert!(!name.starts_with("on") && !["id", "href", "style"].contains(&name), "{name}");
                assert!(!attribute.value().contains("url("), "{}", attribute.value());
            }
        }
    });
}

#[test]
fn numbers_are_integers_and_pictures_small() {
    struct Whole;
    impl PictureLaw for Whole {
        fn holds<G: Solitaire>(&mut self, _: &State<G>, scene: &Scene, picture: &str) {
            assert!(picture.len() < 36_000, "{} bytes of {}", picture.len(), G::ID);
            assert_eq!(draw(scene), picture, "the same scene gives the same bytes");
            let xml = Document::parse(picture).expect("it is XML");
            let words = ["class", "role", "viewBox"];
            for attribute in xml.descendants().flat_map(|node| node.attributes()) {
                let (name, value) = (attribute.name(), attribute.value());
                if !words.contains(&name) && !name.starts_with("data-") {
                    let of_numbers = |c: char| c.is_ascii_digit() || " -MLlczhvaHVAtransle()".contains(c);
                    assert!(value.chars().all(of_numbers), "{name}={value:?} in {}", G::ID);
                }
            }
        }
    }
    uphold(Whole);
}

#[test]
fn style_is_confined_to_the_picture() {
    let picture = draw(
        &State::<funhouse::rules::games::easy_slider::EasySlider>::deal(seed("style", 0), Default::default()).scene(),
    );
    let xml = Document::parse(&picture).expect("it is XML");
    let class = xml.root_element().attribute("class").and_then(|class| class.split(' ').next()).expect("a class");
    let style = xml.descendants().find(|node| node.tag_name().name() == "style").and_then(|node| node.text());
    let rules = style.expect("a style").replace("@media(prefers-color-scheme:dark){", "");
    let mut count = 0;
    for selectors in rules.split('}').filter_map(|rule| rule.split_once('{')).map(|(selectors, _)| selectors) {
        assert!(
            selectors.split(',').filter(|part| !part.ends_with(')')).all(|one| one.contains(&format!(".{class}"))),
            "{selectors}"
        );
        count += 1;
    }
    assert!(count > 40, "{count} rules");
    assert!(!rules.contains("@import") && !rules.contains("url("));
}

#[test]
fn pictures_use_only_embedded_characters() {
    uphold_on_xml(|_, xml| assert_embedded(xml));
}

// ---- Names for scripts ----

#[test]
fn each_piece_is_drawn_once_inside_the_picture() {
    uphold_on_xml(|scene, xml| {
        let of_scene = scene.areas.iter().flat_map(|area| &area.places).flat_map(|place| &place.pieces);
        let due = of_scene.filter(|thing| !matches!(thing, Piece::Heading(_))).count();
        let mut names = BTreeSet::new();
        let size: Vec<i32> =
            attribute(xml.root_element(), "viewBox").split(' ').map(|n| n.parse().expect("a number")).collect();
        for piece in with(xml, "data-piece") {
            let kind = attribute(piece, "data-kind");
            assert!(["tile", "coin", "die", "pawn", "you", "adult", "kid"].contains(&kind), "{kind}");
            assert!(names.insert((kind, attribute(piece, "data-piece"))), "{piece:?} is there twice");
            let place = attribute(piece, "transform").strip_prefix("translate(").and_then(|t| t.strip_suffix(')'));
            let (x, y) = place.and_then(|place| place.split_once(' ')).expect("a translation and nothing else");
            let (x, y): (i32, i32) = (x.parse().expect("a number"), y.parse().expect("a number"));
            assert!((0..=size[2]).contains(&x) && (0..=size[3]).contains(&y), "{x} {y} of {size:?}");
        }
        assert_eq!(names.len(), due);
    });
}

#[test]
fn places_have_unique_names_and_contain_their_pieces() {
    uphold_on_xml(|scene, xml| {
        let (areas, places) = (once(xml, "data-area"), once(xml, "data-place"));
        assert_eq!(areas.len(), scene.areas.len());
        let named = scene.areas.iter().flat_map(|area| &area.places).filter(|place| !place.name.is_empty()).count();
        assert_eq!(places.len(), named);
        for piece in with(xml, "data-piece") {
            match (piece.attribute("data-at"), piece.attribute("data-in")) {
                (Some(place), None) => assert!(places.contains(place), "{place}"),
                (None, Some(area)) => assert!(areas.contains(area), "{area}"),
                both => panic!("{both:?}"),
            }
        }
    });
}

/// Words in moves that name neither a place nor a piece.
const NO_THINGS: &[&str] = &["type", "direction", "slide", "top", "north", "dx", "dy"];

/// Whether what a field of a move names is in the picture: a piece of that kind, or a place.
fn is_there(xml: &Document, field: &str, named: &str) -> bool {
    let kind = match field {
        "dice" => "die",
        field => field.trim_end_matches('s'),
    };
    let piece = |node: Node| {
        let token = node.attribute("data-token").or(node.attribute("data-piece"));
        node.attribute("data-kind") == Some(kind) && token == Some(named)
    };
    with(xml, "data-piece").any(piece)
        || with(xml, "data-place").any(|node| node.attribute("data-place") == Some(named))
}

#[test]
fn everything_named_by_legal_moves_is_drawn() {
    struct Named(BTreeSet<(&'static str, String)>);
    impl PictureLaw for Named {
        fn holds<G: Solitaire>(&mut self, state: &State<G>, _: &Scene, picture: &str) {
            let xml = Document::parse(picture).expect("it is XML");
            let legal = serde_json::to_value(state.legal_moves()).expect("it is JSON");
            let moves = legal["moves"].as_array().expect("a list").iter();
            let listed = moves.flat_map(|mv| mv.as_object().expect("an object"));
            let bounds = legal.get("bounds").and_then(|bounds| bounds.as_array()).into_iter().flatten();
            let fields = bounds.flat_map(|bounds| bounds["fields"].as_object().expect("fields"));
            let unlisted = fields.filter_map(|(name, field)| Some((name, field.get("one_of")?)));
            let mut checked = BTreeSet::new();
            for (field, value) in listed.chain(unlisted) {
                if NO_THINGS.contains(&field.as_str()) {
                    continue;
                }
                for named in value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice) {
                    let named = named.as_str().map_or_else(|| named.to_string(), str::to_owned);
                    if checked.insert((field.clone(), named.clone())) {
                        assert!(is_there(&xml, field, &named), "{field} {named} of {} on {}", G::ID, state.seed());
                        self.0.insert((G::ID, field.clone()));
                    }
                }
            }
        }
    }
    let named = uphold(Named(BTreeSet::new())).0;
    assert!(named.len() > 15, "{named:?}");
}

#[test]
fn picture_differs_wherever_the_board_differs() {
    struct Differs(Option<(String, String)>);
    impl PictureLaw for Differs {
        fn holds<G: Solitaire>(&mut self, _: &State<G>, scene: &Scene, picture: &str) {
            let text = scene.to_string();
            if let Some((before, drawn)) = &self.0 {
                assert!(*before == text || drawn != picture, "{before}\n{text}");
            }
            self.0 = Some((text, picture.to_owned()));
        }
    }
    uphold(Differs(None));
}

/// The names of all that is seen of tiles and coins.
fn seen(scene: &Scene) -> BTreeSet<String> {
    let places = || scene.areas.iter().flat_map(|area| &area.places);
    let pieces = places().flat_map(|place| &place.pieces).filter_map(|thing| match thing {
        Piece::Tile(tile) => Some(tile.to_string()),
        Piece::FaceUp(coin) | Piece::CalledByValue(coin) => Some(coin.to_string()),
        _ => None,
    });
    let fallen = places().flat_map(|place| &place.marks).filter_map(|mark| match mark {
        Mark::Fell(coin) => Some(coin.to_string()),
        _ => None,
    });
    pieces.chain(fallen).collect()
}

/// JSON with two names exchanged wherever they stand as values.
fn exchanged(json: &Json, names: [&str; 2]) -> Json {
    match json {
        Json::String(name) if name == names[0] => json!(names[1]),
        Json::String(name) if name == names[1] => json!(names[0]),
        Json::Array(items) => items.iter().map(|item| exchanged(item, names)).collect(),
        Json::Object(fields) => fields.iter().map(|(key, value)| (key.clone(), exchanged(value, names))).collect(),
        other => other.clone(),
    }
}

#[test]
fn face_down_coins_of_suit_look_identical() {
    struct Hidden(usize);
    impl PictureLaw for Hidden {
        fn holds<G: Solitaire>(&mut self, state: &State<G>, scene: &Scene, picture: &str) {
            let seen = seen(scene);
            let json = serde_json::to_value(state).expect("a state is JSON");
            for suit in Suit::ALL {
                let coins = Value::ALL.map(|value| Coin::new(suit, value).to_string());
                let hidden: Vec<&String> = coins.iter().filter(|coin| !seen.contains(*coin)).collect();
                let [first, .., last] = hidden[..] else { continue };
                let other = StateForm::<G>::from_value(exchanged(&json, [first, last]));
                let Ok(other) = other.expect("it is of the schema").admit() else { continue };
                let shown = other.scene();
                assert_eq!(shown.to_string(), scene.to_string(), "{first} and {last} exchanged in {json}");
                assert_eq!(draw(&shown), picture, "{first} and {last} exchanged in {json}");
                self.0 += usize::from(other != *state);
            }
        }
    }
    let states = uphold(Hidden(0)).0;
    assert!(states > 100, "{states} states with other coins face down");
}

// ---- Over HTTP ----

fn picture(state: &Json, accept: Option<&str>) -> Answer {
    let accept = accept.map(|accept| ("accept", accept));
    let headers: Vec<(&str, &str)> = [("content-type", "application/json")].into_iter().chain(accept).collect();
    post_bytes("/v1/games/whack-a-dummy/picture", json!({ "state": state }).to_string().as_bytes(), &headers)
}

/// Whether a response varies by `Accept`.
fn varies(answer: &Answer) -> bool {
    let vary = answer.headers.get_all("vary").into_iter().filter_map(|value| value.to_str().ok());
    vary.flat_map(|names| names.split(',')).any(|name| name.trim().eq_ignore_ascii_case("accept"))
}

#[test]
fn every_game_has_its_picture_over_http() {
    for game in registry::ids() {
        let state = &deal(game, "pictured", &json!({}))["state"];
        let answer = post(&format!("/v1/games/{game}/picture"), &json!({ "state": state }));
        assert_eq!((answer.status, answer.header("content-type")), (200, "image/svg+xml"), "{}", answer.body);
        assert!(Document::parse(&answer.body).is_ok(), "{game}");
    }
}

#[test]
fn picture_format_follows_accept_header() {
    let state = &deal("whack-a-dummy", "accept", &json!({}))["state"];
    let (svg, text) = ("image/svg+xml", "text/plain; charset=utf-8");
    for (accept, form) in [
        (None, svg),
        (Some(""), svg),
        (Some("*/*"), svg),
        (Some("image/*"), svg),
        (Some("image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8"), svg),
        (Some("IMAGE/SVG+XML"), svg),
        (Some("text/plain"), text),
        (Some("text/*"), text),
        (Some("application/json, text/plain;q=0.3"), text),
        (Some("image/svg+xml;q=0.4, text/plain;q=0.5"), text),
        (Some("text/plain;q=0.4, image/svg+xml;q=0.5"), svg),
        (Some("text/plain, image/svg+xml"), svg),
        (Some("image/svg+xml;q=0, */*"), text),
        (Some("image/png;q=0.4, image/svg+xml;q=0.1, text/plain;q=0.5"), text),
        (Some("text/plain;charset=utf-8"), text),
    ] {
        let answer = picture(state, accept);
        assert_eq!((answer.status, answer.header("content-type")), (200, form), "{accept:?}: {}", answer.body);
        assert!(varies(&answer), "{accept:?}");
    }
}

#[test]
fn unacceptable_picture_format_is_rejected() {
    let state = &deal("whack-a-dummy", "accept", &json!({}))["state"];
    for accept in ["image/jpeg", "application/json", "*/*;q=0", "image/svg+xml;q=0, text/plain;q=0, image/png;q=0"] {
        let answer = picture(state, Some(accept));
        answer.problem(406, "unacceptable_media_type");
        assert!(varies(&answer), "{accept}");
    }
}

#[test]
fn text_picture_equals_command_line_board() {
    let state = &deal("trampo-land", "readme", &json!({}))["state"];
    let headers = [("content-type", "application/json"), ("accept", "text/plain")];
    let answer =
        post_bytes("/v1/games/trampo-land/picture", json!({ "state": state }).to_string().as_bytes(), &headers);
    let dealt = State::<funhouse::rules::games::epic_funhouse::trampo_land::TrampoLand>::deal(
        "readme".parse().expect("a seed"),
        Default::default(),
    );
    assert_eq!(answer.body, dealt.scene().to_string());
}

#[test]
fn impossible_state_has_no_picture() {
    let mut state = deal("whack-a-dummy", "accept", &json!({}))["state"].clone();
    state["table"]["corners"] = json!(4);
    picture(&state, None).problem(422, "impossible_state");
    assert_eq!(picture(&json!({}), Some("text/plain")).problem(400, "invalid_body")["status"], 400);
}
