//! The Magic Bag: roll four dice to match rows of tiles, and draw treasure from a bag. Rules: magic-bag.md.
//!
//! The board and the dice are in `rows`, what the treasure is worth in `treasure`, what can be wrong with a posted
//! table in `inspection`, and how the built-in player decides in `player`.

mod inspection;
mod player;
mod rows;
mod treasure;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use self::rows::{Dice, Row, RowNumber, Rows};
pub use self::treasure::MagicBagScore;
use crate::rules::chance::Chance;
use crate::rules::fault::{Faults, Illegal, Rule};
use crate::rules::game::{Game, LegalMoves, Log, NoBounds, NoOptions, Setting, Wins};
use crate::rules::games::Stop;
use crate::rules::page::Page;
use crate::rules::piecepack::{Coin, Piece, PieceValue, Suit, SuitSet, Tile, Value};
use crate::rules::scene::{Area, Ground, Place, Scene, Side, Spread, Thing};
use crate::rules::wire::{self, count};

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

/// The most rolls in a turn.
const ROLLS: u64 = 3;
/// How many coins the bag holds at the deal: all but the three that the treasure starts with.
const BAG: usize = 21;

/// Whether a coin is in the treasure at the deal: C0, C1 and C2 are.
fn at_first(coin: Coin) -> bool {
    coin.suit() == Suit::C && coin.value().number() <= 2
}

/// The Magic Bag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MagicBag;

/// What lies on the table in The Magic Bag.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = MagicBagTable)]
pub struct Table {
    /// The rows left on the board.
    #[schema(inline = false)]
    pub rows: Rows,
    /// What the dice show; absent before the first roll of a turn.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub dice: Option<Dice>,
    /// How many rolls have been made in this turn, 0 to 3.
    #[serde(deserialize_with = "wire::integer::<_, 0, ROLLS>")]
    #[schema(minimum = 0, maximum = 3)]
    pub rolls_this_turn: u64,
    /// How many turns have ended, each with a claim or a payment.
    #[serde(deserialize_with = "count")]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
    pub turns: u64,
    /// How many rolls have been made in the game; it numbers their chance.
    #[serde(deserialize_with = "count")]
    #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
    pub rolls: u64,
    /// How many coins have been drawn in the game; it numbers their chance.
    #[serde(deserialize_with = "wire::integer::<_, 0, 21>")]
    #[schema(minimum = 0, maximum = 21)]
    pub draws: u64,
    /// The treasure, in canonical order.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub treasure: Vec<Coin>,
    /// The coins in the bag, in canonical order. (To hide them from the player is the front end's affair.)
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub bag: Vec<Coin>,
    /// The coins paid, in canonical order; they are out of the game.
    #[serde(deserialize_with = "wire::at_most::<_, _, 24>")]
    #[schema(max_items = 24)]
    pub paid: Vec<Coin>,
    /// Whether the player has stopped.
    pub stopped: bool,
}

wire::object_only!(read and written impl[] Table);

/// Rolls dice and keeps the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicBagRoll)]
pub struct Roll {
    /// The suits of the dice to roll; all four at the first roll of a turn.
    #[schema(inline = false)]
    pub dice: SuitSet,
}

/// Claims a row that the dice match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicBagClaim)]
pub struct Claim {
    /// The row's number.
    #[schema(inline = false)]
    pub row: RowNumber,
}

/// Pays a coin to go on when no row can be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MagicBagPay)]
pub struct Pay {
    /// The coin, one of the treasure.
    #[schema(inline = false)]
    pub coin: Coin,
    /// A tile to remove from the board, one whose own suit's die shows its value.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Tile>)]
    pub tile: Option<Tile>,
}

wire::tagged! {
    read
    /// A move in The Magic Bag.
    pub enum Move = "MagicBagMove" by "type" {
        "roll" => Roll(Roll),
        "claim" => Claim(Claim),
        "pay" => Pay(Pay),
        "stop" => Stop(Stop),
    }
}

