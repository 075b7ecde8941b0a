//! Options on the wire: enums of named values.

/// The values of an option.
pub trait OptionValues {
    /// The names of the values; the first is the default.
    const NAMES: &'static [&'static str];
    /// What the option decides.
    const SUMMARY: &'static str;
}

/// Declares an option: an enum of values with their names, the first of which is the default, and what it decides.
///
/// Values can have numbers: after `Ten = "10" as 10`, `target as u64` is 10.
#[macro_export]
macro_rules! option {
    (
        $(#[$attribute:meta])*
        pub enum $Type:ident: $summary:literal {
            $(#[$first_attribute:meta])*
            $First:ident = $first:tt $(as $first_number:literal)?,
            $($(#[$value_attribute:meta])* $Value:ident = $name:tt $(as $number:literal)?,)+
        }
    ) => {
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize, $crate::wire::ToSchema,
        )]
        $(#[$attribute])*
        pub enum $Type {
            $(#[$first_attribute])*
            #[default]
            #[serde(rename = $first)]
            $First $(= $first_number)?,
            $($(#[$value_attribute])* #[serde(rename = $name)] $Value $(= $number)?,)+
        }

        impl $crate::wire::OptionValues for $Type {
            const NAMES: &'static [&'static str] = &[$first, $($name),+];
            const SUMMARY: &'static str = $summary;
        }
    };
}
pub use option;
