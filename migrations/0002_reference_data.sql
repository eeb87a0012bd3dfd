-- The reference data that cloud spend is allocated with.

-- Searches for a part of a word use trigrams.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Companies
CREATE TABLE "companies" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "code" text NOT NULL,
  "country" text,
  "aws_gl" text,
  "gcp_gl" text,
  "azure_gl" text,
  "gl_type" text,
  "riOrReno" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("code", '') || E'\n' || coalesce("country", '') || E'\n' || coalesce("aws_gl", '') || E'\n' || coalesce("gcp_gl", '') || E'\n' || coalesce("azure_gl", '') || E'\n' || coalesce("gl_type", '') || E'\n' || coalesce("riOrReno", ''))) STORED
);
CREATE UNIQUE INDEX "companies_code_country_gl_type_key" ON "companies" USING btree (lower(btrim("code")), lower(btrim("country")), lower(btrim("gl_type"))) NULLS NOT DISTINCT;
CREATE INDEX "companies_sort" ON "companies" USING btree (lower("code"), "id");
CREATE INDEX "companies_search" ON "companies" USING gin ("search" gin_trgm_ops);

-- Departments
CREATE TABLE "departments" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "abbreviation" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("abbreviation", ''))) STORED
);
CREATE UNIQUE INDEX "departments_name_key" ON "departments" USING btree (lower(btrim("name")));
CREATE INDEX "departments_sort" ON "departments" USING btree (lower("name"), "id");
CREATE INDEX "departments_search" ON "departments" USING gin ("search" gin_trgm_ops);

-- Business Units
CREATE TABLE "business_units" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "abbreviation" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("abbreviation", ''))) STORED
);
CREATE UNIQUE INDEX "business_units_name_key" ON "business_units" USING btree (lower(btrim("name")));
CREATE INDEX "business_units_sort" ON "business_units" USING btree (lower("name"), "id");
CREATE INDEX "business_units_search" ON "business_units" USING gin ("search" gin_trgm_ops);

-- Cloud Contacts
CREATE TABLE "cloud_contacts" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "terminated" boolean NOT NULL,
  "name" text,
  "email" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", ''))) STORED
);
CREATE UNIQUE INDEX "cloud_contacts_email_key" ON "cloud_contacts" USING btree (lower(btrim("email")));
CREATE INDEX "cloud_contacts_sort" ON "cloud_contacts" USING btree (lower("email"), "id");
CREATE INDEX "cloud_contacts_search" ON "cloud_contacts" USING gin ("search" gin_trgm_ops);

-- Cost Centers
CREATE TABLE "cost_centers" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "identifier" text NOT NULL,
  "company_code" text NOT NULL,
  "companies_id" integer NOT NULL,
  "cloud_contact_id" integer NOT NULL,
  "business_units_id" integer,
  "departments_id" integer,
  "active_at" date NOT NULL,
  "expired_at" date,
  "new_cost_center_id" integer,
  "alt_cost_center_id" integer,
  "approved" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("identifier", '') || E'\n' || coalesce("company_code", ''))) STORED,
  CONSTRAINT "cost_centers_companies_id_fkey" FOREIGN KEY ("companies_id") REFERENCES "companies" ("id"),
  CONSTRAINT "cost_centers_cloud_contact_id_fkey" FOREIGN KEY ("cloud_contact_id") REFERENCES "cloud_contacts" ("id"),
  CONSTRAINT "cost_centers_business_units_id_fkey" FOREIGN KEY ("business_units_id") REFERENCES "business_units" ("id"),
  CONSTRAINT "cost_centers_departments_id_fkey" FOREIGN KEY ("departments_id") REFERENCES "departments" ("id"),
  CONSTRAINT "cost_centers_new_cost_center_id_fkey" FOREIGN KEY ("new_cost_center_id") REFERENCES "cost_centers" ("id"),
  CONSTRAINT "cost_centers_alt_cost_center_id_fkey" FOREIGN KEY ("alt_cost_center_id") REFERENCES "cost_centers" ("id")
);
CREATE UNIQUE INDEX "cost_centers_identifier_key" ON "cost_centers" USING btree (lower(btrim("identifier")));
CREATE INDEX "cost_centers_companies_id" ON "cost_centers" USING btree ("companies_id");
CREATE INDEX "cost_centers_cloud_contact_id" ON "cost_centers" USING btree ("cloud_contact_id");
CREATE INDEX "cost_centers_business_units_id" ON "cost_centers" USING btree ("business_units_id");
CREATE INDEX "cost_centers_departments_id" ON "cost_centers" USING btree ("departments_id");
CREATE INDEX "cost_centers_new_cost_center_id" ON "cost_centers" USING btree ("new_cost_center_id");
CREATE INDEX "cost_centers_alt_cost_center_id" ON "cost_centers" USING btree ("alt_cost_center_id");
CREATE INDEX "cost_centers_search" ON "cost_centers" USING gin ("search" gin_trgm_ops);

-- Select Options: the names that forms offer, each once, whatever the table it comes from.
CREATE VIEW "select_options" AS
SELECT 'department-' || min(id) AS id, 'department' AS field, jsonb_build_object('name', min(name)) AS attributes
  FROM departments GROUP BY lower(btrim(name))
UNION ALL
SELECT 'business_unit-' || min(id), 'business_unit', jsonb_build_object('name', min(name))
  FROM business_units GROUP BY lower(btrim(name));
