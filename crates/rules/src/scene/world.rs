//! The worlds that pictures show.

/// The world that the pictures of a game show: colors, ground and ornaments.
///
/// Only pictures depend on it. Text boards and descriptions are the same in every world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum World {
    /// A funhouse with an awning.
    Funhouse,
    /// A wooden table.
    #[default]
    Wood,
    /// A card table with green cloth.
    Felt,
    /// A pool table.
    Pool,
    /// A dungeon of stone, with torches.
    Dungeon,
    /// A haunted house at night.
    Haunted,
    /// A street of a large city.
    Street,
    /// The sea.
    Sea,
    /// A beach with palms.
    Beach,
    /// A castle.
    Castle,
    /// A laboratory.
    Laboratory,
    /// An old map.
    Map,
}

impl World {
    /// All worlds, in the order of their declaration.
    pub const ALL: [Self; 12] = [
        Self::Funhouse,
        Self::Wood,
        Self::Felt,
        Self::Pool,
        Self::Dungeon,
        Self::Haunted,
        Self::Street,
        Self::Sea,
        Self::Beach,
        Self::Castle,
        Self::Laboratory,
        Self::Map,
    ];
}
