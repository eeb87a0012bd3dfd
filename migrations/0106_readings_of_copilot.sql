-- What a reading of an organization's seats has found so far; what ends in the middle is read anew.
CREATE UNLOGGED TABLE copilot_read_seats (
  organization text NOT NULL,
  key text GENERATED ALWAYS AS (lower(btrim(login))) STORED,
  login text NOT NULL,
  plan text,
  last_activity_at timestamp with time zone,
  last_editor text,
  pending_cancellation date,
  assigning_team text,
  seat_since timestamp with time zone,
  PRIMARY KEY (organization, key)
);
-- How the last reading of each organization ended; its name in small letters.
CREATE TABLE copilot_readings (
  organization text PRIMARY KEY,
  read_at timestamp with time zone,
  seats integer,
  failed_at timestamp with time zone,
  error text
);
-- When the portal last changed a seat: a reading that began before knows nothing of it.
CREATE TABLE copilot_seat_changes (
  organization text NOT NULL,
  login text NOT NULL,
  changed_at timestamp with time zone NOT NULL,
  PRIMARY KEY (organization, login)
);
