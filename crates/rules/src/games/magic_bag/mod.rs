//! The Magic Bag: roll four dice to match rows of tiles, and draw treasure from a bag. Rules: magic-bag.md.
//!
//! Modules: `rows` (board and dice), `moves` (moves and events), `treasure` (score), `inspection` (faults) and `plan`
//! (robot).

mod inspection;
mod moves;
mod plan;
mod rows;
mod sentences;
mod treasure;

pub use self::moves::{
    BagEmptied, Claim, CoinDrawn, CoinPaid, DieRolled, Ended, Event, Move, Pay, Reason, Roll, RowClaimed, TileMatched,
    TileRemoved,
};
pub use self::rows::{Dice, Row, RowNumber, Rows};
pub use self::treasure::MagicBagScore;
use serde::Serialize;

use crate::chance::{Chance, Draws};
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, ScoreOrder, Sight, Solitaire, Tag, Weight, to_json,
};
use crate::games::Stop;
use crate::page::{RulesPage, rules_page};
use crate::piecepack::{Coin, PiecepackPiece, Suit, SuitSet, Tile, Value};
use crate::scene::{Area, Ground, Piece, Scene, Side, World};
use crate::wire::{self, BoundedVec};

const NO_DIE: Rule = Rule("magic-bag.no-die");
const FIRST_ROLL: Rule = Rule("magic-bag.first-roll");
const THREE_ROLLS: Rule = Rule("magic-bag.three-rolls");
const ROLLED: Rule = Rule("magic-bag.rolled");
const ROW: Rule = Rule("magic-bag.row");
const MATCH: Rule = Rule("magic-bag.match");
const TREASURE: Rule = Rule("magic-bag.treasure");
const CLAIM_FIRST: Rule = Rule("magic-bag.claim-first");
const TILE: Rule = Rule("magic-bag.tile");
const SUIT: Rule = Rule("magic-bag.suit");
const ENDED: Rule = Rule("magic-bag.ended");

/// Maximum number of rolls in a turn.
const ROLLS: u64 = 3;
/// The number of coins in the bag at the deal: all but the three of the treasure.
const BAG: usize = 21;

/// Returns whether a coin is in the initial treasure: C0, C1 and C2 are.
fn at_first(coin: Coin) -> bool {
    coin.suit() == Suit::C && coin.value().number() <= 2
}

/// The Magic Bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicBag;

wire::record! {
    /// The table of The Magic Bag.
    #[schema(as = MagicBagTable)]
    pub struct Table {
        /// The remaining rows.
        pub rows: Rows,
        /// The faces of the dice. Absent before the first roll of a turn.
        pub dice: Option<Dice>,
        /// The number of rolls in this turn, 0 to 3.
        #[serde(deserialize_with = "wire::integer::<_, 0, ROLLS>")]
        #[schema(minimum = 0, maximum = 3)]
        pub rolls_this_turn: u64,
        /// The number of turns that ended, each with a claim or a payment.
        pub turns: Count,
        /// The number of rolls in the game. It numbers their random events.
        pub rolls: Count,
        /// The number of coins drawn in the game. It numbers the random events of draws.
        #[serde(deserialize_with = "wire::integer::<_, 0, 21>")]
        #[schema(minimum = 0, maximum = 21)]
        pub draws: u64,
        /// The treasure, in canonical order.
        pub treasure: BoundedVec<Coin, 0, 24>,
        /// The coins in the bag, in canonical order. A front end should hide them from the player.
        pub bag: BoundedVec<Coin, 0, 24>,
        /// The coins paid, in canonical order; they are out of the game.
        pub paid: BoundedVec<Coin, 0, 24>,
        /// Whether the player has stopped.
        pub stopped: bool,
    }
}

