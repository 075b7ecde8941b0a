//! Submissions that wait for their replay while their player is banned or their token is replaced.

use actix_web::{HttpRequest, HttpResponse, web};
use funhouse::api::endpoint::Path;
use funhouse::api::problem::Problem;
use funhouse::api::shared::Shared;
use funhouse::pool::Bounds;
use funhouse::store::calendar::Timestamp;
use funhouse::store::{Act, ModerationOrder, PlayerId, Reason, RunId};
use serde_json::json;

use crate::support::account::{Account, board, slide_jam};
use crate::support::eventually::until;
use crate::support::gate::{Gate, pool_of};
use crate::support::harness::Server;
use crate::support::metrics::metric;
use crate::support::store::wait;

/// Bans a player.
fn ban(server: &Server, account: &Account) {
    let player = PlayerId(account.id.parse().expect("a number"));
    let reason = Reason::new("a reason").expect("a reason");
    let order = ModerationOrder { act: Act::BanPlayer(player), reason, at: Timestamp::FIRST };
    wait(server.shared.store.moderate(order)).expect("an outcome");
}

#[test]
fn submissions_waiting_during_ban_or_revocation_are_refused() {
    // Threads of both lanes run submissions.
    static GATES: [Gate; 2] = [Gate::new(), Gate::new()];
    async fn rest_waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.run_in_pool(&request, || GATES[0].pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    async fn submission_waits(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
        shared.submission(&request, || GATES[1].pass()).await?;
        Ok(HttpResponse::Ok().finish())
    }
    let paths = vec![
        Path::get("/rest-waits", || web::to(rest_waits)),
        Path::get("/submission-waits", || web::to(submission_waits)),
    ];
    let server = Server::start_with(paths, Some(pool_of(Bounds { all: 9, each: 9 })));
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let [of_replaced_token, of_banned_player] = std::thread::scope(|scope| {
        let (server, ada, ben) = (&server, &ada, &ben);
        for (path, gate) in ["/rest-waits", "/submission-waits"].into_iter().zip(&GATES) {
            scope.spawn(move || assert_eq!(server.send("GET", path, &[], None).status, 200));
            gate.until_arrived();
        }
        let submissions = [ada, ben].map(|account| scope.spawn(move || account.submit(server, &slide_jam("late"))));
        let waiting = || metric(server, "funhouse_pool_waiting{lane=\"submissions\"}");
        until("both submissions to wait", || waiting() == Some(2));
        server.send("POST", "/v1/players/me/token", &[ada.header()], Some(&json!({}))).ok();
        ban(server, ben);
        GATES.iter().for_each(Gate::open);
        submissions.map(|submission| submission.join().expect("it is answered"))
    });
    of_replaced_token.problem(401, "unauthorized");
    assert_eq!(of_replaced_token.header("www-authenticate"), "Bearer");
    of_banned_player.problem(403, "banned");
    assert_eq!(wait(server.shared.store.count_after(RunId(0))), Ok(0));
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=runs")["count"], 0);
}
