//! Ratings in a store: pairs of players that count once a day, the list of a game, and who is not in it.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::store::calendar::{Day, Timestamp};
use funhouse::store::{
    Act, AnyStore, Changed, Counting, Ending, MIN_RATED_OPPONENTS, Moderated, ModerationOrder, Occupant, Outcome,
    PlayerId, PlayerRating, PlayerResult, Rating, RatingPlace, Reason, TableChange, TableId, TableState, TableStatus,
};

use crate::support::databases::on_each_kind;
use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{APPLIED, change, later, make, open_table, start, state};
use crate::support::walks;

const GAME: &str = "queensland";

/// The result of a table.
#[derive(Clone, Debug)]
struct Ended {
    game: &'static str,
    ended_at: Timestamp,
    places: Vec<(PlayerId, u8)>,
}

/// Ends a new table with a regular result.
fn end(store: &AnyStore, id: i64, ended: &Ended) {
    end_as(store, id, ended, |_| Counting::Regular);
}

/// Ends a new table with a result that counts in different ways for its players.
fn end_as(
    store: &AnyStore,
    id: i64,
    Ended { game, ended_at, places }: &Ended,
    counting: impl Fn(PlayerId) -> Counting,
) {
    let mut new = open_table(id, places[0].0);
    new.terms.game = (*game).to_owned();
    make(&**store, new);
    let players = places
        .iter()
        .map(|(player, place)| PlayerResult { player: *player, place: *place, counting: counting(*player) })
        .collect();
    let sitting: Vec<Occupant> = places.iter().map(|(player, _)| Occupant::Player(*player)).collect();
    let over = TableState { ended_at: Some(*ended_at), ..state(TableStatus::Over(Ending::Finished), &sitting) };
    let end = TableChange { outcome: Some(Outcome::Seated { players }), ..change(over, vec![]) };
    assert_eq!(wait(store.change_table(TableId(id), 0, end.clone())), APPLIED);
    assert_eq!(wait(store.change_table(TableId(id), 0, end)), Ok(Changed::Stale), "it ends once");
}

fn rating(store: &AnyStore, player: PlayerId) -> Option<PlayerRating> {
    let ratings = wait(store.ratings_of(player)).expect("ratings");
    ratings.into_iter().find(|rating| rating.game == GAME)
}

/// Numbers of rated games and of opponents.
fn counts(store: &AnyStore, player: PlayerId) -> (u32, u32) {
    rating(store, player).map_or((0, 0), |rating| (rating.games, rating.opponents))
}

fn moderate(store: &AnyStore, act: Act) {
    let reason = Reason::new("a reason").expect("a reason");
    let outcome = wait(store.moderate(ModerationOrder { act, reason, at: start() }));
    assert!(matches!(outcome, Ok(Moderated::Applied(_))), "{outcome:?}");
}

/// The listed players with their ranks, read page by page.
fn listed(store: &AnyStore, limit: u32) -> Vec<(u64, PlayerId)> {
    let (mut lines, mut after): (_, Option<RatingPlace>) = (Vec::new(), None);
    loop {
        let page = wait(store.ratings(GAME.to_owned(), after, limit)).expect("a page");
        assert!(page.lines.len() <= limit as usize && page.lines.is_sorted_by_key(|line| line.place()));
        lines.extend(page.lines.iter().map(|line| (line.rank, line.player.id)));
        assert_eq!(page.more, (lines.len() as u64) < page.count, "{} of {}", lines.len(), page.count);
        after = page.lines.last().map(|line| line.place());
        if !page.more {
            return lines;
        }
    }
}

