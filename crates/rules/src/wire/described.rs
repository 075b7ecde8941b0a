//! What the moves of a game do, in words: from the doc comments of their structs.

/// A struct with the text of its doc comment.
pub trait Described {
    /// The doc comment, not yet [unwrapped].
    const DESCRIPTION: &'static str;
    /// Whether it is a move that gives up or stops: the game ends, or its current room.
    const QUITS: bool = false;
}

/// A union of moves. [`tagged!`](super::tagged!) implements it.
pub trait Moves {
    /// Each type of moves, in the order of the variants.
    const TYPES: &'static [DescribedMove];
}

/// A type of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DescribedMove {
    /// The tag.
    pub tag: &'static str,
    /// See [`Described::DESCRIPTION`].
    pub description: &'static str,
    /// See [`Described::QUITS`].
    pub quits: bool,
}

impl DescribedMove {
    /// Returns the type of moves of a struct and its tag.
    #[must_use]
    pub const fn of<T: Described>(tag: &'static str) -> Self {
        Self { tag, description: T::DESCRIPTION, quits: T::QUITS }
    }
}

/// Unwraps a doc comment: joins the lines of each paragraph.
#[must_use]
pub fn unwrapped(doc: &str) -> String {
    let paragraphs = doc.split("\n\n").map(|p| p.split_whitespace().collect::<Vec<_>>().join(" "));
    paragraphs.filter(|p| !p.is_empty()).collect::<Vec<_>>().join("\n\n")
}

/// Returns the doc comment among attributes, each line with a line feed.
#[macro_export]
macro_rules! doc_comment {
    (@ [$($line:expr,)*]) => { concat!($($line, "\n"),*) };
    (@ [$($line:expr,)*] #[doc = $next:expr] $($rest:tt)*) => {
        $crate::wire::doc_comment!(@ [$($line,)* $next,] $($rest)*)
    };
    (@ [$($line:expr,)*] #[$($other:tt)*] $($rest:tt)*) => { $crate::wire::doc_comment!(@ [$($line,)*] $($rest)*) };
    ($(#[$($attribute:tt)*])*) => { $crate::wire::doc_comment!(@ [] $(#[$($attribute)*])*) };
}
pub use doc_comment;
