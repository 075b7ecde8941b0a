//! Every event reads as one English sentence that names what the event names.
//!
//! `crates/laws/sentences/` has samples of each type of event, to be read by people.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;

use expect_test::expect_file;
use funhouse_rules::chance::Draws;
use funhouse_rules::game::{Game, Log, Seat, State, Viewer};
use funhouse_rules::games::chief_herman::board_game_project_55::{self, Stuck};
use funhouse_rules::games::chief_herman::break_the_bank::{self, BrokeTheBank, TurnLost};
use funhouse_rules::games::chief_herman::darwinian_poker::{self, Extinct};
use funhouse_rules::games::chief_herman::dungeon_crawl::{self, Reshuffled, Restarted};
use funhouse_rules::games::chief_herman::fight_the_power::{self, RoundsOver};
use funhouse_rules::games::chief_herman::land_grab::{self, Passed};
use funhouse_rules::games::chief_herman::monster_builder::{self, Won};
use funhouse_rules::games::easy_slider::slider_match::{self, Finished};
use funhouse_rules::games::epic_funhouse::roll_out_the_barrels::{self, ExitReached};
use funhouse_rules::games::magic_bag::BagEmptied;
use funhouse_rules::games::{epic_funhouse, magic_bag};
use funhouse_rules::grid::Cell;
use funhouse_rules::mode::Mode;
use funhouse_rules::text::Sentence;
use serde::Serialize;
use serde_json::{Value as Json, json};
use utoipa::PartialSchema as _;
use utoipa::openapi::{RefOr, Schema};

use crate::walks::{Law, all_games, check_all, number, random_move, viewers};

/// Maximum length of a sentence, in bytes. Only lists of what each of many seats has come near.
const MAX_LENGTH: usize = 250;

/// Maximum number of legal moves that are all played; of more, this many are drawn.
const MAX_MOVES: usize = 6;

/// Number of samples of a type of event.
const SAMPLES: usize = 6;

/// Types of events that the walks need not reach. [`rare_events_read_as_sentences`] has them.
const RARE: &[(&str, &str)] = &[
    ("board-game-project-55", "stuck"),
    ("break-the-bank", "broke_the_bank"),
    ("break-the-bank", "turn_lost"),
    ("darwinian-poker", "extinct"),
    ("dungeon-crawl", "reshuffled"),
    ("dungeon-crawl", "restarted"),
    ("easy-slider-match", "finished"),
    ("epic-funhouse", "exit_reached"),
    ("fight-the-power", "rounds_over"),
    ("land-grab", "passed"),
    ("magic-bag", "bag_emptied"),
    ("monster-builder", "won"),
    ("roll-out-the-barrels", "exit_reached"),
];

/// Returns the types of a game's events, from its schema.
fn types<G: Game>() -> BTreeSet<String> {
    let RefOr::T(Schema::OneOf(union)) = G::Event::schema() else { panic!("{}: events are a union", G::ID) };
    union.discriminator.expect("it is tagged").mapping.into_keys().collect()
}

/// Returns the words that a sentence must contain for a field of an event; none for a field without words of its own.
fn words(name: &str, value: &Json) -> Vec<String> {
    let Some(text) = value.as_str() else {
        return match name {
            "seat" | "attacker" | "defender" | "victim" => vec![format!("seat {value}")],
            "points" if value.is_i64() => vec![value.to_string()],
            _ => Vec::new(),
        };
    };
    let [first, second] = *text.as_bytes() else { return Vec::new() };
    match (first, second) {
        (b'a'..=b'h', b'1'..=b'9') => vec![text.to_owned()],
        (b'S' | b'M' | b'C' | b'A', b'0'..=b'5') => {
            let suits = [('S', "Suns"), ('M', "Moons"), ('C', "Crowns"), ('A', "Arms")];
            let suit = suits.iter().find(|(letter, _)| text.starts_with(*letter)).map(|(_, name)| (*name).to_owned());
            let value = ["null", "ace", "2", "3", "4", "5"][usize::from(second - b'0')];
            suit.into_iter().chain([value.to_owned()]).collect()
        }
        (b'A' | b'2'..=b'9' | b'T' | b'J' | b'Q' | b'K', b'c' | b'd' | b'h' | b's') => {
            let suits = [('c', "clubs"), ('d', "diamonds"), ('h', "hearts"), ('s', "spades")];
            let suit = suits.iter().find(|(letter, _)| text.ends_with(*letter)).map(|(_, name)| (*name).to_owned());
            let ranks = [('A', "ace"), ('T', "10"), ('J', "jack"), ('Q', "queen"), ('K', "king")];
            let rank = ranks.iter().find(|(letter, _)| text.starts_with(*letter)).map(|(_, name)| (*name).to_owned());
            suit.into_iter().chain([rank.unwrap_or_else(|| char::from(first).to_string())]).collect()
        }
        _ => Vec::new(),
    }
}

