//! Settings, in the records of either version.

use std::collections::BTreeMap;

use super::super::read::{OWN, is_baku, last_of_group_a, system};
use super::super::report::Report;
use super::Version;
use super::player::decimals;
use crate::model::{
    Acceleration, Award, Bye, Cell, Edition, Entry, ForfeitResult, GameResult, PairingNumber, PointTable,
    Points, Round, Side, System, Tournament,
};

/// The type of tournament in words: the report's own if it names the same system, or a code beside it does.
pub(super) fn kind(report: &Report, written: &str, version: Version) -> String {
    let wanted = report.tournament.settings.system;
    let has_code = version == Version::Trf26 && code(report).is_some();
    if !written.is_empty() && (system("", written) == wanted || has_code) {
        return written.to_owned();
    }
    match wanted {
        System::Dutch => "Individual: Swiss-System FIDE (Dutch)",
        System::RoundRobin { cycles: 2.. } => "Individual: Double Round Robin",
        System::RoundRobin { .. } => "Individual: Round Robin",
        System::Knockout => "Individual: Knockout",
        System::Match => "Individual: Match",
        System::Free => "Individual: free pairing",
        System::Other => "",
    }
    .to_owned()
}

/// The type of tournament as a code: the report's own if it names the same system.
fn code(report: &Report) -> Option<String> {
    let settings = &report.tournament.settings;
    let written = &report.header.type_code;
    let baku = has_usual_baku(&report.tournament);
    if !written.is_empty() && system(written, "") == settings.system && is_baku(written) == baku {
        return Some(written.clone());
    }
    let code = match settings.system {
        // Without an edition, which programs made for another one refuse.
        System::Dutch if baku => "FIDE_DUTCH_BAKU",
        System::Dutch => "FIDE_DUTCH",
        System::RoundRobin { cycles: 2.. } => "FIDE_DOUBLEROUNDROBIN",
        System::RoundRobin { .. } => "FIDE_ROUNDROBIN",
        System::Knockout => "CUSTOM_KNOCKOUT",
        System::Match | System::Free | System::Other => return None,
    };
    Some(code.to_owned())
}

/// Whether the acceleration is Baku's with the usual upper half and points, which the code of record 192 says by itself:
/// a draw is half of a win, as the regulation's virtual points take it. Others write the virtual points out.
fn has_usual_baku(tournament: &Tournament) -> bool {
    let points = &tournament.settings.points;
    if points.loss != Points::ZERO || points.draw.halves() * 2 != points.win.halves() {
        return false;
    }
    let numbers: Vec<PairingNumber> = tournament.players().map(|player| player.number).collect();
    match tournament.settings.acceleration {
        Acceleration::Baku { last_of_group_a: last } => last_of_group_a(&numbers) == Some(last),
        Acceleration::None | Acceleration::Listed(_) => false,
    }
}

/// Records that name no player.
pub(super) fn of_the_event(report: &Report, version: Version) -> Vec<String> {
    let settings = &report.tournament.settings;
    let mut lines = Vec::new();
    let side = settings.initial_side;
    // What an adjourned game is worth is our own comment where no record says it: TRF16 has none, and other programs
    // refuse TRF26 files with a letter that they do not know, which changes nothing for them where there is no such game.
    let tells_adjourned = version == Version::Trf26 && has_adjourned(&report.tournament);
    match version {
        Version::Trf26 => {
            if settings.rounds > 0 {
                lines.push(format!("142 {}", settings.rounds));
            }
            lines.extend(side.map(|side| format!("152 {}", if side == Side::First { 'W' } else { 'B' })));
            lines.extend(points_26(&settings.points, tells_adjourned));
            lines.extend(code(report).map(|code| format!("192 {code}")));
        }
        Version::Trf16 => {
            if settings.rounds > 0 {
                lines.push(format!("XXR {}", settings.rounds));
            }
            let colour = |side| if side == Side::First { "white1" } else { "black1" };
            lines.extend(side.map(|side| format!("XXC {}", colour(side))));
            lines.extend(points_16(&settings.points));
        }
    }
    if !tells_adjourned && settings.points.adjourned != settings.points.draw {
        lines.push(format!("{OWN}adjourned {}", decimals(settings.points.adjourned)));
    }
    lines.extend(settings.greatest_win.map(|points| format!("{OWN}greatest-win {}", decimals(points))));
    if !settings.nominal_points_count {
        lines.push(format!("{OWN}nominal-points do-not-count"));
    }
    if settings.tie_breaks.edition == Edition::August2024 {
        lines.push(format!("{OWN}tie-break-edition 2024-08"));
    }
    lines.extend(
        settings.tie_breaks.rating_of_unrated.map(|rating| format!("{OWN}rating-of-unrated {rating}")),
    );
    lines
}

