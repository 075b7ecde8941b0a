//! A stored run as other sites may show it.

use crate::api::problem::{Code, Problem};
use crate::api::runs;
use crate::api::shared::Shared;
use crate::engine;
use crate::public_url::PublicUrl;
use crate::store::calendar::{Day, Timestamp};
use crate::store::{RunId, StoredRun};

/// A stored run as other sites may show it. Texts are not escaped.
pub(super) struct SharedRun {
    pub(super) id: RunId,
    /// The title of its game.
    pub(super) game: String,
    /// The name of its player; none if the player is deleted.
    pub(super) player: Option<String>,
    pub(super) score: u64,
    pub(super) move_count: u32,
    pub(super) received_on: Day,
    /// When its moves become public. Until then, others play the same daily game.
    pub(super) embargoed_until: Option<Timestamp>,
    /// The run with its moves.
    pub(super) stored: StoredRun,
}

impl SharedRun {
    /// Finds a run by its id. Ignores the token of the caller: other sites show the same to every caller.
    ///
    /// # Errors
    /// 404 when there is no such run, or it is hidden or of a round of a contest that is not closed, 503 when the store is not available.
    pub(super) async fn find(shared: &Shared, id: &str) -> Result<Self, Problem> {
        let stored = runs::named(shared, id)
            .await
            .map_err(|why| if why.code == Code::Embargoed { runs::unknown(id) } else { why })?;
        let summary = &stored.summary;
        if summary.hidden.is_hidden() {
            return Err(runs::unknown(id));
        }
        let closed = shared.closed_days(summary.category.class.is_daily()).await?;
        let game = engine::game(&summary.category.game).map(|game| game.newest().facts().title.to_owned());
        Ok(Self {
            id: summary.id,
            game: game.unwrap_or_else(|| summary.category.game.clone()),
            player: summary.player.as_ref().map(|player| player.name.clone()),
            score: summary.scores.whole.key.score(),
            move_count: summary.scores.whole.moves,
            received_on: summary.received_at.day(),
            embargoed_until: runs::embargoed_until(&stored, closed),
            stored,
        })
    }

    /// The title, such as `Slide Jam, score 34, by Ada`.
    pub(super) fn title(&self) -> String {
        let by = self.player.as_ref().map(|name| format!(", by {name}")).unwrap_or_default();
        format!("{}, score {}{by}", self.game, self.score)
    }

    /// The address of its page.
    pub(super) fn page(&self, base: &PublicUrl) -> String {
        format!("{base}/embed/runs/{}", self.id)
    }

    /// The path of the picture of its end.
    pub(super) fn picture(&self) -> String {
        format!("/v1/runs/{}/positions/{}/picture", self.id, self.move_count)
    }
}