impl Game for MagicBag {
    const ID: &'static str = "magic-bag";
    const NAME: &'static str = "MagicBag";
    const TITLE: &'static str = "The Magic Bag";
    const SUMMARY: &'static str = "Roll four dice to match rows of tiles and draw treasure from a bag. Broken \
        artifacts become valuable when their pieces join. High scores win.";
    const DESIGNER: &'static str = "Rob LeGood";
    const SOURCE: &'static str = "The Magic Bag, a game for the piecepack, version 0.9 (8 December 2003)";
    const DURATION: Duration = Duration::minutes(10, 20);
    const WEIGHT: Weight = Weight::new(2);
    const WORLD: World = World::Wood;
    const TAGS: &'static [Tag] = &[Tag::Dice, Tag::Piecepack, Tag::PressYourLuck];
    const ADDED: &'static str = "2026-11-20";
    const PAGE: RulesPage = rules_page!(players: "magic-bag"; programs: "magic-bag", "piecepack", "chance");

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(context: Context<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        context.chance.event("magic-bag/tiles").shuffle(&mut tiles);
        let (treasure, bag): (Vec<Coin>, Vec<Coin>) = Coin::ALL.into_iter().partition(|coin| at_first(*coin));
        Table {
            rows: Rows::dealt(tiles),
            dice: None,
            rolls_this_turn: 0,
            turns: 0,
            rolls: 0,
            draws: 0,
            treasure: treasure.into(),
            bag: bag.into(),
            paid: BoundedVec::default(),
            stopped: false,
        }
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(table, faults);
        for coins in [&mut table.treasure, &mut table.bag, &mut table.paid] {
            coins.sort_unstable();
        }
    }

    /// Rolls in the order of [`SuitSet::some`]; claims by row; payments by coin, each without a tile and then with each
    /// tile by suit; stopping.
    fn legal_moves(context: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(context.options, table) {
            return LegalMoves::listed(Vec::new());
        }
        let Some(dice) = table.dice else {
            return LegalMoves::listed(vec![Move::Roll(Roll { dice: SuitSet::FULL })]);
        };
        let mut moves = Vec::new();
        if table.rolls_this_turn < ROLLS {
            moves.extend(SuitSet::some().map(|dice| Move::Roll(Roll { dice })));
        }
        let claims = table.rows.left().filter(|(_, row)| row.matches(dice));
        moves.extend(claims.map(|(row, _)| Move::Claim(Claim { row })));
        if !table.rows.any_matches(dice) {
            let tiles: Vec<Tile> = table.removable(dice).collect();
            let tiles = || std::iter::once(None).chain(tiles.iter().copied().map(Some));
            let pays = table.treasure.iter().flat_map(|coin| tiles().map(|tile| Pay { coin: *coin, tile }));
            moves.extend(pays.map(Move::Pay));
            moves.push(Move::Stop(Stop {}));
        }
        LegalMoves::listed(moves)
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.require(!Self::finished(context.options, table), || "the game is over".to_owned())?;
        match mv {
            Move::Roll(Roll { dice }) => table.roll(*dice, context.chance, log)?,
            Move::Claim(Claim { row }) => table.claim(*row, context.chance, log)?,
            Move::Pay(pay) => table.pay(*pay, log)?,
            Move::Stop(Stop {}) => {
                table.require_no_match()?;
                table.stopped = true;
            }
        }
        if let Some(reason) = table.ended() {
            log.write(|| Ended { reason, bonus: table.bonus() });
        }
        Ok(())
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.ended().is_some()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let row = |name, room, coins: &[Coin], thing: fn(Coin) -> Piece| {
            Area::row(name, room, coins.iter().copied().map(thing))
        };
        let die = |suit| table.dice.map_or(Piece::Unrolled(suit), |dice| Piece::Rolled(suit, dice.of(suit)));
        let areas = vec![
            Area::from_places("rows", Ground::Plain, table.rows.places()),
            Area::row("dice", 4, Suit::ALL.map(die)).on(Side::Right),
            row("treasure", 20, &table.treasure, Piece::FaceUp).on(Side::Right),
            row("bag", BAG, &table.bag, |coin| Piece::FaceDown(coin.suit())),
            row("paid", 10, &table.paid, Piece::FaceUp).on(Side::Right),
        ];
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(sight: Sight<NoOptions, Table>, _: &mut Draws) -> Vec<Move> {
        let table = sight.table;
        plan::decide(table).into_iter().collect()
    }
}

impl Solitaire for MagicBag {
    const SCORE_ORDER: ScoreOrder = ScoreOrder::HigherIsBetter;
    const ABANDONED: u64 = 0;
    /// All 24 coins, 645 points, and the maximum bonus: 10 times the values of the tiles left after drawing the 21
    /// coins of the bag.
    ///
    /// A claim of n tiles gives at most n + 1 coins, so 21 coins take at least fifteen tiles (in six claims). The best
    /// nine tiles left are four 5s, four 4s and a 3.
    const MAX_SCORE: Option<u64> = Some(645 + 10 * 39);

