//! Legal moves, and the rules that refuse all others.

use super::cards::{self, Role};
use super::character::{MAX_SKILL, MAX_SUM, MIN_SKILL, Shows, Skill, Skills, UPGRADE};
use super::moves::{Accept, Build, Eat, Food, Go, Join, Keep, Leave, Move, Pass, Take, Upgrade, WalkOn};
use super::table::{Phase, Table};
use super::{
    BUILDING, CARRIES, EATING, EXPERIENCE, FINDING, FOOD, HURT, JOINING, NO_USE, PASS, PICKING, PILE, RANGE, REACTING,
    SKILL, STARTING, SUM, UPGRADING, WEAPON,
};
use crate::cards::Card;
use crate::fault::Illegal;
use crate::game::Seat;

impl<C: Shows> Table<C> {
    /// Returns every legal move. They are in the order of the phase: walking or accepting, then food, then upgrades.
    pub(super) fn legal_moves(&self) -> Vec<Move> {
        if self.phase == Phase::Build {
            let builders = self.builders();
            let mut moves = Vec::with_capacity(builders.len() * Skills::possible().len());
            for seat in builders.iter() {
                let build =
                    |&Skills { speed, power, health }: &Skills| Move::Build(Build { seat, speed, power, health });
                moves.extend(Skills::possible().iter().map(build));
            }
            return moves;
        }
        let mut moves = Vec::new();
        self.each_move(|mv| moves.push(mv));
        moves
    }

    /// Returns the legal move, if there is only one. A character is never built automatically.
    pub(super) fn only_move(&self) -> Option<Move> {
        let (mut count, mut only) = (0, None);
        self.each_move(|mv| (count, only) = (count + 1, Some(mv)));
        only.filter(|_| count == 1)
    }

    /// Calls a function with each legal move of the seat that may act, except while characters are built.
    pub(super) fn each_move(&self, mut found: impl FnMut(Move)) {
        let seat = self.active();
        match self.phase {
            Phase::Build | Phase::Over => return,
            Phase::Start => found(Move::Go(Go { seat })),
            Phase::Join => {
                found(Move::Join(Join { seat }));
                found(Move::WalkOn(WalkOn { seat }));
            }
            Phase::React => found(Move::Accept(Accept { seat })),
            Phase::Save => {}
            Phase::Food => {
                found(Move::Keep(Keep { seat }));
                if self.character(seat).food.is_some() {
                    found(Move::Leave(Leave { seat }));
                }
            }
            Phase::Pick => self.each_pick(seat, &mut found),
        }
        for food in [Food::Carried, Food::Found] {
            let eats = matches!(self.phase, Phase::Start | Phase::Save | Phase::Food);
            if eats && self.has(seat, food) && self.character(seat).damage > 0 {
                found(Move::Eat(Eat { seat, food }));
            }
        }
        let upgrades = matches!(self.phase, Phase::Start | Phase::React | Phase::Save | Phase::Pick);
        if upgrades && self.character(seat).experience >= UPGRADE {
            let useful = self.phase != Phase::Pick || self.is_upgrade_useful(seat);
            let matters = self.skill_that_matters();
            for skill in Skill::ALL.into_iter().filter(|skill| useful && matters.is_none_or(|only| only == *skill)) {
                found(Move::Upgrade(Upgrade { seat, skill }));
            }
        }
    }

    fn each_pick(&self, seat: Seat, found: &mut impl FnMut(Move)) {
        let Some(treasure) = &self.treasure else { return };
        let mut before = None;
        for card in treasure.pile.iter().copied() {
            if before != Some(card) && self.can_take(seat, card) {
                found(Move::Take(Take { seat, card }));
            }
            before = Some(card);
        }
        if treasure.has_only_weapons() {
            found(Move::Pass(Pass { seat }));
        }
    }

    /// Returns whether a seat can use a card of a treasure: a weapon that is above its Speed is useless.
    fn can_take(&self, seat: Seat, card: Card) -> bool {
        cards::role(card) != Role::Weapon || cards::face_value(card) <= self.character(seat).skill(Skill::Speed)
    }

