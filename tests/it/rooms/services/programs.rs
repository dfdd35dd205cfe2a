use tiger_arbiter::services::programs::in_words;

#[test]
fn what_cannot_be_read_is_said_without_types_of_this_program() {
    #[derive(Debug, serde::Deserialize)]
    #[expect(dead_code, reason = "it is only read")]
    struct Sent {
        round: u16,
        names: Vec<String>,
    }
    let told = |json: &str| in_words(&serde_json::from_str::<Sent>(json).unwrap_err());
    assert_eq!(told("3"), "invalid type: integer `3`, expected an object at line 1 column 1");
    let number = "expected a whole number, 0 or more, that is not too great";
    assert_eq!(
        told(r#"{"round": -1}"#),
        format!("invalid value: integer `-1`, {number} at line 1 column 12")
    );
    assert_eq!(
        told(r#"{"round": 1, "names": 2}"#),
        "invalid type: integer `2`, expected a list at line 1 column 23"
    );
    assert_eq!(told("{"), "EOF while parsing an object at line 1 column 1");
}
