//! Reading situation strings. What reads well is then held against the rules (see `validity`).

use super::direction::Direction;
use super::force::{Kind, Side};
use super::position::{FILES, ISLAND, Position, STAIRWELL, WHITE_ROOM};
use super::situation::Situation;
use super::stage::{Beast, Captive, Rights, Shield, State};
use super::vessel::{Class, Vessel};
use super::writing::RIGHTS;
use crate::game::read_number;
use crate::{Knights, SituationError};

type Reading<T> = Result<T, SituationError>;

impl Situation {
    /// Reads a situation string.
    ///
    /// # Errors
    /// [`SituationError`] naming the field, when the text is no situation or the situation cannot arise.
    pub(super) fn parse(text: &str) -> Reading<Self> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, rights, state, quiet, number] = fields[..] else {
            let why =
                format!("{} fields where six are due: board, side, rights, state, quiet, move", fields.len());
            return Err(SituationError::new("situation", why));
        };
        let mut situation = Self::bare(Knights::default());
        situation.read_board(board)?;
        situation.turn = match side {
            "f" => Side::Forest,
            "s" => Side::Storm,
            _ => return Err(SituationError::new("side", format!("`{side}` is neither `f` nor `s`"))),
        };
        situation.rights = read_rights(rights)?;
        situation.read_state(state)?;
        situation.quiet = read_number("quiet", quiet)?;
        situation.number = read_number("move", number)?;
        situation.check()?;
        Ok(situation)
    }

    fn read_board(&mut self, board: &str) -> Reading<()> {
        let ranks: Vec<&str> = board.split('/').collect();
        if ranks.len() != 15 {
            return Err(SituationError::new("board", format!("{} ranks where fifteen are due", ranks.len())));
        }
        for (rank, cells) in (1..).zip(ranks) {
            let mut file = 0;
            for cell in cells.split(',') {
                file += self.read_cell(file, rank, cell)?;
            }
            if file != FILES {
                let why = format!("rank {rank} has {file} positions where nine are due");
                return Err(SituationError::new("board", why));
            }
        }
        Ok(())
    }

    /// Reads one cell and says how many positions it covers.
    fn read_cell(&mut self, file: u8, rank: u8, cell: &str) -> Reading<u8> {
        let wrong = |why: String| SituationError::new("board", why);
        let position = Position::new(file, rank)
            .ok_or_else(|| wrong(format!("rank {rank} has more than nine positions")))?;
        if let [digit @ b'1'..=b'9'] = cell.as_bytes() {
            let run = digit - b'0';
            if rank == ISLAND.rank() && (file..file.saturating_add(run)).contains(&ISLAND.file()) {
                return Err(wrong("E8, the island, is always written `#`".to_owned()));
            }
            return Ok(run);
        }
        if position == ISLAND || cell == "#" {
            return if position == ISLAND && cell == "#" {
                Ok(1)
            } else {
                Err(wrong(format!("`{cell}` on {position}: E8, and E8 alone, is written `#`")))
            };
        }
        let afloat = cell.starts_with(['g', 'r']);
        if afloat != position.is_ocean() {
            let why = match afloat {
                false => format!("`{cell}` on {position}: on the ocean a force must be aboard a vessel"),
                true => format!("`{cell}` on {position}: vessels stay on the ocean, ranks 6 to 10"),
            };
            return Err(wrong(why));
        }
        let (vessel, force) = match cell.split_once('=') {
            _ if !afloat => (None, Some(cell)),
            Some((vessel, force)) => (Some(vessel), Some(force)),
            None => (Some(cell), None),
        };
        if let Some(vessel) = vessel {
            self.set_vessel(position, Some(read_vessel(position, vessel)?));
        }
        force.map_or(Ok(()), |force| self.read_force(position, force))?;
        Ok(1)
    }

    fn read_force(&mut self, position: Position, text: &str) -> Reading<()> {
        let wrong = |why: String| SituationError::new("board", why);
        let (word, planted) = text.strip_suffix('!').map_or((text, false), |word| (word, true));
        let (word, bird) = word.strip_suffix('*').map_or((word, false), |word| (word, true));
        let kind = Kind::from_abbreviation(word)
            .ok_or_else(|| wrong(format!("`{text}` on {position} is no force of Dragon")))?;
        if kind.is_royal() && self.royal(kind.side()).is_some() {
            return Err(wrong(format!(
                "there is one {}, and this one on {position} is another",
                kind.name()
            )));
        }
        if planted && self.planted.is_some() {
            return Err(wrong("two flags have been planted".to_owned()));
        }
        self.place(position, kind);
        self.set_bird(position, bird);
        if planted {
            self.planted = Some(position);
        }
        Ok(())
    }

    fn read_state(&mut self, text: &str) -> Reading<()> {
        let mut pairs = text.split(';');
        let mut next = |key: &str| -> Reading<&str> {
            let pair = pairs.next().unwrap_or_default();
            pair.strip_prefix(key)
                .and_then(|rest| rest.strip_prefix(':'))
                .ok_or_else(|| SituationError::new("state", format!("`{pair}` where `{key}:` is due")))
        };
        let (e0, e16) = (next("e0")?, next("e16")?);
        let younger = read_beast("yw", next("yw")?, "WYS")?;
        let ice = read_beast("ice", next("ice")?, "watching")?;
        let elder = self.read_stairwell(e16)?;
        self.read_white_room(e0, ice)?;
        self.state = State {
            younger,
            ice,
            elder,
            war: read_flag("war", next("war")?)?,
            green_arrows: read_count("ga", next("ga")?, 4)?,
            library_arrows: read_count("gl", next("gl")?, 2)?,
            red_arrows: read_count("ra", next("ra")?, 3)?,
            librarian: read_shield("lb", next("lb")?, "shelf")?,
            jailer: read_shield("jr", next("jr")?, "office")?,
            wizard: read_captive("wiz", next("wiz")?)?,
            magician: read_captive("mag", next("mag")?)?,
            warlord_has_landed: read_flag("wl1", next("wl1")?)?,
            empress_offered: read_flag("emp", next("emp")?)?,
            passed: read_passed(next("ep")?)?,
            exchange: State::START.exchange,
        };
        self.read_box(next("box")?)?;
        let knights = next("knights")?;
        let named = Knights::ALL.iter().find(|variation| variation.name().to_ascii_lowercase() == knights);
        self.knights = *named.ok_or_else(|| not_one_of("knights", knights, "lance, sword, pike"))?;
        match pairs.next() {
            Some(more) => {
                Err(SituationError::new("state", format!("`{more}` after `knights`, which is last")))
            }
            None => Ok(()),
        }
    }

    fn read_white_room(&mut self, text: &str, ice: Beast) -> Reading<()> {
        match (text, ice) {
            ("WDR", Beast::Waiting) | ("-", Beast::Afire | Beast::Gone) => Ok(()),
            ("TPC", Beast::Afire | Beast::Gone) => self.read_confined(WHITE_ROOM, Kind::Prince),
            ("WDR" | "TPC" | "-", _) => {
                Err(SituationError::new("state", "`e0` is `WDR` exactly while `ice` is `watching`"))
            }
            _ => Err(not_one_of("e0", text, "WDR, TPC, -")),
        }
    }

    fn read_stairwell(&mut self, text: &str) -> Reading<Beast> {
        let afire = if self.find(Kind::ElderSerpent).is_some() { Beast::Afire } else { Beast::Gone };
        match text {
            "WES" if afire == Beast::Gone => Ok(Beast::Waiting),
            "WES" => {
                Err(SituationError::new("state", "the Elder Serpent is in the Stairwell and on the board"))
            }
            "-" => Ok(afire),
            "WL" => self.read_confined(STAIRWELL, Kind::Warlord).map(|()| afire),
            _ => Err(not_one_of("e16", text, "WES, WL, -")),
        }
    }

    fn read_confined(&mut self, room: Position, royal: Kind) -> Reading<()> {
        if self.royal(royal.side()).is_some() {
            let why = format!("the {} is in {room} and on the board", royal.name());
            return Err(SituationError::new("state", why));
        }
        self.place(room, royal);
        Ok(())
    }

    fn read_box(&mut self, text: &str) -> Reading<()> {
        let wrong = || not_one_of("box", text, "counts like WK0,GK0,RG0,BK0,RK0,RR0");
        let mut counts = text.split(',');
        for kind in super::stage::ExchangeBox::KINDS {
            let count =
                counts.next().and_then(|pair| pair.strip_prefix(kind.abbreviation())).ok_or_else(wrong)?;
            self.state.exchange.set(kind, read_count("box", count, 2)?);
        }
        if counts.next().is_some() { Err(wrong()) } else { Ok(()) }
    }
}

