//! Runs to be stored: real ones, and any number of others that look like them.
//!
//! A few dozen games of the Funhouse are really played. A generated run has the moves, the score card and the digest of
//! one of them, its scores room by room from any of them, and a seed and a fingerprint of its own: to the store it is as
//! good as real, and as long. The same number always gives the same run.

use funhouse::engine::game;
use funhouse::engine::verification::{AcceptedRun, ScoreAndMoves};
use funhouse::rules::chance::Seed;
use funhouse::rules::game::{ScoreCard as _, Solitaire, State};
use funhouse::rules::replay::MAX_MOVES;
use funhouse::rules::robot::Robot;
use funhouse::store::calendar::{Day, Timestamp};
use funhouse::store::{Category, NewRun, PackedMoves, PlayerId, RankKey, ScopeScore, Scores, SeedClass};

/// How many games are really played.
const SAMPLES: u64 = 32;
/// The days on which generated runs are received.
pub(crate) const DAYS: i64 = 365;

/// A game that was really played, ready to submit.
pub(crate) struct Run {
    seed: Seed,
    /// The run, as JSON.
    pub(crate) json: Vec<u8>,
}

pub(crate) fn played<G: Solitaire>(player: Robot, seed: &str) -> Run {
    let seed: Seed = seed.parse().expect("a seed");
    let mut state = State::<G>::deal(seed.clone(), G::Options::default());
    let mut moves = Vec::new();
    player.play_out(&mut state, MAX_MOVES, |mv, _| moves.push(mv.clone()));
    let run = serde_json::json!({
        "game": G::ID, "rules": G::RULES, "seed": seed, "options": state.options(), "moves": moves,
        "score": state.score().total(),
    });
    Run { seed, json: run.to_string().into_bytes() }
}

/// The category of a game's runs of a class, with the default options.
pub(crate) fn category<G: Solitaire>(class: SeedClass) -> Category {
    let options = serde_json_canonicalizer::to_string(&G::Options::default()).expect("options are JSON");
    Category { game: G::ID.to_owned(), rules: G::RULES, options, class }
}

/// A run as the service would hand it to the store: replayed, its moves packed.
pub(crate) fn stored<G: Solitaire>(run: &Run, player: PlayerId, number: u64, received_at: Timestamp) -> NewRun {
    let ruleset = game(G::ID).expect("it is registered").newest();
    let AcceptedRun { result, moves, .. } =
        ruleset.ranked().expect("a solitaire").accept(&run.json).expect("a run that holds");
    let score = |of: ScoreAndMoves| ScopeScore { key: RankKey::of(of.score, G::SCORE_ORDER), moves: of.moves };
    NewRun {
        player,
        token: None,
        app: None,
        category: category::<G>(SeedClass::Chosen),
        claims_seed: false,
        required_class: None,
        seed: run.seed.clone(),
        received_at,
        scores: Scores { whole: score(result.whole), rooms: result.rooms.iter().copied().map(score).collect() },
        score_card: result.score_card,
        digest: result.digest,
        fingerprint: fingerprint(number),
        equivalence: fingerprint(number),
        taken_back: None,
        assisted: None,
        moves: PackedMoves::pack(moves.get().as_bytes()).expect("memory"),
        round: None,
    }
}

/// Makes runs of a game.
pub(crate) struct Generator {
    samples: Vec<NewRun>,
    categories: [Category; 3],
    /// How many runs are spread over the days, and how many players make them.
    runs: u64,
    players: u64,
}

impl Generator {
    /// A generator of this many runs by a tenth as many players.
    pub(crate) fn new<G: Solitaire>(runs: u64) -> Self {
        let sample = |i: u64| {
            let player = if i.is_multiple_of(2) { Robot::Greedy } else { Robot::Random };
            stored::<G>(&played::<G>(player, &format!("sample-{i}")), PlayerId(1), i, first_day().start())
        };
        Self {
            samples: (0..SAMPLES).map(sample).collect(),
            categories: [SeedClass::Daily, SeedClass::Drawn, SeedClass::Chosen].map(category::<G>),
            runs,
            players: players(runs),
        }
    }

    /// The run of a number. Those past the last day are received on it.
    pub(crate) fn run(&self, number: u64) -> NewRun {
        let mut dice = Dice(number);
        let sample = &self.samples[dice.below(SAMPLES) as usize];
        let moment = number.min(self.runs - 1) * DAYS as u64 * 86_400 / self.runs;
        let received_at = first_day().start().plus_seconds(moment as i64);
        let category = &self.categories[dice.below(3) as usize];
        let seed = match category.class {
            SeedClass::Daily => format!("day-{}-of-the-funhouse-and-as-long", received_at.day()),
            _ => format!("{:016x}{:016x}", dice.next(), dice.next()),
        };
        let mut scores = sample.scores.clone();
        for (room, score) in scores.rooms.iter_mut().enumerate() {
            *score = self.samples[dice.below(SAMPLES) as usize].scores.rooms[room];
        }
        if !scores.rooms.is_empty() {
            let total = scores.rooms.iter().map(|score| score.key.number()).sum();
            let moves = scores.rooms.iter().map(|score| score.moves).sum();
            scores.whole = ScopeScore { key: RankKey::of_number(total), moves };
        }
        NewRun {
            player: PlayerId(1 + dice.below(self.players) as i64),
            token: None,
            app: None,
            category: category.clone(),
            claims_seed: category.class == SeedClass::Drawn,
            required_class: None,
            seed: seed.parse().expect("a seed"),
            received_at,
            scores,
            score_card: sample.score_card.clone(),
            digest: sample.digest,
            fingerprint: fingerprint(number),
            equivalence: fingerprint(number),
            taken_back: None,
            assisted: None,
            moves: sample.moves.clone(),
            round: None,
        }
    }
}

/// Number of players for this many runs.
pub(crate) fn players(runs: u64) -> u64 {
    runs / 10
}

/// The first day on which generated runs are received.
pub(crate) fn first_day() -> Day {
    "2025-01-01".parse().expect("a date")
}

/// A fingerprint of its own for each number. Like hashes they come in no order, which is what inserting into an index costs.
fn fingerprint(number: u64) -> [u8; 16] {
    let mut dice = Dice(!number);
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&dice.next().to_be_bytes());
    bytes[8..].copy_from_slice(&number.to_be_bytes());
    bytes
}

/// Numbers that look drawn (SplitMix64), the same in every run of the benchmark.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }
}
