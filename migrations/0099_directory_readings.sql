-- What a reading of the directory has found so far, and where it goes on. None of it outlives a crash of the database:
-- a reading is believed whole or not at all, so it then begins anew.
CREATE UNLOGGED TABLE ad_readings (
  what text PRIMARY KEY CHECK (what IN ('people', 'groups')),
  job text NOT NULL,
  -- Everything was asked for, not only what changed.
  whole boolean NOT NULL,
  next text,
  -- Where the next reading goes on, once this one has ended.
  cursor text
);
CREATE UNLOGGED TABLE ad_read_people (
  external_id text PRIMARY KEY,
  name text,
  email text,
  user_principal_name text,
  enabled boolean,
  gone boolean NOT NULL
);
CREATE UNLOGGED TABLE ad_read_groups (
  external_id text PRIMARY KEY,
  name text,
  description text,
  email text,
  dynamic boolean,
  synced_elsewhere boolean,
  gone boolean NOT NULL
);
CREATE UNLOGGED TABLE ad_read_members (
  group_id text NOT NULL,
  role text NOT NULL,
  member_id text NOT NULL,
  kind text NOT NULL,
  removed boolean NOT NULL,
  PRIMARY KEY (group_id, role, member_id)
);

-- Who is in a group and was not among the people and groups yet: what changed is told once, so it is kept until they are.
CREATE TABLE ad_unknown_members (
  group_id text NOT NULL,
  role text NOT NULL,
  member_id text NOT NULL,
  PRIMARY KEY (group_id, role, member_id)
);
