//! What happens at a table, worked out from how it stands: nothing here writes, waits or asks for the time.

use crate::engine::answer::BadMove;
use crate::engine::table_game::{MoveError, TableGame};
use crate::engine::verification::AcceptedRun;
use crate::engine::{Ruleset, Scoring};
use crate::rules::chance::{Chance, Seed};
use crate::rules::game::{ScoreOrder, Seat};
use crate::rules::replay::MAX_MOVES;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{
    Category, Ending, GameCounts, MovedBy, NewRun, Occupant, Outcome, PackedMoves, PlayerId, PlayerResult, RankKey,
    Sealing, SeedClass, StoredMove, TableSeat, TableState, TableStatus, TableTerms,
};
use crate::verification::scores;

use super::table::{MoveNote, Table};

/// How many times in a row the built-in player moves for somebody whose time is up, before it keeps the seat.
pub const MOST_MISSED: u8 = 3;
/// How many seconds the player of a sealed solitaire has for a move, but for the day's, which ends with its day.
pub const SEALED_PACE: i64 = 86_400;
/// How many milliseconds after a deadline the clock acts. A move that arrived before the deadline is stored by then, even under load.
pub const GRACE: i64 = 300;

/// How a table stands after something happened.
#[derive(Debug)]
pub struct Step {
    /// Its state.
    pub state: TableState,
    /// The moves that were made.
    pub moves: Vec<StoredMove>,
    /// Of each of its moves, who made it and when.
    pub notes: Vec<MoveNote>,
    /// Its game.
    pub game: Box<dyn TableGame>,
    /// The day of a sealed daily game, on which this must happen; none at other tables, and for the end of a table whose day is closed.
    pub day: Option<Day>,
    /// What a sealed game with a seed of its own counts then; none if that does not change.
    pub counts: Option<GameCounts>,
    /// What is to be kept of it, if it is over now.
    pub outcome: Option<Outcome>,
}

/// The result of a request to change a table.
#[derive(Debug)]
pub struct Happened {
    /// The change; none if it was made before.
    pub step: Option<Step>,
    /// The first of the posted moves that is not made, if any is not.
    pub bad_move: Option<BadMove>,
}

impl From<Option<Step>> for Happened {
    fn from(step: Option<Step>) -> Self {
        Self { step, bad_move: None }
    }
}

/// Why something does not happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotDone {
    /// The table waits for players still.
    NotBegun,
    /// It has begun already.
    Begun,
    /// It is over.
    Over,
    /// Its day is closed.
    DayClosed,
    /// Whoever asks has no seat there.
    NoSeat,
    /// They gave up, or missed too much: the built-in player has their seat.
    Left,
    /// The deadline of their move has passed.
    Late,
    /// There is no seat of this number.
    UnknownSeat,
    /// Somebody else has the seat.
    SeatTaken,
    /// They have another seat there already.
    SeatedElsewhere,
    /// There are more moves than they know of: so many.
    Stale(usize),
    /// They know of more moves than there are: so many.
    Ahead(usize),
    /// The move of this place among those that they sent is another seat's.
    OfAnotherSeat(usize, Seat),
    /// The first of the moves is not made.
    Refused(MoveError),
    /// A game has as many moves as it may have.
    TooManyMoves,
    /// What is stored cannot be read, for this reason.
    Unreadable(String),
}

/// The order in which those who are to play sit: drawn as the event `tables/seats` of the seed.
fn seated(seed: &Seed, occupants: &mut [Occupant]) {
    Chance::new(seed).event("tables/seats").shuffle(occupants);
}

/// The state of a table that is made now for these, and whether it begins at once.
#[must_use]
pub fn made(
    ruleset: &dyn Ruleset,
    terms: &TableTerms,
    mut occupants: Vec<Occupant>,
    game: &dyn TableGame,
    waits_for: i64,
) -> TableState {
    let begins = !occupants.contains(&Occupant::Vacant);
    if begins && ruleset.ranked().is_none() {
        seated(&terms.seed, &mut occupants);
    }
    let seat = |occupant| TableSeat { occupant, due: None, missed: 0, left: false };
    let state = TableState {
        status: TableStatus::Waiting,
        seats: occupants.into_iter().map(seat).collect(),
        due: Some(terms.made_at.plus_seconds(waits_for)),
        started_at: None,
        ended_at: None,
    };
    if begins { begun(state, terms, game, terms.made_at) } else { state }
}

