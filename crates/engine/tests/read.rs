//! The game and the rules version of a request, which are read before the rest.

use funhouse_engine::read::RulesetKey;

#[test]
fn run_key_is_read_in_any_field_order() {
    let key = |pointer| RulesetKey { game: Some("slide-jam".to_owned()), rules: Some(2), pointer };
    assert_eq!(RulesetKey::of_run(br#"{"game": "slide-jam", "rules": 2, "moves": [broken"#), key("/rules"));
    let later = br#"{"moves": [{"rules": 7}], "rules": 2, "game": "slide-jam"}"#;
    assert_eq!(RulesetKey::of_run(later), key("/rules"));
    let state = br#"{"move": {}, "state": {"game": "slide-jam", "rules": 2, "#;
    assert_eq!(RulesetKey::of_state(state), key("/state/rules"));
    let view = br#"{"seat": 1, "view": {"game": "slide-jam", "rules": 2, "#;
    assert_eq!(RulesetKey::of_state(view), key("/view/rules"));
}

#[test]
fn unreadable_key_is_empty() {
    for json in ["", "7", "[]", "{}", r#"{"rules": "1"}"#, r#"{"rules": -1, "game": "x"}"#, r#"{"state": 7}"#] {
        assert_eq!(RulesetKey::of_run(json.as_bytes()).rules, None, "{json}");
        assert_eq!(RulesetKey::of_state(json.as_bytes()).rules, None, "{json}");
    }
}
