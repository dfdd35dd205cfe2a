mod connections;
mod held;
mod listen;

use actix_web::middleware::from_fn;
use actix_web::{App, HttpResponse, test as app_test, web};
use tiger_arbiter::error::AppError;
use tiger_arbiter::gate::{pass, without_secrets};

#[expect(clippy::panic, reason = "it is about panics")]
async fn panicking() -> HttpResponse {
    panic!("the secret is forty-two")
}

async fn failing() -> Result<HttpResponse, AppError> {
    Err(AppError::internal(anyhow::anyhow!("the secret is forty-two")))
}

#[actix_web::test]
async fn faults_become_pages_with_a_number_and_without_the_cause() {
    let app = App::new()
        .route("/panicking", web::get().to(panicking))
        .route("/failing", web::get().to(failing))
        .wrap(from_fn(pass));
    let app = app_test::init_service(app).await;
    for path in ["/failing", "/panicking"] {
        let request = app_test::TestRequest::get().uri(path).to_request();
        let answer = match app_test::try_call_service(&app, request).await {
            Ok(response) => response.into_parts().1,
            Err(error) => error.error_response(),
        };
        assert_eq!(answer.status(), 500, "{path}");
        assert!(answer.headers().contains_key("content-security-policy"), "{path}");
        let body = actix_web::body::to_bytes(answer.into_body()).await.unwrap_or_default();
        let body = String::from_utf8_lossy(&body).into_owned();
        assert!(body.contains("under the number <strong"), "{path}: {body}");
        assert!(!body.contains("forty"), "{path}: {body}");
    }
}

#[test]
fn the_log_does_not_learn_the_tokens_of_links() {
    let token = "0f".repeat(32);
    assert_eq!(without_secrets(&format!("/claim/{token}")), "/claim/…");
    assert_eq!(without_secrets("/events/open/rounds/2"), "/events/open/rounds/2");
}
