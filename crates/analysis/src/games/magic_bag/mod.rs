//! The Magic Bag: within a turn, exact expectations; beyond it, the estimated value of each position between turns.

mod board;
mod outlook;
mod turn;
mod weights;

use funhouse_rules::game::{ScoreCard as _, Solitaire as _, State};
use funhouse_rules::games::Stop;
use funhouse_rules::games::magic_bag::{Claim, MagicBag, Move, Pay, Roll, RowNumber};
use funhouse_rules::piecepack::{Coin, PiecepackPiece as _, Suit, SuitSet, Tile};

use self::board::Board;
use self::turn::{Choice, Turn};
use crate::budget::{Budget, Canceled, Nodes};
use crate::estimated::{Estimated, Player, SightOf};
use crate::solution::Bounds;

/// Maximum number of rolls in a turn.
const ROLLS: u64 = 3;
/// The values of a turn take about as long as this many positions of other searches.
const TURN_NODES: u64 = 200;

impl Estimated for MagicBag {
    const NODES: Nodes = Nodes { quick: 6_000, normal: 400_000, deep: 8_000_000 };

    type Player = Collector;

    /// Stopping is possible once the dice match no row, and a claim before that only adds coins.
    fn bounds(state: &State<Self>) -> Bounds {
        let table = state.table();
        let at_least = state.score().total();
        let board = Board::of(table);
        // Each claim of n tiles gives at most n + 1 coins, and the bonus counts only the tiles that are left.
        let rows = table.rows.left().count();
        let claimed = table.bag.len().saturating_sub(rows);
        let mut values: Vec<u64> =
            board.rows.iter().flat_map(|row| row.tiles().map(|tile| tile as u64 % 6).collect::<Vec<_>>()).collect();
        values.sort_unstable();
        let bonus = 10 * values.iter().skip(claimed).sum::<u64>();
        let all = board::worth(board.treasure | board.bag).unsigned_abs();
        let most = (all + bonus).min(Self::MAX_SCORE.unwrap_or(u64::MAX));
        Bounds { at_least, at_most: most.max(at_least) }
    }

    /// Claims and stopping: among rolls, the expectation within the turn is exact.
    fn alternatives(state: &State<Self>, _: &Move) -> Vec<Move> {
        let ends = |mv: &Move| matches!(mv, Move::Claim(_) | Move::Stop(_));
        state.legal_moves().moves.into_iter().filter(ends).collect()
    }
}

/// The player.
#[derive(Debug)]
pub struct Collector {
    /// The position between turns of the last plan, and its values.
    turn: Option<(Board, Turn)>,
}

impl Player<MagicBag> for Collector {
    fn new(_: u64) -> Self {
        Self { turn: None }
    }

    fn plan(&mut self, sight: SightOf<'_, MagicBag>, budget: &mut Budget<'_>) -> Result<Vec<Move>, Canceled> {
        let table = sight.table;
        let Some(dice) = table.dice else {
            return Ok(vec![Move::Roll(Roll { dice: SuitSet::FULL })]);
        };
        let board = Board::of(table);
        let turn = match &mut self.turn {
            Some((known, turn)) if *known == board => turn,
            other => {
                budget.spend(TURN_NODES)?;
                let turn = Turn::of(&board);
                &mut other.insert((board, turn)).1
            }
        };
        let choice = turn.choice(board::number(dice), ROLLS.saturating_sub(table.rolls_this_turn));
        Ok(named(choice).into_iter().collect())
    }
}

/// Returns a choice as a move.
fn named(choice: Choice) -> Option<Move> {
    Some(match choice {
        Choice::Roll(set) => {
            let suits = Suit::ALL.into_iter().filter(|suit| set >> suit.index() & 1 == 1);
            Move::Roll(Roll { dice: suits.fold(SuitSet::default(), SuitSet::with) })
        }
        Choice::Claim(row) => Move::Claim(Claim { row: RowNumber::all().nth(row)? }),
        Choice::Pay(coin, tile) => {
            let tile = tile.and_then(|tile| Tile::ALL.get(tile).copied());
            Move::Pay(Pay { coin: *Coin::ALL.get(coin)?, tile })
        }
        Choice::Stop => Move::Stop(Stop {}),
    })
}
