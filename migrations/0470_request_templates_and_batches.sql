-- Request Templates
CREATE TABLE "request_templates" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "kind" text NOT NULL,
  "description" text,
  "placed_in" text,
  "cost_center" text,
  "cloud_contact_email" text,
  "business_unit_name" text,
  "department" text,
  "project_name" text,
  "billing_contact" text,
  "operations_contact" text,
  "security_contact" text,
  "missing_tags_emails" jsonb NOT NULL,
  "regions" jsonb NOT NULL,
  "budget_amount" numeric(17,2),
  "budget_currency" text NOT NULL,
  "budget_thresholds" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("kind", '') || E'\n' || coalesce("description", '') || E'\n' || coalesce("placed_in", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("business_unit_name", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("project_name", '') || E'\n' || coalesce("billing_contact", '') || E'\n' || coalesce("operations_contact", '') || E'\n' || coalesce("security_contact", '') || E'\n' || coalesce(replace(replace("missing_tags_emails"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce(replace(replace("regions"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce("budget_currency", '') || E'\n' || coalesce("budget_thresholds", ''))) STORED
);
CREATE UNIQUE INDEX "request_templates_name_key" ON "request_templates" USING btree (lower(btrim("name")));
CREATE UNIQUE INDEX "request_templates_name_alike" ON "request_templates" USING btree (look_alike("name"));
CREATE INDEX "request_templates_cost_center" ON "request_templates" USING btree (lower(btrim("cost_center")));
CREATE INDEX "request_templates_cloud_contact_email" ON "request_templates" USING btree (lower(btrim("cloud_contact_email")));
CREATE INDEX "request_templates_business_unit_name" ON "request_templates" USING btree (lower(btrim("business_unit_name")));
CREATE INDEX "request_templates_department" ON "request_templates" USING btree (lower(btrim("department")));
CREATE INDEX "request_templates_sort" ON "request_templates" USING btree (lower("name"), "id");
CREATE INDEX "request_templates_title" ON "request_templates" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "request_templates_search" ON "request_templates" USING gin ("search" gin_trgm_ops);
CREATE INDEX "request_templates_pieces" ON "request_templates" USING gin (search_pieces("search"));
SELECT keep_record_count('request_templates');


-- Worksheets of requests. Each row of one is a deployment, which carries the batch.
CREATE TABLE request_batches (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  file_name text NOT NULL,
  requested_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  -- Rows that were wrong, and were left out.
  left_out integer NOT NULL DEFAULT 0,
  -- Null where nobody has decided, or has to.
  decision text CHECK (decision IN ('approved', 'declined')),
  decided_by text,
  decision_reason text,
  decided_at timestamptz
);
ALTER TABLE cloud_deployments ADD COLUMN "batch" integer;
CREATE INDEX cloud_deployments_batch ON cloud_deployments (batch, id) WHERE batch IS NOT NULL;
