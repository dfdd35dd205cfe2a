//! Answers held against OpenAPI 3.1: as much of JSON Schema as the description uses, and a refusal of the rest, so that
//! nothing is passed over. Objects have what they are said to have and nothing else.

use serde_json::{Map, Value};

/// A description that was read.
pub(crate) struct Description(Value);

/// What schemas say here; a word that is not among them is not understood.
const UNDERSTOOD: [&str; 11] = [
    "$ref",
    "type",
    "properties",
    "required",
    "items",
    "enum",
    "oneOf",
    "description",
    "format",
    "minimum",
    "title",
];

impl Description {
    pub(crate) fn read(text: &str) -> Self {
        Self(serde_json::from_str(text).unwrap())
    }

    pub(crate) fn version(&self) -> &str {
        self.0["openapi"].as_str().unwrap()
    }

    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        self.0["paths"].as_object().unwrap().keys().map(String::as_str)
    }

    /// The paths that everybody reads.
    pub(crate) fn read_by_all(&self) -> impl Iterator<Item = &str> {
        let is_open = |path: &&str| {
            let get = &self.0["paths"][*path]["get"];
            get.is_object() && get.get("security").is_none()
        };
        self.paths().filter(is_open)
    }

    /// What is wrong with an answer of a path.
    pub(crate) fn faults(&self, path: &str, status: &str, answer: &Value) -> Vec<String> {
        let way = if self.0["paths"][path]["get"].is_object() { "get" } else { "post" };
        let content = &self.0["paths"][path][way]["responses"][status]["content"];
        let kinds = content.as_object().unwrap_or_else(|| panic!("{path} describes no answer {status}"));
        let (_, kind) = kinds.iter().next().unwrap();
        let mut faults = Vec::new();
        self.check(&kind["schema"], answer, "answer", &mut faults);
        faults
    }

    fn check(&self, schema: &Value, value: &Value, place: &str, faults: &mut Vec<String>) {
        let Some(schema) = schema.as_object() else { return };
        if let Some(strange) = schema.keys().find(|word| !UNDERSTOOD.contains(&word.as_str())) {
            faults.push(format!("{place}: the schema says `{strange}`, which nobody here understands"));
        }
        if let Some(name) = schema.get("$ref") {
            let name = name.as_str().unwrap().strip_prefix("#/components/schemas/").unwrap();
            let named = &self.0["components"]["schemas"][name];
            assert!(named.is_object(), "{name} is not described");
            self.check(named, value, place, faults);
        }
        if let Some(choices) = schema.get("oneOf") {
            let fits = |choice: &&Value| {
                let mut found = Vec::new();
                self.check(choice, value, place, &mut found);
                found.is_empty()
            };
            let fitting = choices.as_array().unwrap().iter().filter(fits).count();
            if fitting != 1 {
                faults.push(format!("{place}: {fitting} of the choices fit {value}"));
            }
        }
        if schema.get("enum").is_some_and(|all| !all.as_array().unwrap().contains(value)) {
            faults.push(format!("{place}: {value} is none of the values"));
        }
        if schema.get("type").is_some_and(|kind| !is_of(kind, value)) {
            faults.push(format!("{place}: {value} is of another type"));
        }
        self.check_inside(schema, value, place, faults);
    }

    fn check_inside(
        &self,
        schema: &Map<String, Value>,
        value: &Value,
        place: &str,
        faults: &mut Vec<String>,
    ) {
        match (value, schema.get("properties"), schema.get("items")) {
            (Value::Object(object), Some(properties), _) => {
                for (name, value) in object {
                    match properties.get(name) {
                        Some(schema) => self.check(schema, value, &format!("{place}.{name}"), faults),
                        None => faults.push(format!("{place}.{name} is not described")),
                    }
                }
                for name in schema.get("required").and_then(Value::as_array).into_iter().flatten() {
                    if !object.contains_key(name.as_str().unwrap()) {
                        faults.push(format!("{place}.{name} is missing"));
                    }
                }
            }
            (Value::Array(values), _, Some(items)) => {
                for (number, value) in values.iter().enumerate() {
                    self.check(items, value, &format!("{place}[{number}]"), faults);
                }
            }
            _ => {}
        }
    }
}

fn is_of(kind: &Value, value: &Value) -> bool {
    match kind {
        Value::Array(kinds) => kinds.iter().any(|kind| is_of(kind, value)),
        Value::String(kind) => match kind.as_str() {
            "null" => value.is_null(),
            "string" => value.is_string(),
            "integer" => value.is_u64() || value.is_i64(),
            "number" => value.is_number(),
            "boolean" => value.is_boolean(),
            "array" => value.is_array(),
            "object" => value.is_object(),
            other => panic!("nobody here understands the type `{other}`"),
        },
        other => panic!("{other} is no type"),
    }
}
