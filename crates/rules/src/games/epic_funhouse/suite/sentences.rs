//! The sentences of the events between the rooms.

use super::rooms::{IDS, TITLES};
use super::{RoomEnded, RoomSetUp, SuiteEvent};
use crate::text::{Sentence, points};

impl Sentence for SuiteEvent {
    fn sentence(&self) -> String {
        match self {
            Self::RoomEnded(RoomEnded { number, room, score }) => {
                let title = IDS.iter().zip(TITLES).find(|(id, _)| *id == room).map_or(*room, |(_, title)| title);
                format!("Room {number}, {title}, is over and scores {}.", points(*score as i64))
            }
            Self::RoomSetUp(RoomSetUp { number, open }) => format!("Room {number}, {}, is set up.", open.title()),
        }
    }
}
