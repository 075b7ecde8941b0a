//! The inspection of a posted table of the match.

use super::Options;
use super::shown::Choice;
use super::table::{MAX_PLAYOFFS, MAX_SLIDES, Phase, RoundPoints, WholeTable};
use crate::fault::Faults;
use crate::game::{Context, Seat, SeatSet, Seats};
use crate::games::easy_slider::board;

pub(super) fn inspect(Context { seats, options, .. }: Context<Options>, table: &WholeTable, faults: &mut Faults) {
    let lists = [("/grids", table.grids.len()), ("/slides", table.slides.len())];
    let mut fits = faults.require_by_seat(seats.count().into(), lists);
    for (i, points) in table.scores.iter().enumerate() {
        fits &= faults.require_by_seat(seats.count().into(), [(&*format!("/scores/{i}"), points.len())]);
    }
    board::inspect_goal(&table.goal(), faults);
    inspect_round(options, table, faults);
    if !fits {
        return;
    }
    let before = faults.count();
    inspect_scores(options, table, faults);
    inspect_players(options, seats, table, faults);
    inspect_boards(table, faults);
    inspect_hand_in(options, table, faults);
    if faults.count() > before {
        return;
    }
    inspect_slides(table, faults);
    if !options.is_race() {
        inspect_ticks(table, faults);
    }
    inspect_choices(options, table, faults);
    inspect_end(options, table, faults);
}

/// Returns the scores of the rounds before this one.
fn earlier(table: &WholeTable) -> &[RoundPoints] {
    let count = table.scores.len() - usize::from(table.phase == Phase::Over && !table.scores.is_empty());
    table.scores.get(..count).unwrap_or_default()
}

fn inspect_round(options: Options, table: &WholeTable, faults: &mut Faults) {
    let scored = table.scores.len() as u64;
    let wanted = scored + u64::from(table.phase == Phase::Solve);
    let detail = format_args!("must be {wanted}, because {scored} rounds are scored (got {})", table.round);
    faults.require(table.round == wanted && wanted > 0, "/round", "impossible_round", detail);
    let most = (options.agreed() + MAX_PLAYOFFS) as u64;
    faults.require(table.round <= most, "/round", "impossible_round", format_args!("must be at most {most}"));
}

/// Returns whether the points of the seats of a round, the highest first, are possible.
pub(super) fn are_possible(points: &[u64], is_race: bool) -> bool {
    let count = points.len() as u64;
    let Some((most, others)) = points.split_first() else { return !is_race };
    // One seat is still solving, and all others have fumbled.
    let one_left = *most == count - 1 && others.iter().all(|points| *points == 0);
    // All finish or fumble together.
    let none_left = !is_race && points.iter().all(|points| *points == 0);
    if one_left || none_left {
        return true;
    }
    // The best finish together, and beat all others.
    let best = points.iter().take_while(|points| *points == most).count();
    let fits = *most + best as u64 == count && (best == 1 || !is_race);
    fits && are_possible(&points[best..], is_race)
}

fn inspect_scores(options: Options, table: &WholeTable, faults: &mut Faults) {
    for (i, points) in table.scores.iter().enumerate() {
        let (at, before) = (format!("/scores/{i}"), &table.scores[..i]);
        let players = options.players_after(before, points.len());
        let detail = "there is no play-off without a tie for the first place";
        faults.require(
            !options.ends_with(before, points.len()) || i > options.agreed() + 2,
            &at,
            "impossible_players",
            detail,
        );
        let of = |seat: Seat| points[seat.index()].0;
        let seats = (1..=points.len() as u8).filter_map(Seat::new);
        let others = seats.filter(|seat| !players.contains(*seat)).all(|seat| of(seat) == 0);
        faults.require(others, &at, "impossible_scores", format_args!("only {players} can have points in this round"));
        let mut sorted: Vec<u64> = players.iter().map(of).collect();
        sorted.sort_unstable_by(|one, other| other.cmp(one));
        let possible = are_possible(&sorted, options.is_race());
        faults.require(possible, &at, "impossible_scores", "a round cannot have these points");
    }
}

fn inspect_players(options: Options, seats: Seats, table: &WholeTable, faults: &mut Faults) {
    let earlier = earlier(table);
    let players = options.players_after(earlier, seats.count().into());
    let tied = earlier.len() < options.agreed() || players.len() > 1;
    faults.require(tied, "/round", "impossible_players", "there is no play-off without a tie for the first place");
    for seat in seats.iter() {
        let (at, plays) = (format_args!("/grids/{}", seat.index()).to_string(), players.contains(seat));
        let is_in = if plays { "is in this round, and has a board" } else { "is not in this round, and has no board" };
        faults.require(table.plays(seat) == plays, at, "impossible_players", format_args!("seat {seat} {is_in}"));
    }
}

fn inspect_boards(table: &WholeTable, faults: &mut Faults) {
    for seat in table.players().iter() {
        board::inspect_tiles(table.grid(seat), &format!("/grids/{}", seat.index()), faults);
    }
}

fn is_ascending(seats: &[Seat]) -> bool {
    seats.is_sorted_by(|one, next| one < next)
}

