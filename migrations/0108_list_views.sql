-- How people look at lists: filters, sort, page size and columns under a name, for oneself or for everybody.
CREATE TABLE list_views (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  shared boolean NOT NULL DEFAULT false,
  -- Who made it, by address. Nobody else sees it while it is not shared.
  owner text NOT NULL,
  owner_name text,
  -- { filters, q, sort, per_page, columns }; what of it is not declared any more is left out when it is read.
  shown jsonb NOT NULL,
  lock_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL,
  -- Deleted ones are kept for a while, so that the deletion can be undone.
  deleted_at timestamptz
);
CREATE UNIQUE INDEX list_views_own ON list_views (model, owner, lower(name))
  WHERE NOT shared AND deleted_at IS NULL;
CREATE UNIQUE INDEX list_views_shared ON list_views (model, lower(name)) WHERE shared AND deleted_at IS NULL;
CREATE INDEX list_views_deleted ON list_views (deleted_at) WHERE deleted_at IS NOT NULL;

-- The view with which a list begins, for each person.
CREATE TABLE list_view_defaults (
  email text NOT NULL,
  model text NOT NULL,
  view_id integer NOT NULL REFERENCES list_views (id) ON DELETE CASCADE,
  PRIMARY KEY (email, model)
);
CREATE INDEX list_view_defaults_view ON list_view_defaults (view_id);