#[test]
fn pair_is_rated_once_a_day_per_game() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let store = &store;
        let [ada, ben, cid] = ["Ada", "Ben", "Cid"].map(|name| new_player(store, name));
        let midnight = start().day().end();
        let win = |id, game, ended_at| end(store, id, &Ended { game, ended_at, places: vec![(ada, 1), (ben, 2)] });
        win(1, GAME, start());
        let first = rating(store, ada).expect("a rating");
        assert!(first.rating.rating > Rating::NEW.rating && first.is_provisional());
        assert_eq!((counts(store, ada), counts(store, ben)), ((1, 1), (1, 1)));
        win(2, GAME, later(5));
        win(3, GAME, midnight.plus_millis(-1));
        assert_eq!(rating(store, ada), Some(first), "the pair was rated on this day");
        // Another game, and another opponent on the same day.
        win(4, "pontifuse", later(6));
        let of_ada = wait(store.ratings_of(ada)).expect("ratings");
        assert_eq!(
            of_ada.iter().map(|rating| (&*rating.game, rating.games)).collect::<Vec<_>>(),
            [("pontifuse", 1), (GAME, 1)]
        );
        assert_eq!(of_ada[0].rating, of_ada[1].rating, "games are rated independently");
        end(store, 5, &Ended { game: GAME, ended_at: later(7), places: vec![(ada, 1), (ben, 2), (cid, 3)] });
        assert_eq!([ada, ben, cid].map(|player| counts(store, player)), [(2, 2), (2, 2), (1, 2)]);
        // The next day, in UTC. Then a table whose end is stored late, by an instance whose clock is behind.
        win(6, GAME, midnight);
        assert_eq!([ada, ben].map(|player| counts(store, player)), [(3, 2), (3, 2)]);
        win(7, GAME, midnight.plus_millis(-1));
        win(8, GAME, midnight);
        assert_eq!([ada, ben].map(|player| counts(store, player)), [(3, 2), (3, 2)]);
    });
}

#[test]
fn forfeits_cost_the_leaver_and_use_up_no_day() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let store = &store;
        let [ada, ben, cid] = ["Ada", "Ben", "Cid"].map(|name| new_player(store, name));
        let records = |player| wait(store.records_of(player)).expect("records");
        let two = Ended { game: GAME, ended_at: start(), places: vec![(ada, 1), (ben, 2)] };
        let by_ben = |player| if player == ben { Counting::Forfeit } else { Counting::Nothing };
        end_as(store, 1, &two, by_ben);
        end_as(store, 2, &two, by_ben);
        assert_eq!((rating(store, ada), records(ada)), (None, Vec::new()), "no one gains");
        let lost = rating(store, ben).expect("a rating");
        assert_eq!((lost.games, lost.opponents, lost.rating.deviation), (2, 0, Rating::NEW.deviation));
        assert!(lost.rating.rating < 1_300_000, "each forfeit costs: {lost:?}");
        assert_eq!((records(ben)[0].played, records(ben)[0].won), (2, 0));

        // The next game of the pair counts for both. From then on, a forfeit costs nothing on this day.
        end(store, 3, &two);
        assert_eq!([ada, ben].map(|player| counts(store, player)), [(1, 1), (3, 1)]);
        let before = rating(store, ben);
        end_as(store, 4, &two, by_ben);
        assert_eq!(rating(store, ben), before);

        // Those who play on are rated against each other only; two who forfeit are not.
        let three = Ended { game: "pontifuse", ended_at: start(), places: vec![(ada, 1), (ben, 3), (cid, 2)] };
        end_as(store, 5, &three, |player| if player == ben { Counting::Forfeit } else { Counting::Regular });
        let of = |player| {
            wait(store.ratings_of(player)).expect("ratings").into_iter().find(|rating| rating.game == "pontifuse")
        };
        let [won, lost, forfeited] = [ada, cid, ben].map(|player| of(player).expect("a rating"));
        assert_eq!(won.rating.rating - Rating::NEW.rating, Rating::NEW.rating - lost.rating.rating);
        assert_eq!((won.opponents, lost.opponents, forfeited.opponents), (1, 1, 0));
        assert!(forfeited.rating.rating < lost.rating.rating);
        let all_forfeit = Ended { game: "land-grab", ..three };
        end_as(store, 6, &all_forfeit, |_| Counting::Forfeit);
        assert!([ada, ben, cid].iter().all(|player| {
            wait(store.ratings_of(*player)).expect("ratings").iter().all(|rating| rating.game != "land-grab")
        }));
    });
}

