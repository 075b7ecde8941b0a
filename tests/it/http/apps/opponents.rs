//! Opponents of users of apps: casual tables, and pairing within an app.

use serde_json::{Value as Json, json};

use super::{App, open};
use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::eventually::eventually;
use crate::support::harness::{Answer, Server};
use crate::support::tables::{call, make, path_of, resign, show};

fn ask(server: &Server, who: &Account, body: &Json) -> Answer {
    call(server, who, "POST", "/v1/pairings", Some(body))
}

/// Shows a request for opponents, after some seconds at most.
fn pairing(server: &Server, who: &Account, asked: &Json, seconds: u8) -> Json {
    let id = asked["id"].as_str().expect("an id");
    call(server, who, "GET", &format!("/v1/pairings/{id}?wait={seconds}"), None).ok()
}

#[test]
fn tables_of_users_are_casual() {
    on_each_kind(|| {
        let server = open();
        let ada = Account::new(&server, "Ada");
        let app = App::new(&server, &ada);
        let [ben, cleo] = ["Ben", "Cleo"].map(|name| app.sign_in(&server, name, name));
        let terms = json!({ "game": "queensland", "seats": ["you", "open"] });
        let table = make(&server, &ben, &terms);
        assert_eq!((&table["rated"], &table["app"]), (&json!(false), &json!(app.id)));
        let mut rated = terms.clone();
        rated["rated"] = json!(true);
        let refused = call(&server, &ben, "POST", "/v1/tables", Some(&rated)).problem(422, "inconsistent");
        assert_eq!(refused["errors"][0]["pointer"], "/rated", "{refused}");
        call(&server, &cleo, "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
        resign(&server, &cleo, &table);
        let rematch = call(&server, &ben, "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
        assert_eq!(rematch["rated"], false);

        let of_ada = make(&server, &ada, &rated);
        call(&server, &ben, "POST", &format!("{}/seats/2", path_of(&of_ada)), None).problem(403, "forbidden");
    });
}

#[test]
fn users_are_paired_only_within_their_app() {
    on_each_kind(|| {
        let server = open();
        let ada = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &ada));
        let [ben, cleo] = ["Ben", "Cleo"].map(|name| app.sign_in(&server, name, name));
        let dora = other.sign_in(&server, "d", "Dora");
        let refused = ask(&server, &ben, &json!({ "game": "queensland", "rated": true })).problem(422, "inconsistent");
        assert_eq!(refused["errors"][0]["pointer"], "/rated", "{refused}");

        let casual = json!({ "game": "queensland", "rated": false });
        let strangers = [&ada, &dora].map(|who| (who, ask(&server, who, &casual).expect(201)));
        let first = ask(&server, &ben, &json!({ "game": "queensland" })).expect(201);
        assert_eq!(first["rated"], false, "casual by default");
        assert_eq!(pairing(&server, &ben, &first, 2).get("table"), None, "all wish the same, in different apps");
        let second = ask(&server, &cleo, &casual).expect(201);
        let tables = [(&ben, &first), (&cleo, &second)].map(|(who, asked)| {
            let id = eventually("opponents", || pairing(&server, who, asked, 5).get("table").cloned());
            show(&server, who, &json!({ "id": id }))
        });
        assert_eq!(tables[0]["id"], tables[1]["id"]);
        assert_eq!(
            [&tables[0]["status"], &tables[0]["rated"], &tables[0]["app"]],
            [&json!("playing"), &json!(false), &json!(app.id)]
        );
        for (who, asked) in &strangers {
            assert_eq!(pairing(&server, who, asked, 0).get("table"), None);
        }
    });
}
