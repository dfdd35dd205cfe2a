//! Which situations can arise: what a string says must make one story.
//!
//! This does not prove that a situation can be reached; it refuses what contradicts the rules or itself.

use super::force::{Kind, Side};
use super::position::{Ground, PRINCESS_POST, Position};
use super::powers::Land;
use super::situation::Situation;
use super::stage::{Beast, Captive, Shield, Wing, royal_post};
use super::vessel::harbour_of;
use crate::SituationError;

type Check = Result<(), SituationError>;

fn refuse_if(wrong: bool, field: &'static str, why: impl FnOnce() -> String) -> Check {
    if wrong { Err(SituationError::new(field, why())) } else { Ok(()) }
}

impl Situation {
    /// Refuses a situation that cannot arise, with the reason.
    pub(super) fn check(&self) -> Check {
        self.check_places()?;
        self.check_vessels()?;
        self.check_numbers()?;
        self.check_beasts()?;
        self.check_shields()?;
        self.check_ladies()?;
        self.check_captives()?;
        self.check_rights()?;
        self.check_passed()?;
        refuse_if(self.number == 0, "move", || "moves are numbered from 1".to_owned())?;
        self.check_end()
    }

    fn check_places(&self) -> Check {
        for side in Side::BOTH {
            for position in self.fielded(side).iter().filter(|position| !position.is_room()) {
                let Some(kind) = self.force_at(position) else { continue };
                refuse_if(!can_stand(kind, position), "board", || {
                    format!("{} ({}) can never stand on {position}", kind.abbreviation(), kind.name())
                })?;
                let housed = kind.is_tower() && position.is_land_of(side);
                refuse_if(self.has_bird(position) && !housed, "board", || {
                    format!("no bird can be inside {} on {position}", kind.abbreviation())
                })?;
            }
        }
        Ok(())
    }

    fn check_vessels(&self) -> Check {
        for fleet in Side::BOTH {
            let (flagships, ships): (Vec<_>, Vec<_>) = self
                .vessels()
                .filter(|(_, vessel)| vessel.fleet == fleet)
                .partition(|(_, vessel)| vessel.is_flagship());
            refuse_if(flagships.len() > 1 || ships.len() > 8, "board", || {
                format!("the {fleet} fleet is one Flagship and eight ships")
            })?;
            for (position, vessel) in flagships {
                let boarded = self.commander(position) != Some(fleet);
                refuse_if(vessel.is_moored() && (position != harbour_of(fleet) || boarded), "board", || {
                    format!(
                        "a Flagship that has never left harbour lies on {}, not boarded",
                        harbour_of(fleet)
                    )
                })?;
            }
        }
        Ok(())
    }

    /// No more forces of a family than the deployment and the changes allow.
    fn check_numbers(&self) -> Check {
        use Kind::*;
        let exchange = |kind| usize::from(self.state.exchange.count(kind));
        let birds = |side| self.fielded(side).iter().filter(|&position| self.has_bird(position)).count();
        let families: [(&[Kind], usize, usize); 18] = [
            (&[WhiteKnight], exchange(WhiteKnight), 2),
            (&[BlackKnight], exchange(BlackKnight), 2),
            (&[GreenKnight], exchange(GreenKnight), 2),
            (&[RedKnight], exchange(RedKnight), 2),
            (&[Guard, Buccaneer, Ranger], exchange(Ranger), 2),
            (&[Warder, Pirate, Raider], exchange(Raider), 2),
            (&[Crossbowman, SiegeDirector], 0, 2),
            (&[Catapult, SiegeMachine], 0, 2),
            (&[Watchtower, GreenFortress, GreenSceptre, ForestTalisman], 0, 2),
            (&[Castle, RedFortress, RedSceptre, StormTalisman], 0, 2),
            (&[GreenSceptre, ForestTalisman], 0, 1),
            (&[RedSceptre, StormTalisman], 0, 1),
            (&[Albatross], birds(Side::Forest), 2),
            (&[Raven], birds(Side::Storm), 2),
            (&[PalaceDefender], 0, 3),
            (&[CitadelWatcher], 0, 3),
            (&[PalaceDefender, Dwarf, Elf], 0, 12),
            (&[CitadelWatcher, Gnome, Troll], 0, 12),
        ];
        for (kinds, elsewhere, most) in families {
            let count = elsewhere + kinds.iter().map(|&kind| self.count(kind)).sum::<usize>();
            refuse_if(count > most, "board", || {
                let names: Vec<_> = kinds.iter().map(|kind| kind.abbreviation()).collect();
                format!(
                    "{count} of {}, counted with those captured or inside, where {most} are the most",
                    names.join(", ")
                )
            })?;
        }
        Ok(())
    }