    type Score = MagicBagScore;

    fn score(_: NoOptions, table: &Table) -> MagicBagScore {
        MagicBagScore::of(&table.treasure, table.bonus())
    }

    /// Contains the result of each turn, with the number of rolls, on which later rolls depend: the claimed row and the
    /// number of coins drawn for it, or the removed tile. And the set of paid coins: neither the dice nor the order of
    /// payments matter.
    fn canonical(context: Context<NoOptions>, mut table: Table, moves: &[Move]) -> String {
        #[derive(Serialize)]
        enum TurnEnd {
            Claimed(RowNumber, u64),
            Paid(Option<Tile>),
            Stopped,
        }
        let mut turns = Vec::with_capacity(moves.len());
        let mut coins = Vec::new();
        for mv in moves {
            let before = table.draws;
            if Self::play(context, &mut table, mv, &mut Log::discard()).is_err() {
                break;
            }
            let end = match mv {
                Move::Roll(_) => continue,
                Move::Claim(Claim { row }) => TurnEnd::Claimed(*row, table.draws - before),
                Move::Pay(Pay { coin, tile }) => {
                    coins.push(*coin);
                    TurnEnd::Paid(*tile)
                }
                Move::Stop(_) => TurnEnd::Stopped,
            };
            turns.push((table.rolls, end));
        }
        coins.sort_unstable();
        to_json(&(turns, coins))
    }
}

impl Table {
    /// Returns the reason why the game has ended, if it has.
    fn ended(&self) -> Option<Reason> {
        if self.rows.left().next().is_none() {
            Some(Reason::RowsGone)
        } else if self.bag.is_empty() {
            Some(Reason::BagEmpty)
        } else if self.stopped {
            Some(Reason::Stopped)
        } else {
            None
        }
    }

    /// Returns the bonus in points: 10 times the values of the tiles left if the bag is empty, otherwise 0. Rules:
    /// magic-bag.md, "Score".
    fn bonus(&self) -> u64 {
        if self.bag.is_empty() { 10 * self.rows.sum() } else { 0 }
    }

    fn caption(&self) -> String {
        let total = MagicBag::score(NoOptions {}, self).total;
        let status = match self.ended() {
            Some(Reason::RowsGone) => "the last row is gone".to_owned(),
            Some(Reason::BagEmpty) => "the bag is empty".to_owned(),
            Some(Reason::Stopped) => "stopped".to_owned(),
            None => format!("turn {}, {} of 3 rolls made", self.turns + 1, self.rolls_this_turn),
        };
        format!("{total} points, {status}")
    }

    /// Returns the dice.
    ///
    /// # Errors
    /// If they have not been rolled in this turn.
    fn require_dice(&self) -> Result<Dice, Illegal> {
        self.dice.ok_or_else(|| ROLLED.violation("roll the dice first"))
    }

    /// Returns the dice. Only dice that match no row allow a turn to end without a claim.
    ///
    /// # Errors
    /// If they match a row or have not been rolled.
    fn require_no_match(&self) -> Result<Dice, Illegal> {
        let matched = self.dice.and_then(|dice| self.rows.left().find(|(_, row)| row.matches(dice)));
        if let Some((number, row)) = matched {
            return Err(CLAIM_FIRST.violation(format_args!("the dice match row {number}, {row}, which you must claim")));
        }
        self.require_dice()
    }

    /// Returns the tiles on the board whose value is shown by their own suit's die.
    fn removable(&self, dice: Dice) -> impl Iterator<Item = Tile> {
        Suit::ALL.map(|suit| Tile::new(suit, dice.of(suit))).into_iter().filter(|tile| self.rows.find(*tile).is_some())
    }