/// The point settings of both engines; nothing for the standard table.
fn points_16(table: &PointTable) -> Vec<String> {
    if *table == PointTable::default() {
        return Vec::new();
    }
    let PointTable { win, draw, loss, forfeit_win, forfeit_loss, .. } = *table;
    let [w, d, l, fw, fl] = [win, draw, loss, forfeit_win, forfeit_loss].map(decimals);
    let [pab, hpb, fpb, zpb] =
        [table.pairing_allocated_bye, table.half_point_bye, table.full_point_bye, table.zero_point_bye]
            .map(decimals);
    let mut lines: Vec<String> = [("W", &w), ("D", &d), ("L", &l), ("Z", &zpb), ("F", &fl), ("U", &pab)]
        .iter()
        .map(|(letter, points)| format!("BB{letter} {points:>4}"))
        .collect();
    lines.push(format!("XXS WW={w} BW={w} WD={d} BD={d} WL={l} BL={l}"));
    lines.push(format!("XXS FW={fw} FL={fl} PAB={pab} FPB={fpb} HPB={hpb} ZPB={zpb}"));
    lines
}

fn has_adjourned(tournament: &Tournament) -> bool {
    let is_adjourned = |cell: &Cell| matches!(cell.entry, Entry::Game { result: GameResult::Adjourned, .. });
    tournament.players().any(|player| player.cells.iter().any(is_adjourned))
}

/// Record 162 for what differs from the format's own points, and where one letter is too coarse for the table, `XXS`
/// beside it.
fn points_26(table: &PointTable, tells_adjourned: bool) -> Vec<String> {
    let standard = PointTable::default();
    let letters = [
        ('W', table.win, standard.win),
        ('D', table.draw, standard.draw),
        ('L', table.loss, standard.loss),
        ('A', table.forfeit_loss, standard.forfeit_loss),
        ('P', table.pairing_allocated_bye, table.win),
        ('X', table.adjourned, table.draw),
    ];
    let fields: Vec<String> = letters
        .iter()
        .filter(|(letter, points, default)| points != default && (tells_adjourned || *letter != 'X'))
        .map(|(letter, points, _)| format!("{letter}{:>4}", decimals(*points)))
        .collect();
    let mut lines = Vec::new();
    if !fields.is_empty() {
        lines.push(format!("162  {}", fields.join("    ")));
    }
    let coarse = PointTable {
        forfeit_loss: table.forfeit_loss,
        zero_point_bye: table.forfeit_loss,
        pairing_allocated_bye: table.pairing_allocated_bye,
        adjourned: table.adjourned,
        ..PointTable::new(table.win, table.draw, table.loss)
    };
    if coarse != *table {
        let [fw, fpb, hpb, zpb] =
            [table.forfeit_win, table.full_point_bye, table.half_point_bye, table.zero_point_bye]
                .map(decimals);
        lines.push(format!("XXS FW={fw} FPB={fpb} HPB={hpb} ZPB={zpb}"));
    }
    lines
}

/// Records that name players.
pub(super) fn of_players(report: &Report, version: Version) -> Vec<String> {
    let mut lines = Vec::new();
    if version == Version::Trf26 {
        lines.extend(byes(report));
    }
    lines.extend(virtual_points(report, version));
    lines.extend(forbidden(&report.tournament, version));
    lines.extend(awards(&report.tournament, version));
    let annulled = report.tournament.settings.annulled.iter();
    lines.extend(annulled.map(|player| format!("{OWN}annulled {}", player.get())));
    lines
}

/// Byes of rounds to come.
fn byes(report: &Report) -> Vec<String> {
    let mut groups: BTreeMap<(Round, char), Vec<String>> = BTreeMap::new();
    for granted in &report.later_byes {
        let letter = match granted.bye {
            Bye::HalfPoint => 'H',
            Bye::FullPoint | Bye::PairingAllocated => 'F',
            Bye::ZeroPoint => 'Z',
        };
        groups.entry((granted.round, letter)).or_default().push(format!("{:>4}", granted.player.get()));
    }
    groups
        .into_iter()
        .map(|((round, letter), players)| format!("240 {letter} {:03} {}", round.get(), players.join(" ")))
        .collect()
}

