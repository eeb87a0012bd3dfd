-- What an account gets besides, by the template that its request names.
ALTER TABLE "request_templates"
  ADD COLUMN "group_access" jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN "resource_providers" jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN "awaited_webhook" text,
  ADD COLUMN "answer_hours" integer NOT NULL DEFAULT 24,
  ADD COLUMN "baseline_required" boolean NOT NULL DEFAULT false;
-- contract: the searched text is there again, under the same name, before anybody else sees the table.
ALTER TABLE "request_templates" DROP COLUMN "search";
ALTER TABLE "request_templates" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("kind", '') || E'\n' || coalesce("description", '') || E'\n' || coalesce("placed_in", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("business_unit_name", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("project_name", '') || E'\n' || coalesce("billing_contact", '') || E'\n' || coalesce("operations_contact", '') || E'\n' || coalesce("security_contact", '') || E'\n' || coalesce(replace(replace("missing_tags_emails"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce(replace(replace("regions"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce("budget_currency", '') || E'\n' || coalesce("budget_thresholds", '') || E'\n' || coalesce(replace(replace("group_access"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce(replace(replace("resource_providers"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce("awaited_webhook", ''))) STORED;
CREATE INDEX "request_templates_search" ON "request_templates" USING gin ("search" gin_trgm_ops);
CREATE INDEX "request_templates_pieces" ON "request_templates" USING gin (search_pieces("search"));

-- Webhooks that were asked about an account, and what they answered. Those of one account follow each other.
CREATE TABLE webhook_questions (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  deployment_id integer NOT NULL REFERENCES cloud_deployments (id) ON DELETE CASCADE,
  webhook_id integer NOT NULL,
  -- That of the delivery.
  message_id text NOT NULL,
  -- Names the question in the address of its answer, and is signed with that.
  answer_id text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL DEFAULT now(),
  answer_by timestamptz NOT NULL,
  -- Null as long as an answer is waited for; `late`: none came in time.
  outcome text CHECK (outcome IN ('done', 'failed', 'late')),
  note text,
  -- SHA-256 of the answer, by which the same one is known again.
  answer_hash bytea,
  answered_at timestamptz
);
CREATE INDEX webhook_questions_deployment ON webhook_questions (deployment_id, id);
CREATE UNIQUE INDEX webhook_questions_open ON webhook_questions (deployment_id) WHERE outcome IS NULL;