/// Checks the form of a sentence, and that it names what the event names.
///
/// # Errors
/// What is wrong.
fn check_sentence(event: &Json, sentence: &str) -> Result<(), String> {
    let body = sentence.strip_suffix('.').ok_or("no full stop at the end")?;
    let require = |is_good: bool, fault: &str| if is_good { Ok(()) } else { Err(fault.to_owned()) };
    require(body.starts_with(|first: char| first.is_ascii_uppercase()), "no capital at the beginning")?;
    let is_plain = !body.contains(['?', '_', '{', '}', '[', ']', '"', '\n']) && !body.contains("Some(");
    require(is_plain, "it is not plain text")?;
    let is_odd = [". ", "  ", " ,", ",,", " .", ".."].iter().any(|odd| body.contains(odd));
    require(!is_odd && !body.ends_with(['.', ' ', ',', ':']), "odd punctuation")?;
    require(sentence.len() <= MAX_LENGTH, "too long")?;
    // Words are found as a whole, so that `seat 1` is not part of `seat 12`.
    let is_separator = |letter: char| !letter.is_alphanumeric() && letter != '-';
    let spaced = format!(" {} ", sentence.to_lowercase().replace(is_separator, " "));
    for (name, value) in event.as_object().into_iter().flatten() {
        for word in words(name, value) {
            require(spaced.contains(&format!(" {} ", word.to_lowercase())), &format!("it does not say {word:?}"))?;
        }
    }
    Ok(())
}