fn not_one_of(key: &str, text: &str, choices: &str) -> SituationError {
    SituationError::new("state", format!("`{key}` is `{text}` where it can be: {choices}"))
}

fn read_vessel(position: Position, text: &str) -> Reading<Vessel> {
    let wrong = || {
        let why = format!(
            "`{text}` on {position} is no vessel: a ship is written like `gsSE`, a Flagship like `rfN.3h`"
        );
        SituationError::new("board", why)
    };
    let fleet = match text.get(..1) {
        Some("g") => Side::Forest,
        Some("r") => Side::Storm,
        _ => return Err(wrong()),
    };
    let rest = text.get(2..).ok_or_else(wrong)?;
    let (bow, class) = match text.get(1..2) {
        Some("s") => (rest, Class::Ship),
        Some("f") => {
            let (bow, guns) = rest.split_once('.').ok_or_else(wrong)?;
            let (balls, moored) = guns.strip_suffix('h').map_or((guns, false), |balls| (balls, true));
            match balls.as_bytes() {
                [digit @ b'0'..=b'3'] => (bow, Class::Flagship { balls: digit - b'0', moored }),
                _ => return Err(wrong()),
            }
        }
        _ => return Err(wrong()),
    };
    Ok(Vessel { fleet, bow: Direction::from_letters(bow).ok_or_else(wrong)?, class })
}

