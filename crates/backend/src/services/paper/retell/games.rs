//! What happened in a game, told again.

use tiger_event::result::{SEATS, Source, seat_index};
use tiger_event::{
    BeginningCommand, ChoiceCommand, Game, NoteCommand, Refusal, ResultCommand, ResultEntry, Ruling,
};
use tiger_rules::{Question, Step};

use super::{EVERYTHING, Retelling, reason};

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
        for incident in game.protocol.incidents.iter().filter(|incident| incident.stands()) {
            self.give(NoteCommand::NoteIncident {
                game: id,
                kind: incident.kind,
                player: incident.player,
                words: incident.words.clone(),
                article: incident.article.clone(),
                minutes: incident.minutes,
            })?;
        }
        let is_reopened = self.is_reopened(self.event.round(game.round)?);
        let adjourned = if self.came_after(game).is_some() {
            self.rulings(game, true)?;
            self.clear(game)?;
            self.late.push(game);
            Some(reason()?)
        } else if is_reopened && (self.event.lacks_dice(game) || game.result.is_none()) {
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
                Step::Ask(question) => {
                    let Some(answered) = answers.next() else {
                        self.said(game, question);
                        return Ok(());
                    };
                    let (answer, asked) = (answered.answer, Some(question));
                    self.give(ChoiceCommand::AnswerChoice { game: game.id, answer, asked })?;
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

    /// What players say to the open question, where they may.
    fn said(&mut self, game: &Game, asked: Question) {
        for player in SEATS {
            if let Some(answer) = game.said[seat_index(player)] {
                self.try_to_give(ChoiceCommand::SayAnswer { game: game.id, player, answer, asked });
            }
        }
    }

    /// The result, over the rulings that led to it.
    pub(super) fn result(&mut self, game: &Game) -> Result<(), Refusal> {
        self.rulings(game, false)?;
        match &game.result {
            Some(result) => self.enter(game, result.entry),
            None => self.clear(game),
        }
    }

    /// The result of a game that was adjourned when its round was closed: one command, after which nothing of it changes.
    pub(super) fn late_result(&mut self, game: &Game) -> Result<(), Refusal> {
        match (self.last_word(game), &game.result) {
            (Some(ruling), _) => self.give(overrule(game, ruling)),
            (None, Some(result)) => self.enter(game, result.entry),
            (None, None) => Ok(()),
        }
    }

    /// The ruling that the result rests on.
    fn last_word(&self, game: &Game) -> Option<&'a Ruling> {
        let Source::Ruling { ruling: id } = game.result.as_ref()?.source else { return None };
        self.event.rulings.iter().map(|ruling| &**ruling).find(|ruling| ruling.id == id)
    }

    /// The rulings on a game, as far as they are possible: what stood once need not be so any more, as its dice may have been
    /// voided since.
    fn rulings(&mut self, game: &Game, is_late: bool) -> Result<(), Refusal> {
        let last = self.last_word(game).filter(|_| is_late).map(|ruling| ruling.id);
        let rulings = self.event.rulings.iter();
        for ruling in rulings.filter(|ruling| ruling.game == game.id && ruling.undone_at.is_none()) {
            if self.told()?.is_ruling(ruling.id) || last == Some(ruling.id) {
                continue;
            }
            let stood = (self.told.clone(), self.story.len());
            if let Some(before) = &ruling.before
                && let Some(command) = self.entering(game, before.entry)?
            {
                self.try_to_give(command);
            }
            if !self.try_to_give(overrule(game, ruling)) {
                // The result that it went against is nothing without it.
                self.told = stood.0;
                self.story.truncate(stood.1);
            }
        }
        Ok(())
    }

    /// Takes a result back that does not stand any more.
    fn clear(&mut self, game: &Game) -> Result<(), Refusal> {
        if self.told()?.game(game.id)?.result.is_none() {
            return Ok(());
        }
        self.give(ResultCommand::ClearResult { game: game.id, reason: reason()?, seen: EVERYTHING })
    }

    /// Enters a result that does not stand already.
    fn enter(&mut self, game: &Game, result: ResultEntry) -> Result<(), Refusal> {
        self.entering(game, result)?.map_or(Ok(()), |command| self.give(command))
    }

    /// What enters a result that does not stand already.
    fn entering(&self, game: &Game, result: ResultEntry) -> Result<Option<ResultCommand>, Refusal> {
        let stands = self.told()?.game(game.id)?.result.as_ref().map(|result| result.entry);
        let enter = || ResultCommand::EnterResult { game: game.id, result, seen: EVERYTHING };
        Ok((stands != Some(result)).then(enter))
    }
}

fn overrule(game: &Game, ruling: &Ruling) -> ResultCommand {
    ResultCommand::Overrule {
        ruling: ruling.id,
        game: game.id,
        result: ruling.after.entry,
        reason: ruling.reason.clone(),
        article: ruling.article.clone(),
        seen: EVERYTHING,
    }
}
