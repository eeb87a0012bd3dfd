-- Allocation Metrics
CREATE TABLE "allocation_metrics" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "metric" text NOT NULL,
  "month" text NOT NULL,
  "cost_center_id" integer NOT NULL,
  "amount" numeric NOT NULL,
  "unit" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("metric", '') || E'\n' || coalesce("month", '') || E'\n' || coalesce("unit", ''))) STORED,
  CONSTRAINT "allocation_metrics_cost_center_id_fkey" FOREIGN KEY ("cost_center_id") REFERENCES "cost_centers" ("id")
);
CREATE UNIQUE INDEX "allocation_metrics_metric_month_cost_center_id_key" ON "allocation_metrics" USING btree (lower(btrim("metric")), lower(btrim("month")), "cost_center_id") NULLS NOT DISTINCT;
CREATE UNIQUE INDEX "allocation_metrics_metric_month_cost_center_id_alike" ON "allocation_metrics" USING btree (look_alike("metric"), look_alike("month"), "cost_center_id") NULLS NOT DISTINCT;
CREATE INDEX "allocation_metrics_cost_center_id_by_metric" ON "allocation_metrics" USING btree ("cost_center_id", lower("metric"), "id");
CREATE INDEX "allocation_metrics_sort" ON "allocation_metrics" USING btree (lower("metric"), "id");
CREATE INDEX "allocation_metrics_title" ON "allocation_metrics" USING btree (lower("metric") text_pattern_ops);
CREATE INDEX "allocation_metrics_search" ON "allocation_metrics" USING gin ("search" gin_trgm_ops);
CREATE INDEX "allocation_metrics_pieces" ON "allocation_metrics" USING gin (search_pieces("search"));
SELECT keep_record_count('allocation_metrics');

-- The bits of a line, or of a sum of lines, for the tags that pools of the rules name; null for none of them.
ALTER TABLE billing_lines ADD COLUMN pool_tags integer;
ALTER TABLE billing_tag_sums ADD COLUMN pool_tags integer;

-- The tags that these bits stand for, by their place: {"key", "value"}. Those of another tag were not looked for.
ALTER TABLE billing_runs ADD COLUMN pool_tags jsonb NOT NULL DEFAULT '[]';

-- Whether a sum is what pools take from an account, below zero, or what a pool got by that. Both come to nothing in an invoice.
ALTER TABLE billing_sums ADD COLUMN pooled boolean NOT NULL DEFAULT false;

-- Which lines pools of the rules took: all lines of an invoice, account and kind with this service and these tags are of one pool.
CREATE TABLE billing_pooled (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  account text NOT NULL,
  kind text NOT NULL,
  -- An empty text for none.
  service text NOT NULL,
  pool_tags integer NOT NULL,
  -- What effective cost of commitments moved to the account, and no lines.
  moved boolean NOT NULL,
  -- The pool, as billing_sums and billing_shares have it in the place of an account.
  bearer text NOT NULL,
  lines bigint NOT NULL,
  amount numeric NOT NULL,
  PRIMARY KEY (run_id, invoice, account, kind, service, pool_tags, moved)
);
CREATE INDEX billing_pooled_bearer ON billing_pooled (run_id, bearer);

-- Who bears which part of what a pool took of an invoice, and why.
CREATE TABLE billing_pool_parts (
  run_id integer NOT NULL REFERENCES billing_runs (id) ON DELETE CASCADE,
  invoice smallint NOT NULL,
  bearer text NOT NULL,
  -- The account of billing_accounts by which it is charged.
  account text NOT NULL,
  pool text NOT NULL,
  split text NOT NULL CHECK (split IN ('even', 'fixed', 'spend', 'metric')),
  metric text,
  -- The cost center that the rules or the metric name, which something else may replace; null for what nobody is charged for.
  named text,
  weight numeric,
  weights numeric,
  -- All parts of a pool in an invoice come to the whole.
  amount numeric NOT NULL,
  whole numeric NOT NULL,
  -- The units of the last digit of the currency by which it differs from the share that is rounded by itself.
  rounding smallint NOT NULL,
  lines bigint NOT NULL,
  -- Null for what nobody is charged for.
  posting integer,
  PRIMARY KEY (run_id, invoice, account)
);
CREATE INDEX billing_pool_parts_posting ON billing_pool_parts (run_id, posting);
