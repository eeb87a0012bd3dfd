-- A member's department may be none of the list, as that of a CODE member.
ALTER TABLE "members" ADD COLUMN "other_department" text;
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "members" DROP COLUMN "search";
ALTER TABLE "members" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("team", '') || E'\n' || coalesce("other_department", '') || E'\n' || coalesce("tenant", ''))) STORED;
CREATE INDEX "members_search" ON "members" USING gin ("search" gin_trgm_ops);
