-- What was read of the directory and of the clouds: groups, people, what the groups lead to, and what changed between
-- two readings. A reading writes all of it; people change it in the directory.
-- AD Groups
CREATE TABLE "ad_groups" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "external_id" text NOT NULL,
  "name" text NOT NULL,
  "description" text,
  "email" text,
  "cloud" text,
  "member_count" integer NOT NULL,
  "nested_group_count" integer NOT NULL,
  "owners" jsonb NOT NULL,
  "cloud_parents" jsonb NOT NULL,
  "permission_sets" jsonb NOT NULL,
  "dormant" boolean NOT NULL,
  "pim" boolean NOT NULL,
  "dynamic" boolean NOT NULL,
  "synced_elsewhere" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("external_id", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("description", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("cloud", '') || E'\n' || coalesce(replace(replace("owners"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce(replace(replace("cloud_parents"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce(replace(replace("permission_sets"::text, '\"', '"'), '\\', '\'), ''))) STORED
);
CREATE UNIQUE INDEX "ad_groups_external_id_key" ON "ad_groups" USING btree (lower(btrim("external_id")));
CREATE INDEX "ad_groups_sort" ON "ad_groups" USING btree (lower("name"), "id");
CREATE INDEX "ad_groups_title" ON "ad_groups" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "ad_groups_search" ON "ad_groups" USING gin ("search" gin_trgm_ops);
CREATE INDEX "ad_groups_pieces" ON "ad_groups" USING gin (search_pieces("search"));
SELECT keep_record_count('ad_groups');

-- AD People
CREATE TABLE "ad_people" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "external_id" text NOT NULL,
  "name" text NOT NULL,
  "email" text,
  "user_principal_name" text NOT NULL,
  "enabled" boolean NOT NULL,
  "gone" boolean NOT NULL,
  "group_count" integer NOT NULL,
  "account_count" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("external_id", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("user_principal_name", ''))) STORED
);
CREATE UNIQUE INDEX "ad_people_external_id_key" ON "ad_people" USING btree (lower(btrim("external_id")));
CREATE INDEX "ad_people_sort" ON "ad_people" USING btree (lower("name"), "id");
CREATE INDEX "ad_people_title" ON "ad_people" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "ad_people_search" ON "ad_people" USING gin ("search" gin_trgm_ops);
CREATE INDEX "ad_people_pieces" ON "ad_people" USING gin (search_pieces("search"));
SELECT keep_record_count('ad_people');

-- AD Permission Sets
CREATE TABLE "ad_permission_sets" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "provider_type" text NOT NULL,
  "name" text NOT NULL,
  "arn" text NOT NULL,
  "description" text,
  "duration" text,
  "relay" text,
  "managed_policies" jsonb NOT NULL,
  "inline_policy" text,
  "group_count" integer NOT NULL,
  "account_count" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("provider_type", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("arn", '') || E'\n' || coalesce("description", '') || E'\n' || coalesce("duration", '') || E'\n' || coalesce("relay", '') || E'\n' || coalesce("inline_policy", ''))) STORED
);
CREATE UNIQUE INDEX "ad_permission_sets_arn_key" ON "ad_permission_sets" USING btree (lower(btrim("arn")));
CREATE INDEX "ad_permission_sets_sort" ON "ad_permission_sets" USING btree (lower("name"), "id");
CREATE INDEX "ad_permission_sets_title" ON "ad_permission_sets" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "ad_permission_sets_search" ON "ad_permission_sets" USING gin ("search" gin_trgm_ops);
CREATE INDEX "ad_permission_sets_pieces" ON "ad_permission_sets" USING gin (search_pieces("search"));
SELECT keep_record_count('ad_permission_sets');

-- AD Membership Changes
CREATE TABLE "ad_membership_changes" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "noticed_at" timestamp with time zone NOT NULL,
  "group_name" text NOT NULL,
  "ad_group_id" integer,
  "change" text NOT NULL,
  "role" text,
  "who" text,
  "email" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("group_name", '') || E'\n' || coalesce("change", '') || E'\n' || coalesce("role", '') || E'\n' || coalesce("who", '') || E'\n' || coalesce("email", ''))) STORED
);
CREATE INDEX "ad_membership_changes_sort" ON "ad_membership_changes" USING btree ("noticed_at", "id");
CREATE INDEX "ad_membership_changes_title" ON "ad_membership_changes" USING btree (lower("group_name") text_pattern_ops);
CREATE INDEX "ad_membership_changes_search" ON "ad_membership_changes" USING gin ("search" gin_trgm_ops);
CREATE INDEX "ad_membership_changes_pieces" ON "ad_membership_changes" USING gin (search_pieces("search"));
SELECT keep_record_count('ad_membership_changes');

-- Security Group Changes
CREATE TABLE "spinco_sg_changes" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "group_name" text NOT NULL,
  "deed" text NOT NULL,
  "user_count" integer NOT NULL,
  "done_count" integer NOT NULL,
  "failed_count" integer NOT NULL,
  "state" text NOT NULL,
  "requested_by" text NOT NULL,
  "error" text,
  "finished_at" timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("group_name", '') || E'\n' || coalesce("deed", '') || E'\n' || coalesce("state", '') || E'\n' || coalesce("requested_by", '') || E'\n' || coalesce("error", ''))) STORED
);
CREATE INDEX "spinco_sg_changes_sort" ON "spinco_sg_changes" USING btree ("created_at", "id");
CREATE INDEX "spinco_sg_changes_title" ON "spinco_sg_changes" USING btree (lower("group_name") text_pattern_ops);
CREATE INDEX "spinco_sg_changes_search" ON "spinco_sg_changes" USING gin ("search" gin_trgm_ops);
CREATE INDEX "spinco_sg_changes_pieces" ON "spinco_sg_changes" USING gin (search_pieces("search"));
SELECT keep_record_count('spinco_sg_changes');

