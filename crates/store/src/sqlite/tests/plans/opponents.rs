//! Every call of the store by which players choose opponents.

use super::super::super::Sqlite;
use super::super::super::sql::tests::{change_of, hash, new_player, new_table, start};
use super::world::World;
use crate::{
    Asked, Blocked, Changed, Created, Events as _, Invited, NewInvitation, NewPairing, NewTable, Occupant,
    Opponents as _, PairedTable, PairingId, PairingTerms, PlayerEvent, PlayerId, Store as _, TableChange, TableCreated,
    Tables as _,
};

impl World {
    async fn newcomer(&mut self) -> PlayerId {
        let newcomer = new_player(self.free());
        let Ok(Created::New(id)) = self.store.create_player(newcomer).await else { panic!("the name is free") };
        id
    }

    pub(super) async fn call_opponents(&mut self) {
        let (one, other, third) = (self.newcomer().await, self.newcomer().await, self.newcomer().await);
        assert_eq!(self.call("a bot", async |store| store.set_bot(one, true).await).await, Ok(true));
        let blocked = self.call("a block", async |store| store.block(one, other, start()).await).await;
        assert_eq!(blocked, Ok(Blocked::Done));
        let blocks = self.call("blocks", async |store| store.blocks_of(one).await).await.expect("blocks");
        assert_eq!(blocks.iter().map(|player| player.id).collect::<Vec<_>>(), [other]);
        self.call_invitations(one, other, third).await;
        self.call_pairings(one, other, third).await;
        self.call("no block", async |store| store.unblock(one, other).await).await.expect("done");
        assert_eq!(self.call("a deleted player", async |store| store.delete_player(third).await).await, Ok(true));
    }

    async fn call_invitations(&mut self, one: PlayerId, other: PlayerId, third: PlayerId) {
        let new = new_table(self.free(), one);
        assert_eq!(self.store.create_table(new.clone()).await, Ok(TableCreated::New));
        let invite = |player| NewInvitation { table: new.id, by: one, player, at: start(), tag: 7 };
        for (name, player) in [("an invitation", third), ("one of a blocked player", other), ("one again", third)] {
            let invited = self.call(name, async |store| store.invite(invite(player)).await).await;
            assert_eq!(invited, Ok(Invited::Done), "{name}");
        }
        let list = async |store: &Sqlite| store.invitations_of(third, 5).await;
        assert_eq!(self.call("invitations", list).await.map(|listed| listed.len()), Ok(1));
        let is_invited = async |store: &Sqlite| store.is_invited(new.id, third).await;
        assert_eq!(self.call("whether invited", is_invited).await, Ok(true));
        let decline = async |store: &Sqlite| store.decline_invitation(new.id, third, third, (start(), 8)).await;
        assert_eq!(self.call("a declined invitation", decline).await, Ok(Some(one)));
        let seated = |player, newcomer| {
            let mut change = TableChange { newcomers: vec![newcomer], ..change_of(one, start(), Vec::new()) };
            change.state.seats[1].occupant = Occupant::Player(player);
            change
        };
        let sits = seated(other, other);
        let refused = self.call("a blocked newcomer", async |store| store.change_table(new.id, 0, sits).await).await;
        assert_eq!(refused, Ok(Changed::Blocked));
        let sits = seated(third, third);
        let begun = self.call("a newcomer", async |store| store.change_table(new.id, 0, sits).await).await;
        assert_eq!(begun, Ok(Changed::Applied { run: None }));
        let mut rematch = NewTable { rematch_of: Some(new.id), ..new_table(self.free(), one) };
        let offer = PlayerEvent::RematchOffered { table: new.id, rematch: rematch.id };
        rematch.events =
            [other, third].map(|player| crate::NewEvent { player, event: offer, at: start(), tag: 7 }).to_vec();
        let made = self.call("a rematch that is offered", async |store| store.create_table(rematch).await).await;
        assert_eq!(made, Ok(TableCreated::New));
        assert_eq!(self.store.newest_event(other).await, Ok(None), "the maker blocks the player");
    }

    async fn call_pairings(&mut self, one: PlayerId, other: PlayerId, third: PlayerId) {
        let terms = PairingTerms {
            game: "queensland".to_owned(),
            rules: 1,
            options: "{}".to_owned(),
            seats: 2,
            pace: 60,
            rated: true,
            bots: true,
            robots_after: None,
        };
        let asked = |player: PlayerId| NewPairing {
            id: PairingId(player.0),
            player,
            app: None,
            terms: terms.clone(),
            address: [7; 16],
            key: Some(hash(player.0 as u64)),
            at: start(),
            max_open_tables: 100,
        };
        for player in [one, other, third] {
            let stored = self.call("a request for opponents", async |s| s.ask_for_opponents(asked(player)).await).await;
            assert!(matches!(stored, Ok(Asked::Stored(_))), "{stored:?}");
        }
        let again = self.call("the same request", async |store| store.ask_for_opponents(asked(one)).await).await;
        assert!(matches!(again, Ok(Asked::Stored(_))), "{again:?}");
        let page = self.call("a page of requests", async |s| s.waiting_pairings(start(), None, 2).await).await;
        let page = page.expect("requests");
        assert_eq!((page.pairings.len(), page.next.is_some()), (3, true), "two pages, and the newest");
        let waiting = self.call("requests", async |store| store.waiting_pairings(start(), None, 5).await).await;
        let waiting = waiting.expect("requests");
        assert_eq!((waiting.pairings.len(), waiting.blocks), (3, vec![(one, other)]));
        let seen = async |store: &Sqlite| store.see_pairings(vec![one, third], start().plus_seconds(1)).await;
        self.call("a sign", seen).await.expect("stored");
        let seat = |table, players: [PlayerId; 2]| {
            let mut table = new_table(table, players[0]);
            table.state.seats[1].occupant = Occupant::Player(players[1]);
            let of = players.map(|player| (player, PairingId(player.0))).to_vec();
            PairedTable { table, of, seen_since: start() }
        };
        let (blocked, fits) = (seat(self.free(), [one, other]), seat(self.free(), [one, third]));
        let paired = self.call("blocked players", async |store| store.pair(blocked.clone()).await).await;
        assert_eq!(paired, Ok(false));
        assert_eq!(self.call("a pair", async |store| store.pair(fits.clone()).await).await, Ok(true));
        let found = self.call("a request", async |store| store.pairing(one, PairingId(one.0)).await).await;
        assert_eq!(found.map(|pairing| pairing.and_then(|pairing| pairing.table)), Ok(Some(fits.table.id)));
        let cancel = async |store: &Sqlite, player: PlayerId| store.cancel_pairing(player, PairingId(player.0)).await;
        let late = self.call("a late cancellation", async |store| cancel(store, one).await).await;
        assert_eq!(late, Ok(Some(fits.table.id)));
        assert_eq!(self.call("a cancellation", async |store| cancel(store, other).await).await, Ok(None));
        let mut full = seat(self.free(), [one, other]);
        full.table.max_open_tables = 0;
        for player in [one, other] {
            let replaced = NewPairing { key: None, ..asked(player) };
            let stored = self.store.ask_for_opponents(replaced).await;
            assert!(matches!(stored, Ok(Asked::Stored(_))), "{stored:?}");
        }
        let paired = self.call("players with too many tables", async |store| store.pair(full.clone()).await).await;
        assert_eq!(paired, Ok(false));
        let before = start().plus_seconds(60);
        let forgotten = self.call("old requests", async |store| store.forget_pairings(before, 5).await).await;
        assert_eq!(forgotten, Ok(1));
    }
}
