-- What the report of missing tags passes over, and customers.
-- Missing Report Tags
CREATE TABLE "missing_report_tags" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "print_debug_message" text NOT NULL,
  "terms_to_ignore" jsonb NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("print_debug_message", '') || E'\n' || coalesce(replace(replace("terms_to_ignore"::text, '\"', '"'), '\\', '\'), ''))) STORED
);
CREATE UNIQUE INDEX "missing_report_tags_print_debug_message_key" ON "missing_report_tags" USING btree (lower(btrim("print_debug_message")));
CREATE INDEX "missing_report_tags_sort" ON "missing_report_tags" USING btree (lower("print_debug_message"), "id");
CREATE INDEX "missing_report_tags_title" ON "missing_report_tags" USING btree (lower("print_debug_message") text_pattern_ops);
CREATE INDEX "missing_report_tags_search" ON "missing_report_tags" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('missing_report_tags');
-- Customers
CREATE TABLE "customers" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "sfdc_ids" jsonb NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce(replace(replace("sfdc_ids"::text, '\"', '"'), '\\', '\'), ''))) STORED
);
CREATE UNIQUE INDEX "customers_name_key" ON "customers" USING btree (lower(btrim("name")));
CREATE INDEX "customers_sort" ON "customers" USING btree (lower("name"), "id");
CREATE INDEX "customers_title" ON "customers" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "customers_search" ON "customers" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('customers');
