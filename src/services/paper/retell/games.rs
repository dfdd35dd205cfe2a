//! What happened in a game, told again.

use tiger_rules::{Answer, Step};

use super::{EVERYTHING, Retelling, reason};
use crate::domain::command::{BeginningCommand, ChoiceCommand, NoteCommand, ResultCommand};
use crate::domain::game::Game;
use crate::domain::refusal::Refusal;
use crate::domain::result::{ResultEntry, SEATS, seat_index};

impl<'a> Retelling<'a> {
    /// What happened in a game, in the order in which it can have happened.
    pub(super) fn game(&mut self, game: &'a Game) -> Result<(), Refusal> {
        self.choice(game)?;
        let id = game.id;
        if let Some(beginning) = &game.beginning {
            let (situation, reason) = (Some(beginning.situation.clone()), beginning.reason.clone());
            self.give(BeginningCommand::BeginFrom { game: id, situation, reason })?;
        }
        for player in SEATS {
            if let Some(name) = &game.seers[seat_index(player)] {
                self.give(NoteCommand::AppointSeer { game: id, player, name: Some(name.clone()) })?;
            }
        }
        if game.result.is_none() {
            if game.protocol.engaged.is_some() {
                self.try_to_give(NoteCommand::BeginEngagement { game: id });
            }
            for consultation in &game.protocol.consultations {
                let player = consultation.player;
                self.try_to_give(NoteCommand::ConsultSeer { game: id, player, turn: None });
            }
        }
        for incident in &game.protocol.incidents {
            self.give(NoteCommand::NoteIncident {
                game: id,
                kind: incident.kind,
                player: incident.player,
                words: incident.words.clone(),
                article: incident.article.clone(),
            })?;
        }
        let is_reopened = self.is_reopened(self.event.round(game.round)?);
        let lacks_dice = game.result.as_ref().is_some_and(|result| self.event.lacks_dice(game, result));
        let adjourned = if self.came_after(game).is_some() {
            self.late.push(game);
            Some(reason()?)
        } else if is_reopened && (lacks_dice || game.result.is_none()) {
            // Opened again, the round gets its result, or the game goes on.
            Some(game.adjourned.clone().map_or_else(reason, Ok)?)
        } else {
            self.result(game)?;
            game.adjourned.clone().filter(|_| game.result.is_none())
        };
        if adjourned.is_some() {
            self.give(ResultCommand::Adjourn { game: id, reason: adjourned })?;
        }
        Ok(())
    }

    /// Answers and dice, as the rules ask for them. Dice that the program cast are dice that an arbiter enters.
    fn choice(&mut self, game: &Game) -> Result<(), Refusal> {
        let kind = self.event.settings.game;
        let mut answers = game.answers.iter();
        loop {
            match self.told()?.game(game.id)?.choice(kind).next() {
                Step::Ask(_) => {
                    let Some(answered) = answers.next() else { return Ok(()) };
                    let answer: Answer = answered.answer;
                    self.give(ChoiceCommand::AnswerChoice { game: game.id, answer })?;
                }
                Step::Cast(purpose) => {
                    let cast = game.casts.iter().rev().find(|cast| cast.purpose == purpose && cast.counts());
                    let Some((cast, faces)) = cast.and_then(|cast| Some((cast, cast.faces()?))) else {
                        return Ok(());
                    };
                    self.give(ChoiceCommand::EnterCast {
                        game: game.id,
                        cast: cast.id,
                        purpose,
                        faces: faces.to_vec(),
                        confirmed: [true; 2],
                    })?;
                }
                Step::Chosen(_) => return Ok(()),
            }
        }
    }

    /// The result, over the rulings that led to it.
    pub(super) fn result(&mut self, game: &Game) -> Result<(), Refusal> {
        let rulings = self.event.rulings.iter();
        for ruling in rulings.filter(|ruling| ruling.game == game.id && ruling.undone_at.is_none()) {
            if self.told()?.is_ruling(ruling.id) {
                continue;
            }
            if let Some(before) = &ruling.before {
                self.enter(game, before.entry)?;
            }
            self.give(ResultCommand::Overrule {
                ruling: ruling.id,
                game: game.id,
                result: ruling.after.entry,
                reason: ruling.reason.clone(),
                article: ruling.article.clone(),
                seen: EVERYTHING,
            })?;
        }
        match &game.result {
            Some(result) => self.enter(game, result.entry),
            None if self.told()?.game(game.id)?.result.is_some() => {
                let reason = reason()?;
                self.give(ResultCommand::ClearResult { game: game.id, reason, seen: EVERYTHING })
            }
            None => Ok(()),
        }
    }

    /// Enters a result that does not stand already.
    fn enter(&mut self, game: &Game, result: ResultEntry) -> Result<(), Refusal> {
        let stands = self.told()?.game(game.id)?.result.as_ref().map(|result| result.entry);
        if stands == Some(result) {
            return Ok(());
        }
        self.give(ResultCommand::EnterResult { game: game.id, result, seen: EVERYTHING })
    }
}
