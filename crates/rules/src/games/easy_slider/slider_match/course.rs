//! The course of a round: slides, ticks, boards that are handed in, and what follows the end of a round.

use super::Options;
use super::moves::{Cause, Chose, Dealt, Ended, Event, Finished, Fumbled, Move, Playoff, RoundOver, Slid, Tick};
use super::shown::Choice;
use super::table::{Chosen, MAX_SLIDES, Phase, WholeTable, leaders, sums};
use crate::game::{self, Context, Log, Seat, SeatMove as _, SeatSet};
use crate::games::easy_slider::board::{self, Grid};
use crate::wire::{BoundedVec, Count};

impl Move {
    /// Returns what the seat does.
    pub(super) const fn choice(&self) -> Choice {
        match self {
            Self::Slide(slide) => Choice::Slide(slide.cell),
            Self::Done(_) => Choice::Done,
            Self::GiveUp(_) => Choice::GiveUp,
        }
    }
}

impl WholeTable {
    pub(super) fn dealt(context: Context<Options>) -> Self {
        let all = context.seats.all();
        let mut table = Self {
            phase: Phase::Solve,
            round: 1,
            row_suits: crate::piecepack::Suit::ALL,
            column_values: [crate::piecepack::Value::NULL; 5],
            grids: context.seats.iter().map(|_| Grid::EMPTY).collect(),
            slides: BoundedVec::default(),
            finished: BoundedVec::default(),
            fumbled: BoundedVec::default(),
            chosen: None,
            scores: BoundedVec::default(),
        };
        table.begin_round(context, all);
        table
    }

    /// Gives each of the seats of the round its copy of the board.
    fn begin_round(&mut self, context: Context<Options>, players: SeatSet) {
        let round = self.round;
        let events = ["easy-slider-match/tiles", "easy-slider-match/pawns", "easy-slider-match/coins"];
        let (grid, goal) = board::dealt(events.map(|event| context.chance.numbered(event, round)));
        (self.row_suits, self.column_values) = (goal.row_suits, goal.column_values);
        let board = |seat: Seat| if players.contains(seat) { grid } else { Grid::EMPTY };
        self.grids = self.seats().map(board).collect();
        self.slides = self.seats().map(|_| Count(0)).collect();
        (self.finished, self.fumbled) = (BoundedVec::default(), BoundedVec::default());
        self.chosen = (!context.options.is_race()).then(BoundedVec::default);
    }

    /// Carries out a legal move.
    pub(super) fn act(&mut self, context: Context<Options>, mv: &Move, log: &mut Log<Event>) {
        let (seat, choice) = (mv.seat(), mv.choice());
        if context.options.is_race() {
            match choice {
                Choice::Slide(_) => self.slide(context.options, seat, choice, log),
                Choice::Done | Choice::GiveUp => self.hand_in(&[(seat, choice)], log),
            }
            if self.slides[seat.index()].0 == MAX_SLIDES && self.solving().contains(seat) {
                self.hand_in_last(SeatSet::only(seat), log);
            }
        } else {
            self.choose(seat, choice, log);
            if self.to_act().is_empty() {
                self.tick(context.options, log);
            }
        }
        if self.solving().len() <= 1 {
            self.end_round(context, log);
        }
    }

    /// Adds a choice of this tick.
    fn choose(&mut self, seat: Seat, choice: Choice, log: &mut Log<Event>) {
        let chosen = self.chosen.get_or_insert_default();
        let at = chosen.partition_point(|chosen| chosen.seat < seat);
        chosen.insert(at, Chosen { seat, choice });
        log.write(|| Chose { seat });
    }

