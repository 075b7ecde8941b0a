//! Timestamps, and the days, ISO weeks and months of boards, in UTC.
//!
//! Periods are computed only here. Databases get the results as text.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use time::format_description::well_known::Rfc3339;
use time::macros::format_description;
use time::{Date, Duration, OffsetDateTime, UtcOffset};

/// A time from 1970 to 9999, in milliseconds since the start of 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The earliest time: the start of 1970.
    pub const FIRST: Self = Self(0);
    /// The latest time: the end of 9999.
    pub const LAST: Self = Self(253_402_300_799_999);

    /// Returns the time `millis` milliseconds after the start of 1970, clamped to [`Self::FIRST`] and [`Self::LAST`].
    #[must_use]
    pub fn from_millis(millis: i64) -> Self {
        Self(millis.clamp(Self::FIRST.0, Self::LAST.0))
    }

    /// Returns the milliseconds since the start of 1970.
    #[must_use]
    pub fn millis(self) -> i64 {
        self.0
    }

    /// Returns the time `millis` milliseconds later, clamped.
    #[must_use]
    pub fn plus_millis(self, millis: i64) -> Self {
        Self::from_millis(self.0.saturating_add(millis))
    }

    /// Returns the time `seconds` seconds later, clamped.
    #[must_use]
    pub fn plus_seconds(self, seconds: i64) -> Self {
        self.plus_millis(seconds.saturating_mul(1000))
    }

    /// Returns its day.
    #[must_use]
    pub fn day(self) -> Day {
        Day(self.0.div_euclid(MILLIS_A_DAY))
    }

    fn date_time(self) -> OffsetDateTime {
        OffsetDateTime::UNIX_EPOCH + Duration::milliseconds(self.0)
    }
}

const MILLIS_A_DAY: i64 = 86_400_000;

