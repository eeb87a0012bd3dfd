-- What people see of their sessions and API tokens, and how long a token lasts.

-- Where a session was used from last, and by which of the provider's groups its roles were given: those of
-- SAML_ROLE_MAP alone. Both are unknown of a session that began before.
ALTER TABLE sessions ADD COLUMN address text;
ALTER TABLE sessions ADD COLUMN groups text[];
ALTER TABLE sign_in_handoffs ADD COLUMN groups text[];

-- A token without an end was made by the command. `owner_roles` are those of the person's last sign-in, which a token
-- never goes beyond; null where no person made it. `hint` is how the token begins, by which one recognises it.
ALTER TABLE api_tokens ADD COLUMN expires_at timestamptz;
ALTER TABLE api_tokens ADD COLUMN owner_roles text[];
ALTER TABLE api_tokens ADD COLUMN hint text;
ALTER TABLE api_tokens ADD COLUMN address text;
CREATE INDEX api_tokens_email ON api_tokens (email);

-- A stream of events shows what its session or token may see, so it ends with that, and when that becomes less.
CREATE TRIGGER sessions_told_roles AFTER UPDATE OF roles ON sessions FOR EACH ROW
  WHEN (OLD.roles IS DISTINCT FROM NEW.roles) EXECUTE FUNCTION tell_session_end();
CREATE FUNCTION tell_token_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', 'token', 'id', OLD.id)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER api_tokens_told AFTER UPDATE OF revoked_at, owner_roles ON api_tokens FOR EACH ROW
  WHEN (OLD.revoked_at IS DISTINCT FROM NEW.revoked_at OR OLD.owner_roles IS DISTINCT FROM NEW.owner_roles)
  EXECUTE FUNCTION tell_token_end();
CREATE TRIGGER api_tokens_told_gone AFTER DELETE ON api_tokens FOR EACH ROW EXECUTE FUNCTION tell_token_end();