#[test]
fn all_opponents_of_a_game_are_one_rating_period() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let store = &store;
        let [ada, ben, cid, dee, fay] = ["Ada", "Ben", "Cid", "Dee", "Fay"].map(|name| new_player(store, name));
        let places = vec![(ada, 2), (ben, 1), (cid, 2), (dee, 5)];
        end(store, 1, &Ended { game: GAME, ended_at: start(), places });
        let of = |player| rating(store, player).expect("a rating").rating;
        assert!(of(ben).rating > of(ada).rating && of(ada).rating > of(dee).rating);
        assert_eq!(of(ada), of(cid), "who share a place are level");
        assert_eq!(of(ben).rating - Rating::NEW.rating, Rating::NEW.rating - of(dee).rating);
        assert_eq!(of(ada).rating, Rating::NEW.rating, "one won, one lost, one drawn");

        // A player alone with robots is not rated.
        end(store, 2, &Ended { game: GAME, ended_at: start(), places: vec![(fay, 1)] });
        assert_eq!(wait(store.ratings_of(fay)), Ok(Vec::new()));
        let among = wait(store.ratings_among(GAME.to_owned(), vec![fay, ben, dee])).expect("ratings");
        let among: BTreeMap<PlayerId, Rating> =
            among.into_iter().map(|(player, known)| (player, known.rating)).collect();
        assert_eq!(among, BTreeMap::from([(ben, of(ben)), (dee, of(dee))]));
        assert_eq!(wait(store.ratings_among("pontifuse".to_owned(), vec![ben])), Ok(Vec::new()));
    });
}

#[test]
fn banned_and_deleted_players_are_neither_listed_nor_rated() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let store = &store;
        let [ada, ben, cid] = ["Ada", "Ben", "Cid"].map(|name| new_player(store, name));
        let others: Vec<PlayerId> = "efghijklmo".chars().map(|n| new_player(store, &format!("other {n}"))).collect();
        for (n, other) in (1..).zip(&others) {
            end(store, n, &Ended { game: GAME, ended_at: start(), places: vec![(ada, 1), (*other, 2), (ben, 3)] });
            let is_listed = n >= i64::from(MIN_RATED_OPPONENTS) - 1;
            assert_eq!(listed(store, 5).iter().any(|line| line.1 == ada), is_listed, "after {n} opponents and Ben");
        }
        assert_eq!(listed(store, 1), [(1, ada), (2, ben)]);
        assert_eq!(counts(store, ada), (10, 11));

        moderate(store, Act::BanPlayer(ada));
        assert_eq!(listed(store, 5), [(1, ben)]);
        assert_eq!(wait(store.ratings_among(GAME.to_owned(), vec![ada])), Ok(Vec::new()));
        let before = [ada, ben, cid].map(|player| rating(store, player));
        end(store, 50, &Ended { game: GAME, ended_at: start(), places: vec![(cid, 1), (ada, 2)] });
        assert_eq!([ada, ben, cid].map(|player| rating(store, player)), before, "a banned player's game is not rated");
        moderate(store, Act::UnbanPlayer(ada));
        assert_eq!(listed(store, 5), [(1, ada), (2, ben)]);

        assert_eq!(wait(store.delete_player(ada)), Ok(true));
        assert_eq!(listed(store, 5), [(1, ben)]);
        assert_eq!((wait(store.ratings_of(ada)), rating(store, ben)), (Ok(Vec::new()), before[1].clone()));
        // Her open table ends by the clock.
        end(store, 51, &Ended { game: GAME, ended_at: start().plus_seconds(90_000), places: vec![(ben, 1), (ada, 2)] });
        assert_eq!((wait(store.ratings_of(ada)), rating(store, ben)), (Ok(Vec::new()), before[1].clone()));
    });
}