fn virtual_points(report: &Report, version: Version) -> Vec<String> {
    let tournament = &report.tournament;
    let rounds = match &tournament.settings.acceleration {
        Acceleration::None => return Vec::new(),
        Acceleration::Baku { .. } if version == Version::Trf26 && has_usual_baku(tournament) => {
            return Vec::new();
        }
        Acceleration::Baku { .. } => tournament.settings.rounds,
        Acceleration::Listed(lists) => lists.values().map(Vec::len).max().unwrap_or(0) as u32,
    };
    let mut lines = Vec::new();
    for player in tournament.players() {
        let mut points: Vec<Points> = (1..=rounds)
            .filter_map(Round::new)
            .map(|round| tournament.virtual_points(player.number, round))
            .collect();
        while points.last() == Some(&Points::ZERO) {
            points.pop();
        }
        let number = player.number.get();
        match version {
            Version::Trf16 if points.is_empty() => {}
            Version::Trf16 => {
                let fields: Vec<String> =
                    points.iter().map(|&points| format!("{:>4}", decimals(points))).collect();
                lines.push(format!("XXA {number:>4} {}", fields.join(" ")));
            }
            Version::Trf26 => {
                let mut first = 1;
                for run in points.chunk_by(|one, other| one == other) {
                    let last = first + run.len() - 1;
                    if run[0] != Points::ZERO {
                        let virtual_points = decimals(run[0]);
                        lines.push(format!(
                            "250      {virtual_points:>4} {first:03} {last:03} {number:>4} {number:>4}"
                        ));
                    }
                    first = last + 1;
                }
            }
        }
    }
    lines
}

/// Pairs that may not be made. TRF16 knows them only for the whole event, so that those of some rounds are written if
/// they bind the round to be paired.
fn forbidden(tournament: &Tournament, version: Version) -> Vec<String> {
    let next = tournament.next_round();
    let rounds = tournament.settings.rounds.clamp(1, 999);
    let write = |group: &crate::model::ForbiddenGroup| {
        let players: Vec<String> =
            group.players.iter().map(|number| format!("{:>4}", number.get())).collect();
        let players = players.join(" ");
        match version {
            Version::Trf16 => group.holds_in(next).then(|| format!("XXP {players}")),
            Version::Trf26 => {
                let (first, last) = (group.first_round.get(), group.last_round.map_or(rounds, Round::get));
                Some(format!("260 {first:03} {last:03} {players}"))
            }
        }
    };
    tournament.settings.forbidden.iter().filter_map(write).collect()
}

/// Points of single games that are not the table's: record 299 for other programs, and a comment of our own for what
/// it cannot say. An award of just what the table gives goes without saying. What was annulled is worth nothing to other
/// programs; the comment says what it would be worth.
fn awards(tournament: &Tournament, version: Version) -> Vec<String> {
    let mut abnormal: BTreeMap<(usize, char, i32), Vec<String>> = BTreeMap::new();
    let mut comments = Vec::new();
    for player in tournament.players() {
        for (index, cell) in player.cells.iter().enumerate() {
            let of_the_table = tournament.cell_points(&Cell { award: None, ..*cell });
            let usual = Award { points: of_the_table, ..Award::default() };
            let award = cell.award.unwrap_or(usual);
            let is_annulled = !tournament.counts(player.number, cell);
            if award == usual && (!is_annulled || of_the_table == Points::ZERO) {
                continue;
            }
            let points = tournament.counted_points(player.number, cell);
            if let Some(letter) = letter(cell.entry).filter(|_| points != of_the_table) {
                let number = format!("{:>4}", player.number.get());
                abnormal.entry((index + 1, letter, points.halves())).or_default().push(number);
            }
            let number = player.number.get();
            comments.push(format!(
                "{OWN}award {} {number} {} {} {}",
                index + 1,
                decimals(award.points),
                decimals(award.nominal),
                award.grade
            ));
        }
    }
    let records = abnormal.into_iter().filter(|_| version == Version::Trf26).map(
        |((round, letter, halves), players)| {
            let points = decimals(Points::from_halves(halves));
            format!("299 {letter}        {points:>4}  {round:03} {}", players.join(" "))
        },
    );
    records.chain(comments).collect()
}

/// The type of record 299 for an entry that can have one.
const fn letter(entry: Entry) -> Option<char> {
    match entry {
        Entry::Game { result: GameResult::Win, .. } => Some('W'),
        Entry::Game { result: GameResult::Draw, .. } => Some('D'),
        Entry::Game { result: GameResult::Loss, .. } => Some('L'),
        Entry::Forfeit { result: ForfeitResult::Win, .. } => Some('+'),
        Entry::Forfeit { result: ForfeitResult::Loss, .. } => Some('-'),
        Entry::Bye(Bye::FullPoint) => Some('F'),
        Entry::Bye(Bye::HalfPoint) => Some('H'),
        Entry::Bye(Bye::ZeroPoint) => Some('Z'),
        _ => None,
    }
}