/// The state of a table that begins now, whose players sit where they will play.
fn begun(state: TableState, terms: &TableTerms, game: &dyn TableGame, now: Timestamp) -> TableState {
    let mut state = TableState { status: TableStatus::Playing, started_at: Some(now), due: None, ..state };
    give_time(&mut state, terms, game, now, |_| true);
    state
}

/// Whether the built-in player moves for a seat without being waited for.
fn is_robots(seat: &TableSeat) -> bool {
    seat.left || seat.occupant == Occupant::Robot
}

/// Gives those who are to act time for a move: anew to those for whom `anew` says so, while the others keep what they have.
fn give_time(
    state: &mut TableState,
    terms: &TableTerms,
    game: &dyn TableGame,
    now: Timestamp,
    anew: impl Fn(Seat) -> bool,
) {
    let until = match terms.sealing {
        Some(Sealing::Daily(day)) => day.end(),
        Some(Sealing::Own) => now.plus_seconds(SEALED_PACE),
        None => now.plus_seconds(terms.pace.into()),
    };
    let to_act = game.to_act();
    let mut robots_move = false;
    for (seat, number) in state.seats.iter_mut().zip(1..) {
        let number = Seat::new(number);
        let acts = number.is_some_and(|number| to_act.contains(number));
        robots_move |= acts && is_robots(seat);
        seat.due = match seat.due {
            _ if !acts || is_robots(seat) => None,
            Some(due) if !number.is_some_and(&anew) => Some(due),
            _ => Some(until),
        };
    }
    let deadline = state.seats.iter().filter_map(|seat| seat.due).min();
    state.due = match terms.sealing {
        _ if robots_move => Some(now),
        // Such a table ends when its day is closed, whatever the time.
        Some(Sealing::Daily(_)) => None,
        Some(Sealing::Own) | None => deadline.map(acted_on),
    };
}

/// When the clock acts on a deadline.
fn acted_on(deadline: Timestamp) -> Timestamp {
    deadline.plus_millis(GRACE)
}

/// Whether a player still plays.
fn stays(seat: &TableSeat) -> bool {
    matches!(seat.occupant, Occupant::Player(_)) && !seat.left
}

impl Table {
    pub(super) fn step(&self) -> Step {
        Step {
            state: self.stored.state.clone(),
            moves: Vec::new(),
            notes: self.notes.clone(),
            game: self.game.copy(),
            day: self.day(),
            counts: None,
            outcome: None,
        }
    }

    /// The table as it was after these many moves, but for what is stored of it.
    pub(super) fn step_after(&self, count: usize) -> Step {
        let notes = self.notes.iter().take(count).copied().collect();
        Step { notes, game: self.game.after(count), ..self.step() }
    }

    pub(super) fn seat(&self, player: PlayerId) -> Result<(Seat, &TableSeat), NotDone> {
        let seat = self.seat_of(player).ok_or(NotDone::NoSeat)?;
        let state = self.stored.state.seats.get(seat.index()).ok_or(NotDone::NoSeat)?;
        Ok((seat, state))
    }

    /// The seat of a player who plays on, at a table that is being played.
    pub(super) fn playing(&self, player: PlayerId) -> Result<Seat, NotDone> {
        let (seat, state) = self.seat(player)?;
        match self.stored.state.status {
            TableStatus::Waiting => Err(NotDone::NotBegun),
            TableStatus::Over(_) => Err(NotDone::Over),
            TableStatus::Playing if state.left => Err(NotDone::Left),
            TableStatus::Playing => Ok(seat),
        }
    }

