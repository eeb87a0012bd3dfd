-- What the portal deploys, step by step: what a request asked for, how far it is, and who decided.

-- Cloud Deployments
CREATE TABLE "cloud_deployments" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "kind" text NOT NULL,
  "provider_type" text NOT NULL,
  "state" text NOT NULL,
  "identifier" text,
  "cost_center" text,
  "owner" text,
  "requested_by" text NOT NULL,
  "decided_by" text,
  "decision_reason" text,
  "error" text,
  "simulated" boolean NOT NULL,
  "request" jsonb NOT NULL,
  "steps" jsonb NOT NULL DEFAULT '[]',
  "finished_at" timestamp with time zone,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("kind", '') || E'\n' || coalesce("provider_type", '') || E'\n' || coalesce("state", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("owner", '') || E'\n' || coalesce("requested_by", '') || E'\n' || coalesce("decided_by", '') || E'\n' || coalesce("decision_reason", '') || E'\n' || coalesce("error", ''))) STORED
);
CREATE INDEX "cloud_deployments_identifier" ON "cloud_deployments" USING btree (lower(btrim("identifier")));
CREATE INDEX "cloud_deployments_sort" ON "cloud_deployments" USING btree ("created_at", "id");
CREATE INDEX "cloud_deployments_title" ON "cloud_deployments" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "cloud_deployments_search" ON "cloud_deployments" USING gin ("search" gin_trgm_ops);
CREATE INDEX "cloud_deployments_pieces" ON "cloud_deployments" USING gin (search_pieces("search"));
SELECT keep_record_count('cloud_deployments');
-- One request at a time is under way for the same thing; those under way are few.
CREATE INDEX cloud_deployments_under_way ON cloud_deployments (kind, lower(btrim(name)))
  WHERE state IN ('waiting_approval', 'running', 'waiting_provider');

-- What nobody is told of a deployment: the work that makes it.
CREATE TABLE cloud_deployment_work (
  deployment_id integer PRIMARY KEY REFERENCES cloud_deployments (id) ON DELETE CASCADE,
  -- The job that runs its steps, as long as jobs are kept.
  job_id uuid NOT NULL
);
CREATE INDEX cloud_deployment_work_job ON cloud_deployment_work (job_id);

-- Whoever follows deployments is told when one changes; everybody who sees any sees all of them.
CREATE FUNCTION tell_deployment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('skyledger_events', json_build_object('what', 'deployment', 'id', NEW.id, 'by', NULL)::text);
  RETURN NULL;
END $$;
CREATE TRIGGER cloud_deployments_told AFTER INSERT OR UPDATE ON cloud_deployments
  FOR EACH ROW EXECUTE FUNCTION tell_deployment();