    fn check_beasts(&self) -> Check {
        let state = &self.state;
        self.check_presence(Kind::IceDragon, state.ice == Beast::Afire, "ice")?;
        self.check_presence(Kind::YoungerSerpent, state.younger == Beast::Afire, "yw")?;
        refuse_if(self.count(Kind::ElderSerpent) > 1, "board", || "there is one Elder Serpent".to_owned())?;
        let prince_free = self.royal(Side::Forest).is_some_and(|at| !at.is_room());
        refuse_if(state.ice != Beast::Waiting && prince_free, "state", || {
            "once the Ice Dragon is afire the Prince is in E0".to_owned()
        })?;
        let warlord_free = self.royal(Side::Storm).is_some_and(|at| !at.is_room());
        refuse_if(state.elder != Beast::Waiting && warlord_free, "state", || {
            "once the Elder Serpent is afire the Warlord is in E16".to_owned()
        })?;
        refuse_if(state.elder != Beast::Waiting && !state.warlord_has_landed, "state", || {
            "`wl1` is 1 once the Elder Serpent is afire".to_owned()
        })?;
        for (kind, possible) in [
            (Kind::GreenSceptre, state.ice == Beast::Waiting),
            (Kind::RedSceptre, state.ice == Beast::Waiting),
            (Kind::ForestTalisman, state.ice == Beast::Afire),
            (Kind::StormTalisman, state.ice != Beast::Waiting),
            (Kind::Empress, state.ice != Beast::Waiting),
        ] {
            refuse_if(!possible && self.find(kind).is_some(), "state", || {
                format!("{} cannot be on the board with that `ice`", kind.abbreviation())
            })?;
        }
        Ok(())
    }

    /// A force of which there is at most one is on the board exactly when the state says so.
    fn check_presence(&self, kind: Kind, due: bool, key: &str) -> Check {
        refuse_if(self.count(kind) != usize::from(due), "state", || {
            let count = self.count(kind);
            format!("`{key}` says {}, but {count} {} on the board", usize::from(due), kind.abbreviation())
        })
    }

    fn check_shields(&self) -> Check {
        let state = &self.state;
        let called = state.elder != Beast::Waiting || state.younger != Beast::Waiting;
        refuse_if(state.war != called, "state", || {
            "`war` is 1 exactly once a Serpent has been set afire".to_owned()
        })?;
        for (side, key, alerted) in
            [(Side::Forest, "lb", called), (Side::Storm, "jr", state.ice != Beast::Waiting)]
        {
            let shield = state.shield(side);
            self.check_presence(Kind::shield_bearer_of(side), shield == Shield::Guard, key)?;
            refuse_if((shield != Shield::Lowered) != alerted, "state", || {
                format!("`{key}` leaves its place exactly once the beast he shields against is afire")
            })?;
        }
        Ok(())
    }

    /// The Princess or the Queen at war; the Storm Queen, Empress or Witch; their arrows and the offer.
    fn check_ladies(&self) -> Check {
        let state = &self.state;
        self.check_presence(Kind::Princess, !state.war, "war")?;
        let queens = self.count(Kind::QueenAtWar);
        refuse_if(queens > usize::from(state.war), "state", || {
            "the Queen is on the board at war only, and once".to_owned()
        })?;
        let (most, stored) = if state.war { (4 * queens, 0) } else { (2, 2) };
        refuse_if(usize::from(state.green_arrows) > most || state.library_arrows > stored, "state", || {
            format!("`ga` can be up to {most} and `gl` up to {stored} here")
        })?;
        let forms = [Kind::StormQueen, Kind::Empress, Kind::Witch].map(|kind| self.count(kind));
        let most = usize::from(state.younger == Beast::Waiting);
        refuse_if(forms.iter().sum::<usize>() > most, "board", || {
            format!("of SQN, SEP, RWH there can be {most} on the board with that `yw`")
        })?;
        refuse_if(state.red_arrows > 0 && forms[0] == 0, "state", || {
            "`ra` is 0 without the Storm Queen on the board".to_owned()
        })?;
        let offered = self.turn == Side::Storm && forms[0] == 1 && state.ice == Beast::Afire;
        refuse_if(state.empress_offered && !offered, "state", || {
            "`emp` is 1 only on Storm's reply to `=DA`, with SQN on the board".to_owned()
        })
    }

