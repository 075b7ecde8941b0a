//! The number of spectators: who counts, and that it changes nothing else.

use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Server, get, three_instances};
use crate::support::schema::validator;
use crate::support::tables::{Listening, call, make, path_of, players, seated};

fn listen(server: &Server, table: &Json, who: Option<&Account>) -> Listening {
    let mut listening = Listening::to(server.base(), &path_of(table), who, None);
    listening.take(1);
    listening
}

/// Waits until a listener is sent this number.
fn wait_for(listening: &mut Listening, count: u32) {
    while listening.next_named("spectators") != json!({ "spectators": count }) {}
}

#[test]
fn callers_without_a_seat_count_once_each() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut player = listen(&server, &table, Some(&all[0]));
    let tag = || call(&server, &all[0], "GET", &path_of(&table), None).header("etag").to_owned();
    let before = tag();
    let stranger = Account::new(&server, "Eve");
    let watching =
        [listen(&server, &table, None), listen(&server, &table, None), listen(&server, &table, Some(&stranger))];
    wait_for(&mut player, 2);
    assert_eq!(before, tag(), "visitors do not change the entity tag");
    let document = get("/asyncapi.json").json();
    let payload = &document["components"]["messages"]["spectators"]["payload"];
    assert!(validator(&document, payload).is_valid(&json!({ "spectators": 2 })));
    let mut late = listen(&server, &table, Some(&all[1]));
    assert_eq!(late.next_named("spectators"), json!({ "spectators": 2 }), "a new stream begins with the number");
    drop(watching);
    wait_for(&mut late, 0);
}

#[test]
fn spectator_who_takes_a_seat_counts_no_more() {
    let server = Server::start_alone();
    let all = players(&server, 3);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    let mut maker = listen(&server, &table, Some(&all[0]));
    let _guests = [listen(&server, &table, Some(&all[1])), listen(&server, &table, Some(&all[2]))];
    wait_for(&mut maker, 2);
    call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
    wait_for(&mut maker, 1);
    call(&server, &all[1], "DELETE", &format!("{}/seats/2", path_of(&table)), None);
    wait_for(&mut maker, 2);
}

#[test]
fn waiting_requests_are_no_spectators() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut player = listen(&server, &table, Some(&all[0]));
    std::thread::scope(|scope| {
        scope.spawn(|| server.send("GET", &format!("{}?after=0&wait=8", path_of(&table)), &[], None).ok());
        let _watching = listen(&server, &table, Some(&Account::new(&server, "Eve")));
        wait_for(&mut player, 1);
    });
}

#[test]
#[allow(clippy::disallowed_types, reason = "counts the announcements that are possible in a time")]
fn many_joins_are_announced_together() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut player = listen(&server, &table, Some(&all[0]));
    let strangers: Vec<Account> = (0..12).map(|n| Account::new(&server, &format!("Guest {n}"))).collect();
    let began = std::time::Instant::now();
    let watching: Vec<Listening> = strangers.iter().map(|who| listen(&server, &table, Some(who))).collect();
    let mut events = 0;
    loop {
        events += 1;
        if player.next_named("spectators") == json!({ "spectators": watching.len() }) {
            break;
        }
    }
    let counts = began.elapsed().as_secs() / 3 + 2;
    assert!(events <= counts, "{events} events in {:?}", began.elapsed());
}

#[test]
fn spectators_of_all_instances_are_added() {
    let Some((server, _chosen)) = three_instances() else { return };
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let (path, bases) = (path_of(&table), server.bases());
    let guests = [Account::new(&server, "Eve"), Account::new(&server, "Zoe")];
    let mut player = Listening::to(bases[0], &path, Some(&all[0]), None);
    let mut far: Vec<Listening> =
        guests.iter().zip(&bases[1..]).map(|(who, base)| Listening::to(base, &path, Some(who), None)).collect();
    // The signal of an instance that is not heard yet is repeated.
    wait_for(&mut player, 2);
    wait_for(&mut far[0], 2);
    far.remove(1);
    wait_for(&mut player, 1);
}
