//! Pontifuse: crosses and hoops in nine territories, where one between two of the same seat is flanked. Rules:
//! pontifuse.md.
//!
//! Modules: `field` (territories and marks), `moves` (moves and events) and `plan` (built-in player).

mod field;
mod moves;
mod plan;
mod sentences;

pub use self::field::{Army, Marks, Territory};
pub use self::moves::{Declare, Declared, Drawn, EarlyBird, Event, Flanked, Mark, MarkSign, Marked, Move};
use super::player::Player;
use super::{DESIGNER, SOURCE, only};
use crate::chance::Draws;
use crate::fault::{Faults, Illegal, Rule};
use crate::game::{
    Context, Duration, Game, LegalMoves, Log, NoOptions, OpenInformation, Search, SearchMethod, Seat, SeatSet, Seated,
    Sight, Tag, Viewer, Weight,
};
use crate::page::{RulesPage, rules_page};
use crate::scene::{self, Area, Ground, Piece, Place, Scene, Side, Symbol, Winning, World};
use crate::wire;

const ENDED: Rule = Rule("pontifuse.ended");
const TURN: Rule = Rule("pontifuse.turn");
const PHASE: Rule = Rule("pontifuse.phase");
const FREE: Rule = Rule("pontifuse.free");

/// Maximum number of boards of a run.
const BOARDS: u64 = 9;
/// The points for the first flanked territory of a seat, and the bonus for the first of both seats.
const FIRST: i64 = 100;

/// Pontifuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pontifuse;

wire::record! {
    /// The table of Pontifuse.
    #[schema(as = PontifuseTable)]
    pub struct Table {
        /// The number of the board, from 1 to 9.
        #[serde(deserialize_with = "wire::integer::<_, 1, 99>")]
        #[schema(minimum = 1, maximum = 99)]
        pub board: u64,
        /// The seat that is English; absent before the armies are declared.
        #[schema(schema_with = wire::reference_to::<Player>)]
        pub english: Option<Player>,
        /// The marks: for each marked territory the seat.
        pub marks: Marks,
        /// The seat that had the first flanked territory; absent until a seat has one.
        #[schema(schema_with = wire::reference_to::<Player>)]
        pub early_bird: Option<Player>,
    }
}

impl Game for Pontifuse {
    const ID: &'static str = "pontifuse";
    const NAME: &'static str = "Pontifuse";
    const TITLE: &'static str = "Pontifuse";
    const SUMMARY: &'static str = "Declare your army, draw crosses or hoops in nine territories, and flank one of your own between two others, if you can.";
    const DESIGNER: &'static str = DESIGNER;
    const SOURCE: &'static str = SOURCE;
    const DURATION: Duration = Duration::minutes(5, 20);
    const WEIGHT: Weight = Weight::new(1);
    const WORLD: World = World::Map;
    const TAGS: &'static [Tag] = &[Tag::Board, Tag::Territory];
    const ADDED: &'static str = "2026-11-22";
    const PAGE: RulesPage = rules_page!(players: "pontifuse"; programs: "pontifuse", "seats", "chance");
    const SEATS: std::ops::RangeInclusive<u8> = 2..=2;
    const OPEN_INFORMATION: OpenInformation = OpenInformation::Always;
    const SEARCH: Search = Search::by(SearchMethod::Tree, &[1_000], 4, 3);

    type Options = NoOptions;
    type Table = Table;
    type View = Table;
    type Move = Move;
    type Event = Event;

    fn deal(_: Context<NoOptions>) -> Table {
        Table::begun(1)
    }

    fn inspect(_: Context<NoOptions>, table: &mut Table, faults: &mut Faults) {
        inspect(table, faults);
    }

    /// The armies, or the territories without a mark, each in order.
    fn legal_moves(_: Context<NoOptions>, table: &Table) -> LegalMoves<Self> {
        let Some(seat) = table.turn().map(Player::seat) else {
            return LegalMoves::listed(Vec::new());
        };
        LegalMoves::listed(match table.english {
            None => Army::ALL.map(|army| Move::Declare(Declare { seat, army })).to_vec(),
            Some(_) => table.marks.free().map(|territory| Move::Mark(Mark { seat, territory })).collect(),
        })
    }

