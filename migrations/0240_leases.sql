-- Who works at something for which another system is called, so that nobody else does meanwhile. It is kept in a row and not by a
-- lock, which would hold a connection while the other system does not answer.
CREATE TABLE leases (
  -- Such as 'owner of group 12'.
  name text PRIMARY KEY,
  holder uuid NOT NULL,
  -- By then whoever holds it has ended, or was interrupted.
  held_until timestamptz NOT NULL
);
