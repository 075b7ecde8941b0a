//! The phases of laying the track and choosing the coins. Rules: catwalk.md, "Laying the track" and
//! "Choosing".

use super::CatwalkOptions;
use super::events::{Event, StartChosen, TileLaid};
use super::moves::{Choose, Start};
use super::scoreboard::Pool;
use super::stack::Stack;
use super::table::{Choosing, Flicking, Laying};
use super::track::{self, TrackTile};
use crate::census::Census;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{Context, Log};
use crate::piecepack::{PiecepackPiece as _, Tile};
use crate::wire::BoundedVec;

const STACK: Rule = Rule("catwalk.stack");

/// Adds the faults of a track that is disconnected or crosses itself.
pub(super) fn inspect_track(track: &[TrackTile], faults: &mut Faults) {
    for (i, tile) in track.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|before| track.get(before));
        if let Some(before) = before.filter(|before| track::direction(before, tile).is_none()) {
            let detail = format_args!("{} does not lie next to {}", tile.tile, before.tile).to_string();
            faults.add(format_args!("/track/{i}"), "track_broken", detail);
        }
        let under = track.iter().take(i).find(|other| (other.x, other.y) == (tile.x, tile.y));
        if let Some(under) = under {
            faults.add(
                format_args!("/track/{i}"),
                "track_overlaps",
                format_args!("{} and {} are at the same position", tile.tile, under.tile),
            );
        }
    }
}

/// Adds the faults of missing and duplicate tiles in a complete track.
pub(super) fn inspect_tiles(track: &[TrackTile], faults: &mut Faults) {
    let mut census = Census::new();
    for (i, tile) in track.iter().enumerate() {
        census.see(tile.tile, format_args!("/track/{i}/tile"), faults);
    }
    census.close(&Tile::ALL, "/track", faults);
}

/// Adds a fault to a complete track that could not have been laid like this.
pub(super) fn inspect_whole_track(track: &[TrackTile], faults: &mut Faults) {
    inspect_track(track, faults);
    // catwalk.md: the first tile laid is at (0, 0), and the start is the first or the last tile laid.
    let origin = [track.first(), track.last()].into_iter().flatten().any(|tile| (tile.x, tile.y) == (0, 0));
    faults.require(origin, "/track", "track_adrift", "one end of the track must be at (0, 0)");
}

impl Laying {
    pub(super) fn inspect(&self, faults: &mut Faults) {
        let before = faults.count();
        let mut census = Census::new();
        for stack in Stack::ALL {
            census.see_list(self.stacks.get(stack), format_args!("/stacks/{}", stack.name()), faults);
        }
        for (i, tile) in self.track.iter().enumerate() {
            census.see(tile.tile, format_args!("/track/{i}/tile"), faults);
        }
        census.close(&Tile::ALL, "", faults);
        inspect_track(&self.track, faults);
        let origin = self.track.first().is_none_or(|tile| (tile.x, tile.y) == (0, 0));
        faults.require(origin, "/track/0", "track_adrift", "the first tile must be at (0, 0)");
        faults.require(
            !self.stacks.all_empty(),
            "/stacks",
            "wrong_phase",
            "no stack is left to lay, so the phase must be choosing",
        );
        // Search for space only if the track has no faults, which also bounds the time.
        if faults.count() == before {
            faults.require(
                track::has_room(&self.track),
                "/track",
                "track_walled_in",
                "the track has no space for the remaining tiles",
            );
        }
    }

    pub(super) fn lay_stack(
        &mut self,
        stack: Stack,
        context: Context<CatwalkOptions>,
        log: &mut Log<Event>,
    ) -> Result<(), Illegal> {
        STACK.require(!self.stacks.get(stack).is_empty(), || {
            format!("the stack of {} is empty or was laid already", stack.name())
        })?;
        while let Some(tile) = self.stacks.get_mut(stack).pop() {
            // There is space: each tile is laid so that the rest fits.
            let Some(laid) = track::lay(&self.track, tile, context.chance) else { break };
            let TrackTile { x, y, .. } = laid.track_tile;
            self.track.push(laid.track_tile);
            log.write(|| Event::TileLaid(TileLaid { tile, stack, x, y, direction: laid.direction, by: laid.by }));
        }
        Ok(())
    }
}

impl Choosing {
    pub(super) fn choose(&mut self, mv: Choose, log: &mut Log<Event>) -> Flicking {
        let mut track = std::mem::take(&mut self.track);
        if mv.start == Start::Last {
            track.reverse();
        }
        if let Some(first) = track.first() {
            log.write(|| Event::StartChosen(StartChosen { suit: mv.suit, tile: first.tile }));
        }
        Flicking {
            track,
            suit: mv.suit,
            outcomes: BoundedVec::default(),
            under_way: None,
            flicks: 0,
            scoreboard: BoundedVec::default(),
            pool: Pool::without(mv.suit).into_coins().into(),
        }
    }
}
