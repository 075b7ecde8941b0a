//! Every call of the store for contests.

use super::super::super::Sqlite;
use super::super::super::sql::tests::{change_of, hash, new_player, new_run, new_table, start};
use super::world::World;
use crate::{
    Act, Category, Changed, ContestCanceled, ContestCreated, ContestId, ContestPlace, ContestRound, ContestTerms,
    Contests as _, Created, DueRound, Ending, EntrantChange, EntrantChanged, EntrantState, Entry, Moderated,
    ModerationOrder, NewContest, NewEvent, NewRound, NewRun, NewTable, Outcome, PlayerEvent, PlayerId, RankedSeed,
    Reason, RoundId, RoundState, SeedClass, Store as _, TableChange, TableCreated, TableId, TableStatus, Tables as _,
    Window,
};

/// A contest of two rounds that is listed.
fn contest(id: ContestId, organizer: PlayerId, key: u64) -> NewContest {
    let terms = ContestTerms {
        organizer,
        app: None,
        name: "a contest".to_owned(),
        game: "a game".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        entry: Entry::Open,
        approval: true,
        by_points: false,
        created_at: start(),
    };
    let round = |number: i64| NewRound {
        id: RoundId(id.0 + number),
        seed: format!("round-{}-{number}", id.0).parse().expect("a seed"),
        opens_at: start(),
        closes_at: start().plus_seconds(60),
    };
    NewContest { id, terms, rounds: vec![round(1), round(2)], repeatable: Some((hash(key), hash(key))) }
}

impl World {
    pub(super) async fn call_contests(&mut self) {
        let mut players = Vec::new();
        for _ in 0..2 {
            let newcomer = new_player(self.free());
            let Ok(Created::New(id)) = self.store.create_player(newcomer).await else { panic!("the name is free") };
            players.push(id);
        }
        let [organizer, player] = players[..] else { panic!("two players") };
        let id = ContestId(7_000_000);
        let new = contest(id, organizer, self.free());
        let created = self.call("a contest", async |store| store.create_contest(new.clone()).await).await;
        assert_eq!(created, Ok(ContestCreated::New));
        let again = self.call("the same contest", async |store| store.create_contest(new.clone()).await).await;
        assert_eq!(again, Ok(ContestCreated::Existing(id)));
        let found = self.call("a contest by number", async |store| store.contest(id).await).await.expect("an answer");
        assert_eq!(found.as_ref().map(|contest| contest.rounds.len()), Some(2));
        let open = self.call("open contests", async |store| store.open_contests(start(), None, 3).await).await;
        assert_eq!(open.map(|contests| contests.len()), Ok(1));
        let place = ContestPlace { at: start().plus_seconds(1), id };
        let own = self.call("own contests", async |store| store.contests_of(organizer, Some(place), 3).await).await;
        assert_eq!(own.expect("contests").first().map(|(_, _, state)| *state), Some(EntrantState::Organizer));
        for (of, change, expected) in [
            ("to ask", EntrantChange::Enter, EntrantState::Asked),
            ("to refuse", EntrantChange::Refuse, EntrantState::Refused),
            ("to approve", EntrantChange::Approve, EntrantState::Entered),
        ] {
            let changed = async |store: &Sqlite| store.change_entrant(id, player, change, None, start()).await;
            assert_eq!(self.call(of, changed).await, Ok(EntrantChanged::Now(expected)));
        }
        let withdraw =
            async |store: &Sqlite| store.change_entrant(id, player, EntrantChange::Withdraw, None, start()).await;
        assert_eq!(self.call("to withdraw", withdraw).await, Ok(EntrantChanged::Gone));
        for (change, expected) in
            [(EntrantChange::Enter, EntrantState::Asked), (EntrantChange::Approve, EntrantState::Entered)]
        {
            let changed = self.store.change_entrant(id, player, change, None, start()).await;
            assert_eq!(changed, Ok(EntrantChanged::Now(expected)));
        }
        let state = self.call("an entrant", async |store| store.entrant(id, player).await).await;
        assert_eq!(state, Ok(Some(EntrantState::Entered)));
        self.call_rounds(id, player).await;
        let listed = self.call("entrants", async |store| store.entrants(id, PlayerId(0), 3).await).await;
        assert_eq!(listed.expect("entrants").first().map(|entrant| entrant.finished.clone()), Some(vec![1]));
        let rename = |name: &str| {
            let act = Act::RenameContest { contest: id, name: name.to_owned() };
            ModerationOrder { act, reason: Reason::new("a reason").expect("a reason"), at: start() }
        };
        let renamed = self.call("a renamed contest", async |store| store.moderate(rename("another")).await).await;
        assert!(matches!(renamed, Ok(Moderated::Applied(_))), "{renamed:?}");
        let again = self.store.moderate(rename("another")).await;
        assert_eq!(again, Ok(Moderated::Unchanged));
        let other = contest(ContestId(8_000_000), organizer, self.free());
        assert_eq!(self.store.create_contest(other.clone()).await, Ok(ContestCreated::New));
        let canceled = self.call("a canceled contest", async |store| store.cancel_contest(other.id).await).await;
        assert_eq!(canceled, Ok(ContestCanceled::Deleted));
        assert_eq!(self.store.cancel_contest(id).await, Ok(ContestCanceled::Begun));
        let names = self.call("names", async |store| store.names_of(vec![player]).await).await;
        assert_eq!(names.map(|names| names.len()), Ok(1));
    }

