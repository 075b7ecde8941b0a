//! The events that a change of a table causes in the streams of its players. They refer to the table, and reveal nothing of the game.

use crate::store::calendar::Timestamp;
use crate::store::{NewEvent, Occupant, PlayerEvent, PlayerId, TableId, TableSeat, TableState, TableStatus};

/// A change of a table, as far as events name it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Announced {
    /// The table.
    pub(super) id: TableId,
    /// When it changes.
    pub(super) at: Timestamp,
    /// The random number of the change.
    pub(super) tag: u32,
}

impl Announced {
    /// Returns the event of a player.
    pub(super) fn event(self, player: PlayerId, event: PlayerEvent) -> NewEvent {
        NewEvent { player, event, at: self.at, tag: self.tag }
    }

    /// Returns the events of the change from a state to another, in order. A new table has no state before.
    pub(super) fn events(self, before: Option<&TableState>, after: &TableState) -> Vec<NewEvent> {
        let mut events = Vec::new();
        for (at, seat) in after.seats.iter().enumerate() {
            if let Occupant::Player(player) = seat.occupant {
                let before_seat = before.and_then(|before| before.seats.get(at));
                let of_player = self.of_player(before, after, before_seat, seat);
                events.extend(of_player.map(|event| self.event(player, event)));
            }
        }
        events
    }

    fn of_player(
        self,
        before: Option<&TableState>,
        after: &TableState,
        before_seat: Option<&TableSeat>,
        seat: &TableSeat,
    ) -> impl Iterator<Item = PlayerEvent> {
        let id = self.id;
        let is_over = |state: &TableState| matches!(state.status, TableStatus::Over(_));
        let set_back = before.map_or(0, |before| before.set_backs) < after.set_backs;
        let starts = after.started_at.is_some() && before.is_none_or(|before| before.started_at.is_none());
        let ends = is_over(after) && before.is_none_or(|before| !is_over(before));
        // Of a solitaire, it is always the turn of its player. After a set-back, the event of the turn may be lost.
        let had_turn = before_seat.is_some_and(|before| before.due.is_some()) && !set_back;
        let gets_turn = after.seats.len() > 1 && seat.due.is_some() && !had_turn;
        let events = [
            set_back.then_some(PlayerEvent::SetBack(id)),
            starts.then_some(PlayerEvent::Started(id)),
            gets_turn.then_some(PlayerEvent::YourTurn { table: id, due: seat.due }),
            ends.then_some(PlayerEvent::Over(id)),
        ];
        events.into_iter().flatten()
    }
}

/// Returns the events by which the other players of a table that is over learn of its rematch.
pub(super) fn rematch_offered(
    previous: &TableState,
    maker: PlayerId,
    of: TableId,
    rematch: Announced,
) -> Vec<NewEvent> {
    let others = previous.seats.iter().filter_map(|seat| match seat.occupant {
        Occupant::Player(player) if player != maker => Some(player),
        Occupant::Player(_) | Occupant::Robot(_) | Occupant::Vacant => None,
    });
    let event = PlayerEvent::RematchOffered { table: of, rematch: rematch.id };
    others.map(|player| rematch.event(player, event)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::game::Level;
    use crate::store::{Ending, SeatRequests};

    const ID: TableId = TableId(7);

    fn state(status: TableStatus, dues: &[Option<i64>]) -> TableState {
        let seat = |(player, due): (i64, &Option<i64>)| TableSeat {
            occupant: Occupant::Player(PlayerId(player)),
            due: due.map(Timestamp::from_millis),
            missed: 0,
            left: None,
            auto_decline: false,
        };
        let begun = (status != TableStatus::Waiting).then(|| Timestamp::from_millis(1));
        TableState {
            status,
            seats: (1..).zip(dues).map(seat).collect(),
            due: None,
            started_at: begun,
            ended_at: None,
            set_backs: 0,
            requests: SeatRequests::default(),
        }
    }

    fn playing(dues: &[Option<i64>]) -> TableState {
        state(TableStatus::Playing, dues)
    }

    fn events(before: Option<&TableState>, after: &TableState) -> Vec<(i64, PlayerEvent)> {
        let announced = Announced { id: ID, at: Timestamp::from_millis(3), tag: 9 };
        announced.events(before, after).into_iter().map(|event| (event.player.0, event.event)).collect()
    }

    fn turn(due: i64) -> PlayerEvent {
        PlayerEvent::YourTurn { table: ID, due: Some(Timestamp::from_millis(due)) }
    }

    #[test]
    fn turn_is_announced_once_when_it_begins() {
        let (ones, twos) = (playing(&[Some(5), None]), playing(&[None, Some(6)]));
        assert_eq!(events(Some(&ones), &twos), [(2, turn(6))]);
        assert_eq!(events(Some(&ones), &playing(&[Some(8), None])), [], "another move of the same player");
        assert_eq!(events(Some(&twos), &twos), []);
    }

    #[test]
    fn start_is_announced_before_the_first_turn() {
        let waiting = state(TableStatus::Waiting, &[None, None]);
        let begun = playing(&[Some(5), None]);
        let started = PlayerEvent::Started(ID);
        assert_eq!(events(Some(&waiting), &begun), [(1, started), (1, turn(5)), (2, started)]);
        assert_eq!(events(None, &waiting), []);
        assert_eq!(events(None, &playing(&[Some(5)])), [(1, started)], "a solitaire has no turns");
    }

    #[test]
    fn end_is_announced_to_players_only_and_once() {
        let over = state(TableStatus::Over(Ending::Finished), &[None, None]);
        let mut with_robot = over.clone();
        with_robot.seats[1].occupant = Occupant::Robot(Level::DEFAULT);
        assert_eq!(events(Some(&playing(&[Some(5), None])), &with_robot), [(1, PlayerEvent::Over(ID))]);
        assert_eq!(events(Some(&over), &over), []);
    }

    #[test]
    fn set_back_announces_the_turn_again() {
        let ones = playing(&[Some(5), None]);
        let again = TableState { set_backs: 1, ..ones.clone() };
        let set_back = PlayerEvent::SetBack(ID);
        assert_eq!(events(Some(&ones), &again), [(1, set_back), (1, turn(5)), (2, set_back)]);
        let ended = TableState { set_backs: 1, ..state(TableStatus::Over(Ending::SetBack), &[None]) };
        assert_eq!(events(Some(&ones), &ended), [(1, set_back), (1, PlayerEvent::Over(ID))]);
    }

    #[test]
    fn rematch_is_offered_to_other_players() {
        let over = state(TableStatus::Over(Ending::Finished), &[None, None]);
        let rematch = Announced { id: TableId(8), at: Timestamp::from_millis(3), tag: 9 };
        let offered = rematch_offered(&over, PlayerId(1), ID, rematch);
        let event = PlayerEvent::RematchOffered { table: ID, rematch: TableId(8) };
        assert_eq!(offered, [rematch.event(PlayerId(2), event)]);
    }
}
