-- The inventory of the clouds: what is fed from there, and only read here.
-- Cloud Parents
CREATE TABLE "cloud_parents" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "terminated" boolean NOT NULL,
  "provider_type" text NOT NULL,
  "identifier" text NOT NULL,
  "name" text,
  "email" text,
  "cloud_contact_email" text,
  "business_unit_name" text,
  "department" text,
  "environment" text,
  "cost_center" text,
  "billing_contact" text,
  "security_contact" text,
  "operations_contact" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("provider_type", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("business_unit_name", '') || E'\n' || coalesce("department", '') || E'\n' || coalesce("environment", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("billing_contact", '') || E'\n' || coalesce("security_contact", '') || E'\n' || coalesce("operations_contact", ''))) STORED
);
CREATE UNIQUE INDEX "cloud_parents_identifier_key" ON "cloud_parents" USING btree (lower(btrim("identifier")));
CREATE INDEX "cloud_parents_sort" ON "cloud_parents" USING btree (lower("identifier"), "id");
CREATE INDEX "cloud_parents_title" ON "cloud_parents" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "cloud_parents_search" ON "cloud_parents" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cloud_parents');
-- Virtual Machines
CREATE TABLE "virtual_machines" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "resource_id" text NOT NULL,
  "state" text,
  "provider_type" text NOT NULL,
  "identifier" text,
  "name" text,
  "location" text,
  "resource_type" text,
  "business_unit_name" text,
  "cost_center" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("resource_id", '') || E'\n' || coalesce("state", '') || E'\n' || coalesce("provider_type", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("name", '') || E'\n' || coalesce("location", '') || E'\n' || coalesce("resource_type", '') || E'\n' || coalesce("business_unit_name", '') || E'\n' || coalesce("cost_center", ''))) STORED
);
CREATE UNIQUE INDEX "virtual_machines_resource_id_key" ON "virtual_machines" USING btree (lower(btrim("resource_id")));
CREATE INDEX "virtual_machines_sort" ON "virtual_machines" USING btree (lower("resource_id"), "id");
CREATE INDEX "virtual_machines_title" ON "virtual_machines" USING btree (lower("resource_id") text_pattern_ops);
CREATE INDEX "virtual_machines_search" ON "virtual_machines" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('virtual_machines');
-- Cloud Projects
CREATE TABLE "cloud_projects" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "default_project" boolean NOT NULL,
  "environment" text,
  "it_org_owner" text,
  "cloud_form" text,
  "cloud_contact_email" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("environment", '') || E'\n' || coalesce("it_org_owner", '') || E'\n' || coalesce("cloud_form", '') || E'\n' || coalesce("cloud_contact_email", ''))) STORED
);
CREATE UNIQUE INDEX "cloud_projects_name_key" ON "cloud_projects" USING btree (lower(btrim("name")));
CREATE INDEX "cloud_projects_sort" ON "cloud_projects" USING btree (lower("name"), "id");
CREATE INDEX "cloud_projects_title" ON "cloud_projects" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "cloud_projects_search" ON "cloud_projects" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cloud_projects');