    fn has(&self, seat: Seat, food: Food) -> bool {
        match food {
            Food::Carried => self.character(seat).food.is_some(),
            Food::Found => self.found.is_some(),
        }
    }

    /// Checks a move of a seat that may act.
    ///
    /// # Errors
    /// The rule that refuses it.
    pub(super) fn require_legal(&self, mv: &Move) -> Result<(), Illegal> {
        let phase = self.phase;
        match *mv {
            Move::Build(Build { speed, power, health, .. }) => {
                BUILDING.require(phase == Phase::Build, || "all characters are built".to_owned())?;
                let skills = Skills { speed, power, health };
                RANGE.require(skills.are_in_range(), || format!("a skill is not {MIN_SKILL} to {MAX_SKILL}"))?;
                SUM.require(skills.sum() <= MAX_SUM, || format!("the skills are {} together", skills.sum()))
            }
            Move::Go(_) => STARTING.require(phase == Phase::Start, || format!("the phase is {}", phase.name())),
            Move::Join(_) | Move::WalkOn(_) => {
                JOINING.require(phase == Phase::Join, || format!("the phase is {}", phase.name()))
            }
            Move::Accept(_) => REACTING.require(phase == Phase::React, || format!("the phase is {}", phase.name())),
            Move::Take(Take { seat, card }) => {
                PICKING.require(phase == Phase::Pick, || format!("the phase is {}", phase.name()))?;
                let there = self.treasure.as_ref().is_some_and(|treasure| treasure.pile.contains(&card));
                PILE.require(there, || format!("{card} is not in the pile"))?;
                WEAPON.require(self.can_take(seat, card), || format!("{card} is above the Speed of seat {seat}"))
            }
            Move::Pass(_) => {
                PICKING.require(phase == Phase::Pick, || format!("the phase is {}", phase.name()))?;
                let only_weapons = self.treasure.as_ref().is_some_and(|treasure| treasure.has_only_weapons());
                PASS.require(only_weapons, || "gold or food is left".to_owned())
            }
            Move::Keep(_) => FINDING.require(phase == Phase::Food, || format!("the phase is {}", phase.name())),
            Move::Leave(Leave { seat }) => {
                FINDING.require(phase == Phase::Food, || format!("the phase is {}", phase.name()))?;
                CARRIES.require(self.has(seat, Food::Carried), || format!("seat {seat} carries no food"))
            }
            Move::Eat(Eat { seat, food }) => {
                let eats = matches!(phase, Phase::Start | Phase::Save | Phase::Food);
                EATING.require(eats, || format!("the phase is {}", phase.name()))?;
                FOOD.require(self.has(seat, food), || "this food is not there".to_owned())?;
                HURT.require(self.character(seat).damage > 0, || format!("seat {seat} has no damage"))
            }
            Move::Upgrade(upgrade) => self.require_upgrade(upgrade),
        }
    }

    fn require_upgrade(&self, Upgrade { seat, skill }: Upgrade) -> Result<(), Illegal> {
        let phase = self.phase;
        let upgrades = matches!(phase, Phase::Start | Phase::React | Phase::Save | Phase::Pick);
        UPGRADING.require(upgrades, || format!("the phase is {}", phase.name()))?;
        if let Some(matters) = self.skill_that_matters() {
            SKILL.require(skill == matters, || format!("{} matters now", matters.name()))?;
        }
        let experience = self.character(seat).experience;
        EXPERIENCE.require(experience >= UPGRADE, || format!("seat {seat} has {experience} experience"))?;
        let useful = phase != Phase::Pick || self.is_upgrade_useful(seat);
        NO_USE.require(useful, || format!("seat {seat} can pay for no weapon of the pile"))
    }
}

impl Phase {
    const fn name(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Start => "start",
            Self::Join => "join",
            Self::React => "react",
            Self::Save => "save",
            Self::Food => "food",
            Self::Pick => "pick",
            Self::Over => "over",
        }
    }
}