/// The words of a sentence that name no pieces, cells or numbers, and are not those of lists. Samples have different ones.
fn shape(sentence: &str) -> String {
    const PIECES: [&str; 16] = [
        "null", "ace", "jack", "queen", "king", "clubs", "diamonds", "hearts", "spades", "Suns", "Moons", "Crowns",
        "Arms", "and", "the", "of",
    ];
    let words = sentence.split(|letter: char| !letter.is_alphanumeric());
    let plain = words.filter(|word| !PIECES.contains(word) && !word.contains(|letter: char| letter.is_ascii_digit()));
    plain.filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// The samples of a game's sentences, by type of event.
type Samples = BTreeMap<String, Vec<String>>;

#[derive(Default)]
struct Sentences {
    /// The types of events of each game, and samples of them.
    games: BTreeMap<&'static str, (BTreeSet<String>, Samples)>,
    /// An example of each fault, by game, type of event and fault.
    faults: BTreeMap<(&'static str, String, String), String>,
}

impl Sentences {
    fn add<G: Game>(&mut self, event: &G::Event) {
        let (json, sentence) = (json!(event), event.sentence());
        let kind = json["type"].as_str().expect("a type").to_owned();
        if let Err(fault) = check_sentence(&json, &sentence) {
            self.faults.entry((G::ID, kind.clone(), fault)).or_insert_with(|| format!("{sentence:?} of {json}"));
        }
        let (_, samples) = self.games.entry(G::ID).or_insert_with(|| (types::<G>(), Samples::new()));
        let samples = samples.entry(kind).or_default();
        if samples.len() < SAMPLES && samples.iter().all(|sample| shape(sample) != shape(&sentence)) {
            samples.push(sentence);
        }
    }
}

impl Law for Sentences {
    const CHECKS_OFTEN: bool = true;

    fn check<G: Game, M: Mode<G>>(&mut self, state: &State<G>, draws: &mut Draws) {
        let listed = M::legal_moves(state, None).moves;
        let moves = match listed.len() {
            1..=MAX_MOVES => listed,
            _ => (0..MAX_MOVES).filter_map(|_| random_move(state, draws)).collect(),
        };
        for mv in moves {
            let (mut after, mut log) = (state.clone(), Log::keep());
            after.play(&mv, &mut log).expect("it is legal");
            for event in log.events() {
                self.add::<G>(&event);
                for viewer in viewers(state.seats())
                    .chain([Viewer::Host])
                    .filter(|viewer| G::HIDES && G::is_visible(&event, *viewer))
                {
                    self.add::<G>(&G::visible_event(&event, viewer));
                }
            }
        }
    }
}

#[test]
fn every_event_reads_as_one_sentence() {
    let Sentences { games, faults } = check_all(Sentences::default());
    assert!(faults.is_empty(), "{faults:#?}");
    let are_default = all_games() && number("FUNHOUSE_LAWS").is_none();
    let kinds = games.iter().flat_map(|(game, (types, samples))| {
        types.iter().filter(|kind| !samples.contains_key(*kind)).map(|kind| (*game, kind.as_str()))
    });
    let missing: Vec<_> = kinds.filter(|kind| !RARE.contains(kind)).collect();
    assert!(missing.is_empty() || !are_default, "these events never occurred: {missing:?}");
    for (game, (_, samples)) in games {
        if are_default {
            let text: String = samples
                .iter()
                .flat_map(|(kind, samples)| samples.iter().map(move |sample| format!("{kind}: {sample}\n")))
                .collect();
            let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(format!("sentences/{game}.txt"));
            expect_file![file].assert_eq(&text);
        }
    }
}

#[test]
fn rare_events_read_as_sentences() {
    fn says(event: &(impl Serialize + Sentence), sentence: &str) {
        assert_eq!(event.sentence(), sentence);
        assert_eq!(check_sentence(&json!(event), sentence), Ok(()));
    }
    let seat = Seat::FIRST;
    says(&board_game_project_55::Event::from(Stuck { seat }), "Seat 1 has no legal move and passes.");
    let broke = break_the_bank::Event::from(BrokeTheBank { seat, chips: 1 });
    says(&broke, "Seat 1 breaks the Bank and takes 1 chip.");
    says(&break_the_bank::Event::from(TurnLost { seat }), "Seat 1 cannot pay for a roll, and their turn is over.");
    says(&darwinian_poker::Event::from(Extinct { seat }), "Seat 1 is extinct.");
    let reshuffled = dungeon_crawl::Event::from(Reshuffled { cards: 40 });
    says(&reshuffled, "The deck is empty and is built from 40 discards again.");
    let restarted = dungeon_crawl::Event::from(Restarted { seat });
    says(&restarted, "Seat 1 begins again where its character died.");
    let finished = slider_match::Event::from(Finished { seats: vec![seat], beaten: 1 });
    says(&finished, "Seat 1 finishes and beats 1 other.");
    let finished = slider_match::Event::from(Finished { seats: Seat::BOTH.to_vec(), beaten: 2 });
    says(&finished, "Seat 1 and seat 2 finish together and beat 2 others.");
    says(&fight_the_power::Event::from(RoundsOver {}), "The last round is over, and no seat has won.");
    says(&land_grab::Event::from(Passed { seat }), "Seat 1 has no legal move and passes.");
    says(&magic_bag::Event::from(BagEmptied { lost: 0 }), "The bag is empty.");
    says(&magic_bag::Event::from(BagEmptied { lost: 2 }), "The bag is empty, which costs 2 draws.");
    says(&monster_builder::Event::from(Won { seat }), "Seat 1 has a monster of five 6s and wins.");
    let reached = roll_out_the_barrels::Event::from(ExitReached { cell: Cell::named("d6") });
    says(&reached, "The die reaches the exit on d6.");
    says(&epic_funhouse::Event::RollOutTheBarrels(reached), "The die reaches the exit on d6.");
}

#[test]
fn sentence_that_omits_or_distorts_an_event_is_refused() {
    let event = json!({ "type": "took", "seat": 2, "card": "Kh", "cell": "b2", "points": -3 });
    let good = "Seat 2 takes the king of hearts on b2 and scores -3 points.";
    assert_eq!(check_sentence(&event, good), Ok(()));
    for (part, other) in [
        ("Seat 2", "Seat 12"),
        ("Seat 2", "seat 2"),
        ("Seat 2", "Seat_2"),
        ("hearts", "Kh"),
        ("hearts", "??"),
        ("b2", "b3"),
        ("-3", "3"),
        ("points.", "points"),
        ("points.", "points.."),
        ("takes ", "takes  "),
        (" and", ". And"),
    ] {
        let bad = good.replacen(part, other, 1);
        assert!(check_sentence(&event, &bad).is_err(), "{bad}");
    }
}