/// Results of random tables of two to four players, some of whom play more than others, over some days.
fn results(players: &[PlayerId]) -> Vec<Ended> {
    let mut draws = walks::draws("ratings", 0);
    let (mut results, mut at) = (Vec::new(), start());
    for _ in 0..300 {
        at = at.plus_seconds(600 * draws.below(6) as i64);
        let mut places = BTreeMap::new();
        let seats = 2 + draws.below(3) as usize;
        while places.len() < seats {
            let player = players[draws.below(players.len() as u64).min(draws.below(players.len() as u64)) as usize];
            places.insert(player, 1 + draws.below(3) as u8);
        }
        let game = draws.pick(&[GAME, GAME, "pontifuse"]);
        results.push(Ended { game, ended_at: at, places: places.into_iter().collect() });
    }
    results
}

#[test]
fn replayed_results_yield_the_same_ratings_and_counts() {
    let names: Vec<String> = ('a'..='n').map(|n| format!("player {n}")).collect();
    let replay = || {
        let (store, _folder) = opened();
        let store = &store;
        let players: Vec<PlayerId> = names.iter().map(|name| new_player(store, name)).collect();
        let results = results(&players);
        for (id, result) in (1..).zip(&results) {
            end(store, id, result);
        }
        let ratings: Vec<_> = players.iter().map(|player| wait(store.ratings_of(*player)).expect("ratings")).collect();

        // Games and opponents equal those of a plain count.
        let mut pairs: BTreeSet<(PlayerId, PlayerId, &str, Day)> = BTreeSet::new();
        let mut games: BTreeMap<(PlayerId, &str), u32> = BTreeMap::new();
        for Ended { game, ended_at, places } in &results {
            let mut rated = BTreeSet::new();
            for (one, other) in places.iter().flat_map(|(one, _)| places.iter().map(move |(other, _)| (*one, *other))) {
                if one < other && pairs.insert((one, other, game, ended_at.day())) {
                    rated.extend([one, other]);
                }
            }
            rated.into_iter().for_each(|player| *games.entry((player, game)).or_default() += 1);
        }
        for (player, rating) in
            players.iter().zip(&ratings).flat_map(|(player, all)| all.iter().map(move |of| (player, of)))
        {
            assert_eq!(games.remove(&(*player, &*rating.game)), Some(rating.games));
            let met = pairs.iter().filter(|(_, _, game, _)| *game == rating.game);
            let met = met.filter_map(|(one, other, ..)| match *player {
                player if player == *one => Some(other),
                player if player == *other => Some(one),
                _ => None,
            });
            assert_eq!(met.collect::<BTreeSet<_>>().len(), rating.opponents as usize);
        }
        assert!(games.is_empty(), "{games:?} have no rating");

        // The list is sorted by the lower bound; equal ones share a rank.
        let mut expected: Vec<(i64, PlayerId)> = players
            .iter()
            .filter_map(|player| Some((rating(store, *player)?, *player)))
            .filter(|(rating, _)| !rating.is_provisional())
            .map(|(rating, player)| (-rating.rating.at_least(), player))
            .collect();
        expected.sort_unstable();
        let rank = |key| 1 + expected.iter().filter(|(other, _)| *other < key).count() as u64;
        let expected: Vec<(u64, PlayerId)> = expected.iter().map(|(key, player)| (rank(*key), *player)).collect();
        assert!(expected.len() > 4, "the list is long enough");
        for limit in [1, 3, 100] {
            assert_eq!(listed(store, limit), expected);
        }
        ratings
    };
    let first = replay();
    on_each_kind(|| assert_eq!(replay(), first));
}