fn inspect_hand_in(options: Options, table: &WholeTable, faults: &mut Faults) {
    const CODE: &str = "impossible_hand_in";
    let players = table.players();
    let mut seen = SeatSet::NONE;
    let groups = table.finished.iter().enumerate().map(|(i, group)| (format!("/finished/{i}"), group, true));
    let fumbled = std::iter::once(("/fumbled".to_owned(), &table.fumbled, false));
    for (at, seats, finished) in groups.chain(fumbled) {
        faults.require(is_ascending(seats), &at, CODE, "seats must be in ascending order, each once");
        if finished {
            faults.require(!seats.is_empty(), &at, CODE, "must not be empty");
            let together = !options.is_race() || seats.len() <= 1;
            faults.require(together, &at, CODE, "no two seats finish together in a race");
        }
        for (i, seat) in seats.iter().enumerate() {
            let at = format!("{at}/{i}");
            if !players.contains(*seat) {
                faults.add(&at, CODE, format_args!("seat {seat} is not in this round"));
                continue;
            }
            faults.require(!seen.contains(*seat), &at, CODE, format_args!("seat {seat} has handed in twice"));
            seen.insert(*seat);
            let solved = !finished || table.is_solved(*seat);
            faults.require(solved, &at, CODE, format_args!("the board of seat {seat} is not solved"));
        }
    }
}

fn inspect_slides(table: &WholeTable, faults: &mut Faults) {
    let (players, solving) = (table.players(), table.solving());
    for (seat, slides) in table.seats().zip(&table.slides) {
        let (at, slides) = (format!("/slides/{}", seat.index()), slides.0);
        let mut require = |holds: bool, detail: &str| {
            faults.require(holds, &at, "impossible_slides", format_args!("{detail} (got {slides})"));
        };
        if !players.contains(seat) {
            require(slides == 0, "must be 0 for a seat that is not in this round");
            continue;
        }
        require(slides <= MAX_SLIDES, "must be at most 1000");
        require(slides != MAX_SLIDES || !solving.contains(seat), "a seat hands in after its slide 1000");
        let reached = board::can_reach(board::hole(table.grid(seat)), slides);
        require(reached, "this number of slides cannot bring the hole from e5 to its cell");
    }
}

/// Adds the faults of slides that are not made in ticks.
fn inspect_ticks(table: &WholeTable, faults: &mut Faults) {
    let slides = |seat: Seat| table.slides[seat.index()].0;
    let mut require = |holds: bool, detail: &str| faults.require(holds, "/slides", "impossible_slides", detail);
    let groups = table.finished.iter().map(|group| group.iter().map(|seat| slides(*seat)));
    require(
        groups.clone().all(|mut group| all_equal(&mut group)),
        "seats that finished together have made as many slides",
    );
    let in_turn = groups.filter_map(|mut group| group.next());
    require(in_turn.is_sorted_by(|one, next| one < next), "seats that finished later have made more slides");
    let solving = table.solving();
    let Some(made) = solving.iter().map(slides).max() else { return };
    require(all_equal(&mut solving.iter().map(slides)), "all seats that are solving have made as many slides");
    // In the tick that ends a round, the slides are not made.
    let most = made - u64::from(table.phase == Phase::Solve && made > 0);
    let handed_in = table.players().iter().filter(|seat| !solving.contains(*seat));
    let fits = handed_in.clone().all(|seat| slides(seat) <= most)
        && (made > 0 || table.phase == Phase::Over || handed_in.count() == 0);
    require(fits, "seats that are solving have made the most slides");
}

fn all_equal(numbers: &mut impl Iterator<Item = u64>) -> bool {
    numbers.next().is_none_or(|first| numbers.all(|number| number == first))
}

fn inspect_choices(options: Options, table: &WholeTable, faults: &mut Faults) {
    const CODE: &str = "impossible_choice";
    let Some(chosen) = &table.chosen else {
        return faults.require(options.is_race(), "", CODE, "`chosen` must be there with the mode `slide`");
    };
    faults.require(!options.is_race(), "/chosen", CODE, "nothing is chosen in a race");
    let seats: Vec<Seat> = chosen.iter().map(|chosen| chosen.seat).collect();
    faults.require(is_ascending(&seats), "/chosen", CODE, "seats must be in ascending order, each once");
    let open = table.phase == Phase::Solve || chosen.is_empty();
    faults.require(open, "/chosen", CODE, "nothing is chosen after the end");
    let solving = table.solving();
    for (i, chosen) in chosen.iter().enumerate() {
        let (at, seat) = (format!("/chosen/{i}"), chosen.seat);
        if !solving.contains(seat) {
            faults.add(at, CODE, format_args!("seat {seat} is not solving"));
        } else if let Choice::Slide(cell) = chosen.choice {
            let hole = board::hole(table.grid(seat));
            let detail = format_args!("{cell} is not next to the hole of seat {seat}, {hole}");
            faults.require(board::is_beside(cell, hole), format_args!("{at}/choice"), CODE, detail);
        }
    }
    let waits = table.phase == Phase::Over || solving.iter().any(|seat| !seats.contains(&seat));
    faults.require(waits, "/chosen", CODE, "all seats have chosen, and the tick was not carried out");
}

fn inspect_end(options: Options, table: &WholeTable, faults: &mut Faults) {
    const CODE: &str = "impossible_end";
    let goes_on = table.solving().len() > 1;
    if table.phase == Phase::Solve {
        return faults.require(goes_on, "/phase", CODE, "the round is over, because at most one seat is solving");
    }
    faults.require(!goes_on, "/phase", CODE, "the round goes on, because several seats are solving");
    let ended = options.ends_with(&table.scores, table.grids.len());
    faults.require(ended, "/phase", CODE, "the game goes on with another round");
    if let Some(last) = table.scores.last() {
        let at = format!("/scores/{}", table.scores.len() - 1);
        faults.require(*last == table.points_of_round(), at, CODE, "must be the points of the round as it lies");
    }
}