    fn roll(&mut self, set: SuitSet, chance: Chance, log: &mut Log<Event>) -> Result<(), Illegal> {
        NO_DIE.require(!set.is_empty(), || "name at least one die".to_owned())?;
        let first = self.dice.is_none();
        FIRST_ROLL
            .require(!first || set == SuitSet::FULL, || "roll all four dice in the first roll of a turn".to_owned())?;
        let left = self.rolls_this_turn < ROLLS;
        THREE_ROLLS.require(left, || format!("you rolled {ROLLS} times in this turn, which is the maximum"))?;
        self.rolls += 1;
        self.rolls_this_turn += 1;
        let mut draws = chance.numbered("magic-bag/roll", self.rolls);
        let mut dice = self.dice.unwrap_or_default();
        for die in set.iter() {
            let value = draws.pick(&Value::ALL);
            dice.turn(die, value);
            log.write(|| DieRolled { roll: self.rolls, die, value });
        }
        self.dice = Some(dice);
        Ok(())
    }

    fn claim(&mut self, number: RowNumber, chance: Chance, log: &mut Log<Event>) -> Result<(), Illegal> {
        let dice = self.require_dice()?;
        let row = self.rows.get(number);
        ROW.require(!row.is_gone(), || format!("row {number} was claimed already"))?;
        let why = || format!("the dice, {dice}, do not show all the values of row {number}, {row}");
        MATCH.require(row.matches(dice), why)?;
        let row = self.rows.take(number);
        let due = row.coins(dice);
        log.write(|| RowClaimed { row: number, tiles: row.tiles().to_vec(), coins: due });
        for (tile, die) in row.matched(dice) {
            log.write(|| TileMatched { tile, die, by_suit: die == tile.suit() });
        }
        self.draw(due, chance, log);
        self.end_turn();
        Ok(())
    }

    /// Draws `due` coins, or all that are left.
    fn draw(&mut self, due: u64, chance: Chance, log: &mut Log<Event>) {
        for drawn in 0..due {
            if self.bag.is_empty() {
                log.write(|| BagEmptied { lost: due - drawn });
                return;
            }
            self.draws += 1;
            let coin = chance.numbered("magic-bag/draw", self.draws).pick(&self.bag);
            self.bag.retain(|other| *other != coin);
            put(&mut self.treasure, coin);
            log.write(|| CoinDrawn { draw: self.draws, coin });
        }
        if self.bag.is_empty() {
            log.write(|| BagEmptied { lost: 0 });
        }
    }

    fn pay(&mut self, Pay { coin, tile }: Pay, log: &mut Log<Event>) -> Result<(), Illegal> {
        TREASURE.require(self.treasure.contains(&coin), || format!("the treasure has no {coin}"))?;
        let dice = self.require_no_match()?;
        let tile = tile.map(|tile| self.require_removable(tile, dice)).transpose()?;
        self.treasure.retain(|other| *other != coin);
        put(&mut self.paid, coin);
        log.write(|| CoinPaid { coin });
        if let Some((row, tile)) = tile {
            self.rows.remove(row, tile);
            log.write(|| TileRemoved { row, tile });
        }
        self.end_turn();
        Ok(())
    }

    /// Returns a tile with its row.
    ///
    /// # Errors
    /// If the tile is not on the board or its suit's die does not show its value.
    fn require_removable(&self, tile: Tile, dice: Dice) -> Result<(RowNumber, Tile), Illegal> {
        let row = self.rows.find(tile).ok_or_else(|| TILE.violation(format_args!("{tile} is not on the board")))?;
        let (suit, shown) = (tile.suit(), dice.of(tile.suit()));
        SUIT.require(shown == tile.value(), || format!("the die of {suit} shows {shown}, and the tile is {tile}"))?;
        Ok((row, tile))
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        self.rolls_this_turn = 0;
        self.dice = None;
    }
}

/// Inserts a coin into a list in canonical order.
fn put(coins: &mut Vec<Coin>, coin: Coin) {
    let at = coins.partition_point(|other| *other < coin);
    coins.insert(at, coin);
}

#[cfg(test)]
mod tests;
