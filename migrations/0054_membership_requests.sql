-- Who asks to become a member.
-- Membership Requests
CREATE TABLE "team_membership_tickets" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "requesting_principal_user_id" text NOT NULL,
  "department" text,
  "business_unit" text,
  "completed" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("requesting_principal_user_id", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("business_unit", ''))) STORED
);
CREATE INDEX "team_membership_tickets_department" ON "team_membership_tickets" USING btree (lower(btrim("department")));
CREATE INDEX "team_membership_tickets_business_unit" ON "team_membership_tickets" USING btree (lower(btrim("business_unit")));
CREATE INDEX "team_membership_tickets_sort" ON "team_membership_tickets" USING btree ("created_at", "id");
CREATE INDEX "team_membership_tickets_title" ON "team_membership_tickets" USING btree (lower("requesting_principal_user_id") text_pattern_ops);
CREATE INDEX "team_membership_tickets_search" ON "team_membership_tickets" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('team_membership_tickets');
