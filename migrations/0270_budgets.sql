-- What cost centers, accounts and business units may spend in a month or a year.

-- Budgets
CREATE TABLE "budgets" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "cost_center_id" integer,
  "account" text,
  "business_units_id" integer,
  "amount" numeric(17,2) NOT NULL,
  "thresholds" text NOT NULL,
  "currency" text NOT NULL,
  "period" text NOT NULL,
  "starts_on" date NOT NULL,
  "ends_on" date,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("account", '') || E'\n' || coalesce("thresholds", '') || E'\n' || coalesce("currency", '') || E'\n' || coalesce("period", ''))) STORED,
  CONSTRAINT "budgets_cost_center_id_fkey" FOREIGN KEY ("cost_center_id") REFERENCES "cost_centers" ("id"),
  CONSTRAINT "budgets_business_units_id_fkey" FOREIGN KEY ("business_units_id") REFERENCES "business_units" ("id")
);
CREATE UNIQUE INDEX "budgets_name_key" ON "budgets" USING btree (lower(btrim("name")));
CREATE UNIQUE INDEX "budgets_name_alike" ON "budgets" USING btree (look_alike("name"));
CREATE INDEX "budgets_cost_center_id_by_name" ON "budgets" USING btree ("cost_center_id", lower("name"), "id");
CREATE INDEX "budgets_business_units_id_by_name" ON "budgets" USING btree ("business_units_id", lower("name"), "id");
CREATE INDEX "budgets_account" ON "budgets" USING btree (lower(btrim("account")));
CREATE INDEX "budgets_sort" ON "budgets" USING btree (lower("name"), "id");
CREATE INDEX "budgets_title" ON "budgets" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "budgets_search" ON "budgets" USING gin ("search" gin_trgm_ops);
CREATE INDEX "budgets_pieces" ON "budgets" USING gin (search_pieces("search"));
SELECT keep_record_count('budgets');
-- What was spent of a budget is summed of the postings to its cost center or its business unit.
CREATE INDEX billing_postings_cost_center ON billing_postings (cost_center_id);
CREATE INDEX billing_postings_business_unit ON billing_postings (business_units_id);
