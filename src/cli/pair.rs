//! `tiger-arbiter pair`: the next round's pairing, from a report file.

use std::io::{self, Write};
use std::path::PathBuf;

use tiger_pairing::trf::Report;
use tiger_pairing::{
    Board, DraftRound, PairingError, PairingNumber, Round, Side, System, Tournament, dutch, round_robin,
};

use super::report::{Reading, complain, read_report};
use super::{Exit, Outcome};

/// Pair the next round of a report file (TRF).
#[derive(Debug, clap::Args)]
#[command(after_help = "\
Prints the number of pairs, then WHITE BLACK a line by starting number, 0 for the bye. Who has an entry in the
file for the round to be paired (a bye, an absence) is not paired; in a round robin the opponent stands against 0.
Exit codes: 0 fine, 1 the file is wrong or the round cannot be paired, 2 unreadable.
Examples:
  tiger-arbiter pair open.trf
  tiger-arbiter pair open.trf --system dutch --colours black
  tiger-arbiter pair - < open.trf")]
pub(super) struct PairArgs {
    /// The report file (TRF16 or TRF26); - for standard input.
    file: PathBuf,
    /// The pairing system; default: the file's own, or else dutch.
    #[arg(long)]
    system: Option<SystemName>,
    /// The first-round colour of the highest player; default: the file's own (152 or XXC).
    #[arg(long, visible_alias = "colors")]
    colours: Option<Colour>,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum SystemName {
    /// FIDE (Dutch).
    Dutch,
    /// Everybody meets everybody, by the Berger tables.
    RoundRobin,
    /// The same twice.
    DoubleRoundRobin,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Colour {
    /// White: moves first.
    #[value(alias = "white1")]
    White,
    /// Black: moves second.
    #[value(alias = "black1")]
    Black,
}

impl PairArgs {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let Reading::Sound(mut report) = read_report(&self.file)? else { return Ok(Exit::Broken) };
        let settings = &mut report.tournament.settings;
        match self.system {
            None => {}
            Some(SystemName::Dutch) => settings.system = System::Dutch,
            Some(SystemName::RoundRobin) => settings.system = System::RoundRobin { cycles: 1 },
            Some(SystemName::DoubleRoundRobin) => settings.system = System::RoundRobin { cycles: 2 },
        }
        match self.colours {
            None => {}
            Some(Colour::White) => settings.initial_side = Some(Side::First),
            Some(Colour::Black) => settings.initial_side = Some(Side::Second),
        }
        if settings.system == System::Other {
            let kind =
                if report.is_of_teams() { "is of a team event" } else { "names a system not known here" };
            let name = report.system_name();
            return complain(
                &self.file,
                &format_args!(
                    "the file {kind} ({name}); to pair it all the same, name the system: --system dutch, \
                     round-robin or double-round-robin"
                ),
            );
        }
        let settings = &report.tournament.settings;
        if settings.system == System::Dutch && settings.rounds == 0 {
            let message = "the file does not say how many rounds there are: add a line 142 or XXR";
            return complain(&self.file, &message);
        }
        match draft(&report) {
            Ok((draft, without_game)) => {
                print(&draft, &without_game, out)?;
                if let Some(Board { first, second }) = met_before(&report.tournament, &draft) {
                    let why = "the rounds before are not those of the Berger tables";
                    complain(&self.file, &format_args!("{first} and {second} have met already: {why}"))?;
                }
                Ok(Exit::Fine)
            }
            Err(error) => complain(&self.file, &error),
        }
    }
}

/// The first round after the last one paired that somebody has no entry for: a round in which everybody was away is over.
fn round_to_pair(tournament: &Tournament) -> Round {
    let mut round = tournament.next_round();
    while tournament.players().len() > 0 && tournament.players().all(|player| player.cell(round).is_some()) {
        round = round.next();
    }
    round
}

/// The round, and who has no opponent in it.
fn draft(report: &Report) -> Result<(DraftRound, Vec<PairingNumber>), PairingError> {
    let tournament = &report.tournament;
    let round = round_to_pair(tournament);
    match tournament.settings.system {
        System::Dutch => {
            let draft = dutch::draft_round(tournament, round)?;
            let byes = draft.byes.iter().map(|bye| bye.player).collect();
            Ok((draft, byes))
        }
        System::RoundRobin { .. } => {
            let draft = round_robin::draft(tournament, round)?;
            let free = round_robin::free_player(tournament, round)?;
            Ok(without_absent(tournament, draft, free))
        }
        System::Knockout | System::Match | System::Free | System::Other => Err(PairingError::Unsuitable {
            why: "a report file does not hold what this system's next round needs; pair it with --system dutch, \
                  round-robin or double-round-robin"
                .to_owned(),
        }),
    }
}

/// A board of a round robin whose players have met as often as they are to, because the rounds before were other ones.
fn met_before<'a>(tournament: &Tournament, draft: &'a DraftRound) -> Option<&'a Board> {
    let System::RoundRobin { cycles } = tournament.settings.system else { return None };
    draft.boards.iter().find(|board| {
        let cells = tournament.player(board.first).map_or(&[][..], |player| &player.cells);
        let met = cells.iter().filter(|cell| cell.opponent() == Some(board.second)).count();
        met >= usize::from(cycles)
    })
}

/// The boards at which both are there, and who has no opponent: whoever is free, and whose opponent is away.
fn without_absent(
    tournament: &Tournament,
    draft: DraftRound,
    free: Option<PairingNumber>,
) -> (DraftRound, Vec<PairingNumber>) {
    let round = draft.round;
    let is_there = |number: &PairingNumber| {
        tournament.player(*number).is_some_and(|player| player.cell(round).is_none())
    };
    let is_played = |board: &Board| is_there(&board.first) && is_there(&board.second);
    let (boards, missed): (Vec<_>, Vec<_>) = draft.boards.into_iter().partition(is_played);
    let alone = missed.into_iter().flat_map(|board| [board.first, board.second]).chain(free);
    let mut alone: Vec<_> = alone.filter(is_there).collect();
    alone.sort_unstable();
    (DraftRound { boards, ..draft }, alone)
}

fn print(draft: &DraftRound, without_game: &[PairingNumber], out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", draft.boards.len() + without_game.len())?;
    for board in &draft.boards {
        writeln!(out, "{} {}", board.first, board.second)?;
    }
    for player in without_game {
        writeln!(out, "{player} 0")?;
    }
    Ok(())
}
