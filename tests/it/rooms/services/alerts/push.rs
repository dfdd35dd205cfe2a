use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use tiger_arbiter::services::alerts::push::{Subscription, seal, seal_with};

const KEY: &str = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const SHARED: &str = "BTBZMqHH6r4Tts7J_aSIgg";

#[test]
fn a_message_is_sealed_as_the_standard_shows_it() {
    // RFC 8291, appendix A.
    let decode = |text: &str| BASE64.decode(text).unwrap();
    let public = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
    let sealed = seal_with(
        b"When I grow up, I want to be a watermelon",
        &decode("kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs"),
        (&decode(KEY), &decode(SHARED)),
        (&decode(public), &decode("DGv6ra1nlYgDCS1FRnbzlw")),
    );
    assert_eq!(
        BASE64.encode(sealed.unwrap()),
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl\
         7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    );
}

#[test]
fn a_browser_is_outside_and_has_keys() {
    let endpoint = "https://push.example/send/abc";
    assert!(Subscription::read(endpoint, KEY, SHARED, false).is_ok());
    for wrong in ["http://push.example/", "https://127.0.0.1/", "https://10.0.0.1/", "javascript:alert(1)"] {
        assert!(Subscription::read(wrong, KEY, SHARED, false).is_err(), "{wrong}");
    }
    assert!(Subscription::read(endpoint, SHARED, KEY, false).is_err());
    assert!(Subscription::read(endpoint, KEY, "", false).is_err());
    // No point of the curve: found out when something is sealed for it.
    assert!(seal(b"x", &[&[4][..], &[7; 64]].concat(), &[1; 16]).is_err());
}
