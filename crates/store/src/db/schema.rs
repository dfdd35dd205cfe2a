//! The tables, as both databases have them. Identifiers and hashes are text, times are UTC.

macro_rules! tables {
    ($($name:ident $key:tt $columns:tt)*) => {
        $(diesel::table! { $name $key $columns })*
    };
}

tables! {
    users (id) {
        id -> Text,
        login -> Nullable<Text>,
        name -> Text,
        password_hash -> Nullable<Text>,
        is_admin -> Bool,
        is_disabled -> Bool,
        is_arbiter -> Bool,
        is_erased -> Bool,
        created_at -> Timestamp,
        changed_at -> Timestamp,
    }

    sessions (id) {
        id -> Text,
        token_hash -> Text,
        user_id -> Text,
        created_at -> Timestamp,
        seen_at -> Timestamp,
        expires_at -> Timestamp,
        user_agent -> Text,
        confirmed_at -> Nullable<Timestamp>,
        known_since -> Nullable<Timestamp>,
    }

    sign_in_attempts (id) {
        id -> Text,
        account -> Text,
        address -> Text,
        at -> Timestamp,
    }

    events (id) {
        id -> Text,
        slug -> Text,
        name -> Text,
        is_public -> Bool,
        is_finished -> Bool,
        version -> BigInt,
        head_hash -> Text,
        created_at -> Timestamp,
        changed_at -> Timestamp,
    }

    event_snapshots (event_id, version) {
        event_id -> Text,
        version -> BigInt,
        head_hash -> Text,
        state -> Binary,
    }

    ledger_entries (event_id, seq) {
        event_id -> Text,
        seq -> BigInt,
        at -> Timestamp,
        actor -> Text,
        command -> Text,
        prev_hash -> Text,
        hash -> Text,
    }

    one_time_links (token_hash) {
        token_hash -> Text,
        purpose -> Text,
        user_id -> Nullable<Text>,
        event_id -> Nullable<Text>,
        entry_id -> Nullable<Text>,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        used_at -> Nullable<Timestamp>,
    }

    once_keys (once_key, author) {
        once_key -> Text,
        author -> Text,
        event_id -> Text,
        seq -> BigInt,
        at -> Timestamp,
    }

    dice_secrets (cast_id) {
        cast_id -> Text,
        event_id -> Text,
        secret -> Text,
    }

    record_texts (digest) {
        digest -> Text,
        body -> Text,
        salt -> Nullable<Text>,
        stored_at -> Timestamp,
    }

    registrations (id) {
        id -> Text,
        event_id -> Text,
        token_hash -> Text,
        user_id -> Nullable<Text>,
        name -> Text,
        club -> Nullable<Text>,
        federation -> Nullable<Text>,
        rating -> Nullable<Integer>,
        rounds_off -> Text,
        contact -> Nullable<Text>,
        remark -> Nullable<Text>,
        state -> Text,
        entry_id -> Nullable<Text>,
        reason -> Nullable<Text>,
        decided_by -> Nullable<Text>,
        created_at -> Timestamp,
    }

    registration_identities (registration_id) {
        registration_id -> Text,
        sex -> Nullable<Text>,
        birth_date -> Nullable<Text>,
    }

    known_devices (token_hash, user_id) {
        token_hash -> Text,
        user_id -> Text,
        used_at -> Timestamp,
        known_since -> Nullable<Timestamp>,
    }

    scoresheets (game_id, holder) {
        game_id -> Text,
        holder -> Text,
        event_id -> Text,
        moves -> Text,
        revision -> BigInt,
        last_key -> Text,
        record_id -> Nullable<Text>,
        changed_at -> Timestamp,
        written_at -> Text,
        back_from -> BigInt,
        taken_back -> BigInt,
    }

    clocks (game_id) {
        game_id -> Text,
        event_id -> Text,
        seq -> BigInt,
        head_hash -> Text,
    }

    clock_entries (game_id, seq) {
        game_id -> Text,
        seq -> BigInt,
        event_id -> Text,
        at -> Timestamp,
        received_at -> Timestamp,
        hand -> Text,
        device -> Text,
        device_seq -> BigInt,
        entry -> Text,
        prev_hash -> Text,
        hash -> Text,
    }

    api_tokens (id) {
        id -> Text,
        user_id -> Text,
        token_hash -> Text,
        name -> Text,
        scopes -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
    }

    clock_tablets (id) {
        id -> Text,
        event_id -> Text,
        game_id -> Text,
        link_hash -> Text,
        token_hash -> Nullable<Text>,
        made_by -> Text,
        created_at -> Timestamp,
        expires_at -> Timestamp,
        joined_at -> Nullable<Timestamp>,
        ended_at -> Nullable<Timestamp>,
    }

    keys (name) {
        name -> Text,
        secret -> Text,
    }

    security_journal (id) {
        id -> Text,
        what -> Text,
        who -> Text,
        address -> Text,
        times -> BigInt,
        first_at -> Timestamp,
        last_at -> Timestamp,
        user_id -> Nullable<Text>,
        token_id -> Nullable<Text>,
    }

    second_factors (user_id) {
        user_id -> Text,
        secret -> Text,
        proved_at -> Nullable<Timestamp>,
        last_step -> BigInt,
    }

    recovery_codes (user_id, code_hash) {
        user_id -> Text,
        code_hash -> Text,
    }

    half_sign_ins (token_hash) {
        token_hash -> Text,
        user_id -> Text,
        at -> Timestamp,
    }

    demands (name) {
        name -> Text,
        is_on -> Bool,
    }

    account_news (id) {
        id -> Text,
        user_id -> Text,
        what -> Text,
        browser -> Text,
        address -> Text,
        at -> Timestamp,
    }

    personal_texts (digest) {
        digest -> Text,
        event_id -> Text,
        owner -> Nullable<Text>,
        salt -> Nullable<Text>,
        body -> Text,
    }

    player_decisions (id) {
        id -> Text,
        what -> Text,
        entry -> Text,
        other -> Nullable<Text>,
        decided_by -> Text,
        at -> Timestamp,
    }

    webhooks (id) {
        id -> Text,
        event_id -> Text,
        address -> Text,
        secret -> Text,
        created_at -> Timestamp,
        told -> BigInt,
        told_at -> Timestamp,
        failures -> BigInt,
        due_at -> Nullable<Timestamp>,
        is_asked -> Bool,
    }

    webhook_answers (id) {
        id -> Text,
        webhook_id -> Text,
        at -> Timestamp,
        version -> BigInt,
        is_good -> Bool,
        words -> Text,
    }

    alerts (id) {
        id -> Text,
        event_id -> Text,
        entry_id -> Text,
        user_id -> Nullable<Text>,
        kind -> Text,
        address -> Text,
        seal -> Text,
        token_hash -> Text,
        created_at -> Timestamp,
        confirmed_at -> Nullable<Timestamp>,
        told -> Text,
        failures -> BigInt,
        due_at -> Nullable<Timestamp>,
    }

    festivals (id) {
        id -> Text,
        slug -> Text,
        name -> Text,
        owner_id -> Nullable<Text>,
        created_at -> Timestamp,
    }

    festival_events (event_id) {
        event_id -> Text,
        festival_id -> Text,
        place -> BigInt,
    }
}

diesel::joinable!(player_decisions -> users (decided_by));
diesel::allow_tables_to_appear_in_same_query!(player_decisions, users);
diesel::joinable!(registration_identities -> registrations (registration_id));
diesel::allow_tables_to_appear_in_same_query!(registration_identities, registrations);
diesel::joinable!(sessions -> users (user_id));
diesel::joinable!(webhooks -> events (event_id));
diesel::joinable!(alerts -> events (event_id));
diesel::allow_tables_to_appear_in_same_query!(alerts, events);
diesel::allow_tables_to_appear_in_same_query!(webhooks, events);
diesel::allow_tables_to_appear_in_same_query!(sessions, users, second_factors);
diesel::allow_tables_to_appear_in_same_query!(festival_events, events);
diesel::allow_tables_to_appear_in_same_query!(festival_events, festivals);
