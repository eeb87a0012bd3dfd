-- What people answered about accounts.
-- Survey Responses
CREATE TABLE "cloud_survey_responses" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "cloud_parent_id" integer,
  "provider" text,
  "identifier" text NOT NULL,
  "project_name" text,
  "distribution_list" text,
  "account_owner" text,
  "business_unit" text,
  "department" text,
  "cloud_environment" text,
  "cost_center" text,
  "still_in_use" text,
  "can_be_removed" text,
  "billing_contact" text,
  "security_contact" text,
  "operations_contact" text,
  "project_summary" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("provider", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("project_name", '') || E'\n' || coalesce("distribution_list", '') || E'\n' || coalesce("account_owner", '') || E'\n' || coalesce("business_unit", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("cloud_environment", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("still_in_use", '') || E'\n' || coalesce("can_be_removed", '') || E'\n' || coalesce("billing_contact", '') || E'\n' || coalesce("security_contact", '') || E'\n' || coalesce("operations_contact", '') || E'\n' || coalesce("project_summary", ''))) STORED,
  CONSTRAINT "cloud_survey_responses_cloud_parent_id_fkey" FOREIGN KEY ("cloud_parent_id") REFERENCES "cloud_parents" ("id")
);
CREATE INDEX "cloud_survey_responses_cloud_parent_id_by_created_at" ON "cloud_survey_responses" USING btree ("cloud_parent_id", "created_at", "id");
CREATE INDEX "cloud_survey_responses_account_owner" ON "cloud_survey_responses" USING btree (lower(btrim("account_owner")));
CREATE INDEX "cloud_survey_responses_business_unit" ON "cloud_survey_responses" USING btree (lower(btrim("business_unit")));
CREATE INDEX "cloud_survey_responses_department" ON "cloud_survey_responses" USING btree (lower(btrim("department")));
CREATE INDEX "cloud_survey_responses_cost_center" ON "cloud_survey_responses" USING btree (lower(btrim("cost_center")));
CREATE INDEX "cloud_survey_responses_sort" ON "cloud_survey_responses" USING btree ("created_at", "id");
CREATE INDEX "cloud_survey_responses_title" ON "cloud_survey_responses" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "cloud_survey_responses_search" ON "cloud_survey_responses" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cloud_survey_responses');