    fn play(context: Context<NoOptions>, table: &mut Table, mv: &Move, log: &mut Log<Event>) -> Result<(), Illegal> {
        Self::require_turn(context.options, table, mv)?;
        let Some(player) = table.turn() else {
            return Err(ENDED.violation("the game is over"));
        };
        match mv {
            Move::Declare(mv) => table.declare(player, mv.army, log),
            Move::Mark(mv) => table.mark(player, mv.territory, log),
        }
    }

    fn finished(_: NoOptions, table: &Table) -> bool {
        table.marks.is_full()
    }

    fn scene(sight: Sight<NoOptions, Table>) -> Scene {
        let table = sight.table;
        let sign = |player| match table.sign(player) {
            MarkSign::Cross => Symbol::Cross,
            MarkSign::Hoop => Symbol::Hoop,
        };
        let territories = Territory::ALL.into_iter().map(|territory| {
            let mark = table.marks.of(territory).map(|player| Piece::Symbol(sign(player), player.seat()));
            let (column, row) = (territory as i32 % 3, territory as i32 / 3);
            Place::at(territory, 4 * column, 3 * row, mark).sized(4, 3)
        });
        let armies = Army::ALL.into_iter().zip(0..).map(|(army, i)| {
            let place = Place::at(army, 4 * i, 0, None).sized(4, 1).labelled(army.nation());
            match table.player_of(army) {
                Some(player) => place.marked(scene::Mark::Of(player.seat())),
                None => place,
            }
        });
        let status = match (table.english, table.turn()) {
            (_, None) => "all territories are marked".to_owned(),
            (None, _) => "the armies are to be declared".to_owned(),
            (Some(_), Some(player)) => format!("a {} is to be drawn", table.sign(player)),
        };
        let field = Area::from_places("field", Ground::Board, territories.collect());
        let armies = Area::from_places("armies", Ground::Board, armies.collect()).on(Side::Below);
        let caption = format!("board {} of at most {BOARDS}, {status}", table.board);
        let scene = Scene::new(Self::TITLE, caption, vec![field, armies]);
        Player::ALL.into_iter().fold(scene, |scene, player| scene.noting(player.seat(), table.role(player)))
    }

    fn plan(sight: Sight<NoOptions, Table>, draws: &mut Draws) -> Vec<Move> {
        match sight.table.turn() {
            Some(player) if sight.viewer == Viewer::Seat(player.seat()) => {
                vec![plan::decide(sight.table, player, draws)]
            }
            _ => Vec::new(),
        }
    }
}

impl Seated for Pontifuse {
    const ENDED: Rule = ENDED;
    const TURN: Rule = TURN;
    const MEDIAN_MOVES: &'static [u16] = &[18];

    fn to_act(_: NoOptions, table: &Table) -> SeatSet {
        only(table.turn().map(Player::seat))
    }

    fn points(_: NoOptions, table: &Table) -> Vec<i64> {
        Player::ALL.map(|player| table.points_of(player)).to_vec()
    }

    fn winning(_: NoOptions, table: &Table, seat: Seat) -> Winning {
        let players = Player::ALL.into_iter().filter(|player| player.seat() == seat);
        let decisive = players.flat_map(|player| table.marks.decisive(player));
        Winning::Places(decisive.map(|territory| territory.to_string()).collect())
    }
}

impl Table {
    /// Returns the table at the beginning of a board.
    fn begun(board: u64) -> Self {
        Self { board, english: None, marks: Marks::NONE, early_bird: None }
    }

    /// Returns the seat that marks first on this board, with crosses.
    fn resonade(&self) -> Player {
        if self.board % 2 == 1 { Player::One } else { Player::Two }
    }

    /// Returns the sign that a seat draws.
    fn sign(&self, player: Player) -> MarkSign {
        if player == self.resonade() { MarkSign::Cross } else { MarkSign::Hoop }
    }

    /// Returns the seat whose turn it is; none after the end of the game.
    fn turn(&self) -> Option<Player> {
        let resonade = self.resonade();
        match (self.english, self.marks.count()) {
            (_, 9..) => None,
            (None, _) => Some(resonade.other()),
            (Some(_), count) => Some(if count % 2 == 0 { resonade } else { resonade.other() }),
        }
    }

    /// Returns the seat of an army; none before the armies are declared.
    fn player_of(&self, army: Army) -> Option<Player> {
        match army {
            Army::English => self.english,
            Army::Basque => self.english.map(Player::other),
        }
    }

    /// Returns the army of a seat; none before the armies are declared.
    fn army_of(&self, player: Player) -> Option<Army> {
        self.english.map(|english| if english == player { Army::English } else { Army::Basque })
    }

