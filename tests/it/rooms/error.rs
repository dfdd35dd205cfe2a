mod problem;

use std::time::Duration;

use tiger_arbiter::error::AppError;

#[test]
fn the_public_sentence_hides_the_cause() {
    let error = AppError::internal(anyhow::anyhow!("password of the database is wrong"));
    assert_eq!(error.to_string(), "Something went wrong on our side.");
}

#[test]
fn waiting_is_told_in_minutes() {
    let error = AppError::TooMany { retry_after: Duration::from_secs(61) };
    assert_eq!(error.to_string(), "Too many attempts. Please try again in 2 minutes.");
}