/// A die was rolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagDieRolled)]
pub struct DieRolled {
    /// The number of the roll in the game, from 1: its chance is the event `magic-bag/roll/N`.
    #[schema(minimum = 1)]
    pub roll: u64,
    /// The suit of the die.
    #[schema(inline = false)]
    pub die: Suit,
    /// What it shows now.
    #[schema(inline = false)]
    pub value: PieceValue,
}

/// A row was claimed; it leaves the board when its tiles have been matched.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagRowClaimed)]
pub struct RowClaimed {
    /// The row's number.
    #[schema(inline = false)]
    pub row: RowNumber,
    /// Its tiles.
    pub tiles: Vec<Tile>,
    /// How many coins are due for it: one, and one more for each tile matched by suit.
    #[schema(minimum = 1, maximum = 5)]
    pub coins: u64,
}

/// A tile of the row that is claimed was matched by a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagTileMatched)]
pub struct TileMatched {
    /// The tile.
    #[schema(inline = false)]
    pub tile: Tile,
    /// The suit of the die that shows its value; every tile of a row has a die of its own.
    #[schema(inline = false)]
    pub die: Suit,
    /// Whether the die is of the tile's own suit, which brings one more coin.
    pub by_suit: bool,
}

/// A coin was drawn from the bag and put to the treasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagCoinDrawn)]
pub struct CoinDrawn {
    /// The number of the draw in the game, from 1: its chance is the event `magic-bag/draw/N`.
    #[schema(minimum = 1, maximum = 21)]
    pub draw: u64,
    /// The coin.
    #[schema(inline = false)]
    pub coin: Coin,
}

/// The last coin was drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagBagEmptied)]
pub struct BagEmptied {
    /// How many draws were still due, and are lost.
    #[schema(minimum = 0, maximum = 4)]
    pub lost: u64,
}

/// A coin was paid; it is out of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagCoinPaid)]
pub struct CoinPaid {
    /// The coin.
    #[schema(inline = false)]
    pub coin: Coin,
}

/// A tile was removed from its row for the coin paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagTileRemoved)]
pub struct TileRemoved {
    /// The row's number.
    #[schema(inline = false)]
    pub row: RowNumber,
    /// The tile.
    #[schema(inline = false)]
    pub tile: Tile,
}

/// Why the game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = MagicBagReason)]
pub enum Reason {
    /// The last row is gone.
    RowsGone,
    /// The bag is empty; the rows left bring a bonus.
    BagEmpty,
    /// The player stopped.
    Stopped,
}

/// The game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MagicBagEnded)]
pub struct Ended {
    /// Why.
    pub reason: Reason,
    /// The bonus for the rows left on the board.
    #[schema(minimum = 0, maximum = 390)]
    pub bonus: u64,
}

wire::tagged! {
    /// What happens in a move of The Magic Bag.
    pub enum Event = "MagicBagEvent" by "type" {
        "die_rolled" => DieRolled(DieRolled),
        "row_claimed" => RowClaimed(RowClaimed),
        "tile_matched" => TileMatched(TileMatched),
        "coin_drawn" => CoinDrawn(CoinDrawn),
        "bag_emptied" => BagEmptied(BagEmptied),
        "coin_paid" => CoinPaid(CoinPaid),
        "tile_removed" => TileRemoved(TileRemoved),
        "ended" => Ended(Ended),
    }
}

impl Game for MagicBag {
    const ID: &'static str = "magic-bag";
    const NAME: &'static str = "MagicBag";
    const TITLE: &'static str = "The Magic Bag";
    const SUMMARY: &'static str = "Roll four dice to match rows of tiles and draw treasure from a bag. Broken artifacts grow dear when their pieces join; high scores win.";
    const DESIGNER: &'static str = "Rob LeGood";
    const SOURCE: &'static str = "The Magic Bag, a game for the piecepack, version 0.9 (8 December 2003)";
    const RULES: u32 = 1;
    const PAGE: Page = Page::whole(include_str!("../../../../docs/rules/magic-bag.md"));
    const WINS: Wins = Wins::High;
    /// All coins, and the most that the rows left can be worth: to draw all 21 coins takes six claims of fifteen
    /// tiles all matched by suit at the least tiles, which leave nine, at best four 5s, four 4s and a 3.
    const GREATEST: Option<u64> = Some(645 + 10 * 39);