    /// Formats the role of a seat on this board.
    fn role(&self, player: Player) -> String {
        let part = if player == self.resonade() { "Resonade, crosses" } else { "Punchinade, hoops" };
        self.army_of(player).map_or(part.to_owned(), |army| format!("{part}, {}", army.nation()))
    }

    fn points_of(&self, player: Player) -> i64 {
        let flanked = self.marks.flanked(player).count();
        let early = if self.early_bird == Some(player) { FIRST } else { 0 };
        (0..flanked).map(worth).sum::<i64>() + early
    }

    fn declare(&mut self, player: Player, army: Army, log: &mut Log<Event>) -> Result<(), Illegal> {
        PHASE.require(self.english.is_none(), || "the armies are declared already".to_owned())?;
        self.english = Some(match army {
            Army::English => player,
            Army::Basque => player.other(),
        });
        log.write(|| Declared { seat: player.seat(), army });
        Ok(())
    }

    fn mark(&mut self, player: Player, territory: Territory, log: &mut Log<Event>) -> Result<(), Illegal> {
        PHASE.require(self.english.is_some(), || "declare the armies first".to_owned())?;
        FREE.require(self.marks.of(territory).is_none(), || format!("the {territory} has a mark already"))?;
        self.draw_sign(player, territory, log);
        let mut free = self.marks.free();
        if let (Some(last), None) = (free.next(), free.next()) {
            self.draw_sign(player.other(), last, log);
        }
        if self.is_drawn() {
            log.write(|| Drawn { board: self.board });
            if self.board < BOARDS {
                *self = Self::begun(self.board + 1);
            }
        }
        Ok(())
    }

    /// Makes a mark and scores what it flanks.
    fn draw_sign(&mut self, player: Player, territory: Territory, log: &mut Log<Event>) {
        let before = self.marks;
        self.marks.make(territory, player);
        let seat = player.seat();
        if let Some(army) = self.army_of(player) {
            log.write(|| Marked { seat, territory, meaning: army.meaning(territory), sign: self.sign(player) });
        }
        let so_far = before.flanked(player).count();
        let fresh: Vec<Territory> =
            self.marks.flanked(player).filter(|found| !before.is_flanked(*found, player)).collect();
        for (territory, nth) in fresh.iter().zip(so_far..) {
            log.write(|| Flanked { seat, territory: *territory, points: worth(nth) });
        }
        if self.early_bird.is_none() && !fresh.is_empty() {
            self.early_bird = Some(player);
            log.write(|| EarlyBird { seat });
        }
    }

    /// Returns whether all marks are made and no territory is flanked.
    fn is_drawn(&self) -> bool {
        self.marks.is_full() && Player::ALL.into_iter().all(|player| self.marks.flanked(player).next().is_none())
    }
}

/// Returns the points of the `nth` flanked territory of a seat, from 0: each half of the previous one.
fn worth(nth: usize) -> i64 {
    FIRST >> nth.min(63)
}

fn inspect(table: &Table, faults: &mut Faults) {
    let marks = &table.marks;
    let [resonade, punchinade] = [table.resonade(), table.resonade().other()].map(|player| marks.count_of(player));
    let detail = format_args!("{resonade} marks of the Resonade, {punchinade} of the Punchinade");
    let turns = resonade == punchinade || resonade == punchinade + 1;
    faults.require(turns, "/marks", "impossible_marks", detail);
    let detail = format_args!("a run has only {BOARDS} boards");
    faults.require(table.board <= BOARDS, "/board", "impossible_board", detail);
    let detail = "no territory can be marked before the armies are declared";
    faults.require(table.english.is_some() || marks.count() == 0, "/english", "impossible_army", detail);
    let has = |player| marks.flanked(player).next().is_some();
    let early = match table.early_bird {
        Some(player) => has(player),
        None => !Player::ALL.into_iter().any(has),
    };
    let detail = "the early bird is the first to have a flanked territory";
    faults.require(early, "/early_bird", "impossible_early_bird", detail);
    let detail = "the last territory is marked automatically";
    faults.require(marks.count() != 8, "/marks", "impossible_pause", detail);
    let detail = "the board is a draw, so the next one would have started";
    faults.require(!table.is_drawn() || table.board >= BOARDS, "/marks", "impossible_end", detail);
}

#[cfg(test)]
mod tests;