    /// A player sits down; the last one begins the game. None if they sit there already.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn sit(&self, player: PlayerId, number: usize, now: Timestamp) -> Result<Option<Step>, NotDone> {
        let seats = &self.stored.state.seats;
        let seat = number.checked_sub(1).and_then(|at| seats.get(at)).ok_or(NotDone::UnknownSeat)?;
        if seat.occupant == Occupant::Player(player) {
            return Ok(None);
        }
        if self.begun() {
            return Err(if self.over() { NotDone::Over } else { NotDone::Begun });
        }
        if self.seat_of(player).is_some() {
            return Err(NotDone::SeatedElsewhere);
        }
        if seat.occupant != Occupant::Vacant {
            return Err(NotDone::SeatTaken);
        }
        let mut step = self.step();
        let mut occupants: Vec<Occupant> = seats.iter().map(|seat| seat.occupant).collect();
        if let Some(occupant) = occupants.get_mut(number - 1) {
            *occupant = Occupant::Player(player);
        }
        let begins = !occupants.contains(&Occupant::Vacant);
        if begins {
            seated(&self.stored.terms.seed, &mut occupants);
        }
        for (seat, occupant) in step.state.seats.iter_mut().zip(occupants) {
            seat.occupant = occupant;
        }
        if begins {
            step.state = begun(step.state, &self.stored.terms, &*step.game, now);
        }
        Ok(Some(step))
    }

    /// A player takes the first open seat. None if they sit there already.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn join(&self, player: PlayerId, now: Timestamp) -> Result<Option<Step>, NotDone> {
        if self.seat_of(player).is_some() {
            return Ok(None);
        }
        let open = self.stored.state.seats.iter().position(|seat| seat.occupant == Occupant::Vacant);
        self.sit(player, open.ok_or(NotDone::SeatTaken)? + 1, now)
    }

    /// A player leaves a table that has not begun; none if it is left by everybody then, and is to be put away.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn stand_up(&self, player: PlayerId, number: usize) -> Result<Option<Step>, NotDone> {
        let (seat, _) = self.seat(player)?;
        if self.begun() {
            return Err(if self.over() { NotDone::Over } else { NotDone::Begun });
        }
        if seat.index() + 1 != number {
            return Err(NotDone::SeatTaken);
        }
        let mut step = self.step();
        if let Some(seat) = step.state.seats.get_mut(seat.index()) {
            seat.occupant = Occupant::Vacant;
        }
        Ok(step.state.seats.iter().any(stays).then_some(step))
    }

    /// A player gives up; none if they did before. At a solitaire the game ends; elsewhere the built-in player keeps the seat, if there
    /// is somebody left to play on against.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn resign(&self, player: PlayerId, now: Timestamp) -> Result<Option<Step>, NotDone> {
        if self.seat(player)?.1.left {
            return Ok(None);
        }
        let seat = self.playing(player)?;
        let mut step = self.step();
        if let Some(seat) = step.state.seats.get_mut(seat.index()) {
            seat.left = true;
        }
        if step.is_given_up() {
            step.state.status = TableStatus::Over(Ending::Resigned);
        }
        self.settle(step, now).map(Some)
    }

    /// What is due by now, if anything is: the built-in player moves for its own seats, and for those whose time is up.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn due(&self, now: Timestamp) -> Result<Option<Step>, NotDone> {
        let state = &self.stored.state;
        if state.status != TableStatus::Playing || state.due.is_none_or(|due| now < due) {
            return Ok(None);
        }
        let mut step = self.step();
        if self.game.to_act().is_empty() {
            // A deal may end a game.
            return self.settle(step, now).map(Some);
        }
        let acting = |seat: Option<Seat>| seat.is_some_and(|seat| self.game.to_act().contains(seat));
        let mut moved = None;
        for (seat, number) in state.seats.iter().zip(1..).filter(|(_, number)| acting(Seat::new(*number))) {
            let Some(number) = Seat::new(number) else { continue };
            if is_robots(seat) {
                moved = Some((number, MovedBy::Robot));
                break;
            }
            if self.day().is_none() && seat.due.is_some_and(|due| acted_on(due) <= now) {
                moved = Some((number, MovedBy::Clock));
                break;
            }
        }
        let Some((number, by)) = moved else {
            // Nobody's time is up: it was noted wrongly, and is noted anew.
            give_time(&mut step.state, &self.stored.terms, &*step.game, now, |_| false);
            return Ok(Some(step));
        };
        if by == MovedBy::Clock {
            if self.ruleset.ranked().is_some() {
                step.state.status = TableStatus::Over(Ending::Abandoned);
                return self.settle(step, now).map(Some);
            }
            let seat = step.state.seats.get_mut(number.index()).ok_or(NotDone::UnknownSeat)?;
            seat.missed = seat.missed.saturating_add(1);
            seat.left = seat.missed >= MOST_MISSED;
            if step.is_given_up() {
                step.state.status = TableStatus::Over(Ending::Abandoned);
                return self.settle(step, now).map(Some);
            }
        }
        let plan = self.game.plan(number);
        if plan.is_empty() {
            return Err(NotDone::Unreadable(format!("the built-in player has no move for seat {number}")));
        }
        for json in plan {
            // A plan may go on into moves that are no longer its seat's to make once others may act between them.
            if !step.game.to_act().contains(number) {
                break;
            }
            step.make(number, &json, by, now)?;
        }
        self.settle(step, now).map(Some)
    }

    /// The end of the day of a sealed daily game that is being played; none at any other table. No move is made any more, so that it needs no open day.
    ///
    /// # Errors
    /// See [`NotDone`].
    pub fn end_of_day(&self, now: Timestamp) -> Result<Option<Step>, NotDone> {
        if self.day().is_none() || self.over() {
            return Ok(None);
        }
        let mut step = Step { day: None, ..self.step() };
        step.state.status = TableStatus::Over(Ending::Abandoned);
        self.settle(step, now).map(Some)
    }

    /// Ends the table if its game has ended, gives those who are to act time, and works out what is to be kept.
    pub(super) fn settle(&self, mut step: Step, now: Timestamp) -> Result<Step, NotDone> {
        if step.game.to_act().is_empty() {
            step.state.status = TableStatus::Over(Ending::Finished);
        }
        if let TableStatus::Over(ending) = step.state.status {
            step.state.ended_at = Some(now);
            step.state.due = None;
            step.state.seats.iter_mut().for_each(|seat| seat.due = None);
            step.outcome = self.outcome(&step, ending, now)?;
        } else {
            let moved: Vec<u8> = step.moves.iter().map(|mv| mv.seat).collect();
            let terms = &self.stored.terms;
            give_time(&mut step.state, terms, &*step.game, now, |seat| moved.contains(&seat.number()));
        }
        step.counts = self.counts(&step);
        Ok(step)
    }

    /// What a sealed game with a seed of its own counts after a step; none if it counted the same before.
    fn counts(&self, step: &Step) -> Option<GameCounts> {
        let scoring = self.ruleset.ranked()?.scoring();
        if self.stored.terms.sealing != Some(Sealing::Own) {
            return None;
        }
        if let Some(Outcome::Sealed(run)) = &step.outcome {
            return Some(GameCounts { key: run.scores.whole.key, finished: true });
        }
        let key = unfinished(scoring, &*step.game);
        let is_known = step.state.status == TableStatus::Playing && key == unfinished(scoring, &*self.game);
        (!is_known).then_some(GameCounts { key, finished: false })
    }

    /// What is kept of a table that is over. A solitaire that ends in a way that no board ranks leaves nothing.
    fn outcome(&self, step: &Step, ending: Ending, now: Timestamp) -> Result<Option<Outcome>, NotDone> {
        let Some(ranked) = self.ruleset.ranked() else {
            return Ok(Some(Outcome::Seated { players: places(step) }));
        };
        let accepted = match ending {
            Ending::Finished => ranked.accept(step.game.run().as_bytes()).ok(),
            Ending::Resigned | Ending::Abandoned => None,
        };
        let Some(accepted) = accepted else { return Ok(None) };
        let terms = &self.stored.terms;
        let class = match terms.sealing {
            Some(Sealing::Daily(_)) => SeedClass::SealedDaily,
            _ => SeedClass::Sealed,
        };
        let (game, options) = (terms.game.clone(), terms.options.clone());
        let category = Category { game, rules: terms.rules, options, class };
        // A run of the day's game belongs to that day, whatever the clock of this instance shows.
        let received_at = match terms.sealing {
            Some(Sealing::Daily(day)) => {
                Timestamp::from_millis(now.millis().clamp(day.start().millis(), day.end().millis() - 1))
            }
            _ => now,
        };
        let run = run(accepted, category, terms.maker, ranked.scoring().wins, received_at)?;
        Ok(Some(Outcome::Sealed(Box::new(run))))
    }
}