    fn check_captives(&self) -> Check {
        self.check_presence(Kind::Wizard, self.state.wizard == Captive::Free, "wiz")?;
        self.check_presence(Kind::Magician, self.state.magician == Captive::Free, "mag")
    }

    fn check_rights(&self) -> Check {
        for side in Side::BOTH {
            for wing in Wing::BOTH {
                let tower = self
                    .force_at(wing.tower_post(side))
                    .is_some_and(|kind| kind.is_tower() && kind.side() == side);
                let possible = tower && self.royal(side) == Some(royal_post(side));
                refuse_if(self.rights.has(side, wing) && !possible, "rights", || {
                    let (royal, tower) = (royal_post(side), wing.tower_post(side));
                    format!("the right of {side} needs its royal on {royal} and its tower on {tower}")
                })?;
            }
        }
        Ok(())
    }

    fn check_passed(&self) -> Check {
        let Some(passed) = self.state.passed else { return Ok(()) };
        let stepper = self.turn.opponent();
        let foot = match stepper {
            Side::Forest => Kind::Dwarf,
            Side::Storm => Kind::Gnome,
        };
        let stepped = self.double_stepped(passed);
        let start = stepped.and_then(|to| {
            let (files, ranks) = to.delta(passed);
            passed.offset(files, ranks)
        });
        let possible = passed.rank_from_home(stepper) == 3
            && self.is_clear(passed)
            && start.is_some_and(|start| self.is_clear(start))
            && stepped.is_some_and(|to| self.force_at(to) == Some(foot));
        refuse_if(!possible, "state", || {
            format!("no {} has just passed {passed} by a double step", foot.name())
        })
    }

    /// Who is missing or has planted, and whose royal stands attacked.
    fn check_end(&self) -> Check {
        let missing: Vec<Side> = Side::BOTH.into_iter().filter(|&side| self.royal(side).is_none()).collect();
        if let Some(&loser) = missing.first() {
            let captor = match loser {
                Side::Forest => Kind::Witch,
                Side::Storm => Kind::Prince,
            };
            let possible = missing.len() == 1 && self.turn == loser && self.planted.is_none();
            refuse_if(!possible || self.find(captor).is_none(), "board", || {
                format!(
                    "the {} is missing, which only a direct capture on the last move explains",
                    Kind::royal_of(loser).name()
                )
            })?;
            return refuse_if(self.quiet != 0, "quiet", || "a direct capture sets it to 0".to_owned());
        }
        if let Some(at) = self.planted {
            let bearer = self.force_at(at).filter(|kind| kind.is_flag_bearer());
            let possible = bearer
                .is_some_and(|kind| kind.side() != self.turn && at.covers_banner_of(kind.side().opponent()));
            refuse_if(!possible, "board", || {
                format!("nobody can have planted a flag on {at} on the last move")
            })?;
        }
        let moved = self.turn.opponent();
        refuse_if(self.is_attacked(moved), "board", || {
            format!("it is {}'s turn, and the {} is attacked", self.turn, Kind::royal_of(moved).name())
        })
    }
}

/// Whether a force of this kind can ever stand on this position (ruling 6).
fn can_stand(kind: Kind, position: Position) -> bool {
    let (side, scope) = (kind.side(), &kind.powers().scope);
    match (kind, position.ground()) {
        (Kind::Princess, _) => position == PRINCESS_POST,
        (Kind::PalaceDefender | Kind::CitadelWatcher, _) => position.is_palace_of(side),
        (_, Ground::Ocean) => scope.lands_at_home || scope.lands_abroad,
        (_, Ground::Kingdom(owner)) => match if owner == side { scope.home } else { scope.abroad } {
            Land::Nowhere => false,
            Land::Palace => position.is_palace_of(side),
            Land::Everywhere => true,
        },
    }
}