/// RFC 3339 with milliseconds: `2026-11-20T09:30:00.000Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second].[subsecond digits:3]Z");
        f.write_str(&self.date_time().format(&format).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Timestamp {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses RFC 3339, or a date, which means its start.
impl FromStr for Timestamp {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Ok(day) = text.parse::<Day>() {
            return Ok(day.start());
        }
        let moment = OffsetDateTime::parse(text, &Rfc3339).map_err(|_| ())?.to_offset(UtcOffset::UTC);
        let millis = i64::try_from(moment.unix_timestamp_nanos().div_euclid(1_000_000)).map_err(|_| ())?;
        if (Self::FIRST.0..=Self::LAST.0).contains(&millis) { Ok(Self(millis)) } else { Err(()) }
    }
}

/// A day, counted from 1970-01-01, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day(i64);

impl Day {
    /// Returns its start, clamped to [`Timestamp::FIRST`] and [`Timestamp::LAST`].
    #[must_use]
    pub fn start(self) -> Timestamp {
        Timestamp::from_millis(self.0.saturating_mul(MILLIS_A_DAY))
    }

    /// Returns the start of the next day, clamped.
    #[must_use]
    pub fn end(self) -> Timestamp {
        self.plus(1).start()
    }

    /// Returns the day `days` days later, or earlier if negative.
    #[must_use]
    pub fn plus(self, days: i64) -> Self {
        Self(self.0.saturating_add(days))
    }

    /// Returns its ISO week, which begins on a Monday.
    #[must_use]
    pub fn week(self) -> Period {
        // 1970-01-01 was a Thursday.
        Period::Week((self.0 + 3).div_euclid(7))
    }

    /// Returns its month.
    #[must_use]
    pub fn month(self) -> Period {
        Period::Month(Month::of(self))
    }

    fn date(self) -> Date {
        self.start().date_time().date()
    }

    fn of(date: Date) -> Self {
        Self(i64::from(date.to_julian_day()) - i64::from(OffsetDateTime::UNIX_EPOCH.to_julian_day()))
    }
}

/// `2026-11-20`.
impl fmt::Display for Day {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = format_description!("[year]-[month]-[day]");
        f.write_str(&self.date().format(&format).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Day {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses a date from 1970 to 9999, as `2026-11-20`.
impl FromStr for Day {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let format = format_description!("[year]-[month]-[day]");
        let day = Self::of(Date::parse(text, &format).map_err(|_| ())?);
        if text.len() == 10 && day.0 >= 0 { Ok(day) } else { Err(()) }
    }
}

/// The closed days: all before the newest day that was reached. Once a day is closed, no game of it continues, and its seeds, its key and
/// the moves of its runs are public. Closing is final.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClosedDays {
    newest: Option<Day>,
}

impl ClosedDays {
    /// No day is closed.
    pub const NONE: Self = Self { newest: None };

    /// Returns the days before this one.
    #[must_use]
    pub fn before(newest: Day) -> Self {
        Self { newest: Some(newest) }
    }

    /// Returns the first day that is not closed; none if no day is closed.
    #[must_use]
    pub fn newest(self) -> Option<Day> {
        self.newest
    }

    /// Whether a day is closed.
    #[must_use]
    pub fn contains(self, day: Day) -> bool {
        self.newest.is_some_and(|newest| day < newest)
    }
}

/// What a store records of the time by which games are played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TimeRecord {
    /// The newest day that was reached; none if no day was.
    pub newest: Option<Day>,
    /// Identifies the time in which all deadlines wait, because a clock was more than a day ahead; none if they do not wait.
    pub hold: Option<String>,
    /// When all deadlines last began again, with their full time; none if they never waited.
    pub resumed_at: Option<Timestamp>,
}

/// A month from 1970 to 9999, counted from January 1970, which is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Month(i64);

impl Month {
    /// Returns the month of a day.
    #[must_use]
    pub fn of(day: Day) -> Self {
        let date = day.date();
        Self((i64::from(date.year()) - 1970) * 12 + i64::from(u8::from(date.month())) - 1)
    }

    /// Returns its number in databases, which must never change: January 1970 is 0.
    #[must_use]
    pub fn number(self) -> i64 {
        self.0
    }

    /// Returns the month of a number, clamped to January 1970 and December 9999.
    #[must_use]
    pub fn of_number(number: i64) -> Self {
        Self(number.clamp(0, (9999 - 1970) * 12 + 11))
    }

    /// Returns its first day.
    #[must_use]
    pub fn first(self) -> Day {
        let year = i32::try_from(1970 + self.0.div_euclid(12)).unwrap_or(9999);
        let of_year = time::Month::try_from(self.0.rem_euclid(12) as u8 + 1).unwrap_or(time::Month::January);
        Date::from_calendar_date(year, of_year, 1).map_or(Timestamp::LAST.day(), Day::of)
    }

    /// Returns the next month.
    #[must_use]
    pub fn next(self) -> Self {
        Self(self.0 + 1)
    }
}

/// `2026-11`.
impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let format = format_description!("[year]-[month]");
        f.write_str(&self.first().date().format(&format).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Month {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Parses a month from 1970 to 9999, as `2026-11`.
impl FromStr for Month {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        format!("{text}-01").parse::<Day>().map(Self::of)
    }
}

/// The period in which the runs of a board were received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Period {
    /// All time.
    All,
    /// A day.
    Day(Day),
    /// An ISO week, counted from that of 1970-01-01, which is 0.
    Week(i64),
    /// A month.
    Month(Month),
    /// From a day to another one, which it includes.
    Span(Day, Day),
}

impl Period {
    /// Returns its first day and the day after its last; none for all time.
    #[must_use]
    pub fn days(self) -> Option<(Day, Day)> {
        match self {
            Self::All => None,
            Self::Day(day) => Some((day, day.plus(1))),
            Self::Week(week) => Some((Day(week * 7 - 3), Day(week * 7 + 4))),
            Self::Month(month) => Some((month.first(), month.next().first())),
            Self::Span(first, last) => Some((first, last.plus(1))),
        }
    }

    /// Whether a time is in the period.
    #[must_use]
    pub fn contains(self, moment: Timestamp) -> bool {
        self.days().is_none_or(|(first, end)| (first..end).contains(&moment.day()))
    }
}

/// `all`, `2026-11-20`, `2026-W47` (an ISO week), `2026-11` or `2026-12-01..2026-12-31`, as in databases.
impl fmt::Display for Period {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.days()) {
            (Self::Day(day), _) => day.fmt(f),
            (Self::Month(month), _) => month.fmt(f),
            (Self::Span(first, last), _) => write!(f, "{first}..{last}"),
            (Self::Week(_), Some((monday, _))) => {
                let (year, week, _) = monday.date().to_iso_week_date();
                write!(f, "{year}-W{week:02}")
            }
            (Self::All | Self::Week(_), _) => f.write_str("all"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Day {
        text.parse().expect("a date")
    }

    #[test]
    fn weeks_begin_on_mondays_and_months_on_their_first() {
        for (of, week, month) in [
            ("1970-01-11", ("1970-01-05", "1970-01-12"), ("1970-01-01", "1970-02-01")),
            ("2026-11-20", ("2026-11-16", "2026-11-23"), ("2026-11-01", "2026-12-01")),
            ("2026-12-31", ("2026-12-28", "2027-01-04"), ("2026-12-01", "2027-01-01")),
            ("2024-02-29", ("2024-02-26", "2024-03-04"), ("2024-02-01", "2024-03-01")),
        ] {
            let days = |period: Period| period.days().map(|(first, end)| (first.to_string(), end.to_string()));
            assert_eq!(days(day(of).week()), Some((week.0.to_owned(), week.1.to_owned())), "{of}");
            assert_eq!(days(day(of).month()), Some((month.0.to_owned(), month.1.to_owned())), "{of}");
        }
    }

    #[test]
    fn timestamp_parses_its_own_text() {
        let moment: Timestamp = "2026-11-20T09:30:00.250Z".parse().expect("a moment");
        assert_eq!(moment.to_string(), "2026-11-20T09:30:00.250Z");
        assert_eq!("2026-11-20T10:30:00.25+01:00".parse(), Ok(moment));
        assert_eq!(moment.day(), day("2026-11-20"));
        assert_eq!("2026-11-20".parse(), Ok(day("2026-11-20").start()));
        assert_eq!(Timestamp::LAST.to_string(), "9999-12-31T23:59:59.999Z");
        for bad in ["", "2026", "2026-13-01", "2026-11-20T09:30:00", "1969-12-31", "+12026-11-20", "26-11-20"] {
            assert_eq!(bad.parse::<Timestamp>(), Err(()), "{bad:?}");
        }
    }

    #[test]
    fn month_parses_its_own_text() {
        let month = Month::of(day("2026-11-20"));
        assert_eq!((month.to_string().as_str(), "2026-11".parse()), ("2026-11", Ok(month)));
        assert_eq!((month.first(), Month::of_number(month.number())), (day("2026-11-01"), month));
        assert_eq!(Month::of_number(i64::MAX).to_string(), "9999-12");
        for bad in ["", "2026", "2026-1", "2026-13", "1969-12", "2026-11-01", "+2026-11", "12026-11"] {
            assert_eq!(bad.parse::<Month>(), Err(()), "{bad:?}");
        }
    }

    #[test]
    fn periods_are_formatted_as_iso_8601() {
        let written = |day: &str| {
            let day: Day = day.parse().expect("a date");
            [Period::All, Period::Day(day), day.week(), day.month()].map(|period| period.to_string())
        };
        assert_eq!(written("2026-11-20"), ["all", "2026-11-20", "2026-W47", "2026-11"]);
        // Days of one year can be in a week of another.
        assert_eq!(written("2027-01-03")[2], "2026-W53");
        assert_eq!(written("2024-12-30")[2], "2025-W01");
        assert_eq!(written("1970-01-01")[2], "1970-W01");
    }

    #[test]
    fn period_contains_its_days_only() {
        let november = day("2026-11-20").month();
        assert!(november.contains(day("2026-11-01").start()) && november.contains(day("2026-11-30").start()));
        assert!(!november.contains(day("2026-10-31").start()) && !november.contains(day("2026-12-01").start()));
        assert!(Period::All.contains(Timestamp::FIRST));
        assert!(Period::Day(day("2026-11-20")).contains("2026-11-20T23:59:59.999Z".parse().expect("a moment")));
    }
}
