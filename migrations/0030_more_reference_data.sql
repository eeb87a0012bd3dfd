-- The reference data beyond cost centers: networks, projects, members, certificates, bills, GitHub, catalog, texts.
-- Members
CREATE TABLE "members" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL,
  "team" text NOT NULL,
  "blacklist" boolean NOT NULL,
  "business_units_id" integer,
  "departments_id" integer,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("team", ''))) STORED,
  CONSTRAINT "members_business_units_id_fkey" FOREIGN KEY ("business_units_id") REFERENCES "business_units" ("id"),
  CONSTRAINT "members_departments_id_fkey" FOREIGN KEY ("departments_id") REFERENCES "departments" ("id")
);
CREATE UNIQUE INDEX "members_email_key" ON "members" USING btree (lower(btrim("email")));
CREATE INDEX "members_business_units_id_by_name" ON "members" USING btree ("business_units_id", lower("name"), "id");
CREATE INDEX "members_departments_id_by_name" ON "members" USING btree ("departments_id", lower("name"), "id");
CREATE INDEX "members_sort" ON "members" USING btree (lower("name"), "id");
CREATE INDEX "members_title" ON "members" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "members_search" ON "members" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('members');
-- CODE Members
CREATE TABLE "dcoe_members" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "email" text NOT NULL,
  "departments_id" integer,
  "other_department" text,
  "business_units_id" integer,
  "cloud_contact_id" integer,
  "teams_included" boolean NOT NULL,
  "dl_included" boolean NOT NULL,
  "tenant" text,
  "blacklist" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("email", '') || E'\n' || coalesce("other_department", '') || E'\n' || coalesce("tenant", ''))) STORED,
  CONSTRAINT "dcoe_members_departments_id_fkey" FOREIGN KEY ("departments_id") REFERENCES "departments" ("id"),
  CONSTRAINT "dcoe_members_business_units_id_fkey" FOREIGN KEY ("business_units_id") REFERENCES "business_units" ("id"),
  CONSTRAINT "dcoe_members_cloud_contact_id_fkey" FOREIGN KEY ("cloud_contact_id") REFERENCES "cloud_contacts" ("id")
);
CREATE UNIQUE INDEX "dcoe_members_email_key" ON "dcoe_members" USING btree (lower(btrim("email")));
CREATE INDEX "dcoe_members_departments_id_by_name" ON "dcoe_members" USING btree ("departments_id", lower("name"), "id");
CREATE INDEX "dcoe_members_business_units_id_by_name" ON "dcoe_members" USING btree ("business_units_id", lower("name"), "id");
CREATE INDEX "dcoe_members_cloud_contact_id_by_name" ON "dcoe_members" USING btree ("cloud_contact_id", lower("name"), "id");
CREATE INDEX "dcoe_members_sort" ON "dcoe_members" USING btree (lower("name"), "id");
CREATE INDEX "dcoe_members_title" ON "dcoe_members" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "dcoe_members_search" ON "dcoe_members" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('dcoe_members');
-- SAP Cost Centers
CREATE TABLE "sap_cost_centers" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "identifier" text NOT NULL,
  "companies_id" integer NOT NULL,
  "cloud_contact_id" integer,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("identifier", ''))) STORED,
  CONSTRAINT "sap_cost_centers_companies_id_fkey" FOREIGN KEY ("companies_id") REFERENCES "companies" ("id"),
  CONSTRAINT "sap_cost_centers_cloud_contact_id_fkey" FOREIGN KEY ("cloud_contact_id") REFERENCES "cloud_contacts" ("id")
);
CREATE UNIQUE INDEX "sap_cost_centers_identifier_key" ON "sap_cost_centers" USING btree (lower(btrim("identifier")));
CREATE INDEX "sap_cost_centers_companies_id_by_identifier" ON "sap_cost_centers" USING btree ("companies_id", lower("identifier"), "id");
CREATE INDEX "sap_cost_centers_cloud_contact_id_by_identifier" ON "sap_cost_centers" USING btree ("cloud_contact_id", lower("identifier"), "id");
CREATE INDEX "sap_cost_centers_sort" ON "sap_cost_centers" USING btree (lower("identifier"), "id");
CREATE INDEX "sap_cost_centers_title" ON "sap_cost_centers" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "sap_cost_centers_search" ON "sap_cost_centers" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('sap_cost_centers');
-- Cost Center Networks
CREATE TABLE "cost_center_networks" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "identifier" text NOT NULL,
  "wbs" text,
  "cost_center_id" integer,
  "new_network_id" integer,
  "active_at" date NOT NULL,
  "expired_at" date,
  "approved" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("identifier", '') || E'\n' || coalesce("wbs", ''))) STORED,
  CONSTRAINT "cost_center_networks_cost_center_id_fkey" FOREIGN KEY ("cost_center_id") REFERENCES "cost_centers" ("id"),
  CONSTRAINT "cost_center_networks_new_network_id_fkey" FOREIGN KEY ("new_network_id") REFERENCES "cost_center_networks" ("id")
);
CREATE UNIQUE INDEX "cost_center_networks_identifier_key" ON "cost_center_networks" USING btree (lower(btrim("identifier")));
CREATE INDEX "cost_center_networks_cost_center_id_by_id" ON "cost_center_networks" USING btree ("cost_center_id", "id");
CREATE INDEX "cost_center_networks_cost_center_id_by_created_at" ON "cost_center_networks" USING btree ("cost_center_id", "created_at", "id");
CREATE INDEX "cost_center_networks_new_network_id" ON "cost_center_networks" USING btree ("new_network_id");
CREATE INDEX "cost_center_networks_by_created_at" ON "cost_center_networks" USING btree ("created_at", "id");
CREATE INDEX "cost_center_networks_title" ON "cost_center_networks" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "cost_center_networks_search" ON "cost_center_networks" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cost_center_networks');
-- Project IDs
CREATE TABLE "project_ids" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "identifier" text NOT NULL,
  "cost_center_network_id" integer,
  "sap_project_name" text,
  "ppm_project_name" text,
  "active_at" date NOT NULL,
  "expired_at" date,
  "new_project_id" integer,
  "end_date" date,
  "active" boolean NOT NULL,
  "cmp_approved" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("identifier", '') || E'\n' || coalesce("sap_project_name", '') || E'\n' || coalesce("ppm_project_name", ''))) STORED,
  CONSTRAINT "project_ids_cost_center_network_id_fkey" FOREIGN KEY ("cost_center_network_id") REFERENCES "cost_center_networks" ("id"),
  CONSTRAINT "project_ids_new_project_id_fkey" FOREIGN KEY ("new_project_id") REFERENCES "project_ids" ("id")
);
CREATE UNIQUE INDEX "project_ids_identifier_key" ON "project_ids" USING btree (lower(btrim("identifier")));
CREATE INDEX "project_ids_cost_center_network_id_by_id" ON "project_ids" USING btree ("cost_center_network_id", "id");
CREATE INDEX "project_ids_cost_center_network_id_by_created_at" ON "project_ids" USING btree ("cost_center_network_id", "created_at", "id");
CREATE INDEX "project_ids_new_project_id" ON "project_ids" USING btree ("new_project_id");
CREATE INDEX "project_ids_by_created_at" ON "project_ids" USING btree ("created_at", "id");
CREATE INDEX "project_ids_title" ON "project_ids" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "project_ids_search" ON "project_ids" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('project_ids');
-- Microsoft Approvals
CREATE TABLE "microsoft_approvals" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "status" text,
  "approval_id" text NOT NULL,
  "approval_type" text,
  "title" text,
  "assigned_to" jsonb NOT NULL,
  "requested_by" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("status", '') || E'\n' || coalesce("approval_id", '') || E'\n' || coalesce("approval_type", '') || E'\n' || coalesce("title", '') || E'\n' || coalesce(replace(replace("assigned_to"::text, '\"', '"'), '\\', '\'), '') || E'\n' || coalesce("requested_by", ''))) STORED
);
CREATE UNIQUE INDEX "microsoft_approvals_approval_id_key" ON "microsoft_approvals" USING btree (lower(btrim("approval_id")));
CREATE INDEX "microsoft_approvals_sort" ON "microsoft_approvals" USING btree ("created_at", "id");
CREATE INDEX "microsoft_approvals_title" ON "microsoft_approvals" USING btree (lower("approval_id") text_pattern_ops);
CREATE INDEX "microsoft_approvals_search" ON "microsoft_approvals" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('microsoft_approvals');
-- Cloud Certifications
CREATE TABLE "cloud_certifications" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "member_id" integer NOT NULL,
  "name" text NOT NULL,
  "provider" text NOT NULL,
  "issue_date" date,
  "expiration_date" date,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("provider", ''))) STORED,
  CONSTRAINT "cloud_certifications_member_id_fkey" FOREIGN KEY ("member_id") REFERENCES "members" ("id")
);
CREATE INDEX "cloud_certifications_member_id_by_id" ON "cloud_certifications" USING btree ("member_id", "id");
CREATE INDEX "cloud_certifications_title" ON "cloud_certifications" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "cloud_certifications_search" ON "cloud_certifications" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cloud_certifications');
-- Cloud Bills
CREATE TABLE "cloud_bills" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "date" date NOT NULL,
  "provider" text NOT NULL,
  "company_code" text,
  "currency" text NOT NULL,
  "reference" text,
  "account" text,
  "identifier" text NOT NULL,
  "amount" numeric(17,2) NOT NULL,
  "business_units_id" integer,
  "cost_center_networks_id" integer,
  "activity" text,
  "line_item" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("provider", '') || E'\n' || coalesce("company_code", '') || E'\n' || coalesce("currency", '') || E'\n' || coalesce("reference", '') || E'\n' || coalesce("account", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce("activity", '') || E'\n' || coalesce("line_item", ''))) STORED,
  CONSTRAINT "cloud_bills_business_units_id_fkey" FOREIGN KEY ("business_units_id") REFERENCES "business_units" ("id"),
  CONSTRAINT "cloud_bills_cost_center_networks_id_fkey" FOREIGN KEY ("cost_center_networks_id") REFERENCES "cost_center_networks" ("id")
);
CREATE INDEX "cloud_bills_business_units_id_by_date" ON "cloud_bills" USING btree ("business_units_id", "date", "id");
CREATE INDEX "cloud_bills_cost_center_networks_id_by_date" ON "cloud_bills" USING btree ("cost_center_networks_id", "date", "id");
CREATE INDEX "cloud_bills_sort" ON "cloud_bills" USING btree ("date", "id");
CREATE INDEX "cloud_bills_title" ON "cloud_bills" USING btree (lower("identifier") text_pattern_ops);
CREATE INDEX "cloud_bills_search" ON "cloud_bills" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('cloud_bills');
-- GitHub Organization Apps
CREATE TABLE "github_organization_apps" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "description" text,
  "app_id" text,
  "client_id" text,
  "private_key" text,
  "cost_centers_id" integer,
  "team_selection" boolean NOT NULL,
  "exclude_form" boolean NOT NULL,
  "copilot_enabled" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("description", '') || E'\n' || coalesce("app_id", '') || E'\n' || coalesce("client_id", ''))) STORED,
  CONSTRAINT "github_organization_apps_cost_centers_id_fkey" FOREIGN KEY ("cost_centers_id") REFERENCES "cost_centers" ("id")
);
CREATE UNIQUE INDEX "github_organization_apps_name_key" ON "github_organization_apps" USING btree (lower(btrim("name")));
CREATE INDEX "github_organization_apps_cost_centers_id_by_name" ON "github_organization_apps" USING btree ("cost_centers_id", lower("name"), "id");
CREATE INDEX "github_organization_apps_sort" ON "github_organization_apps" USING btree (lower("name"), "id");
CREATE INDEX "github_organization_apps_title" ON "github_organization_apps" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "github_organization_apps_search" ON "github_organization_apps" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('github_organization_apps');
-- GitHub Copilot Users
CREATE TABLE "github_copilot_users" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text,
  "cost_center" text,
  "github_organization_app_id" integer,
  "cloud_contact_id" integer,
  "github_username" text NOT NULL,
  "easy_vista_ticket_number" text,
  "requestor" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("github_username", '') || E'\n' || coalesce("easy_vista_ticket_number", '') || E'\n' || coalesce("requestor", ''))) STORED,
  CONSTRAINT "github_copilot_users_github_organization_app_id_fkey" FOREIGN KEY ("github_organization_app_id") REFERENCES "github_organization_apps" ("id"),
  CONSTRAINT "github_copilot_users_cloud_contact_id_fkey" FOREIGN KEY ("cloud_contact_id") REFERENCES "cloud_contacts" ("id")
);
CREATE UNIQUE INDEX "github_copilot_users_github_username_key" ON "github_copilot_users" USING btree (lower(btrim("github_username")));
CREATE INDEX "github_copilot_users_github_organization_app_id_by_git_a602a84e" ON "github_copilot_users" USING btree ("github_organization_app_id", lower("github_username"), "id");
CREATE INDEX "github_copilot_users_cloud_contact_id_by_github_username" ON "github_copilot_users" USING btree ("cloud_contact_id", lower("github_username"), "id");
CREATE INDEX "github_copilot_users_sort" ON "github_copilot_users" USING btree (lower("github_username"), "id");
CREATE INDEX "github_copilot_users_title" ON "github_copilot_users" USING btree (lower("github_username") text_pattern_ops);
CREATE INDEX "github_copilot_users_search" ON "github_copilot_users" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('github_copilot_users');
-- Service Catalog Products
CREATE TABLE "service_catalog_products" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "name" text NOT NULL,
  "identifier" text NOT NULL,
  "description" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("identifier", '') || E'\n' || coalesce(replace(replace(replace(replace(btrim(regexp_replace(regexp_replace("description", '<[^>]*>', ' ', 'g'), '[[:space:]]+', ' ', 'g')), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), ''))) STORED
);
CREATE UNIQUE INDEX "service_catalog_products_identifier_key" ON "service_catalog_products" USING btree (lower(btrim("identifier")));
CREATE INDEX "service_catalog_products_sort" ON "service_catalog_products" USING btree (lower("name"), "id");
CREATE INDEX "service_catalog_products_title" ON "service_catalog_products" USING btree (lower("name") text_pattern_ops);
CREATE INDEX "service_catalog_products_search" ON "service_catalog_products" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('service_catalog_products');
-- FAQs
CREATE TABLE "faqs" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "question" text NOT NULL,
  "answer" text NOT NULL,
  "category" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("question", '') || E'\n' || coalesce(replace(replace(replace(replace(btrim(regexp_replace(regexp_replace("answer", '<[^>]*>', ' ', 'g'), '[[:space:]]+', ' ', 'g')), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '') || E'\n' || coalesce("category", ''))) STORED
);
CREATE INDEX "faqs_sort" ON "faqs" USING btree (lower("category"), "id");
CREATE INDEX "faqs_title" ON "faqs" USING btree (lower("question") text_pattern_ops);
CREATE INDEX "faqs_search" ON "faqs" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('faqs');
-- Glossary
CREATE TABLE "glossaries" (
  "id" integer NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "term" text NOT NULL,
  "description" text NOT NULL,
  "category" text,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at" timestamp with time zone NOT NULL DEFAULT now(),
  "lock_version" integer NOT NULL DEFAULT 1,
  "search" text GENERATED ALWAYS AS (lower(coalesce("term", '') || E'\n' || coalesce(replace(replace(replace(replace(btrim(regexp_replace(regexp_replace("description", '<[^>]*>', ' ', 'g'), '[[:space:]]+', ' ', 'g')), '&lt;', '<'), '&gt;', '>'), '&quot;', '"'), '&amp;', '&'), '') || E'\n' || coalesce("category", ''))) STORED
);
CREATE UNIQUE INDEX "glossaries_term_key" ON "glossaries" USING btree (lower(btrim("term")));
CREATE INDEX "glossaries_sort" ON "glossaries" USING btree (lower("term"), "id");
CREATE INDEX "glossaries_title" ON "glossaries" USING btree (lower("term") text_pattern_ops);
CREATE INDEX "glossaries_search" ON "glossaries" USING gin ("search" gin_trgm_ops);
SELECT keep_record_count('glossaries');