    /// Carries out all choices: first the boards that are handed in, then, if the round goes on, the slides.
    fn tick(&mut self, options: Options, log: &mut Log<Event>) {
        let chosen = self.chosen.replace(BoundedVec::default()).unwrap_or_default();
        let (slides, calls): (Vec<_>, Vec<_>) = chosen
            .iter()
            .map(|chosen| (chosen.seat, chosen.choice))
            .partition(|(_, choice)| matches!(choice, Choice::Slide(_)));
        self.hand_in(&calls, log);
        let solving = self.solving();
        if solving.len() <= 1 {
            return;
        }
        for (seat, choice) in slides {
            self.slide(options, seat, choice, log);
        }
        let made = solving.iter().next().map_or(0, |seat| self.slides[seat.index()].0);
        log.write(|| Tick { slides: made });
        if made == MAX_SLIDES {
            self.hand_in_last(solving, log);
        }
    }

    /// Slides a tile of a seat.
    fn slide(&mut self, options: Options, seat: Seat, choice: Choice, log: &mut Log<Event>) {
        let Choice::Slide(from) = choice else { return };
        let grid = &mut self.grids[seat.index()];
        let to = board::hole(grid);
        let Some(tile) = grid[from] else { return };
        grid.swap(from, to);
        self.slides[seat.index()].0 += 1;
        log.write(|| Slid { seat, tile, from, to, secret: !options.is_race() });
    }

    /// Hands in boards at the same moment, by seat.
    fn hand_in(&mut self, calls: &[(Seat, Choice)], log: &mut Log<Event>) {
        let finishes = |(seat, choice): &(Seat, Choice)| *choice == Choice::Done && self.is_solved(*seat);
        let (finished, fumbled): (Vec<_>, Vec<_>) = calls.iter().copied().partition(finishes);
        let cause = |choice: Choice| if choice == Choice::Done { Cause::Done } else { Cause::GiveUp };
        self.finish(finished.into_iter().map(|(seat, _)| seat).collect(), log);
        self.fumble(fumbled.into_iter().map(|(seat, choice)| (seat, cause(choice))), log);
    }

    /// Hands in the boards of seats that have made their last slide.
    fn hand_in_last(&mut self, seats: SeatSet, log: &mut Log<Event>) {
        let (finished, fumbled): (Vec<_>, Vec<_>) = seats.iter().partition(|seat| self.is_solved(*seat));
        self.finish(finished, log);
        self.fumble(fumbled.into_iter().map(|seat| (seat, Cause::Slides)), log);
    }

    fn finish(&mut self, seats: Vec<Seat>, log: &mut Log<Event>) {
        if seats.is_empty() {
            return;
        }
        self.finished.push(seats.clone().into());
        let beaten = self.beaten_by(self.finished.len() - 1);
        log.write(|| Finished { seats, beaten });
    }

    fn fumble(&mut self, seats: impl Iterator<Item = (Seat, Cause)>, log: &mut Log<Event>) {
        for (seat, cause) in seats {
            self.fumbled.push(seat);
            log.write(|| Fumbled { seat, cause });
        }
        self.fumbled.sort_unstable();
    }

    /// Scores the round, and begins the next one or ends the game.
    fn end_round(&mut self, context: Context<Options>, log: &mut Log<Event>) {
        let points = self.points_of_round();
        log.write(|| self.round_over(&points, context.options));
        self.scores.push(points);
        let (options, seats) = (context.options, self.grids.len());
        if options.ends_with(&self.scores, seats) {
            self.phase = Phase::Over;
            let points = sums(&self.scores, seats);
            log.write(|| Ended { places: game::places(&points), points });
            return;
        }
        self.round += 1;
        let round = self.round;
        let playoff = self.scores.len() >= options.agreed();
        let players = options.players_after(&self.scores, seats);
        if playoff {
            log.write(|| Playoff { round, seats: leaders(&sums(&self.scores, seats)).iter().collect() });
        }
        self.begin_round(context, players);
        log.write(|| Dealt { round, playoff, seats: players.iter().collect() });
    }

    fn round_over(&self, points: &[Count], options: Options) -> RoundOver {
        let seats: Vec<Seat> = self.players().iter().collect();
        let points = seats.iter().filter_map(|seat| points.get(seat.index())).map(|points| points.0).collect();
        let boards = (!options.is_race()).then(|| seats.iter().map(|seat| *self.grid(*seat)).collect());
        RoundOver { round: self.round, seats, points, boards }
    }
}
