-- What GitHub tells of a seat of Copilot, which nobody here writes. Who is in several organizations has a seat in each.
ALTER TABLE "github_copilot_users"
  ADD COLUMN "seat_state" text,
  ADD COLUMN "plan" text,
  ADD COLUMN "last_activity_at" timestamp with time zone,
  ADD COLUMN "last_editor" text,
  ADD COLUMN "pending_cancellation" date,
  ADD COLUMN "assigning_team" text,
  ADD COLUMN "seat_since" timestamp with time zone,
  ADD COLUMN "seat_gone_at" timestamp with time zone;
-- contract: it demands less than the index that goes, which no version asks for by name.
CREATE UNIQUE INDEX "github_copilot_users_github_username_github_organization_key" ON "github_copilot_users" USING btree (lower(btrim("github_username")), lower(btrim("github_organization"))) NULLS NOT DISTINCT;
DROP INDEX "github_copilot_users_github_username_key";
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "github_copilot_users" DROP COLUMN "search";
ALTER TABLE "github_copilot_users" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("github_organization", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("github_username", '') || E'\n' || coalesce("easy_vista_ticket_number", '') || E'\n' || coalesce("requestor", '') || E'\n' || coalesce("seat_state", '') || E'\n' || coalesce("plan", '') || E'\n' || coalesce("last_editor", '') || E'\n' || coalesce("assigning_team", ''))) STORED;
CREATE INDEX "github_copilot_users_search" ON "github_copilot_users" USING gin ("search" gin_trgm_ops);
CREATE INDEX "github_copilot_users_pieces" ON "github_copilot_users" USING gin (search_pieces("search"));
