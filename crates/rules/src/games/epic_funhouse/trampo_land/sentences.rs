//! The sentences of the events.

use super::moves::{Bounced, BouncedOut, Event, Stopped, Walked};
use super::trampolines::Person;
use crate::text::Sentence;

impl Sentence for Event {
    fn sentence(&self) -> String {
        match self {
            Self::Bounced(Bounced { who, from, over, to }) => {
                format!("{} bounces from trampoline {from} over {over} to {to}.", subject(*who))
            }
            Self::BouncedOut(BouncedOut { who, from }) => {
                format!("{} on trampoline {from} bounces out.", subject(*who))
            }
            Self::Walked(Walked { who, from, to }) => {
                format!("{} walks from trampoline {from} to {to}.", subject(*who))
            }
            Self::Stopped(Stopped { kids, adults }) => {
                let kids = if *kids == 1 { "1 kid".to_owned() } else { format!("{kids} kids") };
                let adults = if *adults == 1 { "1 adult".to_owned() } else { format!("{adults} adults") };
                format!("The player stops with {kids} and {adults} left.")
            }
        }
    }
}

const fn subject(who: Person) -> &'static str {
    match who {
        Person::Kid => "A kid",
        Person::Adult => "An adult",
        Person::You => "The player",
    }
}
