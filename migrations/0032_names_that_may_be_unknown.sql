-- Names of records that may be unknown: indexed as names are compared, so that a record finds who names it.
CREATE INDEX "cloud_parents_cloud_contact_email" ON "cloud_parents" USING btree (lower(btrim("cloud_contact_email")));
CREATE INDEX "cloud_parents_business_unit_name" ON "cloud_parents" USING btree (lower(btrim("business_unit_name")));
CREATE INDEX "cloud_parents_department" ON "cloud_parents" USING btree (lower(btrim("department")));
CREATE INDEX "cloud_parents_cost_center" ON "cloud_parents" USING btree (lower(btrim("cost_center")));
CREATE INDEX "virtual_machines_business_unit_name" ON "virtual_machines" USING btree (lower(btrim("business_unit_name")));
CREATE INDEX "virtual_machines_cost_center" ON "virtual_machines" USING btree (lower(btrim("cost_center")));
CREATE INDEX "cloud_projects_cloud_contact_email" ON "cloud_projects" USING btree (lower(btrim("cloud_contact_email")));
-- Copilot users keep the names of their organization and contact, too, in place of ids.
ALTER TABLE "github_copilot_users" ADD COLUMN "github_organization" text, ADD COLUMN "cloud_contact_email" text;
UPDATE "github_copilot_users" u SET
  "github_organization" = (SELECT name FROM "github_organization_apps" WHERE id = u.github_organization_app_id),
  "cloud_contact_email" = (SELECT email FROM "cloud_contacts" WHERE id = u.cloud_contact_id);
-- contract: both columns and the search over the old texts came with the migration before last, which no release had.
ALTER TABLE "github_copilot_users" DROP COLUMN "github_organization_app_id", DROP COLUMN "cloud_contact_id", DROP COLUMN "search";
ALTER TABLE "github_copilot_users" ADD COLUMN "search" text GENERATED ALWAYS AS (lower(coalesce("name", '') || E'\n' || coalesce("cost_center", '') || E'\n' || coalesce("github_organization", '') || E'\n' || coalesce("cloud_contact_email", '') || E'\n' || coalesce("github_username", '') || E'\n' || coalesce("easy_vista_ticket_number", '') || E'\n' || coalesce("requestor", ''))) STORED;
CREATE INDEX "github_copilot_users_cost_center" ON "github_copilot_users" USING btree (lower(btrim("cost_center")));
CREATE INDEX "github_copilot_users_github_organization" ON "github_copilot_users" USING btree (lower(btrim("github_organization")));
CREATE INDEX "github_copilot_users_cloud_contact_email" ON "github_copilot_users" USING btree (lower(btrim("cloud_contact_email")));
CREATE INDEX "github_copilot_users_search" ON "github_copilot_users" USING gin ("search" gin_trgm_ops);