/// What a sealed game counts as long as it is not finished: the worse of what its rules say of an abandoned game and of its current score.
pub fn unfinished(scoring: &Scoring, game: &dyn TableGame) -> RankKey {
    let key = |score| RankKey::of(score, scoring.wins);
    let abandoned = key(scoring.abandoned);
    game.score().map_or(abandoned, |score| abandoned.max(key(score)))
}

/// The run of a sealed game, to be kept.
fn run(
    accepted: AcceptedRun,
    category: Category,
    player: PlayerId,
    wins: ScoreOrder,
    received_at: Timestamp,
) -> Result<NewRun, NotDone> {
    let scores = scores(&accepted.result, wins);
    let AcceptedRun { seed, moves, fingerprint, equivalence, result, .. } = accepted;
    Ok(NewRun {
        player,
        category,
        claims_seed: false,
        required_class: None,
        seed,
        received_at,
        scores,
        score_card: result.score_card,
        digest: result.digest,
        fingerprint,
        equivalence,
        taken_back: None,
        moves: PackedMoves::pack(moves.get().as_bytes()).map_err(|why| NotDone::Unreadable(why.to_string()))?,
    })
}

/// The place of each player in the result. Players who left are placed behind all others. If the game ended early, the player who
/// stayed is first, if there is one, and each of the others last.
fn places(step: &Step) -> Vec<PlayerResult> {
    let last = u8::try_from(step.state.seats.len()).unwrap_or(u8::MAX);
    let Some(places) = step.game.places() else {
        let place = |at: usize| if step.state.seats.get(at).is_some_and(stays) { 1 } else { last };
        return players(step).map(|(at, player)| PlayerResult { player, place: place(at) }).collect();
    };
    let seats: Vec<(&TableSeat, u8)> = step.state.seats.iter().zip(places).collect();
    let is_before = |(other, others): &(&TableSeat, u8), own: &TableSeat, owns: u8| match (stays(other), stays(own)) {
        (true, false) => true,
        (false, true) if other.left => false,
        _ => *others < owns,
    };
    let place = |(at, player): (usize, PlayerId)| {
        let (own, owns) = seats.get(at)?;
        let before = seats.iter().filter(|other| is_before(other, own, *owns)).count();
        Some(PlayerResult { player, place: u8::try_from(before + 1).unwrap_or(last) })
    };
    players(step).filter_map(place).collect()
}