-- Since when a person is gone or may no longer sign in; null while they may.
ALTER TABLE "ad_people" ADD COLUMN "left_at" timestamp with time zone;
CREATE INDEX "ad_people_email" ON "ad_people" (lower(btrim("email")));
CREATE INDEX "ad_people_principal" ON "ad_people" (lower(btrim("user_principal_name")));
CREATE INDEX "ad_groups_name" ON "ad_groups" (lower(btrim("name")));
CREATE INDEX "ad_groups_email" ON "ad_groups" (lower(btrim("email")));
CREATE INDEX "ad_groups_cloud" ON "ad_groups" ("cloud", lower("name"), "id");

-- Who is in a group or owns it; what is in a group through another one is not kept, it follows.
CREATE TABLE ad_members (
  ad_group_id integer NOT NULL REFERENCES ad_groups ON DELETE CASCADE,
  ad_person_id integer NOT NULL REFERENCES ad_people ON DELETE CASCADE,
  role text NOT NULL CHECK (role IN ('member', 'owner')),
  PRIMARY KEY (ad_group_id, role, ad_person_id)
);
CREATE INDEX ad_members_person ON ad_members (ad_person_id, role);

-- A group within a group.
CREATE TABLE ad_nested_groups (
  ad_group_id integer NOT NULL REFERENCES ad_groups ON DELETE CASCADE,
  child_id integer NOT NULL REFERENCES ad_groups ON DELETE CASCADE,
  PRIMARY KEY (ad_group_id, child_id)
);
CREATE INDEX ad_nested_groups_child ON ad_nested_groups (child_id);

