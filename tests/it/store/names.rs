//! Names of arbitrary characters, many of them invisible or combining.

use std::fmt::Write as _;

use funhouse::store::name::{Name, NameError};
use proptest::collection::vec;
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::select;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use unicode_properties::{GeneralCategoryGroup, UnicodeGeneralCategory as _};

/// Invisible characters of every kind: fillers of Hangul, joiners, selectors, tags, blanks of Braille and of hieroglyphs.
const INVISIBLE: [char; 16] = [
    '\u{34f}',
    '\u{115f}',
    '\u{1160}',
    '\u{17b4}',
    '\u{180b}',
    '\u{200b}',
    '\u{200d}',
    '\u{2060}',
    '\u{2800}',
    '\u{3164}',
    '\u{fe0f}',
    '\u{feff}',
    '\u{ffa0}',
    '\u{13441}',
    '\u{16fe4}',
    '\u{e0100}',
];
const OVERLAYS: [char; 6] = ['\u{334}', '\u{336}', '\u{338}', '\u{20d2}', '\u{20dd}', '\u{489}'];
const MARKS: [char; 6] = ['\u{301}', '\u{323}', '\u{345}', '\u{5b4}', '\u{93e}', '\u{e31}'];

/// Texts of letters, spaces, signs and marks, most of which are names, and of any characters at all.
fn texts() -> impl Strategy<Value = Vec<char>> {
    let letters = select("aZé7Ж李عनก".chars().collect::<Vec<_>>());
    let signs = select(" ._-".chars().collect::<Vec<_>>());
    vec(prop_oneof![6 => letters, 1 => signs, 2 => select(&MARKS[..]), 1 => any::<char>()], 1..10)
}

fn check<T: std::fmt::Debug>(cases: u32, texts: impl Strategy<Value = T>, holds: impl Fn(T)) {
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let result = runner.run(&texts, |text| {
        holds(text);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

fn is_mark(c: char) -> bool {
    c.general_category_group() == GeneralCategoryGroup::Mark
}

#[test]
fn names_are_normalized_and_marks_follow_letters() {
    let names = std::cell::Cell::new(0);
    check(20_000, texts(), |text| {
        let Ok(name) = Name::new(&text.iter().collect::<String>()) else { return };
        names.set(names.get() + 1);
        let name = name.as_str();
        assert_eq!(Name::new(name).as_ref().map(Name::as_str), Ok(name));
        let bases = name.split(is_mark).collect::<Vec<_>>();
        for base in &bases[..bases.len() - 1] {
            let carries = base.chars().next_back();
            assert!(carries.is_none_or(char::is_alphanumeric), "{name:?}: a mark follows {carries:?}");
        }
        assert!(!name.starts_with(is_mark), "{name:?}");
    });
    assert!(names.get() > 2_000, "only {} names were made", names.get());
}

#[test]
fn adding_invisible_or_struck_characters_invalidates_name() {
    let refused = std::cell::Cell::new(0);
    let put = select([&INVISIBLE[..], &OVERLAYS[..]].concat());
    check(20_000, (texts(), put, any::<usize>()), |(mut text, put, at)| {
        if Name::new(&text.iter().collect::<String>()).is_err() {
            return;
        }
        refused.set(refused.get() + 1);
        text.insert(at % (text.len() + 1), put);
        let why = Name::new(&text.iter().collect::<String>()).expect_err("it is no name now");
        let mut code_point = String::new();
        write!(code_point, "U+{:04X}", u32::from(put)).expect("memory");
        assert!(matches!(why, NameError::Invisible(c) | NameError::Overlay(c) if c == put), "{why:?}");
        assert!(why.to_string().contains(&code_point), "{why}");
    });
    assert!(refused.get() > 2_000, "only {} names were made", refused.get());
}
