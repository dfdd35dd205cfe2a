//! What has happened, for other programs: rounds, results and rulings, the newest first, as an Atom feed for feed readers, and
//! as messages for those that want to be told.

use std::io;

use chrono::{DateTime, SecondsFormat, Utc};
use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event as Xml};
use serde_json::json;
use tiger_event::text::count;
use tiger_event::{Event, Game, GameResult, Round, Ruling};
use tiger_rules::GamePoints;

use crate::config::BaseUrl;
use crate::db::webhooks::Due;
use crate::error::{AppError, Result};
use crate::publish::Issue;
use crate::services::webhooks::Message;

/// News that are told; readers keep the older ones themselves.
const MOST: usize = 100;

/// One piece of news.
struct Piece {
    id: String,
    at: DateTime<Utc>,
    title: String,
    words: String,
    /// The page, within the event's.
    path: String,
}

/// The news of an event, the newest first.
fn pieces(event: &Event) -> Vec<Piece> {
    let mut pieces: Vec<Piece> = event.rounds.iter().filter_map(|round| of_round(event, round)).collect();
    pieces
        .extend(event.games.values().filter_map(|game| Some(of_result(event, game, game.result.as_ref()?))));
    pieces.extend(event.rulings.iter().filter_map(|ruling| of_ruling(event, ruling)));
    pieces.sort_by(|one, other| (other.at, &other.id).cmp(&(one.at, &one.id)));
    pieces.truncate(MOST);
    pieces
}

/// Writes a message that is due; its news are those since the message before.
pub fn message(issue: &Issue, due: &Due, at: DateTime<Utc>, base: &BaseUrl) -> Message {
    let event = &issue.event;
    let path = format!("/events/{}", event.slug);
    let site = base.join(&path);
    let news = pieces(event).into_iter().filter(|piece| piece.at > due.hook.told_at);
    let news = news.map(|piece| {
        let address = format!("{site}{}", piece.path);
        json!({ "id": piece.id, "at": time(piece.at), "title": piece.title, "summary": piece.words, "address": address })
    });
    let body = json!({
        "type": "event.changed",
        "timestamp": time(at),
        "data": {
            "event": event.slug.as_str(),
            "name": event.settings.name.as_str(),
            "version": due.version,
            "since": due.hook.told,
            "address": site,
            "api": base.join(&format!("/api/v1{path}")),
            "news": news.collect::<Vec<_>>(),
        },
    });
    Message { id: format!("msg_{}_{}", due.hook.id.simple(), due.version), at, body: body.to_string() }
}

/// Writes the feed; links in it begin with the address that people type.
pub fn feed(issue: &Issue, base: &BaseUrl) -> Result<String> {
    let event = &issue.event;
    let pieces = pieces(event);
    let site = base.join(&format!("/events/{}", event.slug));
    let mut xml = Writer::new(Vec::new());
    write(&mut xml, event, &site, &pieces).map_err(AppError::internal)?;
    String::from_utf8(xml.into_inner()).map_err(AppError::internal)
}

fn of_round(event: &Event, round: &Round) -> Option<Piece> {
    let stage = event.stage_of_round(round.number);
    let stage = if stage.is_empty() { stage } else { format!(", {stage}") };
    Some(Piece {
        id: format!("urn:uuid:{}#round-{}", event.id, round.number),
        at: round.published_at?,
        title: format!("Round {}{stage} is published", round.number),
        words: count(event.games_of(round.number).len(), "board", "boards"),
        path: format!("/rounds/{}", round.number),
    })
}

/// Both players with their points.
fn score(event: &Event, game: &Game, result: &GameResult) -> String {
    let [first, second] = result.points.map(GamePoints::decimal);
    format!("{} {first} : {second} {}", event.name_of(game.first), event.name_of(game.second))
}

fn of_result(event: &Event, game: &Game, result: &GameResult) -> Piece {
    Piece {
        id: format!("urn:uuid:{}", game.id),
        at: result.at,
        title: format!("{}: {}", event.place_title(game), score(event, game, result)),
        words: event.ending_words(game, &result.entry),
        path: format!("/games/{}", game.id),
    }
}

fn of_ruling(event: &Event, ruling: &Ruling) -> Option<Piece> {
    let game = event.games.get(&ruling.game)?;
    let article = ruling.article.as_ref().map(|article| format!(" ({article})")).unwrap_or_default();
    Some(Piece {
        id: format!("urn:uuid:{}", ruling.id),
        at: ruling.after.at,
        title: format!("Ruling, {}: {}", event.place_of(game), score(event, game, &ruling.after)),
        words: format!("{}{article}", ruling.reason),
        path: format!("/games/{}", game.id),
    })
}

fn write(xml: &mut Writer<Vec<u8>>, event: &Event, site: &str, pieces: &[Piece]) -> io::Result<()> {
    xml.write_event(Xml::Decl(BytesDecl::new("1.0", Some("utf-8"), None)))?;
    let newest = pieces.first().map_or(event.created_at, |piece| piece.at);
    let feed = xml.create_element("feed").with_attribute(("xmlns", "http://www.w3.org/2005/Atom"));
    feed.write_inner_content(|xml| {
        element(xml, "id", &format!("urn:uuid:{}", event.id))?;
        element(xml, "title", event.settings.name.as_str())?;
        element(xml, "updated", &time(newest))?;
        link(xml, "self", &format!("{site}/feed.atom"))?;
        link(xml, "alternate", site)?;
        xml.create_element("author").write_inner_content(|xml| element(xml, "name", "Tiger Arbiter"))?;
        for piece in pieces {
            xml.create_element("entry").write_inner_content(|xml| {
                element(xml, "id", &piece.id)?;
                element(xml, "title", &piece.title)?;
                element(xml, "updated", &time(piece.at))?;
                link(xml, "alternate", &format!("{site}{}", piece.path))?;
                element(xml, "summary", &piece.words)
            })?;
        }
        Ok(())
    })?;
    Ok(())
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn element(xml: &mut Writer<Vec<u8>>, name: &str, text: &str) -> io::Result<()> {
    xml.create_element(name).write_text_content(BytesText::new(text))?;
    Ok(())
}

fn link(xml: &mut Writer<Vec<u8>>, relation: &str, address: &str) -> io::Result<()> {
    xml.create_element("link").with_attributes([("rel", relation), ("href", address)]).write_empty()?;
    Ok(())
}
