//! Runs to be stored: real ones, and any number of others that look like them.
//!
//! A few dozen games of the Funhouse are really played. A generated run has the moves, the score card and the digest of
//! one of them, its marks room by room from any of them, and a seed and a fingerprint of its own: to the store it is as
//! good as real, and as long. What a run is follows from its number alone.

use funhouse::rules::game::{Game, Id, ScoreCard as _, State};
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::player::Player;
use funhouse::rules::replay::{MOST_MOVES, Run};
use funhouse::store::calendar::{Day, Timestamp};
use funhouse::store::{Class, Course, Mark, Merit, NewRun, PackedMoves, PlayerId};
use funhouse::verification::judge;

/// How many games are really played.
const SAMPLES: u64 = 32;
/// The days on which generated runs are received.
pub(crate) const DAYS: i64 = 365;

/// A game that was really played, as it is handed in.
pub(crate) fn played<G: Game>(player: Player, seed: &str) -> Run<G> {
    let seed: funhouse::rules::chance::Seed = seed.parse().expect("a seed");
    let mut state = State::<G>::deal(seed.clone(), G::Options::default());
    let mut moves = Vec::new();
    player.play_out(&mut state, MOST_MOVES, |mv, _| moves.push(mv.clone()));
    let score = Some(state.score().total());
    Run { game: Id::new(), rules: G::RULES, seed, options: state.options(), moves, score }
}

/// What is compared with a game's runs of a class, with the default options.
pub(crate) fn course<G: Game>(class: Class) -> Course {
    let options = serde_json_canonicalizer::to_string(&G::Options::default()).expect("options are JSON");
    Course { game: G::ID.to_owned(), rules: G::RULES, options, class }
}

/// A run as the service would keep it: replayed, its moves packed.
pub(crate) fn kept<G: Game>(run: &Run<G>, player: PlayerId, number: u64, received_at: Timestamp) -> NewRun {
    let judged = judge(run, run.score.expect("a claim")).expect("known rules").expect("a run that holds");
    let moves = serde_json::to_vec(&run.moves).expect("moves are JSON");
    NewRun {
        player,
        course: course::<G>(Class::Chosen),
        seed: run.seed.clone(),
        received_at,
        marks: judged.marks,
        score: judged.score,
        digest: judged.digest,
        fingerprint: fingerprint(number),
        moves: PackedMoves::pack(&moves).expect("memory"),
    }
}

/// Makes runs of the Funhouse.
pub(crate) struct Generator {
    samples: Vec<NewRun>,
    courses: [Course; 3],
    /// How many runs are spread over the days, and how many players make them.
    runs: u64,
    players: u64,
}

impl Generator {
    /// A generator of so many runs by a tenth as many players.
    pub(crate) fn new(runs: u64) -> Self {
        let sample = |i: u64| {
            let player = if i.is_multiple_of(2) { Player::Greedy } else { Player::Random };
            kept(&played::<EpicFunhouse>(player, &format!("sample-{i}")), PlayerId(1), i, first_day().start())
        };
        Self {
            samples: (0..SAMPLES).map(sample).collect(),
            courses: [Class::Daily, Class::Drawn, Class::Chosen].map(course::<EpicFunhouse>),
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
        let course = &self.courses[dice.below(3) as usize];
        let seed = match course.class {
            Class::Daily => format!("day-{}-of-the-funhouse-and-as-long", received_at.day()),
            _ => format!("{:016x}{:016x}", dice.next(), dice.next()),
        };
        let mut marks = sample.marks.clone();
        for (room, mark) in marks.iter_mut().enumerate().skip(1) {
            *mark = self.samples[dice.below(SAMPLES) as usize].marks[room];
        }
        let rooms = &marks[1..];
        let total = rooms.iter().map(|mark| mark.merit.number()).sum();
        marks[0] = Mark { merit: Merit::of_number(total), moves: rooms.iter().map(|mark| mark.moves).sum() };
        NewRun {
            player: PlayerId(1 + dice.below(self.players) as i64),
            course: course.clone(),
            seed: seed.parse().expect("a seed"),
            received_at,
            marks,
            score: sample.score.clone(),
            digest: sample.digest,
            fingerprint: fingerprint(number),
            moves: sample.moves.clone(),
        }
    }
}

/// How many players make so many runs.
pub(crate) fn players(runs: u64) -> u64 {
    runs / 10
}

/// The first day on which generated runs are received.
pub(crate) fn first_day() -> Day {
    "2025-01-01".parse().expect("a date")
}

/// A fingerprint like no other's, as hashes are: in no order.
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
