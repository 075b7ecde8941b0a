//! The lanes of the pool: submissions, analyses, and the rest.

use super::queue::{Bounds, FairQueue};

/// A queue in which work waits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Submitted runs.
    Submissions,
    /// Analyses that search for more than a few milliseconds.
    Analyses,
    /// Everything else: replays, positions, long lists of moves.
    Rest,
}

impl Lane {
    /// All lanes.
    pub const ALL: [Self; 3] = [Self::Submissions, Self::Analyses, Self::Rest];

    /// Returns the name in metrics and threads.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Submissions => "submissions",
            Self::Analyses => "analyses",
            Self::Rest => "rest",
        }
    }
}

/// A value for each lane.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PerLane<T> {
    /// The value of [`Lane::Submissions`].
    pub submissions: T,
    /// The value of [`Lane::Analyses`].
    pub analyses: T,
    /// The value of [`Lane::Rest`].
    pub rest: T,
}

impl<T> PerLane<T> {
    /// Returns the value of a lane.
    pub const fn of(&self, lane: Lane) -> &T {
        match lane {
            Lane::Submissions => &self.submissions,
            Lane::Analyses => &self.analyses,
            Lane::Rest => &self.rest,
        }
    }
}

/// The queue of each lane.
#[derive(Debug)]
pub(super) struct Lanes<T>(PerLane<FairQueue<T>>);

impl<T> Lanes<T> {
    pub(super) fn new(bounds: PerLane<Bounds>) -> Self {
        let PerLane { submissions, analyses, rest } = bounds;
        let [submissions, analyses, rest] = [submissions, analyses, rest].map(FairQueue::new);
        Self(PerLane { submissions, analyses, rest })
    }

    pub(super) fn lane(&mut self, lane: Lane) -> &mut FairQueue<T> {
        match lane {
            Lane::Submissions => &mut self.0.submissions,
            Lane::Analyses => &mut self.0.analyses,
            Lane::Rest => &mut self.0.rest,
        }
    }

    /// Removes and returns the next item for a thread of a lane, and the lane that it waited in.
    ///
    /// The threads of submissions do nothing else, so that a submission never waits behind long work. Those of the rest run
    /// submissions when nothing else waits. Only the threads of analyses run analyses, which take seconds.
    pub(super) fn pop(&mut self, own: Lane) -> Option<(Lane, T)> {
        let lanes: &[Lane] = match own {
            Lane::Submissions => &[Lane::Submissions],
            Lane::Analyses => &[Lane::Analyses],
            Lane::Rest => &[Lane::Rest, Lane::Submissions],
        };
        lanes.iter().find_map(|lane| Some((*lane, self.lane(*lane).pop()?)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Share;

    #[test]
    fn only_rest_lane_threads_help_other_lanes() {
        let bounds = Bounds { all: 9, each: 9 };
        let mut lanes = Lanes::new(PerLane { submissions: bounds, analyses: bounds, rest: bounds });
        for (lane, item) in
            [(Lane::Analyses, 0), (Lane::Rest, 1), (Lane::Submissions, 2), (Lane::Submissions, 3), (Lane::Rest, 4)]
        {
            lanes.lane(lane).push(Share::SERVICE, item).expect("there is room");
        }
        assert_eq!(lanes.pop(Lane::Submissions), Some((Lane::Submissions, 2)));
        assert_eq!(lanes.pop(Lane::Rest), Some((Lane::Rest, 1)));
        assert_eq!(lanes.pop(Lane::Rest), Some((Lane::Rest, 4)));
        assert_eq!(lanes.pop(Lane::Rest), Some((Lane::Submissions, 3)));
        lanes.lane(Lane::Rest).push(Share::SERVICE, 5).expect("there is room");
        assert_eq!(lanes.pop(Lane::Submissions), None);
        assert_eq!(lanes.pop(Lane::Rest), Some((Lane::Rest, 5)));
        assert_eq!(lanes.pop(Lane::Rest), None);
        assert_eq!(lanes.pop(Lane::Analyses), Some((Lane::Analyses, 0)));
    }
}