-- What a group, or somebody by themselves, may do in an account. The account is known by the cloud's own id for it, whether
-- the inventory has it or not.
CREATE TABLE ad_assignments (
  ad_permission_set_id integer NOT NULL REFERENCES ad_permission_sets ON DELETE CASCADE,
  ad_group_id integer REFERENCES ad_groups ON DELETE CASCADE,
  ad_person_id integer REFERENCES ad_people ON DELETE CASCADE,
  account text NOT NULL,
  account_key text GENERATED ALWAYS AS (lower(btrim(account))) STORED,
  CHECK (num_nonnulls(ad_group_id, ad_person_id) = 1)
);
CREATE UNIQUE INDEX ad_assignments_group ON ad_assignments (ad_group_id, ad_permission_set_id, account_key)
  WHERE ad_group_id IS NOT NULL;
CREATE UNIQUE INDEX ad_assignments_person ON ad_assignments (ad_person_id, ad_permission_set_id, account_key)
  WHERE ad_person_id IS NOT NULL;
CREATE INDEX ad_assignments_set ON ad_assignments (ad_permission_set_id);
CREATE INDEX ad_assignments_account ON ad_assignments (account_key);

-- When each source was last read to its end, and where a reading of what changed since goes on.
CREATE TABLE ad_sources (
  name text PRIMARY KEY,
  read_at timestamptz NOT NULL,
  cursors jsonb NOT NULL DEFAULT '{}'
);

-- What became of each user of a change of a security group, in the order in which they were given.
CREATE TABLE spinco_sg_change_users (
  change_id integer NOT NULL REFERENCES spinco_sg_changes ON DELETE CASCADE,
  place integer NOT NULL,
  "user" text NOT NULL,
  external_id text,
  name text,
  state text NOT NULL DEFAULT 'waiting',
  message text,
  PRIMARY KEY (change_id, place)
);

-- Drift: what people who left, or contacts who are terminated, still own, and groups that nobody owns.
CREATE VIEW "drift_findings" AS
WITH departed AS (
  SELECT DISTINCT ON (m.key) m.key, p.name, p.gone, p.left_at
  FROM ad_people p CROSS JOIN LATERAL (VALUES
    (lower(btrim(p.email))), (lower(btrim(p.user_principal_name)))) m (key)
  WHERE (p.gone OR NOT p.enabled) AND m.key <> '' AND NOT EXISTS (
    SELECT FROM ad_people o WHERE o.enabled AND NOT o.gone
      AND (lower(btrim(o.email)) = m.key OR lower(btrim(o.user_principal_name)) = m.key))
  ORDER BY m.key, p.left_at DESC NULLS LAST, p.id
), found AS (
  SELECT 'left_owns_cost_center' AS kind, c.identifier AS subject, c.id AS subject_id, k.email AS owner,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END AS about,
    d.left_at AS since
  FROM cost_centers c JOIN cloud_contacts k ON k.id = c.cloud_contact_id
    JOIN departed d ON d.key = lower(btrim(k.email))
  WHERE c.expired_at IS NULL OR c.expired_at >= current_date
  UNION ALL
  SELECT 'left_owns_account', p.identifier, p.id, p.cloud_contact_email,
    d.name || CASE WHEN d.gone THEN ' left the directory' ELSE ' may no longer sign in' END, d.left_at
  FROM cloud_parents p JOIN departed d ON d.key = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated
  UNION ALL
  SELECT 'terminated_owns_account', p.identifier, p.id, p.cloud_contact_email, p.name, k.updated_at
  FROM cloud_parents p JOIN cloud_contacts k ON lower(btrim(k.email)) = lower(btrim(p.cloud_contact_email))
  WHERE NOT p.terminated AND k.terminated
    AND NOT EXISTS (SELECT FROM departed d WHERE d.key = lower(btrim(k.email)))
  UNION ALL
  SELECT 'group_without_owner', g.name, g.id, NULL, g.description, g.updated_at
  FROM ad_groups g WHERE g.cloud IS NOT NULL AND g.owners = '[]'
)
SELECT kind || '-' || subject_id || '-' || left(md5(ROW(owner, about)::text), 12) AS id, *
FROM found;