    async fn call_rounds(&mut self, id: ContestId, player: PlayerId) {
        let now = start().plus_seconds(60);
        let due = self.call("due rounds", async |store| store.due_rounds(now, 9).await).await.expect("rounds");
        assert_eq!(due.len(), 2);
        let (round, other) = (due[0], due[1]);
        self.call("a round that opens", async |store| store.open_rounds(vec![round.id]).await).await.expect("stored");
        let opened = DueRound { state: RoundState::Open, announced: Some(PlayerId(0)), ..round };
        let soon = start().plus_seconds(1);
        let under_way = self.call("rounds under way", async |store| store.rounds_under_way(soon, 9).await).await;
        assert_eq!(under_way, Ok(vec![opened]), "its entrants are to be notified");
        let is_closing = |due: Vec<DueRound>| due.iter().any(|due| due.id == round.id);
        assert_eq!(self.store.due_rounds(soon, 9).await.map(is_closing), Ok(false));
        assert_eq!(self.store.due_rounds(now, 9).await.map(is_closing), Ok(true), "although they are not notified yet");
        assert_eq!(self.store.rounds_under_way(now, 9).await, Ok(vec![]));
        let entered = self.call("who entered", async |store| store.entered(id, PlayerId(0), 9).await).await;
        assert_eq!(entered, Ok(vec![player]));
        let event = PlayerEvent::RoundOpened { contest: id, round: 1 };
        let events = || vec![NewEvent { player, event, at: start(), tag: 1 }];
        self.call("the events of a round", async |store| store.announce_round(opened, events(), None).await)
            .await
            .expect("stored");
        let of_round =
            ContestRound { id: round.id, contest: id, number: 1, closes_at: round.closes_at, is_closed: false };
        let mut new = new_table(self.free(), player);
        new.terms.ranked = Some(RankedSeed::Contest(of_round));
        let table = new.id;
        let begun = self.call("a table of a round", async |store| store.create_table(new.clone()).await).await;
        assert_eq!(begun, Ok(TableCreated::New));
        let again = NewTable { id: TableId(table.0 + 1), ..new };
        let again = self.call("the same round", async |store| store.create_table(again).await).await;
        assert_eq!(again, Ok(TableCreated::Existing(table)));
        let run = NewRun { round: Some(of_round), ..new_run(player, "round-1", self.free(), start()) };
        let category = Category { class: SeedClass::Contest, ..run.category.clone() };
        let outcome = Some(Outcome::Ranked(Box::new(NewRun { category, ..run })));
        let mut end =
            TableChange { window: Some(Window::Round(round.id)), outcome, ..change_of(player, start(), vec![]) };
        (end.state.status, end.state.due) = (TableStatus::Over(Ending::Finished), None);
        let ended =
            self.call("the end of a round", async |store| store.change_table(table, 0, end.clone()).await).await;
        assert!(matches!(ended, Ok(Changed::Applied { run: Some(_) })), "{ended:?}");
        let entry = self.call("an entry", async |store| store.entry(round.id, player).await).await.expect("an answer");
        assert!(entry.is_some_and(|entry| entry.run.is_some()), "{entry:?}");
        let entries = self.call("entries", async |store| store.entries(round.id, PlayerId(0), 9).await).await;
        assert_eq!(entries.map(|entries| entries.len()), Ok(1));
        self.call("a round that closes", async |store| store.close_rounds(vec![round.id]).await).await.expect("stored");
        let late = self.call("a late change", async |store| store.change_table(table, 1, end.clone()).await).await;
        assert_eq!(late, Ok(Changed::WindowClosed));
        let open = self.call("open games", async |store| store.tables_of_round_left_open(round.id, 9).await).await;
        assert_eq!(open, Ok(vec![]));
        self.call("a round that is settled", async |store| store.settle_round(round.id).await).await.expect("stored");
        self.store.open_rounds(vec![other.id]).await.expect("stored");
        let lost =
            NewTable { terms: new_terms(&new_table(self.free(), player), other, id), ..new_table(self.free(), player) };
        let lost_id = lost.id;
        assert_eq!(self.store.create_table(lost).await, Ok(TableCreated::New));
        let mut end = change_of(player, start(), vec![]);
        (end.state.status, end.state.due) = (TableStatus::Over(Ending::SetBack), None);
        let set_back = self.call("a set-back", async |store| store.change_table(lost_id, 0, end.clone()).await).await;
        assert_eq!(set_back, Ok(Changed::Applied { run: None }));
        let rounds = self.store.contest(id).await.expect("an answer").expect("it exists").rounds;
        assert_eq!(rounds.iter().map(|round| round.is_void).collect::<Vec<_>>(), [false, true]);
    }
}

/// The terms of a table of a round.
fn new_terms(table: &NewTable, round: DueRound, contest: ContestId) -> crate::TableTerms {
    let DueRound { id, number, closes_at, .. } = round;
    let of_round = ContestRound { id, contest, number, closes_at, is_closed: false };
    crate::TableTerms { ranked: Some(RankedSeed::Contest(of_round)), ..table.terms.clone() }
}
