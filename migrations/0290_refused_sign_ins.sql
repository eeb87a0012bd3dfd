-- Sign-ins that were refused, for administrators to find out why. Nothing of an answer that was not verified is kept.
CREATE TABLE refused_sign_ins (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  -- refused: the answer is not taken; not_admitted: the person is known and may not use the portal; unavailable: nobody could
  -- sign in; fewer_roles: the person was let in without all of their groups.
  kind text NOT NULL CHECK (kind IN ('refused', 'not_admitted', 'unavailable', 'fewer_roles')),
  reason text NOT NULL,
  -- The words of another system about it, such as those of the directory.
  detail text,
  -- Who it is, where the provider vouched for it.
  email text,
  name text,
  request_id text NOT NULL,
  address text NOT NULL
);
CREATE INDEX refused_sign_ins_alike ON refused_sign_ins (address, reason, id);

-- Whether the sign-in came without groups that could give more roles.
ALTER TABLE sign_in_handoffs ADD COLUMN groups_missing boolean NOT NULL DEFAULT false;
ALTER TABLE sessions ADD COLUMN groups_missing boolean NOT NULL DEFAULT false;