fn read_rights(text: &str) -> Reading<Rights> {
    let mut rights = Rights::NONE;
    let mut letters = text.chars().peekable();
    for (letter, side, wing) in RIGHTS {
        if letters.next_if_eq(&letter).is_some() {
            rights = rights.with(side, wing);
        }
    }
    if text == "-" || rights != Rights::NONE && letters.next().is_none() {
        return Ok(rights);
    }
    Err(SituationError::new("rights", format!("`{text}` is neither `-` nor letters of `WEwe` in that order")))
}

fn read_beast(key: &str, text: &str, waiting: &str) -> Reading<Beast> {
    match text {
        _ if text == waiting => Ok(Beast::Waiting),
        "afire" => Ok(Beast::Afire),
        "gone" => Ok(Beast::Gone),
        _ => Err(not_one_of(key, text, &format!("{waiting}, afire, gone"))),
    }
}

fn read_shield(key: &str, text: &str, lowered: &str) -> Reading<Shield> {
    match text {
        _ if text == lowered => Ok(Shield::Lowered),
        "alert" => Ok(Shield::Alert),
        "guard" => Ok(Shield::Guard),
        "gone" => Ok(Shield::Gone),
        _ => Err(not_one_of(key, text, &format!("{lowered}, alert, guard, gone"))),
    }
}

fn read_captive(key: &str, text: &str) -> Reading<Captive> {
    match text {
        "captive" => Ok(Captive::Chained),
        "free" => Ok(Captive::Free),
        "gone" => Ok(Captive::Gone),
        _ => Err(not_one_of(key, text, "captive, free, gone")),
    }
}

fn read_flag(key: &str, text: &str) -> Reading<bool> {
    match text {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(not_one_of(key, text, "0, 1")),
    }
}

fn read_count(key: &str, text: &str, most: u8) -> Reading<u8> {
    match text.as_bytes() {
        [digit @ b'0'..=b'9'] if digit - b'0' <= most => Ok(digit - b'0'),
        _ => Err(not_one_of(key, text, &format!("0 to {most}"))),
    }
}

fn read_passed(text: &str) -> Reading<Option<Position>> {
    match (text, Position::parse(text)) {
        ("-", _) => Ok(None),
        (_, Some(position)) if position.to_string() == text => Ok(Some(position)),
        _ => Err(not_one_of("ep", text, "-, or the position passed")),
    }
}
