mod problem;

use std::time::Duration;

use tiger_arbiter::error::AppError;

#[test]
fn the_public_sentence_hides_the_cause() {
    let error = AppError::internal(anyhow::anyhow!("password of the database is wrong"));
    assert_eq!(error.to_string(), "Something went wrong on our side.");
}

#[test]
fn waiting_is_told_rounded_up() {
    let told = |seconds| AppError::TooMany { retry_after: Duration::from_secs(seconds) }.to_string();
    for (seconds, words) in [(0, "a second"), (2, "2 seconds"), (60, "a minute"), (61, "2 minutes")] {
        assert_eq!(told(seconds), format!("Too many attempts. Please try again in {words}."));
    }
}
