use tiger_event::command::{Command, EventCommand};

#[test]
fn what_is_no_command_is_refused_by_name() {
    let why = |text: &str| serde_json::from_str::<Command>(text).unwrap_err().to_string();
    assert!(why(r#"{"do":"burn_event"}"#).contains("there is no command `burn_event`"));
    assert!(why(r#"{"do":"show_event"}"#).contains("missing field `is_public`"));
    assert!(why("{}").contains("missing field `do`"));
    let public: Command = serde_json::from_str(r#"{"do":"show_event","is_public":true}"#).unwrap();
    assert_eq!(public, EventCommand::ShowEvent { is_public: true }.into());
}