    type Options = NoOptions;
    type Table = Table;
    type Move = Move;
    type Event = Event;
    type Score = MagicBagScore;
    type Bounds = NoBounds;

    fn deal(setting: Setting<NoOptions>) -> Table {
        let mut tiles = Tile::ALL;
        setting.chance.event("magic-bag/tiles").shuffle(&mut tiles);
        let (treasure, bag) = Coin::ALL.into_iter().partition(|coin| at_first(*coin));
        Table {
            rows: Rows::dealt(tiles),
            dice: None,
            rolls_this_turn: 0,
            turns: 0,
            rolls: 0,
            draws: 0,
            treasure,
            bag,
            paid: Vec::new(),
            stopped: false,
        }
    }

    fn inspect(_: Setting<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspection::inspect(table, faults);
        for coins in [&mut table.treasure, &mut table.bag, &mut table.paid] {
            coins.sort_unstable();
        }
    }

    /// Rolls in the order of [`SuitSet::some`]; claims by row; payments by coin, each without a tile and then with
    /// each tile by suit; stopping.
    fn legal_moves(_: Setting<NoOptions>, table: &Table) -> LegalMoves<Self> {
        if Self::finished(table) {
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

    fn play(setting: Setting<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        ENDED.demands(!Self::finished(table), || "the game has ended".to_owned())?;
        match mv {
            Move::Roll(Roll { dice }) => table.roll(*dice, setting.chance, log)?,
            Move::Claim(Claim { row }) => table.claim(*row, setting.chance, log)?,
            Move::Pay(pay) => table.pay(*pay, log)?,
            Move::Stop(Stop {}) => {
                table.demand_no_match()?;
                table.stopped = true;
            }
        }
        if let Some(reason) = table.ended() {
            log.write(|| Ended { reason, bonus: table.bonus() });
        }
        Ok(())
    }

    fn score(table: &Table) -> MagicBagScore {
        MagicBagScore::of(&table.treasure, table.bonus())
    }

    fn finished(table: &Table) -> bool {
        table.ended().is_some()
    }

    fn scene(_: Setting<NoOptions>, table: &Table) -> Scene {
        let row = |name, room, coins: &[Coin], thing: fn(Coin) -> Thing| {
            Area::row(name, room, coins.iter().copied().map(thing))
        };
        let die = |suit| table.dice.map_or(Thing::Unrolled(suit), |dice| Thing::Rolled(suit, dice.of(suit)));
        let areas = vec![
            Area { name: "rows", side: Side::Centre, ground: Ground::Plain, places: table.rows.places() },
            Area::row("dice", 4, Suit::ALL.map(die)).on(Side::Right),
            row("treasure", 20, &table.treasure, Thing::FaceUp).on(Side::Right),
            row("bag", BAG, &table.bag, Thing::FaceDown),
            row("paid", 10, &table.paid, Thing::FaceUp).on(Side::Right),
        ];
        Scene::new(Self::TITLE, table.caption(), areas)
    }

    fn plan(_: Setting<NoOptions>, table: &Table) -> Vec<Move> {
        player::decide(table).into_iter().collect()
    }
}

impl Table {
    /// Why the game has ended, if it has.
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

    /// The bonus for the rows left, when the bag is empty.
    fn bonus(&self) -> u64 {
        if self.bag.is_empty() { 10 * self.rows.sum() } else { 0 }
    }

    fn caption(&self) -> String {
        let total = MagicBag::score(self).total;
        let stands = match self.ended() {
            Some(Reason::RowsGone) => "the last row is gone".to_owned(),
            Some(Reason::BagEmpty) => "the bag is empty".to_owned(),
            Some(Reason::Stopped) => "stopped".to_owned(),
            None => format!("turn {}, {} of 3 rolls made", self.turns + 1, self.rolls_this_turn),
        };
        format!("{total} points, {stands}")
    }

    /// The dice, which must have been rolled in this turn.
    fn demand_dice(&self) -> Result<Dice, Illegal> {
        self.dice.ok_or_else(|| ROLLED.refuses("the dice have not been rolled in this turn"))
    }

    /// The dice, which must have been rolled and match no row: then the turn can end without a claim.
    fn demand_no_match(&self) -> Result<Dice, Illegal> {
        let matched = self.dice.and_then(|dice| self.rows.left().find(|(_, row)| row.matches(dice)));
        if let Some((number, row)) = matched {
            return Err(CLAIM_FIRST.refuses(format_args!("the dice match row {number}, {row}, which must be claimed")));
        }
        self.demand_dice()
    }

    /// The tiles on the board whose own suit's die shows their value.
    fn removable(&self, dice: Dice) -> impl Iterator<Item = Tile> {
        Suit::ALL.map(|suit| Tile::new(suit, dice.of(suit))).into_iter().filter(|tile| self.rows.find(*tile).is_some())
    }

    fn roll(&mut self, set: SuitSet, chance: Chance, log: &mut Log<Event>) -> Result<(), Illegal> {
        NO_DIE.demands(!set.is_empty(), || "no die is named".to_owned())?;
        let first = self.dice.is_none();
        FIRST_ROLL
            .demands(!first || set == SuitSet::FULL, || "the first roll of a turn is of all four dice".to_owned())?;
        let left = self.rolls_this_turn < ROLLS;
        THREE_ROLLS.demands(left, || format!("{ROLLS} rolls have been made in this turn"))?;
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
        let dice = self.demand_dice()?;
        let row = self.rows.get(number);
        ROW.demands(!row.is_gone(), || format!("row {number} is gone"))?;
        let why = || format!("the dice, {dice}, do not show all the values of row {number}, {row}");
        MATCH.demands(row.matches(dice), why)?;
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

    /// Draws the coins due, as far as there are any.
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
        TREASURE.demands(self.treasure.contains(&coin), || format!("the treasure has no {coin}"))?;
        let dice = self.demand_no_match()?;
        let tile = tile.map(|tile| self.demand_removable(tile, dice)).transpose()?;
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

    /// The tile and its row.
    fn demand_removable(&self, tile: Tile, dice: Dice) -> Result<(RowNumber, Tile), Illegal> {
        let row = self.rows.find(tile).ok_or_else(|| TILE.refuses(format_args!("{tile} is not on the board")))?;
        let (suit, shown) = (tile.suit(), dice.of(tile.suit()));
        SUIT.demands(shown == tile.value(), || format!("the die of {suit} shows {shown}, and the tile is {tile}"))?;
        Ok((row, tile))
    }

    fn end_turn(&mut self) {
        self.turns += 1;
        self.rolls_this_turn = 0;
        self.dice = None;
    }
}

/// Puts a coin among others that lie in canonical order.
fn put(coins: &mut Vec<Coin>, coin: Coin) {
    let at = coins.partition_point(|other| *other < coin);
    coins.insert(at, coin);
}

impl Rows {
    /// Each row's number, then its tiles.
    fn places(&self) -> Vec<Place> {
        let place = |number: RowNumber| {
            let tiles = self.get(number).tiles().iter().map(|tile| Thing::Tile(*tile));
            let pieces = std::iter::once(Thing::Number(number.number())).chain(tiles);
            let row = Place::at(number, 0, 2 * number.index() as i32, pieces);
            Place { spread: Spread::Row(5), ..row }
        };
        RowNumber::all().map(place).collect()
    }
}

#[cfg(test)]
mod tests;
