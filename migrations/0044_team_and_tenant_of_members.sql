-- Members of either community have a team, a tenant, and what they are included in.
ALTER TABLE "members"
  ADD COLUMN "teams_included" boolean NOT NULL DEFAULT false,
  ADD COLUMN "dl_included" boolean NOT NULL DEFAULT false,
  ADD COLUMN "tenant" text;
ALTER TABLE "dcoe_members" ADD COLUMN "team" text;
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "members" DROP COLUMN "search";
ALTER TABLE "members" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("team", '') || E'\n' || coalesce("tenant", ''))) STORED;
CREATE INDEX "members_search" ON "members" USING gin ("search" gin_trgm_ops);
-- contract: as that of members.
ALTER TABLE "dcoe_members" DROP COLUMN "search";
ALTER TABLE "dcoe_members" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("team", '') || E'\n' || coalesce("other_department", '') || E'\n' || coalesce("tenant", ''))) STORED;
CREATE INDEX "dcoe_members_search" ON "dcoe_members" USING gin ("search" gin_trgm_ops);
