//! What the description says of many addresses alike: how they refuse, and what a command is.

use serde_json::Value;
use tiger_event::Command;
use utoipa::Modify;
use utoipa::openapi::example::ExampleBuilder;
use utoipa::openapi::path::{Operation, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{Components, ContentBuilder, OpenApi, Ref, RefOr, Required, ResponseBuilder};

/// One of each command that a program may give, with its fields.
const EXAMPLES: &str = include_str!("commands.json");

/// Where commands are given.
const COMMANDS: &str = "/api/v1/events/{slug}/commands";

/// What stands in addresses, with its type and what it is.
const PLACES: [(&str, Type, &str); 4] = [
    ("slug", Type::String, "The address of the event"),
    ("round", Type::Integer, "The number of the round"),
    ("game", Type::String, "The identifier of the game"),
    ("kind", Type::String, "The game: `dragon`, `tigerchess`, `lancerchess`, `dance`"),
];

/// What an address takes by its form, and the refusals that follow from what it takes.
pub(super) struct Addresses;

impl Modify for Addresses {
    fn modify(&self, description: &mut OpenApi) {
        for (path, item) in &mut description.paths.paths {
            for operation in [&mut item.get, &mut item.post].into_iter().flatten() {
                place(path, operation);
                refuse(path, operation);
            }
        }
    }
}

fn place(path: &str, operation: &mut Operation) {
    let parameter = |name: &str, kind: Type, place: ParameterIn, what: &str| -> Parameter {
        let schema = ObjectBuilder::new().schema_type(kind).build();
        let parameter = ParameterBuilder::new().name(name).parameter_in(place).required(Required::True);
        parameter.description(Some(what)).schema(Some(schema)).build()
    };
    let placed = PLACES.into_iter().filter(|(name, ..)| path.contains(&format!("{{{name}}}")));
    let mut taken: Vec<_> =
        placed.map(|(name, kind, what)| parameter(name, kind, ParameterIn::Path, what)).collect();
    if operation.request_body.is_some() {
        let what = "16 to 64 letters, digits and hyphens; the same request is carried out once";
        taken.push(parameter("Idempotency-Key", Type::String, ParameterIn::Header, what));
    }
    operation.parameters.get_or_insert_default().splice(0..0, taken.into_iter().map(RefOr::T));
}

fn refuse(path: &str, operation: &mut Operation) {
    let mut parameters = operation.parameters.iter().flatten();
    let is_asked = parameters
        .any(|it| matches!(it, RefOr::T(parameter) if matches!(parameter.parameter_in, ParameterIn::Query)));
    let is_sent = operation.request_body.is_some();
    let is_proved = operation.security.is_some();
    let refusals = [
        ("401", is_proved, "No token that works"),
        ("403", is_proved, "The person or the token may not"),
        ("404", is_asked || path.contains('{'), "There is no such event, or nothing of that name or number"),
        ("413", is_sent, "More was sent than is read"),
        ("422", is_sent || is_asked, "What is wrong and what would be right"),
    ];
    for (status, _, sentence) in refusals.into_iter().filter(|(_, is_answered, _)| *is_answered) {
        let problem = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
        let response =
            ResponseBuilder::new().description(sentence).content("application/problem+json", problem);
        operation.responses.responses.entry(status.to_owned()).or_insert_with(|| response.build().into());
    }
}

/// What all commands have: their names are those of the ledger.
pub(super) struct Commands;

impl Modify for Commands {
    fn modify(&self, description: &mut OpenApi) {
        let names = Command::NAMES.iter().flat_map(|family| family.iter().copied());
        let name = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).description(Some(
            "Which command it is. What only people do, in the program itself, is refused with 403.",
        ));
        let confirmed = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The word of the refusal that asked whether points or places shall change."));
        let command = ObjectBuilder::new()
            .description(Some("A command as the ledger writes it; its other fields are those of its name: the examples have one of each."))
            .property("do", name)
            .required("do")
            .property("confirmed", confirmed);
        let components = description.components.get_or_insert_with(Components::new);
        components.schemas.insert("Command".to_owned(), command.build().into());
        let given = description.paths.paths.get_mut(COMMANDS).and_then(|item| item.post.as_mut());
        if let Some(RefOr::T(body)) = given.and_then(|operation| operation.request_body.as_mut()) {
            let examples: Vec<Value> = serde_json::from_str(EXAMPLES).unwrap_or_default();
            let named = |example: Value| {
                let name = example.get("do")?.as_str()?.to_owned();
                Some((name, ExampleBuilder::new().value(Some(example)).build()))
            };
            let content = ContentBuilder::new()
                .schema(Some(Ref::from_schema_name("Command")))
                .examples_from_iter(examples.into_iter().filter_map(named));
            body.content.insert("application/json".to_owned(), content.build().into());
        }
    }
}