/// The players at a table, each with the place of the seat in the list.
fn players(step: &Step) -> impl Iterator<Item = (usize, PlayerId)> {
    step.state.seats.iter().enumerate().filter_map(|(at, seat)| match seat.occupant {
        Occupant::Player(player) => Some((at, player)),
        Occupant::Robot | Occupant::Vacant => None,
    })
}

impl Step {
    /// Whether too few players stay for the game to go on: one, where all seats were players' when it began; elsewhere none.
    fn is_given_up(&self) -> bool {
        let seats = &self.state.seats;
        let robots = seats.iter().any(|seat| seat.occupant == Occupant::Robot);
        let least = if robots || seats.len() < 2 { 1 } else { 2 };
        seats.iter().filter(|seat| stays(seat)).count() < least
    }

    /// Makes a move.
    ///
    /// # Errors
    /// When it is illegal, or there are as many moves as there may be.
    pub(super) fn make(&mut self, seat: Seat, json: &str, by: MovedBy, at: Timestamp) -> Result<(), NotDone> {
        if self.notes.len() >= MAX_MOVES {
            return Err(NotDone::TooManyMoves);
        }
        self.game.play(seat, json).map_err(NotDone::Refused)?;
        self.notes.push(MoveNote { seat, by, at });
        self.moves.push(StoredMove { seat: seat.number(), by, at, json: json.to_owned() });
        Ok(())
    }
}
